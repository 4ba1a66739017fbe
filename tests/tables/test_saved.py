"""Answers as files: the same figures, in the format that the suffix names."""

import csv
import io
import re

import pytest

import markov as mk
from tests.flat_rows import exact
from tests.workbook.spreadsheet import read

VIEW = mk.game("repeater-bets-plus")["repeating-2"].odds().view()


def test_a_spreadsheet_has_numbers_as_numbers(tmp_path):
    pytest.importorskip("xlsxwriter")
    VIEW.save(tmp_path / "a.xlsx")
    sheets = read((tmp_path / "a.xlsx").read_bytes()).values()
    answer, rows = ({name: cell.value for name, cell in cells.items()} for cells in sheets)
    assert answer["A1"] == VIEW.headline
    assert "9/49" in answer.values()  # exact fractions are words: 1/7 would be a day
    assert any(abs(value - 9 / 49) < 1e-12 for value in answer.values() if isinstance(value, float))
    heads = {value: re.sub(r"\d", "", place) for place, value in rows.items() if place.endswith("1")}
    assert rows[heads["edge_per_stake_numerator"] + "2"] == 9
    assert rows[heads["edge_per_stake_denominator"] + "2"] == 49


def test_texts_are_what_is_printed(run, tmp_path):
    for suffix in ("csv", "json", "md", "txt"):
        VIEW.save(tmp_path / f"a.{suffix}")
    assert (tmp_path / "a.csv").read_text() == VIEW.to_csv()
    assert (tmp_path / "a.json").read_text() == run("odds", "repeater-bets-plus", "repeating-2", "--json")[1]
    assert (tmp_path / "a.md").read_text() == VIEW.full().to_markdown()
    assert (tmp_path / "a.txt").read_text().startswith(VIEW.headline)
    first = next(csv.DictReader(io.StringIO(VIEW.to_csv())))
    assert exact(first, "edge_per_stake") == "9/49"
