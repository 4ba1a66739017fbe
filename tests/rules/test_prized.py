"""Rules some of whose endings draw a prize: the wheel that a wager by such a rule is on."""

from fractions import Fraction

import pytest

import markov as mk
from tests.refused import refused

FLIP = mk.PlainRule(0, lambda state, side: mk.End(side))
ONE_OF_TWO = mk.Prize((("5 for 1", 1), ("7 for 1", 1)))
RULE = mk.PrizedRule(FLIP, {"heads": ONE_OF_TWO})


def on(wheel):
    return mk.Wager("Flip", RULE, wheel, RULE.pays({"tails": "nothing"}), "here")


@pytest.mark.parametrize(
    "wheel",
    [
        mk.coin(),
        mk.dice(2),
        mk.dice(red=1, green=1),
        mk.Distribution({("heads", 0): 1, "tails": 1}),
        mk.Distribution({("heads", 0): 1, ("heads", 1): 1, "tails": 1}),
    ],
    ids=["texts", "numbers", "pairs", "some drawn", "all drawn beside one that is not"],
)
def test_a_wheel_without_the_drawing_is_refused_with_what_to_write(wheel):
    with pytest.raises(ValueError, match=r"Flip: its rule draws a prize.*; write wheel=rule\.on\(wheel\)$"):
        on(wheel)


def test_a_wager_in_a_file_is_refused_with_its_line(tmp_path, run):
    path = tmp_path / "flip.py"
    path.write_text(
        "import markov as mk\n"
        "flip = mk.PlainRule(0, lambda state, side: mk.End(side))\n"
        "rule = mk.PrizedRule(flip, {'heads': mk.Prize((('5 for 1', 1),))})\n"
        "bet = mk.Wager('Flip', rule, mk.coin(), rule.pays({'tails': 'nothing'}), 'here')\n"
    )
    refused(run("odds", path), 3, "flip.py, line 4: ", "Flip: its rule draws a prize with each outcome")


def test_the_edge_by_pocket_asks_of_wheels_that_lack_an_outcome_of_the_drawing():
    """Tails lead alike with either piece of the drawing, so one of the two can be left out."""
    found = on(RULE.on(mk.coin())).sensitivity()
    moves = {effect.name: effect.less for effect in found.pockets}
    # Of the three outcomes left, one pays 5 and one 7; before, it was so of four.
    expected = Fraction(5 + 7, 4) - Fraction(5 + 7, 3)
    assert moves["tails", 0] == moves["tails", 1] == expected
    assert moves["heads", 0] is moves["heads", 1] is None


@pytest.mark.parametrize("by_state", [False, True], ids=["one wheel", "a wheel by state"])
def test_a_push_that_draws_a_prize_decides_nothing(by_state):
    """Heads is no decision whatever it draws; tails loses: half of the bets are resolved."""
    flip = mk.PlainRule(
        0,
        lambda state, side: mk.End(side, decides=side == "tails"),
        (lambda state: mk.coin()) if by_state else None,
    )
    rule = mk.PrizedRule(flip, {"heads": mk.Prize((("1 for 4", 1), ("1 for 2", 1)))})
    edge = (
        mk.Wager("Flip", rule, rule.on(mk.coin()), rule.pays({"tails": "nothing"}), "here").odds().never.edge
    )
    assert edge.per_stake == 1 - Fraction(3, 16)
    assert edge.per_resolved == 2 * edge.per_stake


def test_a_prize_of_just_the_stake_is_a_push():
    """One round in four brings heads and the stake; the others are resolved."""
    rule = mk.PrizedRule(FLIP, {"heads": mk.Prize((("1 for 1", 1), ("1 for 4", 1)))})
    edge = (
        mk.Wager("Flip", rule, rule.on(mk.coin()), rule.pays({"tails": "nothing"}), "here").odds().never.edge
    )
    assert edge.per_stake == 1 - Fraction(5, 16)
    assert edge.per_resolved == edge.per_stake / Fraction(3, 4)
