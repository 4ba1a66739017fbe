"""The oracle of the craps table against counting, other sums, and play."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.oracles import craps
from tests.oracles.craps import WAYS

RESULTS = list(product(range(1, 7), repeat=2))
TOTALS = [a + b for a, b in RESULTS]


def counted(ending):
    """The chances of the endings of a bet on one roll, result by result."""
    found = Counter(ending(a, b) for a, b in RESULTS)
    return {name: Fraction(n, 36) for name, n in found.items()}


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("any-seven", lambda a, b: "made" if a + b == 7 else "lost"),
        ("any-craps", lambda a, b: "made" if a + b in (2, 3, 12) else "lost"),
        ("yo", lambda a, b: "made" if a + b == 11 else "lost"),
        ("three", lambda a, b: "made" if a + b == 3 else "lost"),
        ("aces", lambda a, b: "made" if a == b == 1 else "lost"),
        ("boxcars", lambda a, b: "made" if a == b == 6 else "lost"),
        ("hop-easy", lambda a, b: "made" if {a, b} == {5, 6} else "lost"),
        ("hop-hard", lambda a, b: "made" if a == b == 5 else "lost"),
        ("c-e", lambda a, b: "11" if a + b == 11 else "craps" if a + b in (2, 3, 12) else "lost"),
        ("low-dice", lambda a, b: "2" if a + b == 2 else "3-to-6" if a + b < 7 else "lost"),
        ("high-dice", lambda a, b: "12" if a + b == 12 else "8-to-11" if a + b > 7 else "lost"),
        (
            "field",
            lambda a, b: (
                "two"
                if a + b == 2
                else "twelve"
                if a + b == 12
                else "lost"
                if a + b in (5, 6, 7, 8)
                else "field"
            ),
        ),
        (
            "horn",
            lambda a, b: "2-or-12" if a + b in (2, 12) else "3-or-11" if a + b in (3, 11) else "lost",
        ),
    ],
)
def test_a_bet_on_one_roll_is_counted_result_by_result(name, ending):
    bet = craps.table()[name]
    assert bet.chances == counted(ending)
    assert (bet.mean, bet.variance) == (1, 0)


@pytest.mark.parametrize("name", ["muggsys-corner", "point-7"])
def test_a_bet_on_two_rolls_is_counted_result_by_result(name):
    found = Counter()
    for first, second in product(TOTALS, repeat=2):
        point = first in craps.POINTS
        if point and second == 7:
            found["point-7" if name == "muggsys-corner" else "made"] += 1
        elif first == 7 and name == "muggsys-corner":
            found["come-out-7"] += 1
        else:
            found["lost"] += 1
    bet = craps.side_bets()[name]
    assert bet.chances == {ending: Fraction(n, 36**2) for ending, n in found.items()}
    assert bet.mean == 1 + Fraction(24, 36)


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("small", range(2, 7)),
        ("tall", range(8, 13)),
        ("all", [n for n in WAYS if n != 7]),
        ("sizzling-six", craps.POINTS),
        ("flaming-four", [2, 3, 11, 12]),
    ],
)
def test_all_totals_before_a_7_by_inclusion_and_exclusion(name, totals):
    chance = sum(
        (-1) ** len(some) * Fraction(6, 6 + sum(WAYS[n] for n in some)) for some in craps.subsets(totals)
    )
    assert craps.side_bets()[name].chances["made"] == chance


def test_different_doubles_one_after_another():
    # Of the rolls that matter 6 are sevens and 6 - k are doubles that have not come.
    left = Fraction(1)
    bet = craps.side_bets()["different-doubles"]
    for k in range(6):
        assert bet.chances[f"made-{k}" if k else "lost"] == left * Fraction(6, 12 - k)
        left *= Fraction(6 - k, 12 - k)
    assert bet.chances["made-6"] == left == Fraction(1, 924)


def test_repeats_of_one_total_are_a_power():
    bets = craps.side_bets()
    for n, (need, _) in craps.REPEATS.items():
        assert bets[f"repeater-{n}"].chances["made"] == Fraction(WAYS[n], WAYS[n] + 6) ** need


def test_the_pass_line_is_244_of_495():
    bet = craps.passed()
    assert bet.chances["made"] == Fraction(244, 495)
    assert bet.mean == Fraction(557, 165)


def test_the_hand_by_rounds_is_the_hand_by_rolls():
    hand = craps.side_bets()["shooters-hand"]
    assert hand.mean == Fraction(1671, 196)
    chances = [craps.hand_of(n) for n in range(600)]
    assert float(sum(n * p for n, p in enumerate(chances))) == pytest.approx(float(hand.mean))
    square = float(sum(n * n * p for n, p in enumerate(chances)))
    assert square - float(hand.mean) ** 2 == pytest.approx(float(hand.variance))
    assert sum(chances) + craps.hand_beyond(599) == 1


def test_the_fire_bet_by_the_set_of_points_made():
    # A point that was made before changes nothing: given that one of the others or the seven-out comes next.
    made, out = {p: craps.MADE[p].at for p in craps.POINTS}, craps.OUT.at
    states, found = {frozenset(): Fraction(1)}, Counter()
    while states:
        after = Counter()
        for state, chance in states.items():
            if len(state) == 6:
                found[6] += chance
                continue
            scale = out + sum(w for p, w in made.items() if p not in state)
            found[len(state)] += chance * out / scale
            for p, w in made.items():
                if p not in state:
                    after[state | {p}] += chance * w / scale
        states = after
    for bet in (craps.fire_bet(craps.FIRE["first"]), craps.fire_bet(craps.FIRE["first"], "seven-out")):
        assert list(bet.chances.values()) == [found[n] for n in range(7)]


def test_replay_by_the_times_that_each_point_is_made():
    # Once a point has been made four times it changes nothing more.
    made, out = {p: craps.MADE[p].at for p in craps.POINTS}, craps.OUT.at
    states, found = {(0,) * 6: Fraction(1)}, Counter()
    while states:
        after = Counter()
        for state, chance in states.items():
            scale = out + sum(w for w, n in zip(made.values(), state, strict=True) if n < 4)
            found[best_line(state)] += chance * out / scale
            for k, (n, w) in enumerate(zip(state, made.values(), strict=True)):
                if n < 4:
                    after[(*state[:k], n + 1, *state[k + 1 :])] += chance * w / scale
        states = after
    for over in ("best-line", "seven-out"):
        assert craps.replay(over).chances == found


def best_line(times):
    made = dict(zip(craps.POINTS, times, strict=True))
    for name, (pair, need, _) in craps.REPLAY.items():
        if max(made[p] for p in pair) >= need:
            return name
    return "lost"


# Play: the rules once more, by dice.

HANDS = [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)]


def hands(number, seed):
    """Hands of a shooter: the totals of each, to the seven-out."""
    dice = random.Random(seed)
    for _ in range(number):
        rolls, point = [], None
        while True:
            rolls.append(dice.randrange(1, 7) + dice.randrange(1, 7))
            if point is None:
                point = rolls[-1] if rolls[-1] in craps.POINTS else None
            elif rolls[-1] == 7:
                break
            elif rolls[-1] == point:
                point = None
        yield rolls


def points_made(rolls):
    made, point = [], None
    for total in rolls:
        if point is None:
            point = total if total in craps.POINTS else None
        elif total == point:
            made.append(point)
            point = None
    return made


def line_wins(rolls):
    wins, point = 0, None
    for total in rolls:
        if point is None:
            wins += total in (7, 11)
            point = total if total in craps.POINTS else None
        elif total == point:
            wins, point = wins + 1, None
    return wins


@pytest.mark.parametrize("number", HANDS)
def test_hands_that_are_played_come_out_as_they_should(number):
    fire, line, replay, shooter, length = Counter(), Counter(), Counter(), Counter(), []
    for rolls in hands(number, seed=12):
        made = points_made(rolls)
        fire[len(set(made))] += 1
        line[min(line_wins(rolls), 11)] += 1
        replay[best_line([made.count(p) for p in craps.POINTS])] += 1
        bands = ((name, low) for name, (low, _) in craps.HOT_SHOOTER.items())
        shooter[next(name for name, low in bands if len(rolls) >= low)] += 1
        length.append(len(rolls))
    bets = craps.side_bets(over="seven-out")
    for counts, bet in (
        (dict(zip(bets["fire-bet"].chances, (fire[n] for n in range(7)), strict=True)), bets["fire-bet"]),
        (
            dict(zip(bets["ride-the-line"].chances, (line[n] for n in range(12)), strict=True)),
            bets["ride-the-line"],
        ),
        (replay, bets["replay"]),
        (shooter, bets["hot-shooter"]),
    ):
        assert sum(counts.values()) == number
        for ending, chance in bet.chances.items():
            spread = (number * float(chance * (1 - chance))) ** 0.5
            assert abs(counts[ending] - number * float(chance)) <= 4.5 * spread + 1, ending
    hand = bets["shooters-hand"]
    off = sum(length) / number - float(hand.mean)
    assert abs(off) <= 4.5 * (float(hand.variance) / number) ** 0.5
