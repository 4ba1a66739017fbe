"""Fractions in the tables of a PDF: short ones with a bar, long ones on a line."""

import re
import shutil
import subprocess
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest

from markov.exact import in_percent
from markov.tables.table import Figure, Heading, Table, Word
from markov.typeset.manuscript import Manuscript, Section, Tabular
from markov.typeset.table_fit import natural_width, text_width
from markov.typeset.typst import source

COLUMNS = Heading("ending", "left"), Heading("chance of it"), Heading("%", "point")


def tabular(*numbers: Fraction) -> Tabular:
    rows = tuple((Word(f"ending {k}"), Figure(x), Figure(x, in_percent)) for k, x in enumerate(numbers))
    return Tabular(Table("Endings", COLUMNS, rows), "endings")


def manuscript(*numbers: Fraction) -> Manuscript:
    return Manuscript("T", "s", "2026-01-31", (), (Section("S", "s", (tabular(*numbers),)),))


@pytest.mark.parametrize(("digits", "stacked"), [(19, True), (20, False)])
def test_up_to_twenty_digits_have_a_bar(digits, stacked):
    long = Fraction(1, 10**digits)
    assert ('q("1/' in source(manuscript(long))) is stacked


def test_a_table_of_stacked_fractions_needs_less_room():
    stacked, on_a_line = (natural_width(tabular(x).table) for x in (Fraction(7, 10**19), Fraction(7, 10**20)))
    assert stacked < on_a_line
    assert natural_width(tabular(Fraction(10**15, 10**15 + 1)).table) < on_a_line
    assert [text_width("7" * digits) for digits in (9, 10)] == [9 * 465, 10 * (465 + 30)]  # ten have spaces
    assert text_width("".join(map(chr, range(32, 127)))) == 45_921 + 95 * 30  # by the font
    assert (text_width("⁰¹²³⁴⁵⁶⁷⁸⁹⁻"), text_width("·−–’…")) == (11 * 340, 250 + 550 + 550 + 270 + 620)


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
