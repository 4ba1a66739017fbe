"""Answers of wagers small enough to be worked out by hand."""

from fractions import Fraction

import pytest

from markov.distribution import Distribution
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from markov.wager.wager import Mispriced, Wager
from tests.small_games import HeadsBeforeTails

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


def test_an_answer_has_a_play_for_each_way_of_playing():
    found = answer(wager({"made": "3 for 1", "lost": "nothing", "cash-1": "2 for 1"}))
    assert (found.played("never").returned, found.played("optimal").returned) == (Fraction(3, 4), 1)


def test_a_commission_is_part_of_the_outlay_and_not_of_the_stake():
    never = answer(wager({"made": "3 for 1", "lost": "nothing"}, outlay=Fraction(21, 20))).never
    assert never.edge.per_stake == Fraction(3, 10)
    assert never.edge.per_outlay == Fraction(3, 10) / Fraction(21, 20)
    assert never.rtp == Fraction(3, 4) / Fraction(21, 20)


def test_a_push_resolves_nothing():
    never = answer(wager({"made": "3 for 1", "lost": "1 for 1"})).never
    assert never.edge.per_resolved == never.edge.per_stake / Fraction(1, 4)


def test_envy_is_owed_beside_the_pay():
    never = answer(
        wager({"made": "3 for 1", "lost": "nothing"}, envy=Paytable({"made": Fraction(1, 2)}))
    ).never
    assert never.envy == Fraction(1, 8)
    assert never.house_after_envy == Fraction(1, 4) - Fraction(1, 8)


def test_an_exact_tie_plays_on_and_says_so():
    found = answer(wager({"made": "4 for 1", "lost": "nothing", "cash-1": "2 for 1"}))
    (offer,) = found.offers
    assert (offer.state, offer.margin, offer.tie, offer.take) == (1, 0, True, False)
    assert found.optimal == found.never


def test_an_offer_taken_before_the_first_spin_leaves_no_edge_per_spin():
    found = answer(wager({"made": "2 for 1", "lost": "nothing", "cash-0": "9 for 10"}))
    assert found.optimal.spins.mean == 0
    assert found.optimal.edge.per_spin is None
    assert found.optimal.edge.per_stake == Fraction(1, 10)


@pytest.mark.parametrize(
    ("pays", "said"),
    [
        ({"made": "3 for 1"}, "'lost' can happen, but has no pay"),
        (
            {"made": "3 for 1", "lost": "nothing", "cash-2": "1 for 1"},
            "a pay for 'cash-2', which cannot happen",
        ),
        ({"made": "3 for 1", "lots": "nothing"}, "'lost' can happen"),
    ],
)
def test_a_paytable_that_does_not_fit_is_refused(pays, said):
    with pytest.raises(Mispriced, match=said):
        answer(wager(pays))


def test_an_envy_on_what_cannot_happen_is_refused():
    with pytest.raises(Mispriced, match="an envy for 'cash-1', which cannot happen"):
        answer(wager({"made": "3 for 1", "lost": "nothing"}, envy=Paytable({"cash-1": Fraction(1)})))
