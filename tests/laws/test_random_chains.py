"""Laws of chains that are drawn at random: forward, backward, and by the fundamental matrix."""

from fractions import Fraction
from itertools import chain as chained
from itertools import combinations

import networkx as nx
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.chain import absorption
from markov.chain.absorption import (
    absorption_probabilities,
    absorption_with_spins,
    continuation_value,
    expected_visits,
    values,
)
from markov.chain.chain import Chain, explore
from markov.chain.transitions import Spins
from tests.draws import examples
from tests.laws.chains import absorbing, added, every_time_alike, priced, with_offers
from tests.oracles import steps

ONE = Fraction(1)


def playing(chain: Chain) -> list[int]:
    return [i for i, total in enumerate(chain.transitions.totals.tolist()) if total]


def spins(chain: Chain) -> Spins:
    return absorption_with_spins(chain.transitions).spins


def graph(chain: Chain) -> nx.DiGraph:
    found = nx.DiGraph(
        list(zip(chain.transitions.origins().tolist(), chain.transitions.successors.tolist(), strict=True))
    )
    found.add_nodes_from(range(len(chain.states)))
    return found


# Forward against backward.


@every_time_alike
@given(absorbing(most=15), st.integers(1, 10**25))
def test_weights_are_shares_of_their_total(chain, factor):
    rows = [[(j, w * factor) for j, w in chain.transitions.row(i)] for i in range(len(chain.states))]
    scaled = Chain.of(chain.states, rows)
    assert absorption_probabilities(scaled.transitions) == absorption_probabilities(chain.transitions)
    assert spins(scaled) == spins(chain)


# Everything against the fundamental matrix.


@settings(every_time_alike, max_examples=examples(60))
@given(priced(most=7))
def test_kemeny_and_snell(case):
    chain, payoff = case
    inside, ends = (playing(chain), chain.transitions.absorbing.tolist())
    assume(inside)
    step = sympy.zeros(len(chain.states))
    for i, row in enumerate(steps.chances(chain)):
        for j, chance in row.items():
            step[i, j] = sympy.Rational(chance)
    n = len(inside)
    fundamental = (sympy.eye(n) - step.extract(inside, inside)).inv()
    reached = fundamental * step.extract(inside, ends)
    time = fundamental * sympy.ones(n, 1)
    variance = (2 * fundamental - sympy.eye(n)) * time - time.multiply_elementwise(time)
    worth = reached * sympy.Matrix([sympy.Rational(payoff[i]) for i in ends])

    assert [sympy.Rational(values(chain.transitions, payoff)[i]) for i in inside] == list(worth)
    assert [sympy.Rational(values(chain.transitions, {}, reward=ONE)[i]) for i in inside] == list(time)
    made, found = expected_visits(chain.transitions), spins(chain)
    if inside[0] == 0:
        assert [sympy.Rational(made[i]) for i in inside] == list(fundamental.row(0))
        assert [sympy.Rational(made[i]) for i in ends] == list(reached.row(0))
        assert (sympy.Rational(found.mean), sympy.Rational(found.variance)) == (time[0], variance[0])
    else:
        assert (found.mean, found.variance) == (0, 0)


# Best play against every play there is.


def every_play(chain, payoff, offers) -> dict[frozenset[int], list[Fraction]]:
    """By set of states in which the offer is taken, what play is worth in each state."""
    found = {}
    sets = chained.from_iterable(combinations(offers, k) for k in range(len(offers) + 1))
    for stops in map(frozenset, sets):
        cut = chain.transitions.stopped(stops)
        found[stops] = values(cut, {**payoff, **{i: offers[i] for i in stops}})
    return found


def check_best_play(chain, payoff, offers):
    plays = every_play(chain, payoff, offers)
    policy = absorption.optimal_policy(chain.transitions, payoff, offers)
    assert plays[policy.stops] == [max(at) for at in zip(*plays.values(), strict=True)]
    assert policy.never == {i: plays[frozenset()][i] for i in offers}
    declined = {i: max(worth[i] for stops, worth in plays.items() if i not in stops) for i in offers}
    assert policy.stops == {i for i in offers if offers[i] > declined[i]}
    assert policy.continuing == declined


@every_time_alike
@pytest.mark.parametrize("acyclic", [False, True])
@given(st.data())
def test_best_play_is_the_best_of_all_plays(acyclic, data):
    check_best_play(*data.draw(with_offers(acyclic=acyclic)))


@every_time_alike
@given(with_offers(), st.data())
def test_on_an_exact_tie_best_play_plays_on(case, data):
    chain, payoff, offers = case
    assume(offers)
    i = data.draw(st.sampled_from(sorted(offers)))
    # An offer of just what declining it for good is worth, when play is best elsewhere.
    others = {j: x for j, x in offers.items() if j != i}
    tied = max(worth[i] for worth in every_play(chain, payoff, others).values())
    policy = absorption.optimal_policy(chain.transitions, payoff, {**others, i: tied})
    assert i not in policy.stops
    assert policy.continuing[i] == tied
    check_best_play(chain, payoff, {**others, i: tied})
    above = absorption.optimal_policy(chain.transitions, payoff, {**others, i: tied + Fraction(1, 10**30)})
    assert i in above.stops


@every_time_alike
@given(priced(most=15), st.data())
def test_leaving_a_state_is_worth_what_the_state_is(case, data):
    chain, payoff = case
    assume(playing(chain))
    i = data.draw(st.sampled_from(playing(chain)))
    worth = values(chain.transitions, payoff)
    assert continuation_value(chain.transitions.row, worth, i) == worth[i]


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
