"""Outcomes and what they return, against the same chain played by hand and priced anew."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.absorption import absorption_with_spins, values
from markov.wager.outcome import Affine, Outcome, pushes
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
@given(wagers(), st.data())
def test_an_outcome_is_the_chain_cut_by_hand_whichever_figure_is_asked_first(asked, data):
    found, wager, _ = asked
    table = found.envelope(wager).table
    taken = data.draw(st.sets(st.sampled_from(sorted(table.offers)))) if table.offers else set()
    cut = found.chain.transitions.stopped(taken)
    ended = absorption_with_spins(cut)
    first, second = (Outcome(found.chain, table.offers, taken) for _ in range(2))
    assert first.spins == ended.spins
    assert first.probabilities == second.probabilities
    assert second.spins == ended.spins
    assert sum(first.probabilities.values()) == 1
    assert set(first.takes) == {table.offers[i].name for i in taken if ended.chances[i]}
    paid = {i: wager.pays[end.name] for i, end in first.ends.items()}
    backward = values(cut, paid)[0]
    assert first.returned.at(wager.pays) == backward
    assert first.outlay(wager) - first.returned.at(wager.pays) == wager.outlay - backward
    resolved = [p for i, p in ended.chances.items() if first.ends[i].decides and paid[i] != wager.outlay]
    assert first.resolved(pushes(wager)) == sum(resolved)


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
