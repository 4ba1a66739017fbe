"""Odds as they are paid in chips: hand-written arithmetic, and what rounding can never do."""

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.wager.odds import answer
from markov.wager.odds import solved as solve
from markov.wager.pay_edits import edited
from markov.wager.payable import Unpayable, highest_edge, lowest_edge, paid, stakes
from tests import plays
from tests.draws import examples
from tests.small_games import ladder

ONE, HALF = Fraction(1), Fraction(1, 2)
THIRD = Fraction(1, 3)
ROUNDED = {"up": ceil, "down": floor, "nearest": lambda x: floor(x + HALF), None: lambda x: x}


@pytest.fixture
def bet(game):
    """A Quebec bet, solved, and its answer as posted."""

    def found(name, **choices):
        choices = plays.choices(**choices)
        solved = solve(game("quebec-place-bets").wager(name, choices))
        return solved, solved.answer(game("quebec-place-bets").wager(name, choices))

    return found


# By hand. A 4 comes before a 7 with chance 3 / (3 + 6).


@pytest.mark.parametrize("rounding", [None, "up", "down", "nearest"])
@pytest.mark.parametrize("stake", range(1, 41))
def test_buy_4_with_its_commission(bet, stake, rounding):
    """2 to 1 is always payable; 5% of the stake is put up beside it, win or lose."""
    found = paid(*bet("buy-4"), Fraction(stake), ONE, rounding)
    commission = ROUNDED[rounding](Fraction(stake, 20))
    assert found.commission == commission
    assert found.rounded == ()
    assert found.never.per_stake == (stake + commission - THIRD * 3 * stake) / stake
    assert found.never.per_outlay == found.never.per_stake * stake / (stake + commission)
    assert found.optimal == found.never  # true odds: playing on is worth the stake, everywhere


def test_a_commission_out_of_a_win_is_rounded_with_the_pay(bet):
    found = paid(*bet("buy-4", commission="on-win"), Fraction(30), ONE, "up")
    assert found.commission == 0
    assert [(r.exact, r.paid) for r in found.rounded] == [(Fraction(177, 2), 88)]
    assert found.never.per_stake == 1 - THIRD * Fraction(88, 30)


def test_a_commission_is_refunded_as_it_was_put_up(bet):
    found = paid(*bet("lay-4", withdrawal="commission-refunded"), Fraction(5), ONE, "up")
    back = {rounded.ending: rounded.paid for rounded in found.rounded}
    assert (found.commission, back) == (1, {"made": 7, "withdrawn": 6})


def test_half_a_chip(bet):
    assert paid(*bet("right-4"), Fraction(7), HALF).rounded[0].paid == Fraction(39, 2)
    assert paid(*bet("right-4"), Fraction(7), Fraction(1, 5)).rounded == ()
    for stake, chip in ((HALF, ONE), (Fraction(-5), ONE), (Fraction(0), ONE), (Fraction(7), Fraction(5))):
        with pytest.raises(Unpayable, match="not a whole number of chips"):
            paid(*bet("right-4"), stake, chip)


# Properties.

pays = st.fractions(min_value=0, max_value=12, max_denominator=8)
chips = st.sampled_from([ONE, HALF, Fraction(5), Fraction(1, 4)])


@settings(max_examples=examples(80))
@given(pays, pays, pays, st.integers(1, 30), chips)
def test_rounding_down_never_helps_the_player(made, lost, surrender, count, chip):
    wager = ladder(pays={"made": "2 to 1", "lost": "nothing", "surrender-1": "6 for 1"})
    wager = edited(wager, {"made": made, "lost": lost, "surrender-1": surrender})
    solved, stake = solve(wager), count * chip
    posted = solved.answer(wager)
    found = paid(solved, posted, stake, chip)
    assert found.never.per_stake >= posted.never.edge.per_stake
    assert found.optimal.per_stake >= posted.optimal.edge.per_stake
    # The same from scratch, and never more than a chip is kept.
    again = {ending: floor(wager.pays[ending] * stake / chip) * chip / stake for ending in wager.pays}
    whole = answer(edited(wager, again))
    assert (found.never, found.optimal) == (whole.never.edge, whole.optimal.edge)
    assert all(0 < one.exact - one.paid < chip for one in found.rounded)
    if all((pay * count).denominator == 1 for pay in wager.pays.values()):
        assert found.rounded == ()
        assert (found.never, found.optimal) == (posted.never.edge, posted.optimal.edge)


def test_an_outlay_of_more_than_the_stake_is_rounded_alone():
    wager = replace(ladder(), outlay=Fraction(21, 20))
    solved = solve(wager)
    found = paid(solved, solved.answer(wager), Fraction(10), ONE, "down")
    assert found.commission == 0
    assert found.never.per_stake == solved.answer(ladder()).never.edge.per_stake


def test_stakes_and_their_extremes(bet):
    listed = list(stakes(Fraction(1), Fraction(10), ONE))
    found = [paid(*bet("right-4"), stake, ONE) for stake in listed]
    assert listed == [Fraction(n) for n in range(1, 11)]
    assert lowest_edge(found, "never").stake == 5
    assert highest_edge(found, "never").stake == 1
