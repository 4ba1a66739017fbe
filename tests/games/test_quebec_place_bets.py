"""Place bets of Quebec, paragraph by paragraph of the by-law and by a second road."""

import random
from fractions import Fraction
from functools import partial

import pytest
from markov_games.quebec_place_bets import NUMBERS, game

from markov.exact import rounded
from markov.wager.odds import Answer, answer
from tests import plays
from tests.cases import rows
from tests.oracles import process

EVERY = list(game.readings(every=True))
SAMPLE = list(game.readings()) + random.Random(9517).sample(EVERY, 8)
NAMES = [f"{kind}-{number}" for kind in ("right", "buy", "lay") for number in NUMBERS]


def solved(name, **choices) -> Answer:
    return answer(game.wager(name, plays.choices(**choices)))


# The by-law, paragraph by paragraph.


def test_95_17_the_wagers():
    assert list(game.wagers()) == NAMES


WINS = {
    "right": ("95.17(1)", "9/5 7/5 7/6 7/6 7/5 9/5", lambda won: 0),
    "buy": ("95.17(2)", "2 3/2 6/5 6/5 3/2 2", lambda won: Fraction(5, 100)),
    "lay": ("95.17(3)", "1/2 2/3 5/6 5/6 2/3 1/2", lambda won: won * Fraction(5, 100)),
}


@pytest.mark.parametrize("reading", SAMPLE, ids=partial(plays.changed, game))
@pytest.mark.parametrize("kind", WINS)
def test_95_17_bet_pays_and_its_commission(kind, reading):
    """A commission is put down beforehand or taken out of the win; only the first can be refunded."""
    paragraph, wins, commission = WINS[kind]
    for number, won in zip(NUMBERS, map(Fraction, wins.split()), strict=True):
        wager, due = game.wager(f"{kind}-{number}", reading), commission(won)
        before, after = (due, 0) if reading["commission"] == "upfront" else (0, due)
        back = before if reading["withdrawal"] == "commission-refunded" else 0
        assert wager.outlay == 1 + before
        assert dict(wager.pays) == {"made": 1 + won - after, "lost": 0, "withdrawn": 1 + back}
        assert paragraph in wager.source


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


# A second road: rolls by the by-law, in which the state is the point, 0 on a come-out roll.


def rolled(name, reading, taken):
    """The odds of the bet where it is taken down at some points."""
    kind, number = name.split("-")
    acts = kind == "lay" or reading["come-out"] == "on"

    def roll(state, total):
        point, _ = state
        if (point or acts) and total in (7, int(number)):
            return "made" if (total == 7) == (kind == "lay") else "lost"
        over = point and total in (7, point)
        to = 0 if over or (not point and total not in NUMBERS) else point or total
        return "withdrawn" if to in taken else (to, "standing")

    placed = 0 if reading["placed"] == "come-out" else int(reading["placed"])
    return process.solved((placed, "placed"), roll, {n: 6 - abs(n - 7) for n in range(2, 13)})


@pytest.mark.parametrize("reading", SAMPLE, ids=partial(plays.changed, game))
def test_both_plays_are_those_of_the_process(reading):
    """Best play takes the bet down wherever it acts, if that is worth more than leaving it alone."""
    for name in NAMES:
        found = answer(game.wager(name, reading))
        points = {offer.state[0] if offer.state[0] != "come-out" else 0: offer.take for offer in found.offers}
        acting = {point for point in points if point or reading["come-out"] == "on" or "lay" in name}
        better = found.wager.pays["withdrawn"] > found.never.returned
        taken = {point for point, take in points.items() if take}
        assert taken == (acting if better else set()), name
        for play, stops in ((found.never, set()), (found.optimal, taken)):
            assert (plays.chances(play), play.spins.mean) == rolled(name, reading, stops), name


# What is published: the bet left alone, to half a unit of the last digit.


PUBLISHED = """
right  upfront  6.67  4.00  1.515
right  upfront  6.67  4.00  1.52
buy    upfront  4.76  4.76  4.76
lay    upfront  2.44  3.23  4.00
buy    on-win   1.67  2.00  2.27
lay    on-win   1.67  2.00  2.27
"""


@pytest.mark.parametrize(("kind", "commission", "four", "five", "six"), rows(PUBLISHED))
def test_published_edge_per_outlay(kind, commission, four, five, six):
    for number, published in ((4, four), (5, five), (6, six)):
        edge = solved(f"{kind}-{number}", commission=commission).never.edge.per_outlay
        assert rounded(100 * edge, len(published.partition(".")[2])) == published
