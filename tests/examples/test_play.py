"""Examples with a position that moves, money on the way, multipliers and a loop, by a second road.

The figures in full, such as 5401/5476, were also computed apart, by programs that share no code with ours.
"""

from fractions import Fraction
from functools import cache
from math import comb

import pytest

import markov as mk
from tests.plays import chances

F = Fraction
FILES = {"touchdown.py": "touchdown", "money_wheel.py": "bet-on-10", "en_prison.py": "red"}
FILES |= {"red_dog.py": "red-dog"}


def wager(file, name=None, **reading):
    return mk.game(f"examples/{file}", **reading)[name or FILES[file]]


# Football.


def throws():
    """By what a throw does, how many of the 216 do it, each die listed."""
    found = {}
    for a in range(1, 7):
        for b in range(1, 7):
            for red in range(1, 7):
                if a == b == red:
                    what = "touchdown"
                elif red == 6 and a + b in (2, 3):
                    what = "turnover"
                else:
                    what = -1 if red > a + b else a + b - red
                found[what] = found.get(what, 0) + 1
    return found


@cache
def possession(to_go, left, second):
    """The law of how the possession ends: so many yards to go, downs left in the set, and which set it is."""
    law = {}
    for what, ways in throws().items():
        if isinstance(what, str) or to_go <= what:
            after = {what if isinstance(what, str) else "touchdown": F(1)}
        elif not second and to_go - what <= 10:
            after = possession(to_go - what, 3, True)
        elif left == 1:
            after = {"on-downs": F(1)}
        else:
            after = possession(to_go - what, left - 1, second)
        for end, chance in after.items():
            law[end] = law.get(end, 0) + F(ways, 216) * chance
    return law


def test_a_touchdown_by_recursion_over_yards_and_downs():
    assert chances(wager("touchdown.py").odds().never) == possession(20, 3, False)
    assert wager("touchdown.py").odds().never.returned == F(12235777029059, 12694994583552)
    assert wager("touchdown.py", "defense").odds().never.returned == F(99805890452963, 101559956668416)


# The money wheel.


def test_multipliers_by_how_often_each_has_come():
    """Before the 10 a 2x has come a times and a 7x b times, in any order; what is beyond 1,000 pays 1,000."""
    each, ten = F(1, 54), F(4, 54)
    found = {}
    for a in range(7):
        for b in range(3):
            if 10 * 2**a * 7**b < 1000:
                name = f"{10 * 2**a * 7**b}-to-1"
                found[name] = comb(a + b, a) * each ** (a + b) * ten
    won = ten / (ten + F(48, 54))
    found |= {"1000-to-1": won - sum(found.values()), "lost": 1 - won}
    assert chances(wager("money_wheel.py").odds().never) == found
    assert wager("money_wheel.py").odds().never.returned == F(4482168181, 4649045868)


# En prison.


def test_en_prison_by_its_equations():
    """In prison it is worth p, in double prison d: p = 18/37 + d/37, d = 18/37 p where nothing is taken."""
    red, zero = F(18, 37), F(1, 37)
    p = red / (1 - zero * red)
    odds = wager("en_prison.py").odds()
    assert odds.never.returned == 2 * red + zero * p == F(49302, 49987)
    offers = {offer.state: offer for offer in odds.offers}
    # In prison it is declined and the double prison is bought out; there it is declined, and so in prison.
    assert offers["prison"].continuing == red + zero * F(1, 4) == F(73, 148)
    assert offers["double prison"].continuing == red * p
    assert [name for name, offer in offers.items() if offer.take] == ["double prison"]
    assert odds.optimal.returned == 2 * red + zero * (red + zero * F(1, 4)) == F(5401, 5476)


# Red dog.


def test_red_dog_by_counting_pairs_of_ranks():
    """Of 52 × 51 deals 2 × 16 are of two given ranks, and of the 50 cards left four a rank win."""
    law = {"consecutive": F(12 * 32, 52 * 51), "pair": F(13 * 12, 52 * 51) * F(48, 50)}
    law["three-of-a-rank"] = F(13 * 12, 52 * 51) * F(2, 50)
    for between in range(1, 12):
        dealt = F((12 - between) * 32, 52 * 51)
        law[f"spread-{between}-wins"] = dealt * F(4 * between, 50)
        law[f"spread-{between}-loses"] = dealt * F(50 - 4 * between, 50)
    assert sum(law.values()) == 1
    assert chances(wager("red_dog.py").odds().never) == law


@pytest.mark.parametrize("first", range(1, 13))
def test_a_raise_of_red_dog_by_what_it_gains(first):
    """The raise of each spread by itself, on the ante; the best is from 7 on."""
    pays = {1: 5, 2: 4, 3: 2} | dict.fromkeys(range(4, 12), 1)
    net = staked = F(0)
    for between, odds in pays.items():
        dealt, wins = F((12 - between) * 32, 52 * 51), F(4 * between, 50)
        units = 1 + (between >= first)
        net += dealt * units * (wins * odds - (1 - wins))
        staked += dealt * (units - 1)
    net += F(13 * 12, 52 * 51) * F(2, 50) * 11
    odds = wager("red_dog.py", raise_from=str(first)).odds().never
    assert odds.edge.per_stake == -net
    assert odds.edge.per_outlay == -net / (1 + staked)
    assert (-net == F(523, 16575)) if first == 7 else (-net > F(523, 16575))
