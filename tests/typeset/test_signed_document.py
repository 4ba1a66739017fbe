"""Documents to be signed: first page, findings, tables side by side, lines to sign, sections kept whole."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from markov.tables.table import Column, Table, Word
from markov.typeset import html, markdown
from markov.typeset import json as as_json
from markov.typeset.manuscript import Beside, Manuscript, Paragraph, Ref, Section, Tabular
from markov.typeset.tables import lines, rows
from markov.typeset.typst import source
from tests.typeset.sample import NASTY, formal, sample
from tests.typeset.test_html import read

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DIGEST = "fedcba9876543210" * 4


def test_findings_are_numbered_and_can_be_referred_to():
    numbers = formal().numbers()
    assert (numbers["found-1"], numbers["found-2"]) == ("finding 1", "finding 2")
    assert [numbers[label] for label in ("first", "left", "right")] == ["table 1", "table 2", "table 3"]
    with pytest.raises(ValueError, match="a reference to 'found-3'"):
        replace(formal(), opening=(Paragraph((Ref("found-3"),)),))
    with pytest.raises(ValueError, match="two parts have the label 'left'"):
        replace(formal(), opening=(next(one for one in formal().blocks if isinstance(one, Beside)).left,))


def test_no_section_stands_before_the_contents():
    with pytest.raises(ValueError, match="the section 'Early' stands before the contents"):
        replace(formal(), opening=(Section("Early", "early", ()),))


@pytest.mark.parametrize("suffix", [".json", ".html", ".md", ".typ", ".tex"])
def test_tables_of_the_first_page_and_side_by_side_are_found_as_all_others(suffix):
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


def test_json_says_all_of_it():
    document = json.loads(as_json.render(formal()))
    assert [one["type"] for one in document["opening"]] == ["paragraph", "table", "particulars"]
    assert document["opening"][2]["rows"][1] == {"name": "Digest", "parts": [{"code": DIGEST}]}
    verdict = document["sections"][1]["blocks"]
    assert [one["type"] for one in verdict] == ["finding", "finding", "paragraph", "beside", "sign-off"]
    assert verdict[0]["disposition"] == ["It stands."]
    assert verdict[4]["lines"][1] == {"role": "Reviewer", "name": ""}


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
    (pair,) = (node for node in page.all("div") if node.attributes.get("class") == "beside")
    assert len(list(pair.all("figure"))) == 2
    signed = list(page.all("table"))[-1]
    assert [[cell.text() for cell in row.all("th", "td")] for row in signed.all("tr")] == [
        ["Role", "Name", "Signature", "Date"],
        ["Author", "A. Lovelace", "", ""],
        ["Reviewer", "", "", ""],
        ["Laboratory & more", NASTY[:12], "", ""],
    ]
    assert [one.attributes.get("class") for one in page.one("main").all("section")] == [None, "whole"]


def pages(manuscript: Manuscript) -> list[str]:
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    pypdf = pytest.importorskip("pypdf", reason="the extra 'pdf' is not installed")
    from markov.typeset import pdf

    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf.render(manuscript))).pages]


def test_the_first_page_stands_before_the_contents():
    first, second, *_ = pages(formal())
    assert "In short: the house keeps a ninth" in first
    assert DIGEST in first
    assert "Contents" not in first
    assert "Contents" in second


def test_a_whole_section_begins_a_new_page_unless_it_fits():
    alone = []
    for count in range(30, 75, 5):
        *_, last = pages(formal(count))
        assert last.index("Verdict") < last.index("Laboratory")  # its beginning and its end
        alone.append(f"Paragraph {count - 1}." not in last)
    assert set(alone) == {True, False}


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
    text = "\n".join(pages(Manuscript("T", "s", "2026-01-31", (), (Section("L", "l", long, whole=True),))))
    assert all(f"Paragraph {k}." in text for k in range(90))


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler's pdftotext is not installed")
def test_two_tables_stand_side_by_side(tmp_path: Path):
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    from markov.typeset import pdf

    (tmp_path / "a.pdf").write_bytes(pdf.render(formal()))
    boxes = subprocess.run(
        ["pdftotext", "-bbox", "a.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    last = boxes.split("<page ")[-1]
    tops = [float(y) for y in re.findall(r'yMin="([\d.]+)"[^>]*>Table<', last)]
    assert len(tops) == 2
    assert tops[0] == tops[1]


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


def style(paragraph) -> str:
    found = paragraph.find(f"{W}pPr/{W}pStyle")
    return "" if found is None else found.get(f"{W}val")


def kept(paragraph) -> bool:
    return paragraph.find(f"{W}pPr/{W}keepNext") is not None


def test_word_has_the_first_page_and_the_contents_behind_it():
    parts = list(body())
    names = [one.find(f"{W}tblPr/{W}tblStyle").get(f"{W}val") for one in parts if one.tag == f"{W}tbl"]
    assert names == ["Particulars", "Table", "Particulars", "Beside", "SignOff"]
    contents = next(k for k, one in enumerate(parts) if one.tag == f"{W}sdt")
    assert [said(one) for one in parts[:contents] if one.tag == f"{W}tbl"][2].endswith(DIGEST)
    assert parts[contents].find(f".//{W}pageBreakBefore") is not None
    assert body(sample).find(f".//{W}pageBreakBefore") is None


def test_word_keeps_together_what_belongs_together():
    parts = list(body())
    start = next(k for k, one in enumerate(parts) if style(one) == "Heading1" and said(one) == "2 Verdict")
    end = next(k for k in range(start, len(parts)) if "Reviewer" in said(parts[k]))
    inside = [one for part in parts[start:end] for one in part.iter(f"{W}p")]
    assert all(map(kept, inside))
    assert not any(kept(one) for one in parts if said(one).startswith("Paragraph"))
    (table,) = (one for one in parts if one.tag == f"{W}tbl" and len(list(one.iter(f"{W}tbl"))) > 1)
    assert len(list(table.iter(f"{W}tbl"))) == 2 + 1
    assert len(table.findall(f"{W}tr/{W}tc")) == 2


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
    from tests.typeset.test_word import compiled

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


def test_a_whole_section_that_is_a_little_too_long_is_made_smaller_to_fit():
    def count(paragraphs: int, whole: bool) -> int:
        long = tuple(Paragraph((f"Paragraph {k}. {NASTY}",)) for k in range(paragraphs))
        section = Section("L", "l", long, whole)
        return len(pages(Manuscript("T", "s", "2026-01-31", (), (section,)))) - 1  # without the contents

    longest = next(n for n in range(20, 60) if count(n + 1, whole=False) == 2)  # of what fits a page as it is
    assert count(longest + 1, whole=True) == 1
    assert count(longest * 3 // 2, whole=True) == 2


def test_tables_that_nearly_fit_side_by_side_are_made_smaller_for_it():
    def pair(count: int) -> Beside:
        columns = Column("wager", "left"), *(Column(f"heading {k}") for k in range(count))
        row = (Word("Horn"), *(Word("12.34567") for _ in range(count)))
        tables = (Tabular(Table(f"Of {name}", columns, (row,)), name) for name in ("left", "right"))
        return Beside(*tables)

    made = [
        Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", (pair(count),)),)) for count in range(2, 7)
    ]
    shares = [re.search(r"#beside\([\d.]+pt, (\d+)%", source(one)) for one in made]
    found = [int(share[1]) if share else 0 for share in shares]
    assert found[0] == 100
    assert any(82 <= share < 100 for share in found)
    assert found[-1] == 0  # one below the other
    for one in made:
        text = " ".join(pages(one))
        assert text.count("Horn") == 2
