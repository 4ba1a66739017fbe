"""Fractions in tables: short ones with a bar, in every format that has one; long ones on a line."""

import re
import shutil
import subprocess
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from markov.tables.table import Column, Figure, Table, Word, in_percent
from markov.typeset import html, markdown
from markov.typeset.manuscript import Manuscript, Section, Tabular
from markov.typeset.table_fit import natural_width
from markov.typeset.typst import source
from tests.typeset.html_page import read
from tests.typeset.sample import HUGE
from tests.typeset.word_file import W

COLUMNS = Column("ending", "left"), Column("chance of it"), Column("%", "point")


def tabular(*numbers: Fraction) -> Tabular:
    rows = tuple((Word(f"ending {k}"), Figure(x), Figure(x, in_percent)) for k, x in enumerate(numbers))
    return Tabular(Table("Endings", COLUMNS, rows), "endings")


def manuscript(*numbers: Fraction) -> Manuscript:
    return Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", (tabular(*numbers),)),))


NUMBERS = Fraction(-9, 49), Fraction(1, 1771561), Fraction(3), Fraction(1, 10**20), HUGE


def test_a_page_stacks_short_fractions_and_says_them_with_a_slash():
    cells = [line.parts[1] for line in read(html.render(manuscript(*NUMBERS))).one("tbody").all("tr")]
    assert [cell.text() for cell in cells] == ["−9/49", "1/1771561", "3", f"1/{10**20}", str(HUGE)]
    stacks = [[one for one in cell.all("span") if one.attributes.get("class") == "q"] for cell in cells]
    assert [[one.text() for one in stack] for stack in stacks] == [["9/49"], ["1/1771561"], [], [], []]


@pytest.mark.parametrize(("digits", "stacked"), [(19, True), (20, False)])
def test_up_to_twenty_digits_have_a_bar(digits, stacked):
    long = Fraction(1, 10**digits)
    assert ('q("1/' in source(manuscript(long))) is stacked
    assert ('class="q"' in html.render(manuscript(long))) is stacked


def test_a_figure_that_says_itself_as_a_fraction_has_a_bar_too():
    said = Figure(Fraction(-9, 49), str), Figure(Fraction(-9, 49), lambda x: f"{x} [0a1b]"), Word("9/49")
    table = Table("T", tuple(Column(str(k)) for k in range(3)), (said,))
    page = read(
        html.render(Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", (Tabular(table, "t"),)),)))
    )
    assert [one.text() for one in page.all("span") if one.attributes.get("class") == "q"] == ["9/49"]


def test_a_table_of_stacked_fractions_needs_less_room():
    stacked, on_a_line = (natural_width(tabular(x).table) for x in (Fraction(7, 10**19), Fraction(7, 10**20)))
    assert stacked < on_a_line
    assert natural_width(tabular(Fraction(10**15, 10**15 + 1)).table) < on_a_line


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler's pdftotext is not installed")
def test_on_paper_the_numerator_stands_above_the_denominator_and_is_heard(tmp_path: Path):
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    pypdf = pytest.importorskip("pypdf", reason="the extra 'pdf' is not installed")
    from markov.typeset import pdf

    made = pdf.render(manuscript(Fraction(-4321, 9876)))
    (tmp_path / "a.pdf").write_bytes(made)
    command = ["pdftotext", "-bbox", "a.pdf", "-"]
    boxes = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    above, below = (
        [float(x) for x in re.search(rf'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>−?{digits}<', boxes).groups()]
        for digits in (4321, 9876)
    )
    assert below[1] - above[1] > 4  # points
    reader = pypdf.PdfReader(BytesIO(made))
    found = (reader.get_object(k) for k in range(1, reader.trailer["/Size"]))
    assert "−4321/9876" in [one.get("/Alt") for one in found if isinstance(one, dict)]


def test_word_stacks_them_in_two_lines_the_upper_one_underlined():
    pytest.importorskip("pypandoc")
    pytest.importorskip("matplotlib")
    from markov.typeset.docx import render

    with ZipFile(BytesIO(render(manuscript(*NUMBERS)))) as archive:
        body = ElementTree.fromstring(archive.read("word/document.xml"))
    table = list(body.iter(f"{W}tbl"))[-1]
    cells = [row.findall(f"{W}tc")[1] for row in table.findall(f"{W}tr")[1:]]
    lines = [
        ["".join(one.text or "/" for one in cell.iter() if one.tag in (f"{W}t", f"{W}br"))] for cell in cells
    ]
    plain = [re.sub("[\u2005\u2007\u200a]", "", line) for (line,) in lines]
    assert plain == ["−9/49", "/1/1771561", "3", f"1/{10**20}", str(HUGE)]  # the second has no sign
    for cell, barred in zip(cells, (True, True, False, False, False), strict=True):
        assert len(list(cell.iter(f"{W}br"))) == barred
        assert (cell.find(f".//{W}u") is not None) is barred
    upper, lower = (
        "".join(one.text for one in run.iter(f"{W}t")) for run in cells[1].findall(f".//{W}r")[1:]
    )
    assert len(upper) == len(lower) == 7  # as wide as each other, a space for each missing digit
    assert upper.strip("\u2007") == "1"


def test_latex_and_markdown_have_them_in_their_own_ways():
    assert "| -9/49 |" in markdown.render(manuscript(*NUMBERS))
    pytest.importorskip("pypandoc")
    pytest.importorskip("matplotlib")
    from markov.typeset.tex import render

    assert "\\frac{9}{49}" in render(manuscript(*NUMBERS))


# Narrow screens


def kinds(table: Tabular) -> list[str]:
    page = read(html.render(Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", (table,)),))))
    return page.one("figure").attributes.get("class", "").split()


def test_a_table_that_is_wider_than_a_telephone_says_the_heading_beside_each_cell():
    columns = (Column("wager", "left"), *(Column(f"heading {k}") for k in range(5)))
    row = (Word("Horn"), *(Figure(Fraction(k + 1, 7)) for k in range(5)))
    wide = Tabular(Table("Wide", columns, (row,)), "wide")
    assert kinds(wide) == ["wide", "short"]
    assert kinds(tabular(Fraction(1, 7))) == ["short"]
    page = read(html.render(Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", (wide,)),))))
    assert [one.attributes["data-of"] for one in page.all("td")] == [f"heading {k}" for k in range(5)]


def test_a_table_that_is_wider_than_a_small_screen_is_set_in_smaller_type():
    columns = (Column("wager", "left"), *(Column(f"a long heading {k}") for k in range(14)))
    row = (Word("Horn"), *(Word("12345.678901") for _ in range(14)))
    assert kinds(Tabular(Table("Broad", columns, (row,)), "broad")) == ["wide", "broad", "short"]
