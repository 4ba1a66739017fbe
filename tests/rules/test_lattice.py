"""The chain of a race between tallies, laid out on arrays."""

from math import comb

import pytest

from markov.chain.chain import Chain, TooManyStates
from markov.rules.tally import WeightedTally, lattice_chain
from markov.wager.rule import End
from tests.oracles import steps

GOALS = ("first", "all", "each")
TALLIES = [WeightedTally("a", 2, 3), WeightedTally("b", 1, 2), WeightedTally("c", 3, 1)]


def laid_out(goal, tallies=TALLIES, stopping=2, total=10, limit=10_000, apart=None) -> Chain:
    return lattice_chain(tallies, goal, stopping, total, limit, apart)


@pytest.mark.parametrize("apart", [None, 1], ids=["apart", "merged"])
@pytest.mark.parametrize("goal", GOALS)
def test_the_states_are_a_sequence(goal, apart):
    tallies = [WeightedTally("a", 2, 3), WeightedTally("b", 2, 3), WeightedTally("c", 3, 1)]
    states = laid_out(goal, tallies, 3, apart=apart).states
    listed = list(states)
    assert len(listed) == len(states)
    assert [states[i] for i in range(len(states))] == listed
    assert [states[i - len(states)] for i in range(len(states))] == listed
    assert states[2:9:3] == listed[2:9:3]
    assert states[-3:] == listed[-3:]
    assert listed[0] in states
    assert states.index(listed[4]) == 4
    for outside in (len(states), -len(states) - 1):
        with pytest.raises(IndexError):
            states[outside]


# Tallies that play alike.

ALIKE = [
    [WeightedTally("a", 2, 3), WeightedTally("b", 2, 3)],
    [WeightedTally("a", 2, 1), WeightedTally("b", 1, 4), WeightedTally("c", 2, 1)],
    [WeightedTally("a", 2, 1), WeightedTally("b", 3, 2), WeightedTally("c", 2, 1), WeightedTally("d", 3, 2)],
    [WeightedTally(name, 2, 2) for name in "abcd"],
    [WeightedTally("a", 2, 2**61), WeightedTally("b", 3, 1), WeightedTally("c", 2, 2**61)],
]


def classes(tallies) -> list[list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for i, tally in enumerate(tallies):
        found.setdefault((tally.need, tally.weight), []).append(i)
    return list(found.values())


def smallest(state, tallies):
    """The one state that stands for all that play like it: tallies that are alike in rising order."""
    if isinstance(state, End):
        return state
    sorted_ = list(state)
    for members in classes(tallies):
        for i, have in zip(members, sorted(state[i] for i in members), strict=True):
            sorted_[i] = have
    return tuple(sorted_)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("tallies", ALIKE)
def test_merged_states_are_those_that_lead_alike_to_merged_states(goal, tallies):
    """The merged chain is the whole one lumped: every state of a class has the row of its class."""
    total = sum(tally.weight for tally in tallies) + 7
    whole = laid_out(goal, tallies, 3, total)
    merged = laid_out(goal, tallies, 3, total, limit=len(whole.states) - 1)
    rows: dict[object, dict[object, int]] = {}
    for i, state in enumerate(whole.states):
        lumped: dict[object, int] = {}
        for j, weight in whole.transitions.row(i):
            to = smallest(whole.states[j], tallies)
            lumped[to] = lumped.get(to, 0) + weight
        assert rows.setdefault(smallest(state, tallies), lumped) == lumped
    assert set(merged.states) == rows.keys()
    assert len(merged.states) == len(rows) < len(whole.states)
    assert steps.labelled(merged) == rows
    assert merged.states[0] == whole.states[0] == (0,) * len(tallies)
    assert not whole.merged
    for members in classes(tallies):
        names = " and ".join(tallies[i].name for i in members)
        assert (names in merged.merged) == (len(members) > 1)


@pytest.mark.parametrize("goal", GOALS)
def test_how_many_states_there_are_is_known_before_they_are_laid_out(goal):
    tallies = [WeightedTally(name, 4, 1) for name in "abcde"]
    size, ends = 4 + (goal != "first"), 6 if goal == "each" else 2
    whole = size**5 - (goal != "first") + ends
    merged = comb(size + 4, 5) - (goal != "first") + ends
    for limit, states in ((whole, whole), (whole - 1, merged), (merged, merged)):
        assert len(laid_out(goal, tallies, limit=limit).states) == states
    with pytest.raises(
        TooManyStates, match=f"needs {merged:,} states, more than the limit of {merged - 1:,}"
    ):
        laid_out(goal, tallies, limit=merged - 1)
