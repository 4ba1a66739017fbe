"""Ladders of the wager language against the bets of craps that are written out as games."""

from functools import cache

import pytest

import markov as mk
from markov.rules.goal_rule import GoalRule
from markov.rules.language import parsed
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager
from tests.plays import chances

game = cache(mk.game)

LADDERS = {
    "hot-hand": ("7", {"made-10": "all of (2..6, 8..12)", "made-9": "9 of (2..6, 8..12)"}),
    "different-doubles": ("7", {f"made-{k}": f"{k} different doubles" for k in (6, 5, 4, 3)}),
    "fire-bet": ("seven-out", {f"{k}-points": f"{k} different points made" for k in (6, 5, 4)}),
    "ride-the-line": ("seven-out", {f"{k}-wins": f"pass x{k}" for k in range(11, 1, -1)}),
    "replay": (
        "seven-out",
        {
            f"{a}-or-{b}-{often}-times": f"point {a} made x{need} or point {b} made x{need}"
            for a, b, need, often in (
                *((4, 10, 4, "four"), (5, 9, 4, "four"), (4, 10, 3, "three")),
                *((6, 8, 4, "four"), (5, 9, 3, "three"), (6, 8, 3, "three")),
            )
        },
    ),
    "muggsys-corner": (
        "total x3",
        {"come-out-7": "come-out 7 within 1", "point-7": "point set then seven-out within 2"},
    ),
}

# Rolls of a hand: so many that are no seven-out come before the one that is.
SHOOTER = {
    "51-or-more": 50,
    "45-to-50": 44,
    "40-to-44": 39,
    "32-to-39": 31,
    "24-to-31": 23,
    "16-to-23": 15,
    "8-to-15": 7,
}


def laddered(name, until, rungs):
    rule = GoalRule(tuple((rung, parsed(text)) for rung, text in rungs.items()), "craps", parsed(until))
    pays = Paytable({**dict.fromkeys(rungs, "evens"), "lost": "nothing"})
    return Wager(name, rule, rule.goals.outcomes, pays, "here")


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder(name):
    found = chances(game("craps-side-bets")[name].odds().never)
    answered = chances(laddered(name, *LADDERS[name]).odds().never)
    assert {**answered, "lost": 0} == {**{rung: found[rung] for rung in LADDERS[name][1]}, "lost": 0}


def test_the_length_of_a_hand():
    found = chances(game("craps-side-bets")["hot-shooter"].odds().never)
    rungs = {rung: f"not seven-out x{n}" for rung, n in SHOOTER.items()}
    answered = chances(laddered("hot shooter", "seven-out", rungs).odds().never)
    assert {rung: answered[rung] for rung in SHOOTER} == {rung: found[rung] for rung in SHOOTER}
