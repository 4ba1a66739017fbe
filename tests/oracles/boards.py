"""Boards whose cells fill one by one while lives last."""

from fractions import Fraction
from functools import cache
from math import comb


@cache
def filling(empty: int, lives: int, all_lives: int) -> tuple[dict[int, Fraction], Fraction]:
    """The law of the cells that stay empty, and the mean number of rounds; a cell fills 1 in 20 times."""
    if not empty or not lives:
        return {empty: Fraction(1)}, Fraction(0)
    law: dict[int, Fraction] = {}
    mean = Fraction(1)
    for hits in range(empty + 1):
        p = comb(empty, hits) * Fraction(1, 20) ** hits * Fraction(19, 20) ** (empty - hits)
        rest, more = filling(empty - hits, all_lives if hits else lives - 1, all_lives)
        mean += p * more
        for left, chance in rest.items():
            law[left] = law.get(left, Fraction(0)) + p * chance
    return law, mean
