"""The order in which states are solved: levels, cycles, and chains that cannot come to an end."""

from fractions import Fraction
from itertools import groupby
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain import transitions
from markov.chain.absorption import absorption_probabilities
from markov.chain.transitions import NotAbsorbing, TooMuchWork, Transitions, solve_order
from tests.draws import examples


def chain(*rows):
    return Transitions.of([[(j, 1) for j in row] for row in rows]).renamed("s{}".format)


@pytest.mark.parametrize(
    ("rows", "stuck"),
    [
        ([[0]], {"s0"}),
        ([[1, 2], [1], []], {"s1"}),
        ([[1, 4], [2], [3], [1], []], {"s1", "s2", "s3"}),
        ([[1], [], [2]], {"s2"}),  # though the start never comes there
        ([[1], [0]], {"s0", "s1"}),
    ],
)
def test_play_that_could_go_on_for_ever(rows, stuck):
    with pytest.raises(NotAbsorbing, match="no end can be reached from state 's") as caught:
        assert chain(*rows).solve_order
    assert caught.value.state in stuck


def test_a_long_chain_and_a_long_cycle():
    n = 5_000
    assert len(solve_order(chain(*([i + 1] for i in range(n)), [])).levels) == n + 1
    assert len(solve_order(chain([], *([i] for i in range(n)))).levels) == n + 1
    ring = chain(*([(i + 1) % n, n][: 2 if i == 7 else 1] for i in range(n)), [])
    (end, cycle) = solve_order(ring).components()
    assert (end, cycle) == ([n], list(range(n)))


def test_states_numbered_level_after_level_of_which_some_lead_far():
    # The second state of a level leads to the end alone, the others to the next level.
    width, deep = 30, 50
    n = width * deep
    onward = [min((i // width + 1) * width, n) for i in range(n)]
    found = solve_order(chain(*([n] if i % width == 1 else [onward[i]] for i in range(n)), []))
    assert found.consecutive
    expected = [list(range(begin, begin + width)) for begin in range(0, n, width)]
    assert [level.tolist() for level in found.levels] == [[n], *expected[::-1]]


def test_a_state_of_a_level_that_leads_to_the_middle_of_what_would_be_the_level():
    width, deep = 60, 20
    n = width * deep
    rows = [[min((i // width + 1) * width, n)] for i in range(n)]
    for i in range(width // 2 - 1, n, width):
        rows[i].append(i + 1)  # so cut where they are numbered, each level is two
    found = chain(*rows, []).solve_order
    assert len(found.levels) == max(longest_ways([*rows, []])) + 1 == deep + 2
    assert [len(level) for level in found.levels] == [1, width - 1, *[width] * (deep - 1), 1]


def longest_ways(rows):
    """By state the most steps that play can make from there."""
    found = [0] * len(rows)
    for i in reversed(range(len(rows))):
        found[i] = max((found[j] + 1 for j in rows[i]), default=0)
    return found


def test_a_numbering_of_which_one_way_meets_every_level_is_kept():
    # From each level to the next, and from every second state past it: peeling would put those lower.
    width, deep = 40, 30
    n = width * deep
    rows = [[min((i // width + 1 + i % 2) * width, n)] for i in range(n)]
    found = chain(*rows, []).solve_order
    assert found.consecutive
    assert len(found.levels) == max(longest_ways([*rows, []])) + 1


@pytest.mark.parametrize("deepest", [1_000, pytest.param(transitions.DEEPEST, marks=pytest.mark.slow)])
def test_a_numbering_deeper_than_can_be_solved(deepest, monkeypatch):
    monkeypatch.setattr(transitions, "DEEPEST", deepest)
    n = deepest + 1
    onward = Transitions(
        np.minimum(np.arange(n + 2), n),
        np.arange(1, n + 1),
        np.ones(n, dtype=int),
        (np.arange(n + 1) < n).astype(int),
    )
    with pytest.raises(TooMuchWork, match=f"more than {deepest:,} states one after another"):
        assert onward.solve_order


def test_a_way_that_ends_before_the_last_level_is_no_way_through_all():
    # The first successors lead 0 → 1 → an end, past 2 and 3.
    cut_short = chain([1, 2], [4], [3], [5], [], [])
    found = [i for level in cut_short.solve_order.levels for i in level.tolist()]
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    assert absorption_probabilities(cut_short) == {4: Fraction(1, 2), 5: Fraction(1, 2)}


def graph_of(rows):
    graph = nx.DiGraph([(i, j) for i, row in enumerate(rows) for j in row if j != i])
    graph.add_nodes_from(range(len(rows)))
    return graph


def defined_levels(rows):
    """By longest way to an end: the states from which no way leads to a cycle."""
    graph = graph_of(rows)
    cyclic = {i for members in nx.strongly_connected_components(graph) if len(members) > 1 for i in members}
    avoiding = graph.subgraph(set(graph) - cyclic - {i for one in cyclic for i in nx.ancestors(graph, one)})
    longest = {}
    for i in reversed([*nx.topological_sort(avoiding)]):
        longest[i] = 1 + max((longest[j] for j in rows[i] if j != i), default=-1)
    by_level = sorted(longest, key=lambda i: (longest[i], i))
    return [list(members) for _, members in groupby(by_level, longest.__getitem__)]


@pytest.mark.parametrize(("n", "seed"), [*((60, seed) for seed in range(12)), (16_000, 0), (16_000, 1)])
def test_a_level_is_of_the_states_whose_longest_way_to_an_end_is_as_long(n, seed):
    """Of few states that are in narrow levels, and of many in wide ones; some list successors twice."""
    draw = Random(seed)
    rows = [sorted(draw.sample(range(i + 1, n + 2), 1 + i % 2)) for i in range(n)]
    for i in draw.sample(range(n), seed % 4):
        rows[i].append(draw.randrange(n))  # perhaps back
    for row in rows[::5]:
        row += row
    rows += [[], []]
    assert_solved_in_order(solve_order(chain(*rows)), rows)


def assert_solved_in_order(found, rows):
    """Levels are as defined, and no state leads to one that comes later, but in its cycle."""
    assert [level.tolist() for level in found.levels] == defined_levels(rows)
    met = {i for level in found.levels for i in level.tolist()}
    for cycle in map(set, (cycle.tolist() for cycle in found.cycles)):
        assert all(set(rows[i]) <= met | cycle for i in cycle)
        assert not cycle & met
        met |= cycle
    assert len(met) == len(rows)


def scattered(n, ways, seed):
    """A random graph with some ends; ways lead anywhere, or not far."""
    draw = Random(seed)
    near = [[draw.choice((draw.randrange(n), min(n - 1, i + draw.randint(0, 30))))] for i in range(n)]
    rows = [row * (draw.random() > 3 / n) for row in near]
    for i, row in enumerate(rows):
        if row:
            row += [draw.randrange(max(i - 5, 0), n) for _ in range(int(draw.expovariate(1 / ways)))]
    return rows


@pytest.mark.parametrize("small", [0, 10**9], ids=["scipy", "networkx"])
@settings(max_examples=examples(12))
@given(st.integers(200, 600), st.sampled_from([0.3, 1, 2]), st.integers(0, 2**32))
def test_components_and_states_that_reach_no_end_are_those_of_networkx(small, n, ways, seed):
    rows = scattered(n, ways, seed)
    over = [i for i, row in enumerate(rows) if not row]
    reaching = set(over).union(*(nx.ancestors(graph_of(rows), end) for end in over))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transitions, "FEW_LINKS", small)
        patch.setattr(transitions, "modules", {})  # as if scipy's graphs were not imported yet
        if len(reaching) < n:
            with pytest.raises(NotAbsorbing) as caught:
                assert chain(*rows).solve_order
            assert int(caught.value.state[1:]) not in reaching
            rows = [row if i in reaching else [] for i, row in enumerate(rows)]
        found = chain(*rows).solve_order
    strong = {frozenset(members) for members in nx.strongly_connected_components(graph_of(rows))}
    assert {frozenset(members) for members in found.components()} == strong
    assert_solved_in_order(found, rows)
