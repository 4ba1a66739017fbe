"""The return of a wager on whole numbers, and the exact law of a sum of independent ones.

A power of a polynomial with whole coefficients: those of the sum of n numbers are the coefficients of the
n-th power of those of one.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import ceil, floor, gcd, lcm, log2
from typing import Any


@dataclass(frozen=True)
class LatticeLaw:
    """A law on the numbers low + step·k, as whole weights over their total by whole numbers k.

    The least k is 0, and the k have no common divisor. So the sum of n values is n·low + step·K, where
    K, between 0 and n times the span, is the sum of n independent k.
    """

    low: Fraction
    step: Fraction
    weights: Mapping[int, int]

    @classmethod
    def of(cls, law: Mapping[Fraction, Fraction]) -> "LatticeLaw":
        """The lattice of a law: its values with their chances.

        >>> str(LatticeLaw.of({Fraction(0): Fraction(2, 3), Fraction(14, 5): Fraction(1, 3)}).step)
        '14/5'
        """
        values = sorted(value for value, p in law.items() if p)
        unit = lcm(*(value.denominator for value in values))
        total = lcm(*(law[value].denominator for value in values))
        units = [int((value - values[0]) * unit) for value in values]
        common = gcd(*units) or 1
        weights = {k // common: int(law[v] * total) for k, v in zip(units, values, strict=True)}
        return cls(values[0], Fraction(common, unit), weights)

    @cached_property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(self.weights.values())

    @cached_property
    def span(self) -> int:
        """The greatest k."""
        return max(self.weights)

    @cached_property
    def mean(self) -> Fraction:
        """The expected k."""
        return Fraction(sum(k * weight for k, weight in self.weights.items()), self.total)

    def mirrored(self) -> "LatticeLaw":
        """The law of the span less k, whose sum over n wagers is n times the span less K."""
        flipped = {self.span - k: self.weights[k] for k in sorted(self.weights, reverse=True)}
        return LatticeLaw(self.low, self.step, flipped)

    def index(self, total: Fraction, n: int) -> Fraction:
        """The K, whole or not, at which the sum of n values is the total."""
        return (total - n * self.low) / self.step

    def first(self, total: Fraction, n: int) -> int:
        """The least K at which the sum of n values is not below the total."""
        return ceil(self.index(total, n))

    def beyond(self, total: Fraction, n: int) -> int:
        """The least K at which the sum of n values is above the total."""
        return floor(self.index(total, n)) + 1


MAX_BITS = 2**16  # of the common denominator: 20,000 digits; a fraction is reduced in 0.01 s
MAX_WORK = 2**31  # bits of all coefficients that are multiplied: half a second


def feasible(lattice: LatticeLaw, n: int, ends: Iterable[int]) -> bool:
    """True where the chances below those ends can be had exactly within the limits of this module."""
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
    """The number of coefficients that are needed, and True where they are counted from above."""
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
