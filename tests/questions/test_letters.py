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
from tests.questions.expressions import exactly
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


# One pay.


def test_repeating_2_by_its_win():
    found = lettered(TWO, {"x": "made"})
    assert (str(found.never.returned), str(found.never.edge)) == ("x/49", "1 - x/49")
    told = [(one.low, one.high, str(one.play.returned), one.takes) for one in found.stretches]
    assert told == [(0, 42, "6/7", ("surrender-1",)), (42, None, "x/49", ())]
    assert (found.today, found.kept) == ({"x": 40}, None)


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


# Several pays.


@settings(max_examples=examples(40))
@given(st.sampled_from([(SIX, "made", "surrender-4"), (PLACE, "made", "withdrawn")]), pays, pays)
def test_todays_play_is_best_exactly_under_its_conditions(asked, first, second):
    wager, one, other = asked
    found = lettered(wager, {"x": one, "y": other})
    told = answer(edited(wager, {one: first, other: second}))
    numbers = {"x": first, "y": second}
    assert exactly(found.never.returned, **numbers) == told.never.returned
    margins = [(exactly(each.margin, **numbers), each.take) for each in found.kept.conditions]
    takes = [offer.take for offer in answer(wager).offers]
    best = all(margin >= 0 if take else margin <= 0 for margin, take in margins)
    assert best == all(
        offer.margin >= 0 if take else offer.margin <= 0
        for offer, take in zip(told.offers, takes, strict=True)
    )
    kept = exactly(found.kept.play.returned, **numbers)
    assert kept == told.optimal.returned if best else kept <= told.optimal.returned


def test_conditions_in_letters():
    found = lettered(FOUR, {"x": "made", "y": "surrender-3"})
    told = [(str(each.margin), each.take, each.offers) for each in found.kept.conditions]
    assert told == [
        ("7 - x/9", False, (((2,), "surrender-2"),)),
        ("-x/3 + y", False, (((3,), "surrender-3"),)),
    ]
    assert found.kept.stays is None


def test_a_pay_and_a_weight():
    found = lettered(TWO, {"x": "made", "s": "pockets.7"})
    assert str(found.never.returned) == "x/(s + 1)**2"
    assert str(found.kept.play.returned) == "6/(s + 1)"
    assert [str(each.margin) for each in found.kept.conditions] == ["(6*s - x + 6)/(s + 1)"]


# Names.


@pytest.mark.parametrize("name", ["", "1x", "x y", "x+1", "é", "_x", "x" * 21, "__import__", "x\n", "x;y"])
def test_what_is_no_letter_is_refused(name):
    with pytest.raises(NoLetter, match="is not a letter"):
        lettered(TWO, {name: "made"})


@pytest.mark.parametrize("name", ["E", "I", "pi", "S", "lambda", "None"])
def test_a_name_that_other_programs_would_misread_is_refused(name):
    with pytest.raises(NoLetter, match="means something else"):
        lettered(TWO, {name: "made"})


@pytest.mark.parametrize("name", ["Symbol", "x" * 20, "exec"])
def test_a_name_of_a_function_is_only_a_letter(name):
    found = lettered(TWO, {name: "made"}).never.returned
    assert found == Symbol(name) / 49
    assert str(found) == f"{name}/49"


def test_what_is_not_there_is_refused():
    with pytest.raises(Unknown, match="no ending 'mad'; did you mean made"):
        lettered(TWO, {"x": "mad"})
    with pytest.raises(Unknown, match="no outcome '13'"):
        lettered(TWO, {"s": "pockets.13"})
    with pytest.raises(NoLetter, match="there is no letter"):
        lettered(TWO, {})
    with pytest.raises(NoLetter, match="stand for the same thing"):
        lettered(TWO, {"s": "pockets.7", "t": "pockets. 7"})
    with pytest.raises(NoLetter, match="surrender-1 has no pay"):
        lettered(FOUR, {"x": "made", "y": "surrender-1"})


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


# The command.


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
