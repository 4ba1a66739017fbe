"""Random questions: a chain, a race and a chain with its deadline in the states agree."""

import pytest

import markov as mk
from markov.chain.transitions import Spins
from markov.questions.ask.reply import reply
from markov.rules import goal_rule
from markov.rules.decided import LOST
from markov.rules.expression import GoalError
from markov.rules.goal_rule import MADE, GoalRule
from markov.rules.language import parsed
from markov.wager.odds import NoRoad
from tests.laws.sayings import Sayer

FIVE = "1:2,2:2,3:1,4:2,5:1"
WHEELS = ("1:1,2:2,3:3", "1:1,2:1,3:1", "1:2,2:1,3:1,4:1/2", "1:3,2:3,3:1,4:1,5:1")


def said(seed):
    """A wheel, and one that says things about it."""
    on = WHEELS[seed % len(WHEELS)]
    return on, Sayer(seed, on.count(":"))


def questions(lot, size):
    """The questions of a lot: each with its number, its wheel, and one that says things about it."""
    for seed in range(lot * size, lot * size + size):
        yield seed, *said(seed)


def timed(seed, sayer, trials):
    """A goal, with a stopper or without one, and a deadline."""
    goal = sayer.exact() if seed % 4 == 0 else sayer.monotone()
    stopped = f"{goal} before {sayer.monotone(1)}" if seed % 2 else goal
    return f"{stopped} within {trials}"


def answered(text, on, **how):
    """The answer; None for what can never be, or says nothing."""
    try:
        return reply(parsed(text), text, on, **how)
    except (GoalError, mk.NotAbsorbing):
        return None


def by_both_roads(text, on, **look):
    """The answers by the chain and by the race; None where there is none by one of them."""
    chain = answered(text, on, by="chain", **look)
    try:
        return None if chain is None else (chain, answered(text, on, by="race", **look))
    except NoRoad:
        return None


def lots(number):
    """The first lot of questions by default, and the others among the slow tests."""
    others = (pytest.param(lot, marks=pytest.mark.slow) for lot in range(1, number))
    return pytest.mark.parametrize("lot", [0, *others])


@lots(8)
def test_a_race_and_its_chain_agree(lot):
    """Exact goals and others, with a deadline or without one, and the law of the trials."""
    compared = 0
    for seed, on, sayer in questions(lot, 250):
        goal = sayer.exact() if seed % 5 == 0 else sayer.tallies(2)
        text = f"{goal} before {sayer.set()}" if seed % 3 or seed % 5 == 0 else goal
        text += f" within {1 + seed % 9}" * (seed % 2)
        found = by_both_roads(text, on, within=1 + seed % 4, at_least=1 + seed % 7)
        if found is None:
            continue
        figures = [(one.probability, one.spins, one.within, one.at_least) for one in found]
        assert figures[0] == figures[1], (text, on)
        assert [(one.by, one.states is None) for one in found] == [("chain", False), ("race", True)]
        compared += 1
    assert compared > 120


@lots(4)
def test_walking_to_a_deadline_is_what_its_states_say(lot):
    """A deadline in the states of a chain, solved as any wager is, against steps along one without it."""
    compared = 0
    for seed, on, sayer in questions(lot, 100):
        text = timed(seed, sayer, 1 + seed % 6)
        walked = answered(text, on, by="chain")
        if walked is None:
            continue
        rule = GoalRule.wins(parsed(text), on)
        chain = rule.chart(rule.goals.outcomes, 100_000)
        ends = chain.absorption()
        assert ends.get(MADE, 0) == walked.probability, (text, on)
        assert ends.get(LOST, 0) == 1 - walked.probability
        assert Spins(chain.duration().mean, chain.duration().variance) == walked.spins, (text, on)
        compared += 1
    assert compared > 60


@pytest.mark.parametrize("many", [200, pytest.param(2_000, marks=pytest.mark.slow)])
def test_a_text_of_an_expression_is_read_as_the_same_expression(many):
    for seed in range(many):
        _, sayer = said(seed)
        goal = sayer.exact() if seed % 5 == 0 else sayer.monotone(3)
        text = f"{goal} before {sayer.monotone(1)} within {1 + seed % 50}"
        assert parsed(str(parsed(text))) == parsed(text)


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("all of 1..5", FIVE),
        ("2 of 1..5 before 3", FIVE),
        ("any of (each not 3 x3) before 3", FIVE),
        ("same 1..5 x3 in a row", FIVE),
        ("2 of (a x2, b x2, c x2) before d", "bag a:3,b:3,c:2,d:2"),
        ("all of (1 before 2, 3 before 4, 5 x2) within 6", "1:2,2:1,3:2,4:1,5:3"),
        ("any of (all of (1, 2), all of (3, 4)) before 5", "1:1,2:1,3:1,4:1,5:2"),
        ("exactly 2 of (1, 2, 3, 4) before 5 x2", "1:1,2:1,3:1,4:1,5:2"),
    ],
)
def test_parts_that_play_alike_are_merged_without_a_change(text, on, monkeypatch):
    monkeypatch.setattr(goal_rule, "MOST_APART", 10**9)
    apart = answered(text, on, by="chain")
    monkeypatch.setattr(goal_rule, "MOST_APART", 1)
    monkeypatch.setattr(goal_rule, "MOST_UNMERGED", 1)
    merged = answered(text, on, by="chain")
    assert merged.states < apart.states
    assert merged.merged
    assert (merged.probability, merged.spins) == (apart.probability, apart.spins)
