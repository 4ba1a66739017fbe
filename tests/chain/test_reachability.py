"""Reaching states of any chain, against elimination in plain fractions, closed forms and Storm."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from markov.chain import absorption, reachability, transitions
from markov.chain.absorption import large_chances
from markov.chain.chain import Chain
from markov.chain.reachability import expected_rewards, reach_probabilities
from markov.chain.transitions import TooMuchWork
from tests.draws import examples
from tests.laws.chains import absorbing, any_chain, fitting
from tests.oracles import decisions, steps


def naive(chain, targets, rewards):
    """For every state the chance of a target and the reward until then, as of a process without choices."""
    process = [[(more, row)] if row else [] for more, row in zip(rewards, steps.weights(chain), strict=True)]
    asked = process, targets, [0] * len(process)
    return decisions.chance(*asked), decisions.reward(*asked)


rationals = st.fractions(min_value=-5, max_value=20, max_denominator=6)


@st.composite
def questions(draw, chains=None):
    """A chain, some targets in it, and a reward for each state."""
    chain = draw(any_chain() if chains is None else chains)
    n = len(chain.states)
    targets = sorted(draw(st.sets(st.integers(0, n - 1), max_size=3)))
    return chain, targets, draw(st.lists(rationals, min_size=n, max_size=n))


@settings(max_examples=examples(200))
@given(questions())
@example((Chain.of(range(1), [[]]), [], [Fraction(1)]))
@example((Chain.of(range(2), [[(0, 1), (0, 2), (1, 1)], []]), [1], [Fraction(1, 3), Fraction(7)]))
def test_from_every_state_at_once_and_one_by_one(question):
    chain, targets, rewards = question
    at = np.array(targets, dtype=np.int64)
    chances, means = naive(chain, set(targets), rewards)
    everywhere = range(len(chain.states))
    assert reach_probabilities(chain.transitions, at, everywhere) == chances
    assert expected_rewards(chain.transitions, at, rewards, everywhere) == means
    for i in everywhere:
        assert reach_probabilities(chain.transitions, at, [i, i]) == [chances[i]] * 2
        assert expected_rewards(chain.transitions, at, rewards, [i]) == [means[i]]


@settings(max_examples=examples(60))
@given(questions(absorbing(12, fitting, acyclic=True)), st.sampled_from([1, 10**8]))
def test_by_levels_as_by_fractions(question, scale):
    """The road of large chains, taken by small ones; rewards too large for it go the other way."""
    chain, targets, rewards = question
    at = np.array(targets, dtype=np.int64)
    rewards = [x * scale for x in rewards]
    chances, means = naive(chain, set(targets), rewards)
    assert chain.transitions.solve_order.acyclic

    def levels(chain):
        from markov.chain.solvers.levels import fits

        return chain.solve_order.acyclic and fits(chain)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reachability, "suits_levels", levels)
        everywhere = list(range(len(chain.states)))
        for starts in (everywhere[:3], everywhere[-1:]):
            assert reach_probabilities(chain.transitions, at, starts) == [chances[i] for i in starts]
            assert expected_rewards(chain.transitions, at, rewards, starts) == [means[i] for i in starts]


def test_rewards_with_too_many_digits_together_are_refused(monkeypatch):
    n = 3000
    chain = Chain.of(range(n + 1), [*[[(i + 1, 1)] for i in range(n)], []])
    rewards = [Fraction(1, 10**300 + 2 * i + 1) for i in range(n + 1)]
    with pytest.raises(TooMuchWork, match="the rewards of 3,000 states"):
        expected_rewards(chain.transitions, np.array([n]), rewards, [0])
    monkeypatch.setattr(reachability, "_MOST_BITS", 5 * 3)
    reachability.check_rewards([Fraction(1, 5), Fraction(1)], 5)
    with pytest.raises(TooMuchWork, match="the rewards of 6 states"):
        reachability.check_rewards([Fraction(1, 5)], 6)


def test_components_that_fill_up_are_solved_one_after_the_other(monkeypatch):
    """Two components that fill up, one after the other; the first has a state more that one way leads to."""
    n = 70
    rows = [[(begin + (j + k) % n, 1 + (k + j) % 3) for k in range(60)] for begin in (0, n) for j in range(n)]
    rows[0] += [(2 * n, 1), (n, 5)]  # there, and on
    rows[n] += [(2 * n + 1, 1), (2 * n + 2, 2)]
    chain = Chain.of(range(2 * n + 3), [*rows, [(0, 1)], [], []])
    monkeypatch.setattr(absorption, "LARGEST_COMPONENT", n + 1)  # so both at once would be too many
    for start in (1, 2 * n):
        found = large_chances(chain.transitions, start)
        assert found == {2 * n + 1: Fraction(1, 3), 2 * n + 2: Fraction(2, 3)}
    assert reach_probabilities(chain.transitions, np.array([2 * n + 1]), [1, 2 * n]) == [Fraction(1, 3)] * 2
    ones, ends = [Fraction(1)] * len(chain.states), chain.transitions.absorbing
    there, here = expected_rewards(chain.transitions, ends, ones, [2 * n, 0])
    assert there == here + 1


@pytest.mark.parametrize("seed", range(8))
def test_graphs_of_scipy_say_the_same(seed, monkeypatch):
    draw = random.Random(seed)
    rows = [[(draw.randrange(20), draw.randint(1, 9)) for _ in range(1 + i % 3)] for i in range(20)]
    links, targets, rewards = Chain.of(range(20), rows).transitions, np.array([3, 11]), [Fraction(2)] * 20
    monkeypatch.setattr(transitions, "modules", {})  # as if they were not imported yet
    few = reach_probabilities(links, targets, range(20)), expected_rewards(links, targets, rewards, range(20))
    monkeypatch.setattr(transitions, "FEW_LINKS", -1)
    assert reach_probabilities(links, targets, range(20)) == few[0]
    assert expected_rewards(links, targets, rewards, range(20)) == few[1]
