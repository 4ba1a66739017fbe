"""Decision processes: what is refused, and what is told."""

import numpy as np
import pytest

from markov.chain.choices import Choices, Graph
from markov.chain.decision_process import DecisionProcess, explore_choices
from markov.chain.transitions import Transitions, mask

WALK = explore_choices(1, lambda s: {"wait": {s: 1, 0: 1}, "run": {0: 1}} if s else {})


def choices(*offsets, row=((1, 1),)):
    return Choices(np.array(offsets), Transitions.of([row, []]))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: WALK.under({}), "the policy says nothing for state 1"),
        (lambda: WALK.under({1: "fly"}), "no action 'fly' in state 1; there are 'wait', 'run'"),
        (lambda: WALK.under({1: "run", 0: None}), "no action None in state 0"),
        (lambda: explore_choices(1, lambda s: {0}), "the choices of state 1 are a set"),
        (lambda: explore_choices(1, lambda s: {"on": {}}), "action 'on' of state 1 leads nowhere"),
        (lambda: DecisionProcess((1,), WALK.choices, WALK.actions), "as many names, not 1 and 3"),
        (lambda: DecisionProcess((1, 0), WALK.choices, ("wait",)), "as many names, not 2 and 1"),
        *((lambda wrong=wrong: choices(*wrong), "one choice") for wrong in ([0], [1, 2], [0, 1], [0, 0, 2])),
        (lambda: choices(0, 2), "positions are 0 to 0"),
        (lambda: choices(0, 1, 1, 2), "one choice or more"),
        (lambda: choices(0, 2, row=[(0, 1)]), "a choice leads nowhere, in a state that has others"),
    ],
)
def test_what_does_not_fit_is_refused(asked, words):
    with pytest.raises((KeyError, TypeError, ValueError), match=words):
        asked()


def test_what_is_told():
    told = []
    explore_choices(1999, lambda s: {"on": {s - 1: 1}} if s else {}, progress=lambda *at: told.append(at))
    assert (told[0][0], told[-1]) == (1_000, (2_000, 0))
    assert repr(WALK) == "DecisionProcess(2 states, 1 of them ends, 3 choices)"


def test_what_is_forced_to_risk_takes_one_round_after_the_other():
    met = explore_choices(0, lambda s: {"on": {3: 1, 4: 1} if s == 2 else {s + 1: 1}} if s < 3 else {})
    assert list(met.states) == [0, 1, 2, 3, 4]
    graph = Graph(met.choices, mask(5, np.arange(5)))
    assert graph.rounds_to_risk(mask(5, np.array([4]))).tolist() == [3, 2, 1, 0, -1]
