"""The law of the number of spins, as a picture."""

from pathlib import Path

from markov.questions.law.law import SpinLaw
from markov.questions.law.view import numbers
from markov.tables.drawing import Bars
from markov.tables.picture import NoPicture, falling
from markov.tables.table import PLAYS

_BARS = 130  # more are drawn several in one


def picture(path: Path, law: SpinLaw) -> None:
    """The chance of each number of spins as bars, and that play is not over by then as a line.

    Raises NoPicture where the numbers of spins are too large to be told one by one.
    """
    found = numbers(law, _BARS)
    if found is None:
        raise NoPicture("the numbers of spins are out of reach; ask for --at-least N or --within N alone")
    marks = ("median", law.quantile("50%")), ("99%", law.quantile("99%"))
    title = f"{law.wager.name}: number of {law.wager.trial}s, {PLAYS[law.play]}"
    falling(path, title, Bars(found.chances, f"{law.wager.trial}s", marks), found.first, found.width)
