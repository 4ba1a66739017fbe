"""Best policies of random decision processes: against every policy there is, and against their equations."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markov as mk
from markov.chain import best_policy
from tests.oracles import decisions


@st.composite
def processes(draw, least=0):
    """Up to five states with up to three choices each: dead ends, loops, ties, end components."""
    n = draw(st.integers(1, 5))
    states = st.integers(0, n - 1)
    rewards = st.fractions(least, 3, max_denominator=3) if draw(st.booleans()) else st.integers(least, 1)
    process = []
    for _ in range(n):
        rows = st.dictionaries(states, st.integers(1, 3), min_size=1, max_size=3)
        process.append(draw(st.lists(st.tuples(rewards.map(Fraction), rows), max_size=3)))
    targets = draw(st.sets(states, max_size=2))
    return process, targets


def built(process):
    """The process as the front door makes it; every state is met, as the first leads to all of them."""
    met = mk.explore_choices(
        "start",
        lambda s: (
            {"any": dict.fromkeys(range(len(process)), 1)}
            if s == "start"
            else {k: row for k, (_, row) in enumerate(process[s])}
        ),
    )
    rewards = {(i, k): brings for i, choices in enumerate(process) for k, (brings, _) in enumerate(choices)}
    return met, rewards


def split(rewards):
    """The rewards of choices as one of the state and one of the action, which together are the same."""
    by_state = {i: Fraction(i, 7) for i, _ in rewards}
    return by_state, {(i, k): brings - by_state[i] for (i, k), brings in rewards.items()}


@pytest.mark.parametrize("direction", ["max", "min"])
@settings(max_examples=150, deadline=None)
@given(drawn=processes())
def test_a_best_chance_is_that_of_the_best_of_all_policies(direction, drawn):
    process, targets = drawn
    met, _ = built(process)
    found = met.reach(targets, direction)
    expected = decisions.best_chance(process, targets, direction)
    assert [found.values[i] for i in range(len(process))] == expected
    assert met.under(found.policy).reach(targets) == found.values


@pytest.mark.parametrize("direction", ["max", "min"])
@settings(max_examples=150, deadline=None)
@given(drawn=processes())
def test_a_best_reward_is_that_of_the_best_of_all_policies(direction, drawn):
    process, targets = drawn
    met, rewards = built(process)
    found = met.rewards(targets, direction, *split(rewards))
    expected = decisions.best_reward(process, targets, direction)
    assert [found.values[i] for i in range(len(process))] == expected
    policy = [found.policy.get(i, 0) for i in range(len(process))]
    assert decisions.reward(process, targets, policy) == expected


@settings(max_examples=150, deadline=None)
@given(drawn=processes(least=-2))
def test_rewards_below_zero(drawn):
    """The greatest has no loops to fear; the least is refused where a way round brings less than 0."""
    process, targets = drawn
    met, rewards = built(process)
    found = met.rewards(targets, "max", action_reward=rewards)
    expected = decisions.best_reward(process, targets, "max")
    assert [found.values[i] for i in range(len(process))] == expected
    try:
        found = met.rewards(targets, "min", action_reward=rewards)
    except best_policy.EndlessGain:
        assert any(brings < 0 and i in _ahead(process, targets, row) for i, brings, row in _choices(process))
    else:
        expected = decisions.best_reward(process, targets, "min")
        assert [found.values[i] for i in range(len(process))] == expected


def _choices(process):
    return [(i, brings, row) for i, choices in enumerate(process) for brings, row in choices]


def _ahead(process, targets, row):
    found = set(row) - targets
    while more := {j for i in found for _, after in process[i] for j in after} - found - targets:
        found |= more
    return found


def large(seed, states=160):
    """A process of more states than the first policy is taken for without a guess."""
    draw = Random(seed)
    process = []
    for i in range(states):
        choices = []
        for _ in range(draw.choice((1, 1, 2, 3))):
            near = [
                max(0, min(states - 1, i + draw.randint(-6, 8))) for _ in range(draw.choice((1, 2, 2, 3)))
            ]
            choices.append(
                (
                    Fraction(draw.choice((0, 0, 1, 2)), draw.choice((1, 3))),
                    {j: draw.randint(1, 3) for j in near},
                )
            )
        process.append(choices)
    for i in draw.sample(range(states), 8):
        process[i] = []
    ends = [i for i, choices in enumerate(process) if not choices]
    return process, set(ends[: draw.choice((1, 4, 8))])


def _drawn(problem, _):
    """A guess drawn at random, which may never come to an end."""
    draw, bounds = Random(5), problem.choices.offsets.tolist()
    return np.array([draw.randrange(a, b) for a, b in pairwise(bounds)])


@pytest.mark.parametrize("guess", ["floats", "drawn"])
@pytest.mark.parametrize("direction", ["max", "min"])
@pytest.mark.parametrize("seed", range(6))
def test_values_of_larger_processes_are_those_of_the_policy_and_no_choice_is_better(
    monkeypatch, seed, direction, guess
):
    """Substituted in fractions, without the engine; whatever the first policy was."""
    if guess == "drawn":
        monkeypatch.setattr(best_policy, "_guess", _drawn)
    process, targets = large(seed)
    met, rewards = built(process)
    best = max if direction == "max" else min
    found = met.reach(targets, direction)
    policy = [found.policy.get(i, 0) for i in range(len(process))]
    values = decisions.chance(process, targets, policy)
    assert [found.values[i] for i in range(len(process))] == values
    for i, choices in enumerate(process):
        if i not in targets and choices:
            assert best(_worth(row, values) for _, row in choices) == values[i]
    found = met.rewards(targets, direction, action_reward=rewards)
    policy = [found.policy.get(i, 0) for i in range(len(process))]
    values = decisions.reward(process, targets, policy)
    assert [found.values[i] for i in range(len(process))] == values
    for i, choices in enumerate(process):
        if i not in targets and values[i] is not None:
            worth = [(brings, _worth(row, values)) for brings, row in choices]
            assert best(brings + ahead for brings, ahead in worth if ahead is not None) == values[i]


def _worth(row, values):
    if any(values[j] is None for j in row):
        return None
    return sum(weight * values[j] for j, weight in row.items()) / Fraction(sum(row.values()))
