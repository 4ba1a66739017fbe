"""States taken out one by one, against closed forms and against whole components."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.chain.absorption import absorption_probabilities, absorption_with_spins, expected_visits, values
from markov.chain.chain import Chain, explore
from markov.chain.solvers import solve
from markov.chain.solvers.elimination import Filled, absorption_by_elimination, moments
from tests.laws.chains import absorbing


def ruin(goal, up, down, start=None):
    def spin(units):
        return {units + 1: up, units - 1: down} if 0 < units < goal else {}

    return explore(goal // 2 if start is None else start, spin)


@pytest.mark.parametrize("goal", [2, 3, 10, 100, 1_000])
def test_ruin_is_the_classical_formula(goal):
    chain = ruin(goal, up=244, down=251)
    found = moments(chain.transitions)
    ratio, units = Fraction(251, 244), goal // 2
    won = (1 - ratio**units) / (1 - ratio**goal)
    assert found.chances[list(chain.states).index(goal)] == won
    assert sum(found.chances.values()) == 1
    # Wald: the mean gain is the mean gain of one bet, times the mean number of bets.
    assert goal * won - units == found.mean * Fraction(244 - 251, 495)


def test_a_large_ruin_is_solved_from_its_chain():
    chain = ruin(10_000, up=244, down=251)
    ratio = Fraction(251, 244)
    won = absorption_probabilities(chain.transitions)[list(chain.states).index(10_000)]
    assert won == (1 - ratio**5_000) / (1 - ratio**10_000)


def test_the_other_end_of_a_fair_ruin():
    # From k of n on even terms the game lasts k(n - k) bets on average.
    chain = ruin(200, up=1, down=1, start=60)
    assert absorption_with_spins(chain.transitions).spins.mean == 60 * 140


@settings(derandomize=True, database=None, deadline=None, max_examples=100)
@given(absorbing(), st.data())
def test_taking_states_out_agrees_with_solving_components(chain, data):
    playing = [i for i, total in enumerate(chain.transitions.totals.tolist()) if total]
    assume(playing)
    made = expected_visits(chain.transitions)
    left = values(chain.transitions, {}, reward=Fraction(1))
    if 0 in playing:
        found = moments(chain.transitions, most=10**6)
        assert found.chances == {end: made[end] for end in chain.transitions.absorbing.tolist()}
        mean = sum((made[i] for i in playing), Fraction(0))
        square = sum((made[i] * (2 * left[i] - 1) for i in playing), Fraction(0))
        assert (found.mean, found.factorial) == (mean, square - mean)
        assert absorption_by_elimination(chain.transitions, solve, most=10**6) == found.chances
    start = data.draw(st.sampled_from(playing))
    end = data.draw(st.sampled_from(chain.transitions.absorbing.tolist()))
    chance = absorption_by_elimination(chain.transitions, solve, start=start, most=10**6)[end]
    assert chance == values(chain.transitions, {end: Fraction(1)})[start]


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
        absorption_by_elimination(chain.transitions, solve, largest=59)
    assert absorption_by_elimination(chain.transitions, solve, largest=60) == {n: 1}
    assert absorption_with_spins(chain.transitions).chances == {n: 1}
