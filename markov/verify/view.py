"""The checks of a certificate or of a report, and their verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass

from markov.naming import counted
from markov.tables import column as c
from markov.tables.markdown import seen
from markov.tables.rows import Rows
from markov.tables.table import PLAYS, Tone, Word
from markov.tables.view import View, view_of

_VERDICTS: dict[bool | None, tuple[str, Tone]] = {
    True: ("holds", "good"),
    False: ("FAILS", "bad"),
    None: ("not compared", "even"),
}


class Differs(ValueError):
    """A difference between a file and what it should say: its place, and both."""


class OtherFigure(Differs):
    """A line that differs in its digits alone, as no other way of setting it would."""


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
    return view_of(
        "verify",
        None,
        lambda: [Rows(seen(file), checks, _COLUMNS, part="checks")],
        headline=lambda: _headline(checks),
        line={"file": file},
        document=lambda: {"ok": verdict(checks)},
    )


def _headline(checks: Sequence[Check]) -> str:
    """The number of checks that passed, failed and were not compared, in a line."""
    held, failed, left = (sum(check.ok is ok for check in checks) for ok in (True, False, None))
    counted_as = {
        "hold" + "s" * (held == 1): held,
        "FAIL" + "S" * (failed == 1): failed,
        "not compared": left,
    }
    said = ", ".join(f"{count} {words}" for words, count in counted_as.items() if count)
    if held == len(checks) > 1:
        said = "all hold"
    return f"{counted(len(checks), 'check')}: {said}"


# Signs of a file that cannot be seen, such as orders to a terminal, show their number to a reader.
def _named(check: Check) -> str:
    """The name of the check; claims under a way of playing have it in words."""
    name, claims, way = check.name.partition("claims, ")
    return seen(name + claims + PLAYS[way] if way in PLAYS else check.name)  # type: ignore[index]


_COLUMNS = (
    c.words("check", "name", shown=_named),
    c.column("verdict", "ok", kind=c.FLAG, shown=lambda check: Word(*_VERDICTS[check.ok])),
    c.words("compared", "detail", shown=lambda check: seen(check.detail)),
)
