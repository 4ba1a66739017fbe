"""Rules some of whose endings draw a prize: the wheel that a wager by such a rule is on."""

from fractions import Fraction

import pytest

import markov as mk

FLIP = mk.PlainRule(0, lambda state, side: mk.End(side))
ONE_OF_TWO = mk.Prize((("5 for 1", 1), ("7 for 1", 1)))
RULE = mk.PrizedRule(FLIP, {"heads": ONE_OF_TWO}, mk.coin())


def edge(rule):
    """The edge of one flip by the rule."""
    pays = rule.pays({"tails": "nothing"})
    return mk.Wager("Flip", rule, rule.wheel(rule.start), pays, "here").odds().never.edge


def test_a_rule_that_names_no_wheel_needs_one_and_a_prize_its_weights():
    with pytest.raises(ValueError, match="one pay or more, each with a weight above 0"):
        mk.Prize((("2 for 1", 1), ("3 for 1", 0)))
    with pytest.raises(ValueError, match=r"names no wheel; write PrizedRule\(rule, prizes, wheel\)"):
        mk.PrizedRule(FLIP, {"heads": ONE_OF_TWO})


def test_a_wheel_without_the_drawing_is_refused_with_what_to_write():
    with pytest.raises(ValueError, match=r"Flip: .*; write wheel=rule\.wheel\(rule\.start\)$"):
        mk.Wager("Flip", RULE, mk.coin(), RULE.pays({"tails": "nothing"}), "here")


@pytest.mark.parametrize("by_state", [False, True], ids=["one wheel", "a wheel by state"])
def test_a_push_that_draws_a_prize_decides_nothing(by_state):
    """Heads is no decision whatever it draws; tails loses: half of the bets are resolved."""
    flip = mk.PlainRule(
        0,
        lambda state, side: mk.End(side, decides=side == "tails"),
        (lambda state: mk.coin()) if by_state else None,
    )
    prizes = {"heads": mk.Prize((("1 for 4", 1), ("1 for 2", 1)))}
    found = edge(mk.PrizedRule(flip, prizes, None if by_state else mk.coin()))
    assert found.per_stake == 1 - Fraction(3, 16)
    assert found.per_resolved == 2 * found.per_stake


def test_a_prize_of_just_the_stake_is_a_push():
    """One round in four brings heads and the stake; the others are resolved."""
    found = edge(mk.PrizedRule(FLIP, {"heads": mk.Prize((("1 for 1", 1), ("1 for 4", 1)))}, mk.coin()))
    assert found.per_stake == 1 - Fraction(5, 16)
    assert found.per_resolved == found.per_stake / Fraction(3, 4)
