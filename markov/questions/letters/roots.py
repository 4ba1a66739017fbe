"""The interval around a number in which polynomials keep their signs: exactly, by isolated roots."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Self

from markov.exact import rounded, significant
from markov.questions.letters.algebra import Expression, Polynomial, factors, fraction

_DIGITS = 6  # of the decimal of a root, after the point and in all


@dataclass(frozen=True, slots=True)
class Root:
    """A real root of a polynomial that cannot be factored.

    polynomial  with whole coefficients
    low, high   the number itself where it is rational; else it is the one root strictly between them, and
                they round alike, to six places and to six significant digits, and are in one unit
    """

    polynomial: Expression
    low: Fraction
    high: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The root, if it is rational."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers above 0 from one root to another, both included.

    low    None where it begins right above 0
    high   None where it goes on for ever
    """

    low: Root | None
    high: Root | None

    @property
    def whole(self) -> tuple[int, int | None]:
        """The least and the greatest whole number in it; None where there is no greatest."""
        least = 1 if self.low is None else ceil(self.low.low)
        return least, None if self.high is None else floor(self.high.high)


def keeping(polynomials: Iterable[tuple[Polynomial, bool]], at: Fraction) -> Interval:
    """The largest interval around a number above 0 in which polynomials keep to one side of 0.

    Each comes with whether it is to be 0 or more; else it is to be 0 or less. At the number itself they are.

    A polynomial leaves its side at a root of odd multiplicity, and only there. On either side of the number
    the first of these roots, of all polynomials, is the end; where the number itself is a root, the first
    coefficient that is not 0 in powers of the distance says whether it is the end already.

    Raises ValueError when a polynomial is on the other side at the number.
    """
    turning: dict[Polynomial, None] = {}
    left = right = False  # whether the interval ends on this side of the number at once
    for polynomial, upper in polynomials:
        if polynomial.is_zero:
            continue
        powers = _around(polynomial if upper else -polynomial, at)
        first = next(k for k, c in enumerate(powers) if c)
        if not first and powers[0] < 0:
            raise ValueError(f"a polynomial is on the wrong side of 0 at {at}")
        left = left or powers[first] * (-1) ** first < 0
        right = right or powers[first] < 0
        turning.update(dict.fromkeys(factor for factor, power in factors(polynomial) if power % 2))
        here = Root(at.denominator * polynomial.gen - at.numerator, at, at)
    return Interval(
        here if left else _nearest(turning, at, False), here if right else _nearest(turning, at, True)
    )


def _around(of: Polynomial, at: Fraction) -> list[Fraction]:
    """The coefficients in powers of the distance from the number, the constant one first."""
    powers = [fraction(c) for c in of.all_coeffs()]
    for k in range(len(powers)):  # Horner, again and again
        for i in range(1, len(powers) - k):
            powers[i] += at * powers[i - 1]
    return powers[::-1]


def _nearest(among: Iterable[Polynomial], at: Fraction, right: bool) -> Root | None:
    """The root above 0 of irreducible polynomials that is nearest to the number on one side."""
    roots = [isolated for roots in among for isolated in _Isolated.beside(roots, at, right)]
    if not roots:
        return None
    best = roots[0]
    for root in roots[1:]:
        # Different irreducible polynomials have no root in common, so the two part.
        while best.low <= root.high and root.low <= best.high:
            best, root = best.narrowed(), root.narrowed()
        if (root.low < best.low) == right:
            best = root
    return best.root()


@dataclass(frozen=True, slots=True)
class _Isolated:
    """An interval that holds just one root of an irreducible polynomial."""

    of: Polynomial
    low: Fraction
    high: Fraction

    @classmethod
    def beside(cls, of: Polynomial, at: Fraction, right: bool) -> Iterator[Self]:
        """The root nearest to the number on one side of it, if there is one, isolated from it and from 0."""
        limits = {"inf": at} if right else {"inf": 0, "sup": at}
        spans = [(fraction(low), fraction(high)) for (low, high), _ in of.intervals(**limits)]
        if spans_left := [span for span in spans if span not in ((0, 0), (at, at))]:
            yield cls(of, *spans_left[0 if right else -1])

    def narrowed(self) -> Self:
        """The same root in an interval a tenth as wide, or less."""
        if self.low == self.high:
            return self
        low, high = self.of.refine_root(self.low, self.high, eps=(self.high - self.low) / 10)
        return type(self)(self.of, fraction(low), fraction(high))

    def root(self) -> Root:
        """The root, in an interval as narrow as a `Root` has it."""
        narrow = self
        while not narrow.close:
            narrow = narrow.narrowed()
        return Root(narrow.of.as_expr(), narrow.low, narrow.high)

    @property
    def close(self) -> bool:
        return all(
            shown(self.low, _DIGITS) == shown(self.high, _DIGITS) for shown in (rounded, significant)
        ) and (self.low == self.high or ceil(self.low) == floor(self.high) + 1)
