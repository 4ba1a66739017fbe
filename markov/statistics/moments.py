"""Moments of the gross return of one wager, and its volatility index."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markov.statistics.bracket import Bracket, square_root
from markov.statistics.normal import quantile
from markov.wager.odds import Odds


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean and central moments of the gross return, exactly. Money is per unit staked, stake included.

    variance, third, fourth   the expected square, cube and fourth power of the distance from the mean
    absolute                  the expected cube of that distance, its sign left aside
    """

    mean: Fraction
    variance: Fraction
    third: Fraction
    fourth: Fraction
    absolute: Fraction

    @classmethod
    def of(cls, law: Mapping[Fraction, Fraction]) -> "Moments":
        """The moments of a law: its values with their chances."""
        mean = sum((value * p for value, p in law.items()), Fraction(0))
        off = [(value - mean, p) for value, p in law.items()]
        second, third, fourth = (sum((d**k * p for d, p in off), Fraction(0)) for k in (2, 3, 4))
        return cls(mean, second, third, fourth, sum((abs(d) ** 3 * p for d, p in off), Fraction(0)))

    @property
    def skewness_square(self) -> Fraction | None:
        """The square of the skewness third/σ³, with the sign of the skewness; None where nothing varies.

        `exact.signed_root` of it is the skewness, which is no fraction in general.
        """
        return abs(self.third) * self.third / self.variance**3 if self.variance else None

    @property
    def kurtosis(self) -> Fraction | None:
        """fourth/σ⁴; None where nothing varies."""
        return self.fourth / self.variance**2 if self.variance else None

    @property
    def excess(self) -> Fraction | None:
        """The kurtosis less 3, that of the normal law; None where nothing varies."""
        return None if self.kurtosis is None else self.kurtosis - 3

    def volatility(self, level: Fraction) -> Bracket:
        """The volatility index at a confidence level."""
        return volatility(self.variance, level)


def volatility(variance: Fraction, level: Fraction) -> Bracket:
    """The volatility index at a confidence level: z·σ.

    σ is the standard deviation of the gross return per unit staked, and z leaves (1 - level)/2 of the
    standard normal law on each side. Over n wagers the return per unit staked is, as far as it is
    normal, within index/√n of its mean with the chance `level`. Sheets that take 1.65 for z at 90% have
    rounded it.
    """
    return quantile(level) * square_root(variance)


def returns(play: Odds) -> dict[Fraction, Fraction]:
    """The law of the gross return: each that can happen, least first, with its chance."""
    law: dict[Fraction, Fraction] = {}
    for ending in play.endings:
        law[ending.returned] = law.get(ending.returned, Fraction(0)) + ending.probability
    return {value: law[value] for value in sorted(law) if law[value]}


def moments(play: Odds) -> Moments:
    """The moments of the gross return of one wager played that way."""
    return Moments.of(returns(play))
