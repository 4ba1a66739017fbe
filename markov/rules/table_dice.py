"""Dice of the table top, such as 4d6kh3, d4+d8, 2d6+3 and 5d6>=5; icepool makes their distributions."""

import operator
import re
from typing import Any

from markov.distribution import Distribution

_TERM = r"([+-])(?:([0-9]{0,4})d([0-9]{1,4})(?:(kh?|kl|dh|dl)([0-9]{1,4}))?|([0-9]{1,6}))"
_ROLL = rf"(?=.*d)((?:{_TERM})+)(?:(>=|<=|>|<|=)([0-9]{{1,4}}))?"
_COMPARE = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "=": operator.eq}
_MOST_FACES = 1_000  # of all dice together, twice those of which some are kept; some two seconds


def rolled(notation: str) -> Distribution[int] | None:
    """The distribution of the total, or of the number of dice that show so much; None for other words.

    Raises ValueError for dice that are out of range.

    >>> rolled("2d4kh1"), rolled("d4-d4+3").total, rolled("2d6>=5"), rolled("two dice")
    (Distribution({1: 1, 2: 3, 3: 5, 4: 7}), 16, Distribution({0: 16, 1: 16, 2: 4}), None)
    """
    said = re.fullmatch(_ROLL, notation if notation.startswith("-") else f"+{notation}")
    if said is None:
        return None
    from icepool import d

    total: Any = 0
    faces = 0
    *_, compare, target = said.groups()
    for sign, dice, sides, keeps, number, added in re.findall(_TERM, said[1]):
        if compare and (sign == "-" or keeps or added):
            raise ValueError("a number of dice that show so much is of plain dice, as in 5d6>=5")
        if added:
            total += int(sign + added)
            continue
        count = int(dice or 1)
        if count < 1 or int(sides) < 2:
            raise ValueError("there is at least 1 die, with 2 sides or more")
        faces += count * (2 if compare else 2 * int(sides) if keeps else int(sides))
        if faces > _MOST_FACES:
            of = "faces together, counting twice those of dice of which some are kept"
            raise ValueError(f"the dice have more than {_MOST_FACES:,} {of}")
        die = d(int(sides))
        if compare:
            die = die.map(lambda face: int(_COMPARE[compare](face, int(target))))
        if keeps:
            kept = int(number) if keeps[0] == "k" else count - int(number)
            if not 1 <= kept <= count:
                raise ValueError(f"{kept} of {count} dice cannot be kept; keep from 1 to {count}")
            pool = die.pool(count)
            thrown = (pool.lowest(kept) if keeps in ("kl", "dh") else pool.highest(kept)).sum()
        else:
            thrown = count @ die
        total += -thrown if sign == "-" else thrown
    if min(total) < 0:
        raise ValueError("a total below 0 has no name; add a number, as in d4-d4+3")
    return Distribution({int(outcome): weight for outcome, weight in total.items()})
