"""Place bets of Quebec, paragraph by paragraph of the by-law and by a second road."""

import random
from fractions import Fraction
from functools import partial

import pytest
from markov_games.quebec_place_bets import NUMBERS, game

from markov.exact import rounded
from markov.wager.odds import Answer, answer
from tests import plays
from tests.oracles import place_bets

EVERY = list(game.readings(every=True))
SAMPLE = list(game.readings()) + random.Random(9517).sample(EVERY, 8)
NAMES = [f"{kind}-{number}" for kind in ("right", "buy", "lay") for number in NUMBERS]


def solved(name, **choices) -> Answer:
    return answer(game.wager(name, plays.choices(**choices)))


# The by-law, paragraph by paragraph.


def test_95_17_the_wagers():
    assert list(game.wagers()) == NAMES


@pytest.mark.parametrize(
    ("paragraph", "kind", "wins", "commission"),
    [
        ("95.17(1)", "right", "9/5 7/5 7/6 7/6 7/5 9/5", lambda won: 0),
        ("95.17(2)", "buy", "2 3/2 6/5 6/5 3/2 2", lambda won: Fraction(5, 100)),
        ("95.17(3)", "lay", "1/2 2/3 5/6 5/6 2/3 1/2", lambda won: won * Fraction(5, 100)),
    ],
)
def test_95_17_bet_pays_and_its_commission(paragraph, kind, wins, commission):
    for number, won in zip(NUMBERS, map(Fraction, wins.split()), strict=True):
        wager = game.wager(f"{kind}-{number}")
        assert wager.outlay == 1 + commission(won)
        assert dict(wager.pays) == {"made": 1 + won, "lost": 0, "withdrawn": 1}
        assert paragraph in wager.source


def test_withdrawal_refunds_a_commission_paid_in_advance_only():
    refunded = {"withdrawal": "commission-refunded"}
    assert game.wager("buy-4", refunded).pays["withdrawn"] == Fraction(21, 20)
    assert game.wager("lay-4", refunded).pays["withdrawn"] == Fraction(41, 40)
    assert game.wager("right-4", refunded).pays["withdrawn"] == 1
    assert game.wager("buy-4", {**refunded, "commission": "on-win"}).pays["withdrawn"] == 1


# Rounds written out by hand. 95.17 (1), (2): the number before the 7, and no action on a come-out roll.
# 95.17 (3): the 7 before the number, on every roll.

ROUNDS = """
right-4  –                    made                      6 4 | 4 4
right-4  –                    lost                      6 7 | 7 4 7
right-4  –                    (6, 'standing')           6 5
right-4  –                    (4, 'standing')           4 | 6 6 4
right-4  –                    ('come-out', 'standing')  6 6 | 7 | 2 3 12 11
buy-10   –                    made                      9 9 7 10 10 | 9 10
buy-10   –                    lost                      9 7
lay-4    –                    made                      7 | 6 6 7
lay-4    –                    lost                      4 | 6 4
lay-4    –                    ('come-out', 'standing')  11 2
right-4  come-out=on          made                      4
right-4  come-out=on          lost                      7
right-4  come-out=on          ('come-out', 'standing')  11
right-4  placed=6             made                      4
right-4  placed=6             lost                      7
right-4  placed=6             ('come-out', 'standing')  6 7
lay-4    placed=6             made                      7 | 6 7
"""


@pytest.mark.parametrize(("name", "choices", "rolls", "end"), plays.rounds(ROUNDS))
def test_95_17_round(name, choices, rolls, end):
    reading = dict(choice.split("=") for choice in choices.split())
    assert str(plays.played(game.wager(name, reading).rule, rolls)) == end


@pytest.mark.parametrize("name", NAMES)
def test_95_17_withdrawn_in_the_event_of_an_inconclusive_roll(name):
    found = solved(name)
    rule = found.wager.rule
    assert rule.start == ("come-out", "placed")
    assert rule.actions(rule.start) is None
    assert {offer.state[1] for offer in found.offers} == {"standing"}
    # A Lay bet never stands with its own number as the point: the roll that sets it loses.
    points = [n for n in NUMBERS if name != f"lay-{n}"]
    assert sorted(offer.state[0] for offer in found.offers if offer.state[0] != "come-out") == points
    assert found.states == 1 + 1 + len(points) + 2


# First principles.


@pytest.mark.parametrize("reading", SAMPLE, ids=partial(plays.changed, game))
def test_left_alone_it_is_the_number_before_the_seven(reading):
    for name, bet in place_bets.bets(reading):
        play = answer(game.wager(name, reading)).never
        assert plays.chances(play) == {"made": bet.win, "lost": 1 - bet.win}
        assert play.returned == bet.alone
        assert play.variance == bet.made**2 * bet.win * (1 - bet.win)
        assert (play.spins.mean, play.spins.variance) == bet.rolls(frozenset())
        loss = bet.outlay - bet.alone
        edge = play.edge
        assert (edge.per_stake, edge.per_outlay, edge.per_resolved, edge.per_spin) == (
            loss,
            loss / bet.outlay,
            loss,
            loss / play.spins.mean,
        )


@pytest.mark.parametrize("reading", SAMPLE, ids=partial(plays.changed, game))
def test_best_play_is_the_fixed_point(reading):
    for name, bet in place_bets.bets(reading):
        # The worth that is claimed at every table is the better of taking it down and of rolling on.
        x = dict.fromkeys(place_bets.TABLES, bet.best)
        for table in place_bets.TABLES:
            assert x[table] == max(bet.withdrawn, bet.decided(table) * bet.alone + bet.next(table, x)), name

        found = answer(game.wager(name, reading))
        play = found.optimal
        assert play.returned == bet.best_at_start
        chances = bet.chances(bet.best_stops)
        assert plays.chances(play) == chances
        assert (play.spins.mean, play.spins.variance) == bet.rolls(bet.best_stops)
        resolved = 1 - chances.get("withdrawn", Fraction(0))
        loss = bet.outlay - bet.best_at_start
        assert play.edge.per_resolved == (loss / resolved if resolved else None)
        offers = {offer.state[0] if offer.state[0] != "come-out" else 0: offer for offer in found.offers}
        assert offers.keys() == bet.seen
        for table, offer in offers.items():
            assert offer.offered == bet.withdrawn
            assert offer.never == bet.alone
            assert offer.take == (table in bet.best_stops)
            assert offer.tie == (offer.continuing == bet.withdrawn)


@pytest.mark.parametrize("come_out", ["off", "on"])
def test_declining_for_good_is_worth_best_play_elsewhere(come_out):
    # A come-out roll that is off is no tie to a player who declines at the point it may lead to.
    reading = game.reading({"come-out": come_out})
    for name, bet in place_bets.bets(reading):
        for offer in answer(game.wager(name, reading)).offers:
            table = offer.state[0] if offer.state[0] != "come-out" else 0
            assert offer.continuing == bet.continuing(table), (name, offer.state)


# What is published: the bet left alone, to half a unit of the last digit.


@pytest.mark.parametrize(
    ("name", "choices", "published"),
    [
        ("right-4", {}, "6.67"),
        ("right-5", {}, "4.00"),
        ("right-6", {}, "1.515"),
        ("right-6", {}, "1.52"),
        ("buy-4", {}, "4.76"),
        ("buy-5", {}, "4.76"),
        ("buy-6", {}, "4.76"),
        ("lay-4", {}, "2.44"),
        ("lay-5", {}, "3.23"),
        ("lay-6", {}, "4.00"),
        ("buy-4", {"commission": "on-win"}, "1.67"),
        ("buy-5", {"commission": "on-win"}, "2.00"),
        ("buy-6", {"commission": "on-win"}, "2.27"),
        ("lay-4", {"commission": "on-win"}, "1.67"),
        ("lay-5", {"commission": "on-win"}, "2.00"),
        ("lay-6", {"commission": "on-win"}, "2.27"),
    ],
)
def test_published_edge_per_outlay(name, choices, published):
    edge = solved(name, **choices).never.edge.per_outlay
    assert rounded(100 * edge, len(published.partition(".")[2])) == published
