"""The pays that a text says: one, a range of them, or a list."""

import re
from fractions import Fraction
from math import floor

from markov.exact import exact
from markov.questions.sweep.grid import Axis, Run
from markov.wager.paytable import returned

_PARTS = 1_000  # by comma; a range says more of them at once
_SAMPLE = "write it like 40, 7.5, 15/2, '45 for 1', '44 to 1' or none"


def axis(ending: str, text: str, step: Fraction = Fraction(1)) -> Axis:
    """The pays of an ending: `A..B`, `A..B/STEP`, one pay, `none`, or several of these by comma.

    A number alone is gross, "for 1". In a range what follows the slash is the step, so that a fraction at its
    end is written as a decimal or as a pay. A range ends with the last pay that is not beyond its end.

    >>> axis("made", "30..60/15, 44 to 1").pays(0, 9)
    Traceback (most recent call last):
    ValueError: made is tried at 45 twice; write it once
    >>> [str(pay) for pay in axis("surrender-2", "none,12,15/2,3..4/1/2").pays(0, 9)]
    ['None', '12', '15/2', '3', '7/2', '4']

    step   that of ranges which name none

    Raises ValueError for a text that is no such thing, TooMuchWork for too long a list.
    """
    if (parts := text.count(",") + 1) > _PARTS:
        raise ValueError(
            f"{ending}: {parts:,} parts by comma are more than {_PARTS:,}; write a range like 30..60"
        )
    try:
        runs = tuple(_run(part.strip(), step) for part in text.split(","))
    except ValueError as error:
        raise ValueError(f"{ending}: {error}") from None
    return Axis(ending, runs)


def _run(text: str, step: Fraction) -> Run | None:
    if text.lower() == "none":
        return None
    low, dots, rest = text.partition("..")
    if not dots:
        return Run(pay(text))
    if "/" in low and rest.count("/") == 1:
        raise ValueError(f"{text[:60]!r} may end at a fraction or go in steps; write decimals, like 1.5..7.5")
    high, slash, own = rest.partition("/")
    first, last = pay(low), pay(high)
    if slash:
        step = exact(own)
    if last < first:
        raise ValueError(f"{text[:60]!r} ends before it begins; write the lower end first, like 30..60")
    if step <= 0:
        raise ValueError(f"{text[:60]!r} has no step above 0; write one like 30..60/5 or 3..8/1/2")
    return Run(first, step, floor((last - first) / step) + 1)


def unclear(text: str, posted: str) -> bool:
    """Whether a number alone stands where the sheet says the pay "to" one, so that it might mean either.

    >>> unclear("40..60", "50 to 1"), unclear("40 to 1..60 to 1", "50 to 1")
    (True, False)
    >>> unclear("30..60", "40 for 1"), unclear("none", "39 to 1")
    (False, False)
    """
    if not re.search(r"\sto\s|evens", posted.lower()):
        return False
    ends = (end.strip() for part in text.split(",") for end in part.partition("/")[0].split(".."))
    return any(re.fullmatch(r"[0-9.+-]+", end) for end in ends)


def pay(text: str) -> Fraction:
    """What one unit staked brings back: a number counts the stake in, as "for 1" does.

    >>> pay("40"), pay("39 to 1"), pay("15/2")
    (Fraction(40, 1), Fraction(40, 1), Fraction(15, 2))
    >>> pay("-3")
    Traceback (most recent call last):
    ValueError: '-3' is not a pay; write it like 40, 7.5, 15/2, '45 for 1', '44 to 1' or none
    """
    for read in (exact, returned):
        try:
            found = read(text.strip())
        except ValueError:
            continue
        if found >= 0:
            return found
    raise ValueError(f"{text[:60]!r} is not a pay; {_SAMPLE}")
