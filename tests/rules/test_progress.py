"""What is left of a goal after each trial: a goal of parts is what each of its parts is."""

import pickle

import pytest

from markov.rules.expression import Among, Event, InARow, Then, Times
from markov.rules.goal_rule import GoalRule
from markov.rules.language import parsed
from markov.rules.progress import begun, highest_count, moved_by, moves, now

A, B, C = (Event(frozenset({name}), name) for name in "abc")


def left_of(goal, trials):
    left = begun(goal)
    for outcome in trials:
        move = moves([goal], outcome)
        (left,) = move([left]) if move else (left,)
    return left


def test_a_trial_moves_the_parts_that_it_concerns():
    several = Among(2, tuple(Times(Event(frozenset({name}), name), 3) for name in range(100)))
    assert left_of(several, (7, 7))[7] == 2
    assert moved_by(several, 100) is None
    assert moved_by(Among(1, (Then((A, B)), C)), "other") is not None  # it breaks a pattern


def test_a_pattern_is_followed_from_each_of_its_beginnings():
    pattern = Then((A, A, B))
    assert now(pattern, left_of(pattern, "aaab"))
    assert not now(pattern, left_of(pattern, "aba"))
    assert highest_count(pattern, left_of(pattern, "xaa")) == 2
    assert highest_count(InARow(A, 3), left_of(InARow(A, 3), "aba")) == 1


@pytest.mark.parametrize(
    ("goal", "on"),
    [
        ("2x2 before 7", "two dice"),
        ("2 different points made before seven-out", "craps"),
        ("ace before king x2", "deck"),
    ],
)
def test_a_rule_is_pickled_by_what_it_says(goal, on):
    rule = GoalRule.wins(parsed(goal), on)
    other = pickle.loads(pickle.dumps(rule))  # noqa: S301
    assert other == rule
    wheel = rule.goals.outcomes
    assert list(other.chart(wheel, 200).states) == list(rule.chart(wheel, 200).states)
