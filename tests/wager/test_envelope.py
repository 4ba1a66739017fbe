"""The return by one pay, against every policy there is and against the wager priced anew."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain as joined
from itertools import combinations, pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.absorption import absorption_with_spins
from markov.chain.chain import Chain
from markov.chain.transitions import TooMuchWork
from markov.wager import envelope as envelope_module
from markov.wager.commission import Commission
from markov.wager.envelope import Curve, Piece
from markov.wager.odds import Solved
from markov.wager.odds import solved as solve
from markov.wager.pay_edits import edited, with_commission
from markov.wager.rule import End, offer_of
from markov.wager.stopping import priced
from markov.wager.wager import PaytableMismatch, Wager
from tests.draws import examples
from tests.wager.curves import OFFERED, drawn, never, optimal, probes, wagers

HALF = Fraction(1, 2)


class Line(NamedTuple):
    """A return of fixed + chance · pay."""

    fixed: Fraction
    chance: Fraction

    def at(self, pay):
        return self.fixed + self.chance * pay

    def meets(self, steeper):
        return (self.fixed - steeper.fixed) / (steeper.chance - self.chance)


def line(curve: Curve, piece: Piece) -> Line:
    return Line(piece.line.constant, piece.line.coefficient(curve.ending))


def lines(found: Solved, wager: Wager, ending: str) -> set[Line]:
    """The line of every policy."""
    offers = dict(wager.rule.offers)
    subsets = joined.from_iterable(combinations(offers, k) for k in range(len(offers) + 1))
    return {_line(found.chain, wager, ending, stops) for stops in subsets}


def _line(chain: Chain, wager: Wager, ending: str, stops: tuple[int, ...]) -> Line:
    cut = chain.transitions.stopped(stops)
    fixed = chance = Fraction(0)
    for i, p in absorption_with_spins(cut).chances.items():
        end = offer_of(wager.rule, i) if i in stops else chain.states[i]
        if end.name == ending:
            chance += p
        else:
            fixed += p * wager.pays[end.name]
    return Line(fixed, chance)


def turns(among: set[Line]) -> list[Fraction]:
    """Every pay at which two lines meet."""
    met = {a.meets(b) for a in among for b in among if a.chance < b.chance}
    return sorted(pay for pay in met if pay >= 0)


def envelope(among: set[Line]) -> Iterator[tuple[Fraction, Line]]:
    """The pays from which on each line is the highest."""
    ends = sorted({Fraction(0), *turns(among)})
    last = None
    for low, high in pairwise([*ends, ends[-1] + 2]):
        best = max(among, key=lambda line, at=(low + high) / 2: line.at(at))
        if best != last:
            yield low, best
        last = best


@settings(max_examples=examples(40))
@given(wagers())
def test_the_pieces_are_the_envelope_of_all_policies(asked):
    curve, among = optimal(*asked), lines(*asked)
    stretches = [(piece.low, line(curve, piece)) for piece in curve.pieces if piece.low != piece.high]
    assert stretches == list(envelope(among))
    assert curve.kinks == tuple(low for low, _ in stretches[1:])
    for pay in (*turns(among), *probes(curve)):
        assert curve.returned(pay) == max(line.at(pay) for line in among)


@settings(max_examples=examples(40))
@given(wagers())
def test_ways_of_playing_that_differ_are_all_policies(asked):
    """Policies of all sets of states with an offer, some of which play never comes to."""
    found, wager, ending = asked
    every = list(priced(wager, found.chain).every())
    assert every[0].taken == ()
    assert {_line(found.chain, wager, ending, way.taken) for way in every} == lines(*asked)


@settings(max_examples=examples(40))
@given(wagers(), st.fractions(0, 12, max_denominator=9))
def test_a_piece_is_played_as_the_wager_with_that_pay_is(asked, pay):
    found, wager, ending = asked
    for curve, play in ((optimal(*asked), "optimal"), (never(*asked), "never")):
        for at in (pay, *probes(curve)):
            priced = getattr(found.answer(edited(wager, {ending: at})), play)
            piece = curve.at(at)
            assert curve.returned(at) == priced.returned
            assert curve.edge(at) == priced.edge
            assert piece.outcome.spins == priced.spins
            assert sum(piece.outcome.chances.values()) == 1
            assert piece.outcome.chances == {
                name: sum(one.probability for one in priced.endings if one.ending == name)
                for name in {one.ending for one in priced.endings}
            }
            assert set(piece.taken) == {one.ending for one in priced.endings} & {end.name for end in OFFERED}


@settings(max_examples=examples(30))
@given(wagers())
def test_every_pay_is_in_one_piece(asked):
    curve = optimal(*asked)
    for pay in probes(curve):
        assert sum(pay in piece for piece in curve.pieces) == 1
    assert all(piece.has_low == (piece.low in piece) for piece in curve.pieces)
    assert all(piece.has_high == (piece.high in piece) for piece in curve.pieces if piece.high is not None)
    assert curve.pieces[0].low == 0
    assert curve.pieces[-1].high is None
    assert all(one.high == other.low for one, other in pairwise(curve.pieces))


@settings(max_examples=examples(30))
@given(wagers(), st.fractions(0, 8, max_denominator=6))
def test_the_pays_for_a_return_are_where_the_curve_has_it(asked, returned):
    found = Solved.by_pay(*asked).reaching(returned)
    curve = optimal(*asked)
    spans = []
    for piece in curve.pieces:
        fixed, chance = line(curve, piece)
        if chance:
            pay = (returned - fixed) / chance
            spans += [(pay, pay)] if pay >= 0 and pay in piece else []
        elif fixed == returned:
            spans.append((piece.low, piece.high))
    if found is None:
        assert spans == []
    else:
        assert spans
        highs = [high for _, high in spans]
        assert found == (min(low for low, _ in spans), None if None in highs else max(highs))


# A kink that is neither side's.


def crossing() -> tuple[Solved, Wager]:
    """Half the time cash against 1 that is sure; half the time 1 for stopping against cash further on."""
    states = ["start", "sure", "early", "late", End("made"), End("lost")]
    chain = Chain.of(states, [[(1, 1), (2, 1)], [(4, 1)], [(3, 1)], [(5, 1)], [], []])
    offers = {"sure": End("cash"), "early": End("down"), "late": End("cash")}
    pays = {"made": Fraction(1), "lost": Fraction(0), "cash": Fraction(1), "down": Fraction(1)}
    return drawn(chain, offers, pays)


def test_where_offers_tie_at_once_the_kink_is_a_piece_of_its_own():
    found, wager = crossing()
    curve = optimal(found, wager, "cash")
    assert [(piece.low, piece.high, line(curve, piece).chance) for piece in curve.pieces] == [
        (0, 1, 0),
        (1, 1, HALF),
        (1, None, 1),
    ]
    closed = [(piece.has_low, piece.has_high) for piece in curve.pieces]
    assert closed == [(True, False), (True, True), (False, False)]
    assert curve.kinks == (1,)
    assert curve.at(Fraction(1)).taken == ("cash",)
    assert curve.edge(Fraction(1)) == found.answer(wager).optimal.edge
    assert (curve.edge(Fraction(1)).per_spin, curve.at(Fraction(1)).outcome.spins.mean) == (0, 2)


def test_an_offer_of_nothing_that_ties_with_nothing_is_not_taken():
    chain = Chain.of(["start", End("lost")], [[(1, 1)], []])
    curve = optimal(*drawn(chain, {"start": End("cash")}, {"lost": Fraction(0), "cash": Fraction(2)}), "cash")
    pieces = [(piece.low, piece.high, piece.taken) for piece in curve.pieces]
    assert pieces == [(0, 0, ()), (0, None, ("cash",))]
    assert curve.kinks == ()
    assert [curve.edge(Fraction(pay)).per_spin for pay in (0, 1)] == [1, None]


@pytest.mark.parametrize("ending", ["made", "cash"])
@pytest.mark.parametrize("of_stake", [Fraction(0), Fraction(1, 4)])
def test_a_kink_where_a_commission_begins_is_in_one_piece(ending, of_stake):
    """The offer is worth what a pay of 1 brings; on either side of it another play is best."""
    chain = Chain.of(["start", End("made")], [[(1, 1)], []])
    found, wager = drawn(chain, {"start": End("cash")}, {"made": Fraction(1), "cash": Fraction(1)})
    taken = Commission(ending, Fraction(1), of_stake, Fraction(1, 20), on_win=not of_stake)
    wager = with_commission(wager, taken)
    curve = optimal(found, wager, ending)
    for pay in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(5)):
        assert sum(pay in piece for piece in curve.pieces) == 1
        assert curve.edge(pay) == found.answer(edited(wager, {ending: pay})).optimal.edge
    assert all(one.low in one for one in curve.pieces if one.low == one.high)
    assert (curve.pieces[0].low, curve.pieces[-1].high) == (0, None)
    assert all(one.high == other.low for one, other in pairwise(curve.pieces))


# The sheet.


def test_an_offer_that_is_not_on_the_sheet_yet(game):
    wager = game("repeater-bets-plus").wager("repeating-3")
    curve = optimal(solve(wager), wager, "surrender-1")
    assert curve.kinks == (Fraction(25, 8),)
    assert curve.wager.pays["surrender-1"] == 0


# What is refused.


def test_an_ending_that_cannot_happen(game):
    wager = game("repeater-bets-plus").wager("repeating-2")
    for look in (optimal, never):
        with pytest.raises(PaytableMismatch, match="surrender-2"):
            look(solve(wager), wager, "surrender-2")


def test_a_negative_pay(game):
    wager = game("repeater-bets-plus").wager("repeating-2")
    with pytest.raises(ValueError, match="-1 is less than nothing"):
        never(solve(wager), wager, "made").at(Fraction(-1))


def test_more_pieces_than_can_be_found_in_time(game, monkeypatch):
    monkeypatch.setattr(envelope_module, "MOST_ASKED", 4)
    wager = game("repeater-bets-plus").wager("repeating-4")
    with pytest.raises(TooMuchWork, match="pays of made"):
        optimal(solve(wager), wager, "made")
    assert solve(wager).by_pay(wager, "made").reaching(Fraction(65, 81)) == (65, 65)
