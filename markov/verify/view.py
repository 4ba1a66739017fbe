"""The checks of a certificate or a report, as a table and as a document."""

from collections.abc import Sequence
from dataclasses import dataclass

from markov.tables.markdown import seen
from markov.tables.table import Column, Table, Tone, Word
from markov.tables.view import Document

_VERDICTS: dict[bool | None, tuple[str, Tone]] = {
    True: ("holds", "good"),
    False: ("FAILS", "bad"),
    None: ("not compared", "even"),
}


class Differs(ValueError):
    """A difference between a file and what it should say, with its place."""


class NotCompared(ValueError):
    """The reason why something could not be compared, which is no verdict."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, whether it holds, and what was compared, or what is wrong where.

    ok   None where it was not compared; the detail then says why
    """

    name: str
    ok: bool | None
    detail: str


def verdict(found: Sequence[Check]) -> bool | None:
    """True where all hold, False where one fails, None where none fails and one was not compared."""
    if any(check.ok is False for check in found):
        return False
    return None if any(check.ok is None for check in found) else True


def table(file: str, found: Sequence[Check]) -> Table:
    """A row a check; signs of a file that cannot be seen, such as orders to a terminal, show their number."""
    rows = tuple(
        (Word(seen(check.name)), Word(*_VERDICTS[check.ok]), Word(seen(check.detail))) for check in found
    )
    columns = Column("check", "left"), Column("", "left"), Column("what it says", "left")
    return Table(seen(file), columns, rows)


def document(file: str, found: Sequence[Check]) -> Document:
    """The same for a machine; `ok` is null where something was not compared and nothing fails."""
    return {
        "schema": "markov/verify/1",
        "file": file,
        "ok": verdict(found),
        "checks": [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in found],
    }
