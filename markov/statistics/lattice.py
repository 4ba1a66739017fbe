"""The return of a wager on whole numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, gcd, lcm


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
        """The K, whole or not, at which the sum of n values is that."""
        return (total - n * self.low) / self.step

    def first(self, total: Fraction, n: int) -> int:
        """The least K at which the sum is not below that."""
        return ceil(self.index(total, n))

    def beyond(self, total: Fraction, n: int) -> int:
        """The least K at which the sum is above that."""
        return floor(self.index(total, n)) + 1
