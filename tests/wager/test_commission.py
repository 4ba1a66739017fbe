"""A commission that follows the pay: every figure against the wager with its outlay and pays made by hand."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil, floor

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import markov as mk
from markov.appendix.chapter import played_best
from markov.questions.design.candidates import FreePay
from markov.questions.design.design import Wanted, design
from markov.questions.letters.symbolic import lettered
from markov.questions.price.price import price
from markov.questions.sensitivity.sensitivity import sensitivity
from markov.questions.surrender.surrender import surrender
from markov.questions.sweep.grid import Axis, Grid, Run
from markov.questions.sweep.sweep import sweep
from markov.tables.table import as_posted, pay_words
from markov.wager.catalogue import find
from markov.wager.commission import Commission, SteppedCommission
from markov.wager.odds import answer, solved
from markov.wager.outcome import Affine, all_winning, cash_flows
from markov.wager.pay_edits import edited, with_commission
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager
from tests.draws import examples

TWENTIETH = Fraction(1, 20)
BASES = ("per_stake", "per_outlay", "per_resolved", "per_spin")
WAYS = ("never", "optimal")

quebec, craps = find("quebec-place-bets"), find("craps")
REPEATING = find("repeater-bets-plus").wager("repeating-3")
bet = quebec.wager("right-5")  # no commission: the rule, the wheel and the offer

fractions = st.fractions(0, 5, max_denominator=12)
parts = st.fractions(0, Fraction(2, 3), max_denominator=20)


def by_hand(wager: Wager, taken: Commission, line: Fraction, flat: Fraction = Fraction(1)) -> Wager:
    """The wager with plain numbers: what is due is worked out here, and nothing follows anything."""
    won = max(line - 1, Fraction(0))
    due = taken.of_stake + taken.of_winnings * won
    if taken.rounding is not None:
        ways = {"up": ceil, "down": floor, "nearest": lambda chips: floor(chips + Fraction(1, 2))}
        due = Fraction(ways[taken.rounding](due * taken.chips), taken.chips)
    pays = {**wager.pays, taken.ending: line}
    if taken.on_win:
        due = due if won else Fraction(0)
        pays[taken.ending] = line - due
        due = Fraction(0)
    pays |= {ending: wager.pays[ending] + due for ending in taken.refunded}
    return replace(wager, pays=Paytable(pays), outlay=flat + due, commission=None)


@st.composite
def commissions(draw):
    """A bare wager with offers, and a commission: a part of the stake, rounded or not, or on what it wins.

    What is rounded is of the stake alone: of winnings it moves in steps, and most questions refuse it.
    """
    bare = draw(st.sampled_from([bet, REPEATING]))
    offers = [ending for ending in bare.pays if ending not in ("made", "lost")]
    on_win, rounding = draw(st.booleans()), draw(st.sampled_from([None, "up", "down", "nearest"]))
    return bare, Commission(
        "made",
        bare.pays["made"],
        of_stake=draw(parts),
        of_winnings=draw(parts) if rounding is None else Fraction(0),
        on_win=on_win,
        refunded=frozenset(() if on_win else draw(st.sets(st.sampled_from(offers)))),
        rounding=rounding,
        chips=1 if rounding is None else draw(st.integers(1, 40)),
    )


@given(commissions(), fractions)
@settings(max_examples=examples(60))
def test_a_pay_moves_the_commission_as_by_hand(asked, pay):
    bare, taken = asked
    moved = edited(with_commission(bare, taken), {"made": pay})
    plain = by_hand(bare, taken, pay)
    assert (moved.outlay, dict(moved.pays)) == (plain.outlay, dict(plain.pays))
    assert edited(moved, {"made": bare.pays["made"]}) == with_commission(bare, taken)
    for way in WAYS:
        assert getattr(answer(moved), way) == getattr(answer(plain), way)


@given(commissions(), st.sampled_from(BASES), st.sampled_from(WAYS), st.fractions(-2, 1, max_denominator=40))
@settings(max_examples=examples(80))
def test_the_price_of_an_edge_has_it_and_no_other_pay_has(asked, base, way, edge):
    """The edge is followed over a fine grid: where it passes the one wanted, or leaps over it, is told."""
    bare, taken = asked
    rule = solved(bare)

    @cache
    def at(pay: Fraction) -> Fraction | None:
        return getattr(getattr(rule.answer(by_hand(bare, taken, pay)), way).edge, base)

    found = price(with_commission(bare, taken), "made", edge=edge, base=base, play=way, solution=rule)
    for span in found.solutions:
        inside = {span.low, span.high} if span.has_high and span.high is not None else {span.low}
        assert {at(pay) for pay in inside} == {edge}
    for quote in (*found.exact, *found.payable, found.posted):
        assert quote.edge == at(quote.returned)
    for piece in found.curve.pieces:
        for pay in (piece.low, piece.low + Fraction(1, 7), piece.high):
            if pay is not None and pay in piece:
                priced = getattr(rule.answer(by_hand(bare, taken, pay)), way)
                assert getattr(found.curve.edge(pay), base) == at(pay)
                assert found.curve.returned(pay) == priced.returned

    def known(pay: Fraction) -> bool:
        return any(
            span.low <= pay and (span.high is None or pay < span.high or (span.has_high and pay == span.high))
            for span in found.solutions
        )

    grid = [Fraction(k, 8) for k in range(40)]
    assert all(known(pay) == (at(pay) == edge) for pay in grid)
    turns = {pay for piece in found.curve.pieces for pay in (piece.low, *found.curve.push_pays(piece))}
    for low, high in pairwise(grid):
        ends = at(low), at(high)
        if None in ends or any(low <= turn <= high for turn in turns):
            continue
        between = any(low < span.low < high for span in found.solutions)
        assert between == (min(ends) < edge < max(ends))


@given(commissions(), fractions, st.sampled_from(WAYS))
@example((bet, Commission("made", bet.pays["made"], of_winnings=TWENTIETH)), Fraction(1), "never")
@settings(max_examples=examples(60))
def test_the_derivative_is_the_slope_between_near_pays(asked, pay, way):
    """The edge is piecewise linear in the pay: the slope to a pay that is near enough is the derivative."""
    bare, taken = asked
    moved = edited(with_commission(bare, taken), {"made": pay})
    found = next(one for one in sensitivity(moved, way).pays if one.name == "made")

    def edge(line: Fraction) -> Fraction:
        return getattr(answer(by_hand(bare, taken, line)), way).edge.per_stake

    near = Fraction(1, 10**9)
    assert found.now == pay
    assert found.more == edge(pay + 1) - edge(pay)
    assert found.less == (edge(pay - 1) - edge(pay) if pay >= 1 else None)
    if found.slope is None:
        assert taken.on_win
        assert taken.of_stake
        assert pay == 1
    else:
        assert found.slope.right == (edge(pay + near) - edge(pay)) / near
        assert not pay or found.slope.left == (edge(pay) - edge(pay - near)) / near


@given(commissions(), st.booleans(), st.sampled_from([1, 2, 3]))
@settings(max_examples=examples(40))
def test_a_sweep_is_every_paytable_by_hand(asked, winning, steps):
    bare, taken = asked
    first, step = (Fraction(9, 8), Fraction(1, 3)) if winning else (Fraction(0), Fraction(1, 4))
    wager, rule = with_commission(bare, taken), solved(bare)
    offer = next(ending for ending in bare.pays if ending not in ("made", "lost"))
    offered = Axis(offer, (Run(Fraction(1, 2), Fraction(1), steps),))
    grid = Grid((Axis("made", (Run(first, step, 4),)), offered))
    swept = sweep(rule, wager, grid)
    figures = swept.figures(("edge", "best-edge", "rtp", "best-rtp"), 0, len(swept))
    for row in range(len(swept)):
        pays = swept.grid.pays(row)
        back = replace(taken, refunded=taken.refunded - {offer})
        plain = by_hand(edited(bare, {offer: pays[offer]}), back, pays["made"])
        priced = rule.answer(plain)
        assert {name: Fraction(*numbers[row]) for name, numbers in figures.items()} == {
            "edge": priced.never.edge.per_stake,
            "best-edge": priced.optimal.edge.per_stake,
            "rtp": priced.never.rtp,
            "best-rtp": priced.optimal.rtp,
        }


def test_a_sweep_from_pays_that_win_nothing_to_pays_that_win_is_refused():
    wager = quebec.wager("lay-4")
    with pytest.raises(SteppedCommission, match="up to 1 for 1"):
        sweep(solved(wager), wager, Grid((Axis("made", (Run(Fraction(1, 2), Fraction(1, 2), 4),)),)))


@given(commissions(), st.sampled_from(WAYS), st.sampled_from(["near", "top", "variance"]))
@settings(max_examples=examples(25))
def test_a_design_is_the_best_of_all_paytables_by_hand(asked, way, goal):
    bare, taken = asked
    rule, wager = solved(bare), with_commission(bare, taken)
    free = FreePay("made", Fraction(1, 2), Fraction(1, 4), 30, bare.pays["made"], Fraction(1))
    wanted = Wanted((free,), (Fraction(-1, 10), Fraction(1, 4)), goal, 4, way)
    by_pay = {free.pay(k): getattr(rule.answer(by_hand(bare, taken, free.pay(k))), way) for k in range(30)}
    low, high = wanted.edge
    inside = {pay for pay, play in by_pay.items() if low <= play.edge.per_stake <= high}
    found = design(rule, wager, wanted)
    assert found.complete
    assert found.paytables == 30

    def rank(pay: Fraction) -> tuple[Fraction, ...]:
        far, others = abs(pay - free.target), (wager.pays[one] for one in wager.pays if one != "made")
        first = {"near": far, "top": -max(pay, *others), "variance": by_pay[pay].variance}
        return first[goal], far

    chosen = [one.pays["made"] for one in found.designs]
    assert sorted(map(rank, inside))[:4] == list(map(rank, chosen))
    assert all(one.play == by_pay[one.pays["made"]] for one in found.designs)


@given(commissions())
@settings(max_examples=examples(25))
def test_letters_say_the_edge_at_every_pay(asked):
    bare, taken = asked
    found = lettered(with_commission(bare, taken), {"x": "made"})
    for one in found.stretches:
        high = one.low + 3 if one.high is None else one.high
        pay = (one.low + high) / 2
        priced = answer(by_hand(bare, taken, pay)).optimal
        assert Fraction(str(one.play.edge.subs("x", f"{pay}"))) == priced.edge.per_stake
        assert Fraction(str(one.play.returned.subs("x", f"{pay}"))) == priced.returned
    priced = answer(by_hand(bare, taken, Fraction(7, 2))).never
    assert Fraction(str(found.never.edge.subs("x", "7/2"))) == priced.edge.per_stake


@given(commissions())
@settings(max_examples=examples(40))
def test_offers_flip_where_they_are_a_tie(asked):
    bare, taken = asked
    wager = with_commission(bare, taken)
    for k, one in enumerate(surrender(wager).offers):
        if one.flips_at_win_pay is None:
            continue
        flips = one.flips_at_win_pay
        margins = [
            answer(by_hand(bare, taken, pay)).offers[k].margin
            for pay in (flips, flips + Fraction(1, 100), flips + 1, flips + 50)
        ]
        assert margins[0] == 0
        assert all(margin < 0 for margin in margins[1:])


def test_an_offer_below_the_stake_flips_where_the_win_owes_no_commission():
    low = edited(bet, {"withdrawn": "1 for 4"})
    owed = Commission("made", bet.pays["made"], of_winnings=TWENTIETH, on_win=True)
    for wager in (low, with_commission(low, owed)):
        assert {offer.flips_at_win_pay for offer in surrender(wager).offers} == {Fraction(5, 8)}


# Rounded to chips.


def test_a_rounded_commission_is_moved_by_an_edit_and_followed_by_nothing_else():
    wager = craps.wager("lay-4", {"rounding": "up-30"})
    assert wager.outlay == 1 + Fraction(1, 30)  # 5% of 15 chips is 3/4 of one
    assert wager.with_pays(made="2 to 3").outlay == 1 + Fraction(1, 30)  # of 20 chips, just one
    assert wager.with_pays(made="7 to 10").outlay == 1 + Fraction(2, 30)  # of 21
    with pytest.raises(SteppedCommission, match="what-if"):
        wager.price("made", edge="0%")
    with pytest.raises(SteppedCommission, match="what-if"):
        sweep(solved(wager), wager, Grid((Axis("made", (Run(Fraction(3, 2)),)),)))
    assert wager.price("lost", edge="0%").pay is not None  # this pay moves no commission
    (made,) = (one for one in wager.sensitivity(play="never").pays if one.name == "made")
    assert made.slope is None
    assert made.more == Fraction(2, 30) - Fraction(1, 30) * 1 - Fraction(2, 3) + Fraction(1, 30)


def test_buy_4_on_a_win_rounded_up():
    """Wins w with chance 1/3, less two of 30 chips, and loses 1 with 2/3: (w - 2/30) / 3 = 2/3."""
    w = Fraction(31, 15)
    assert (w - Fraction(2, 30)) / 3 == Fraction(2, 3)
    wager = craps.wager("buy-4", {"commission": "on-win", "rounding": "up-30"})
    assert [quote.text for quote in wager.price("made", edge="0%").exact] == ["31 to 15"]
    swept = sweep(solved(wager), wager, Grid((Axis("made", (Run(1 + w),)),)))
    (edge,) = swept.figures(("edge",), 0, 1)["edge"]
    assert Fraction(*edge) == 0


def test_the_stake_is_a_chip_where_nothing_else_is_said():
    assert Commission("made", Fraction(2), of_stake=TWENTIETH, rounding="up").due(Fraction(3)) == 1


def test_a_commission_of_the_whole_stake_is_out_of_a_win():
    """Where even money is won, all of it is owed: the stake alone comes back."""
    whole = Commission("made", Fraction(2), Fraction(1), on_win=True)
    wager = with_commission(bet.with_pays(made="1 to 1"), whole)
    assert wager.pays["made"] == 1
    with pytest.raises(ValueError, match="at most the stake"):
        replace(wager.commission, of_stake=Fraction(101, 100))
    with pytest.raises(ValueError, match="below 1"):
        replace(wager.commission, of_winnings=Fraction(1))


def test_a_refund_that_is_priced_beside_its_commission_is_as_it_is_said():
    """The pays of both vary: what is refunded is then posted with the refund in it, and follows nothing."""
    refunded = Commission("made", bet.pays["made"], of_winnings=TWENTIETH, refunded=frozenset({"withdrawn"}))
    wager = with_commission(bet, refunded)
    found = cash_flows(wager, {name: Affine.unknown(name) for name in ("made", "withdrawn")})
    known = {"made": Fraction(5), "withdrawn": Fraction(3, 4)}
    moved = edited(wager, known)
    assert {name: back.at(known) for name, back in found.pays.items()} == dict(moved.pays)
    put_up = {name: out.at(known) for name, out in found.total_staked.items()}
    assert put_up == dict.fromkeys(moved.pays, moved.outlay)


def test_best_play_that_never_comes_to_the_ending_owes_no_commission_of_it():
    """Who never plays for the win still puts up what is due for it, and the pay of the win moves that."""
    rule = mk.PlainRule(
        "ask",
        lambda state, side: (
            mk.End("made" if side == "heads" else "lost") if state == "play" else mk.End("kept")
        ),
        actions=lambda state: {"play": "play", "keep": "keep"} if state == "ask" else None,
    )
    pays = mk.Paytable({"made": "3 to 2", "lost": "nothing", "kept": "2 for 1"})
    wager = with_commission(
        mk.Wager("Asked", rule, mk.coin(), pays, "here"),
        Commission("made", pays["made"], of_winnings=TWENTIETH),
    )
    odds = answer(wager).optimal
    assert {one.ending for one in odds.endings} == {"kept"}
    assert odds.edge.per_stake == 1 + Fraction(3, 40) - 2
    left = played_best(answer(wager))
    assert (left.commission, left.outlay, dict(left.pays)) == (None, wager.outlay, {"kept": Fraction(2)})
    made = next(one for one in sensitivity(wager, "optimal").pays if one.name == "made")
    assert made.slope.both == TWENTIETH


def test_pays_that_do_not_fit_the_commission_are_refused():
    wager = quebec.wager("lay-4")
    with pytest.raises(ValueError, match="with_pays"):
        replace(wager, pays=wager.pays.changed({"made": "1 to 1"}))


def test_pays_from_the_stake_up_all_win_but_where_a_win_owes_a_part_of_the_stake():
    of_win, of_stake = (
        with_commission(bet, Commission("made", bet.pays["made"], on_win=True, **part))
        for part in ({"of_winnings": TWENTIETH}, {"of_stake": TWENTIETH})
    )
    assert all_winning(of_win, Fraction(1), Fraction(2))
    with pytest.raises(SteppedCommission):
        all_winning(of_stake, Fraction(1), Fraction(2))


def test_a_commission_goes_with_the_offer_that_owes_it():
    bet = mk.game("repeater-bets-plus")["repeating-2"]
    taxed = with_commission(bet, Commission("surrender-1", bet.pays["surrender-1"], of_winnings=TWENTIETH))
    assert taxed.outlay > 1
    assert edited(taxed, {"surrender-1": None}) == edited(bet, {"surrender-1": None})


def test_a_pay_is_told_as_the_sheet_posts_it():
    bet = mk.game("craps", commission="on-win")["buy-4"]
    assert as_posted(bet, "made") == "2 to 1"
    assert pay_words(bet, "made") == "2 to 1 (39 to 20 after commission)"
    assert pay_words(mk.game("craps")["buy-4"], "made") == "2 to 1"
    assert as_posted(mk.game("craps")["world"], "7") == "pushes"
