"""A few equations at a time, in rational numbers: Python's own for a few states, FLINT's for more."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

ExactNumber: TypeAlias = Any  # Fraction, or fmpq

# Measured: FLINT's are five times as fast, and importing it takes as long as a thousand states.
FEW_STATES = 64


def arithmetic(states: int) -> Callable[[Fraction | int], ExactNumber]:
    """The type of number in which so many states are solved, as a function: Fraction or FLINT's fmpq."""
    if states <= FEW_STATES:
        return Fraction
    from flint import fmpq

    return lambda number: fmpq(number.numerator, number.denominator)


def fraction(number: ExactNumber) -> Fraction:
    """The number as a Fraction.

    >>> fraction(arithmetic(100)(Fraction(40, 49)))
    Fraction(40, 49)
    """
    if isinstance(number, Fraction):
        return number
    return Fraction(int(number.numerator), int(number.denominator))


def solve(matrix: Sequence[Sequence[int]], right: Sequence[ExactNumber]) -> list[ExactNumber]:
    """The one x with matrix · x = right, by elimination.

    matrix   of a component: what leaves a state on the diagonal, and less than nothing where states lead to
             each other. Taking a state out leaves such a matrix, so no pivot is 0 (Berman & Plemmons,
             Nonnegative Matrices in the Mathematical Sciences, chapter 6).

    >>> solve([[2, -1], [-1, 2]], [Fraction(1), Fraction(0)])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    one = type(right[0])(1)
    rows = [{j: one * entry for j, entry in enumerate(row) if entry} for row in matrix]
    known = list(right)
    pivots = [one] * len(rows)
    for k in reversed(range(len(rows))):
        row = rows[k]
        pivots[k] = row.pop(k)
        for m in range(k):
            above = rows[m]
            if (entry := above.pop(k, None)) is not None:
                entry /= pivots[k]
                known[m] -= entry * known[k]
                for j, other in row.items():
                    above[j] = above.get(j, 0) - entry * other
    found: list[ExactNumber] = []
    for k, row in enumerate(rows):
        found.append((known[k] - sum(entry * found[j] for j, entry in row.items())) / pivots[k])
    return found
