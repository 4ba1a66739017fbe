"""States of a rule in words: the rule names them, and every table shows the name."""

import re

import pytest

import markov as mk
from markov.rules.goal_rule import GoalRule
from markov.rules.language import parsed
from markov.rules.phases import Phases
from markov.rules.prized import PrizedRule
from markov.wager.rule import label

RESPINS = """\
import markov as mk


def step(gold, side):
    return mk.End("lost") if side == "tails" else gold + 1 if gold < 2 else mk.End("full")


rule = mk.PlainRule(
    0,
    step,
    actions=lambda gold: {"respin": gold, "cash": mk.End("cash")} if gold else None,
    description="Three gold cells fill the board.",
    trial="respin",
    label=lambda gold: gold,
)
pays = mk.Paytable({"full": "7 for 1", "cash": "2 for 1", "lost": "nothing"})
wager = mk.Wager("Gold", rule, mk.coin(), pays, "x")
"""


def test_draws_have_no_names_where_their_rule_has_none():
    draws = mk.Draws({"a": 1, "b": 2}, mk.PlainRule(0, lambda drawn, kind: drawn + 1))
    assert [label(state, draws) for state in (draws.start, draws.step(draws.start, "b"))] == [
        "(1, 2), 0",
        "(1, 1), 1",
    ]


def test_a_name_that_is_no_text_is_refused_with_its_line(run, tmp_path):
    file = tmp_path / "gold.py"
    file.write_text(RESPINS)
    code, _, err = run("odds", file, "gold")
    assert code == 3
    assert f"{file}, line 14" in err
    assert "label(1) is 1; expected text" in err


def test_rules_that_differ_in_names_alone_are_the_same_rule():
    def step(state, outcome):
        return mk.End(outcome)

    assert mk.PlainRule(0, step, label=str) == mk.PlainRule(0, step, label=repr)
    assert mk.FillBoard(3, "1/20") == mk.FillBoard(3, "1/20", label=str)


def test_rules_to_put_together_say_their_trial_and_name_their_states():
    aces = mk.PlainRule(0, lambda aces, card: aces + (card == "ace"), label="{} up".format)
    deck = mk.Draws({"ace": 4, "king": 4}, aces)
    state = deck.step(deck.step(deck.start, "ace"), "king")
    assert label(state, deck) == "1 up; drawn: 1 of ace, 1 of king"
    assert label(deck.start, deck) == "0 up"
    said = mk.Draws({"ace": 4}, aces, trial="card", label=lambda state: f"{state[0][0]} aces left")
    assert (said.trial, label(said.start, said)) == ("card", "4 aces left")

    board = mk.FillBoard(3, "1/2", trial="respin")
    assert (board.trial, label((2, 1), board)) == ("respin", "2 filled, 1 life left")
    prized = PrizedRule(board, {"full": mk.Prize((("5 for 1", 1),))})
    assert (prized.trial, label((2, 1), prized)) == ("respin", "2 filled, 1 life left")

    phases = Phases((("base", GoalRule((("won", parsed("heads")),), "coin", paid="first")), ("bonus", board)))
    assert (phases.trial, label(phases.start, phases)) == ("flip", "base")
    assert label(("bonus", (2, 1)), phases) == "bonus: 2 filled, 1 life left"


def test_a_board_says_its_rule():
    for board, said, rounds in (
        (mk.FillBoard(1, "1/2", 1), "1 cell with chance 1/2, 0 of them", "1 round"),
        (mk.FillBoard(3, "1/2", 2, 1), "3 cells with chance 1/2, 1 of them", "2 rounds"),
    ):
        assert board.words(False)[0] == f"A board has {said} filled at the start."
        assert board.words(False)[2] == f"Play ends when nothing has filled for {rounds}."


def played(rule, *outcomes):
    state = rule.start
    for outcome in outcomes:
        state = rule.step(state, outcome)
    return label(state, rule)


def test_different_states_of_a_ladder_have_different_names():
    rule = GoalRule(
        (
            ("three", parsed("6x3 before 7")),
            ("two", parsed("8x2 in a row before 7")),
            ("any", parsed("5 then 6 before 7")),
        ),
        "two dice",
        offers=(("cash", parsed("exactly 6x1")),),
    )
    states = rule.chart(rule.goals.outcomes, 10_000).states
    names = [label(state, rule) for state in states]
    assert len(set(names)) == len(names) == 20


@pytest.mark.parametrize(
    ("text", "most"),
    [("6x{} before 7", 997), ("exactly 6x{} before 7", 996), ("5 then 6x{} in a row before 7", 996)],
)
def test_a_thousand_states_are_kept_apart(text, most):
    rules = [GoalRule.wins(parsed(text.format(need)), "two dice") for need in (most, most + 1)]
    assert [rule.merges for rule in rules] == [False, True]


def test_parts_that_may_stand_for_others_are_not_named():
    """Beyond a thousand states those of parts that play alike are one, which no name of a part says."""
    rule = GoalRule.wins(parsed("all of (2x12, 12x12, 3x12, 11x12) before 7"), "two dice")
    assert played(rule, 2, 2) == "2, 0, 0, 0"


BAGS = {
    "all of (x1, x2, x3) before y1": "bag x1:9,x2:9,x3:9,y1:2,rest:6",
    "all of (x1 x2, y1 x2) within 6": "bag x1:9,y1:7,gone:5,rest:4",
    "any of (all of (x1, x2, x3), all of (y1, y2, y3)) within 6": "bag x1:2,x2:1,x3:2,y1:2,y2:2,y3:2,rest:6",
}


@pytest.mark.parametrize("text", BAGS)
def test_a_merged_state_of_a_bag_has_a_name_that_is_true_of_all_that_it_stands_for(text):
    """What is drawn adds up; of kinds that are drawn apart it is so many of each in one of those at least."""
    rule = GoalRule.wins(parsed(text), BAGS[text])
    assert rule.merges
    held = dict(rule.goals.outcomes.items())
    chain = rule.chart(rule.goals.outcomes, 100_000)
    met, coming = {rule.start}, [rule.start]
    for state in coming:
        name = label(chain.stands_for(state), rule)
        assert "Standing" not in name
        drawn = re.findall(r"(\d+) of ([^,]+)", name.partition("drawn: ")[2])
        at = rule.standing(state)
        assert sum(int(number) for number, _ in drawn) == sum(held.values()) - sum(at.bag), name
        for number, kinds in drawn:
            assert 0 < int(number) <= sum(held[kind] for kind in kinds.split(" or ")), name
        for kind in rule.wheel(state) if len(coming) < 3_000 else ():
            after = rule.step(state, kind)
            if not isinstance(after, mk.End) and after not in met:
                met.add(after)
                coming.append(after)
    assert len(coming) > len(chain.states) / 2


def test_kinds_that_count_as_one_are_drawn_as_one():
    rule = GoalRule.wins(parsed("all of (x1, x2, x3) before y1"), "bag x1:9,x2:9,x3:9,y1:2,rest:6")
    chain = rule.chart(rule.goals.outcomes, 10_000)
    one, two = rule.step(rule.start, "x1"), rule.step(rule.start, "x2")
    assert label(chain.stands_for(one), rule) == label(chain.stands_for(two), rule)
    assert re.fullmatch(r"(x\d); drawn: 1 of \1 or rest", label(chain.stands_for(one), rule))
    assert rule.told(one) == "x1; drawn: 1 of x1"
