"""Laws of chains that are drawn at random: their weights, best play, and their parts."""

from itertools import chain as chained
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.chain.absorption import absorption_probabilities, absorption_with_spins, optimal_policy, values
from markov.chain.chain import Chain, explore
from markov.chain.transitions import Spins
from tests.laws.chains import absorbing, added, every_time_alike, with_offers


def spins(chain: Chain) -> Spins:
    return absorption_with_spins(chain.transitions).spins


def graph(chain: Chain) -> nx.DiGraph:
    found = nx.DiGraph(
        list(zip(chain.transitions.origins().tolist(), chain.transitions.successors.tolist(), strict=True))
    )
    found.add_nodes_from(range(len(chain.states)))
    return found


# Weights.


@every_time_alike
@given(absorbing(most=15), st.integers(1, 10**25))
def test_weights_are_shares_of_their_total(chain, factor):
    rows = [[(j, w * factor) for j, w in chain.transitions.row(i)] for i in range(len(chain.states))]
    scaled = Chain.of(chain.states, rows)
    assert absorption_probabilities(scaled.transitions) == absorption_probabilities(chain.transitions)
    assert spins(scaled) == spins(chain)


# Best play against every play there is.


@every_time_alike
@pytest.mark.parametrize("acyclic", [False, True])
@given(st.data())
def test_best_play_is_the_best_of_all_plays(acyclic, data):
    chain, payoff, offers = data.draw(with_offers(acyclic=acyclic))
    plays = {}  # by set of states in which the offer is taken, what play is worth in each state
    for stops in chained.from_iterable(combinations(offers, k) for k in range(len(offers) + 1)):
        paid = {**payoff, **{i: offers[i] for i in stops}}
        plays[frozenset(stops)] = values(chain.transitions.stopped(stops), paid)
    policy = optimal_policy(chain.transitions, payoff, offers)
    assert plays[policy.stops] == [max(at) for at in zip(*plays.values(), strict=True)]
    assert policy.never == {i: plays[frozenset()][i] for i in offers}
    declined = {i: max(worth[i] for stops, worth in plays.items() if i not in stops) for i in offers}
    assert policy.stops == {i for i in offers if offers[i] > declined[i]}
    assert policy.continuing == declined


# Chains and their components.


@every_time_alike
@given(absorbing(), st.data())
def test_a_stopped_chain_is_the_chain_with_rows_taken_out(chain, data):
    n = len(chain.states)
    at = data.draw(st.sets(st.integers(0, n - 1)))
    whole = chain.transitions
    cut = whole.stopped(at)
    assert [cut.row(i) for i in range(n)] == [[] if i in at else whole.row(i) for i in range(n)]
    assert cut.totals.tolist() == [0 if i in at else t for i, t in enumerate(whole.totals.tolist())]
    assert set(cut.absorbing.tolist()) == at | set(whole.absorbing.tolist())
    assert cut.weights.dtype == whole.weights.dtype
    assert [cut.named(i) for i in range(n)] == chain.states


@every_time_alike
@given(absorbing())
def test_exploring_a_chain_finds_the_part_that_can_be_reached(chain):
    found = explore(0, lambda i: added(chain.transitions.row(i)))
    assert set(found.states) == nx.descendants(graph(chain), 0) | {0}
    assert spins(found) == spins(chain)
    chances = {found.states[i]: p for i, p in absorption_probabilities(found.transitions).items()}
    assert chances == {i: p for i, p in absorption_probabilities(chain.transitions).items() if i in chances}
