"""Limits of the solvers: too much is refused before it is begun, and what just fits is solved."""

from fractions import Fraction

import pytest

from markov.chain import absorption, best_policy
from markov.chain.chain import Chain
from markov.chain.decision_process import explore_choices
from markov.chain.transitions import TooMuchWork, Transitions


def ring(n, total=2):
    """States that lead to the next and the last to the first; out of that one play may end."""
    rows = [[((i + 1) % n, total)] for i in range(n)]
    rows[0] = [(1, 1), (n, total - 1)]
    return Chain.of(range(n + 1), [*rows, []])


def stairs(n, total=3):
    """States that each lead to the next, or to the end."""
    return Chain.of(range(n + 1), [[(i + 1, 1), (n, total - 1)] for i in range(n)] + [[]])


def knot(n):
    """States that each lead to all others; out of one play may end."""
    rows = [[(j, 1) for j in range(n)] for _ in range(n)]
    return Chain.of(range(n + 1), [rows[0] + [(n, n)], *rows[1:], []])


def test_a_component_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(absorption, "LARGEST_COMPONENT", 70)
    # Each spin is made in any of the states, and half of those in the first are the last: 140 on average.
    assert absorption.expected_visits(knot(70).transitions)[0] == 2
    assert absorption.values(knot(70).transitions, {}, reward=Fraction(1))[:2] == [
        1 + Fraction(140, 2),
        1 + 140,
    ]
    absorption.check_affordable(knot(70).transitions)
    refused = r"71 states can all come to each other, and the most .* 70; ask for fewer states"
    for asked in (absorption.expected_visits, absorption.check_affordable):
        with pytest.raises(TooMuchWork, match=refused):
            asked(knot(71).transitions)
    with pytest.raises(TooMuchWork, match=refused):
        absorption.values(knot(71).transitions, {}, reward=Fraction(1))


def test_values_with_a_long_denominator_are_not_lifted(monkeypatch):
    monkeypatch.setattr(absorption, "FEW_LEFT", 8)
    chain, nothing = ring(40).transitions, [Fraction(0)] * 41
    found = absorption.lifted_values(chain, {40: Fraction(1, 2**59)}, nothing)
    assert [Fraction(int(above), found.below) for above in found.above] == [Fraction(1, 2**59)] * 41
    assert absorption.lifted_values(chain, {40: Fraction(1, 2**60)}, nothing) is None
    monkeypatch.setattr("markov.chain.solvers.lifting.values_by_lifting", lambda *_: None)  # out of reach
    assert absorption.lifted_values(chain, {40: Fraction(1)}, nothing) is None


def test_values_and_visits_of_a_component_of_any_size_that_does_not_fill_up():
    chain = ring(1_501).transitions
    found = absorption.values(chain, {}, reward=Fraction(1))
    # Once round is 1,501 spins, unless play ends at the first of them; then half the time the same again.
    assert found[0] == 1 + Fraction(1, 2) * (1_500 + found[0]) == 1_502
    assert found[1:1_501] == [found[0] + 1_501 - k for k in range(1, 1_501)]
    assert absorption.expected_visits(chain) == [2, *[1] * 1_501]


def test_an_answer_with_too_many_digits_is_refused(monkeypatch):
    chain = stairs(127, total=2**131_072)  # 131,073 bits on 128 levels of a state each
    with pytest.raises(TooMuchWork, match=r"up to 16,777,344 binary digits; ask for fewer states"):
        absorption.check_affordable(chain.transitions)
    monkeypatch.setattr(absorption, "MOST_BITS", 2 * 8 * 8)
    absorption.check_affordable(stairs(7).transitions)
    with pytest.raises(TooMuchWork, match="up to 18 binary digits"):
        absorption.check_affordable(stairs(8).transitions)
    with pytest.raises(TooMuchWork, match="up to 24 binary digits"):
        absorption.check_affordable(stairs(7, total=4).transitions)


@pytest.mark.parametrize(
    ("asked", "alike", "first"),
    [
        (
            lambda chain: absorption.values(chain, {}, reward=Fraction(1)),
            range(30, -1, -1),
            Fraction(3**30 - 1, 2 * 3**29),
        ),
        (absorption.expected_visits, [1] * 31, 1),
    ],
)
def test_what_is_short_is_found_however_long_it_could_be(asked, alike, first, monkeypatch):
    """The bound is 2 bits a level: 62 for each of 31 states, and a number has k log 3 of them at the most."""
    monkeypatch.setattr(absorption, "MOST_BITS", 31 * 8)
    chain = stairs(30).transitions
    one_way = Transitions.of([[(i + 1, 3)] for i in range(30)] + [[]])
    assert asked(one_way) == list(alike)
    with pytest.raises(
        TooMuchWork, match=r"have 8 binary digits on average, too many for 31 states; ask for fewer states"
    ):
        asked(chain)
    monkeypatch.setattr(absorption, "MOST_BITS", 31 * 40)
    assert asked(chain)[0] == first


@pytest.mark.parametrize(
    "asked", [absorption.expected_visits, lambda chain: absorption.values(chain, {66: Fraction(1)})]
)
def test_digits_of_components_one_after_the_other_are_counted(asked, monkeypatch):
    """Six rings of 11 states on 7 levels with totals of 3 bits, and some 17 more digits past each ring."""
    rows = [[(k - k % 11 + (k % 11 + 1) % 11, 2), (67, 1)] for k in range(66)]
    for k in range(0, 66, 11):
        rows[k].append((k + 11, 1))
    chain = Transitions.of([*rows, [], []])
    assert (
        asked(chain)[66 if asked is absorption.expected_visits else 0]
        == absorption.absorption_probabilities(chain)[66]
    )
    monkeypatch.setattr(absorption, "MOST_BITS", 68 * 3 * 10)
    with pytest.raises(TooMuchWork, match="binary digits on average, too many for 68 states"):
        asked(chain)


@pytest.mark.parametrize(
    "chances",
    [absorption.absorption_probabilities, lambda chain: absorption.absorption_with_spins(chain).chances],
)
def test_too_many_states_to_be_taken_out_one_by_one_are_refused(chances, monkeypatch):
    monkeypatch.setattr(absorption, "MOST_ELIMINATED", 101 * 2)
    assert chances(ring(100).transitions) == {100: 1}
    for more in (ring(101), ring(100, total=4)):
        with pytest.raises(TooMuchWork, match="binary digits; ask for fewer states"):
            chances(more.transitions)


def test_best_values_with_too_many_digits_are_refused(monkeypatch):
    """Backward on stairs with two ways down each: of 2 bits a level the least chances have log 3."""
    rows = [{"on": {i + 1: 1, 31: 2}, "off": {i + 1: 1, 30: 2}} for i in range(30)]
    met = explore_choices(0, lambda i: rows[i] if i < 30 else {})
    monkeypatch.setattr(absorption, "MOST_BITS", 32 * 8)
    assert met.reach([30], "max").values[0] == 1
    with pytest.raises(
        TooMuchWork, match=r"have 8 binary digits on average, too many for 32 states; ask for fewer states"
    ):
        met.reach([30], "min")
    monkeypatch.setattr(absorption, "MOST_BITS", 32 * 40)
    assert met.reach([30], "min").values[0] == Fraction(1, 3**30)


def test_values_too_long_to_be_tried_on_so_many_states_on_cycles_are_refused(monkeypatch):
    met = explore_choices(1, lambda i: {k: {i - 1: k, i + 1: 7} for k in (1, 2)} if 0 < i < 300 else {})
    assert float(met.reach([0], "max").values[1]) > 0.28
    monkeypatch.setattr(best_policy, "SHORT_BITS", 302 * 50)
    monkeypatch.setattr(best_policy, "_MOST_BETWEEN", 298 * 4)
    with pytest.raises(TooMuchWork, match="values have more than 50 binary digits; ask for fewer states"):
        met.reach([0], "max")


def test_long_values_backward_are_found_by_balls_and_ties_further_on(monkeypatch):
    """Ways down with the same chances, or that come to the same further on, tie however long numbers are."""
    monkeypatch.setattr(best_policy, "SHORT_BITS", 0)
    rows = [{"on": {i + 1: 1, 8: 2}, "by": {i + 1: 2, 8: 3, 9: 1}} for i in range(2)]
    tied = explore_choices(0, lambda i: rows[i] if i < 2 else {})
    assert tied.rewards([2, 8, 9], "max", {0: 1, 1: 3}).values[0] == 1 + Fraction(3, 3)
    monkeypatch.setattr(best_policy, "_BALL_BITS", 20)  # of the 46 that the least chance has
    monkeypatch.setattr(best_policy, "DigitCount", lambda *_: None)  # the exact road counts
    rows = [{"on": {i + 1: 1, 31: 2}, "off": {i + 1: 1, 30: 2}, "too": {i + 1: 3, 31: 6}} for i in range(29)]
    for i in range(28):
        rows[i]["two"] = {i + 2: 1, 31: 8}
    met = explore_choices(0, lambda i: rows[i] if i < 29 else {})
    assert met.reach([29], "min").values[0] == Fraction(1, 3**29)
    assert met.reach([29, 30], "max").values[0] == 1
    brought = met.rewards([29, 30, 31], "max", dict.fromkeys(range(29), Fraction(1, 7))).values[0]
    assert brought == sum(Fraction(1, 7 * 3**k) for k in range(29))
