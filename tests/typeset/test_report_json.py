"""A report as JSON, read back."""

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from markov.exact import root
from markov.tables.table import Figure, Heading, Table, Word
from markov.typeset.json import render
from markov.typeset.manuscript import Attachment, Manuscript, Section, Tabular, all_blocks
from markov.typeset.report_file import read_report
from tests.typeset.sample import HUGE, NASTY, sample


def refused(text):
    raise AssertionError(f"{text} is no whole number")


TEXT = render(sample())
DOCUMENT = json.loads(TEXT, parse_float=refused, parse_constant=refused)


def blocks(section):
    for block in section["blocks"] if "blocks" in section else section["sections"]:
        yield block
        if block["type"] == "section":
            yield from blocks(block)


def test_a_report_says_what_it_is():
    assert TEXT.splitlines()[:2] == ["{", ' "schema": "markov/report/2",']
    assert [*DOCUMENT][:: len(DOCUMENT) - 1] == ["schema", "seal"]
    assert DOCUMENT["schema"] == "markov/report/2"
    assert DOCUMENT["title"] == "Sample & Sons: 100% of <everything>"
    assert DOCUMENT["lead"][0] == ["Source", ["rules of play; ", NASTY]]


def test_every_cell_has_its_words_and_every_figure_its_exact_number():
    found = [block for block in blocks(DOCUMENT) if block["type"] == "tabular"]
    expected = [block for block in all_blocks(sample().sections) if isinstance(block, Tabular)]
    for tabular, block in zip(found, expected, strict=True):
        shown = tabular["table"]
        assert [[cell["text"] for cell in row] for row in shown["rows"]] == block.table.texts()
        assert [one["name"] for one in shown["columns"]] == [one.name for one in block.table.columns]
        assert tabular["totals"] == block.totals
        assert tuple(shown["notes"]) == block.table.notes
        for row, cells in zip(shown["rows"], block.table.rows, strict=True):
            for cell, held in zip(row, cells, strict=True):
                exact = Fraction(cell["exact"]) if "exact" in cell else None
                assert exact == (held.number if isinstance(held, Figure) else None)
    assert found[0]["table"]["rows"][0][4] == {"text": "2.0408%", "exact": "1/49", "percent": True}


def test_a_figure_that_is_a_root_says_so():
    cells = Figure(Fraction(2, 7)), Figure(Fraction(2, 7), root=True), Figure(Fraction(2, 7), root), Word("x")
    table = Table("T", tuple(Heading(str(k)) for k in range(4)), (cells,))
    made = Manuscript("T", "", "", (), (Section("S", "s", (Tabular(table, "t"),)),))
    (row,) = json.loads(render(made))["sections"][0]["blocks"][0]["table"]["rows"]
    assert row == [
        {"text": "2/7", "exact": "2/7"},
        {"text": "√(2/7)", "exact": "2/7", "root": True},
        {"text": root(Fraction(2, 7)), "exact": "2/7", "root": True},
        {"text": "x"},
    ]


def test_the_order_is_that_of_the_manuscript():
    kinds = [block["type"] for block in blocks(DOCUMENT)]
    assert kinds == [type(block).__name__.lower() for block in all_blocks(sample().sections)]
    numbers = {block["label"]: block["number"] for block in blocks(DOCUMENT) if "label" in block}
    assert numbers == sample().numbers()


def test_references_formulas_and_pictures_are_words():
    parts = next(blocks({"sections": DOCUMENT["sections"][0]["blocks"]}))["parts"]
    assert {"ref": "wide", "number": "table 1"} in parts
    assert {"strong": "every figure"} in parts
    assert {"formula": "p = -\\frac{9}{49}"} in parts
    (picture,) = (block for block in blocks(DOCUMENT) if block["type"] == "picture")
    assert picture["alternative"] == "A box, a circle and an arrow."


def test_files_are_held_to_the_last_byte():
    files = {one.name: one.text for one in sample().attachments}
    assert DOCUMENT["attachments"][0]["lines"] == ['{"a":"1/49"}', '{"b":[]}', ""]
    assert DOCUMENT["attachments"][0]["sha256"] == sha256(files["certificates.json"].encode()).hexdigest()
    assert dict(read_report(TEXT.encode()).files) == files


@given(st.text(st.characters(codec="utf-8")))
def test_a_file_comes_back_whatever_is_in_it(text):
    made = render(replace(sample(), sections=(), attachments=(Attachment("x", "", "text/plain", text),)))
    assert read_report(made.encode()).files == (("x", text),)


def test_the_bytes_depend_on_no_machine():
    assert TEXT.isascii()
    assert render(sample()) == TEXT
    assert str(HUGE) in TEXT
