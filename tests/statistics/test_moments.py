"""Moments of one wager: central moments against raw moments and cumulants, z against published digits."""

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.exact import root, scientific, signed_root
from markov.statistics.bracket import Bracket, square_root
from markov.statistics.moments import Moments, moments
from markov.statistics.normal import LEVELS, distance, quantile, upper_tail
from tests.draws import examples
from tests.statistics.laws import laws


def raw(law, k):
    return sum(p * value**k for value, p in law.items())


@given(laws())
@settings(max_examples=examples(50))
def test_central_moments_are_those_of_the_raw_moments(law):
    found, mean = Moments.of(law), raw(law, 1)
    central = [sum(comb(k, i) * raw(law, i) * (-mean) ** (k - i) for i in range(k + 1)) for k in range(5)]
    assert [1, 0, found.variance, found.third, found.fourth] == central
    assert found.mean == mean
    below = sum(p * (mean - value) ** 3 for value, p in law.items() if value < mean)
    assert found.absolute == found.third + 2 * below


def test_where_nothing_varies():
    found = Moments.of({Fraction(3): Fraction(1)})
    assert (found.variance, found.skewness_square, found.kurtosis, found.excess) == (0, None, None, None)
    assert found.volatility(LEVELS[0]).exact == 0


def test_one_wager_by_hand(game, solved):
    # Repeating 3 returns 50 with the chance 1/64.
    found = moments(solved(game("repeater-bets-plus").wager("Repeating 3")).never)
    assert found.variance == Fraction(2500 * 63, 64**2)
    assert found.skewness_square == Fraction(62**2, 63)
    assert signed_root(found.skewness_square, 5) == "7.81127"
    assert found.excess == Fraction(64**2 - 6 * 63, 63)
    # z·σ with z as printed in tables, to as many digits as that is good for
    for level, z in zip(LEVELS, ("1.6448536", "1.9599640", "2.5758293"), strict=True):
        index = found.volatility(level)
        assert abs(index.lower - Fraction(z) * Fraction(root(found.variance, 12))) < Fraction(1, 10**6)
        assert index.rounded(30) is not None


# R's qnorm of 0.95, 0.975 and 0.995, as published everywhere; to half a unit of the last digit.
@pytest.mark.parametrize(
    ("level", "published"),
    list(zip(LEVELS, ("1.644853626951473", "1.959963984540054", "2.575829303548901"), strict=True)),
)
def test_published_quantiles(level, published):
    found = quantile(level)
    assert found.rounded(15) == published
    for end in (found.lower, found.upper):
        assert abs(end - Fraction(published)) <= Fraction(1, 2 * 10**15)
    assert found.width < Fraction(1, 10**70)


@pytest.mark.parametrize("level", [Fraction(0), Fraction(1), Fraction(95), Fraction(-1, 2)])
def test_levels_that_are_none(level):
    with pytest.raises(ValueError, match="not between 0 and 1"):
        quantile(level)


def test_the_tail_belongs_to_the_quantile():
    for level in LEVELS:
        z = quantile(level)
        beyond = upper_tail(z.lower, Fraction(1)), upper_tail(z.upper, Fraction(1))
        assert beyond[0].upper >= (1 - level) / 2 >= beyond[1].lower
        assert beyond[0].upper - beyond[1].lower < Fraction(1, 10**60)
        # The other side, and √scale.
        mirrored = upper_tail(-z.lower / 2, Fraction(4))
        assert (mirrored + beyond[0] - 1).lower <= 0 <= (mirrored + beyond[0] - 1).upper


def test_the_bound_of_berry_and_esseen():
    # A fair coin: ρ = σ³ = 1/8.
    assert distance(Fraction(1, 8), Fraction(1, 4), 100) == Fraction("0.0469")
    odd = distance(Fraction(1, 8), Fraction(1, 4), 10)
    assert odd**2 >= Fraction("0.469") ** 2 / 10 > (odd - Fraction(1, 2**250)) ** 2


@given(st.fractions(), st.integers(1, 12))
def test_scientific_digits(number, digits):
    mantissa, power = scientific(number, digits)
    exactly = Context(prec=400).divide(Decimal(number.numerator), Decimal(number.denominator))
    places = exactly.adjusted() if number else 0
    expected = exactly.quantize(Decimal(1).scaleb(places + 1 - digits), ROUND_HALF_UP, Context(prec=400))
    assert Fraction(mantissa) * Fraction(10) ** power == Fraction(expected)
    assert len(mantissa.replace(".", "").lstrip("-")) == digits


@pytest.mark.parametrize("power", [-90_000, -4_000, -1, 1, 5_000])
def test_scientific_digits_of_far_numbers(power):
    ten = Fraction(10) ** power
    assert scientific(ten, 3) == ("1.00", power)
    assert scientific(ten * Fraction(99951, 10000), 3) == ("1.00", power + 1)
    assert scientific(-ten * Fraction(1235, 1000), 3) == ("-1.24", power)
    assert scientific(ten * Fraction(1245, 1000), 3) == ("1.25", power)


@given(st.fractions(), st.integers(0, 8))
def test_signed_roots(number, places):
    found = signed_root(abs(number) * number, places)
    assert abs(Fraction(found) - number) <= Fraction(1, 2 * 10**places)
    assert found.startswith("-") == (Fraction(found) < 0)


def test_brackets():
    narrow = Bracket(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**9))
    assert (narrow.rounded(6), narrow.rounded(12), narrow.exact) == ("0.333333", None, None)
    assert (narrow - narrow).width == 2 * narrow.width
    assert (-narrow * Bracket(Fraction(-1), Fraction(2))) == Bracket(-2 * narrow.upper, narrow.upper)
    assert Bracket(Fraction(-1), Fraction(2)).chance() == Bracket(Fraction(0), Fraction(1))
    assert Bracket(Fraction(2), Fraction(3)).chance().exact == 1
    with pytest.raises(ValueError, match="bracket"):
        Bracket(Fraction(1), Fraction(0))
    for square in (Fraction(2), Fraction(1, 10**41), Fraction(10**40 + 1)):
        found = square_root(square)
        assert found.lower**2 < square < found.upper**2
