"""The verdict on a simulation: chances of luck by the whole law, and what passes."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, isclose
from statistics import NormalDist

import pytest

from markov.proof import verdict as v
from markov.proof.simulation import simulate
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from tests.proof.bets import once, repeating_2

PAYS = {"small": "2 for 1", "large": "20 for 1", "lost": "nothing"}
RARE = once({"small": 5, "large": 1, "lost": 14}, **PAYS)


def judged(wager, rounds=100_000, seed=1, answered=None):
    known = answered or answer(wager)
    trials = simulate(wager, known, rounds, seed)
    return v.verdict([(trial, getattr(known, trial.play)) for trial in trials])


def trial_of(wager, counts):
    """A trial with those counts, of a wager of one spin."""
    rounds = sum(counts.values())
    (never, _) = simulate(wager, answer(wager), rounds, 0)
    returned = sum(wager.pays[name] * times for name, times in counts.items()) / Fraction(rounds)
    return replace(never, counts=counts, returned=returned, spins=Fraction(1))


@pytest.mark.parametrize("chance", [Fraction(1, 3), Fraction(1, 50), Fraction(9, 10)])
def test_the_chance_of_a_count_is_that_of_the_binomial_law(chance):
    n = 40
    law = [comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]
    for k in range(n + 1):
        exact = min(Fraction(1), 2 * sum(law[: k + 1]), 2 * sum(law[k:]))
        assert isclose(v.count_chance(k, n, chance), exact, rel_tol=1e-9)


def test_a_count_that_cannot_be_has_no_chance():
    assert v.count_chance(0, 10, Fraction(0)) == v.count_chance(10, 10, Fraction(1)) == 1.0
    assert v.count_chance(1, 10, Fraction(0)) == v.count_chance(9, 10, Fraction(1)) == 0.0


def every_count(n):
    return [(a, b, n - a - b) for a, b in product(range(n + 1), repeat=2) if a + b <= n]


def multinomial(counts, chances):
    n, found = sum(counts), Fraction(1)
    for count, chance in zip(counts, chances, strict=True):
        found *= comb(n, count) * chance**count
        n -= count
    return found


def test_the_bound_on_a_mean_return_holds_whatever_the_rounds():
    """The chance of a mean as far off or farther, by every way that twelve rounds can go."""
    exact = answer(RARE).never
    chances = [e.probability for e in sorted(exact.endings, key=lambda e: list(PAYS).index(e.ending))]
    law: dict[Fraction, Fraction] = {}
    said = {}
    for counts in every_count(12):
        trial = trial_of(RARE, dict(zip(PAYS, counts, strict=True)))
        off = trial.returned - exact.returned
        law[off] = law.get(off, Fraction(0)) + multinomial(counts, chances)
        (mean,) = (one for one in v.verdict([(trial, exact)]).comparisons if one.figure == "returned")
        said[off] = mean.chance
    assert sum(law.values()) == 1
    for off, bound in said.items():
        farther = sum(p for other, p in law.items() if (other >= off if off > 0 else other <= off))
        assert bound >= farther or isclose(bound, farther)
    assert min(said.values()) < v.FALSE_ALARM  # it is not the bound that says nothing


def test_a_mean_return_is_judged_where_a_win_is_rarer_than_any_float():
    rare = once({"small": 1, "lost": 10**700}, small="2 for 1", lost="nothing")
    exact, judged = answer(rare).never, []
    for counts in ({"lost": 50}, {"small": 1, "lost": 49}):
        (mean, *_) = v.verdict([(trial_of(rare, counts), exact)]).comparisons
        judged.append((mean.figure, mean.chance > 1e-200, mean.passed))
    assert judged == [("returned", True, True), ("returned", False, False)]


@pytest.mark.parametrize("rounds", [1, 2, 5, 12, 30])
def test_a_right_sheet_fails_no_more_often_than_it_is_said(rounds):
    """The chance of failing, by every way that so many rounds can go."""
    exact = answer(RARE).never
    chances = [e.probability for e in sorted(exact.endings, key=lambda e: list(PAYS).index(e.ending))]
    failing = sum(
        multinomial(counts, chances)
        for counts in every_count(rounds)
        if not v.verdict([(trial_of(RARE, dict(zip(PAYS, counts, strict=True))), exact)]).passed
    )
    assert failing <= v.FALSE_ALARM


def test_the_criterion_goes_by_the_odds_alone():
    known = answer(repeating_2(made="40 for 1", surrender_1="6 for 1"))
    stated = v.criterion([known.never, known.optimal])
    # Mean return, mean length and the endings: made and lost, surrender-1 and lost.
    assert stated.comparisons == 4 + 4
    assert stated.threshold == v.FALSE_ALARM / 8
    found = judged(known.wager)
    assert found.criterion == stated
    assert len(found.comparisons) == 8
    assert "8 comparisons" in stated.words
    assert "a correct sheet fails with a chance of 1/1000 at most" in stated.words


def test_best_play_that_is_play_to_the_end_is_compared_once():
    assert {one.play for one in judged(repeating_2(made="40 for 1")).comparisons} == {"never"}


@pytest.mark.parametrize("seed", range(5))
def test_a_right_sheet_passes(seed):
    found = judged(repeating_2(made="40 for 1", surrender_1="6 for 1"), seed=seed)
    assert found.passed
    assert found.failed == ()


def test_another_pay_another_chance_and_another_length_fail():
    wager = repeating_2(made="40 for 1")
    dearer = answer(replace(wager, pays=Paytable({"made": "60 for 1", "lost": "nothing"})))
    assert {one.figure for one in judged(wager, answered=dearer).failed} == {"returned"}
    likelier = answer(once({"small": 6, "large": 1, "lost": 13}, **PAYS))
    assert {one.ending for one in judged(RARE, answered=likelier).failed} >= {"small", "lost"}
    slow = answer(replace(wager, wheel=type(wager.wheel)({**wager.wheel, "000": 1})))
    assert {one.figure for one in judged(wager, 1_000_000, answered=slow).failed} == {"spins"}


def test_an_ending_that_the_odds_give_no_chance_fails():
    blind = answer(once({"small": 1}, small="2 for 1"))
    found = judged(once({"small": 1, "lost": 1}, small="2 for 1", lost="nothing"), answered=blind)
    assert {one.ending for one in found.failed} >= {"small", "lost"}
    assert all(one.chance == 0 for one in found.failed if one.ending)


def test_what_cannot_vary_passes_where_it_is_right():
    found = judged(once({"small": 1}, small="2 for 1"), rounds=3)
    assert found.passed
    assert [one.chance for one in found.comparisons] == [1.0] * 3
    (estimate,) = found.estimates
    assert (estimate.standard_error, estimate.low, estimate.high, estimate.covers) == (0, 2, 2, True)


def test_an_interval_is_as_wide_as_its_confidence():
    found = judged(RARE, rounds=10_000)
    (estimate,) = found.estimates
    variance = answer(RARE).never.variance
    assert isclose(estimate.standard_error, float(variance / 10_000) ** 0.5)
    assert isclose(estimate.high - estimate.low, 2 * 2.575829303549 * estimate.standard_error)
    assert estimate.covers == (estimate.low <= estimate.expected <= estimate.high)


def test_about_one_interval_in_a_hundred_misses():
    estimates = [judged(RARE, rounds=4_000, seed=seed).estimates[0] for seed in range(300)]
    assert 0 < sum(not one.covers for one in estimates) < 12


def test_a_third_is_covered_by_an_interval_of_no_width():
    thirds = once({"sure": 1}, sure="1 for 3")
    assert judged(thirds, rounds=7).estimates[0].covers


def test_money_put_down_on_the_way_is_compared_by_what_comes_back(game):
    (wager, *_) = (one for one in game("craps").wagers().values() if one.later_stakes)
    found = judged(wager, rounds=50_000)
    assert found.passed
    exact = answer(wager).never
    assert {one.expected for one in found.comparisons if one.figure == "returned"} == {exact.returned}
    gross = sum(e.probability * e.returned**2 for e in exact.endings) - exact.returned**2
    assert gross != exact.variance  # that is of what is left when the odds are paid for
    (estimate,) = found.estimates
    assert isclose(estimate.standard_error, float(gross / 50_000) ** 0.5)
    trial = simulate(wager, answer(wager), 50_000, 0)[0]
    assert isclose(trial.z, float(trial.returned - trial.expected) / estimate.standard_error)


@pytest.mark.parametrize("lots", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_length_that_is_rarely_long_fails_no_right_sheet(lots):
    """Rounds of 1 trial, and one in 2,000 of 1,000: every number of long ones, by the binomial law."""
    rare, extra, rounds = Fraction(1, 2000), 999, 1000
    known = answer(RARE)
    mean, variance = 1 + extra * rare, extra**2 * rare * (1 - rare)
    exact = replace(known.never, spins=replace(known.never.spins, mean=mean, variance=variance))
    (trial, _) = simulate(RARE, known, 1, 0)
    failing = Fraction(0)
    for longs in product(range(12), repeat=lots):
        told = replace(trial, lots=tuple((rounds, rounds + extra * k) for k in longs))
        chance = Fraction(1)
        for k in longs:
            chance *= comb(rounds, k) * rare**k * (1 - rare) ** (rounds - k)
        found = v.verdict([(told, exact)])
        (spins,) = (one for one in found.comparisons if one.figure == "spins")
        failing += chance * (not spins.passed)
    assert failing <= v.FALSE_ALARM / 4


@pytest.mark.parametrize("lots", [1, 2, 3, 4])
def test_the_bound_on_a_mean_length_is_that_of_most_lots(lots):
    """Lots of 4 rounds of variance 1; how many are as far off as most of them are, by the binomial law."""
    known = answer(RARE)
    exact = replace(known.never, spins=replace(known.never.spins, mean=Fraction(10), variance=Fraction(1)))
    (trial, _) = simulate(RARE, known, 1, 0)
    most = lots // 2 + 1
    for off in product((-6, 0, 4, 10), repeat=lots):
        judged = v.verdict([(replace(trial, lots=tuple((4, 40 + 2 * each) for each in off)), exact)])
        (bound,) = (one.chance for one in judged.comparisons if one.figure == "spins")
        farther = max(sorted(off)[-most], sorted(-each for each in off)[-most], 0)
        one = Fraction(1, 1 + farther**2)
        several = sum(comb(lots, k) * one**k * (1 - one) ** (lots - k) for k in range(most, lots + 1))
        assert isclose(bound, min(1, 2 * several), rel_tol=1e-9)


LOT = 65_536
TRUE = answer(repeating_2(made="40 for 1"))


@pytest.mark.parametrize(("lots", "off"), [(1, "1/2"), (2, "1/5"), (3, "1/5")])
def test_a_right_simulation_fails_a_wrong_mean_length(lots, off):
    """One lot must be twice as far off by itself as two, which bear each other out."""
    (trial, _) = simulate(TRUE.wager, TRUE, lots * LOT, 7)
    assert [rounds for rounds, _ in trial.lots] == [LOT] * lots
    spins = TRUE.never.spins
    for sign in (1, -1):
        mean = spins.mean + sign * Fraction(off) * Fraction(float(spins.variance) ** 0.5)
        wrong = replace(TRUE.never, spins=replace(spins, mean=mean))
        assert [one.figure for one in v.verdict([(trial, wrong)]).failed] == ["spins"]
    assert v.verdict([(trial, TRUE.never)]).passed


@pytest.mark.parametrize("heads", [40, 50, 63])
def test_chi_square_of_two_endings_is_the_square_of_a_deviation(heads):
    coin = once({"made": 1, "lost": 1}, made="2 for 1", lost="nothing")
    fit = v.goodness_of_fit(trial_of(coin, {"made": heads, "lost": 100 - heads}), answer(coin).never)
    z = (heads - 50) / 5
    assert (fit.degrees, isclose(fit.statistic, z**2)) == (1, True)
    assert isclose(fit.chance, 2 * NormalDist().cdf(-abs(z)))


def test_endings_that_are_rarely_expected_are_one_class_of_chi_square():
    """Of 60 rounds 15, 3 and 42 are expected: with 3 the rare one is alone, so it stays a class."""
    counts = {"small": 12, "large": 5, "lost": 43}
    fit = v.goodness_of_fit(trial_of(RARE, counts), answer(RARE).never)
    assert (fit.degrees, isclose(fit.statistic, 9 / 15 + 4 / 3 + 1 / 42)) == (2, True)
    even = once({f"n{k}": 1 for k in range(30)}, **dict.fromkeys((f"n{k}" for k in range(30)), "2 for 1"))
    one = v.goodness_of_fit(trial_of(even, {"n0": 30}), answer(even).never)
    assert (one.statistic, one.degrees, one.chance) == (0, 0, 1)  # all are rare: one class, which cannot vary


@pytest.mark.parametrize(("weights", "pay"), [({"made": 1, "lost": 1}, 2), ({"made": 1, "lost": 9}, 9)])
def test_an_error_that_is_said_to_be_found_is_found_nine_times_in_ten(weights, pay):
    """The chance of each count by the binomial law, were the win so much likelier than it is said to be."""
    rounds, threshold = 20_000, v.FALSE_ALARM / 4
    play = answer(once(weights, made=f"{pay} for 1", lost="nothing")).never
    error = v.detectable_error(play, rounds, threshold)
    said = play.endings[0] if play.endings[0].ending == "made" else play.endings[1]
    true = float(said.probability) + error / pay
    law = NormalDist(rounds * true, (rounds * true * (1 - true)) ** 0.5)
    least = next(
        k
        for k in range(int(rounds * said.probability), rounds)
        if v.count_chance(k, rounds, said.probability) < threshold
    )
    assert abs(1 - law.cdf(least - 0.5) - 0.9) < 0.02
    assert v.detectable_error(play, 12, threshold) is None
    far = NormalDist().inv_cdf(float(1 - threshold / 2)) + NormalDist().inv_cdf(0.9)
    assert isclose(error, pay * far * (said.probability * (1 - said.probability) / rounds) ** 0.5)
