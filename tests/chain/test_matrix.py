"""Chains from a matrix, a graph and a file: one chain, whatever holds it, never repaired."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import markov as mk
from markov.formats import drn
from markov.wager.catalogue import find

RUIN = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 18, s - 1: 20})
STATES = list(RUIN)
WEIGHTS = [[RUIN[s].get(t, 0) for t in STATES] for s in STATES]
CHANCES = [
    [Fraction(w, 38) for w in row] if any(row) else [int(s == t) for t in STATES]
    for s, row in zip(STATES, WEIGHTS, strict=True)
]


@pytest.mark.parametrize(
    "matrix",
    [
        WEIGHTS,
        CHANCES,
        [[str(x) for x in row] for row in CHANCES],
        np.array(WEIGHTS),
        np.array(CHANCES, dtype=object),
        csr_array(np.array(WEIGHTS)),
        pd.DataFrame(WEIGHTS, index=STATES, columns=STATES),
        {s: dict(zip(STATES, row, strict=True)) for s, row in zip(STATES, CHANCES, strict=True)},
        {s: RUIN[s] for s in (1, 2)},
    ],
)
def test_one_chain_whatever_holds_it(matrix):
    named = not isinstance(matrix, dict | pd.DataFrame)
    chain = mk.Chain.from_matrix(matrix, STATES if named else None)
    assert list(chain) == STATES
    assert [chain.absorption()[s] for s in chain.ends] == [RUIN.absorption()[s] for s in RUIN.ends]
    assert chain.duration() == RUIN.duration()


def test_states_are_numbered_and_the_start_is_chosen():
    coin = mk.Chain.from_matrix([["0.2", "0.8"], [1, 0]], start=1)
    assert list(coin) == [1, 0]
    assert coin[1], coin[0] == ({0: 1}, {0: 1, 1: 4})
    decimals = np.array([[0.2, 0.8], [1.0, 0.0]])
    assert mk.Chain.from_matrix(decimals.astype(str))[0] == {0: 1, 1: 4}


@pytest.mark.parametrize(
    ("matrix", "error", "words"),
    [
        ([[0.2, 0.8], [1, 0]], TypeError, r"state 0 holds 0\.2, a float, .* array\.astype\(str\)"),
        (np.eye(2), TypeError, r"state 0 holds 1\.0, a float"),
        ([["0.33", "0.66"], [0, 1]], ValueError, "state 0 sums to 99/100, not to 1; chances are never"),
        ([[1, 1], [1]], ValueError, "state 1 has 1 numbers; expected one for each of the 2 states"),
        ([1, 2], ValueError, "state 0 has 1 numbers"),
        ([[2, -1], [0, 1]], ValueError, "state 0 has a number below 0: -1"),
        ([["a", 1], [0, 1]], ValueError, "the row of state 0: 'a'"),
        ([], ValueError, "0 rows and 0 states"),
        (pd.DataFrame([[1]], index=["a"], columns=["b"]), ValueError, "have other names"),
    ],
)
def test_a_matrix_that_is_none(matrix, error, words):
    with pytest.raises(error, match=words):
        mk.Chain.from_matrix(matrix)


def test_names_that_do_not_fit():
    with pytest.raises(ValueError, match="2 rows and 1 states"):
        mk.Chain.from_matrix([[1, 1], [1, 1]], ["a"])
    with pytest.raises(ValueError, match="two states have one name"):
        mk.Chain.from_matrix([[1, 1], [1, 1]], ["a", "a"])
    with pytest.raises(ValueError, match="the start 'c' is no state"):
        mk.Chain.from_matrix([[1, 1], [1, 1]], ["a", "b"], start="c")
    with pytest.raises(TypeError, match="leave states out"):
        mk.Chain.from_matrix({"a": {"a": 1}}, ["a"])


@pytest.mark.parametrize("wager", ["repeating-2", "citywide"])
def test_a_graph_makes_its_chain_again(wager):
    chain = find("repeater-bets-plus").wager("uptown" if wager == "citywide" else wager).chain()
    graph = chain.to_networkx()
    assert {s for s, ends in graph.nodes(data="end") if ends} == set(chain.ends)
    for weight in ("weight", "probability"):
        again = mk.Chain.from_networkx(graph, weight)
        assert list(again) == list(chain)
        assert again.absorption() == chain.absorption()


def test_a_walk_on_a_graph():
    graph = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("a", "c", {"weight": 3}), ("c", "a")])
    chain = mk.Chain.from_networkx(graph)
    assert chain["a"] == {"b": 2, "c": 3}
    assert chain.ends == ("b",)
    with pytest.raises(TypeError, match=r"state 0 holds 0\.5, a float"):
        mk.Chain.from_networkx(nx.Graph([(0, 1, {"weight": 0.5})]))


def test_a_file_of_storms_text(tmp_path):
    wager = find("quebec-place-bets").wager("right-4")
    chain = wager.chain()
    path = tmp_path / "chain.drn"
    path.write_text("".join(drn.lines("right 4", chain)))
    again = mk.Chain.from_drn(path)
    assert list(again.absorption().values()) == list(chain.absorption().values())
    assert again.duration() == chain.duration()
    start_last = "@type: DTMC\n@parameters\n\n@nr_states\n3\n@model\nstate 0\n\t0 : 1\nstate 1\n\t1 : 1\n"
    path.write_text(start_last + "state 2 init\n\t0 : 1/3\n\t1 : 0.5\n\t2 : 1/6\n")
    assert mk.Chain.from_drn(str(path)).absorption() == {0: Fraction(2, 5), 1: Fraction(3, 5)}
    with pytest.raises(mk.SheetError, match="found a decision process"):
        mk.Chain.from_drn("examples/maze.drn")
    with pytest.raises(mk.SheetError, match="found no file there; expected a chain"):
        mk.Chain.from_drn("a\0.drn")


def test_the_start_of_several(tmp_path):
    path = tmp_path / "two.drn"
    path.write_text("@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n\t0 : 1\nstate 1 init\n\t1 : 1\n")
    with pytest.raises(mk.SheetError, match="found 2 initial states"):
        mk.Chain.from_drn(path)
