"""Every figure of a table as CSV is one of the answer as JSON, and its decimals are those of the fraction."""

import csv
import json
import re
import shlex
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import pytest

from tests.screens.screens import HERE, ROOT, SESSIONS, asked

TABLES = [
    line
    for session in SESSIONS
    for line in asked(session.read_text())
    if line.endswith("--format csv") and " < " not in line
]


def figures(document: object) -> Iterator[Fraction]:
    """All numbers of a document, those that stand in texts too."""
    if isinstance(document, dict | list):
        for part in document.values() if isinstance(document, dict) else document:
            yield from figures(part)
    elif isinstance(document, int) or re.fullmatch(r"-?\d+(/\d+)?", str(document)):
        yield Fraction(document)


@pytest.mark.parametrize("line", TABLES)
def test_a_table_as_csv_has_the_figures_of_the_answer(run, tmp_path, monkeypatch, line):
    for place in (ROOT / "examples", HERE / "given"):
        (tmp_path / place.name).symlink_to(place)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)[1:]
    code, table, _ = run(*words)
    if code:
        return  # a refusal, of which there is no table
    answer = json.loads(run(*words[:-2], "--json")[1])
    known, compared = set(figures(answer)), 0
    for row in csv.DictReader(StringIO(table)):
        exact = {
            name: Fraction(int(row[f"{name}_numerator"]), int(row[f"{name}_denominator"]))
            for name in row
            if row.get(f"{name}_numerator")
        }
        for name, figure in exact.items():
            digits = Decimal(row[name]).as_tuple().exponent
            assert abs(Fraction(row[name]) - figure) * 2 <= Fraction(10) ** digits, name
            if name == "change":  # which the document leaves to its reader
                assert figure == exact.get("after", 0) - exact.get("before", 0)
            elif row.get("figure") != "quantile" or name == "p":
                assert figure in known, name
            compared += 1
    assert compared or words[0] == "letters"  # where all is a function of them
