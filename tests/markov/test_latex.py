"""LaTeX: no word of a sheet is a command, no line is too long, and the same pages come out each time."""

import re
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.report.attached import sealed, unarmored
from markov.report.drawing import Drawing, Label
from markov.report.formula import (
    Fenced,
    Matrix,
    Number,
    Over,
    Root,
    Row,
    Script,
    Sign,
    Symbol,
    Text,
    matrix,
    number,
    row,
    script,
)
from markov.report.manuscript import (
    Attachment,
    Code,
    Display,
    Items,
    Link,
    Listing,
    Manuscript,
    Paragraph,
    Picture,
    Ref,
    Section,
    Tabular,
    Terms,
)
from markov.report.table import NOTHING, Column, Figure, Table, Word, decimal, in_percent
from markov.report.typeset.latex import render
from markov.report.typeset.latex_columns import blocks, breadth, shown
from markov.report.typeset.latex_preamble import LINE
from markov.report.typeset.tex_formula import tex
from markov.report.typeset.tex_signs import LOWERED, MATHS, RAISED, WORDS
from markov.report.typeset.tex_words import address, bookmark, code, flat, words
from tests.markov.sample import HUGE, NASTY, sample

needs_latex = pytest.mark.skipif(which("pdflatex") is None, reason="there is no pdflatex on this machine")

HARD = "\\{}$&#%^_~<>|\"`'-=,?![]*/ \n\t19aé√²⁻₁中\0\ud800"
TEXTS = st.text() | st.text(st.sampled_from(HARD))
SIGNS = "".join(
    dict.fromkeys([*map(chr, range(32, 127)), *WORDS, *RAISED, *LOWERED, *map(chr, range(0xC0, 0x180))])
)
FIRST = {shown: sign for sign, shown in reversed(WORDS.items())}  # the first sign of those set alike
BREAKS = {"\\tsp ": "", "\\brk ": "", "\\brk{}": "", "{}": ""}
LEVELS = {"\\textsuperscript": RAISED, "\\textsubscript": LOWERED}
_LEVEL = re.compile(r"(\\text\w+script)\{((?:[0-9+]|\\ensuremath\{-\})+)\}")
_UNKNOWN = re.compile(r"\{\[\}U\+([0-9A-F]{4,6})\{\]\}\\brk\{\}")


def _read(source):
    """What the words say, read from the front; each piece is a sign, a known command, or a fault."""
    said = {shown: sign for shown, sign in FIRST.items() if shown != "-"} | BREAKS
    pieces = sorted(said, key=len, reverse=True)
    text, place = "", 0
    while place < len(source):
        if unknown := _UNKNOWN.match(source, place):
            text += chr(int(unknown[1], 16))
            place = unknown.end()
        elif level := _LEVEL.match(source, place):
            signs = re.findall(r"\\ensuremath\{-\}|.", level[2])
            back = {shown: sign for sign, shown in LEVELS[level[1]].items()}
            text += "".join(map(back.__getitem__, signs))
            place = level.end()
        elif piece := next((one for one in pieces if source.startswith(one, place)), ""):
            text += said[piece]
            place += len(piece)
        else:
            assert source[place] not in "\\{}$&#%^_~", source[place:]
            text += source[place]
            place += 1
    return text


def _alike(text):
    """The text, one sign standing for all that are set in the same way."""
    return "".join(
        FIRST[WORDS[sign]] if sign in WORDS else sign for sign in flat(text).replace("\u2010", "-")
    )


@given(TEXTS)
def test_words_say_what_they_are_given_and_no_more(text):
    assert _read(words(text)) == _alike(text)


@given(TEXTS)
def test_so_do_words_for_a_machine(text):
    shown = re.fullmatch(r"\\texttt\{(.*)\}", code(text), re.DOTALL)[1]
    plain = shown.replace("\\textquotesingle{}", "'").replace("\\textrm{\\texttrademark{}}", WORDS["™"])
    assert _read(plain.replace("\\ ", " ")) == _alike(text)


@given(TEXTS)
def test_the_outline_has_plain_letters_only(text):
    shown = re.sub(r"\\unichar\{[0-9]+\}", "", bookmark(text))
    assert not set(shown) & set("\\{}$&#%^_~")


@given(TEXTS)
def test_an_address_has_no_commands(text):
    assert not set(re.sub(r"\\[%#&_~]", "", address(text))) & set("\\{}$&#%^_~ ")


def test_no_words_open_a_file():
    assert "=====" not in words("=====FILE x=====") + code("=====FILE x=====")


@given(st.integers(10**9, 10**40), st.integers(10**9, 10**40))
def test_long_numbers_are_told_apart_and_stay_whole(above, below):
    shown = words(f"{above}/{below}")
    assert shown.replace("\\tsp ", "").replace("\\brk ", "") == f"{above}/{below}"
    assert max(map(len, re.split(r"\\tsp |/\\brk ", shown))) == 3


LEAVES = st.builds(Symbol, TEXTS, st.sampled_from(["italic", "upright", "bold"])) | st.one_of(
    *(st.builds(kind, TEXTS) for kind in (Number, Sign, Text))
)
TREES = st.recursive(
    LEAVES,
    lambda below: (
        st.builds(Over, below, below)
        | st.builds(Root, below)
        | st.builds(Script, below, st.none() | below, st.none() | below)
        | st.builds(Fenced, below, st.sampled_from(["()", "[]", "{}", "||"]))
        | st.builds(Row, st.lists(below, max_size=3).map(tuple))
        | st.lists(st.lists(below, min_size=2, max_size=2).map(tuple), min_size=1, max_size=2).map(
            lambda x: Matrix(tuple(x), 1 * (len(x) > 1))
        )
    ),
    max_leaves=6,
)
MORE = r"""
    \frac \sqrt \left \right \lbrack \rbrack \lbrace \rbrace \lvert \rvert \vert \mid \begin \end \cr \hline
    \text \mathrm \mathbf \mathit \operatorname \boldsymbol \thinspace \backslash \ast \sim \wedge \grave
    \% \& \# \$ \_
"""
KNOWN = {*MORE.split(), *(name for shown in MATHS.values() for name in re.findall(r"\\[A-Za-z]+", shown))}


@given(TREES)
def test_a_formula_has_the_commands_that_mathjax_has_too(tree):
    source = tex(tree)
    commands = re.findall(r"\\(?:[A-Za-z]+|.)", source, re.DOTALL)
    assert set(commands) <= KNOWN
    assert set(re.findall(r"\\(?:begin|end)\{(.*?)\}", source)) <= {"array"}
    plain = re.sub(r"\\(?:[A-Za-z]+|.)|\{c+\|c+\}", "", source)
    assert not set(plain) & set("%#$~`|*[]\n\t")
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    for script_, after in re.findall(r"(.?)[_^](.?)", plain):
        assert (script_, after) in {(" ", "{"), ("}", "{")}


def _tabular(columns, rows, label, **more):
    return Tabular(Table(f"Table {label}", tuple(columns), tuple(rows), **more), label, totals=1)


def _wide():
    columns = [Column("wager", "left")]
    columns += [Column(f"a long heading {k}", ("right", "point")[k % 2], f"g{k // 3}") for k in range(14)]
    rows = [(Word(f"Repeating {k}"), *_cells(k)) for k in range(12)]
    return _tabular(columns, rows, "wide", notes=("n " * 300,))


def _cells(k):
    return [
        Figure(Fraction(k * j - 20, 7), in_percent) if j % 2 else Figure(Fraction(k * j + 1, 7**j))
        for j in range(14)
    ]


def _tall():
    endless = Figure(Fraction(7**3000 + 1, 10**2600 + 7))
    columns = Column("n", "left"), Column("exact"), Column("decimal", "point")
    rows = [
        (Word("[a] *"), endless, Word("never")),
        (Word("many words " * 20), Figure(Fraction(1, 3)), Figure(Fraction(1, 3), decimal)),
        (Word("c" * 200), Figure(-HUGE), NOTHING),
    ]
    return _tabular(columns, rows, "tall")


def _long():
    columns = Column("state", "left"), Column("exact"), Column("%", "point")
    rows = [
        (Word(f"* ({k}, {k + 1})"), Figure(Fraction(k, 1000003**4)), Figure(Fraction(k, 97), in_percent))
        for k in range(150)
    ]
    return _tabular(columns, rows, "long", notes=(NASTY,))


def _formulas():
    terms = [part for k in range(1, 40) for part in (number(Fraction(k**9, k + 13)), "+")]
    inverse = matrix([[Fraction(i**j + 1, i + 7) for j in range(12)] for i in range(12)], split=8)
    return (
        Display(row("E", "=", *terms, "1")),
        Display(Row((script("N", "e"), Sign("="), inverse))),
        Display(row("p", "=", number(HUGE))),
        Display(Row((*map(Sign, MATHS), Text(HARD), Number(HARD), Symbol(HARD), Symbol("Var", "upright")))),
        Paragraph(
            (row("a", Sign(SIGNS[:95])), *(Symbol(x, face) for x in "pσQΓ" for face in ("bold", "upright")))
        ),
        Paragraph(("Inline ", row("p", "=", number(HUGE)), " and ", row("E", "=", *terms, "1"))),
    )


def _deep(level):
    below = (_deep(level + 1),) if level < 7 else ()
    return Section(
        f"Level {level} \\section{{x}} %$# {SIGNS[-9:]}", f"deep-{level}", (Paragraph((NASTY,)), *below)
    )


def _hard():
    """A manuscript of all that is hard to set."""
    apart = " ".join(SIGNS)
    drawing = Drawing(21000, 3000, (Label((10500, 1500), NASTY),))
    return Manuscript(
        "A title that is much too long for its own good " * 4,
        "\\end{document} √",
        "2026-01-31",
        (("A name that is far too long for a line", ("x",)), ("Signs", (apart, Code(apart)))),
        (
            Section("Tables", "tables", (_wide(), _tall(), _tabular([Column("n")], [], "empty"), _long())),
            Section("Formulas", "formulas", _formulas()),
            _deep(1),
            Section(
                "Words",
                "words",
                (
                    Paragraph((Ref("wide"), HARD, Code(HARD), "x" * 300, Code("y" * 300))),
                    Paragraph((Link("https://e.org/a%20b/~x#y_z?q=[]{}\\é"), Link("javascript:alert(1)"))),
                    Items((("[a]", "b"), ("* c",))),
                    Terms((("t" * 200, (NASTY,), None),)),
                    Picture(drawing, "caption " * 40, HARD, "picture"),
                    Listing(("x" * 300, "", "  y  z" + HARD)),
                ),
            ),
        ),
        (Attachment("a.json", "\\input{x}", "application/json", "{}"),),
    )


@cache
def _set(make):
    """The log of the second run, and the PDF."""
    with TemporaryDirectory() as room:
        Path(room, "report.tex").write_text(sealed(render(make())), encoding="utf-8")
        command = ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
        for _ in range(2):
            run = subprocess.run(command, cwd=room, capture_output=True, check=False)
            log = Path(room, "report.log").read_text("utf-8", errors="replace")
            assert run.returncode == 0, log[-3000:]
        return log, Path(room, "report.pdf").read_bytes()


@needs_latex
@pytest.mark.parametrize("make", [sample, _hard])
def test_two_runs_set_it_and_nothing_is_too_wide(make):
    log, _ = _set(make)
    assert [width for width in re.findall(r"Overfull .*?\(([0-9.]+)pt", log) if float(width) > 1] == []
    for fault in ("Missing character", "undefined", "Rerun to", "multiply defined"):
        assert fault not in log


@needs_latex
def test_the_same_source_makes_the_same_pdf():
    assert _set.__wrapped__(sample)[1] == _set(sample)[1]


@needs_latex
def test_the_pdf_says_what_the_manuscript_says():
    pypdf = pytest.importorskip("pypdf")
    from io import BytesIO

    reader = pypdf.PdfReader(BytesIO(_set(sample)[1]))
    text = re.sub(r"\s+", "", "".join(page.extract_text() for page in reader.pages))
    for said in (
        "−18.3673%",
        "$markovodds'ab'|c",
        f"{HUGE.numerator}/{HUGE.denominator}",
        "Table2,continued",
    ):
        assert said in text
    assert reader.metadata.title == sample().title
    assert "/CreationDate" not in reader.metadata
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == ["1 Summary", "2 Definitions", "3 Pictures", "4 Long", "Files"]
    links = [one.get_object() for page in reader.pages for one in page.get("/Annots") or []]
    assert {link["/A"]["/D"] for link in links if "/D" in link["/A"]} >= {"at-table-1", "at-section-2.1"}
    assert set(reader.named_destinations) >= {"at-table-1", "at-table-2", "at-figure-1", "at-section-2.1"}


def test_the_files_come_out_whole():
    source = sealed(render(sample()))
    assert dict(unarmored(source)) == {one.name: one.text for one in sample().attachments}
    assert source.index("\\end{document}") < source.index("=====FILE")
    assert render(sample()) == render(sample())


@pytest.mark.parametrize("make", [_wide, _tall, _long])
def test_blocks_hold_every_column_and_fit_the_line(make):
    table = make().table
    found = list(blocks(table, shown(table)))
    assert [strip.number for block in found for strip in block.strips if strip.number] == [
        *range(1, len(table.columns))
    ]
    for block in found:
        assert block.strips[0].number == 0
        widths = [strip.width or 0 for strip in block.strips]
        assert sum(widths) + 10_000 * (len(widths) - 1) <= LINE


def test_wide_tables_are_set_smaller_before_they_are_broken():
    def sizes(count):
        cells = (Figure(Fraction(10**11 + 1, 10**11)),) * count
        table = Table("t", (Column("c"),) * count, (cells,))
        return [block.size for block in blocks(table, shown(table))]

    assert sizes(2) == [9]
    assert sizes(4) in ([8], [9])
    assert len(sizes(30)) > 1
    assert breadth("m") > breadth("n") > breadth("i")


def test_decimal_points_stand_below_each_other():
    lines = [line for line in render(sample()).splitlines() if line.startswith("Repeating")]
    spins = [line.split(" & ")[-1].partition(" \\\\")[0] for line in lines]
    assert spins[:2] == ["1.428571", "14.285714"]
    assert spins[2] == "\\textcolor{faint}{\\textendash{}\\phantom{.000000}}"
