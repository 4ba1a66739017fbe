"""Wagers said in one line: what the contract says of them, and what sheets and closed forms say."""

import json
from fractions import Fraction
from io import StringIO
from math import comb
from pathlib import Path

import pytest

import markov as mk
from markov.chain.transitions import TooMuchWork
from markov.questions.ask import reply
from markov.rules.language import parsed
from tests.cases import rows

F = Fraction


@pytest.fixture
def as_sheet(run, tmp_path):
    """The wager of the sheet that a question is written as."""

    def read(*words):
        code, out, _ = run("ask", *words, "--as-sheet")
        assert code == 0
        (tmp_path / "asked.toml").write_text(out)
        (bet,) = mk.game(str(tmp_path / "asked.toml")).wagers().values()
        return bet

    return read


# What the contract says can be said, with an exact answer by another road.


def test_the_law_of_the_trials():
    found = mk.ask("all of 2..12", within=40, at_least=101)
    weights = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)

    def by_then(n):
        """By inclusion and exclusion over the totals that are still missing."""
        missing = [[k for k in range(11) if mask >> k & 1] for mask in range(2**11)]
        return sum((-1) ** len(some) * F(36 - sum(weights[k] for k in some), 36) ** n for some in missing)

    numbers = [by_then(40), by_then(100)]
    assert (found.within.probability, found.at_least.probability) == (numbers[0], 1 - numbers[1])
    other = mk.ask("all of 2..12", within=40, at_least=101, by="chain")
    assert (other.within, other.at_least) == (found.within, found.at_least)
    assert mk.ask("6", at_least=1).at_least.probability == 1
    far = mk.ask("6x2 before 7", at_least=5_001).at_least.probability
    quiet = F(25, 36)  # neither a 6 nor a 7; before the second 6 at most one 6 has come
    assert far == quiet**5_000 + 5_000 * F(5, 36) * quiet**4_999


def test_a_quantile_is_found_up_to_the_limit_of_trials(monkeypatch):
    monkeypatch.setattr(reply, "MOST_TRIALS", 10)
    quiet, wanted = F(31, 36), F(3, 4)
    found = mk.ask("6", quantile=wanted).quantile
    assert 1 - quiet**9 < wanted <= 1 - quiet**10
    assert (found.n, found.probability) == (10, 1 - quiet**10)
    with pytest.raises(TooMuchWork, match="more than 10 trials"):
        mk.ask("6", quantile=F(4, 5))


@pytest.mark.parametrize("question", ["6x6 before 7", "6x6", "6 within 5"])
def test_no_trial_is_needed_for_a_chance_of_nothing(question):
    found = mk.ask(question, quantile="0%").quantile
    assert (found.n, found.probability) == (0, 0)


def test_more_lines_than_are_answered_at_once_are_refused(run, monkeypatch):
    monkeypatch.setattr("markov.questions.ask.command._MOST_LINES", 2)
    for lines, code in (("6\n" * 2, 0), ("6\n" * 3, 2)):
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        assert run("ask")[0] == code


SAID_OTHERWISE = Path(__file__).with_name("said_otherwise.txt").read_text()


@pytest.mark.parametrize(("said", "means"), rows(SAID_OTHERWISE))
def test_another_way_to_say_it(said, means):
    if means.startswith("!"):  # what a message about it says
        with pytest.raises(mk.GoalError, match=means[1:]):
            mk.ask(said)
    elif parsed(said) != parsed(means):
        found, other = mk.ask(said), mk.ask(means)
        assert (found.probability, found.spins) == (other.probability, other.spins)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "exactly nine of the ten totals",
            "all 38 pockets within 200",
            "3 of the 6 doubles",
            "all before 7",
        ),
        *("all of (each dozen, zero)", "2 of (each 4..10 x2 in a row, 12)", "same dozen x2", "all of 4..10"),
    ],
)
def test_what_is_said_of_members_is_read_back(text):
    assert parsed(str(parsed(text))) == parsed(text)


def test_the_first_dozen_and_the_second_column_are_outcomes():
    assert mk.ask("the first dozen before the second column", on="single zero").states == 3
    assert str(parsed("less x2 or more")) == "less x2"
    assert mk.ask("less x2 or 'more'", on="less:1,more:1").spins.mean == F(3, 2)


# Draws without replacement.


def test_cards_of_a_deck_by_rank_suit_and_colour():
    assert mk.ask("red then red within 2", on="deck").probability == F(26 * 25, 52 * 51)
    assert mk.ask("hearts x5 within 5", on="deck").probability == F(comb(13, 5), comb(52, 5))
    assert mk.ask("ace then (10|face) within 2", on="6 decks").probability == F(24 * 96, 312 * 311)
    assert mk.ask("ace-of-spades within 13", on="a deck").probability == F(1, 4)


def test_the_law_of_draws():
    found = mk.ask("ace", on="deck", within=10, at_least=11)
    none = F(comb(48, 10), comb(52, 10))
    assert (found.within.probability, found.at_least.probability) == (1 - none, none)
    assert found.spins.mean == F(53, 5)
    assert mk.ask("ace before king", on="bag ace:4,king:4", at_least=2).at_least.probability == 0


def test_kinds_that_a_question_does_not_tell_apart_are_one():
    assert (
        mk.ask("ace before king x2", on="deck").states
        == mk.ask("ace before king x2", on="bag ace:4,king:4,rest:44").states
    )
    found = mk.ask("a before b", on="bag a:2,b:3,other:4,c:1,d:1")
    assert sorted(map(str, found.wager.wheel)) == ["a", "b", "other or c or d"]
    assert found.probability == F(2, 5)
    assert list(mk.ask("0 x2 before b", on="bag 0:3,b:5").wager.wheel) == [0, "b"]


def test_python_builds_what_a_text_says():
    assert mk.before(mk.count(6) >= 6, 7) == parsed("6x6 before 7")
    assert mk.before(mk.all_of(6, 8), mk.count(7) >= 2) == parsed("all of (6, 8) before 7x2")
    assert mk.before(mk.exactly(9, "2..6", "8..12"), 7) == parsed("exactly 9 of (2..6, 8..12) before 7")
    assert mk.within(mk.in_a_row("red", 8), 100) == parsed("red x8 in a row within 100")
    assert mk.before(12, mk.then(7, 7)) == parsed("12 before 7 then 7")
    assert (mk.count(6) > 5) == (mk.count(6) >= 6)
    assert (mk.count(parsed("6|8")) >= 2) == parsed("6|8 x2")
    assert mk.ask(mk.before(mk.count(6) >= 6, 7)).probability == F(5, 11) ** 6


@pytest.mark.parametrize(
    "wrong",
    [lambda: mk.ask(0.5), lambda: mk.ask(mk.count(6)), lambda: mk.count(None), lambda: mk.count(6) >= 2.5],
)
def test_python_refuses_what_is_no_goal(wrong):
    with pytest.raises(TypeError):
        wrong()


@pytest.mark.parametrize("deeper", [lambda goal: mk.before(goal, 7), lambda goal: mk.before(4, goal)])
def test_goals_are_inside_of_goals_up_to_a_limit(deeper):
    goal = mk.count(6) >= 1
    for _ in range(60):
        goal = deeper(goal)
    assert mk.ask(goal).probability > 0
    with pytest.raises(mk.GoalError, match="more than 60 deep"):
        mk.ask(deeper(goal))


def test_play_may_be_over_when_too_few_trials_are_left(as_sheet):
    """By hand: three of five, over with the third hit or the third miss."""
    p, q = F(5, 36), F(31, 36)
    lengths = {n: comb(n - 1, 2) * (p**3 * q ** (n - 3) + q**3 * p ** (n - 3)) for n in (3, 4, 5)}
    early = mk.ask("6x3 within 5", over="early", at_least=4)
    assert early.probability == mk.ask("6x3 within 5").probability
    assert early.spins.mean == sum(n * chance for n, chance in lengths.items())
    assert early.at_least.probability == 1 - lengths[3]
    assert as_sheet("6x3 within 5", "--over", "early").odds().never.spins.mean == early.spins.mean


def test_the_goal_may_have_a_trial_that_brings_both(document):
    found = document("ask", "6x2 before 6x2 or 7", "--tie", "goal")
    assert found == json.loads(json.dumps(mk.ask("6x2 before 6x2 or 7", tie="goal").view().to_dict()))
    assert found["probability"] == str(F(5, 11) ** 2)
    assert mk.ask("6x2 before or with 6x2 or 7").probability == F(5, 11) ** 2


AS_SHEETS = """
6x6 before 7  two dice
all of 2..12  two dice
heads then tails  coin
3 different doubles before 7  two dice
ace before king x2  bag ace:4,king:4,other:44
"""


@pytest.mark.parametrize(("text", "on"), rows(AS_SHEETS))
def test_a_question_is_a_sheet_and_back(as_sheet, text, on):
    odds, asked = as_sheet(text, "--on", on).odds(), mk.ask(text, on=on)
    assert odds.never.spins == asked.spins
    assert odds.never.edge.per_stake == (1 if asked.fair_pay is None else 0)
    assert odds.never.hit_frequency in (0, asked.probability)
    assert asked.states in (None, odds.states)


def test_pays_and_offers_are_on_the_sheet(as_sheet):
    mine = as_sheet("2x2 before 7", "--pays", "40 for 1", "--surrender", "1=6 for 1").odds()
    theirs = mk.game("repeater-bets-plus", zeros="0")["repeating-2"].odds()
    assert mine.optimal.edge == theirs.optimal.edge
    assert {one.continuing for one in mine.offers} == {one.continuing for one in theirs.offers}
