"""The checks of a certificate, as a table and as a document."""

from collections.abc import Sequence
from dataclasses import dataclass

from markov.report.document import Document
from markov.report.table import Column, Table, Word


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, whether it holds, and what is wrong where it does not."""

    name: str
    ok: bool
    detail: str


def table(file: str, found: Sequence[Check]) -> Table:
    """A row a check."""
    rows = tuple(
        (Word(check.name), Word("holds", "good") if check.ok else Word("FAILS", "bad"), Word(check.detail))
        for check in found
    )
    columns = Column("check", "left"), Column("", "left"), Column("what it says", "left")
    return Table(file, columns, rows)


def document(file: str, found: Sequence[Check]) -> Document:
    """The same for a machine."""
    return {
        "schema": "markov/verify/1",
        "file": file,
        "ok": all(check.ok for check in found),
        "checks": [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in found],
    }
