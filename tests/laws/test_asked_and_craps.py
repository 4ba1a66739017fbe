"""Every bet of the craps table that a line can say, asked, against the games that are written out."""

from functools import cache

import pytest

import markov as mk
from markov.rules.ladder_rule import LadderRule
from markov.sheets.language import parsed
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager

game = cache(mk.game)

TABLE = {
    "pass": "pass before pass loses",
    "come": "pass before pass loses",
    **{f"place-{n}": f"{n} before 7" for n in (4, 5, 6, 8, 9, 10)},
    **{f"place-{n}-to-lose": f"7 before {n}" for n in (4, 5, 6, 8, 9, 10)},
    **{f"put-{n}": f"{n} before 7" for n in (4, 5, 6, 8, 9, 10)},
    "big-6": "6 before 7",
    **{f"hard-{n}": f"hard {n} before 7 or easy {n}" for n in (4, 6, 8, 10)},
    "any-seven": "7 within 1",
    "any-craps": "2|3|12 within 1",
    "yo": "11 within 1",
    "three": "3 within 1",
    "aces": "1-1 within 1",
    "boxcars": "6-6 within 1",
    "hop-easy": "6-5 within 1",
    "hop-hard": "4-4 within 1",
    **{f"crapless-place-{n}": f"{n} before 7" for n in (2, 3, 11, 12)},
    "crapless-pass": "pass before pass loses",
}

SIDE = {
    "small": "all of 2..6 before 7",
    "tall": "all of 8..12 before 7",
    "all": "all of (2..6, 8..12) before 7",
    "sizzling-six": "all of (4, 5, 6, 8, 9, 10) before 7",
    "flaming-four": "all of (2, 3, 11, 12) before 7",
    **{
        f"repeater-{n}": f"{n}x{need} before 7"
        for n, need in zip((2, 3, 4, 5, 6, 8, 9, 10, 11, 12), (2, 3, 4, 5, 6, 6, 5, 4, 3, 2), strict=True)
    },
    "shooters-hand": "seven-out",
    "point-7": "point set then 7 within 2",
}

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


def chances(answered):
    return {one.ending: one.probability for one in answered.never.endings}


@pytest.mark.parametrize("name", TABLE)
def test_a_bet_of_the_table(name):
    found = game("craps")[name].odds()
    asked = mk.ask(TABLE[name], on="crapless craps" if name == "crapless-pass" else "craps")
    assert asked.probability == chances(found)["made"]
    assert asked.spins == found.never.spins


@pytest.mark.parametrize("name", SIDE)
def test_a_side_bet(name):
    found = game("craps-side-bets")[name].odds()
    asked = mk.ask(SIDE[name], on="craps")
    assert asked.probability == chances(found)["seven-out" if name == "shooters-hand" else "made"]
    if name != "point-7":  # which is over at once where the first roll sets no point
        assert asked.spins == found.never.spins


def laddered(name, until, rungs):
    rule = LadderRule(tuple((rung, parsed(text)) for rung, text in rungs.items()), parsed(until), "craps")
    pays = Paytable({**dict.fromkeys(rungs, "evens"), "lost": "nothing"})
    return Wager(name, rule, rule.ranked.outcomes, pays, "here")


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder(name):
    found = chances(game("craps-side-bets")[name].odds())
    answered = chances(laddered(name, *LADDERS[name]).odds())
    assert {**answered, "lost": 0} == {**{rung: found[rung] for rung in LADDERS[name][1]}, "lost": 0}


def test_the_length_of_a_hand():
    found = chances(game("craps-side-bets")["hot-shooter"].odds())
    rungs = {rung: f"not seven-out x{n}" for rung, n in SHOOTER.items()}
    answered = chances(laddered("hot shooter", "seven-out", rungs).odds())
    assert {rung: answered[rung] for rung in SHOOTER} == {rung: found[rung] for rung in SHOOTER}


def test_dont_pass_pushes_on_a_12():
    found = chances(game("craps")["dont-pass"].odds())
    assert mk.ask("don't pass before pass or come-out 12", on="craps").probability == found["made"]
    assert mk.ask("come-out 12 before pass or don't pass", on="craps").probability == found["pushed"]
