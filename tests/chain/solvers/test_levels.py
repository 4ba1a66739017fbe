"""Chains without cycles, level by level: limits of the numbers, and agreement with plain fractions."""

from fractions import Fraction
from math import lcm
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.chain import absorption
from markov.chain.absorption import expected_visits, suits_levels, values
from markov.chain.chain import Chain, explore
from markov.chain.reachability import reach_probabilities
from markov.chain.solvers import levels, region
from markov.chain.solvers.region import Region
from markov.chain.transitions import Spins, TooMuchWork
from tests.draws import examples
from tests.laws.chains import absorbing
from tests.oracles import steps
from tests.oracles.elimination import gathered


def of(*rows):
    return Chain.of(range(len(rows)), rows)


def swept(chain):
    return levels.chances_and_moments(chain.transitions)


def roads(chain):
    """Chances of the ends by the modular road and by the plain one."""
    made = expected_visits(chain.transitions)
    return swept(chain).chances, {i: made[i] for i in chain.transitions.absorbing.tolist()}


@pytest.mark.parametrize(("total", "fits"), [(2**30 - 1, True), (2**30, False), (2**31, False)])
def test_a_total_at_the_edge(total, fits):
    chain = of([(1, total - 7), (2, 7)], [], [])
    assert levels.fits(chain.transitions) is fits
    if fits:
        assert swept(chain).chances == {1: 1 - Fraction(7, total), 2: Fraction(7, total)}


def test_a_loop_counts_towards_the_total_at_the_edge():
    assert levels.fits(of([(0, 2**30 - 2), (1, 1)], []).transitions)
    assert not levels.fits(of([(0, 2**30 - 1), (1, 1)], []).transitions)


def test_many_ends_whose_weights_are_as_large_as_they_fit():
    wide = 2**30 - 1
    middle = [[(6, wide)] for _ in range(4)]
    rows = [[(k, k) for k in range(1, 6)], *middle, [(6, 3), (7, 1)], [(7, 1), (8, 1)]]
    for ends in (2, 5, 60):
        found, plain = roads(of(*rows, *([] for _ in range(ends))))
        assert found == plain
        assert sum(found.values()) == 1


def test_weights_of_python_objects_do_not_fit():
    assert not levels.fits(of([(1, 2**62)], []).transitions)


def test_running_sums_that_would_wrap_around():
    # Products near 2^60: sums over a whole level pass 2^64 many times, those into one state do not.
    n, wide = 60, 2**30 - 1
    rows = [[(k, 10**7 + k) for k in range(1, n + 1)]]
    rows += [[(n + 1 + k % 3, wide // 20 - k), (n + 4 + k, wide - wide // 20)] for k in range(1, n + 1)]
    chain = of(*rows, *([] for _ in range(2 * n)), [], [], [], [], [])
    assert levels.fits(chain.transitions)
    forward, plain = roads(chain)
    assert forward == plain
    assert swept(chain).spins == Spins(Fraction(2), Fraction(0))


@pytest.mark.parametrize("idle", [1, 1000, 2**29])
def test_moments_of_long_loops(idle):
    n, p = 12, Fraction(3, idle + 3)
    chain = explore(n, lambda k: {k: idle, k - 1: 3} if k else {})
    assert swept(chain).spins == Spins(n / p, n * (1 - p) / p**2)


def test_the_road_is_chosen_by_shape_and_size():
    def square(n, further=None):
        def moves(at):
            stays = {at: further} if further else {}
            return {(at[0] - 1, at[1]): 1, (at[0], at[1] - 1): 1, **stays} if all(at) else {}

        return explore((n, n), moves)

    large, small, heavy = square(60), square(9), square(60, 2**40)
    assert [suits_levels(chain.transitions) for chain in (large, small, heavy)] == [True, False, False]
    cyclic = of(*([(k + 1, 1), (k - k % 2, 1)] for k in range(3_000)), [])
    assert not suits_levels(cyclic.transitions)


def test_it_does_not_change_the_chain():
    chain = of([(0, 1), (1, 2), (2, 3)], [], [])
    before = [chain.transitions.row(i) for i in range(3)], chain.transitions.totals.tolist()
    levels.chances_and_moments(chain.transitions)
    assert ([chain.transitions.row(i) for i in range(3)], chain.transitions.totals.tolist()) == before


def onward(n, ways, far, seed):
    """States that lead to some of those after them, with weights of 1 to 20; two ends."""
    draw = Random(seed)
    rows = [
        [(draw.randrange(i + 1, min(n + 2, i + 1 + far)), draw.randint(1, 20)) for _ in range(ways)]
        for i in range(n)
    ]
    return of(*rows, [], [])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("n", "ways", "far"), [(40, 3, 42), (60, 4, 6), (30, 2, 3)])
def test_a_denominator_along_ways_is_one_and_not_larger(n, ways, far, seed, monkeypatch):
    chain = onward(n, ways, far, seed)
    by_level, plain = Region(chain.transitions).denominator, swept(chain)
    monkeypatch.setattr(region, "LONG_DENOMINATOR", 0)
    monkeypatch.setattr(region, "LONG_PRIME_POWER", 0)
    along = Region(chain.transitions).denominator
    assert by_level % along == 0
    rows = {i: row for i, row in enumerate(steps.chances(chain)) if row}
    every = lcm(*(x.denominator for _, ends in gathered(rows) for x in ends.values()))
    assert along % every == 0
    assert swept(chain) == plain


# Narrow levels, in whole numbers.


@settings(max_examples=examples(60))
@given(absorbing(40, acyclic=True), st.data())
def test_whole_numbers_passed_on_agree_with_fractions(chain, data):
    links = chain.transitions
    assume(links.totals[0])
    rewards = data.draw(st.lists(st.integers(-50, 10**20), min_size=len(chain), max_size=len(chain)))
    made, brought = expected_visits(links), values(links, {}, list(map(Fraction, rewards)))
    chances = {i: made[i] for i in links.absorbing.tolist()}
    assert levels.absorption_by_levels(links) == chances
    for start in np.flatnonzero(links.totals).tolist():
        found = levels.absorption_by_levels(links, start, rewards)
        assert found.pop(len(chain)) == brought[start]
        assert found.keys() == chances.keys()
        assert sum(found.values()) == 1


def layers(depth, width, ways, far=0):
    """Layers, each state of which leads to so many of the next, and a few to any later one."""
    draw, n, rows = Random(1), depth * width, []
    for i in range(n):
        after = i - i % width + width
        to = draw.sample(range(after, min(after + width, n + 2)), min(ways, n + 2 - after))
        rows.append([(j, draw.randint(1, 20)) for j in to])
        if i < far:
            rows[-1].append((draw.randrange(after, n + 2), 1))
    return of(*rows, [], []).transitions


@pytest.mark.parametrize(
    ("depth", "width", "ways", "far", "narrow"),
    [
        (250, 12, 4, 0, True),
        (100, 12, 4, 0, False),  # a short answer
        (250, 12, 4, 3_000, False),  # much that waits for a later level
        (250, 40, 30, 0, False),  # wide levels
    ],
)
def test_narrow_levels_are_told_from_others(depth, width, ways, far, narrow):
    chain = layers(depth, width, ways, far)
    assert absorption.stays_narrow(chain) == narrow
    found = levels.chances(chain)
    assert absorption.absorption_probabilities(chain) == found
    assert reach_probabilities(chain, [len(chain) - 1], [0]) == [found[len(chain) - 1]]


def test_whole_numbers_that_take_too_long_are_refused(monkeypatch):
    monkeypatch.setattr(levels, "_MOST_WORDS", 1_000)
    with pytest.raises(TooMuchWork, match=r"up to [0-9,]+ binary digits; ask for fewer states"):
        absorption.absorption_probabilities(layers(250, 12, 4))
