"""Offers that are taken, declined or waited for, on small chains worked out by hand."""

from fractions import Fraction

import pytest

from markov.chain.absorption import optimal_policy, optimal_stops, suits_levels
from tests.laws.chains import grown

ONE = Fraction(1)


@pytest.mark.parametrize("size", [Fraction(10**400), Fraction(1, 10**400)], ids=["huge", "tiny"])
def test_pays_that_no_float_holds(size, monkeypatch):
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
    monkeypatch.setattr("markov.chain.solvers.levels.best_stops", lambda *_: frozenset([*offers][:9]))
    assert optimal_policy(chain.transitions, payoff, offers) == plain  # from another guess


def test_nothing_is_paid_and_less_is_offered():
    chain = grown("wide levels", 600, seed=0)
    playing = [i for i in range(len(chain.states)) if chain.transitions.totals[i]]
    nothing = dict.fromkeys(chain.transitions.absorbing.tolist(), Fraction(0))
    for offer in (Fraction(0), Fraction(-1)):
        assert not optimal_policy(chain.transitions, nothing, dict.fromkeys(playing, offer)).stops
    # With a loss of 1 to be had anywhere, play stops only where an end that costs 2 may be next.
    costly = dict.fromkeys(nothing, Fraction(-2))
    before = {i for i in playing if costly.keys() & {j for j, _ in chain.transitions.row(i)}}
    assert optimal_policy(chain.transitions, costly, dict.fromkeys(playing, -ONE)).stops == before
    assert optimal_stops(chain.transitions, costly, dict.fromkeys(playing, -ONE)) == before
    assert optimal_stops(chain.transitions, nothing, dict.fromkeys(playing, Fraction(0))) == frozenset()
