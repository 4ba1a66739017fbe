"""States taken out one by one, against closed forms and against whole components."""

from fractions import Fraction
from random import Random

import pytest

from markov.chain.absorption import absorption_probabilities, absorption_with_spins, expected_visits, values
from markov.chain.chain import Chain, explore
from markov.chain.solvers import elimination
from markov.chain.solvers.elimination import Component, Filled, absorption_by_elimination, moments
from markov.chain.transitions import Transitions
from tests.chain.walks import ruin
from tests.laws.chains import added


def test_a_large_ruin_is_solved_from_its_chain():
    chain = ruin(10_000, up=244, down=251)
    ratio = Fraction(251, 244)
    won = absorption_probabilities(chain.transitions)[list(chain.states).index(10_000)]
    assert won == (1 - ratio**5_000) / (1 - ratio**10_000)


def test_play_that_is_over_at_its_start():
    cut = ruin(200, up=1, down=1).transitions.stopped([0])
    found = absorption_with_spins(cut)
    assert found.chances[0] == 1
    assert (found.spins.mean, found.spins.variance) == (0, 0)


def test_a_chain_that_fills_up_is_left_to_another_road():
    n = 60
    rows = [[(j, 1 + (i * j) % 7) for j in range(n + 1)] for i in range(n)]
    chain = Chain.of(range(n + 1), [*rows, []])
    with pytest.raises(Filled):
        moments(chain.transitions)
    with pytest.raises(Filled):
        absorption_by_elimination(chain.transitions, largest=59)
    assert absorption_by_elimination(chain.transitions, largest=60) == {n: 1}
    assert absorption_with_spins(chain.transitions).chances == {n: 1}


def walk(goal, up, down):
    """A walk to 0 or the goal, by so many units up or down, each with a weight."""

    def spin(units):
        if not 0 < units < goal:
            return {}
        moves = [(min(units + u, goal), w) for u, w in up.items()]
        return added([*moves, *((max(units - d, 0), w) for d, w in down.items())])

    return explore(goal // 2, spin)


@pytest.mark.parametrize(
    ("up", "down"),
    [({2: 3}, {1: 7}), ({1: 5, 2: 1}, {1: 2, 3: 4}), ({35: 1}, {1: 36}), ({1: 10**40}, {2: 3})],
)
def test_the_spins_of_a_walk_by_several_units_agree_with_whole_components(up, down):
    chain = walk(120, up, down).transitions
    made, left = expected_visits(chain), values(chain, {}, reward=Fraction(1))
    assert len(chain.solve_order.cycles[0]) == 119
    square = sum(made[i] * (2 * left[i] - 1) for i, total in enumerate(chain.totals.tolist()) if total)
    found = absorption_with_spins(chain)
    ends = {end: made[end] for end in chain.absorbing.tolist()}
    assert found.chances == ends == absorption_probabilities(chain)
    assert (found.spins.mean, found.spins.variance) == (left[0], square - left[0] ** 2)


def far_walk(states, draw, weight):
    """A walk by one up or down, or two up, from the lowest state; it is over past either end."""
    rows = [[(min(i + k, states), weight(draw)) for k in (1, 2)] for i in range(states)]
    return Transitions.of(
        [*([*row, (i - 1 if i else states + 1, weight(draw))] for i, row in enumerate(rows)), [], []]
    )


@pytest.mark.parametrize("bits", range(3, 63, 2))
def test_states_go_many_at_once_as_long_as_numbers_fit_a_word(bits, monkeypatch):
    chain = far_walk(80, Random(bits), lambda draw: draw.randint(2**bits - bits, 2**bits))
    one_by_one = []
    eliminate = elimination._Equations._eliminate
    monkeypatch.setattr(
        elimination._Equations, "_eliminate", lambda *state: one_by_one.append(1) or eliminate(*state)
    )
    found = absorption_by_elimination(chain)
    assert (len(one_by_one) < 79) == (bits < 30)
    made = expected_visits(chain)
    assert found == {end: made[end] for end in chain.absorbing.tolist()}


def ring_of_rings(rings, size):
    """Rings one after the other, of which each can be left for two states of the next."""
    n = rings * size
    rows = []
    for i in range(n):
        begin, k = i - i % size, i % size
        row = [(begin + (k + 1) % size, 3), (begin + (k * 7) % size, 1 + k % 3)]
        if k % 20 == 3:
            row += [(min(begin + size + k, n), 1), (min(begin + size + 2 * k % size, n + 1), 2)]
        rows.append(row)
    return Chain.of(range(n + 2), [*rows, [], []])


@pytest.mark.parametrize("size", [41, 60])
def test_components_are_taken_one_after_the_other(size):
    chain = ring_of_rings(5, size).transitions
    assert [len(cycle) for cycle in chain.solve_order.cycles] == [size] * 5
    made, found = expected_visits(chain), absorption_with_spins(chain)
    ends = {end: made[end] for end in chain.absorbing.tolist()}
    assert found.chances == ends == absorption_probabilities(chain)
    assert found.spins.mean == sum(made[i] for i, total in enumerate(chain.totals.tolist()) if total)
    assert absorption_by_elimination(chain, largest=len(chain)) == ends


def test_as_many_states_as_may_be_left_are_left():
    chain = ring_of_rings(1, 60).transitions
    (states,) = chain.solve_order.cycles
    made = states.tolist(), chain.row_reader(), chain.totals.tolist()
    assert Component(*made, 60, 0)
    with pytest.raises(Filled):
        Component(*made, 59, 0)
