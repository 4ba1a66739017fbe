"""Pays as letters, and `markov letters` as a script meets it."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Symbol

from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution
from markov.questions.letters import parametric_chain
from markov.questions.letters.algebra import NoLetter
from markov.questions.letters.symbolic import lettered, names
from markov.wager.catalogue import find
from markov.wager.game import Unknown
from markov.wager.odds import answer
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import Wager
from tests.draws import examples
from tests.questions.expressions import agrees, exactly
from tests.refused import refused

REPEATERS = "repeater-bets-plus"
TWO, FOUR, SIX, PLACE = (
    find(REPEATERS).wager("repeating-2"),
    find(REPEATERS).wager("repeating-4"),
    find(REPEATERS).wager("repeating-6"),
    find("quebec-place-bets").wager("buy-5"),
)
pays = st.fractions(0, 200, max_denominator=7)


@pytest.fixture
def run(run):
    """Runs `markov letters`; answers with exit code, stdout and stderr."""
    return partial(run, "letters")


@settings(max_examples=examples(40))
@given(
    st.sampled_from(
        [(TWO, "made"), (SIX, "made"), (SIX, "surrender-4"), (PLACE, "lost"), (FOUR, "surrender-1")]
    ),
    pays,
)
def test_a_number_for_the_letter_is_another_pay(asked, pay):
    wager, ending = asked
    found, told = lettered(wager, {"x": ending}), answer(edited(wager, {ending: pay}))
    assert (
        exactly(found.never.returned, x=pay)
        == (told if ending in wager.pays else answer(wager)).never.returned
    )
    here = [one for one in found.stretches if one.low <= pay and (one.high is None or pay <= one.high)]
    assert len(here) in (1, 2)
    for one in here:
        assert exactly(one.play.returned, x=pay) == told.optimal.returned
        assert exactly(one.play.edge, x=pay) == told.optimal.edge.per_stake
    inside = [one for one in here if one.low < pay and pay != one.high]
    offers = {offer.ending for offer in told.offers}
    for one in inside:
        assert set(one.takes) == {ending.ending for ending in told.optimal.endings} & offers


@settings(max_examples=examples(40))
@given(st.sampled_from([(SIX, "made", "surrender-4"), (PLACE, "made", "withdrawn")]), pays, pays)
def test_todays_play_is_best_exactly_under_its_conditions(asked, first, second):
    wager, one, other = asked
    agrees(
        lettered(wager, {"x": one, "y": other}), edited(wager, {one: first, other: second}), x=first, y=second
    )


NO_LETTERS = ["", "1x", "x y", "x+1", "é", "_x", "x" * 21, "__import__", "x\n", "x;y"]


@pytest.mark.parametrize(
    ("letters", "error", "said"),
    [
        *(({name: "made"}, NoLetter, "is not a letter") for name in NO_LETTERS),
        *(
            ({name: "made"}, NoLetter, "means something else")
            for name in ("E", "I", "pi", "S", "lambda", "None")
        ),
        ({"x": "mad"}, Unknown, "no ending 'mad'; did you mean made"),
        ({"s": "pockets.13"}, Unknown, "no outcome '13'"),
        ({}, NoLetter, "there is no letter"),
        ({"s": "pockets.7", "t": "pockets. 7"}, NoLetter, "stand for the same thing"),
        ({"x": "made", "y": "surrender-1"}, NoLetter, "surrender-1 has no pay"),
    ],
)
def test_what_is_no_letter_is_refused(letters, error, said):
    with pytest.raises(error, match=said):
        lettered(FOUR, letters)


@pytest.mark.parametrize("name", ["Symbol", "x" * 20, "exec"])
def test_a_name_of_a_function_is_only_a_letter(name):
    found = lettered(TWO, {name: "made"}).never.returned
    assert found == Symbol(name) / 49
    assert str(found) == f"{name}/49"


class Coins:
    """Two coins, once: an outcome is what both show."""

    start = ()

    def step(self, state, outcome):
        return End("alike" if len(set(outcome)) == 1 else "unlike")


def test_outcomes_that_are_pairs_have_names():
    wheel = Distribution({(i, j): 1 for i in (0, 1) for j in (0, 1)})
    wager = Wager("coins", Coins(), wheel, Paytable({"alike": "evens", "unlike": "nothing"}), "here")
    assert list(names(wager)) == ["(0,0)", "(0,1)", "(1,0)", "(1,1)"]
    assert str(lettered(wager, {"s": "pockets.(1, 1)"}).never.returned) == "2*(s + 1)/(s + 3)"
    twice = replace(wager, wheel=Distribution({(0, 0): 1, "(0, 0)": 1}))
    with pytest.raises(NoLetter, match="two outcomes"):
        names(twice)


def test_merging_is_said_and_changes_nothing(run, document):
    asked = ("horn", "--letter", "pockets.7=s")
    plain = document(REPEATERS, *asked)
    merged = document(REPEATERS, *asked, "--max-states", "30")
    assert plain["merged"] is None
    assert "play alike" in merged.pop("merged")
    assert merged == {key: value for key, value in plain.items() if key != "merged"}
    assert "Merged: tallies that play alike" in run(REPEATERS, *asked, "--max-states", "30")[1]
    code, _, err = run(REPEATERS, "horn", "--letter", "pockets.2=s", "--max-states", "30")
    assert (code, "--max-states" in err) == (5, True)


def test_too_much_work_is_exit_5(run, monkeypatch):
    monkeypatch.setattr(parametric_chain, "MOST_SINGLY", 1)
    asked = run(REPEATERS, "repeating-2", "--letter", "pockets.7=s")
    refused(asked, 5, "Repeating 2 has 4 states, to be solved 3 times")
    with pytest.raises(TooMuchWork):
        lettered(TWO, {"s": "pockets.7"})
