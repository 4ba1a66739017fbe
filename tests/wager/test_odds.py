"""Answers of wagers small enough to be worked out by hand."""

from fractions import Fraction

import pytest

import markov as mk
from markov.chain.chain import MAX_STATES
from markov.chain.transitions import Spins
from markov.distribution import Distribution, Tally, dice
from markov.proof.certificate import certificate
from markov.proof.simulation import simulate
from markov.race.clocks import TooManyTerms
from markov.rules.tally import TallyRace
from markov.wager.game import Game
from markov.wager.odds import NoRoad, Raced, Solved, answer, by_road
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import NoAnswer, Wager
from tests.certificates import refusal
from tests.oracles.forger import canonical
from tests.small_games import HeadsBeforeTails
from tests.trials import all_within

COIN = Distribution({"heads": 1, "tails": 1})


def wager(pays, need=2, **more):
    return Wager("Heads", HeadsBeforeTails(need), COIN, Paytable(pays), "by hand", **more)


def test_two_heads_by_hand():
    never = answer(wager({"made": "3 for 1", "lost": "nothing"})).never
    assert {e.ending: (e.probability, e.returned) for e in never.endings} == {
        "made": (Fraction(1, 4), 3),
        "lost": (Fraction(3, 4), 0),
    }
    assert (never.returned, never.net, never.rtp) == (Fraction(3, 4), Fraction(-1, 4), Fraction(3, 4))
    assert never.variance == Fraction(9, 4) - Fraction(9, 16)
    assert never.hit_frequency == Fraction(1, 4)
    assert (never.spins.mean, never.spins.variance) == (Fraction(3, 2), Fraction(1, 4))
    assert never.edge.per_spin == Fraction(1, 6)


def test_an_ending_that_decides_for_some_outcomes_alone_is_one_ending():
    """Over after one throw of a die: 1 to 3 win, and "back" is a push on 4 and decides on 5 and 6."""
    rule = mk.PlainRule(0, lambda _, face: End("won") if face < 4 else End("back", decides=face > 4))
    pays = Paytable({"won": "3 for 1", "back": "1 for 2"})
    bet = Wager("Undecided", rule, Distribution.counted(range(1, 7)), pays, "by hand")
    found = answer(bet)
    won, back = found.never.in_order().endings[::-1]
    assert (won.ending, won.probability, won.returned) == ("won", Fraction(1, 2), 3)
    assert (back.ending, back.probability, back.returned) == ("back", Fraction(1, 2), Fraction(1, 2))
    assert len(found.never.endings) == 2
    assert found.never.edge.per_stake == Fraction(-3, 4)
    assert found.never.edge.per_resolved == Fraction(-3, 4) / Fraction(5, 6)
    # What is said of it elsewhere: in a table, in a simulation, and in a certificate where it is a push.
    assert "| back | 1 for 2 | 1/2 | 1/2 |" in found.view().to_markdown()
    assert all_within(simulate(bet, found, 2_000, seed=1))
    game = Game("Undecided", "by hand", (), lambda _: (bet,))
    assert refusal(canonical(certificate(game, {}, bet.with_pays(back="1 for 1"), MAX_STATES))) == ""
    with pytest.raises(NoAnswer, match="'back' decides the bet in some states and not in others"):
        certificate(game, {}, bet, MAX_STATES)


def test_an_offer_taken_before_the_first_spin_leaves_no_edge_per_spin():
    found = answer(wager({"made": "2 for 1", "lost": "nothing", "cash-0": "9 for 10"}))
    assert found.optimal.spins.mean == 0
    assert found.optimal.edge.per_spin is None
    assert found.optimal.edge.per_stake == Fraction(1, 10)


def test_a_race_takes_the_place_of_a_larger_chain_where_its_formula_is_short(monkeypatch):
    bet = mk.ask("6x31 before 7", pays="90 for 1").wager
    whole, raced = by_road(bet), by_road(bet, raced_beyond=5)
    assert isinstance(raced, Raced)
    assert raced.answer(bet).never == whole.answer(bet).never
    with pytest.raises(NoRoad, match="no race of tallies against a stopper, with nothing on offer"):
        raced.answer(bet.with_pays({"surrender-1": "2 for 1"}))
    monkeypatch.setattr("markov.race.clocks.MAX_BITS", 1)
    longer = mk.ask("6x32 before 7", pays="90 for 1").wager
    assert isinstance(by_road(longer, raced_beyond=5), Solved)
    with pytest.raises(TooManyTerms):
        by_road(longer, 5).answer(longer)


def test_a_race_of_what_the_wheel_does_not_show_is_lost_when_it_is_stopped():
    rule = TallyRace((Tally(frozenset({13}), 2), Tally(frozenset({2}), 1)), frozenset({7}), "all")
    bet = Wager("Thirteen", rule, dice(2), Paytable({"lost": "nothing"}), "by hand")
    assert answer(bet, by="race").never.spins == answer(bet).never.spins == Spins(Fraction(6), Fraction(30))
