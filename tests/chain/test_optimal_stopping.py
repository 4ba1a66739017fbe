"""Offers that are taken, declined or waited for, on small chains worked out by hand."""

from fractions import Fraction

import pytest

from markov.chain.absorption import Policy, optimal_policy, optimal_stops, suits_levels
from markov.chain.chain import Chain
from tests.laws.chains import grown

ONE = Fraction(1)


def test_no_offers():
    chain = Chain.of(("one", "lost", "won"), [[(1, 1), (2, 1)], [], []])
    assert optimal_policy(chain, {2: ONE}, {}) == Policy(frozenset(), {}, {})


def test_a_better_offer_ahead_is_waited_for():
    # A fair walk from 1 of 4 steps; 5/2 at step 2 is worth more than the 2 that playing to the end brings.
    rows = [[(1, 1), (3, 1)], [(0, 1), (2, 1)], [(1, 1), (4, 1)], [], []]
    chain = Chain.of((1, 2, 3, 0, 4), rows)
    found = optimal_policy(
        chain.transitions, {4: Fraction(4)}, {0: Fraction(6, 5), 1: Fraction(5, 2), 2: Fraction(3)}
    )
    assert found.stops == {1}
    assert found.continuing == {0: Fraction(5, 4), 1: Fraction(32, 15), 2: Fraction(13, 4)}
    assert found.never == {0: Fraction(1), 1: Fraction(2), 2: Fraction(3)}


@pytest.mark.parametrize("size", [Fraction(10**400), Fraction(1, 10**400)], ids=["huge", "tiny"])
def test_pays_that_no_float_holds(size):
    # Best play does not depend on the currency; by levels a guess in floats comes first.
    chain = grown("wide levels", 600, seed=0)
    assert suits_levels(chain.transitions)
    payoff = {i: Fraction(i % 5) for i in chain.transitions.absorbing.tolist()}
    playing = [i for i in range(len(chain.states)) if i not in payoff]
    offers = {i: Fraction(i % 7, 3) for i in playing[::4]}
    plain = optimal_policy(chain.transitions, payoff, offers)
    assert 0 < len(plain.stops) < len(offers)
    paid, offered = ({i: x * size for i, x in table.items()} for table in (payoff, offers))
    scaled = optimal_policy(chain.transitions, paid, offered)
    assert scaled.stops == plain.stops
    assert scaled.continuing == {i: x * size for i, x in plain.continuing.items()}
    assert optimal_stops(chain.transitions, paid, offered) == plain.stops


def test_nothing_is_paid_and_less_is_offered():
    chain = grown("wide levels", 600, seed=0)
    playing = [i for i in range(len(chain.states)) if chain.transitions.totals[i]]
    nothing = dict.fromkeys(chain.transitions.absorbing.tolist(), Fraction(0))
    assert (
        optimal_policy(chain.transitions, nothing, dict.fromkeys(playing, Fraction(0))).stops == frozenset()
    )
    assert (
        optimal_policy(chain.transitions, nothing, dict.fromkeys(playing, Fraction(-1))).stops == frozenset()
    )
    # With a loss of 1 to be had anywhere, play stops only where an end that costs 2 may be next.
    costly = dict.fromkeys(nothing, Fraction(-2))
    before = {i for i in playing if costly.keys() & {j for j, _ in chain.transitions.row(i)}}
    assert optimal_policy(chain.transitions, costly, dict.fromkeys(playing, -ONE)).stops == before
    assert optimal_stops(chain.transitions, costly, dict.fromkeys(playing, -ONE)) == before
    assert optimal_stops(chain.transitions, nothing, dict.fromkeys(playing, Fraction(0))) == frozenset()
