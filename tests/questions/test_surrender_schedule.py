"""Schedules: closed forms of single repeaters, every policy tried one by one, and prices from scratch."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markov_games.quebec_place_bets import game as quebec

from markov.chain.absorption import values
from markov.chain.chain import Chain
from markov.distribution import Distribution, Tally
from markov.questions.surrender.schedule import schedule
from markov.rules.tally import TallyRace
from markov.wager.odds import answer
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End, offer_of
from markov.wager.wager import Wager
from tests.draws import examples
from tests.wager.curves import drawn

BETS = "repeater-bets-plus"
MILLIONTH = Fraction(1, 10**6)
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def designed(wager, edge, **asked):
    return schedule(wager, edge=Fraction(edge), **asked)


def bare(wager, pays):
    """The wager with these offers and no other."""
    return edited(wager, {e: None for e in wager.pays if e.startswith(("surrender", "withdrawn"))} | pays)


def check(wager, found, edge):
    """Prices the schedule from scratch, and every change of it by a millionth."""
    pays = {bound.ending: bound.pay for bound in found.bounds}
    target = wager.outlay - Fraction(edge)
    assert found.target == target
    assert found.exact == answer(bare(wager, pays)).optimal.returned == target
    floors = {bound.ending: Fraction(bound.whole) for bound in found.bounds}
    assert found.floors == answer(bare(wager, floors)).optimal.returned <= target
    for bound in found.bounds:
        assert bound.whole == bound.pay // 1
        only = {bound.ending: bound.alone}
        assert answer(bare(wager, only)).optimal.returned == target
        above = {bound.ending: bound.alone + MILLIONTH}
        assert answer(bare(wager, above)).optimal.returned > target
        raised = answer(bare(wager, pays | {bound.ending: bound.upto})).optimal.returned
        assert raised == target
        assert answer(bare(wager, pays | {bound.ending: bound.upto + MILLIONTH})).optimal.returned > target
        assert bound.pay <= bound.upto <= bound.alone
        assert bound.pay == found.factor * bound.alone
    assert 0 < found.factor <= 1
    if found.factor < 1:
        larger = {ending: pay * (1 + MILLIONTH) for ending, pay in pays.items()}
        assert answer(bare(wager, larger)).optimal.returned > target


# A single tally: V / P(reach K), and all of them at once.


@pytest.mark.parametrize(("total", "ways"), WAYS.items())
@pytest.mark.parametrize("edge", ["3/20", "1/10", "0"])
def test_single_repeaters_in_closed_form(game, total, ways, edge):
    wager = game(BETS).wager(f"repeating-{total}")
    found = designed(wager, edge)
    q, need = Fraction(ways, ways + 6), min(ways + 1, 6)
    expected = {f"surrender-{k}": (1 - Fraction(edge)) / q**k for k in range(1, need)}
    assert {bound.ending: bound.alone for bound in found.bounds} == expected
    assert {bound.ending: bound.pay for bound in found.bounds} == expected
    assert found.factor == 1
    check(wager, found, edge)


def test_only_what_is_posted(game):
    found = designed(game(BETS).wager("repeating-3"), "3/20", only_posted=True)
    assert [(bound.ending, bound.pay) for bound in found.bounds] == [("surrender-2", Fraction(68, 5))]
    none = designed(game(BETS).wager("horn"), "3/20", only_posted=True)
    assert (none.bounds, none.factor) == ((), 1)
    assert none.exact == none.floors == answer(game(BETS).wager("horn")).never.returned


def test_at_the_edge_of_play_to_the_end_every_offer_is_a_tie(game):
    wager = game(BETS).wager("repeating-4")
    never = answer(wager).never
    found = designed(wager, never.edge.per_stake)
    check(wager, found, never.edge.per_stake)
    tied = answer(bare(wager, {bound.ending: bound.pay for bound in found.bounds}))
    assert {offer.margin for offer in tied.offers} == {0}


def test_past_the_edge_of_play_to_the_end_there_is_none(game):
    wager = game(BETS).wager("repeating-2")
    assert designed(wager, Fraction(9, 49)) is not None
    assert designed(wager, Fraction(9, 49) + MILLIONTH) is None
    assert designed(wager, 5) is None


@pytest.mark.parametrize("name", ["horn", "uptown"])
def test_a_combination_takes_a_factor(game, name):
    """Uptown is solved level by level, with offers in all of its 720 states."""
    wager = game(BETS).wager(name)
    found = designed(wager, "3/20")
    assert found.factor < 1
    check(wager, found, "3/20")


def test_a_pay_with_room_is_told(game):
    """The factor of Odd leaves surrender 1 a pay that no best play takes."""
    found = designed(game(BETS).wager("odd"), "3/20")
    assert [bound.pay < bound.upto for bound in found.bounds] == [True, False, False, False]
    assert all(bound.upto < bound.alone for bound in found.bounds)


@pytest.mark.parametrize("placed", ["come-out", "4", "9"])
@pytest.mark.parametrize(("name", "edge"), [("right-4", "1/50"), ("buy-5", "1/50"), ("lay-6", "1/100")])
def test_withdrawing(name, edge, placed):
    """Play comes back to the offer; one ending alone always holds."""
    wager = quebec.wager(name, {"placed": placed, "commission": "on-win"})
    found = designed(wager, edge)
    assert found.factor == 1
    assert [bound.ending for bound in found.bounds] == ["withdrawn"]
    check(wager, found, edge)


def tried(wager):
    """For every set of states to stop in: what ends return, and the chance of each offer."""
    chain = wager.chain()
    payoff = {i: wager.pays[chain.states[i].name] for i in chain.transitions.absorbing.tolist()}
    where = {i: offer_of(wager.rule, chain.states[i]) for i in range(len(chain.states)) if i not in payoff}
    offers = {i: end.name for i, end in where.items() if end is not None}
    for size in range(len(offers) + 1):
        for stops in combinations(offers, size):
            cut = chain.transitions.stopped(stops)
            names = {offers[i] for i in stops}
            shares = {
                name: values(cut, {i: Fraction(1) for i in stops if offers[i] == name})[0] for name in names
            }
            yield values(cut, payoff)[0], shares


def lowest(lines, target):
    """The s above which the highest of the lines is over the target; None if none rises."""
    return min(((target - constant) / slope for slope, constant in lines if slope), default=None)


def by_every_policy(wager, target):
    """Bounds alone, the factor, and the room of each, all by brute force."""
    policies = list(tried(wager))
    endings = {name for _, shares in policies for name in shares}
    alone = {
        name: lowest([(shares.get(name, 0), c) for c, shares in policies if shares.keys() <= {name}], target)
        for name in endings
    }
    paid = [(sum(p * alone[name] for name, p in shares.items()), c) for c, shares in policies]
    together = lowest(paid, target)  # None where every offer pays nothing
    factor = Fraction(1) if together is None else min(together, Fraction(1))
    room = {
        name: lowest(
            [
                (
                    shares.get(name, 0),
                    c + sum(p * factor * alone[other] for other, p in shares.items() if other != name),
                )
                for c, shares in policies
            ],
            target,
        )
        for name in endings
    }
    return alone, factor, room


@st.composite
def races(draw):
    """Up to two tallies and a stopper, with at most seven states that have an offer."""
    needs = draw(st.sampled_from([(2,), (3,), (4,), (1, 2), (1, 3), (2, 2), (2, 3)]))
    tallies = tuple(Tally(frozenset({k}), need) for k, need in enumerate(needs))
    goal = draw(st.sampled_from(["first", "all"])) if sum(needs) < 5 else "first"
    counts = draw(st.lists(st.integers(1, 5), min_size=len(needs) + 2, max_size=len(needs) + 2))
    wheel = Distribution(dict(zip([*range(len(needs)), "stop", "other"], counts, strict=True)))
    made = draw(st.fractions(min_value=0, max_value=30, max_denominator=4))
    lost = draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 4)]))
    pays = Paytable({"made": made, "lost": lost})
    return Wager("Race", TallyRace(tallies, frozenset({"stop"}), goal), wheel, pays, "here")


@settings(max_examples=examples(25))
@given(races(), st.fractions(min_value=0, max_value=2, max_denominator=8))
def test_schedules_are_those_of_every_policy_tried(wager, more):
    never = answer(wager).never.returned
    edge = wager.outlay - never - more
    found = designed(wager, edge)
    alone, factor, room = by_every_policy(wager, never + more)
    assert {bound.ending: bound.alone for bound in found.bounds} == alone
    assert found.factor == factor
    assert {bound.ending: bound.upto for bound in found.bounds} == room
    if alone and never + more > 0:
        check(wager, found, edge)


def test_no_pay_is_too_much_where_play_never_comes():
    states = ("start", End("made"), End("lost"), "elsewhere")
    chain = Chain.of(states, [[(1, 1), (2, 1)], [], [], [(1, 1)]])
    pays = {"made": Fraction(2), "lost": Fraction(0), "leave": Fraction(90)}
    _, wager = drawn(chain, {"elsewhere": End("leave")}, pays)
    found = designed(wager, 0)
    (bound,) = found.bounds
    assert (bound.alone, bound.pay, bound.upto, bound.whole) == (None, None, None, 0)
    assert (found.factor, found.exact, found.floors) == (1, 1, 1)


@pytest.mark.parametrize(("name", "bounds"), [("repeating-6", 5 + 1), ("horn", 2 + 1 + 2)])
def test_bounds_are_counted_as_they_are_found(game, name, bounds):
    """One for each ending and one for all; where these do not hold together, another for each."""
    counts = []
    designed(game(BETS).wager(name), "3/20", done=counts.append)
    assert counts == list(range(1, bounds + 1))
