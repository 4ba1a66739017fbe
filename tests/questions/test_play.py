"""A round told spin by spin: against the rule it plays, the chain, and the odds."""

import pytest

import markov as mk
from markov.distribution import Distribution
from markov.proof.simulation import draws
from markov.wager.paytable import Paytable
from markov.wager.rule import End, offer_of, state_words, stop_or_play_on
from markov.wager.wager import Wager

PATIENT = mk.PlainRule(
    0,
    lambda state, outcome: End("over") if outcome == "over" else state + 1 - state // 2,
    actions=lambda state: stop_or_play_on(state, End(f"leave-{state}")),
)


def patient(leave="nothing"):
    """The player may leave before the first spin, and the wheel says when it is over."""
    pays = Paytable({"over": "nothing", "leave-0": leave})
    return Wager("Patience", PATIENT, Distribution({"on": 999_999, "over": 1}), pays, "this page")


REPEATER = "repeater-bets-plus"
WAGERS = [
    *((REPEATER, name) for name in ("repeating-2", "repeating-6", "repeating-2-3-11-12", "horn")),
    ("straights-and-8s", "straights-and-8s"),
    ("quebec-place-bets", "right-4"),
    ("quebec-place-bets", "lay-6"),
]


@pytest.mark.parametrize("rounds", [8, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("play", ["never", "optimal"])
@pytest.mark.parametrize(("game", "name"), WAGERS)
def test_every_spin_is_a_step_of_the_rule_and_of_the_chain(game, name, play, rounds):
    wager = mk.game(game)[name]
    chain = wager.chain()
    for seed in range(rounds):
        one = wager.round(seed=seed, play=play)
        state = wager.rule.start
        for spin in one.spins:
            assert spin.outcome in wager.wheel
            assert spin.before == state
            assert spin.after == wager.rule.step(state, spin.outcome)
            assert spin.after in chain[state]
            state = spin.after
        assert one.ending == (offer_of(wager.rule, state) if one.chosen else state).name
        assert one.returned == wager.pays[one.ending]
        assert one.net == one.returned - wager.outlay


@pytest.mark.parametrize("rounds", [20, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "name"), WAGERS)
def test_best_play_stops_at_the_first_offer_that_is_worth_more_than_playing_on(game, name, rounds):
    wager = mk.game(game)[name]
    take = {offer.state for offer in wager.odds().offers if offer.take}
    taken = 0
    for seed in range(rounds):
        never, best = wager.round(seed=seed), wager.round(seed=seed, play="optimal")
        assert best.spins == never.spins[: len(best.spins)]
        stops = [n for n, spin in enumerate(never.spins, start=1) if spin.after in take]
        assert best.chosen == bool(stops)
        assert len(best.spins) == (stops[0] if stops else len(never.spins))
        taken += best.chosen
    assert bool(taken) == bool(take)


def test_outcomes_are_drawn_by_their_weights():
    wheel = Distribution({"a": 1, "b": 2**70, "c": 2**70})
    wager = Wager("Wide", PATIENT, wheel, Paytable({}), "this page")

    def drawn(seed, count):
        draw = draws(wager, seed)
        return [draw(wager.rule.start) for _ in range(count)]

    found = drawn(5, 4000)
    assert found.count("a") == 0
    assert abs(found.count("b") - 2000) <= 5 * 32  # 32 is the standard deviation, rounded up
    assert found[:50] == drawn(5, 50)
    assert found[:50] != drawn(6, 50)


def test_the_player_may_leave_before_the_first_spin():
    one = patient("2 for 1").round(play="optimal")
    assert (one.spins, one.ending, one.chosen, one.net) == ((), "leave-0", True, 1)
    assert patient("2 for 1").round(longest=3).ending == ""
    assert "the player takes leave-0" in str(one)


def test_a_round_is_told_as_far_as_was_asked():
    one = patient().round(longest=7)
    assert (len(one.spins), one.ending, one.net) == (7, "", -1)
    assert "It goes on after 7 spins." in str(one)
    assert repr(one) == "Round('Patience', seed 0: not over after 7 spins)"


def test_a_condition_that_cannot_come_true_any_more_is_told_in_plain_words():
    rule = mk.game("tests/screens/given/untold.toml")["clean"].rule
    assert state_words(rule, rule.step(rule.start, 8)) == "cash-out no longer on offer"
