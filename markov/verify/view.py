"""The checks of a certificate or of a report, and their verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass

from markov.tables.markdown import seen
from markov.tables.records import Records
from markov.tables.table import Table, Tables, Tone, Word, table, words
from markov.tables.view import View

_VERDICTS: dict[bool | None, tuple[str, Tone]] = {
    True: ("holds", "good"),
    False: ("FAILS", "bad"),
    None: ("not compared", "even"),
}


class Differs(ValueError):
    """A difference between a file and what it should say: its place, and both."""


class NotCompared(ValueError):
    """The reason why something could not be compared; that is no verdict."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, whether it holds, and what was compared, or what is wrong where.

    ok   None where it was not compared; the detail then says why
    """

    name: str
    ok: bool | None
    detail: str


def verdict(checks: Sequence[Check]) -> bool | None:
    """True where all hold, False where one fails, None where none fails and one was not compared."""
    if any(check.ok is False for check in checks):
        return False
    return None if any(check.ok is None for check in checks) else True


def view(file: str, checks: Sequence[Check]) -> View:
    """A row for each check; `ok` of all is null where something was not compared and nothing fails."""
    rows = [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in checks]
    return View(
        Tables(lambda: [_table(file, checks)]),
        lambda: Records(
            {"file": str, "name": str, "ok": bool, "detail": str}, [{"file": file, **row} for row in rows]
        ),
        lambda: {"schema": "markov/verify/1", "file": file, "ok": verdict(checks), "checks": rows},
    )


def _table(file: str, checks: Sequence[Check]) -> Table:
    """The checks; signs of a file that cannot be seen, such as orders to a terminal, show their number."""
    parts = [
        words("check", [seen(check.name) for check in checks]),
        words("verdict", [Word(*_VERDICTS[check.ok]) for check in checks]),
        words("compared", [seen(check.detail) for check in checks]),
    ]
    return table(seen(file), parts)
