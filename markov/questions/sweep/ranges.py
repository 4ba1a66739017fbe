"""The paytables that the texts of --pay say, as the grid of a sweep."""

from collections.abc import Iterable
from fractions import Fraction

from typer import BadParameter

from markov.chain.transitions import TooMuchWork
from markov.command.pays import named, pays, way
from markov.questions.sweep.grid import Axis, Grid, Run
from markov.wager.paytable import Paytable


def grid(texts: Iterable[str] | None, step: Fraction, posted: Paytable) -> Grid:
    """Every combination of the pays of some endings.

    step     that of ranges which name none
    posted   the paytable of the sheet, in whose words a number alone is said

    Raises BadParameter for a text that says no pays, TooMuchWork beyond the most that a sweep may have.
    """
    try:
        said = named("--pay", texts)
        axes = [axis(ending, text, step, way(posted, ending)) for ending, text in said.items()]
        return Grid(tuple(axes))
    except TooMuchWork:
        raise
    except ValueError as error:
        words = str(error)
        raise BadParameter(words if words.startswith("--pay") else f"--pay {words}") from None


def axis(ending: str, text: str, step: Fraction = Fraction(1), way: str | None = "for") -> Axis:
    """The pays of an ending: `A..B`, `A..B/STEP`, one pay, `none`, or several of these by comma.

    >>> axis("made", "30..60/15, 44 to 1").pays(0, 9)
    Traceback (most recent call last):
    ValueError: made is given at 45 twice; write it once
    >>> [str(pay) for pay in axis("surrender-2", "none,12,15/2,3..4/1/2").pays(0, 9)]
    ['None', '12', '15/2', '3', '7/2', '4']
    >>> [str(pay) for pay in axis("run", "50..51", way="to").pays(0, 9)]
    ['51', '52']

    step   that of ranges which name none
    way    the word for a number alone, "for" or "to"; None where it has none

    Raises ValueError for a text that says no pays, TooMuchWork for too long a list.
    """
    try:
        spans = pays(text, way)
    except ValueError as error:
        raise ValueError(f"{ending[:60]}: {error}") from None
    runs = (Run(one.first, one.step or step, one.count(step)) if one else None for one in spans)
    return Axis(ending, tuple(runs))
