"""Random questions: a chain and a race agree, and so do a chain and what is left of it merged."""

from contextlib import suppress
from functools import partial

import pytest

import markov as mk
from markov.questions.ask.reply import reply
from markov.rules import goal_rule
from markov.rules.expression import GoalError
from markov.rules.language import parsed
from markov.wager.odds import NoRoad
from tests.laws.sayings import Sayer

FIVE = "1:2,2:2,3:1,4:2,5:1"
WHEELS = ("1:1,2:2,3:3", "1:1,2:1,3:1", "1:2,2:1,3:1,4:1/2", "1:3,2:3,3:1,4:1,5:1")


def said(seed):
    """A wheel, and one that says things about it."""
    on = WHEELS[seed % len(WHEELS)]
    return on, Sayer(seed, on.count(":"))


@pytest.mark.parametrize("lot", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 8))])
def test_a_race_and_its_chain_agree(lot):
    """Exact goals and others, with a deadline or without one, and the law of the trials."""
    compared = 0
    for seed in range(250 * lot, 250 * lot + 250):
        on, sayer = said(seed)
        goal = sayer.exact() if seed % 5 == 0 else sayer.tallies(2)
        text = f"{goal} before {sayer.set()}" if seed % 3 or seed % 5 == 0 else goal
        text += f" within {1 + seed % 9}" * (seed % 2)
        asked = partial(reply, parsed(text), text, on, within=1 + seed % 4, at_least=1 + seed % 7)
        try:
            chain = asked(by="chain")
        except (GoalError, mk.NotAbsorbing):  # what can never be, or says nothing
            continue
        with suppress(NoRoad):
            race = asked(by="race")
            figures = [(one.probability, one.spins, one.within, one.at_least) for one in (chain, race)]
            assert figures[0] == figures[1], (text, on)
            assert (chain.by, race.by, race.states) == ("chain", "race", None)
            compared += 1
    assert compared > 120


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
    apart = reply(parsed(text), text, on, by="chain")
    monkeypatch.setattr(goal_rule, "MOST_APART", 1)
    monkeypatch.setattr(goal_rule, "MOST_UNMERGED", 1)
    merged = reply(parsed(text), text, on, by="chain")
    assert merged.states < apart.states
    assert merged.merged
    assert (merged.probability, merged.spins) == (apart.probability, apart.spins)
