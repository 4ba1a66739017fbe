"""States taken out one by one, against closed forms and against whole components."""

from fractions import Fraction

import pytest

from markov.chain.absorption import absorption_probabilities, absorption_with_spins
from markov.chain.chain import Chain
from markov.chain.solvers import elimination
from markov.chain.solvers.elimination import Component, Filled, absorption_by_elimination, moments
from tests.chain.walks import ruin


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


def ring(size):
    """A ring that can be left for one of two ends."""
    rows = []
    for k in range(size):
        row = [((k + 1) % size, 3), ((k * 7) % size, 1 + k % 3)]
        rows.append(row + [(size, 1), (size + 1, 2)] * (k % 20 == 3))
    return Chain.of(range(size + 2), [*rows, [], []])


def test_as_many_states_as_may_be_left_are_left(monkeypatch):
    chain = ring(60).transitions
    monkeypatch.setattr(elimination, "MOST", 0)
    (states,) = chain.solve_order.cycles
    made = states.tolist(), chain.row_reader(), chain.totals.tolist()
    assert Component(*made, 60)
    with pytest.raises(Filled):
        Component(*made, 59)
