"""Several hundred states: every road that can answer gives the same, and the answer solves its equations.

Every state can reach an end, so I - Q is regular, and what solves the equations is the answer.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from markov.chain import absorption
from markov.chain.absorption import absorption_probabilities, absorption_with_spins, expected_visits, values
from markov.chain.chain import Chain
from markov.chain.reachability import expected_rewards, reach_probabilities
from markov.chain.solvers import levels
from markov.chain.solvers.elimination import absorption_by_elimination, moments
from markov.chain.solvers.region import Region
from markov.chain.transitions import SolveOrder, Spins
from tests import draws
from tests.laws.chains import SHAPES, WEIGHTS, grown

few = settings(
    max_examples=draws.examples(2), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
ONE, TINY, LONG = Fraction(1), Fraction(1, 10**40), 10**30 + 57
WIDE, NARROW = "wide levels", "levels of one state"

SIZES = (200, 250) if draws.SHARE == 1 else (100, 120)  # the larger among the slow tests
sizes, seeds, mixed = st.integers(*SIZES), st.integers(0, 2**32), st.booleans()
every_shape = pytest.mark.parametrize("shape", SHAPES)
every_weight = pytest.mark.parametrize("kind", WEIGHTS)
acyclic = pytest.mark.parametrize("shape", [WIDE, NARROW])
fitting = pytest.mark.parametrize("kind", ["small", "fitting"])


def every_chain(test):
    """Chains of every shape, with weights of every kind."""
    return every_shape(every_weight(few(given(sizes, seeds, mixed)(test))))


def every_ladder(test):
    """Chains without cycles, with weights that fit a machine word."""
    return acyclic(fitting(few(given(sizes, seeds, mixed)(test))))


@dataclass(frozen=True, eq=False)
class Case:
    """A chain; what its ends pay, and what a spin from each state brings."""

    chain: Chain
    order: SolveOrder
    payoff: dict[int, Fraction]
    gained: list[Fraction]

    @property
    def playing(self) -> list[int]:
        return np.flatnonzero(self.chain.transitions.totals).tolist()


def cased(shape: str, kind: str, n: int, seed: int, mixed: bool = True) -> Case:
    few_enough = n // 2 if kind == "huge" else n  # twice the states, twice the digits of every answer
    chain, draw = grown(shape, few_enough, seed, kind, mixed), Random(seed)
    payoff = {
        end: Fraction(draw.randint(-50, 50), draw.choice((1, 7, LONG)))
        for end in chain.transitions.absorbing.tolist()
    }
    gained = [Fraction(draw.randint(-9, 9), draw.choice((1, 4))) for _ in chain.states]
    return Case(chain, chain.transitions.solve_order, payoff, gained)


# The equations hold.


@every_chain
def test_values_solve_their_equations(shape, kind, n, seed, mixed):
    """total · (value - reward) = sum of weight · value; all of it over one denominator."""
    case = cased(shape, kind, n, seed, mixed)
    worth = values(case.chain.transitions, case.payoff, case.gained)
    unit = lcm(*{x.denominator for x in (*worth, *case.gained)})
    whole, brought = [int(x * unit) for x in worth], [int(x * unit) for x in case.gained]
    for i in case.playing:
        row = case.chain.transitions.row(i)
        assert sum(w for _, w in row) * (whole[i] - brought[i]) == sum(w * whole[j] for j, w in row)
    assert all(worth[i] == paid for i, paid in case.payoff.items())


# Every road gives the same.


@every_chain
def test_forward_agrees_with_backward_and_with_taking_states_out(shape, kind, n, seed, mixed):
    case = cased(shape, kind, n, seed, mixed)
    chain = case.chain
    made, left = expected_visits(chain.transitions), values(chain.transitions, {}, reward=ONE)
    mean = sum((made[i] for i in case.playing), Fraction(0))
    square = sum((made[i] * (2 * left[i] - 1) for i in case.playing), Fraction(0))
    chances = {i: made[i] for i in case.payoff}
    assert sum(chances.values()) == 1
    assert absorption_probabilities(chain.transitions) == chances
    found = absorption_with_spins(chain.transitions)
    assert (found.chances, found.spins) == (chances, Spins(mean, square - mean**2))
    assert mean == left[0]
    brought = sum((made[i] * case.gained[i] for i in case.playing), Fraction(0))
    paid = sum((chances[i] * x for i, x in case.payoff.items()), Fraction(0))
    assert values(chain.transitions, case.payoff, case.gained)[0] == brought + paid
    if chain.transitions.totals[0]:
        in_quarters = [int(4 * x) for x in case.gained]
        most = 3 if mixed else 64  # the fewer, the larger is the core that is left
        links = chain.transitions
        ends = absorption_by_elimination(links, largest=len(links), reward=in_quarters, most=most)
        assert ends.pop(len(chain.states)) / 4 == brought
        assert ends == chances


@every_chain
def test_moments_by_series_agree_with_those_by_components(shape, kind, n, seed, mixed):
    """Of a fifth of the states, as series grow; no state is left, however many transitions that makes."""
    chain = cased(shape, kind, n // 5, seed, mixed).chain.transitions
    assume(chain.totals[0])
    out, found = moments(chain, most=len(chain) ** 2), absorption_with_spins(chain)
    assert (out.chances, out.spins) == (found.chances, found.spins)


@every_ladder
def test_levels_agree_with_components(shape, kind, n, seed, mixed):
    case = cased(shape, kind, n if shape == WIDE else n // 3, seed, mixed)
    chain = case.chain
    assume(levels.fits(chain.transitions))
    made, left = expected_visits(chain.transitions), values(chain.transitions, {}, reward=ONE)
    chances = {i: made[i] for i in case.payoff}
    square = sum((made[i] * (2 * left[i] - 1) for i in case.playing), Fraction(0))
    found = levels.chances_and_moments(chain.transitions)
    assert (found.chances, found.spins) == (chances, Spins(left[0], square - left[0] ** 2))
    region, everywhere = Region(chain.transitions), np.arange(len(chain.states))
    for few_ends in (0, 100):  # forward to all ends, and back from each
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(levels, "_FEW_ENDS", few_ends)
            assert levels.chances(chain.transitions) == chances
    expected = values(chain.transitions, case.payoff, case.gained)
    assert levels.continuation_values(region, case.payoff, everywhere, case.gained) == expected
    assert levels.continuation_values(region, {}, everywhere[::7], [ONE] * len(left)) == left[::7]


@every_chain
def test_reaching_states_is_ending_there(shape, kind, n, seed, mixed):
    case, draw = cased(shape, kind, n, seed, mixed), Random(seed)
    targets = draw.sample(range(len(case.chain.states)), 3)
    cut = case.chain.transitions.stopped(targets)
    chances = values(cut, dict.fromkeys(targets, ONE))
    brought = values(cut, {}, case.gained)
    for count in (2, 12):  # from few starts states are taken out, from many all are solved at once
        starts = draw.sample(range(len(chances)), count)
        assert reach_probabilities(case.chain.transitions, np.array(targets), starts) == [
            chances[i] for i in starts
        ]
        assert expected_rewards(case.chain.transitions, cut.absorbing, case.gained, starts) == [
            brought[i] for i in starts
        ]


# Best play.


def offered(case: Case, count: int, seed: int) -> dict[int, Fraction]:
    """Offers in some states: what playing on is worth there, a little more or less, or anything."""
    draw, never = Random(seed), values(case.chain.transitions, case.payoff)
    further = (0, 0, TINY, -TINY, draw.randint(-3, 3), draw.randint(-60, 60) - 10**30)
    chosen = draw.sample(case.playing, min(count, len(case.playing)))
    return {i: never[i] + draw.choice(further) for i in chosen}


def on(chain, worth, i) -> Fraction:
    """The value of leaving a state."""
    away = [(j, w) for j, w in chain.transitions.row(i) if j != i]
    return sum(w * worth[j] for j, w in away) / Fraction(sum(w for _, w in away))


def by(road, case, offers, asked=absorption.optimal_policy):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(absorption, "suits_levels", lambda *_: road == "levels")
        return asked(case.chain.transitions, case.payoff, offers)


@every_shape
@pytest.mark.parametrize("count", [1, 8])
@few
@given(sizes, seeds, mixed)
def test_best_play_is_the_better_of_stopping_and_playing_on_in_every_state(shape, count, n, seed, mixed):
    """An equation that has one solution, as play ends: no other play is worth more from anywhere."""
    case = cased(shape, "small", n // 2, seed, mixed)
    offers = offered(case, count, seed)
    policy = absorption.optimal_policy(case.chain.transitions, case.payoff, offers)
    cut, taken = case.chain.transitions.stopped(policy.stops), {i: offers[i] for i in policy.stops}
    worth = values(cut, {**case.payoff, **taken})
    never = values(case.chain.transitions, case.payoff)
    for i in case.playing:
        playing_on = on(case.chain, worth, i)
        assert worth[i] == max(playing_on, offers.get(i, playing_on))
        assert (i in policy.stops) == (i in offers and offers[i] > playing_on)
    for i in offers:
        assert policy.never[i] == never[i]
        if i not in policy.stops:
            assert policy.continuing[i] == worth[i]
    for i in sorted(policy.stops)[:2]:  # declined for good there, and best elsewhere
        others = {j: x for j, x in offers.items() if j != i}
        without = absorption.optimal_policy(case.chain.transitions, case.payoff, others)
        cut = case.chain.transitions.stopped(without.stops)
        paid = {**case.payoff, **{j: others[j] for j in without.stops}}
        assert policy.continuing[i] == values(cut, paid)[i]


@every_ladder
def test_best_play_by_levels_is_that_by_components(shape, kind, n, seed, mixed):
    case = cased(shape, kind, n if shape == WIDE else n // 3, seed, mixed)
    assume(levels.fits(case.chain.transitions))
    offers = offered(case, 60, seed)
    policy = by("components", case, offers)
    assert by("levels", case, offers) == policy
    assert by("levels", case, offers, absorption.optimal_stops) == policy.stops
