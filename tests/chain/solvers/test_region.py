"""Passes over an acyclic chain modulo primes, against plain fractions taken modulo the same primes."""

from fractions import Fraction
from math import lcm
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.absorption import values
from markov.chain.chain import Chain
from markov.chain.solvers import levels
from markov.chain.solvers.modular import prime_batches
from markov.chain.solvers.region import LARGEST, Region
from tests.draws import examples
from tests.laws.chains import absorbing, fitting, grown

few = settings(max_examples=examples(30))
seeds = st.integers(0, 2**32)
chains = absorbing(30, fitting, acyclic=True)
edges = st.one_of(st.integers(1, 3), st.integers(2**28 - 9, 2**28 - 1))
at_the_edge = absorbing(12, edges, acyclic=True).filter(
    lambda chain: chain.transitions.totals.max() < LARGEST
)
every_chain = pytest.mark.parametrize("chains", [chains, at_the_edge], ids=["any", "edge"])


def region(chain):
    return Region(chain.transitions)


def largest(room):
    """The largest primes that the room allows, so that what does not fit it wraps around."""
    return next(prime_batches(2**128, room))


def modulo(numbers, primes):
    """One row a number, one column a prime."""
    table = [[x.numerator * pow(x.denominator, -1, p) % p for p in primes.tolist()] for x in numbers]
    return np.array(table, dtype=np.uint64).reshape(len(table), len(primes))


def fractions(draw, count):
    return [Fraction(draw.randint(-(10**6), 10**6), draw.choice((1, 2, 3, 99))) for _ in range(count)]


def agree(found, primes, residues, expected):
    assert residues[found.place].tolist() == modulo(expected, primes).tolist()


# How states are laid out.


@few
@given(chains)
def test_divisors_are_what_leaves_a_state(chain):
    found = region(chain)
    leaving = {i: sum(w for j, w in chain.transitions.row(i) if j != i) for i in range(len(chain.states))}
    spins = Fraction(0)
    for level in found.levels:
        inside = found.order[level.at].tolist()
        assert np.broadcast_to(level.leaving, len(inside)).tolist() == [leaving[i] for i in inside]
        assert sorted(set(level.divisors.tolist())) == level.divisors.tolist()
        assert level.longest == max(Fraction(int(chain.transitions.totals[i]), leaving[i]) for i in inside)
        assert found.denominator % lcm(*level.divisors.tolist()) == 0
        spins += level.longest
    assert found.longest == spins >= max(values(chain.transitions, {}, reward=Fraction(1)))
    room = max(
        (2 * out + int(total) for out, total in zip(leaving.values(), chain.transitions.totals, strict=True))
    )
    assert found.room >= max(room, 1)


def test_states_already_in_order_are_left_where_they_are():
    chain = grown("wide levels", 300, seed=1, mixed=False)
    found = region(chain)
    assert found.order.tolist() == list(range(len(chain.states)))
    assert np.shares_memory(found.matrix.data, chain.transitions.weights)


# Back from the ends.


@every_chain
def test_residues_as_large_as_they_come(chains):
    """All that is paid and brought is -1, so that every sum is as large as it can be."""

    @few
    @given(chains)
    def agrees(chain):
        found = region(chain)
        primes, minus = largest(found.room), Fraction(-1)
        paid = modulo([minus] * len(found.absorbing), primes)
        expected = values(chain.transitions, dict.fromkeys(found.absorbing, minus), minus)
        agree(found, primes, found.continuation_values(primes, paid, primes - np.uint64(1)), expected)

    agrees()


@every_chain
def test_where_play_stops_it_is_worth_the_offer_and_there_it_goes_on(chains):
    @few
    @given(chains, seeds)
    def agrees(chain, seed):
        found, draw = region(chain), Random(seed)
        primes, n = largest(found.room), len(chain.states)
        playing = np.flatnonzero(chain.transitions.totals).tolist()
        stops = draw.sample(playing, draw.randint(0, min(len(playing), 6)))
        offers = dict(zip(stops, fractions(draw, len(stops)), strict=True))
        payoff = dict(zip(found.absorbing, fractions(draw, len(found.absorbing)), strict=True))
        gained = fractions(draw, n)
        cut = chain.transitions.stopped(stops)
        expected = values(cut, {**payoff, **offers}, gained)
        for i in stops:  # declined there for good, as nothing comes back but the loop
            others = {j: x for j, x in offers.items() if j != i}
            cut = chain.transitions.stopped(others)
            expected[i] = values(cut, {**payoff, **others}, gained)[i]
        at = sorted(stops, key=found.place.__getitem__)
        taken = (found.place[np.array(at, dtype=np.int64)], modulo([offers[i] for i in at], primes))
        paid, brought = modulo(payoff.values(), primes), modulo(gained, primes)[found.order]
        agree(found, primes, found.continuation_values(primes, paid, brought, taken), expected)
        assert levels.continuation_values(found, payoff, np.arange(n), gained, offers) == expected

    agrees()


# What play is worth, in whole numbers again.


def layered(loop):
    """A start, two states with a heavy loop, and two ends."""
    return Chain.of(range(5), [[(1, 1), (2, 3)], [(1, loop), (3, 1)], [(2, loop), (3, 5), (4, 2)], [], []])


@pytest.mark.parametrize("loop", [1, 2**20, LARGEST - 8])
@pytest.mark.parametrize(
    "size", [Fraction(1), Fraction(10**300), Fraction(1, 10**300 + 7)], ids=["1", "huge", "tiny"]
)
@pytest.mark.parametrize("sign", [-1, 1])
def test_worth_of_long_loops_and_long_numbers(loop, size, sign):
    chain = layered(loop)
    payoff, gained = {3: sign * size, 4: 5 * size}, [Fraction(0), sign * size, -sign * size, size, size]
    expected = values(chain.transitions, payoff, gained)
    at = np.array([4, 0, 2, 2, 1, 3])
    assert levels.continuation_values(region(chain), payoff, at, gained) == [expected[i] for i in at.tolist()]
    assert levels.continuation_values(region(chain), {}, at) == [0] * 6
    assert levels.continuation_values(region(chain), {}, np.array([0]), [size] * 5) == [
        size * values(chain.transitions, {}, reward=Fraction(1))[0]
    ]


@pytest.mark.parametrize("most", [Fraction(7, 3), Fraction(-7, 3), Fraction(10**99), -Fraction(10**99)])
def test_worth_as_large_as_its_bound(most):
    # All play is paid the most, of either sign; all spins bring the most; play stops for the most.
    chain = layered(LARGEST - 8)
    assert levels.continuation_values(region(chain), {3: most, 4: most}, np.arange(3)) == [most] * 3
    assert levels.continuation_values(region(chain), {}, np.array([0]), taken={1: most, 2: most}) == [most]
    line = Chain.of(range(4), [[(0, 3), (1, 1)], [(1, 8), (2, 2)], [(2, 9), (3, 1)], []])
    gained = levels.continuation_values(region(line), {}, np.array([0]), [most] * 4)
    assert gained == [most * region(line).longest]
    assert region(line).longest == 4 + 5 + 10


def test_an_offer_in_a_state_that_play_never_comes_to():
    chain = Chain.of(range(4), [[(2, 1), (3, 1)], [(0, 5), (2, 1)], [], []])
    found = levels.continuation_values(region(chain), {2: Fraction(4)}, np.arange(4), taken={1: Fraction(9)})
    assert found == [2, Fraction(14, 6), 4, 0]


@few
@given(chains)
def test_every_way_leads_on_and_the_ends_are_last(chain):
    found, n = region(chain), len(chain.states)
    assert sorted(found.order.tolist()) == list(range(n))
    assert found.place[found.order].tolist() == list(range(n))
    assert found.order[found.ends].tolist() == found.absorbing == chain.transitions.absorbing.tolist()
    assert found.order[found.start] == 0
    begin = 0
    for level in found.levels:
        assert level.at.start == begin
        begin = level.at.stop
        for i in found.order[level.at].tolist():
            assert all(found.place[j] >= begin for j, _ in chain.transitions.row(i) if j != i)
    assert begin == found.ends.start
