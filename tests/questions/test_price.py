"""The pay for an edge: against the wager priced anew, and as a script meets the command."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.chain import Chain
from markov.questions.price import price as price_module
from markov.questions.price.pays_for_edge import PayRange, Why, missed, pays_with_edge
from markov.questions.price.price import payable, price
from markov.wager.pay_edits import edited
from markov.wager.rule import End
from tests.draws import examples
from tests.wager.curves import drawn, never, optimal, probes, wagers

BASES = ("per_stake", "per_outlay", "per_resolved", "per_spin")
PLAYS = ("optimal", "never")


def within(span, pay) -> bool:
    if pay == span.high:
        return span.has_high
    return span.low <= pay and (span.high is None or pay < span.high)


def price_of(found, wager, ending, edge, base):
    """The price of a wager whose chain is drawn, and which is solved already."""
    return price(wager, ending, edge=edge, base=base, solution=found)


@settings(max_examples=examples(30))
@given(wagers(), st.sampled_from(BASES), st.sampled_from(PLAYS), st.fractions(0, 6, max_denominator=6))
def test_the_pays_found_are_those_with_the_edge_and_no_others(asked, base, play, pay):
    curve = (optimal if play == "optimal" else never)(*asked)
    found, wager, ending = asked

    def edge(at):
        return getattr(getattr(found.answer(edited(wager, {ending: at})), play).edge, base)

    wanted = edge(pay)
    if wanted is None:
        assert all(getattr(curve.edge(at), base) is None for at in probes(curve) if at in curve.at(pay))
        return
    there = pays_with_edge(curve, wanted, base)
    assert [span.low for span in there] == sorted({span.low for span in there})
    assert sum(within(span, pay) for span in there) == 1
    for at in {pay, *probes(curve), *(span.low for span in there)}:
        assert any(within(span, at) for span in there) == (edge(at) == wanted)


@settings(max_examples=examples(30))
@given(wagers(), st.sampled_from(BASES), st.sampled_from(PLAYS), st.fractions(-2, 2, max_denominator=8))
def test_where_no_pay_has_the_edge_the_bounds_hold(asked, base, play, wanted):
    curve = (optimal if play == "optimal" else never)(*asked)
    if pays_with_edge(curve, wanted, base):
        return
    why = missed(curve, wanted, base)
    edges = [getattr(curve.edge(at), base) for at in (*probes(curve), Fraction(10**6))]
    known = [edge for edge in edges if edge is not None]
    assert wanted not in known
    match why.why:
        case Why.undefined:
            assert known == []
        case Why.idle:
            assert set(known) == {why.edge}
        case Why.lower:
            assert max(known) <= why.edge <= wanted
        case Why.higher:
            assert min(known) >= why.edge >= wanted
        case Why.leap:
            low, high = why.leap
            assert low <= wanted <= high
            assert not any(low < edge < high for edge in known)
            assert any(edge < wanted for edge in known)
            assert any(edge > wanted for edge in known)


@settings(max_examples=examples(30))
@given(wagers(), st.sampled_from(BASES[:2]), st.fractions(-2, 2, max_denominator=8))
def test_a_wager_of_many_choices_is_priced_without_its_pieces(asked, base, wanted):
    few = price_of(*asked, wanted, base)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(price_module, "FEW_DECIDED", -1)
        many = price_of(*asked, wanted, base)
    assert many.curve is None
    assert (many.solutions, many.exact, many.payable) == (few.solutions, few.exact, few.payable)
    assert (many.missed and many.missed.why) == (few.missed and few.missed.why)
    if few.missed:
        assert (many.missed.edge, many.missed.until) == (few.missed.edge, few.missed.until)


def test_of_two_ends_of_one_name_only_that_which_decides_is_resolved():
    chain = Chain.of(["start", End("made"), End("made", decides=False)], [[(1, 1), (2, 1)], [], []])
    found, wager = drawn(chain, {}, {"made": Fraction(2)})
    (quote,) = price_of(found, wager, "made", Fraction(-1), "per_resolved").exact
    assert quote.returned == Fraction(3, 2)
    assert found.answer(edited(wager, {"made": quote.returned})).never.edge.per_resolved == -1


def test_a_pay_whose_edge_is_another_once_it_is_priced(game, monkeypatch):
    wager = game("repeater-bets-plus").wager("repeating-2")
    monkeypatch.setattr(price_module, "pays_with_edge", lambda *_: (PayRange(Fraction(50), Fraction(50)),))
    with pytest.raises(ArithmeticError, match="Repeating 2: pricing made"):
        price(wager, "made", edge=Fraction(0))


@settings(max_examples=examples(30))
@given(st.fractions(0, 60), st.one_of(st.none(), st.fractions(Fraction(1, 8), 7)))
def test_payable_ones_are_the_nearest_on_either_side(pay, step):
    near = set(payable(pay, step))
    units = [step] if step else [Fraction(1, m) for m in range(1, 7)]

    def can_be_posted(at):
        return any((at / unit).denominator == 1 for unit in units)

    assert all(map(can_be_posted, near))
    assert (pay in near) == can_be_posted(pay)
    grid = {n * unit for unit in units for n in range(61 * 8)}
    below, above = [at for at in grid if at < pay], [at for at in grid if at > pay]
    assert {max(below)} <= near if below else min(near) >= pay
    assert min(above) in near
    if not step:
        assert {at for at in near if at != pay and at.denominator == 1} >= {int(pay) + 1}
