"""The oracle of Poisson clocks against counts of tallies, spin by spin."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from tests.oracles.clocks import Odds, odds

TEN = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (5, 6), (4, 5), (3, 4), (2, 3), (1, 2)]


def counted(goal, tallies, stopper, total) -> Odds:
    """Brute force over the counts, spin by spin: chances, and both moments, from the start."""
    needs = tuple(need for _, need in tallies)

    def ending(counts, stopped):
        full = sum(count == need for count, need in zip(counts, needs, strict=True))
        if goal == "first" and full:
            return "made"
        if full == len(needs):
            return "made" if goal != "each" else f"made-{full}"
        if stopped:
            return f"made-{full}" if goal == "each" and full else "lost"
        return None

    @cache
    def ahead(counts):
        """Chances of the endings, E[N] and E[N²], while play is not over."""
        idle, chances, mean, square = total - stopper, {ending(counts, True): Fraction(stopper)}, 0, 0
        for i, (weight, need) in enumerate(tallies):
            if counts[i] == need:
                continue
            idle -= weight
            after = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
            over = ending(after, False)
            further, more, squares = ({over: Fraction(1)}, 0, 0) if over else ahead(after)
            for name, chance in further.items():
                chances[name] = chances.get(name, 0) + weight * chance
            mean += weight * more
            square += weight * squares
        moving = total - idle
        # N = 1 + what follows, which with chance idle/total is N again.
        mean = Fraction(total + mean, 1) / moving
        square = (total * (2 * mean - 1) + square) / moving
        return {name: chance / moving for name, chance in chances.items()}, mean, square

    chances, mean, square = ahead((0,) * len(needs))
    return Odds(chances, mean, square - mean**2)


@pytest.mark.parametrize("goal", ["first", "all", "each"])
@pytest.mark.parametrize(
    ("tallies", "stopper", "spare"),
    [
        ([(1, 1)], 1, 0),
        ([(1, 2)], 6, 29),
        ([(5, 6)], 6, 27),
        ([(1, 3), (1, 3)], 2, 5),
        ([(1, 2), (2, 3), (2, 3), (1, 2)], 6, 26),
        ([(7, 1), (2, 4), (3, 2)], 1, 0),
        ([(1, 1), (1, 1), (1, 1), (1, 1), (1, 1)], 1, 1),
        ([(10**20, 2), (1, 1)], 3, 7),
    ],
)
def test_clocks_agree_with_counts(goal, tallies, stopper, spare):
    total = sum(weight for weight, _ in tallies) + stopper + spare
    assert odds(goal, tallies, stopper, total) == counted(goal, tallies, stopper, total)


def test_every_small_case():
    for goal, weights, needs, stopper, spare in product(
        ("first", "all", "each"), product((1, 2), repeat=2), product((1, 2, 3), repeat=2), (1, 3), (0, 2)
    ):
        tallies = list(zip(weights, needs, strict=True))
        total = sum(weights) + stopper + spare
        assert odds(goal, tallies, stopper, total) == counted(goal, tallies, stopper, total)


@pytest.mark.parametrize("goal", ["first", "all", "each"])
def test_ten_tallies(goal):
    # 518,400 states to the first, 6.35 million to the last.
    found = odds(goal, TEN, 6, 38)
    assert sum(found.endings.values()) == 1
    assert len(found.endings) == (11 if goal == "each" else 2)


def test_ten_tallies_filled_one_by_one_are_all_filled():
    each, every = odds("each", TEN, 6, 38), odds("all", TEN, 6, 38)
    assert each.endings["made-10"] == every.endings["made"]
    assert (each.mean, each.variance) == (every.mean, every.variance)


@pytest.mark.parametrize(
    ("tallies", "stopper", "total"), [([], 1, 2), ([(1, 2)], 0, 9), ([(0, 1)], 1, 9), ([(5, 1)], 6, 10)]
)
def test_what_is_no_tally_wager(tallies, stopper, total):
    with pytest.raises(ValueError, match="from 1 up"):
        odds("first", tallies, stopper, total)
