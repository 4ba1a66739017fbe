"""Goals that a sheet names once, and lines of a ladder by trial."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tests import plays
from tests.sheets.texts import BINGO, DICE


def cards(squares):
    """By ball of the first line and how many lines it completes: the chance, each set of squares counted.

    The ball that completes is one of those drawn by then; before it no line may be full.
    """
    lines = [frozenset(f"{row}{k}" for k in "123") for row in "abc"]
    lines += [frozenset(f"{row}{k}" for row in "abc") for k in "123"]
    lines += [frozenset(("a1", "b2", "c3")), frozenset(("a3", "b2", "c1"))]
    found = {}
    for ball in range(3, 7):
        for marked in range(3, ball + 1):
            for some in map(frozenset, combinations(squares, marked)):
                for last in some:
                    before = some - {last}
                    if any(line <= before for line in lines):
                        continue
                    if done := sum(line <= some for line in lines):
                        ways = Fraction(comb(12, ball - marked), comb(21, ball)) / ball
                        found[ball, done] = found.get((ball, done), 0) + ways
    return found


def test_lines_of_a_card_are_paid_by_the_ball_and_by_how_many(sheet):
    """A second road: every set of squares that may be marked, and which of them came last."""
    chances = plays.chances(sheet(BINGO)["a"].odds().never)
    counted = cards([f"{row}{k}" for row in "abc" for k in "123"])
    wanted = {f"one-{ball}": counted[ball, 1] for ball in range(3, 7)}
    wanted |= {f"two-{ball}": counted[ball, 2] for ball in (5, 6)}
    assert chances == {**wanted, "lost": 1 - sum(wanted.values())}


@pytest.mark.parametrize(
    ("named", "spelled"),
    [
        ("small before 7", "2..6 before 7"),
        ("not small x2 before 6", "not 2..6 x2 before 6"),
        ("small then small before 7", "2..6 then 2..6 before 7"),
        ("small|8 before 7", "2..6|8 before 7"),
        ("small x2 in a row before 7", "2..6 x2 in a row before 7"),
        ("hand before 7", "2..6 x3 before 7"),
        ("hand and 8 before 7", "2..6 x3 and 8 before 7"),
        ("any of pair before 7", "any of (2..6 x2, 8x2) before 7"),
        ("all of (pair, 9) before 7", "all of (2..6 x2, 8x2, 9) before 7"),
        ("3 of (pair, hand) before 7", "all of (2..6 x2, 8x2, 2..6 x3) before 7"),
        ("8x3 before hand", "8x3 before 2..6 x3"),
        ("all of small before 7", "all of 2..6 before 7"),
        ("rest x2 before 8x3", "not (8|hard 4) x2 before 8x3"),
    ],
)
def test_a_name_stands_for_its_goal_everywhere(sheet, named, spelled):
    one, other = (sheet(DICE.replace("GOAL", text))["a"] for text in (named, spelled))
    assert one.odds().never == other.odds().never


def test_a_name_may_stand_for_a_pattern_in_letters(sheet):
    """HHT comes before THH where two heads come first."""
    text = DICE.replace('"two dice"', '"coin"').replace("GOAL", "streak before THH")
    names = text[text.index("small =") : text.index("[wagers")]
    bet = sheet(text.replace(names, 'streak = "HHT"\n'))["a"]
    assert plays.chances(bet.odds().never) == {"made": Fraction(1, 4), "lost": Fraction(3, 4)}
