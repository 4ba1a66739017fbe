"""Best policies of random decision processes: against every policy there is, and against their equations."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

import markov as mk
from markov.chain import best_policy
from tests.draws import examples
from tests.laws.processes import built, processes
from tests.oracles import decisions

each_way = pytest.mark.parametrize("direction", ["max", "min"])


def mirrored(process):
    """Copies of a process that lead to each other's states, each with the choices in an order of its own."""
    transitions = sum(len(row) for choices in process for _, row in choices)
    copies = 3_000 // max(1, transitions) + 3
    everywhere = dict.fromkeys([(i, c) for i in range(len(process)) for c in range(copies)], 1)

    def choices(state):
        if state == "start":
            return {"any": everywhere}
        i, c = state
        found = {
            k: {(j, (c * d + d) % copies): w for j, w in row.items() for d in (1, 2)}
            for k, (_, row) in enumerate(process[i])
        }
        return found if c % 2 else dict(reversed(found.items()))

    return mk.explore_choices("start", choices), copies


def split(rewards):
    """The rewards of choices as one of the state and one of the action, which together are the same."""
    by_state = {i: Fraction(i, 7) for i, _ in rewards}
    return by_state, {(i, k): brings - by_state[i] for (i, k), brings in rewards.items()}


@each_way
@settings(max_examples=examples(150))
@given(drawn=processes())
def test_best_chances_and_rewards_are_those_of_the_best_of_all_policies(direction, drawn):
    process, targets = drawn
    met, rewards = built(process)
    found = met.reach(targets, direction)
    expected = decisions.best_chance(process, targets, direction)
    assert [found.values[i] for i in range(len(process))] == expected
    assert met.under(found.policy).reach(targets) == found.values
    found = met.rewards(targets, direction, *split(rewards))
    expected = decisions.best_reward(process, targets, direction)
    assert [found.values[i] for i in range(len(process))] == expected
    policy = [found.policy.get(i, 0) for i in range(len(process))]
    assert decisions.reward(process, targets, policy) == expected


@each_way
@settings(max_examples=examples(25))
@given(drawn=processes())
def test_states_that_play_alike_have_the_policy_of_one(direction, drawn):
    process, targets = drawn
    met, copies = mirrored(process)
    aims = [(i, c) for i in targets for c in range(copies)]
    brings = {
        ((i, c), k): more
        for i, choices in enumerate(process)
        for k, (more, _) in enumerate(choices)
        for c in range(copies)
    }
    found = met.reach(aims, direction)
    expected = decisions.best_chance(process, targets, direction)
    assert all(found.values[i, c] == expected[i] for i in range(len(process)) for c in range(copies))
    assert met.under(found.policy).reach(aims) == found.values
    found = met.rewards(aims, direction, action_reward=brings)
    expected = decisions.best_reward(process, targets, direction)
    assert all(found.values[i, c] == expected[i] for i in range(len(process)) for c in range(copies))
    gained = {state: brings.get((state, k), 0) for state, k in found.policy.items()}
    assert met.under(found.policy).rewards(aims, gained) == found.values


@settings(max_examples=examples(150))
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


def large(seed, states=45):
    """A process of some more states, and its ends.

    With an even seed every choice may lead to an end, with an odd one play can also go on for ever.
    """
    draw = Random(seed)
    ends = draw.sample(range(states), 5)
    process = []
    for i in range(states):
        choices = []
        for _ in range(0 if i in ends else draw.choice((1, 1, 2, 3))):
            near = [max(0, min(states - 1, i + draw.randint(-6, 8))) for _ in range(draw.choice((1, 2, 2)))]
            near += [draw.choice(ends)] * (1 - seed % 2)
            brings = Fraction(draw.choice((0, 0, 1, 2)), draw.choice((1, 3)))
            choices.append((brings, {j: draw.randint(1, 3) for j in near}))
        process.append(choices)
    return process, ends


def _drawn(problem, _):
    """A guess drawn at random, which may never come to an end."""
    draw, bounds = Random(5), problem.choices.offsets.tolist()
    return np.array([draw.randrange(a, b) for a, b in pairwise(bounds)])


@pytest.mark.parametrize("guess", ["floats", "swept", "drawn", "balls"])
@each_way
@pytest.mark.parametrize("seed", range(12))
def test_values_of_larger_processes_are_those_of_the_policy_and_no_choice_is_better(
    monkeypatch, seed, direction, guess
):
    """Substituted in fractions, without the engine; whatever the first policy was."""
    monkeypatch.setattr(best_policy, "FEW_UNGUESSED", 5)  # so that the first policy is guessed
    if guess == "balls":  # prove what they can, as the values are longer than a digit
        monkeypatch.setattr(best_policy, "SHORT_BITS", 50)
    if guess == "swept":
        monkeypatch.setattr(best_policy, "_MOST_TOGETHER", 0)
        monkeypatch.setattr(best_policy, "_MOST_FACTORED", 60 * (seed % 3) ** 9)
    elif guess != "floats":
        monkeypatch.setattr(best_policy, "guessed_policy", _drawn)
    process, ends = large(seed)
    targets = set(ends[:3])
    met, rewards = built(process)
    best = max if direction == "max" else min
    found = met.reach(targets, direction)
    policy = [found.policy.get(i, 0) for i in range(len(process))]
    values = decisions.chance(process, targets, policy)
    assert [found.values[i] for i in range(len(process))] == values
    for i, choices in enumerate(process):
        if i not in targets and choices:
            assert best(_worth(row, values) for _, row in choices) == values[i]
    targets = set(ends)
    found = met.rewards(targets, direction, action_reward=rewards)
    assert any(found.values.values()) or (seed % 2 and direction == "max")
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


@each_way
def test_numbers_past_all_floats(monkeypatch, direction):
    """Weights that no machine integer holds, and rewards that no float does: the values are as large."""
    monkeypatch.setattr(best_policy, "FEW_UNGUESSED", 5)
    process, targets = large(2)
    scale = 10**400
    wide = [
        [(brings * scale, {j: weight * 10**30 for j, weight in row.items()}) for brings, row in choices]
        for choices in process
    ]
    (met, rewards), (other, larger) = built(process), built(wide)
    assert other.reach(targets, direction).values == met.reach(targets, direction).values
    values = met.rewards(targets, direction, action_reward=rewards).values
    found = other.rewards(targets, direction, action_reward=larger).values
    assert found == {s: None if value is None else value * scale for s, value in values.items()}
    assert any(found.values())


def band(ahead, back, states=250):
    """A walk by 1 or 2 up or 1 down, past either end of which it is over, with two ways of going on."""
    draw = Random(states)
    process = [[], []]
    for i in range(2, states):
        to = (min(i + 1, states) % states, min(i + 2, states) % states, i - 1)
        weights = [
            [draw.randint(1, 9) * more for more in (ahead, ahead, back)] for _ in range(1 + (i % 7 > 0))
        ]
        process.append([(Fraction(draw.randint(0, 2), 3), merged(to, each)) for each in weights])
    return process


def streak(states=250):
    """So many in a row, of 1 in 40 each; ways of going on tell only how often play goes back or is over."""
    draw = Random(states)
    process = [[], []]
    for i in range(2, states):
        back = draw.sample(range(1, 30), 1 + (i % 7 > 0))
        process.append([(Fraction(k, 3), merged(((i + 1) % states, 2, 1), (1, k, 39 - k))) for k in back])
    return process


def clusters(size=40, count=7):
    """Clusters whose states all lead to each other; some lead to the next one, and are mostly lost."""
    draw, states = Random(size), size * count + 2
    process = [[], []]
    for i in range(2, states):
        first = i - (i - 2) % size
        to = [*draw.sample(range(first, first + size), 4), first + (i - first + 1) % size]
        past, seldom = ((), ()) if i % 8 else (((first + size) % states, 1), (1, i * 10**90))
        weights = [[draw.randint(1, 9) for _ in to] for _ in range(1 + (i % 7 > 0))]
        process.append([(Fraction(w[0], 3), merged((*to, *past), (*w, *seldom))) for w in weights])
    return process


def merged(to, weights):
    row = {}
    for j, weight in zip(to, weights, strict=True):
        row[j] = row.get(j, 0) + weight
    return row


def substituted(process, target, direction):
    """The process as explored, and the chances of the target, proved by substitution; rewards are too.

    Values are those of the policy that comes with them, and no choice is better.
    """
    best = max if direction == "max" else min
    met, rewards = built(process)
    found = met.reach([target], direction)
    assert met.under(found.policy).reach([target]) == found.values
    chances = [found.values[i] for i in range(len(process))]
    for i, choices in enumerate(process[2:], 2):
        assert best(_worth(row, chances) for _, row in choices) == chances[i]
    found = met.rewards([0, 1], direction, action_reward=rewards)
    gained = {state: rewards.get((state, k), 0) for state, k in found.policy.items()}
    assert met.under(found.policy).rewards([0, 1], gained) == found.values
    values = [found.values[i] for i in range(len(process))]
    for i, choices in enumerate(process[2:], 2):
        assert best(brings + _worth(row, values) for brings, row in choices) == values[i]
    return met, chances


@each_way
@pytest.mark.parametrize("proof", ["numbers", "balls"])
@pytest.mark.parametrize("process", [band(1, 1), band(9, 1), band(1, 10**6), streak(), clusters()])
def test_long_values_that_floats_cannot_tell_apart(monkeypatch, process, direction, proof):
    """Chances as near to 1, or as far below the least float, as differ by nothing a float can show."""
    if proof == "balls":
        monkeypatch.setattr(best_policy, "SHORT_BITS", 2_000)  # 7 digits of a value
        monkeypatch.setattr(best_policy._ChoiceWorths, "improved", None)  # what the exact road proves by
    met, values = substituted(process, 0, direction)
    told_apart = set(map(float, values))
    assert len(set(values)) > 240 > len(told_apart)
    won, first = met.states.index(0), met.states.index(2)
    asked = best_policy.best_chance(met.choices, np.array([won]), [first], direction)
    assert asked.values == {first: values[2]}


def test_a_direction_is_one_of_two():
    met, _ = built(large(0)[0])
    for ask in (met.reach, met.rewards):
        with pytest.raises(ValueError, match="'most' is no direction; ask for 'max' or 'min'"):
            ask([0], "most")


@pytest.mark.parametrize("names", ["abcd", "dcba", "bdac", "cadb"])
def test_choices_that_floats_cannot_tell_apart(names):
    """Chances of a third, and of a third and so little more that the nearest float is the same."""
    third = 10**40
    ways = {
        "a": {"first": 1},
        "b": {"second": 1},
        "c": {"won": third + 2, "lost": 2 * third - 2},
        "d": {"won": third - 2, "lost": 2 * third + 2},
    }
    rows = {
        "start": {name: ways[name] for name in names},
        "first": {"on": {"won": 1, "lost": 2}},
        "second": {"on": {"won": third + 1, "lost": 2 * third - 1}},
    }
    met = mk.explore_choices("start", lambda s: rows.get(s, {}))
    best, worst = met.reach(["won"], "max"), met.reach(["won"], "min")
    assert (best.values["start"], best.policy["start"]) == (Fraction(third + 2, 3 * third), "c")
    assert (worst.values["start"], worst.policy["start"]) == (Fraction(third - 2, 3 * third), "d")


def timed(seed, states=40):
    """Processes whose states mostly lead on, with steps to themselves; in every second one some lead back.

    Weights are long and differ by 1, so that choices are alike to floats.
    """
    draw, process = Random(seed), [[], []]
    for i in range(2, states):
        choices = []
        for _ in range(draw.choice((1, 2, 3))):
            near = draw.sample(range(max(0, i - 4), i), 2) + draw.choice(([], [i]))
            if seed % 2 and 15 < i < 25:
                near.append(i + draw.choice((1, 2)))
            choices.append((Fraction(draw.choice((0, 1))), {j: 10**20 + draw.randint(-1, 1) for j in near}))
        process.append(choices)
    return process


@each_way
@pytest.mark.parametrize("seed", range(12))
def test_values_backward_are_those_of_the_policy_and_no_choice_is_better(seed, direction):
    substituted(timed(seed), 1, direction)


@each_way
@settings(max_examples=examples(100))
@given(drawn=processes())
def test_a_deadline_is_a_best_chance_of_all_policies_by_the_step(direction, drawn):
    """Unfolded over three steps, the process has no cycle; brute force goes back step by step."""
    process, targets = drawn
    best, left = max if direction == "max" else min, 3
    met = mk.explore_choices(
        (0, left),
        lambda s: (
            {k: {(j, s[1] - 1): w for j, w in row.items()} for k, (_, row) in enumerate(process[s[0]])}
            if s[1] and s[0] not in targets
            else {}
        ),
    )
    found = met.reach([s for s in met.states if s[0] in targets], direction)
    values = [Fraction(i in targets) for i in range(len(process))]
    for _ in range(left):
        values = [
            best(_worth(row, values) for _, row in choices) if choices and i not in targets else values[i]
            for i, choices in enumerate(process)
        ]
    assert found.values[0, left] == values[0]
