"""Side bets of rule sheets, said as sheets: each by a count of its own, and as it is published."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import markov as mk
from tests.oracles import clocks, craps

F = Fraction
SHEETS = Path(__file__).parents[2] / "examples" / "side_bets"
THREE_DICE = list(product(range(1, 7), repeat=3))
SHOE = {"banker": 2292252566437888, "player": 2230518282592256, "tie": 475627426473216}
TO_ONE = {10: 250, 9: 100, 8: 60, 7: 40, 6: 25, 5: 15, 4: 10}


def thrown(wins, pay):
    """The return of a bet on one throw of three dice, all 216 of them counted."""
    return F(sum(map(wins, THREE_DICE)), 216) * (pay + 1)


def number_six(three):
    return F(sum((0, 2, 3, three + 1)[dice.count(6)] for dice in THREE_DICE), 216)


def banker_streak(pays):
    """Each number of Banker wins before another hand, ten of them at the most."""
    p = F(SHOE["banker"], sum(SHOE.values()))
    law = {k: p**k * (1 - p) for k in range(10)} | {10: p**10}
    return sum(law[k] * (pay + 1) for k, pay in pays.items())


def spun(stops, total, pay):
    return F(stops, total) * (pay + 1)


def bonus(name):
    return craps.side_bets()[name].returned


def repeated(need, weight, pay):
    return pay * clocks.odds("first", [(weight, need)], 6, 36).endings["made"]


BIG_SIX = {"Ones": (24, 1), "Twos": (15, 2), "Fives": (7, 5), "Tens": (4, 10)}
BIG_SIX |= {"Twenties": (2, 20), "Joker": (1, 40)}
CITYWIDE = [(ways, need) for ways, need in zip((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), strict=True) for _ in "ab"]
# What comes back, and in how many ways.
DRAGON = {31: 18409431764992, 11: 34097645543424, 7: 89590261473280, 5: 141238897317888, 3: 166169165987840}
DRAGON |= {2: 186780352174080 + 812685054124032, 1: 89325908267520}
RETURNED = {
    "banker_streak": {"Banker Streak": banker_streak(TO_ONE)},
    "dragon_bonus": {"Dragon Bonus": F(sum(pay * ways for pay, ways in DRAGON.items()), 4998398275503360)},
    "sic_bo_one_number": {"Number 6": number_six(3)},
    "sic_bo_combinations": {
        "Small": thrown(lambda dice: 4 <= sum(dice) <= 10 and len(set(dice)) > 1, 1),
        "Big": thrown(lambda dice: 11 <= sum(dice) <= 17 and len(set(dice)) > 1, 1),
        "Double 1": thrown(lambda dice: dice.count(1) >= 2, 11),
        "Any triple": thrown(lambda dice: len(set(dice)) == 1, 30),
        "Triple 1": thrown(lambda dice: dice == (1, 1, 1), 180),
        "1 and 2": thrown(lambda dice: {1, 2} <= set(dice), 5),
        "Total of 9": thrown(lambda dice: sum(dice) == 9, 7),
    },
    "big_six": {name: spun(n, 54, pay) for name, (n, pay) in BIG_SIX.items()},
    "bonus_craps": {"All Small": bonus("small"), "All Tall": bonus("tall"), "Make 'em All": bonus("all")},
    "low_dice_high_dice": dict.fromkeys(("Low Dice", "High Dice"), F(6 + 2 * 14, 36)),
    "muggsys_corner": {"Muggsy's Corner": craps.side_bets()["muggsys-corner"].returned},
    "repeater_bets": {
        **{f"Repeating {n}": repeated(n, n - 1, pay) for n, pay in {2: 40, 4: 65, 5: 80, 6: 90}.items()},
        "Any of four": repeated(7, 6, 100),
        "Citywide": 9 * clocks.odds("first", CITYWIDE, 6, 36).endings["made"],
    },
    "roulette_table": {
        "17": spun(1, 38, 35),
        "Split 17, 20": spun(2, 38, 17),
        "Five numbers": spun(5, 38, 6),
        "First dozen": spun(12, 38, 2),
        "Red": spun(18, 38, 1),
        "Twice running": F(36, 38),
    },
}
BETS = [(sheet, name) for sheet, bets in RETURNED.items() for name in bets]


def bet(sheet, name, **reading):
    return mk.game(str(SHEETS / f"{sheet}.toml"), **reading)[name]


def test_every_wager_of_every_sheet_is_counted():
    games = {path.stem: mk.game(str(path)) for path in SHEETS.glob("*.toml")}
    told = {name: [one.name for one in game.wagers().values()] for name, game in games.items()}
    assert told == {sheet: list(bets) for sheet, bets in RETURNED.items()}


@pytest.mark.parametrize(("sheet", "name"), BETS)
def test_what_is_returned(sheet, name):
    assert bet(sheet, name).odds().never.returned == RETURNED[sheet][name]


@pytest.mark.parametrize(
    ("choice", "change"),
    [("second", {}), ("first", {9: 150}), ("third", {10: 200}), ("fourth", {10: 200, 6: 20})],
)
def test_banker_streak_pay_tables(choice, change):
    found = bet("banker_streak", "banker-streak", paytable=choice).odds().never
    assert found.returned == banker_streak({**TO_ONE, **change})


def test_banker_streak_as_published():
    """Wizard of Odds, Banker Streak: chances to six digits, and pay table 1."""
    found = bet("banker_streak", "banker-streak", paytable="first").odds().never
    names = "ten", "nine", "eight", "seven", "six", "five", "four", "lost"
    printed = ["0.000411", "0.000486", "0.001059", "0.002310", "0.005036", "0.010982", "0.023947", "0.955769"]
    chances = {one.ending: f"{float(one.probability):.6f}" for one in found.endings}
    assert chances == dict(zip(names, printed, strict=True))
    assert f"{float(found.net):.6f}" == "-0.094006"


@pytest.mark.parametrize(
    ("sheet", "name", "published"),
    [
        ("dragon_bonus", "dragon-bonus", "2.65%"),  # Wizard of Odds, Dragon Bonus, eight decks
        ("low_dice_high_dice", "low-dice", "5.56%"),  # Wizard of Odds, Craps Side Bets
        ("big_six", "ones", "11.11%"),  # Rules of Money Wheel, casinospecialevent.com, and the next five
        ("big_six", "twos", "16.67%"),
        ("big_six", "fives", "22.22%"),
        ("big_six", "tens", "18.52%"),
        ("big_six", "twenties", "22.22%"),
        ("big_six", "joker", "24.07%"),
        ("roulette_table", "red", "5.26%"),  # Aces' Guide to Gambling, Zeros, and the next two
        ("roulette_table", "split-17-20", "5.26%"),
        ("roulette_table", "five-numbers", "7.89%"),
        ("bonus_craps", "all-small", "7.76%"),  # Wizard of Odds, Bonus Craps, and the next
        ("bonus_craps", "make-em-all", "7.46%"),
        ("repeater_bets", "repeating-2", "18.37%"),  # 9/49: 40 for 1 at one in 49
    ],
)
def test_the_published_edge(sheet, name, published):
    assert mk.percent(bet(sheet, name).odds().never.edge.per_stake, 2) == published


def test_other_pays():
    assert mk.percent(bet("big_six", "joker", joker="forty-five").odds().never.edge.per_stake, 2) == "14.81%"
    assert bet("sic_bo_one_number", "number-6", three="fifteen").odds().never.returned == number_six(15)


@pytest.mark.parametrize("name", ["repeating-2", "repeating-4", "repeating-5", "repeating-6"])
def test_repeater_bets_are_given_up_as_those_of_the_wheel(name):
    """If no zero stops play, a wheel that shows two dice is two dice."""
    ours = bet("repeater_bets", name).odds()
    theirs = mk.game("repeater-bets-plus", zeros="0")[name].odds()
    assert ours.optimal.returned == theirs.optimal.returned
    assert ours.optimal.spins == theirs.optimal.spins
