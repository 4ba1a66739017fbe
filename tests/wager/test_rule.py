"""Trials of a rule; states as words, and as what a JSON document can hold."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import pytest

import markov as mk
from markov.proof.simulation import simulate
from markov.questions.play.round import played
from markov.wager.decisions import decisions
from markov.wager.rule import End, RuleError, label, plain


class Phase(Enum):
    COME_OUT = 1


@dataclass(frozen=True)
class Table:
    phase: Phase
    point: int | None


@pytest.mark.parametrize(
    ("state", "words", "kept"),
    [
        ((), "start", []),
        ((3,), "3", [3]),
        (("come-out", "standing"), "come-out, standing", ["come-out", "standing"]),
        ((2, (None, 5)), "2, (–, 5)", [2, [None, 5]]),
        (frozenset({"b", "a"}), "{a, b}", ["a", "b"]),
        (End("made"), "made", "made"),
        (Phase.COME_OUT, "COME_OUT", "COME_OUT"),
        (7, "7", 7),
    ],
)
def test_states_are_said_and_kept(state, words, kept):
    assert label(state) == words
    assert plain(state) == kept


def test_a_dataclass_is_kept_by_its_fields():
    assert plain(Table(Phase.COME_OUT, None)) == {"phase": "COME_OUT", "point": None}
    assert plain({(1, 2): [Fraction(1, 2)]}) == {"1, 2": "[Fraction(1, 2)]"}


def _bet(step, start=0, **more):
    pays = mk.Paytable({"made": "evens", "lost": "nothing"})
    return mk.Wager("Own", mk.PlainRule(start, step, **more), mk.dice(2), pays, "a test")


def _at_once(_, total):
    return mk.End("lost" if total == 7 else "made")


def _forgetful(state, total):
    if total == 7:
        return mk.End("lost")
    if total == 10:
        return state + 1 if state == 0 else None
    return mk.End("made")


FORGOTTEN = (
    r"test_rule\.py, line \d+: step returned nothing in state 1 on 10; return the state itself where nothing "
)


@pytest.mark.parametrize(
    "asked",
    [
        lambda bet: bet.odds(),
        lambda bet: bet.chain(),
        lambda bet: decisions(bet),
        lambda bet: simulate(bet, _bet(_at_once).odds(), 100_000, 1),
        lambda bet: [played(bet, seed, {}) for seed in range(1_000)],
    ],
    ids=["odds", "chain", "decisions", "simulate", "play"],
)
def test_a_step_that_returns_nothing_is_refused(asked):
    with pytest.raises(RuleError, match=FORGOTTEN):
        asked(_bet(_forgetful))


def test_a_drawn_prize_does_not_hide_a_step_that_returns_nothing():
    prizes = {"made": mk.Prize((("2 for 1", 1), ("5 for 1", 1)))}
    rule = mk.PrizedRule(mk.PlainRule(0, _forgetful), prizes, mk.dice(2))
    bet = mk.Wager("Own", rule, rule.wheel(rule.start), rule.pays({"lost": "nothing"}), "a test")
    with pytest.raises(RuleError, match=FORGOTTEN):
        bet.odds()


def test_a_start_or_a_choice_of_nothing_is_refused():
    for start, why in (
        (None, "nothing; expected a state such as a number"),
        ((0,) * 5001, "a tuple of more"),
    ):
        with pytest.raises(RuleError, match=f"start is {why}"):
            _bet(lambda s, t: mk.End("made"), start=start).odds()
    bet = _bet(lambda s, t: mk.End("made"), actions=lambda s: {"hold": None})
    with pytest.raises(RuleError, match=r"actions\(0\)\['hold'\] is nothing; expected a state"):
        bet.odds()


def _wrapped(state, total):
    for _ in range(900):
        state = (state,)
    return state


@pytest.mark.parametrize(
    ("start", "step", "trouble"),
    [
        ((), _wrapped, "tuples nested more than 100 deep in state start on 2"),
        ((), lambda s, t: (s,), "tuples nested more than 100 deep in state "),
        ((), lambda s, t: (s, s), "a tuple of more than 5,000 parts in state "),
        ((1,) * 4_990, lambda s, t: (*s, 1), "a tuple of more than 5,000 parts in state "),
    ],
    ids=["wraps 900 times", "wraps", "doubles", "remembers"],
)
def test_a_state_that_grows_for_ever_is_refused(start, step, trouble):
    """Before it is hashed, which has no end of the stack, or of the time it takes."""
    bet = _bet(step, start=start)
    with pytest.raises(RuleError, match=f"step returned {trouble}.*; keep a count in the state"):
        bet.odds()


def test_states_without_end_name_the_newest_as_the_rule_does():
    bet = _bet(lambda s, t: s + 1, label=lambda s: f"{s} so far")
    with pytest.raises(
        mk.TooManyStates, match="more states than the limit of 500; the newest is 499 so far;"
    ):
        bet.odds(limit=500)


def test_names_are_text():
    with pytest.raises(TypeError, match=r"^End\(3\) has no name; expected text, such as End\('made'\)$"):
        mk.End(3)
    with pytest.raises(TypeError, match=r"^a wager is named 3; expected text, such as 'Repeating 2'$"):
        mk.Wager(3, mk.PlainRule(0, _forgetful), mk.dice(2), mk.Paytable({"made": "evens"}), "a test")
