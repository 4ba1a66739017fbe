"""The examples with draws, boards, phases and dice of their own: their exact answers by a second road."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

import markov as mk
from tests import plays
from tests.oracles.boards import filling

FILES = {
    "first_ace.toml": "ace-before-two-kings",
    "bingo.toml": "a-row-within-12",
    "keno.py": "pick-6",
    "hold_and_spin.py": "by-cells",
    "bonus_wheel.py": "bonus-wheel",
    "free_spins.py": "free-spins",
    "death_saves.py": "death-saves",
    "race_to_a_total.py": "on-the-hare",
    "knuth_yao_die.py": "on-a-six",
}


@cache
def opened(file):
    return mk.game(f"examples/{file}")


@cache
def chances(file, name=None):
    wager = opened(file)[name or FILES[file]]
    return plays.chances(wager.odds().never)


def test_the_first_ace_by_the_order_of_aces_and_kings():
    # Other cards do not matter: of 8 cards the two first decide.
    assert chances("first_ace.toml", "ace-before-a-king")["made"] == Fraction(1, 2)
    assert chances("first_ace.toml")["made"] == 1 - Fraction(4, 8) * Fraction(3, 7)


def test_a_bingo_line_by_inclusion_and_exclusion():
    rows = [frozenset(f"{row}{k}" for k in "123") for row in "abc"]
    columns = [frozenset(f"{row}{k}" for row in "abc") for k in "123"]
    diagonals = [frozenset(("a1", "b2", "c3")), frozenset(("a3", "b2", "c1"))]

    def drawn(lines):
        """The chance that some line is among 12 of 27 balls."""
        return sum(
            (-1) ** (n + 1) * Fraction(comb(27 - size, 12 - size), comb(27, 12))
            for n in range(1, len(lines) + 1)
            for some in combinations(lines, n)
            if (size := len(frozenset().union(*some))) <= 12
        )

    assert chances("bingo.toml")["made"] == drawn(rows)
    assert chances("bingo.toml", "a-line-within-12")["made"] == drawn(rows + columns + diagonals)


@pytest.mark.parametrize("picked", [4, 6, 10])
def test_keno_by_the_hypergeometric_law(picked):
    for n in range(picked + 1):
        law = Fraction(comb(picked, n) * comb(80 - picked, 20 - n), comb(80, 20))
        assert chances("keno.py", f"pick-{picked}")[f"hits-{n}"] == law


EMPTY = (Fraction(1, 20),) * 9


def test_a_board_of_15_cells_by_recursion():
    left = filling(EMPTY, 3, 3)[0]
    law = {f"filled-{15 - n}" if n else "full": chance for n, chance in left.items()}
    assert chances("hold_and_spin.py", "by-cells") == law


def test_prizes_of_a_board_by_moments():
    cells, prizes = (opened("hold_and_spin.py")[name].odds().never for name in ("by-cells", "by-prizes"))
    assert prizes.returned == cells.returned  # a prize returns 1/10 on average
    table = ((Fraction(1, 20), 70), (Fraction(1, 10), 25), (Fraction(4, 5), 5))
    variance = sum(weight * (value - Fraction(1, 10)) ** 2 for value, weight in table) / 100
    filled = sum(chance * (15 - left) for left, chance in filling(EMPTY, 3, 3)[0].items() if left)
    assert prizes.variance == cells.variance + filled * variance
    assert prizes.spins == cells.spins


def test_the_bonus_wheel_by_two_geometric_laws():
    bonus = Fraction(25, 35) ** 3  # a scatter before a blank, three times
    found = chances("bonus_wheel.py")
    prizes = {"mini": 30, "minor": 8, "major": 1}
    assert found == {"lost": 1 - bonus, **{name: bonus * Fraction(n, 39) for name, n in prizes.items()}}


def test_free_spins_by_lots_of_ten():
    retrigger = Fraction(1, 50)

    # Spin by spin: how many are still to be played, and how many may still be awarded.
    @cache
    def played(done, there_are):
        if done == there_are:
            return {done: Fraction(1)}
        found = {}
        for more, p in ((min(there_are + 10, 50), retrigger), (there_are, 1 - retrigger)):
            for spins, chance in played(done + 1, more).items():
                found[spins] = found.get(spins, 0) + p * chance
        return found

    expected = {f"spins-{n}": Fraction(1, 40) * chance for n, chance in played(0, 10).items()}
    assert chances("free_spins.py") == {"spins-0": Fraction(39, 40), **expected}
    mean = sum(n * chance for n, chance in played(0, 10).items())
    spins = opened("free_spins.py")["free-spins"].odds().never.spins.mean
    assert spins == 1 + Fraction(1, 40) * mean


def test_death_saves_roll_by_roll():
    def saved(good, bad):
        if good >= 3 or bad >= 3:
            return Fraction(good >= 3)
        twice = saved(good + 2, bad) + saved(good, bad + 2)
        return (twice + 10 * saved(good + 1, bad) + 8 * saved(good, bad + 1)) / 20

    assert chances("death_saves.py")["saved"] == saved(0, 0)


def test_a_race_by_how_many_rolls_each_needs():
    def beyond(faces):
        """By number of rolls the chance that they come to less than 20."""
        sums, found = {0: Fraction(1)}, [Fraction(1)]
        while found[-1]:
            after = {}
            for total, chance in sums.items():
                for face in faces:
                    if total + face < 20:
                        after[total + face] = after.get(total + face, 0) + chance / len(faces)
            sums = after
            found.append(sum(sums.values(), Fraction(0)))
        return found

    hare, tortoise = beyond(range(1, 13)), beyond([a + b for a in range(1, 7) for b in range(1, 7)])
    tortoise += [Fraction(0)] * len(hare)
    # The hare wins with its roll n if the tortoise has not come home with n - 1 of its own.
    wins = sum((hare[n - 1] - hare[n]) * tortoise[n - 1] for n in range(1, len(hare)))
    assert chances("race_to_a_total.py")["hare"] == wins


def test_knuth_and_yaos_die_is_fair_and_takes_eleven_thirds_of_a_toss():
    odds = opened("knuth_yao_die.py")["on-a-six"].odds().never
    assert {one.probability for one in odds.endings} == {Fraction(1, 6)}
    assert odds.spins.mean == Fraction(11, 3)
