"""Chains as they are made: rows, totals, exploration, and what is refused."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from markov.chain.chain import Chain, TooManyStates, explore
from markov.chain.transitions import NotAbsorbing, TooMuchWork, Transitions, row_sums


def integers(*values):
    return np.array(values, dtype=np.int64)


def test_a_chain_from_its_rows():
    chain = Chain.of("abc", [[(0, 1), (1, 2), (2, 3)], [], []])
    assert chain.transitions.row(0) == [(0, 1), (1, 2), (2, 3)]
    assert chain.transitions.totals.tolist() == [6, 0, 0]
    assert chain.transitions.absorbing.tolist() == [1, 2]
    assert chain.transitions.origins().tolist() == [0, 0, 0]


@pytest.mark.parametrize(("total", "kind"), [(2**62 - 1, np.int64), (2**62, object), (10**40, object)])
def test_weights_beyond_int64_are_whole_numbers_of_any_length(total, kind):
    chain = Chain.of("ab", [[(0, 1), (1, total - 1)], []])
    assert chain.transitions.weights.dtype == chain.transitions.totals.dtype == kind
    assert chain.transitions.row(0) == [(0, 1), (1, total - 1)]
    assert all(type(weight) is int for _, weight in chain.transitions.row(0))


def test_a_successor_that_is_listed_twice_has_both_weights():
    chain = Chain.of(("go", "won", "lost"), [[(1, 2), (2, 3), (1, 4)], [], []])
    assert chain["go"] == {"won": 6, "lost": 3}
    assert chain.transitions.successor_weights(0) == {1: 6, 2: 3}
    assert chain.transitions.successor_weights(1) == {}


def offsets(*indptr):
    return Transitions(integers(*indptr), integers(1, 2), integers(1, 1), integers(1, 1, 0))


def sums(*totals):
    rows = integers(0, 1, 3, 3), integers(2, 0, 2), integers(4, 2, 3)
    return Transitions(*rows, integers(*totals), "abc".__getitem__)


def doubles():
    return Transitions(integers(0, 2, 2), integers(1, 1), np.array([0.5, 0.5]), np.array([1.0, 0]))


@pytest.mark.parametrize(
    ("made", "error", "words"),
    [
        (lambda: Chain.of("ab", [[(1, 0)], []]), ValueError, "a weight is a whole number from 1 up"),
        (lambda: Chain.of("ab", [[(-1, 1)], []]), ValueError, "leads to a state that is not there"),
        (lambda: Chain.of("ab", [[(2, 1)], []]), ValueError, "leads to a state that is not there"),
        (lambda: Chain.of([], []), ValueError, "at least one state"),
        (lambda: Chain.of("ab", [[]]), ValueError, "2 states need as many rows of transitions, not 1"),
        (lambda: Chain.of("ab", [[(1, 1)], [], []]), ValueError, "2 states need as many rows .*, not 3"),
        (lambda: Chain.of("ab", [[(1, 1.5)], []]), TypeError, "'float' object cannot be"),
        (doubles, TypeError, "cannot be exact"),
        (lambda: sums(4, 6, 0), ValueError, "the weights of state 'b' sum to 5, not to 6"),
        (
            lambda: Transitions(integers(0, 4), integers(*[0] * 4), integers(*[2**62] * 4), integers(0)),
            ValueError,
            "sum to",
        ),  # whose sum wraps around to its total
        (lambda: offsets(0, 2, 2), ValueError, "3 states need 4 offsets and 3 totals"),
        (lambda: offsets(0, 2, 1, 2), ValueError, "fall from"),
        (lambda: offsets(1, 1, 2, 2), ValueError, "do not span"),
        (lambda: offsets(0, 1, 1, 1), ValueError, "do not span"),
        (lambda: explore(0, lambda n: {n + 1: 1}, limit=1000), TooManyStates, "1,000"),
    ],
)
def test_what_is_no_chain_is_refused(made, error, words):
    with pytest.raises(error, match=words):
        made()


def test_row_sums_of_empty_rows_are_0():
    assert row_sums(integers(1, 2, 3), integers(0, 0, 2, 2, 3, 3)).tolist() == [0, 3, 0, 3, 0]
    assert row_sums(integers(), integers(0, 0)).tolist() == [0]


@pytest.mark.parametrize(("kind", "most"), [(np.int64, 2**63 - 1), (np.uint64, 2**64 - 1)])
def test_row_sums_are_exact_though_running_sums_wrap_around(kind, most):
    values = np.array([most, 1, most - 1, most, 5], dtype=kind)
    assert row_sums(values, integers(0, 1, 3, 4, 5)).tolist() == [most, most, most, 5]


def test_states_are_numbered_in_the_order_in_which_they_are_met():
    chain = explore("b", {"b": {"c": 1, "a": 2}, "c": {"a": 1}, "a": {}}.__getitem__)
    assert list(chain.states) == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("wide", "kind"), [(2**61 - 6, np.int64), (2**61, object), (2**63 - 1, object), (2**70, object)]
)
def test_rows_that_are_explored_before_and_after_a_wide_one(wide, kind):
    rows = {0: {1: 2, 2: 3}, 1: {2: 5, 0: wide, 3: 2**61}, 2: {3: 7}, 3: {}}
    found = explore(0, rows.__getitem__)
    assert {state: found[state] for state in found} == rows
    assert found.transitions.totals.tolist() == [sum(row.values()) for row in rows.values()]
    assert found.transitions.weights.dtype == found.transitions.totals.dtype == kind


@pytest.mark.parametrize("layers", [1, 900])
@pytest.mark.parametrize("wrap", [lambda s: (s,), lambda s: (1, s), lambda s: (s, 2)])
def test_states_that_wrap_each_other_are_refused(layers, wrap):
    def step(state):
        for _ in range(layers):
            state = wrap(state)
        return {state: 1}

    with pytest.raises(TooMuchWork, match=r"nests more than 200 deep; .* hold what it counts"):
        explore((), step, limit=20_000)


def test_no_more_states_than_the_limit():
    def further(n):
        return {n + 1: 1} if n < 9 else {}

    assert len(explore(0, further, limit=10).states) == 10
    cures = r"--max-states \(limit= in Python\) sets another; if the states of a rule never come"
    with pytest.raises(TooManyStates, match=f"more states than the limit of 9; the newest is 8; {cures}"):
        explore(0, further, limit=9)


def test_progress_is_told_while_states_are_explored():
    told = []
    further = lambda n: {n + 1: 1} if n < 30_000 else {}  # noqa: E731
    explore(0, further, progress=lambda n, newest: told.append((n, newest)))
    assert told == [*((n, n) for n in range(1_000, 30_001, 1_000)), (30_001, 30_000)]


@pytest.mark.parametrize("narrow", [np.int32, np.int8, np.dtype(">i8")])
@pytest.mark.parametrize("which", ["weights", "totals"])
def test_narrow_numbers_are_refused_before_they_can_wrap_around(narrow, which):
    transitions = Transitions.of([[(1, 1)], []])
    with pytest.raises(TypeError, match="int64"):
        replace(transitions, **{which: getattr(transitions, which).astype(narrow)})


def test_a_chain_shows_no_positions_of_its_own():
    """States in, states out: arrays and positions are those of its transitions, which hold no states."""
    chain = Chain.of("ab", [[(1, 1)], []])
    positions = {"indptr", "successors", "weights", "totals", "row", "rows", "origins", "stopped", "over"}
    assert not positions & set(dir(chain))
    assert not {"states", "merged"} & set(dir(chain.transitions))


def test_an_error_of_a_solver_names_the_state_also_of_a_stopped_chain():
    chain = Chain.of("abc", [[(1, 1), (2, 1)], [(1, 1)], []])
    for transitions in (chain.transitions, chain.transitions.stopped([0])):
        with pytest.raises(NotAbsorbing, match="no end can be reached from state 'b'"):
            assert transitions.solve_order


def test_the_solve_order_is_found_once():
    transitions = Chain.of("ab", [[(1, 1)], []]).transitions
    assert transitions.solve_order is transitions.solve_order
    assert transitions.stopped([]) is transitions


def test_a_chain_is_pickled_with_its_names():
    chain = pickle.loads(pickle.dumps(Chain.of("abc", [[(1, 1), (2, 1)], [(1, 1)], []])))  # noqa: S301
    assert chain["a"] == {"b": 1, "c": 1}
    with pytest.raises(NotAbsorbing, match="state 'b'"):
        chain.absorption()
