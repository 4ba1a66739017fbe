"""Rebates and bonuses, against all plans, recursion and formulas."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markov as mk
from markov.chain.transitions import TooMuchWork
from markov.questions.promotion import rebate as module
from markov.questions.promotion import view
from tests.oracles.elimination import solution

F = Fraction
RED = {-1: "20/38", 1: "18/38"}
NUMBER = {-1: "37/38", 35: "1/38"}


def law(said):
    return {F(gain): F(chance) for gain, chance in said.items()}


def quitting(said, share, low, goal):
    """The value of playing between two totals, by elimination in fractions."""
    inside = range(low + 1, goal)
    matrix, right = [], []
    for x in inside:
        row, brought = [F(x == y) for y in inside], F(0)
        for gain, p in law(said).items():
            y = x + int(gain)
            if low < y < goal:
                row[y - low - 1] -= p
            else:
                brought += p * (y if y > 0 else y * (1 - share))
        matrix.append(row)
        right.append(brought)
    return solution(matrix, right)[-low - 1]


@pytest.mark.parametrize(
    ("said", "share"),
    [({-1: "19/37", 1: "18/37"}, F(1, 5)), ({-1: "4/5", 2: "1/10", 3: "1/10"}, F(2, 3)), (RED, F(2, 5))],
)
def test_no_other_two_totals_are_better(said, share):
    found = mk.rebate(said, share)
    low, goal = -int(found.quit_behind), int(found.quit_ahead)
    every = {(a, b): quitting(said, share, a, b) for a in range(low - 3, 0) for b in range(1, goal + 4)}
    assert found.value.exact == every[low, goal] == max(every.values())
    assert all(value < every[low, goal] for (a, b), value in every.items() if a > low or b < goal)


def test_a_rebate_that_is_just_even_is_not_played():
    """2/38 lost of a loss of 20/38."""
    found = mk.rebate(RED, "10%")
    assert (found.break_even, found.value.exact, found.quit_ahead) == (F(1, 10), 0, None)
    assert mk.rebate(RED, "10.1%").value.lower > 0


def test_a_plan_that_no_float_tells_from_others_is_the_best():
    """So far behind another round is worth some 10^-14 of a unit."""
    said, share = {-1: "3/5", 1: "2/5"}, 1 - F(1, 10**12)
    found = mk.rebate(said, share)
    low, goal = -int(found.quit_behind), int(found.quit_ahead)
    near = {(a, b): quitting(said, share, a, b) for a in range(low - 2, low + 3) for b in (goal, goal + 1)}
    assert near[low, goal] == max(near.values()) > sorted(near.values())[-2]
    assert found.value.lower <= near[low, goal] <= found.value.upper
    assert found.ties == ()


def test_a_plan_is_told_from_its_ties():
    """At 17 behind, with 10% of a single number given back: one more round is worth just as much."""
    found = mk.rebate(NUMBER, "10%")
    assert (found.quit_behind, found.ties) == (17, (-17,))
    assert mk.rebate(NUMBER, "10%", bet=5).quit_behind == 85


def test_a_plan_that_goes_too_far_is_refused(monkeypatch):
    """From 1 behind to 1 ahead: 2 · (3 + 2 · 1 + 1) cells in floats, 2 · (3 + 1) slower in whole numbers."""
    said = {-1: "4/5", 2: "1/10", 3: "1/10"}
    monkeypatch.setattr(module, "_MOST_CELLS", 12 + 8 * 80)
    assert (mk.rebate(said, "50%").quit_behind, mk.rebate(said, "50%").quit_ahead) == (1, 1)
    monkeypatch.setattr(module, "_MOST_CELLS", 12 + 8 * 80 - 1)
    with pytest.raises(TooMuchWork, match="ask for a smaller rebate"):
        mk.rebate(said, "50%")


def best(said, cost, left, money, bets, back, cap):
    """The value and the chance by recursion in fractions."""

    @cache
    def value(left, money):
        if not left:
            return max((money if cap is None else min(money, cap)) - back, F(0)), F(1)
        found = None
        for bet in sorted({min(bet, left) for bet in bets}):
            if money >= bet * cost:
                after = [(p, value(left - bet, money + gain * bet)) for gain, p in law(said).items()]
                both = sum(p * v for p, (v, _) in after), sum(p * c for p, (_, c) in after)
                found = both if found is None or both[0] > found[0] else found
        return found or (F(0), F(0))

    return value(F(left), F(money))


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(
        [RED, {-1: "1/2", 0: "1/10", 1: "2/5"}, {-1: "7/8", 5: "1/8"}, {-2: "1/3", "1/2": "2/3"}]
    ),
    st.integers(2, 6),
    st.integers(1, 6),
    st.sets(st.sampled_from([F(1), F(3, 2), F(2), F(3)]), min_size=1, max_size=2),
    st.booleans(),
    st.sampled_from([None, 5, 9]),
)
def test_a_bonus_is_what_recursion_finds(said, deposit, amount, bets, sticky, cap):
    cost = -min(law(said))
    if deposit + amount < min(bets) * cost:
        return
    found = mk.bonus(said, amount, deposit=deposit, rollover=3, bets=[*bets], sticky=sticky, cap=cap)
    value, chance = best(said, cost, 3 * amount, deposit + amount, bets, sticky * amount, cap)
    assert (found.cash.exact, found.chance.exact) == (value, chance)
    assert found.value.exact == value - deposit


@pytest.mark.parametrize(
    "more", [{"bets": [1, 3]}, {"sticky": True, "cap": 3}, {"bets": [1, 2, 5], "sticky": True}, {"cap": 30}]
)
def test_proved_digits_hold_the_fraction(more, monkeypatch):
    """Also where bets tie: the smaller one is played, so the chance is that of the same bets."""
    terms = {"deposit": 3, "rollover": 12, **more}
    exact = mk.bonus(RED, 4, **terms)
    monkeypatch.setattr("markov.questions.promotion.bonus._MOST_EXACT", 0)
    found = mk.bonus(RED, 4, **terms)
    assert (found.cash.exact, exact.choices) == (None, found.choices)
    for near, true in ((found.cash, exact.cash.exact), (found.chance, exact.chance.exact)):
        assert near.lower <= true <= near.upper
        assert near.width < F(1, 10**10)


def test_who_cannot_be_ruined_has_the_simple_value():
    found = mk.bonus(RED, 10, deposit=100, rollover="10x")
    assert (found.value.exact, found.chance.exact) == (found.simple, 1)


def test_the_line_of_a_bonus_ends_at_its_rollover(monkeypatch):
    """Of 401 amounts every third one is drawn."""
    seen = []
    monkeypatch.setattr(view, "curves", lambda *told: seen.extend(told[-2:]))
    found = mk.bonus(RED, 40, deposit=40, rollover="10x")
    view.drawn(None, found)
    [line], first = seen
    assert [left for left, _ in line.points] == list(range(1, 401, 3))
    assert first == {"at first": [line.points[-1]]}
    assert abs(line.points[-1][1] - found.value.lower / 40) < F(1, 10**9)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: mk.rebate({-1: 1 - F(1, 10**13), 10**11: F(1, 10**13)}, "20%"), "ask for smaller pays"),
        (
            lambda: mk.bonus({-1: "20/38", 10**400: "18/38"}, 20, deposit=20, rollover="10x"),
            "more than 270 digits are too large; ask for smaller pays",
        ),
        (lambda: mk.bonus(RED, 5, deposit=5, rollover=1, bets=[]), "there is no bet to make"),
        (lambda: mk.bonus({1: "1/2", 0: "1/2"}, 5, deposit=5, rollover=1), "a round costs nothing"),
    ],
)
def test_what_would_take_numbers_beyond_memory_or_floats_is_refused_before_it_is_made(asked, words):
    with pytest.raises(ValueError, match=words):
        asked()
