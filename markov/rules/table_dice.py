"""Dice of the table top, such as 4d6kh3, d4+d8, 2d6+3 and 5d6>=5; icepool makes their distributions."""

import operator
import re
from functools import reduce
from typing import Any

from markov.distribution import Distribution

_TERM = r"([+-])(?:([0-9]{0,4})d([0-9]{1,4})(?:(kh?|kl|dh|dl)([0-9]{1,4}))?|([0-9]{1,6}))"
_ROLL = re.compile(rf"((?:{_TERM})+)(?:(>=|<=|>|<|=)([0-9]{{1,4}}))?", re.ASCII)
_COMPARE = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "=": operator.eq}
# Faces of all dice together; a sum, and what is kept of one kind, take a second or two.
_MOST_FACES, _MOST_KEPT_OF = 1_000, 500


def rolled(notation: str) -> Distribution[int] | None:
    """The distribution of the total, or of the number of dice that show so much; None for other words.

    Raises ValueError for dice that are out of range.

    >>> rolled("2d4kh1"), rolled("d4-d4+3").total, rolled("2d6>=5"), rolled("two dice")
    (Distribution({1: 1, 2: 3, 3: 5, 4: 7}), 16, Distribution({0: 16, 1: 16, 2: 4}), None)
    """
    said = _ROLL.fullmatch(notation if notation.startswith("-") else f"+{notation}")
    terms = [*re.finditer(_TERM, said[1])] if said else []
    if said is None or not any(term[3] for term in terms):
        return None
    compare, target = said.groups()[-2:]
    if compare and any(term[4] or term[6] or term[1] == "-" for term in terms):
        raise ValueError("a number of dice that show so much is of plain dice, as in 5d6>=5")
    dice = [(int(term[2] or 1), int(term[3])) for term in terms if term[3]]
    if not all(count >= 1 and sides >= 2 for count, sides in dice):
        raise ValueError("there is at least 1 die, with 2 sides or more")
    if (faces := sum(count * (2 if compare else sides) for count, sides in dice)) > _MOST_FACES:
        raise ValueError(f"the dice have {faces:,} faces together; the limit is {_MOST_FACES:,}")
    total: Any = reduce(operator.add, (_term(term, compare, int(target or 0)) for term in terms))
    if min(total) < 0:
        raise ValueError("a total below 0 has no name; add a number, as in d4-d4+3")
    return Distribution({int(outcome): weight for outcome, weight in total.items()})


def _term(term: re.Match[str], compare: str | None, target: int) -> Any:
    """The dice or the number of one term."""
    from icepool import d

    sign = -1 if term[1] == "-" else 1
    if term[6]:
        return sign * int(term[6])
    count, sides, keeps = int(term[2] or 1), int(term[3]), term[4]
    if compare:
        return count @ d(sides).map(lambda face: int(_COMPARE[compare](face, target)))
    if not keeps:
        return sign * (count @ d(sides))
    kept = int(term[5]) if keeps[0] == "k" else count - int(term[5])
    if not 1 <= kept <= count:
        raise ValueError(f"{kept} of {count} dice cannot be kept")
    if count * sides > _MOST_KEPT_OF:
        raise ValueError(f"{count} dice of {sides} sides are too many to keep some; the limit is 500 faces")
    pool = d(sides).pool(count)
    return sign * (pool.lowest(kept) if keeps in ("kl", "dh") else pool.highest(kept)).sum()
