"""Answers as files: the same figures, in the format that the suffix names."""

import csv
import io

import markov as mk
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
