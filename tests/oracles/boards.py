"""Boards whose cells fill one by one while lives last."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod


@cache
def filling(empty: tuple[Fraction, ...], lives: int, all_lives: int) -> tuple[dict[int, Fraction], Fraction]:
    """The law of the cells that stay empty, and the mean number of rounds; of each empty cell its chance."""
    if not empty or not lives:
        return {len(empty): Fraction(1)}, Fraction(0)
    law: dict[int, Fraction] = {}
    mean = Fraction(1)
    for hits in product((True, False), repeat=len(empty)):
        p = prod(chance if hit else 1 - chance for chance, hit in zip(empty, hits, strict=True))
        if not p:
            continue
        missed = tuple(chance for chance, hit in zip(empty, hits, strict=True) if not hit)
        rest, more = filling(missed, all_lives if any(hits) else lives - 1, all_lives)
        mean += p * more
        for left, q in rest.items():
            law[left] = law.get(left, Fraction(0)) + p * q
    return law, mean
