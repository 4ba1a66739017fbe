"""Outcomes and what they return, against the same chain played by hand and priced anew."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.absorption import values
from markov.wager.outcome import Affine
from markov.wager.pay_edits import edited
from tests.draws import examples
from tests.wager.curves import wagers

numbers = st.fractions(-9, 9, max_denominator=8)
affine = st.builds(Affine, numbers, st.dictionaries(st.sampled_from("xyz"), numbers))


@settings(max_examples=examples(60))
@given(affine, affine, st.fixed_dictionaries(dict.fromkeys("xyz", numbers)), affine)
def test_differences_and_substitutions_are_those_of_the_values(one, other, known, inner):
    assert (one - other).at(known) == one.at(known) - other.at(known)
    by_y = {"x": inner, "y": Affine.unknown("y"), "z": Affine(known["z"])}
    assert one.substituted(by_y).at(known) == one.at({**known, "x": inner.at(known)})


def test_a_coefficient_of_nothing_makes_no_other_function():
    assert Affine(Fraction(1), {"x": Fraction(0)}) == Affine(Fraction(1))
    assert len({Affine(Fraction(1), {"x": Fraction(0)}), Affine(Fraction(1))}) == 1


@settings(max_examples=examples(40))
@given(wagers(), st.fractions(0, 9, max_denominator=7))
def test_what_states_are_worth_moves_with_a_pay_as_pricing_anew_says(asked, pay):
    found, wager, ending = asked
    outcome = found.envelope(wager).optimum().outcome
    known = {name: Affine(each) for name, each in wager.pays.items()}
    worth = outcome.worth({**known, ending: Affine.unknown(ending)})
    again = edited(wager, {ending: pay})
    paid = {i: again.pays[end.name] for i, end in outcome.ends.items()}
    cut = outcome.cut
    assert [worth.at(i).at({ending: pay}) for i in range(len(cut))] == values(cut, paid)


def test_another_rule_than_that_which_was_solved_is_refused(game, solved_rule):
    wager = game("repeater-bets-plus").wager("repeating-3")
    for ask in (solved_rule.answer, solved_rule.envelope, lambda one: solved_rule.by_pay(one, "made")):
        with pytest.raises(ValueError, match="another rule or wheel"):
            ask(replace(wager, name="Other"))


@pytest.fixture
def solved_rule(game):
    from markov.wager.odds import solved

    return solved(game("repeater-bets-plus").wager("repeating-2"))
