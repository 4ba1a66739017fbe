"""What people type: it means what they mean, or the message says in their words what to write."""

import sys
from fractions import Fraction
from itertools import product
from math import comb

import pytest

import markov as mk
from markov.rules.expression import BEHIND, VERBS, Label, Times
from markov.rules.labels import wheel
from markov.rules.language import parsed

F = Fraction
SIX, SEVEN = F(5, 36), F(6, 36)


def two_dice(fits):
    """The chance of a roll of two dice, face by face."""
    return F(sum(fits(a + b) for a, b in product(range(1, 7), repeat=2)), 36)


def at_least(k, n, p):
    """The chance of k hits or more in n trials."""
    return sum((comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1)), F(0))


def streak(k, n, p):
    """The chance of k hits in a row within n trials, by the length of the run that is on."""
    runs = [F(1)] + [F(0)] * k
    for _ in range(n):
        runs = [sum(runs[:k]) * (1 - p), *(run * p for run in runs[: k - 1]), runs[k] + runs[k - 1] * p]
    return runs[k]


def all_differ(n, kinds):
    """The chance that n trials of equal kinds bring none twice."""
    chance = F(1)
    for k in range(n):
        chance *= F(kinds - k, kinds)
    return chance


def hands(fits):
    """The share of hands of five cards, told by how many there are of each rank, that fit."""
    counted = {(): 1}  # by how many cards there are of the ranks so far, those without a card left out
    for _ in range(13):
        after = {}
        for held, ways in counted.items():
            for number in range(min(4, 5 - sum(held)) + 1):
                key = tuple(sorted((*held, number) if number else held))
                after[key] = after.get(key, 0) + ways * comb(4, number)
        counted = after
    return F(sum(ways for held, ways in counted.items() if sum(held) == 5 and fits(held)), comb(52, 5))


@pytest.mark.parametrize(
    ("text", "on", "chance"),
    [
        ("red 8 times in a row within 100", "single zero", streak(8, 100, F(18, 37))),
        ("6 3 times before 7", None, F(5, 11) ** 3),
        ("hard 8 3 times before 7", None, F(1, 7) ** 3),
        ("6 twice before 7", None, F(5, 11) ** 2),
        ("six 6's before a 7", None, F(5, 11) ** 6),
        ("4-4x3 before 7", None, F(1, 7) ** 3),
        ("roll a 6 in 4 rolls", None, at_least(1, 4, SIX)),
        ("roll a 6 or spin an 8 in 4 rolls", None, at_least(1, 4, 2 * SIX)),
        ("roll three 6s in 5 rolls", None, at_least(3, 5, SIX)),
        ("no 6 in 4 rolls", None, (1 - SIX) ** 4),
        ("no sevens in ten rolls", None, (1 - SEVEN) ** 10),
        ("no 6|8 in 4 rolls", None, (1 - 2 * SIX) ** 4),
        ("no 6 and no 8 in 4 rolls", None, (1 - 2 * SIX) ** 4),
        ("two 8s or no 8s within 2", None, SIX**2 + (1 - SIX) ** 2),
        ("no red within 5", "double zero", F(20, 38) ** 5),
        ("no 7 before 11", None, F(2, 8)),
        ("12+ within 1", "3d6", F(81, 216)),
        ("12 or more within 1", "3d6", F(81, 216)),
        ("at least 12 within 1", "3d6", F(81, 216)),
        ("more than 11 within 1", "3d6", F(81, 216)),
        ("6 or more within 1", "d6", F(1, 6)),
        ("9+ x2 before 7", None, F(10, 16) ** 2),
        ("all of 11+ before 7", None, F(1, 9) * F(2, 8) + F(2, 9) * F(1, 7)),
        ("at least 9 or a 2 within 1", None, two_dice(lambda total: total >= 9 or total == 2)),
        ("at least 6x2 before 7", None, F(5, 11) ** 2),
        ("at least 6x2 or 8x2 in a row within 2", None, SIX**2 + SIX**2),
        ("two 7s or more within 3", None, at_least(2, 3, SEVEN)),
        ("7x2 or more within 3", None, at_least(2, 3, SEVEN)),
        ("7 or more 6s within 9", None, at_least(7, 9, SIX)),
        ("at least 3 different doubles before 7", None, F(6, 12) * F(5, 11) * F(4, 10)),
        ("3 or more different doubles before 7", None, F(6, 12) * F(5, 11) * F(4, 10)),
        ("two or more of (4, 10) within 2", None, 2 * F(3, 36) ** 2),
        ("natural 20 within 3", "d20", at_least(1, 3, F(1, 20))),
        ("natural 20 within 1", "2d20kh1", F(39, 400)),
        ("natural within 1", "craps", F(8, 36)),
        ("pass x5 before pass loses", "craps", F(244, 495) ** 5),
        ("pass x2 in a row within 2", "craps", F(8, 36) ** 2),
        ("pair within 1", "3d6", F(96, 216)),
        ("pair and exactly triple x0 within 1", "3d6", F(90, 216)),
        ("number within 1", "double zero", F(36, 38)),
        ("17 asleep for 20 spins", "single zero", F(36, 37) ** 20),
        ("17 missing within 200", "double zero", F(37, 38) ** 200),
        ("1st dozen missing after 8 spins", "single zero", F(25, 37) ** 8),
        ("17 asleep for 8 spins within 30", "single zero", streak(8, 30, F(36, 37))),
        ("any of (not 1st dozen x2 in a row, not 2nd dozen x2 in a row) within 2", "no zero", F(7, 9)),
        ("17 repeated within 10", "single zero", at_least(2, 10, F(1, 37))),
        ("7 repeated in a row within 10", None, streak(2, 10, SEVEN)),
        ("any pocket repeated within 10", "single zero", 1 - all_differ(10, 37)),
        ("a face repeated within 4", "d6", 1 - all_differ(4, 6)),
        ("any pocket repeated in a row within 10", "double zero", 1 - F(37, 38) ** 9),
        ("a 6 on the fourth roll", None, SIX),
        ("6 or 8 on the 30th roll", None, 2 * SIX),
        ("ace on the second draw", "deck", F(4, 52)),
        ("(7 on the second roll) and (6 on the first roll)", None, SIX * SEVEN),
        ("3 of a kind within 5", "deck", hands(lambda held: max(held) >= 3)),
        ("four of a kind within 5", "deck", hands(lambda held: max(held) == 4)),
        ("same rank x2 within 5", "deck", hands(lambda held: max(held) >= 2)),
        ("2 of (each rank x2) within 5", "deck", hands(lambda held: sum(n >= 2 for n in held) >= 2)),
        ("same rank x3 and 2 of (each rank x2) within 5", "deck", hands(lambda held: held == (2, 3))),
        ("same suit x5 within 5", "deck", F(4 * comb(13, 5), comb(52, 5))),
        ("x7 before y", "x7:2,y:3", F(2, 5)),
        ("x7 x2 before y", "x7:2,y:3", F(2, 5) ** 2),
        ("a x2 before b", "a:1,b:1", F(1, 4)),
        ("no win before win", "win:1,no win:3", F(3, 4)),
        ("doubles x3 before 7", None, F(1, 2) ** 3),
        ("same dozen at least 3 times within 3", "single zero", 3 * F(12, 37) ** 3),
        ("exactly 3 different dozens within 3", "single zero", 6 * F(12, 37) ** 3),
        ("two reds within 2", "single zero", F(18, 37) ** 2),
        ("two doubles in a row within 2", None, F(1, 36)),
        ("exactly 6x1 before 7 within 3", None, F(3985, 15552)),  # and three more by the oracle of goals
        ("at most two 6s before 7 within 3", None, F(46531, 46656)),
        ("no more than two 6s before 7 within 3", None, F(46531, 46656)),
        ("exactly 2 of (6, 8)", None, 1),
        ("exactly 2 of (6, 8, 4) before 7 within 10", None, F(482921607931495, 1828079220031488)),
        ("exactly a x2 before b|c x2 in a row within 5", "bag a:3,b:3,c:1", F(9, 35)),
        ("heads x2 before (heads|tails) x3", "coin", F(1, 4)),
        ("12+ within 1", "d4+d8", F(1, 32)),
        ("10 or more within 1", "2d6+3", F(21, 36)),
        ("odd within 1", "d4+d8", F(1, 2)),
        ("all of total within 3", "1d6=6", 1 - F(5, 6) ** 3 - F(1, 6) ** 3),
        ("natural 1 within 1", "2d20kl1", F(39, 400)),
        ("97..100 within 1", "D%", F(4, 100)),
        ("7 within 1", "3D6", F(15, 216)),
    ],
)
def test_what_people_type_means_what_they_mean(text, on, chance):
    assert mk.ask(text, on=on).probability == chance


@pytest.mark.parametrize(
    "name",
    [
        *("roll a 6", "draw 4", "no 6", "no win", "6x6", "4-4x3", "6's", "17 asleep", "a number repeated"),
        *("missing", "12+", "7 or more", "fourth", "6 on the fourth", "flush", "3 of a kind", "7s", "7 up"),
        *("the wheel", "any's", "x 2", "some win", "on the house", *BEHIND, *VERBS),
    ],
)
def test_a_name_is_read_back_from_its_text(name):
    assert parsed(str(Label(name))) == Label(name)
    assert parsed(f"{Label(name)} x2") == Times(Label(name), 2)
    assert str(parsed(f"same {Label(name)} x2")) == f"same {Label(name)} x2"


def test_any_space_stands_before_a_number():
    assert parsed("6x\x1f2 before 7") == parsed("6 x\u3000 2 before 7") == parsed("6x2 before 7")


def test_brackets_that_are_too_deep_for_the_stack_are_refused():
    parsed("6 before 7")
    parsed("any (" * 15 + "6" + ")" * 15)  # reading each bracket twice would take half a minute
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(600)
    try:
        with pytest.raises(mk.GoalError, match="too deep to be read"):
            parsed("7 or (" * 20 + "6" + ")" * 20)
    finally:
        sys.setrecursionlimit(limit)


# Dice of the table top.


def brute(count, sides, worth):
    """The totals of dice by all their faces."""
    ways = {}
    for faces in product(range(1, sides + 1), repeat=count):
        ways[worth(sorted(faces))] = ways.get(worth(sorted(faces)), 0) + 1
    return ways


@pytest.mark.parametrize(
    ("on", "ways"),
    [
        ("4d6kh3", brute(4, 6, lambda faces: sum(faces[1:]))),
        ("4d6dl1", brute(4, 6, lambda faces: sum(faces[1:]))),
        ("3d8kl2", brute(3, 8, lambda faces: sum(faces[:2]))),
        ("3d8dh1", brute(3, 8, lambda faces: sum(faces[:2]))),
        ("2d20kh1", brute(2, 20, max)),
        ("2d20k1", brute(2, 20, max)),
        ("2D20KL1", brute(2, 20, min)),
        ("2d6 + 3", brute(2, 6, lambda faces: sum(faces) + 3)),
        ("d8-1", brute(1, 8, lambda faces: sum(faces) - 1)),
        ("5d6>=5", brute(5, 6, lambda faces: sum(face >= 5 for face in faces))),
        ("3d10<3", brute(3, 10, lambda faces: sum(face < 3 for face in faces))),
        ("2d6=6", brute(2, 6, lambda faces: faces.count(6))),
        ("d%", brute(1, 100, sum)),
    ],
)
def test_dice_of_the_table_top_are_those_of_all_their_faces(on, ways):
    assert dict(wheel(on).shown) == ways


@pytest.mark.parametrize(
    ("said", "name"),
    [
        *(("european", "single zero"), ("French", "single zero"), ("American roulette", "double zero")),
        *(("EUROPEAN WHEEL", "single zero"), ("double-zero", "double zero"), ("3D6", "3d6"), ("d%", "d100")),
    ],
)
def test_a_wheel_by_another_name(said, name):
    assert wheel(said).name == name


def test_a_wheel_has_at_most_a_thousand_outcomes():
    names = [f"a{n}:1" for n in range(1_001)]
    assert len(wheel(",".join(names[1:])).shown) == 1_000
    with pytest.raises(ValueError, match="the wheel has 1,001 outcomes; the limit is 1,000"):
        wheel(",".join(names))
