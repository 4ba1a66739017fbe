"""Word files and LaTeX: pandoc reads our words as words, and what comes out says what the manuscript says."""

import json
import re
from functools import cache
from io import BytesIO
from shutil import which
from xml.etree import ElementTree
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.tables.table import Column, Figure, Table, Word
from markov.typeset.attached import Damaged, sealed, unarmored
from markov.typeset.formula import (
    Fenced,
    Matrix,
    Number,
    Ratio,
    Row,
    Script,
    Sign,
    SquareRoot,
    Symbol,
    Text,
    row,
)
from markov.typeset.manuscript import (
    Attachment,
    Code,
    CodeListing,
    Display,
    Manuscript,
    Paragraph,
    Picture,
    Ref,
    Section,
    Strong,
    Tabular,
    Terms,
    all_blocks,
)
from markov.typeset.pandoc import Paper, pandoc
from markov.typeset.report_file import read_report
from markov.typeset.tex_formula import MATHS, WORDS
from markov.typeset.tex_formula import tex as as_tex
from tests.appendix.dossiers import made, words
from tests.typeset.latex import compiled
from tests.typeset.sample import HUGE, NASTY, sample
from tests.typeset.word_file import M, W, style

pytest.importorskip("pypandoc")
pytest.importorskip("matplotlib")
docx = pytest.importorskip("markov.typeset.docx")
tex = pytest.importorskip("markov.typeset.tex")

HARD = "\\`*_~[]()<>#+-=|!$&;:@/.{}^%'\"0123 \n\taé√中\0\u202e"
TEXTS = (
    st.text()
    | st.text(st.sampled_from(HARD))
    | st.lists(st.sampled_from(["<b>", "**", "a", "1. ", "- ", "&lt;", "{#x}", "[^1]", ":::", ": "])).map(
        "".join
    )
)


def read(*blocks):
    """The blocks as pandoc reads them, in its own terms."""
    manuscript = Manuscript("t", "s", "2026-01-31", (), (Section("one", "one", blocks),))
    return below(json.loads(pandoc(Paper(manuscript), "json")))


def below(document):
    """The blocks below the first heading."""
    blocks = document["blocks"]
    return blocks[next(k for k, one in enumerate(blocks) if one["t"] == "Header") + 1 :]


def said(parts):
    """The words of inline parts, and the kinds of all that is no plain word."""
    words, kinds = "", []
    for part in parts:
        match part["t"]:
            case "Str":
                words += part["c"]
            case "Space" | "SoftBreak":
                words += " "
            case "RawInline":
                assert part["c"][1] in ("<!-- -->", "<code>", "</code>")
            case "Code":
                kinds.append("Code")
                words += part["c"][1]
            case kind:
                kinds.append(kind)
                inner, more = said(part["c"] if kind == "Strong" else part["c"][1])
                words, kinds = words + inner, kinds + more
    return words, kinds


def meant(text):
    """The words as they must be read: one line, and a number in the place of what cannot be seen."""
    return "".join(c if c.isprintable() else f"[U+{ord(c):04X}]" for c in " ".join(text.split()))


@settings(max_examples=20)
@given(st.lists(TEXTS, min_size=1, max_size=12))
def test_paragraphs_are_nothing_but_their_words(texts):
    found = read(*(Paragraph((f"x {text} y",)) for text in texts))
    assert [block["t"] for block in found] == ["Para"] * len(texts)
    assert [said(block["c"]) for block in found] == [(meant(f"x {text} y"), []) for text in texts]


@settings(max_examples=20)
@given(st.lists(TEXTS, min_size=1, max_size=8))
def test_parts_of_a_paragraph_stay_what_they_are(texts):
    paragraphs = [
        Paragraph(("x ", Code(text), " y ", Strong(f"a{text}b"), f" z https://e.org/{text}"))
        for text in texts
    ]
    for text, block in zip(texts, read(*paragraphs), strict=True):
        shown, kinds = said(block["c"])
        code = [] if not text.strip() or "=====" in text else ["Code"]
        assert kinds == [*code, "Strong"]
        told = f"x {text} y a{text}b z https://e.org/{text}"
        assert shown.split() == meant(told).split()


@settings(max_examples=20)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5), TEXTS)
def test_a_table_keeps_its_cells_and_its_caption(rows, title):
    cells = tuple((Word(f"n{k}"), Word(x), Word(y)) for k, (x, y) in enumerate(rows))
    columns = Column("n", "left"), Column("a|b", "left"), Column("`c`")
    found = read(Tabular(Table(f"t{title}", columns, cells), "one-table"))
    tables = [block["c"] for block in found]
    assert [block["t"] for block in found] == ["Table"] * len(tables)
    shown = {}
    for _, (_, caption), _, _, bodies, _ in tables:
        assert said(caption[0]["c"])[0].startswith(meant(f"Table 1. t{title}"))
        for body in bodies:
            for _, line in body[3]:
                name, *texts = (said(cell[4][0]["c"])[0] if cell[4] else "" for cell in line)
                shown.setdefault(name, []).extend(texts)
    assert shown == {f"n{k}": [meant(x), meant(y)] for k, (x, y) in enumerate(rows)}


@settings(max_examples=20)
@given(TEXTS, TEXTS, TEXTS)
def test_headings_listings_and_pictures_take_any_words(title, caption, alternative):
    (drawn,) = (block for block in all_blocks(sample().sections) if isinstance(block, Picture))
    picture = Picture(drawn.drawing, f"c{caption}", f"a{alternative}", "picture")
    section = Section(f"h{title}", "inner", (CodeListing(("x", f" {alternative}")), picture))

    class Named(Paper):
        def image(self, block):
            return "picture.png"

    manuscript = Manuscript("t", "s", "2026-01-31", (), (section,))
    document = json.loads(pandoc(Named(manuscript), "json"))
    listing, figure = below(document)
    heading = document["blocks"][-3]
    assert heading["c"][1][0] == "section_1"
    assert said(heading["c"][2]) == (meant(f"1 h{title}"), [])
    assert listing["t"] in ("CodeBlock", "Plain", "Para", "RawBlock")
    assert figure["t"] == "Figure"
    (image,) = (part for part in figure["c"][2][0]["c"] if part["t"] == "Image")
    assert said(image["c"][1])[0] == meant(f"a{alternative}")
    assert said(figure["c"][1][1][0]["c"])[0] == meant(f"Figure 1. c{caption}")


def test_words_in_a_formula_keep_the_spaces_at_their_ends():
    formula = Display(Row((Symbol("n"), Text(" and "), Symbol("m"))))
    made_of = Manuscript("t", "s", "2026-01-31", (), (Section("one", "one", (formula,)),))
    (shown,) = (one.text for one in tree(docx.render(made_of)).iter(f"{M}t") if "and" in one.text)
    assert shown == "\u00a0and\u00a0"


# Formulas

LEAVES = st.builds(Symbol, TEXTS, st.sampled_from(["italic", "upright", "bold"])) | st.one_of(
    *(st.builds(kind, TEXTS) for kind in (Number, Sign, Text))
)
TREES = st.recursive(
    LEAVES,
    lambda below: (
        st.builds(Ratio, below, below)
        | st.builds(SquareRoot, below)
        | st.builds(Script, below, st.none() | below, st.none() | below)
        | st.builds(Fenced, below, st.sampled_from(["()", "[]", "{}", "||"]))
        | st.builds(Row, st.lists(below, max_size=3).map(tuple))
        | st.lists(st.tuples(below, below), min_size=1, max_size=2).map(lambda x: Matrix(tuple(x)))
    ),
    max_leaves=6,
)
MORE = r"""
    \frac \sqrt \left \right \lbrack \rbrack \lbrace \rbrace \lvert \rvert \vert \mid \begin \end \cr
    \text \mathrm \mathbf \mathit \operatorname \boldsymbol \thinspace \backslash \ast \sim \wedge \grave
    \% \& \# \$ \_
"""
KNOWN = {*MORE.split(), *(name for shown in MATHS.values() for name in re.findall(r"\\[A-Za-z]+", shown))}


@given(TREES)
def test_a_formula_has_the_commands_that_mathjax_has_too(tree):
    source = as_tex(tree)
    commands = re.findall(r"\\(?:[A-Za-z]+|.)", source, re.DOTALL)
    assert set(commands) <= KNOWN
    assert set(re.findall(r"\\(?:begin|end)\{(.*?)\}", source)) <= {"array"}
    plain = re.sub(r"\\(?:[A-Za-z]+|.)", "", source)
    assert not set(plain) & set("%#$~`|*[]\n\t")
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    for script_, after in re.findall(r"(.?)[_^](.?)", plain):
        assert (script_, after) in {(" ", "{"), ("}", "{")}


def _formulas(block):
    """Those that define terms, on lines of their own and in the words."""
    words_ = str, Strong, Code, Ref
    for _, parts in block.entries:
        yield from (part for part in parts if not isinstance(part, words_))


FORMULAS = [
    block.formula if isinstance(block, Display) else part
    for game in ("", "repeater-bets-plus", "quebec-place-bets")
    for block in all_blocks((words(made(game, full=True)) if game else sample()).sections)
    if isinstance(block, Display | Terms)
    for part in ([None] if isinstance(block, Display) else _formulas(block))
]


def test_pandoc_makes_an_equation_of_every_formula():
    data = docx.render(
        Manuscript("t", "s", "2026-01-31", (), (Section("f", "f", tuple(map(Display, FORMULAS))),))
    )
    assert len(FORMULAS) > 60
    assert len(list(tree(data).iter(f"{M}oMathPara"))) == len(FORMULAS)


# Word files


@cache
def word(game=""):
    manuscript = words(made(game)) if game else sample()
    return manuscript, docx.render(manuscript)


def tree(data):
    with ZipFile(BytesIO(data)) as archive:
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(archive.read(name))
        return ElementTree.fromstring(archive.read("word/document.xml"))


def text(node):
    """The words, a line break among them as the bar of a fraction, which nothing else has a break for."""
    shown = "".join(
        "/" if one.tag == f"{W}br" else one.text or ""
        for one in node.iter()
        if one.tag in (f"{W}t", f"{M}t", f"{W}br")
    )
    return re.sub("[\u2005\u2007\u2008\u200a]", "", shown)


@pytest.mark.parametrize("game", ["", "repeater-bets-plus", "straights-and-8s", "quebec-place-bets"])
def test_a_word_file_says_what_the_manuscript_says(game):
    manuscript, data = word(game)
    body = tree(data)
    blocks = list(all_blocks(manuscript.sections))
    numbers = manuscript.numbers()
    headings = [text(one) for one in body.iter(f"{W}p") if style(one).startswith("Heading")]
    titles = [
        f"{numbers[one.label].removeprefix('section ')} {one.title}"
        for one in blocks
        if isinstance(one, Section)
    ]
    assert headings == [" ".join(title.split()) for title in titles]
    cells = [" ".join(text(cell).split()) for cell in body.iter(f"{W}tc")]
    for table in (one.table for one in blocks if isinstance(one, Tabular)):
        for shown, cell in zip(table.texts(), table.rows, strict=True):
            for words_, one in zip(shown, cell, strict=True):
                plain = re.sub(r"(?<!\w)-(?=[0-9.√])", "−", words_) if isinstance(one, Figure) else words_
                assert " ".join(plain.split()) in cells
    everything = text(body)
    assert "$$" not in everything
    assert "\\frac" not in everything
    assert everything.count("\\left") == 0
    formulas = sum(isinstance(one, Display) for one in blocks)
    assert len(list(body.iter(f"{M}oMathPara"))) >= formulas


def tabled(table):
    """The cells of each row."""
    return [row.findall(f"{W}tc") for row in table.findall(f"{W}tr")]


def test_a_word_file_is_made_for_word():
    manuscript, data = word()
    body = tree(data)
    particulars, *tables = body.iter(f"{W}tbl")
    assert [[text(one) for one in row] for row in tabled(particulars)] == [
        ["Date", "31 January 2026"],
        ["Source", f"rules of play; {NASTY}"],
        ["Digest", "0123456789abcdef" * 4],
    ]
    assert all(table.find(f"{W}tr/{W}trPr/{W}tblHeader") is not None for table in tables)
    widths = [[int(one.get(f"{W}w")) for one in table.iter(f"{W}gridCol")] for table in tables]
    assert all(sum(across) <= 9638 for across in widths)
    sides = [
        one.find(f"{W}p/{W}pPr/{W}jc") is not None for one in tables[0].findall(f"{W}tr")[1].findall(f"{W}tc")
    ]
    assert sides == [False, False, True, True, True, True, True, True]
    styles = [style(one) for one in body.iter(f"{W}p")]
    assert styles[:2] == ["Title", "Subtitle"]
    contents = [text(one) for one in body.iter(f"{W}p") if style(one).startswith("TOC")]
    assert contents == [
        "Contents",
        "1 Summary",
        "2 Definitions",
        "2.1 Deeper: x_1 & y",
        "3 Pictures",
        "4 Long",
    ]
    assert not [one for one in body.iter(f"{W}fldChar") if one.get(f"{W}dirty")]  # Word would ask first
    names = {one.get(f"{W}name") for one in body.iter(f"{W}bookmarkStart")}
    led = {one.get(f"{W}anchor") for one in body.iter(f"{W}hyperlink")} - {None}
    assert {"section_2_1", "table_1"} <= led <= names
    with ZipFile(BytesIO(data)) as archive:
        pictures = [name for name in archive.namelist() if name.startswith("word/media/")]
        assert [archive.read(name)[:4] for name in pictures] == [b"\x89PNG"]
        assert "PAGE" in archive.read("word/footer1.xml").decode()
        assert f"{manuscript.date}T" in archive.read("docProps/core.xml").decode()
        assert 'descr="A box, a circle and an arrow."' in archive.read("word/document.xml").decode()


def test_the_same_manuscript_gives_the_same_word_file():
    assert docx.render(sample()) == word()[1]


def test_a_word_file_carries_its_files():
    manuscript, data = word()
    found = read_report(data)
    assert (found.suffix, found.text) == (".docx", "")
    assert found.files == tuple((one.name, one.text) for one in manuscript.attachments)


def zipped(**members):
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(f"customXml/{name}.xml", data)
        archive.writestr("word/document.xml", "")
    return made.getvalue()


OURS = '<file xmlns="urn:markov:file" name="a.json" sha256="{}">{}</file>'


def test_what_is_carried_is_what_its_digest_says_or_it_is_refused():
    from hashlib import sha256

    digest = sha256(b"{}").hexdigest()
    foreign = "<b:Sources xmlns:b='urn:other'/>"
    ours = read_report(zipped(item1=OURS.format(digest, "{}"), item2=foreign))
    assert ours.files == (("a.json", "{}"),)
    assert read_report(zipped(item2=foreign)) is None
    with pytest.raises(Damaged, match=r"a\.json inside it is not what its digest says"):
        read_report(zipped(item1=OURS.format(digest, "[]")))
    with pytest.raises(Damaged, match="cannot be read to its end"):
        read_report(zipped(item1="<file>"))
    with pytest.raises(Damaged, match="no archive that can be read"):
        read_report(word()[1][:-3000])


def test_what_would_unpack_without_end_is_refused():
    entity = "<!DOCTYPE f [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>" + OURS.format("0", "&b;")
    with pytest.raises(Damaged, match="entities"):
        read_report(zipped(item1=entity))
    bomb = zipped(item1=OURS.format("0", " " * ((1 << 28) + 1)))
    with pytest.raises(Damaged, match="are not unpacked"):
        read_report(bomb)


def test_files_of_any_text_come_out_whole():
    odd = 'a\r\nb\t<c> &amp; "d" ]]> é中\U0001f600\n'
    manuscript = Manuscript("t", "s", "2026-01-31", (), (), (Attachment("a.txt", "odd", "text/plain", odd),))
    assert read_report(docx.render(manuscript)).files == (("a.txt", odd),)


# LaTeX

ENGINES = [engine for engine in ("pdflatex", "xelatex") if which(engine)]
needs_latex = pytest.mark.skipif(not ENGINES, reason="there is no LaTeX on this machine")


def hard():
    """A manuscript of much that is hard to set."""
    apart = " ".join([*WORDS, *"éőÀ中\u2028", "10⁻²⁹"])
    formulas = (
        Display(row("p", "=", Number("7" * 300))),
        Display(Row((Text(HARD), Symbol("Var", "upright"), Sign("≤"), Fenced(Symbol("σ"))))),
        Paragraph(("In line ", row("p", "=", Number("7" * 300)), ".")),
    )
    section = Section(
        "Level $ % # & é ≤ \\x {y}",
        "deep",
        (Paragraph((NASTY, apart, Code("c" * 200), Code(apart))), *formulas),
    )
    listing = CodeListing(("x" * 300, "", "  y  z" + NASTY))
    return Manuscript(
        "50% of {it} \\end{document} √", NASTY, "2026-01-31", (), (section, Section("L", "l", (listing,)))
    )


@needs_latex
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("make", [sample, hard])
def test_any_latex_sets_it_and_no_sign_is_missing(engine, make):
    log, _ = compiled(engine, make)
    for fault in ("Missing character", "undefined references", "multiply defined"):
        assert fault not in log
    assert [width for width in re.findall(r"Overfull .*?\(([0-9.]+)pt", log) if float(width) > 5] == []


@needs_latex
def test_the_pages_say_what_the_manuscript_says():
    pypdf = pytest.importorskip("pypdf")
    reader = pypdf.PdfReader(BytesIO(compiled(ENGINES[0], sample)[1]))
    shown = re.sub(r"\s+", "", "".join(page.extract_text() for page in reader.pages))
    for told in (
        "18.3673%",
        "$markovodds",
        f"{HUGE.numerator}/{HUGE.denominator}",
        "Table2.",
        "Figure1.",
        "2.1Deeper",
    ):
        assert told in shown
    assert reader.metadata.title == sample().title


def test_latex_holds_headings_tables_and_pictures():
    source = tex.render(sample())
    for title in ("1 Summary", "2 Definitions", "3 Pictures", "4 Long", "Files"):
        assert f"\\section{{{title}}}" in source
    assert source.count("\\begin{longtable}") == 2
    (name,) = re.findall(r"\\begin\{filecontents\*\}\{(.*?)\}\n%PDF", source)
    assert f"{{{name}}}" in source.partition("\\begin{document}")[2]
    assert not re.search(r" +$", source[: source.index("\\documentclass")], re.MULTILINE)


def test_a_picture_in_latex_is_a_whole_pdf():
    pypdf = pytest.importorskip("pypdf")
    source = tex.render(sample())
    (text_,) = re.findall(
        r"\\begin\{filecontents\*\}\{.*?\}\n(%PDF.*?)\\end\{filecontents\*\}", source, re.DOTALL
    )
    (page,) = pypdf.PdfReader(BytesIO(text_.encode("ascii")), strict=True).pages
    assert [round(float(x)) for x in page.mediabox[2:]] == [340, 142]
    assert "made, 1/49" in page.extract_text()


def test_the_files_of_latex_come_out_whole():
    source = sealed(tex.render(sample()))
    assert unarmored(source) == tuple((one.name, one.text) for one in sample().attachments)
    assert source.index("\\end{document}") < source.index("=====FILE")
    assert tex.render(sample()) == tex.render(sample())


def test_words_are_no_commands_and_open_no_file():
    source = tex.render(hard()).partition("\\begin{document}")[2]
    assert source.count("\\end{document}") == 1
    attack = Paragraph(("=====TEXT SHA-256 =====", Code("\\input{x}")))
    shown = tex.render(Manuscript("t", "s", "2026-01-31", (), (Section("a", "a", (attack,)),)))
    assert "\\input{x}" not in shown.partition("\\begin{document}")[2]


@pytest.mark.parametrize(("day", "year"), [("0001-01-01", 1980), ("2107-12-31", 2107), ("9999-12-31", 2107)])
def test_a_day_that_no_archive_can_hold_is_that_of_the_nearest_year(day, year):
    made_then = docx.render(Manuscript("t", "s", day, (), (Section("one", "one", (Paragraph(("x",)),)),)))
    with ZipFile(BytesIO(made_then)) as archive:
        assert {one.date_time[0] for one in archive.infolist()} == {year}
        assert f">{day}T".encode() in archive.read("docProps/core.xml")
