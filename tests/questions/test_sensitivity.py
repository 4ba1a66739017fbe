"""Changes of the edge: derivatives and whole units, each by a second road."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain as chained
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.chain import Chain
from markov.distribution import Distribution, Tally
from markov.questions.sensitivity import sensitivity as sensitivity_module
from markov.questions.sensitivity.sensitivity import (
    next_states,
    pockets_changed,
    sensitivity,
    weight_derivatives,
)
from markov.rules.tally import TallyRace
from markov.wager.envelope import Envelope
from markov.wager.odds import answer
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.stopping import priced
from markov.wager.wager import Wager
from tests.draws import examples
from tests.oracles.elimination import solution
from tests.wager.written import wagers

ZERO = Fraction(0)


def weighted(wager, outcome, weight):
    """The wager with that weight of an outcome."""
    return replace(wager, wheel=Distribution({**wager.wheel, outcome: weight}))


def effects(found):
    """By name of the ending or the outcome."""
    return {effect.name: effect for effect in (*found.pays, *found.pockets)}


def test_where_an_outcome_leads_is_told_by_one_way_out_of_each_state_that_is_heavier_by_one():
    def chain(*weights):
        return Chain.of(
            range(4), [[(1, weights[0]), (2, weights[1])], [(0, weights[2]), (3, weights[3])], [], []]
        )

    once = chain(1, 2, 3, 4)
    assert next_states(once, chain(1, 3, 4, 4)).tolist() == [2, 0, 2, 3]
    assert next_states(once, chain(2, 2, 3, 5)).tolist() == [1, 3, 2, 3]
    for other in (once, chain(1, 3, 3, 4), chain(1, 4, 4, 4), chain(2, 3, 4, 4), chain(1, 3, 2, 4)):
        assert next_states(once, other) is None
    assert next_states(once, replace(chain(1, 3, 4, 4), states=tuple("abcd"))) is None
    first = next_states(once, chain(2, 2, 4, 4))
    assert pockets_changed(once, first, 1).transitions.weights.tolist() == [2, 2, 4, 4]
    assert pockets_changed(once, first, -1) is None  # a transition of weight 1 would be there no more


def test_a_pocket_less_is_the_wheel_without_it(game, solved):
    straights = game("straights-and-8s")
    found = effects(sensitivity(straights.wager("straights-and-8s"), "never"))
    edges = {
        zeros: solved(straights.wager("straights-and-8s", {"zeros": zeros})).never.edge.per_stake
        for zeros in "123"
    }
    for zero in ("0", "00"):
        assert found[zero].less == edges["1"] - edges["2"]
        assert found[zero].more == edges["3"] - edges["2"]
    assert found[8].less is None  # no other pocket does what 8 does
    assert found[8].slope == found[18].slope == found[28].slope


def test_merged_states_leave_derivatives_out(game, solved):
    wager = game("repeater-bets-plus").wager("horn")
    whole, merged = sensitivity(wager, "never"), sensitivity(wager, "never", limit=34)
    assert (whole.why, merged.states < whole.states) == ("", True)
    assert "states that are one" in merged.why
    mine, other = effects(merged), effects(whole)
    assert mine[2].slope is None
    assert mine[7].slope == other[7].slope
    for outcome, effect in mine.items():
        assert (effect.more, effect.less) == (other[outcome].more, other[outcome].less)


# Large races, by their clocks: the states say the same.

APART = (Tally(frozenset("a"), 2), Tally(frozenset("bc"), 3), Tally(frozenset("d"), 2))
SHARED = (Tally(frozenset("ab"), 2), Tally(frozenset("bc"), 3))
RACED = Distribution({"a": 2, "b": 1, "c": 3, "d": 1, "x": 1, "y": 5, "z": 4})


@pytest.mark.parametrize("goal", ["first", "all", "each"])
@pytest.mark.parametrize("stop", ["x", "xy"])
@pytest.mark.parametrize("tallies", [APART, SHARED], ids=["apart", "shared"])
def test_a_race_moves_as_its_states_say(goal, stop, tallies, monkeypatch):
    made = [f"made-{k + 1}" for k in range(len(tallies))] if goal == "each" else ["made"]
    pays = Paytable({"lost": Fraction(1, 9), **{end: Fraction(7 + k * k, 3) for k, end in enumerate(made)}})
    wager = Wager("raced", TallyRace(tallies, frozenset(stop), goal), RACED, pays, "here")
    told = sensitivity(wager, "optimal")
    monkeypatch.setattr(sensitivity_module, "FEW_STATES", 0)
    laid_out = []
    monkeypatch.setattr(Wager, "chain", lambda *given, chain=Wager.chain: laid_out.append(1) or chain(*given))
    assert sensitivity(wager, "optimal") == told
    assert len(laid_out) == 1
    monkeypatch.setattr("markov.race.race.MAX_BITS", 0)  # its formulas are too long
    assert sensitivity(wager, "optimal") == told


def test_a_rule_is_asked_once_for_all_pockets(game, monkeypatch):
    """Quebec's wagers are rules of their own; the other road lays out a chain for each outcome."""
    wager = game("quebec-place-bets").wager("right-6")
    asked = []
    real = type(wager.rule).step
    monkeypatch.setattr(type(wager.rule), "step", lambda *given: asked.append(1) or real(*given))
    told = sensitivity(wager, "never")
    assert len(asked) <= 4 * len(wager.chain().states) * len(wager.wheel)
    monkeypatch.setattr(sensitivity_module, "MOST_STEPS", 0)
    assert sensitivity(wager, "never") == told


few = st.integers(0, 2)  # pays of which many tie


@dataclass(frozen=True)
class Dual:
    """a + b ε with ε² = 0: numbers that carry their derivative."""

    a: Fraction
    b: Fraction = ZERO

    def __add__(self, other):
        return Dual(self.a + other.a, self.b + other.b)

    def __bool__(self):
        return bool(self.a or self.b)

    def __sub__(self, other):
        return Dual(self.a - other.a, self.b - other.b)

    def __mul__(self, other):
        return Dual(self.a * other.a, self.a * other.b + self.b * other.a)

    def __truediv__(self, other):
        return Dual(self.a / other.a, (self.b * other.a - self.a * other.b) / other.a**2)


def policies(wager):
    offers = [i for i, name in enumerate(wager.rule.offers) if name in wager.pays]
    return list(chained.from_iterable(combinations(offers, k) for k in range(len(offers) + 1)))


def returned(wager, stops, moved):
    """The return as a dual number: `moved` is the pay or the outcome that ε moves."""
    rule, wheel = wager.rule, wager.wheel
    n = len(rule.moves)
    weights = {o: Dual(Fraction(w), Fraction(o == moved)) for o, w in wheel.items()}
    pays = {end: Dual(pay, Fraction(end == moved)) for end, pay in wager.pays.items()}
    matrix, right = [[Dual(ZERO)] * n for _ in range(n)], [Dual(ZERO)] * n
    for i in range(n):
        if i in stops:
            matrix[i][i], right[i] = Dual(Fraction(1)), pays[rule.offers[i]]
            continue
        for outcome, weight in weights.items():
            to = rule.step(i, outcome)
            matrix[i][i] += weight
            if isinstance(to, End):
                right[i] += weight * pays.get(to.name, Dual(ZERO))
            else:
                matrix[i][to] -= weight
    return solution(matrix, right)[0]


@settings(max_examples=examples(150))
@given(wagers(few))
def test_slopes_are_those_of_the_best_policies(wager):
    """The highest and the lowest derivative among all policies that return most."""
    play = Envelope(wager, priced(wager, wager.chain())).optimum()
    slopes = play.slopes()
    outcomes = list(wager.wheel)
    leads = [next_states(wager.chain(), weighted(wager, o, wager.wheel[o] + 1).chain()) for o in outcomes]
    slopes |= dict(zip(outcomes, weight_derivatives(play, leads), strict=True))
    for moved, slope in slopes.items():
        duals = [returned(wager, stops, moved) for stops in policies(wager)]
        most = max(dual.a for dual in duals)
        assert play.outcome.returned.at(wager.pays) == most
        best = [dual.b for dual in duals if dual.a == most]
        assert (slope.left, slope.right) == (min(best), max(best))


@settings(max_examples=examples(40))
@given(wagers(few), st.sampled_from(["optimal", "never"]))
def test_whole_units_are_solved_anew(wager, way):
    found = sensitivity(wager, way)

    def edge(one):
        answered = answer(one)
        return (answered.optimal if way == "optimal" else answered.never).edge.per_stake

    assert found.edge == edge(wager)
    for effect in found.pays:
        pay = wager.pays[effect.name]
        assert effect.more == edge(edited(wager, {effect.name: pay + 1})) - found.edge
        if pay >= 1:
            assert effect.less == edge(edited(wager, {effect.name: pay - 1})) - found.edge
        else:
            assert effect.less is None
        # The return is convex in a pay, so a unit moves it at least as much as the slope says, downward too.
        assert -effect.more >= -effect.slope.right >= 0
        assert effect.less is None or effect.less <= -effect.slope.left
    for effect in found.pockets:
        weight = wager.wheel[effect.name]
        assert effect.more == edge(weighted(wager, effect.name, weight + 1)) - found.edge
        if weight > 1:
            assert effect.less == edge(weighted(wager, effect.name, weight - 1)) - found.edge
