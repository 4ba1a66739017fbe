"""The interval around a number in which polynomials keep their signs: exactly, by isolated roots."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from markov.exact import rounded, significant
from markov.questions.letters.algebra import Expression, Polynomial, factors, fraction, isolated_roots

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
    for one, upper in polynomials:
        if one.is_zero:
            continue
        powers = _around(one if upper else -one, at)
        first = next(k for k, c in enumerate(powers) if c)
        if not first and powers[0] < 0:
            raise ValueError(f"a polynomial is on the wrong side of 0 at {at}")
        left = left or powers[first] * (-1) ** first < 0
        right = right or powers[first] < 0
        turning.update(dict.fromkeys(factor for factor, power in factors(one) if power % 2))
        here = Root(at.denominator * one.gen - at.numerator, at, at)
    among = list(turning)
    return Interval(
        here if left else _nearest(among, at, False), here if right else _nearest(among, at, True)
    )


def _around(of: Polynomial, at: Fraction) -> list[Fraction]:
    """The coefficients in powers of the distance from the number, the constant one first."""
    powers = [fraction(c) for c in of.all_coeffs()]
    for k in range(len(powers)):  # Horner, again and again
        for i in range(1, len(powers) - k):
            powers[i] += at * powers[i - 1]
    return powers[::-1]


def _nearest(among: Sequence[Polynomial], at: Fraction, right: bool) -> Root | None:
    """The root above 0 of different irreducible polynomials that is nearest to the number on one side."""
    found = isolated_roots(among, at, None) if right else isolated_roots(among, Fraction(0), at)
    beside = [(low, high, of) for low, high, of in found if low < high or low not in (0, at)]
    if not beside:
        return None
    low, high, of = beside[0 if right else -1]
    while not _close(low, high):
        low, high = map(fraction, of.refine_root(low, high, eps=(high - low) / 10))
    return Root(of.as_expr(), low, high)


def _close(low: Fraction, high: Fraction) -> bool:
    """Tests whether a root between the two is known as closely as that of a `Root`."""
    alike = all(shown(low, _DIGITS) == shown(high, _DIGITS) for shown in (rounded, significant))
    return alike and (low == high or ceil(low) == floor(high) + 1)
