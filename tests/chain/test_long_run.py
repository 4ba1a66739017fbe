"""The long run: a distribution that a step leaves as it is, known by formulas, and by what is reached."""

from fractions import Fraction
from math import comb

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markov as mk


def stepped(chain, shares):
    """The distribution after a step."""
    after = dict.fromkeys(chain, Fraction(0))
    for state, share in shares.items():
        row = chain[state]
        for successor, weight in row.items():
            after[successor] += share * Fraction(weight, sum(row.values()))
    return after


@settings(max_examples=40)
@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any), min_size=n, max_size=n
        )
    )
)
def test_a_step_leaves_it_as_it_is(matrix):
    rows = {i: {j: w for j, w in enumerate(row) if w} for i, row in enumerate(matrix)}
    for i, row in rows.items():  # a state that only leads to itself would be an end
        row.update({(i + 1) % len(rows): 1} if set(row) == {i} else {})
    if len(rows) == 1:
        return
    chain = mk.Chain.from_matrix(rows)
    shares = chain.stationary()
    assert sum(shares.values()) == 1
    assert stepped(chain, shares) == shares
    graph = chain.to_networkx()
    closed = [
        c for c in nx.strongly_connected_components(graph) if not any(v not in c for u in c for v in graph[u])
    ]
    for members in closed:
        assert sum(shares[s] for s in members) == chain.reach(members)[0]


def test_a_walk_on_a_graph_goes_by_degree():
    graph = nx.karate_club_graph()
    chain = mk.Chain.from_networkx(graph)
    degree = dict(graph.degree(weight="weight"))
    assert chain.stationary() == {v: Fraction(d, sum(degree.values())) for v, d in degree.items()}


def test_ehrenfests_urn_is_binomial():
    n = 9
    urn = mk.explore(n, lambda k: {j: w for j, w in ((k - 1, k), (k + 1, n - k)) if w})
    assert urn.stationary() == {k: Fraction(comb(n, k), 2**n) for k in urn}


def test_large_chains_are_solved_as_sparse_ones():
    n = 600
    walk = mk.explore(0, lambda k: {max(k - 1, 0): 2, min(k + 1, n): 1})
    total = 2 - Fraction(1, 2**n)
    assert walk.stationary() == {k: Fraction(1, 2**k) / total for k in range(n + 1)}


def test_where_play_can_stay_in_one_of_two_parts_each_has_its_chance():
    chain = mk.Chain.from_matrix({0: {1: 1, 3: 2}, 1: {2: 1}, 2: {1: 1}, 3: {4: 1}, 4: {3: 1}})
    assert chain.stationary() == {0: 0, **{k: Fraction(1 + k // 3, 6) for k in range(1, 5)}}


def test_what_has_no_long_run():
    with pytest.raises(
        ValueError, match=r"play can be over in state 0, so it has no long run; absorption\(\)"
    ):
        mk.explore(1, lambda k: {0: 1, 1: 1} if k else {}).stationary()
    past = mk.Chain.from_matrix(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1]]))  # an end that is never come to
    assert past.stationary() == {0: Fraction(1, 2), 1: Fraction(1, 2), 2: 0}
