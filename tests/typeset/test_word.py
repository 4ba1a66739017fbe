"""Word files and LaTeX: what is Word's own there, what any LaTeX sets, and files that were tampered with."""

import re
from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial
from io import BytesIO
from shutil import which
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from markov.typeset import manuscript as ms
from markov.typeset.archive import parts
from markov.typeset.attached import Damaged, armored, unarmored
from markov.typeset.formula import Formula, number
from markov.typeset.report_file import read_report
from tests.appendix.dossiers import made, words
from tests.typeset.latex import compiled
from tests.typeset.sample import HUGE, NASTY, formal, sample
from tests.typeset.word_file import M, W, style

pytest.importorskip("pypandoc", reason="the extra 'report' is not installed")
pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
docx = pytest.importorskip("markov.typeset.docx")
html = pytest.importorskip("markov.typeset.html")
tex = pytest.importorskip("markov.typeset.tex")

# Formulas


def test_pandoc_makes_an_equation_of_every_formula():
    games = (words(made(game, full=True)) for game in ("repeater-bets-plus", "quebec-place-bets"))
    formulas = [one for manuscript in (sample(), *games) for one in manuscript.formulas]
    manuscript = ms.Manuscript(
        "t", "s", "2026-01-31", (), (ms.Section("f", "f", tuple(map(ms.Display, formulas))),)
    )
    assert len(formulas) > 60
    assert len(list(part(docx.render(manuscript)).iter(f"{M}oMathPara"))) == len(formulas)
    assert html.render(manuscript).count("<math ") == len(formulas)


def test_words_in_a_formula_keep_the_spaces_at_their_ends():
    formula = ms.Display(Formula(r"n \text{ and } m"))
    made_of = ms.Manuscript("t", "s", "2026-01-31", (), (ms.Section("one", "one", (formula,)),))
    (shown,) = (one.text for one in part(docx.render(made_of)).iter(f"{M}t") if "and" in one.text)
    assert shown == "\u00a0and\u00a0"


# Word files


@cache
def held(make=sample):
    """The parts of the file by name, each of them XML that can be read."""
    with ZipFile(BytesIO(docx.render(make()))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, data in parts.items():
        if name.endswith((".xml", ".rels")):
            ElementTree.fromstring(data)
    return parts


def part(data):
    with ZipFile(BytesIO(data)) as archive:
        return ElementTree.fromstring(archive.read("word/document.xml"))


def body(make=sample):
    return ElementTree.fromstring(held(make)["word/document.xml"])[0]


def said(node) -> str:
    return "".join(one.text or "" for one in node.iter(f"{W}t"))


def test_a_word_file_has_words_own_headings_contents_links_and_alternatives():
    styles = [style(one) for one in body().iter(f"{W}p")]
    assert styles[:2] == ["Title", "Subtitle"]
    contents = [one for one in body().iter(f"{W}p") if style(one).startswith("TOC")]
    assert [(style(one), said(one)) for one in contents[:4]] == [
        ("TOCHeading", "Contents"),
        ("TOC1", "1 Summary"),
        ("TOC1", "2 Definitions"),
        ("TOC2", "2.1 Deeper: x_1 & y"),
    ]
    assert b'<w:updateFields w:val="true"/>' in held()["word/settings.xml"]
    asked = [one.get(f"{W}instr").split()[1] for one in body().iter(f"{W}fldSimple")]
    assert asked == ["section_1", "section_2", "section_2_1", "section_3", "section_4"]
    headings = [one for one in body().iter(f"{W}p") if style(one).startswith("Heading")]
    held_in = [one.find(f"{W}bookmarkStart").get(f"{W}name") for one in headings]
    assert held_in[:3] == asked[:3]  # in the heading itself, where every program finds its page
    names = {one.get(f"{W}name") for one in body().iter(f"{W}bookmarkStart")}
    led = {one.get(f"{W}anchor") for one in body().iter(f"{W}hyperlink")} - {None}
    assert {"section_2_1", "table_1"} <= led <= names
    assert [data[:4] for name, data in held().items() if name.startswith("word/media/")] == [b"\x89PNG"]
    assert b'descr="A box, a circle and an arrow."' in held()["word/document.xml"]


def test_tables_fit_the_page_and_repeat_their_headings():
    _, *tables = body().iter(f"{W}tbl")
    assert all(table.find(f"{W}tr/{W}trPr/{W}tblHeader") is not None for table in tables)
    wide = [int(table.find(f"{W}tblPr/{W}tblW").get(f"{W}w")) for table in tables]  # per 50 %
    assert all(4_990 <= each <= 5_000 for each in wide)  # both want more than there is
    sides = [one.find(f"{W}p/{W}pPr/{W}jc").get(f"{W}val") for one in tables[0][3].findall(f"{W}tc")]
    assert sides == ["left"] * 2 + ["right"] * 6


def test_decimal_points_stand_below_each_other():
    (table,) = (one for one in body().iter(f"{W}tbl") if "mean spins" in said(one))
    spins = [said(line.findall(f"{W}tc")[7]) for line in table.findall(f"{W}tr")[1:]]
    assert (spins[0], spins[2]) == ("1.428571", "–\u2008" + 6 * "\u2007")


def test_what_leads_to_a_table_stays_on_its_page():
    parts = list(body(formal))
    kept = {style(one) == "Lead" for one in parts if said(one).startswith("Both tables")}
    others = {style(one) == "Lead" for one in parts if said(one).startswith("Paragraph")}
    assert (kept, others) == ({True}, {False})


def test_every_style_that_word_is_told_of_is_there():
    for make in (formal, sample):
        known = set(re.findall(rb'w:styleId="(\w+)"', held(make)["word/styles.xml"]))
        told = set(re.findall(rb'w:(?:p|r|tbl)Style w:val="(\w+)"', held(make)["word/document.xml"]))
        assert told <= known | {b"FigureTable"}


def test_word_says_its_language_its_title_its_date_and_its_pages_once():
    parts = {name: data.decode("utf-8", "replace") for name, data in held().items()}
    assert 'w:lang w:val="en-GB"' in parts["word/styles.xml"]
    assert "en-US" not in parts["word/styles.xml"] + parts["word/settings.xml"]
    assert "<dc:language>en-GB</dc:language>" in parts["docProps/core.xml"]
    assert "<dc:creator>A. Lovelace &amp; &lt;b&gt;</dc:creator>" in parts["docProps/core.xml"]
    assert "<Application>markov 1.0</Application>" in parts["docProps/app.xml"]
    assert f"{sample().date}T" in parts["docProps/core.xml"]
    assert "Sample &amp; Sons: 100% of &lt;everything&gt;" in parts["word/header1.xml"]
    for title, shown in (("t" * 70, "t" * 70), ("t" * 71, f"{'t' * 69}…")):
        assert f">{shown}<".encode() in held(partial(replace, sample(), title=title))["word/header1.xml"]
    assert "STYLEREF &quot;heading 1&quot;" in parts["word/header1.xml"]
    assert "31 January 2026" in parts["word/footer1.xml"]
    assert re.findall(r'w:instr=" (\w+) "', parts["word/footer1.xml"]) == ["PAGE", "NUMPAGES"]
    assert "<w:titlePg" in parts["word/document.xml"]  # the first page shows its title itself


def test_a_document_without_contents_has_none():
    plain = ms.Manuscript(
        "T", "s", "2026-01-31", (), (ms.Section("S", "s", (ms.Paragraph(("x",)),)),), contents=False
    )
    for module in (docx, html, tex):
        shown = module.render(plain)
        with_text = shown.encode() if isinstance(shown, str) else held(lambda: plain)["word/document.xml"]
        assert not re.search(rb"TOC|<nav|\\tableofcontents\n", with_text)


@pytest.mark.parametrize(("day", "year"), [("0001-01-01", 1980), ("2107-12-31", 2107), ("9999-12-31", 2107)])
def test_a_day_that_no_archive_can_hold_is_that_of_the_nearest_year(day, year):
    made_then = docx.render(
        ms.Manuscript("t", "s", day, (), (ms.Section("one", "one", (ms.Paragraph(("x",)),)),))
    )
    with ZipFile(BytesIO(made_then)) as archive:
        assert {one.date_time[0] for one in archive.infolist()} == {year}
        assert f">{day}T".encode() in archive.read("docProps/core.xml")


def test_a_word_file_that_was_cut_or_changed_is_refused():
    data = docx.render(sample())
    with pytest.raises(Damaged, match="no archive that can be read"):
        read_report(data[:-3000])
    changed = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"json SHA-256 ", b"json SHA-256 0"))
    with pytest.raises(Damaged, match="a file inside it has no end"):
        read_report(changed.getvalue())


@pytest.mark.parametrize("limit", [8, 9])
def test_what_unpacks_to_just_the_limit_is_unpacked(monkeypatch, limit):
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("a", "b" * 9)
    armour = "\n".join(armored([ms.Attachment("a", "a", "text/plain", "b" * 9)]))
    for module, read, given in (("archive", parts, packed.getvalue()), ("attached", unarmored, armour)):
        monkeypatch.setattr(f"markov.typeset.{module}.unpacking_limit", lambda _: limit)
        with nullcontext() if limit == 9 else pytest.raises(Damaged, match="would unpack to"):
            assert dict(read(given))["a"] in ("b" * 9, b"b" * 9)


# LaTeX

ENGINES = [engine for engine in ("pdflatex", "xelatex") if which(engine)]
needs_latex = pytest.mark.skipif(not ENGINES, reason="there is no LaTeX on this machine")


def hard():
    """A manuscript of much that is hard to set."""
    apart = " ".join([*tex.DECLARED, *"éőÀ中\u2028–—‘’‚“”„†‡•…‹›€™¡¿¼½¾", "10⁻²⁹"])
    long = number(int("7" * 300))
    formulas = (ms.Display(Formula(f"p = {long}")), ms.Paragraph(("In line ", Formula(f"p = {long}"), ".")))
    section = ms.Section(
        "Level $ % # & é ≤ \\x {y}",
        "deep",
        (ms.Paragraph((NASTY, apart, ms.Code("c" * 200), ms.Code(apart))), *formulas),
    )
    listing = ms.CodeListing(("x" * 300, "", "  y  z" + NASTY))
    return ms.Manuscript(
        "50% of {it} \\end{document} √", NASTY, "2026-01-31", (), (section, ms.Section("L", "l", (listing,)))
    )


@needs_latex
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("make", [sample, hard, formal])
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
    for told in ("18.3673%", "$markovodds", f"{HUGE.numerator}/{HUGE.denominator}", "Table2.", "2.1Deeper"):
        assert told in shown
    assert reader.metadata.title == sample().title


def test_a_picture_in_latex_is_a_whole_pdf_that_it_writes_to_a_file():
    pypdf = pytest.importorskip("pypdf")
    source = tex.render(sample())
    ((name, text),) = re.findall(
        r"\\begin\{filecontents\*\}\{(.*?)\}\n(%PDF.*?)\\end\{filecontents\*\}", source, re.DOTALL
    )
    assert f"{{{name}}}" in source.partition("\\begin{document}")[2]
    assert not re.search(r" +$", text, re.MULTILINE)  # which TeX would drop
    (page,) = pypdf.PdfReader(BytesIO(text.encode("ascii")), strict=True).pages
    assert [round(float(x)) for x in page.mediabox[2:]] == [340, 142]
    assert "made, 1/49" in page.extract_text()


def test_words_are_no_commands_and_fractions_have_a_bar():
    source = tex.render(hard()).partition("\\begin{document}")[2]
    assert source.count("\\end{document}") == 1
    assert source.index("\\end{document}") > source.index("\\section{2 L}")
    attack = ms.Paragraph((ms.Code("\\input{x}"), "\\input{x}"))
    shown = tex.render(ms.Manuscript("t", "s", "2026-01-31", (), (ms.Section("a", "a", (attack,)),)))
    assert "\\input{x}" not in shown.partition("\\begin{document}")[2]
    assert "\\barred{9}{49}" in tex.render(sample())


def test_in_latex_only_a_long_whole_number_is_broken_and_a_fraction_is_made_to_fit():
    formulas = Formula(r"n = 1\,000"), Formula(r"p = \frac{1}{1\,000}"), Formula("n = 1")
    section = ms.Section("a", "a", (*map(ms.Display, formulas), ms.Paragraph(("12345678901/49",))))
    shown = tex.render(ms.Manuscript("t", "s", "2026-01-31", (), (section,))).partition("\\begin{document}")[
        2
    ]
    assert re.findall(r"\\(broken|fitted)\{", shown) == ["broken", "fitted", "fitted"]
    assert "12\\tsp 345\\tsp 678\\tsp 901\\brk /49" in shown
