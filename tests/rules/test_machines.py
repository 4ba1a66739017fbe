"""Machines of many parts: what a letter changes is looked at, and nothing else."""

import pickle
from itertools import product

import pytest

from markov.rules.goal_rule import GoalRule
from markov.rules.language import parsed
from markov.rules.machines import LOST, WON, EventCount, Pattern, Several


class Watched(EventCount):
    """A counter that tells how often it was asked."""

    asked = 0

    def step(self, state, letter):
        type(self).asked += 1
        return super().step(state, letter)

    def settled(self, state):
        type(self).asked += 1
        return super().settled(state)

    def now(self, state):
        type(self).asked += 1
        return super().now(state)


def test_a_letter_is_read_by_the_parts_that_it_concerns():
    """Of a hundred parts a letter steps one, and asks whether that one is settled; the rest is left alone."""
    machine = Several(2, tuple(Watched(bit, 3) for bit in range(100)))
    state = machine.step(machine.start, 1 << 7)
    Watched.asked = 0
    state = machine.step(state, 1 << 7)
    assert not machine.now(state)
    assert Watched.asked == 2
    assert state[7] == 2


def by_hand(parts, need, exactly, letters):
    """True where so many parts are true after the letters, each run by itself; and the truth, if final."""
    states = []
    for part in parts:
        state = part.start
        for letter in letters:
            state = part.step(state, letter)
        states.append((part.now(state), part.settled(state)))
    true = sum(now for now, _ in states)
    certain = sum(truth is True for _, truth in states)
    possible = sum(truth is not False for _, truth in states)
    now = true == need if exactly else true >= need
    if possible < need or (exactly and certain > need):
        return now, False
    if exactly:
        return now, True if all(truth is not None for _, truth in states) else None
    return now, True if certain >= need else None


@pytest.mark.parametrize("exactly", [False, True])
@pytest.mark.parametrize("need", [1, 2, 3])
def test_several_parts_are_what_each_of_them_is(need, exactly):
    """Every sequence of up to five letters of three events, against each part by itself."""
    parts = (
        EventCount(0, 2),
        EventCount(1, 1, exactly=True),
        Pattern((0, 1)),
        Several(1, (EventCount(2, 1), EventCount(0, 3, exactly=True))),
    )
    machine = Several(need, parts, exactly)
    for length in range(6):
        for letters in product((0b001, 0b010, 0b100, 0b011), repeat=length):
            state = machine.start
            for letter in letters:
                state = machine.step(state, letter)
            now, truth = by_hand(parts, need, exactly, letters)
            assert machine.settled(state) is truth
            assert machine.now(state) is (now if truth is None else truth)
            assert (state == WON, state == LOST) == (truth is True, truth is False)


@pytest.mark.parametrize(
    ("goal", "on"), [("2x2 before 7", "two dice"), ("2 different points made before seven-out", "craps")]
)
def test_a_rule_is_pickled_by_what_it_says(goal, on):
    rule = GoalRule(parsed(goal), on)
    other = pickle.loads(pickle.dumps(rule))  # noqa: S301
    assert other == rule
    wheel = rule.grounded.outcomes
    assert other.chart(wheel, 100).states == rule.chart(wheel, 100).states
