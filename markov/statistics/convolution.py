"""The exact law of a sum of independent returns: a power of a polynomial with whole coefficients."""

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import ceil, log2
from typing import Any

from markov.statistics.lattice import LatticeLaw

MAX_BITS = 2**16  # of the common denominator: 20,000 digits; a fraction is reduced in 0.01 s
MAX_WORK = 2**31  # bits of all coefficients that are multiplied: half a second


def feasible(lattice: LatticeLaw, n: int, ends: Iterable[int]) -> bool:
    """Whether the chances below those ends are had exactly within the limits of this module."""
    bits = ceil(n * log2(lattice.total))
    return bits <= MAX_BITS and bits * len(lattice.weights) * _length(lattice, n, list(ends))[0] <= MAX_WORK


def below(lattice: LatticeLaw, n: int, ends: Iterable[int]) -> dict[int, Fraction]:
    """For each end the chance that the sum K of n independent k is below it, exactly."""
    asked = sorted(set(ends))
    _, mirror = _length(lattice, n, asked)
    top, whole = n * lattice.span, lattice.total**n
    # Seen from above, K < end is that nK' > top - end: one less what is below top - end + 1.
    wanted = sorted({top - end + 1 if mirror else end for end in asked})
    coefficients = _power(lattice.mirrored() if mirror else lattice, n)
    sums: dict[int, int] = {}
    so_far, at = 0, 0
    for end in wanted:
        for coefficient in islice(coefficients, max(min(end, top + 1) - at, 0)):
            so_far, at = so_far + coefficient, at + 1
        sums[end] = int(so_far)
    if mirror:
        return {end: Fraction(whole - sums[top - end + 1], whole) for end in asked}
    return {end: Fraction(sums[end], whole) for end in asked}


def _length(lattice: LatticeLaw, n: int, ends: list[int]) -> tuple[int, bool]:
    """How many coefficients are needed, and whether they are counted from above."""
    top = n * lattice.span
    upward = min(max([*ends, 0]), top + 1)
    downward = min(max([*(top - end + 1 for end in ends), 0]), top + 1)
    return min(upward, downward), downward < upward


def _power(lattice: LatticeLaw, n: int) -> Iterator[Any]:
    """The coefficients c of the n-th power of the polynomial of the weights a, from the constant on.

    From P·(Pⁿ)' = n·P'·Pⁿ: k·a₀·c[k] is the sum over j of ((n + 1)·j - k)·a[j]·c[k - j] (J. C. P. Miller;
    Knuth, The Art of Computer Programming 2, 4.7). Only the last ones, as far back as the span, are held.
    """
    from flint import fmpz

    first = fmpz(lattice.weights[0])
    rest = [(j, fmpz(weight)) for j, weight in lattice.weights.items() if j]
    last: deque[Any] = deque([first**n], maxlen=max(lattice.span, 1))
    yield last[0]
    for k in range(1, n * lattice.span + 1):
        terms = (((n + 1) * j - k) * weight * last[-j] for j, weight in rest if j <= len(last))
        last.append(sum(terms, fmpz(0)) // (k * first))
        yield last[-1]
