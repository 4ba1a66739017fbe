"""Many wagers: all sequences, powers of polynomials, the incomplete beta function."""

from cmath import exp
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, product
from math import comb, isclose, log, pi
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.exact import ball, precision, scientific
from markov.statistics import inversion, lattice_law
from markov.statistics.inversion import TiltGuide
from markov.statistics.lattice_law import LatticeLaw
from markov.statistics.normal import TINY, bracket
from markov.statistics.repeated import ahead, interval, repeated
from markov.wager.odds import Ending
from tests.draws import examples
from tests.statistics.laws import laws


@pytest.fixture(scope="session")
def play(game, solved):
    """Makes a play of a law of the return, with that put up."""
    model = solved(game("quebec-place-bets").wager("Right 4")).never

    def made(law, outlay=1):
        endings = tuple(Ending(f"E{i}", p, Fraction(v)) for i, (v, p) in enumerate(law.items()))
        returned = sum(e.probability * e.returned for e in endings)
        square = sum(e.probability * e.returned**2 for e in endings)
        return replace(
            model, endings=endings, outlay=Fraction(outlay), returned=returned, variance=square - returned**2
        )

    return made


def digits(number, count):
    """Digits and power of ten of a bracket, rounded; None where its ends do not agree."""
    least, most = (scientific(end, count) for end in (number.lower, number.upper))
    return least if least == most else None


def fair(*values):
    return {Fraction(value): Fraction(1, len(values)) for value in values}


def likely(**chances):
    """A law in which 0 has what is left."""
    law = {Fraction(value.strip("_").replace("_", "/")): Fraction(p) for value, p in chances.items()}
    return {Fraction(0): 1 - sum(law.values()), **law}


def enumerated(law, n):
    """The law of the sum, over all sequences."""
    total = {}
    for sequence in product(law.items(), repeat=n):
        chance = Fraction(1)
        for _, p in sequence:
            chance *= p
        value = sum(v for v, _ in sequence)
        total[value] = total.get(value, Fraction(0)) + chance
    return total


STRAIGHTS = {  # the law of Straights and 8's is like this one
    Fraction(0): Fraction(9, 10) - Fraction(1, 9000),
    Fraction(2): Fraction(1, 20),
    Fraction(5): Fraction(1, 25),
    Fraction(40): Fraction(1, 100),
    Fraction(300): Fraction(1, 9000),
}
STAIRS = likely(_1="1/7", _2="1/11", _13="1/13")
SMALL = [
    (fair(0, 2), 1),
    (likely(_14_5="1/3"), 1),
    (likely(_9_5="2/5", _1="1/5"), Fraction(21, 20)),
    (likely(_5_3="3/5"), Fraction(31, 30)),
    (STAIRS, 1),
    (fair(1, 3), 1),  # never behind
    (fair(0, 1), 1),  # never ahead
    (fair(1), 1),
]


def test_an_interval_is_as_far_above_the_return_over_the_outlay_as_below(play):
    low, high = interval(play({0: Fraction(1, 2), 3: Fraction(1, 2)}, "5/4"), 10, Fraction(9, 10))
    both = low + high
    assert both.lower <= Fraction(12, 5) <= both.upper < both.lower + Fraction(1, 10**6)
    assert low.upper < high.lower


@pytest.mark.parametrize(("law", "outlay"), SMALL)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_all_sequences(play, law, outlay, n):
    total, found = enumerated(law, n), repeated(play(law, outlay), n)
    put_up = n * outlay
    assert found.ahead.how == "exact"
    assert found.ahead.ahead.exact == sum(p for v, p in total.items() if v > put_up)
    assert found.ahead.even.exact == total.get(put_up, 0)
    assert found.ahead.behind.exact == sum(p for v, p in total.items() if v < put_up)
    assert (found.ahead.ahead.lower, found.ahead.ahead.upper) == (found.ahead.ahead.exact,) * 2
    assert found.outlay == put_up
    assert found.mean == sum(p * v for v, p in total.items()) - put_up
    assert found.variance == sum(p * (v - put_up - found.mean) ** 2 for v, p in total.items())
    for band in found.bands:
        inside = [p for v, p in total.items() if band.low.upper <= v / put_up <= band.high.lower]
        assert band.chance.exact == sum(inside)


def powers(lattice, n):
    """The weights of the sum by a power of FLINT's polynomials, which is made otherwise."""
    from flint import fmpz_poly

    dense = [lattice.weights.get(k, 0) for k in range(lattice.span + 1)]
    return [int(c) for c in (fmpz_poly(dense) ** n).coeffs()]


@pytest.mark.parametrize(("law", "outlay"), [*SMALL, (STRAIGHTS, 1)])
@pytest.mark.parametrize("n", [3, 40])
def test_the_convolution_is_a_power_of_the_polynomial(law, outlay, n):
    lattice = LatticeLaw.of(law)
    sums = [0, *accumulate(powers(lattice, n))]
    top = n * lattice.span
    ends = sorted({-3, 0, 1, top // 3, top // 2, top - 1, top, top + 1, top + 5})
    for some in (ends, ends[:3], ends[-3:]):  # from below, and from above
        found = lattice_law.below(lattice, n, some)
        expected = [Fraction(sums[min(max(end, 0), top + 1)], lattice.total**n) for end in some]
        assert [found[end] for end in some] == expected


@given(laws(most=5, returned=st.fractions(0, 12, max_denominator=3)), st.integers(1, 40), st.data())
@settings(max_examples=examples(40))
def test_the_enclosure_holds_the_exact_chance(law, n, data):
    lattice = LatticeLaw.of(law)
    k = data.draw(st.integers(-1, n * lattice.span + 2))
    below, above = inversion.below_above(lattice, n, k)
    at = inversion.at(lattice, n, k)
    exactly = lattice_law.below(lattice, n, [k, k + 1])
    assert below.lower <= exactly[k] <= below.upper
    assert above.lower <= 1 - exactly[k] <= above.upper
    chance = exactly[k + 1] - exactly[k]
    assert at.lower <= chance <= at.upper
    assert at.width * 2**inversion.GOOD <= (at.upper if chance else Fraction(1))
    assert min(below.width / (below.upper or 1), above.width / (above.upper or 1)) * 2**inversion.GOOD <= 1


@pytest.mark.parametrize("law", [STAIRS, likely(_40="1/49"), fair(0, 1, 2, 9)])
@pytest.mark.parametrize("bits", [0, 3, 8, 25])
def test_the_errors_are_counted(law, bits, monkeypatch):
    """With few bits so little is looked at that only the proved bounds save the enclosure."""
    lattice, n = LatticeLaw.of(law), 50
    guide, mean = TiltGuide(lattice), int(n * lattice.mean)
    sums = [0, *accumulate(powers(lattice, n))]
    bare = 0
    for k in range(mean + 1, min(n * lattice.span, 4 * mean), max(mean // 4, 1)):
        for end, weight in ((n * lattice.span, sums[-1] - sums[k]), (k, sums[k + 1] - sums[k])):
            exactly = Fraction(weight, lattice.total**n)
            with precision(200):
                tilted = inversion.TiltedSum(lattice, n, k, guide, bits)
                found = bracket(tilted.chance(end))
                assert found.lower <= exactly <= found.upper
                computed, _ = tilted.computed_terms()
                monkeypatch.setattr(tilted, "outside", ball(0))
                monkeypatch.setattr(tilted, "computed_terms", lambda computed=computed: (computed, ball(0)))
                found = bracket(tilted.chance(end))
                bare += found.lower <= exactly <= found.upper
    assert bare == 0


@pytest.mark.parametrize("law", [STRAIGHTS, likely(_7="1/3", _8="1/100"), fair(0, 1, 2, 9)])
def test_bounds_of_terms_and_tails(law):
    lattice, n = LatticeLaw.of(law), 40
    k = int(n * lattice.mean) + 7
    weights = powers(lattice, n)
    with precision(128):
        tilted = inversion.TiltedSum(lattice, n, k, TiltGuide(lattice), 30)
        shares = [float(tilted.r.mid()) ** e * lattice.weights[e] for e in lattice.weights]
        for first, last in ((1, 6), (10, 30), (50, 51), (tilted.points // 3, tilted.points // 2)):
            bound = bracket(tilted.term_bound(first, last)).upper
            for j in range(first, last + 1):
                angle = 2j * pi * j / tilted.points
                wheel_at = sum(s * exp(angle * e) for s, e in zip(shares, lattice.weights, strict=True))
                wheel_at /= sum(shares)
                assert abs(wheel_at) ** n <= bound * (1 + Fraction(1, 10**9))
        q = [bracket(ball(w) * tilted.r**s).upper for s, w in enumerate(weights)]
        whole = sum(q)
        for b in range(0, len(q), max(len(q) // 23, 1)):
            exactly = (sum(q[: b + 1]) if b < k else sum(q[b:])) / whole
            assert exactly <= bracket(tilted.tail_bound(b)).upper * (1 + Fraction(1, 10**20))


@pytest.mark.parametrize("weights", [(8, 1, 0, 1, 2), (1, 1, 1), (5, 5, 2, 2), (2, 1, 0, 1), (6, 3, 1, 2)])
@pytest.mark.parametrize("n", [40, 300])
def test_where_a_return_is_the_mean_of_all(weights, n):
    """An exactly fair wager that may just give the stake back: one number is the mean, with no distance."""
    lattice = LatticeLaw.of({Fraction(k): Fraction(w, sum(weights)) for k, w in enumerate(weights)})
    for law in (lattice, lattice.mirrored()):
        level = int(n * law.mean)
        exactly = lattice_law.below(law, n, [level, level + 1])
        (below, _), at = inversion.below_above(law, n, level), inversion.at(law, n, level)
        assert below.lower <= exactly[level] <= below.upper
        assert at.lower <= exactly[level + 1] - exactly[level] <= at.upper
        assert at.width < Fraction(1, 10**11)


@pytest.mark.parametrize("n", [100, 12_345, 10**7])
@pytest.mark.parametrize("p", [Fraction(2, 5), Fraction(91_337_712_345, 10**12), Fraction(9, 10)])
def test_the_incomplete_beta_function(n, p):
    """P(K ≥ k) of the binomial law is I_p(k, n - k + 1)."""
    lattice = LatticeLaw.of({Fraction(0): 1 - p, Fraction(1): p})
    for k in (int(n * p * part) for part in (Fraction(49, 50), 1, Fraction(101, 100), Fraction(51, 50))):
        with precision(400):
            beta = bracket(ball(p).beta_lower(ball(k), ball(n - k + 1), 1))
            rest = bracket((1 - ball(p)).beta_lower(ball(n - k + 1), ball(k), 1))
        below, above = inversion.below_above(lattice, n, k)
        for found, expected in ((above, beta), (below, rest)):
            assert found.lower <= expected.upper
            assert expected.lower <= found.upper
        side, expected = (above, beta) if k > n * p else (below, rest)
        assert side.width * 2**inversion.GOOD <= side.upper
        assert digits(side, 9) == digits(expected, 9)


@pytest.mark.parametrize(("law", "outlay"), [*SMALL, (STRAIGHTS, 1)])
def test_each_way_holds_the_exact_one(play, law, outlay, monkeypatch):
    n = 24  # where a coin is even more often than one bound would allow
    exact = repeated(play(law, outlay), n)
    assert exact.ahead.how == "exact"
    monkeypatch.setattr(lattice_law, "MAX_BITS", -1)
    enclosed = repeated(play(law, outlay), n)
    monkeypatch.setattr(inversion, "at", Mock(side_effect=inversion.OutOfReach))
    wider = repeated(play(law, outlay), n)
    monkeypatch.setattr(inversion, "MAX_TERMS", -1)
    normal = repeated(play(law, outlay), n)
    for other, how in ((enclosed, "enclosed"), (wider, "enclosed"), (normal, "normal")):
        assert other.ahead.how in (how, "exact")  # exact where nothing is left to chance
        for name in ("ahead", "even", "behind"):
            one, true = getattr(other.ahead, name), getattr(exact.ahead, name)
            assert one.lower <= true.exact <= one.upper
        for one, true in zip(other.bands, exact.bands, strict=True):
            assert one.chance.lower <= true.chance.exact <= one.chance.upper
            assert (one.low, one.high) == (true.low, true.high)
        assert (other.mean, other.variance, other.outlay) == (exact.mean, exact.variance, exact.outlay)
    if len(law) > 2:
        assert (enclosed.ahead.how, normal.ahead.how) == ("enclosed", "normal")
        off = 2 * normal.ahead.bound
        assert all(band.chance.lower == max(band.level - off, 0) for band in normal.bands)
    for name in ("ahead", "even", "behind"):
        assert getattr(enclosed.ahead, name).width < Fraction(1, 10**11)


def test_bands_by_hand(play):
    # 50 with the chance 1/64, for 5/4 put up: 50/64 / (5/4) = 5/8, and σ = 50 · √63 / 64.
    published = ("1.644853626951473", "1.959963984540054", "2.575829303548901")
    found = repeated(play(likely(_50="1/64"), Fraction(5, 4)), 10**4)
    for band, z in zip(found.bands, published, strict=True):
        half = Fraction(z) * Fraction("7.937253933193772") / 64 * 50 / 100 / Fraction(5, 4)
        for end, expected in ((band.low, Fraction(5, 8) - half), (band.high, Fraction(5, 8) + half)):
            assert abs(end.lower - expected) < Fraction(1, 10**14)
            assert end.width < Fraction(1, 10**60)
    assert [band.level for band in found.bands] == [Fraction(9, 10), Fraction(19, 20), Fraction(99, 100)]


def test_one_wager_and_none(play):
    assert ahead(play(fair(0, 3)), 1).ahead.exact == Fraction(1, 2)
    for n in (0, -5):
        with pytest.raises(ValueError, match="ask for 1 or more"):
            repeated(play(fair(0, 3)), n)


@pytest.mark.parametrize("n", [1, 10**7])
def test_what_never_wins_and_what_always_does(play, n):
    never, always, pushed = (ahead(play({Fraction(v): Fraction(1)}), n) for v in (0, 2, 1))
    for found, sides in ((never, (0, 0, 1)), (always, (1, 0, 0)), (pushed, (0, 1, 0))):
        assert found.how == "exact"
        assert (found.ahead.exact, found.even.exact, found.behind.exact) == sides
        assert (found.normal, found.bound) == (None, None)
    losing = ahead(play(likely(_1="1/3"), 2), n)
    assert (losing.ahead.exact, losing.even.exact, losing.behind.exact) == (0, 0, 1)
    band = repeated(play({Fraction(2): Fraction(1)}), n).bands[0]
    assert (band.low.exact, band.high.exact, band.chance.exact) == (2, 2, 1)


def test_even_after_ten_million(play):
    # Stirling: as often heads as tails is about 1/√(πn/2).
    found = ahead(play(fair(0, 2)), 10**7)
    assert found.even.rounded(13) == "0.0002523132459"
    assert found.ahead.lower <= (1 - found.even.lower) / 2
    assert (1 - found.even.upper) / 2 <= found.ahead.upper
    assert found.bound > abs(found.normal.lower - found.ahead.lower) > found.even.lower / 3


def test_chances_too_small_to_write(play):
    """Even only where all n are: 2^-n, and below TINY just that it is."""
    for n, power in ((10**6, ("1.01003", -301_030)), (10**7, None)):
        found = ahead(play(fair(0, 1)), n)
        assert found.ahead.exact == 0
        assert digits(found.even, 6) == power
        assert (found.even.lower == 0, found.even.upper == TINY) == ((power is None),) * 2
        assert "e-3" in repr(found)


LITTLE = Fraction(1, 10**6), Fraction(1, 10**200), Fraction(1, 10**300)


@pytest.mark.parametrize("p", [*LITTLE, 1 - LITTLE[0], Fraction(1, 2) - LITTLE[1]])
@pytest.mark.parametrize("wins", range(1, 10))
def test_ten_wagers_of_which_one_wins_hardly_ever(p, wins):
    """As many wins as that are the mean of a law that is tilted far, to 600 at most, or hardly."""
    lattice = LatticeLaw.of({Fraction(0): 1 - p, Fraction(1): p})
    tilt = TiltGuide(lattice).saddle(wins / 10)
    assert isclose(tilt, min(log(wins / (10 - wins)) + log(1 - p) - log(p), 600), abs_tol=1e-12)
    exactly = [comb(10, k) * p**k * (1 - p) ** (10 - k) for k in range(11)]
    below, above = inversion.below_above(lattice, 10, wins)
    side, chance = (above, sum(exactly[wins:])) if wins > 10 * p else (below, sum(exactly[:wins]))
    assert side.lower <= chance <= side.upper
    assert side.width * 2**inversion.GOOD <= side.upper or p == LITTLE[2]


def test_fractions_with_hundreds_of_digits(play):
    odd = Fraction(3**400, 7 * 5**275)
    assert 0 < odd < 1
    law = {Fraction(0): 1 - odd, 1 / odd * Fraction(9, 10): odd}
    whole = comb(10, 3) * odd**3 * (1 - odd) ** 7
    lattice = LatticeLaw.of(law)
    at = inversion.at(lattice, 10, 3)
    assert at.lower <= whole <= at.upper
    found = repeated(play(law), 10**6)
    assert found.ahead.how == "enclosed"
    assert found.ahead.ahead.width * 2**inversion.GOOD <= found.ahead.ahead.upper


@pytest.mark.parametrize(
    ("ends", "coefficients"), [([3], 3), ([9], 2), ([9, 2], 9), ([6], 5), ([12], 0), ([-1], 0), ([11, 0], 11)]
)
def test_coefficients_are_counted_from_the_nearer_side(ends, coefficients, monkeypatch):
    coin = LatticeLaw.of(fair(0, 1))
    for bits, work, whether in ((10, 20, True), (9, 20, False), (10, 20 - Fraction(1, 99), not coefficients)):
        monkeypatch.setattr(lattice_law, "MAX_BITS", bits)
        monkeypatch.setattr(lattice_law, "MAX_WORK", work * coefficients)
        assert lattice_law.feasible(coin, 10, ends) == whether


def test_weights_share_no_divisor():
    lattice = LatticeLaw.of(
        {Fraction(21, 20): Fraction(1, 6), Fraction(9, 4): Fraction(1, 3), Fraction(49, 20): Fraction(1, 2)}
    )
    assert (lattice.low, lattice.step) == (Fraction(21, 20), Fraction(1, 5))
    assert (lattice.weights, lattice.total, lattice.span) == ({0: 1, 6: 2, 7: 3}, 6, 7)
    assert lattice.mirrored().weights == {0: 3, 1: 2, 7: 1}
