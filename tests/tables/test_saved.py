"""Answers as files: the same figures, in the format that the suffix names."""

import csv
import io

import markov as mk
from markov.tables.saved import _exact_texts
from tests.flat_rows import exact

VIEW = mk.game("repeater-bets-plus")["repeating-2"].odds().view()


def test_texts_are_what_is_printed(run, tmp_path):
    for suffix in ("csv", "json", "md", "txt"):
        VIEW.save(tmp_path / f"a.{suffix}")
    assert (tmp_path / "a.csv").read_text() == VIEW.to_csv()
    assert (tmp_path / "a.json").read_text() == run("odds", "repeater-bets-plus", "repeating-2", "--json")[1]
    assert (tmp_path / "a.md").read_text() == VIEW.full().to_markdown()
    assert (tmp_path / "a.txt").read_text().startswith(VIEW.headline)
    first = next(csv.DictReader(io.StringIO(VIEW.to_csv())))
    assert exact(first, "edge_per_stake") == "9/49"


def test_whole_numbers_of_parquet_have_64_bits_and_others_are_text():
    for number, kept in ((2**63 - 1, 2**63 - 1), (2**63, str(2**63)), (None, None)):
        assert _exact_texts("spins", [number]) == [kept]
    assert _exact_texts("spins", [1, 2**63, None]) == ["1", str(2**63), None]
    assert _exact_texts("edge_numerator", [1, None]) == ["1", None]
