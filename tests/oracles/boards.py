"""Boards whose cells fill one by one while lives last."""

from fractions import Fraction
from functools import cache
from math import comb


@cache
def filling(
    empty: int, lives: int, all_lives: int, chance: Fraction = Fraction(1, 20)
) -> tuple[dict[int, Fraction], Fraction]:
    """The law of the cells that stay empty, and the mean number of rounds; a cell fills with that chance."""
    if not empty or not lives:
        return {empty: Fraction(1)}, Fraction(0)
    law: dict[int, Fraction] = {}
    mean = Fraction(1)
    for hits in range(empty + 1):
        p = comb(empty, hits) * chance**hits * (1 - chance) ** (empty - hits)
        rest, more = filling(empty - hits, all_lives if hits else lives - 1, all_lives, chance)
        mean += p * more
        for left, q in rest.items():
            law[left] = law.get(left, Fraction(0)) + p * q
    return law, mean
