"""Offers judged, and schedules: closed forms of single repeaters, and every policy tried one by one."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markov_games.quebec_place_bets import game as quebec

from markov.chain.absorption import values
from markov.chain.chain import Chain
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, Tally
from markov.questions.surrender import surrender as surrender_module
from markov.questions.surrender.card import card_lines
from markov.questions.surrender.schedule import schedule
from markov.questions.surrender.surrender import indifference_pays, surrender
from markov.questions.surrender.view import view as surrender_view
from markov.rules.tally import TallyRace
from markov.wager.asked import asked_about
from markov.wager.odds import answer
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End, offer_of
from markov.wager.wager import Wager
from tests.draws import examples
from tests.laws.chains import with_offers
from tests.wager.curves import drawn

BETS = "repeater-bets-plus"
MILLIONTH = Fraction(1, 10**6)
SINGLE = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}  # total → ways to roll it


# Single repeaters, by hand: the next of them comes before a seven with chance q.


@pytest.mark.parametrize(("total", "ways"), SINGLE.items())
def test_single_repeaters_in_closed_form(game, total, ways):
    wager = game(BETS).wager(f"repeating-{total}")
    need, made, q = min(ways + 1, 6), wager.pays["made"], Fraction(ways, ways + 6)
    posted = {k: wager.pays[f"surrender-{k}"] for k in range(1, need) if f"surrender-{k}" in wager.pays}

    def worth(k, pay):
        return max([q ** (need - k) * pay, *(q ** (j - k) * offer for j, offer in posted.items() if j > k)])

    found = surrender(wager)
    assert found.win == "made"
    assert [one.state for one in found.offers] == [(k,) for k in posted]
    for k, one in zip(posted, found.offers, strict=True):
        assert one.continuing == worth(k, made)
        assert one.margin == posted[k] - worth(k, made)
        assert one.kind == ("leak" if total in (2, 12) else "dead")
        pay = posted[k] / q ** (need - k)
        assert one.flips_at_win_pay == (pay if worth(k, pay) == posted[k] else None)
    unposted = [k for k in range(1, need) if k not in posted]
    assert [(one.state, one.ending) for one in found.unposted] == [((k,), f"surrender-{k}") for k in unposted]
    assert [one.continuing for one in found.unposted] == [worth(k, made) for k in unposted]
    assert found.answer.never.returned == made * q**need
    first = min(posted)
    assert found.always == posted[first] * q**first


def test_an_offer_that_a_later_one_is_just_as_good_as_is_a_tie_below_its_flip(game):
    """Surrender 2 of Repeating 4 pays a third of surrender 3, which comes from there with chance 1/3."""
    wager = game(BETS).wager("repeating-4")
    assert [one.flips_at_win_pay for one in surrender(wager).offers] == [63, 63]
    for pay in (0, 20, 63 - MILLIONTH):
        second, third = surrender(edited(wager, {"made": Fraction(pay)})).offers
        assert (second.kind, third.kind, second.flips_at_win_pay) == ("tie", "leak", 63)


def lines(chain, payoff, offers, wins, at):
    """Slope and constant, at the state, of every policy elsewhere; play goes on in the state itself."""
    elsewhere = [i for i in offers if i != at]
    for size in range(len(elsewhere) + 1):
        for stops in combinations(elsewhere, size):
            cut = chain.transitions.stopped(stops)
            ends = {i: Fraction(0) if i in wins else x for i, x in payoff.items()}
            ends |= {i: offers[i] for i in stops}
            won = dict.fromkeys(wins, Fraction(1))
            yield values(cut, won)[at], values(cut, ends)[at]


@settings(max_examples=examples(80))
@given(with_offers(offers=4), st.data())
def test_flips_are_those_of_every_policy_tried(case, data):
    chain, payoff, offers = case
    wins = {i for i in payoff if data.draw(st.booleans())}
    found = indifference_pays(chain, payoff, offers, wins)
    assert found.keys() == offers.keys()
    for i, offered in offers.items():
        tried = set(lines(chain, payoff, offers, wins, i))
        roots = {(offered - constant) / slope for slope, constant in tried if slope}
        ties = {x for x in roots if x >= 0 and max(a * x + b for a, b in tried) == offered}
        # At the highest tie a line of positive slope is the highest, so that it is a root of one.
        assert found[i] == max(ties, default=None)


def test_an_offer_at_nothing_flips_where_the_win_pays_nothing():
    chain = Chain.of(("one", "lost", "won"), [[(1, 1), (2, 1)], [], []])
    assert indifference_pays(chain, {1: Fraction(0)}, {0: Fraction(0)}, {2}) == {0: 0}
    assert indifference_pays(chain, {1: Fraction(1)}, {0: Fraction(0)}, {2}) == {0: None}
    assert indifference_pays(chain, {1: Fraction(0)}, {}, {2}) == {}


def test_too_many_offers_are_refused(game, monkeypatch):
    monkeypatch.setattr(surrender_module, "MOST_SOLVED", 3)
    wager = game(BETS).wager("repeating-6")
    monkeypatch.setattr(surrender_module, "_FEW", 1)
    for refused in (wager, quebec.wagers({"commission": "on-win"})["buy-4"]):
        with pytest.raises(TooMuchWork, match="too many offers"):
            surrender(refused)


def two_tallies(pays):
    rule = TallyRace((Tally(frozenset({2}), 2), Tally(frozenset({3}), 3)), frozenset({7}))
    wheel = Distribution({2: 1, 3: 2, 7: 6, 8: 3})
    return Wager("Two tallies", rule, wheel, Paytable(pays), "here")


PAYS = {"made": "12 for 1", "lost": "nothing", "surrender-1": "2 for 1", "surrender-2": "5 for 1"}


def test_costs_and_regrets_are_those_of_every_policy_tried():
    wager = two_tallies(PAYS)
    found = surrender(wager)
    chain = wager.chain()
    at = {state: i for i, state in enumerate(chain.states)}
    payoff = {i: wager.pays[chain.states[i].name] for i in chain.transitions.absorbing.tolist()}
    offers = {at[one.state]: one.offered for one in found.offers}
    assert len(offers) == 5

    def returned(stops):
        cut = chain.transitions.stopped(stops)
        return values(cut, payoff | {i: offers[i] for i in stops})[0]

    def best(allowed):
        chosen = [stops for n in range(len(allowed) + 1) for stops in combinations(allowed, n)]
        return max(map(returned, chosen))

    highest = best(list(offers))
    assert found.answer.optimal.returned == highest
    assert found.never_regret == highest - returned(())
    assert found.always_regret == highest - returned(tuple(offers))
    assert {one.kind for one in found.offers} == {"leak", "dead"}
    for one in found.offers:
        kept = [at[other.state] for other in found.offers if other.ending != one.ending]
        assert one.cost == (highest - best(kept) if one.kind == "leak" else 0)


def test_without_made_the_best_paid_end_is_the_win(game):
    wager = game("straights-and-8s").wager("straights-and-8s")
    found = surrender(wager)
    forced = {ending.ending: ending.returned for ending in found.answer.never.endings}
    assert forced[found.win] == max(forced.values())
    assert (found.offers, found.unposted, found.never_regret, found.always_regret) == ((), (), 0, 0)


def test_the_card_says_what_best_play_does_in_every_state(game):
    took, others = set(), game("quebec-place-bets")
    for wager in (*game(BETS).wagers().values(), others.wager("right-4"), others.wager("lay-10")):
        answered = answer(wager)
        lines = card_lines(answered)
        assert {(state, line.ending): line.advice for line in lines for state in line.states} == {
            (offer.state, offer.ending): "take" if offer.take else "either" if offer.tie else "play on"
            for offer in answered.offers
        }
        for line in lines:
            worth = {offer.continuing for offer in answered.offers if offer.state in line.states}
            assert (line.least, line.greatest) == (min(worth), max(worth))
            took |= {wager.name} if line.advice == "take" else set()
    assert took == {"Repeating 2", "Repeating 12", "Right 4"}


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
    shown = surrender_view(asked_about(wager), surrender(wager), Fraction(0), found).to_markdown()
    assert "play never comes to such an offer" in shown


@pytest.mark.parametrize(("name", "bounds"), [("repeating-6", 5 + 1), ("horn", 2 + 1 + 2)])
def test_bounds_are_counted_as_they_are_found(game, name, bounds):
    """One for each ending and one for all; where these do not hold together, another for each."""
    counts = []
    designed(game(BETS).wager(name), "3/20", done=counts.append)
    assert counts == list(range(1, bounds + 1))
