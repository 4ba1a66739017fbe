"""Documents to be signed: first page, findings, lines to sign, sections that begin a page."""

import json
import re
import shutil
from dataclasses import replace
from functools import cache, partial
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from markov.tables.table import Column, Table, Word
from markov.typeset import html, markdown
from markov.typeset import json as as_json
from markov.typeset.manuscript import Manuscript, Paragraph, Ref, Section, Tabular
from markov.typeset.tables import lines, rows
from markov.typeset.typst import source
from tests.typeset.html_page import read
from tests.typeset.sample import NASTY, formal, sample
from tests.typeset.word_file import W, style

DIGEST = "fedcba9876543210" * 4


def test_findings_are_numbered_and_can_be_referred_to():
    numbers = formal().numbers()
    assert (numbers["found-1"], numbers["found-2"]) == ("finding 1", "finding 2")
    assert [numbers[label] for label in ("first", "left", "right")] == ["table 1", "table 2", "table 3"]
    with pytest.raises(ValueError, match="a reference to 'found-3'"):
        replace(formal(), opening=(Paragraph((Ref("found-3"),)),))
    with pytest.raises(ValueError, match="two parts have the label 'left'"):
        replace(formal(), opening=tuple(one for one in formal().blocks if isinstance(one, Tabular))[1:2])


def test_no_section_stands_before_the_contents():
    with pytest.raises(ValueError, match="the section 'Early' stands before the contents"):
        replace(formal(), opening=(Section("Early", "early", ()),))


@pytest.mark.parametrize("suffix", [".json", ".html", ".md", ".typ", ".tex"])
def test_tables_of_the_first_page_are_found_as_all_others(suffix):
    if suffix == ".tex":
        pytest.importorskip("pypandoc")
        from markov.typeset.tex import render
    else:
        render = {".json": as_json.render, ".html": html.render, ".md": markdown.render, ".typ": source}[
            suffix
        ]
    there = lines(render(formal()), suffix)
    tables = [one for one in formal().blocks if isinstance(one, Tabular)]
    assert len(tables) == 3
    for one in tables:
        wanted = rows(one, suffix)
        assert any(there[k : k + len(wanted)] == wanted for k in range(len(there))), one.label


def test_a_table_in_parts_is_found_in_a_page_for_browsers_and_says_every_cell_there():
    heads = (Column("wager", "left"), *(Column(f"reading {k}") for k in range(30)))
    cells = tuple((Word(name), *(Word(f"{name}{k}.34567") for k in range(30))) for name in ("Horn", "Even"))
    wide = Tabular(Table("Wide", heads, cells, ("A note.",)), "wide", totals=1)
    short = replace(wide, table=replace(wide.table, columns=heads[:3], rows=tuple(row[:3] for row in cells)))
    section = Section("S", "s", (wide, replace(short, label="short")))
    page = html.render(Manuscript("T", "s", "2026-01-31", (), (section,)))
    there = lines(page, ".html")
    for one in (wide, replace(short, label="short")):
        wanted = rows(one, ".html")
        assert any(there[k : k + len(wanted)] == wanted for k in range(len(there))), one.label
    parts = list(next(one for one in read(page).all("figure")).all("table"))
    assert len(parts) > 2
    shown = [[cell.text() for cell in row.all("td")] for part in parts for row in part.all("tr")]
    assert [text for row in shown[1::3] for text in row] == [cell.text() for cell in cells[0][1:]]
    assert [text for row in shown[2::3] for text in row] == [cell.text() for cell in cells[1][1:]]
    assert all(part.one("tfoot").one("th").text() == "Even" for part in parts)


def test_json_says_all_of_it():
    document = json.loads(as_json.render(formal()))
    assert [one["type"] for one in document["opening"]] == ["paragraph", "table", "particulars"]
    assert document["opening"][2]["rows"][1] == {"name": "Digest", "parts": [{"code": DIGEST}]}
    verdict = document["sections"][1]["blocks"]
    kinds = [one["type"] for one in verdict]
    assert kinds == [
        "finding",
        "finding",
        "paragraph",
        "table",
        "table",
        "sign-off",
    ]
    assert verdict[0]["disposition"] == ["It stands."]
    assert verdict[5]["lines"][1] == {"role": "Reviewer", "name": ""}


def test_markdown_says_all_of_it():
    text = markdown.render(formal())
    assert text.index("In short:") < text.index("## Contents") < text.index("1 Words")
    assert "- **Date:** 31 January 2026" in text
    assert '<a id="finding-2"></a><b>Finding 2. Chips</b>' in text or "**Finding 2. Chips**" in text
    assert "**Disposition**: It stands." in text
    assert "| Reviewer |  |  |  |" in text


def test_the_page_in_a_browser_says_all_of_it():
    page = read(html.render(formal()))
    by_id = {node.attributes["id"]: node for node in page.all("div", "section") if "id" in node.attributes}
    assert (
        by_id["finding-1"].text()
        == f"Finding 1. A gap pays less & is rarerSee table 2: {NASTY}Disposition: It stands."
    )
    assert "Disposition" not in by_id["finding-2"].text()
    head = page.one("header")
    assert [node.text() for node in head.all("dt")] == ["Date", "Document", "Tested", "Digest"]
    assert [node.text() for node in head.all("dd")] == ["31 January 2026", "F-17", NASTY, DIGEST]
    assert len(list(head.all("table"))) == 1
    signed = list(page.all("table"))[-1]
    assert [[cell.text() for cell in row.all("th", "td")] for row in signed.all("tr")] == [
        ["Role", "Name", "Signature", "Date"],
        ["Author", "A. Lovelace", "", ""],
        ["Reviewer", "", "", ""],
        ["Laboratory & more", NASTY[:12], "", ""],
    ]
    assert [one.attributes.get("class") for one in page.one("main").all("section")] == [None, "paged"]


def pages(manuscript: Manuscript) -> list[str]:
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    pypdf = pytest.importorskip("pypdf", reason="the extra 'pdf' is not installed")
    from markov.typeset import pdf

    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf.render(manuscript))).pages]


def test_the_first_page_stands_before_the_contents():
    first, *_ = pages(formal())
    assert first.index("In short: the house keeps a ninth") < first.index(DIGEST) < first.index("Contents")


def test_contents_stand_in_two_columns_on_one_page():
    for above in range(0, 40, 4):
        opening = tuple(Paragraph((f"Line {k}.",)) for k in range(above))
        sections = tuple(Section(f"Title {k};", f"s{k}", (Paragraph(("x",)),)) for k in range(31))
        made = pages(Manuscript("T", "s", "2026-01-31", (), sections, opening=opening))
        (listed,) = (page for page in made if "Contents" in page.splitlines())
        assert all(f"Title {k};" in listed for k in range(31))
        assert listed.index("Title 0;") < listed.index("Title 30;")


def test_a_section_of_a_page_of_its_own_begins_one():
    for count in (1, 30, 60):
        *_, last = pages(formal(count))
        assert last.index("Verdict") < last.index("Laboratory")  # its beginning and its end
        assert f"Paragraph {count - 1}." not in last


@pytest.mark.parametrize(("lines", "parted"), [(8, False), (16, True)])
def test_a_table_of_more_than_a_few_lines_fills_the_page_and_goes_on_over_the_next(lines: int, parted: bool):
    found = set()
    for count in range(20, 50, 3):
        above = tuple(Paragraph((f"Paragraph {k}.",)) for k in range(count))
        rows = tuple((Word(f"line {k};"), Word("1")) for k in range(lines))
        below = Tabular(Table("Lines", (Column("line", "left"), Column("figure")), rows), "t")
        section = Section("S", "s", (*above, below))
        with_lines = [
            page
            for page in pages(Manuscript("T", "s", "2026-01-31", (), (section,)))
            if "line 0;" in page or f"line {lines - 1};" in page
        ]
        assert all("figure" in page for page in with_lines)
        found.add(len(with_lines) == 2)
    assert found == ({True, False} if parted else {False})


def test_what_does_not_fit_on_any_page_is_not_cut_off():
    long = tuple(Paragraph((f"Paragraph {k}. {NASTY}",)) for k in range(90))
    text = "\n".join(pages(Manuscript("T", "s", "2026-01-31", (), (Section("L", "l", long, paged=True),))))
    assert all(f"Paragraph {k}." in text for k in range(90))


# Word


@cache
def word(make=formal):
    pytest.importorskip("pypandoc")
    pytest.importorskip("matplotlib")
    from markov.typeset.docx import render

    with ZipFile(BytesIO(render(make()))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".xml")}


def body(make=formal):
    return ElementTree.fromstring(word(make)["word/document.xml"])[0]


def said(node) -> str:
    return "".join(one.text or "" for one in node.iter(f"{W}t"))


def kept(paragraph) -> bool:
    return paragraph.find(f"{W}pPr/{W}keepNext") is not None


def test_word_has_the_first_page_and_the_contents_behind_it():
    parts = list(body())
    names = [one.find(f"{W}tblPr/{W}tblStyle").get(f"{W}val") for one in parts if one.tag == f"{W}tbl"]
    assert names == ["Particulars", "Table", "Particulars", "Table", "Table", "SignOff"]
    contents = next(k for k, one in enumerate(parts) if one.tag == f"{W}sdt")
    assert [said(one) for one in parts[:contents] if one.tag == f"{W}tbl"][2].endswith(DIGEST)


def test_word_begins_a_page_with_each_section_that_is_to_begin_one():
    begun = [one for one in body().iter(f"{W}p") if one.find(f"{W}pPr/{W}pageBreakBefore") is not None]
    assert [(style(one), said(one)) for one in begun] == [("Heading1", "2 Verdict")]
    assert len(list(body().iter(f"{W}pageBreakBefore"))) == 1  # and in nothing else


def test_word_keeps_together_what_belongs_together():
    parts = list(body())
    assert not any(kept(one) for one in parts if said(one).startswith("Paragraph"))
    assert all(kept(one) for one in parts if said(one).startswith("Both tables"))
    for table in (one for one in parts if one.tag == f"{W}tbl" and style(next(one.iter(f"{W}p"))) == "Cell"):
        *above, last = table.findall(f"{W}tr")
        assert all(kept(one) for row in above for one in row.iter(f"{W}p"))
        assert not any(kept(one) for one in last.iter(f"{W}p"))


def test_what_leads_to_a_table_stays_with_it_and_a_long_paragraph_may_end_a_page():
    rows = tuple((Word(f"line {k};"),) for k in range(8))
    below = Tabular(Table("Lines", (Column("line", "left"),), rows), "t")
    for words, stays in (("These are the lines:", True), ("All that is said of it. " * 25, False)):
        blocks = (Paragraph((words,)), below)
        made = body(partial(Manuscript, "T", "s", "2026-01-31", (), (Section("S", "s", blocks),)))
        (paragraph,) = (one for one in made.iter(f"{W}p") if said(one) == words.strip())
        assert kept(paragraph) == stays
        together = set()
        for count in range(20, 45):
            above = tuple(Paragraph((f"Paragraph {k}.",)) for k in range(count))
            section = Section("S", "s", (*above, *blocks))
            first = pages(Manuscript("T", "s", "2026-01-31", (), (section,), contents=False))[0]
            together.add((words[:12] in first) == ("line 0;" in first))
        assert together == ({True} if stays else {True, False})


def test_word_breaks_a_long_table_with_three_rows_at_least_on_either_page():
    rows = tuple((Word(f"line {k};"),) for k in range(20))
    long = Tabular(Table("Lines", (Column("line", "left"),), rows), "t")
    made = body(lambda: Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", (long,)),)))
    heading, *lines = next(one for one in made.iter(f"{W}tbl") if "line 0;" in said(one)).findall(f"{W}tr")
    assert heading.find(f"{W}trPr/{W}tblHeader") is not None  # it is there again on the next page
    assert kept(next(heading.iter(f"{W}p")))
    apart = [k for k, row in enumerate(lines) if not kept(next(row.iter(f"{W}p")))]
    assert apart == [*range(3, 17), 19]


def test_word_leaves_little_room_between_two_tables_in_a_row():
    column, row = (Column("wager", "left"),), ((Word("Horn"),),)
    two = tuple(Tabular(Table("Title", column, row), name) for name in ("one", "two"))
    parts = list(body(lambda: Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", two),))))
    first, _ = (k for k, one in enumerate(parts) if one.tag == f"{W}tbl" and "Horn" in said(one))
    after = next(one for one in parts[first + 1 :] if one.tag == f"{W}p")
    assert not said(after)
    assert int(after.find(f"{W}pPr/{W}spacing").get(f"{W}line")) <= 120  # twentieths of a point


def test_word_leads_to_tables_with_the_words_above_them():
    summary = next(one for one in body() if said(one).startswith("In short:"))
    assert kept(summary)
    assert all(row.find(f"{W}trPr/{W}cantSplit") is not None for row in body(sample).iter(f"{W}tr"))


def test_word_has_no_mark_of_ours_left():
    for make in (formal, sample):
        assert "set_" not in re.sub(r">[^<]*<", "><", word(make)["word/document.xml"])


def test_word_says_its_language_its_title_and_its_pages_once():
    parts = word(sample)
    assert 'w:lang w:val="en-GB"' in parts["word/styles.xml"]
    assert "en-US" not in parts["word/styles.xml"] + parts["word/settings.xml"]
    assert "<dc:language>en-GB</dc:language>" in parts["docProps/core.xml"]
    assert "Sample &amp; Sons: 100% of &lt;everything&gt;" in parts["word/header1.xml"]
    assert "STYLEREF &quot;heading 1&quot;" in parts["word/header1.xml"]
    assert "31 January 2026" in parts["word/footer1.xml"]
    assert re.findall(r'w:instr=" (\w+) "', parts["word/footer1.xml"]) == ["PAGE", "NUMPAGES"]
    assert "<w:titlePg" in parts["word/document.xml"]  # the first page shows its title itself


def test_word_sets_decimal_points_below_each_other():
    columns = [
        [said(row.findall(f"{W}tc")[7]) for row in table.findall(f"{W}tr")[1:]]
        for table in body(sample).iter(f"{W}tbl")
        if "mean spins" in said(table)
    ]
    (spins,) = columns
    assert spins[0] == "1.428571"
    assert spins[2] == "–\u2008" + 6 * "\u2007"


def test_every_style_that_word_is_told_of_is_there():
    for make in (formal, sample):
        known = set(re.findall(r'w:styleId="(\w+)"', word(make)["word/styles.xml"]))
        told = set(re.findall(r'w:(?:p|r|tbl)Style w:val="(\w+)"', word(make)["word/document.xml"]))
        assert told <= known


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX on this machine")
def test_latex_sets_it():
    pytest.importorskip("pypandoc")
    pytest.importorskip("matplotlib")
    from tests.typeset.latex import compiled

    log, made = compiled("pdflatex", formal)
    assert not re.search(r"Overfull .hbox \(([1-9]\d|[6-9])[.\d]*pt", log)
    pypdf = pytest.importorskip("pypdf")
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(made)).pages)
    assert "Finding 2" in text
    assert "Laboratory" in text


def test_one_date_and_one_language_in_every_format():
    day = "31 January 2026"
    page = html.render(sample())
    assert '<html lang="en-GB">' in page
    assert f'<time datetime="2026-01-31">{day}</time>' in page
    assert f"**Date:** {day}" in markdown.render(sample())
    assert day in source(sample())
    assert '#set text(lang: "en", region: "gb")' in source(sample())
    assert day in said(body(sample))


def test_a_short_document_has_no_table_of_contents():
    short = replace(formal(3), contents=False)
    assert not list(read(html.render(short)).all("nav"))
    assert "## Contents" not in markdown.render(short)
    assert "#contents(" not in source(short)
    assert "Contents" not in "".join(pages(short))
    pytest.importorskip("pypandoc")
    pytest.importorskip("matplotlib")
    from markov.typeset.docx import render

    with ZipFile(BytesIO(render(short))) as archive:
        assert "w:sdt" not in archive.read("word/document.xml").decode()


def test_a_section_that_is_a_little_too_long_for_its_page_is_made_smaller_to_fit():
    def count(paragraphs: int, paged: bool) -> int:
        long = tuple(Paragraph((f"Paragraph {k}. {NASTY}",)) for k in range(paragraphs))
        sections = (Section("L", "l", long, paged),) if paged else (_BEGUN, Section("L", "l", long))
        return len(pages(Manuscript("T", "s", "2026-01-31", (), sections))) - 1  # without the contents

    longest = next(n for n in range(20, 60) if count(n + 1, paged=False) == 2)  # of what fits a page begun
    assert count(longest + 2, paged=True) == 1
    assert count(longest * 3 // 2, paged=True) == 2


_BEGUN = Section("B", "b", (), paged=True)
"""A section that begins a page, and leaves nearly all of it."""
