"""Simulated rounds: within bounds of right answers and out of bounds of wrong ones, and as played by hand."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import inf
from zlib import crc32

import numpy as np
import pytest

import markov as mk
from markov.chain.transitions import Spins, TooMuchWork
from markov.distribution import Distribution
from markov.proof.simulation import BOUND, Trial, simulate
from markov.wager.game import slug
from markov.wager.odds import Answer, Ending, Offer, answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End, stop_or_play_on
from markov.wager.wager import PaytableMismatch, Wager
from tests.proof.bets import DICE, Repeater, once, repeating_2
from tests.trials import all_within


def trials(wager: Wager, rounds: int = 20_000, seed: int = 1, answered: Answer | None = None) -> list[Trial]:
    return simulate(wager, answered or answer(wager), rounds, seed)


def test_a_right_answer_is_within_bounds():
    found = trials(repeating_2(made="40 for 1"), rounds=200_000)
    assert [trial.play for trial in found] == ["never", "optimal"]
    assert all_within(found)
    assert {trial.expected for trial in found} == {Fraction(40, 49)}


def test_a_wrong_answer_is_out_of_bounds():
    # What the sheet would be with one more zero: the odds are the same, the spins are not.
    right = answer(repeating_2(made="40 for 1"))
    more_zeros = answer(replace(right.wager, wheel=Distribution({**DICE, "000": 1})))
    assert more_zeros.never.returned == right.never.returned
    found = trials(right.wager, rounds=200_000, answered=more_zeros)
    assert abs(found[0].z) < BOUND < abs(found[0].spins_z)
    assert not all_within(found)
    assert all_within(found, bound=100)


def test_counts_say_what_the_mean_is():
    (never, optimal) = trials(repeating_2(made="40 for 1", surrender_1="6 for 1"))
    assert sum(never.counts.values()) == sum(optimal.counts.values()) == never.rounds == 20_000
    assert never.returned == Fraction(40 * never.counts["made"], 20_000)
    assert set(never.counts) == {"made", "lost"}
    assert optimal.returned == Fraction(6 * optimal.counts["surrender-1"], 20_000)
    assert "made" not in optimal.counts
    assert optimal.spins < never.spins


@pytest.mark.parametrize("pays", [("40 for 1", "5 for 1"), ("42 for 1", "6 for 1")])
def test_an_offer_that_is_not_worth_it_or_on_an_exact_tie_is_not_taken(pays):
    (never, optimal) = trials(repeating_2(made=pays[0], surrender_1=pays[1]))
    assert never == replace(optimal, play="never")


def test_an_offer_taken_before_the_first_spin():
    wager = repeating_2(made="40 for 1", surrender_0="1/2 for 1")
    known = answer(wager)
    taken = Offer((0,), "surrender-0", Fraction(1, 2), Fraction(40, 49), Fraction(40, 49))
    assert not taken.take
    assert trials(wager, answered=known)[1].counts == trials(wager, answered=known)[0].counts
    half = (Ending("surrender-0", Fraction(1), Fraction(1, 2)),)
    kept = replace(
        known,
        offers=(replace(taken, continuing=Fraction(0)),),
        optimal=replace(
            known.optimal,
            endings=half,
            returned=Fraction(1, 2),
            variance=Fraction(0),
            spins=Spins(*[Fraction(0)] * 2),
        ),
    )
    (never, optimal) = trials(wager, answered=kept)
    assert optimal.counts == {"surrender-0": 20_000}
    assert (optimal.spins, optimal.z, optimal.spins_z) == (0, 0.0, 0.0)
    assert never.spins > 1


def test_the_same_seed_gives_the_same_figures():
    wager = repeating_2(made="40 for 1")
    assert trials(wager) == trials(wager)
    assert trials(wager) != trials(wager, seed=2)


@pytest.mark.parametrize("workers", [2, 3, 7])
def test_any_number_of_processors_gives_the_same_figures(workers):
    bets = (
        repeating_2(made="40 for 1", surrender_1="6 for 1"),
        Wager("Collector", Dice(6), Distribution.counted(range(6)), Paytable({"all": "1 for 1"}), "here"),
        mk.Wager("Bag", Emptied(), Emptied().wheel(frozenset()), Paytable({"all": "1 for 1"}), "here"),
    )
    for bet in bets:
        one, several = (simulate(bet, answer(bet), 200_000, 4, None, n) for n in (1, workers))
        assert one == several


def test_every_lot_of_rounds_has_spins_of_its_own():
    bet = repeating_2(made="40 for 1")
    first, both = (simulate(bet, answer(bet), n, 4)[0].counts["made"] for n in (65_536, 131_072))
    assert both not in (2 * first, first)


@dataclass(frozen=True)
class Emptied:
    """A bag of five, each number as likely as it is large, drawn from until it is empty or the 5 has come."""

    start = frozenset()

    def wheel(self, state):
        return Distribution({k: k for k in range(1, 6) if k not in state})

    def step(self, state, outcome):
        left = state | {outcome}
        return End("all") if len(left) == 5 or outcome == 5 else left


def test_spins_depend_on_the_name_and_not_on_the_pays():
    one, other = repeating_2(made="40 for 1"), repeating_2(made="2 for 1", surrender_1="1 for 1")
    assert trials(one)[0].counts == trials(other)[0].counts
    assert trials(one)[0].counts != trials(replace(one, name="Another 2"))[0].counts


def test_progress_is_told_how_many_rounds_are_done():
    told: list[int] = []
    wager = once({"won": 1, "lost": 1}, won="evens", lost="nothing")
    simulate(wager, answer(wager), 150_000, 3, told.append)
    assert told == [65_536, 131_072, 150_000]


def test_every_round_counts_every_spin():
    wager = once({"won": 1, "0": 3}, won="evens")
    (never, _) = trials(wager)
    assert never.z == 0.0
    assert never.counts == {"won": 20_000}
    assert abs(never.spins - 4) < Fraction(1, 5)
    assert never.spins.denominator > 1


def test_nothing_varies():
    wager = once({"won": 1}, won="evens")
    assert all(trial.z == trial.spins_z == 0.0 for trial in trials(wager, rounds=1))


def test_nothing_varies_and_yet_the_answer_is_wrong():
    wager = once({"won": 1}, won="evens")
    (low, _) = trials(wager, answered=answer(replace(wager, pays=Paytable({"won": "3 for 1"}))))
    (high, _) = trials(wager, answered=answer(replace(wager, pays=Paytable({"won": "1 for 1"}))))
    assert (low.z, high.z) == (-inf, inf)
    assert not all_within([low])


def test_an_ending_that_the_answer_gives_no_chance():
    wager = once({"won": 1, "lost": 1}, won="evens", lost="nothing")
    blind = answer(once({"won": 1}, won="evens"))
    assert trials(wager, answered=blind)[0].z == inf


def test_an_ending_without_a_pay():
    wager = once({"won": 1, "lost": 1}, won="evens", lost="nothing")
    with pytest.raises(PaytableMismatch, match="Once: play came to 'lost', which has no pay"):
        trials(replace(wager, pays=Paytable({"won": "evens"})), answered=answer(wager))


def test_an_offer_that_the_answer_does_not_know():
    plain = answer(repeating_2(made="40 for 1"))
    with pytest.raises(ValueError, match=r"does not know of \(1,\), with play on, surrender-1 to choose"):
        trials(repeating_2(made="40 for 1", surrender_1="6 for 1"), answered=plain)


@pytest.mark.parametrize(
    ("rounds", "seed", "words"),
    [(0, 1, "0 rounds cannot be played"), (-1, 1, "-1 rounds"), (1, -1, "-1 is not a seed")],
)
def test_less_than_one_round_and_a_negative_seed(rounds, seed, words):
    with pytest.raises(ValueError, match=words):
        trials(repeating_2(made="40 for 1"), rounds, seed)


@pytest.mark.parametrize(
    ("zeros", "rounds", "said"),
    [
        # A mean of 10⁶ spins takes 10¹⁰ of them in 10⁴ rounds: so many would do.
        (10**6 - 1, 10_001, "10,001 rounds take about 10,001,000,000 spins; ask for 10,000 rounds at most$"),
        (10**9 - 1, 11, "a round takes about 1,000,000,000 spins, too many to be played"),
        (10**6, 1, "a round takes about 1,000,001 spins, too many to be played"),
    ],
)
def test_more_spins_than_can_be_waited_for(zeros, rounds, said):
    with pytest.raises(TooMuchWork, match=said):
        trials(once({"won": 1, "0": zeros}, won="evens"), rounds=rounds)


@pytest.mark.parametrize("unit", [1, 2**15, 2**16, 2**40, 2**60, 2**62, 2**200])
def test_weights_of_any_size(unit):
    # From a table to a search to whole numbers of any length: the same chances.
    wager = once({"a": unit, "b": 2 * unit, "c": unit}, a="1 for 1", b="2 for 1", c="10 for 1")
    found = trials(wager)
    assert set(found[0].counts) == {"a", "b", "c"}
    assert all_within(found)


@pytest.mark.parametrize("bits", [1, 2, 5])
def test_a_draw_that_its_first_bits_leave_open(bits, monkeypatch):
    monkeypatch.setattr("markov.proof.simulation._BITS", bits)
    unit = 2**70
    wager = once({"a": 3 * unit, "b": 1, "c": 2 * unit - 1, "d": unit}, a="1 for 1", b="9 for 1", c=2, d=5)
    found = trials(wager)
    assert not found[0].counts["b"]
    assert all_within(found)


def test_the_ends_of_a_wide_wheel():
    # A weight of one among 2^70 never comes up, and does not take anything from its neighbours.
    wager = once({"a": 1, "b": 2**70, "c": 1}, a="nothing", b="1 for 1", c="nothing")
    assert trials(wager)[0].counts == {"a": 0, "b": 20_000, "c": 0}


@dataclass(frozen=True)
class Dice:
    """Rolled until every side has been seen: a state is the set of those seen."""

    sides: int
    start = frozenset()

    def step(self, state, outcome):
        seen = state | {outcome}
        return End("all") if len(seen) == self.sides else seen

    def actions(self, state):
        return stop_or_play_on(state, End("sold") if len(state) == 5 else None)


def test_offers_in_many_states():
    pays = Paytable({"all": "1 for 1", "sold": "2 for 1"})
    wager = Wager("Collector", Dice(8), Distribution.counted(range(8)), pays, "here")
    (never, optimal) = trials(wager)
    assert optimal.counts == {"sold": 20_000}
    assert (never.z, optimal.z) == (0.0, 0.0)
    assert all_within([never, optimal])


def test_every_pair_of_a_state_and_an_outcome_is_asked_once():
    asked: list[tuple] = []

    class Watched(Repeater):
        def step(self, state, outcome):
            asked.append((state, outcome))
            return super().step(state, outcome)

    wager = repeating_2(made="40 for 1")
    trials(replace(wager, rule=Watched(2, 2)), rounds=200_000, answered=answer(wager))
    assert sorted(asked, key=str) == sorted(product([(0,), (1,)], DICE), key=str)


def by_hand(bet: Wager, rounds: int, seed: int) -> tuple[dict[str, int], int]:
    """One lot of rounds played by calling the rule for every spin of every round; endings and spins."""
    keys = (crc32(slug(bet.name).encode()), 0, 0)
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=keys)))
    units = [outcome for outcome, weight in bet.wheel.items() for _ in range(weight)]
    playing, spins, ended = [bet.rule.start] * rounds, 0, dict.fromkeys(bet.pays, 0)
    while playing:
        drawn = generator.integers(len(units), size=len(playing), dtype=np.uint8)
        spins += len(playing)
        after = [bet.rule.step(state, units[k]) for state, k in zip(playing, drawn, strict=True)]
        for end in after:
            if isinstance(end, End):
                ended[end.name] += 1
        playing = [state for state in after if not isinstance(state, End)]
    return ended, spins


@pytest.mark.parametrize("seed", range(3))
def test_a_lot_is_what_the_rule_says_spin_by_spin(seed):
    dice = Distribution.counted(range(8))
    for bet in (
        repeating_2(made="40 for 1"),
        Wager("Collector", Dice(8), dice, Paytable({"all": "1 for 1"}), "here"),
    ):
        (never, _) = simulate(bet, answer(bet), 3_000, seed)
        assert (never.counts, never.spins * 3_000) == by_hand(bet, 3_000, seed)
