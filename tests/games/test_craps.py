"""Craps and its side bets: every figure by the oracle's road, and money put down on the way."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from markov import checker
from markov.distribution import Distribution, Tally, dice
from markov.proof.certificate import certificate, claimed_play, first_difference
from markov.questions.design.candidates import FreePay
from markov.questions.design.design import Wanted, design
from markov.questions.letters.symbolic import lettered
from markov.questions.lint.checks import falling_pays
from markov.questions.odds.view import view
from markov.questions.sweep.grid import Axis, Grid, Run
from markov.questions.sweep.sweep import sweep
from markov.rules.points import COME_OUT, CRAPLESS, PointCycle
from markov.rules.tally import TallyRace
from markov.wager.asked import asked_about
from markov.wager.game import Unknown
from markov.wager.odds import answer, solved
from markov.wager.payable import paid
from markov.wager.paytable import Paytable
from markov.wager.rule import NoAnswer
from markov.wager.wager import PaytableMismatch, Wager
from markov_games import craps as table_file
from markov_games import craps_side_bets as side_file
from tests.oracles import craps
from tests.plays import chances, changed

TABLE, SIDE = table_file.game, side_file.game
ORACLES = {"craps": (TABLE, craps.table), "craps-side-bets": (SIDE, craps.side_bets)}
READINGS = [(name, reading) for name, (game, _) in ORACLES.items() for reading in game.readings()]
TOGETHER = [
    (
        "craps",
        {"commission": "on-win", "rounding": rounding, "odds": "2x", "bar": "3", "paytable": "field-3-3"},
    )
    for rounding in TABLE.options[3].choices
] + [("craps-side-bets", {"paytable": paytable, "over": "seven-out"}) for paytable in ("line-7", "all-150")]


def said(case):
    name, reading = case
    return f"{name} {changed(ORACLES[name][0], reading)}"


@pytest.mark.parametrize("case", READINGS + TOGETHER, ids=said)
def test_every_figure_of_every_wager_is_that_of_the_oracle(solved, case):
    name, reading = case
    game, oracle = ORACLES[name]
    wagers, bets = game.wagers(reading), oracle(**game.reading(reading))
    assert wagers.keys() == bets.keys()
    for key, wager in wagers.items():
        play, bet = solved(wager).never, bets[key]
        assert chances(play) == bet.chances, key
        returned = {e.ending: e.returned for e in play.endings}
        assert returned == {n: e.back for n, e in bet.endings.items()}, key
        assert (play.returned, play.outlay) == (bet.returned, bet.outlay), key
        edge = play.edge
        assert edge.per_stake == bet.per_stake, key
        assert edge.per_outlay == bet.per_outlay, key
        assert edge.per_resolved == bet.per_resolved, key
        assert edge.per_spin == bet.per_roll, key
        assert (play.spins.mean, play.spins.variance) == (bet.mean, bet.variance), key
        assert play.variance == bet.variance_of_gain, key


def test_a_paytable_that_no_house_posts_is_refused_with_the_nearest():
    with pytest.raises(Unknown, match="fire-10-200-2000"):
        SIDE.wagers({"paytable": "fire-10-200-1000"})


def test_the_law_of_the_shooters_hand_is_that_of_the_recursion():
    found = SIDE.wager("shooters-hand").chain().law()
    for n, chance in zip(range(200), found.numbers(), strict=False):
        assert chance == craps.hand_of(n)
    assert found.beyond(153) == craps.hand_beyond(153)
    assert found.quantile("1/2") == 6


# The point cycle.


@pytest.mark.parametrize(
    ("table", "total", "labels", "after"),
    [
        (COME_OUT, 7, ("come-out 7", "pass"), COME_OUT),
        (COME_OUT, 2, ("come-out 2", "come-out craps", "don't pass"), COME_OUT),
        (COME_OUT, 12, ("come-out 12", "come-out craps"), COME_OUT),
        (COME_OUT, 10, ("come-out 10", "point is 10"), 10),
        (10, 10, ("point 10 made", "pass"), COME_OUT),
        (10, 7, ("seven-out", "don't pass"), COME_OUT),
        (10, 11, (), 10),
    ],
)
def test_the_point_cycle_says_what_a_roll_is(table, total, labels, after):
    assert PointCycle().labels(table, total) == labels
    assert PointCycle().step(table, total) == after


def test_every_total_but_7_is_a_point_of_crapless_craps():
    assert {CRAPLESS.step(COME_OUT, total) for total in range(2, 13)} == {COME_OUT, *range(2, 13)} - {7}


# Money that is put down on the way.

BET = TABLE["pass-with-odds"]


@pytest.mark.parametrize("base", ["per_stake", "per_outlay", "per_resolved", "per_spin"])
def test_a_price_counts_the_odds_that_are_put_down(base):
    found = BET.price("natural", edge="1/500", base=base, play="never")
    assert found.pay is not None
    edited = BET.with_pays({"natural": found.pay.returned})
    assert getattr(answer(edited).never.edge, base) == Fraction(1, 500)


def test_a_sweep_counts_the_odds_that_are_put_down():
    pays = [Fraction(n, 10) for n in range(18, 23)]
    swept = sweep(solved(BET), BET, Grid((Axis("natural", tuple(map(Run, pays))),)))
    found = swept.figures(["edge", "rtp"], 0, len(swept))
    for k, pay in enumerate(pays):
        play = answer(BET.with_pays({"natural": pay})).never
        assert Fraction(*found["edge"][k]) == play.edge.per_stake
        assert Fraction(*found["rtp"][k]) == play.rtp


def test_a_letter_for_a_pay_counts_the_odds_that_are_put_down():
    found = lettered(BET, {"x": "natural"}).never
    at_three = answer(BET.with_pays({"natural": Fraction(3)})).never
    assert Fraction(str(found.returned.subs("x", 3))) == at_three.returned
    assert Fraction(str(found.edge.subs("x", 3))) == at_three.edge.per_stake


def test_sensitivity_counts_the_odds_that_are_put_down():
    found = BET.sensitivity(play="never")
    assert found.edge == Fraction(7, 495)
    fine = 10**9
    for effect in found.pockets:
        weights = {total: ways * fine for total, ways in BET.wheel.items()}
        weights[effect.name] += 1
        nudged = answer(replace(BET, wheel=Distribution(weights))).never.edge.per_stake
        slope = (nudged - found.edge) * fine
        assert float(effect.slope.right) == pytest.approx(float(slope), rel=1e-6, abs=1e-9)
        one_more = {**BET.wheel, effect.name: BET.wheel[effect.name] + 1}
        more = answer(replace(BET, wheel=Distribution(one_more))).never.edge.per_stake
        assert effect.more == more - found.edge


@pytest.mark.parametrize("goal", ["near", "top", "variance"])
def test_a_design_counts_the_odds_that_are_put_down(goal):
    """Every paytable of the grid is priced by itself, and those in the window are put in order."""
    low, high = Fraction(-1, 50), Fraction(1, 50)
    natural = FreePay("natural", Fraction(9, 5), Fraction(1, 10), 5, Fraction(2), Fraction(2))
    four = FreePay("made-on-4-or-10", Fraction(10), Fraction(1, 2), 5, Fraction(11), Fraction(11))
    found = design(solved(BET), BET, Wanted((natural, four), (low, high), goal, 25))
    priced = {}
    for pays in product(*([one.pay(g) for g in range(5)] for one in (natural, four))):
        play = answer(BET.with_pays(dict(zip(("natural", "made-on-4-or-10"), pays, strict=True)))).never
        if low <= play.edge.per_stake <= high:
            priced[pays] = play
    inside = [tuple(one.pays.values()) for one in found.designs]
    assert {*inside} == priced.keys() != set()
    assert [one.play for one in found.designs] == [priced[pays] for pays in inside]
    if goal == "variance":
        assert [one.play.variance for one in found.designs] == sorted(p.variance for p in priced.values())


def test_the_edge_of_a_design_that_misses_counts_the_odds_that_are_put_down():
    natural = FreePay("natural", Fraction(2), Fraction(1), 1, Fraction(2), Fraction(2))
    found = design(solved(BET), BET, Wanted((natural,), (Fraction(1, 10), Fraction(1, 5))))
    assert found.nearest == (Fraction(7, 495),)


def test_a_certificate_counts_the_odds_that_are_put_down():
    game = TABLE
    for name in ("pass-with-odds", "dont-pass-with-odds"):
        bet = game[name]
        given = json.loads(json.dumps(certificate(game, game.reading(), bet, 1_000)))
        assert all(held for _, held, _ in checker.check(checker.canonical(given)))
        assert first_difference(given, game, bet, 1_000) == ""
        play = answer(bet).never
        assert claimed_play(given, "never", [ending.ending for ending in play.endings]) == play
        assert given["raises"] == {ending: str(more) for ending, more in sorted(bet.later_stakes.items())}
        more = {**given["raises"], next(iter(given["raises"])): "2"}
        assert first_difference({**given, "raises": more}, game, bet, 1_000) == "raises"


@pytest.mark.parametrize(
    "question",
    [
        lambda bet, path: bet.schedule(edge="5%"),
        lambda bet, path: bet.report(path / "odds.xlsx", rounds=100),
        lambda bet, path: lettered(bet, {"x": "natural", "s": "pockets.7"}),
        lambda bet, path: paid(solved(bet), answer(bet), Fraction(5), Fraction(1)),
    ],
)
def test_a_question_that_does_not_count_it_says_so(question, tmp_path):
    with pytest.raises(NoAnswer, match="Pass with odds: more money is put down during the round"):
        question(BET, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_raise_for_what_cannot_happen_is_refused():
    wager = replace(TABLE.wager("pass"), later_stakes=Paytable({"natural": Fraction(1)}))
    with pytest.raises(PaytableMismatch, match="a raise for 'natural', which cannot happen"):
        answer(wager)


def test_offers_and_money_put_down_on_the_way_do_not_go_together():
    rule = TallyRace((Tally(frozenset({6}), 2),), frozenset({7}))
    pays = Paytable({"made": "4 for 1", "lost": "nothing", "surrender-1": "1 for 1"})
    wager = Wager("Two sixes", rule, dice(2), pays, "This test", later_stakes=Paytable({"made": Fraction(1)}))
    with pytest.raises(PaytableMismatch, match="it has offers, and more money is put down on the way"):
        answer(wager)


def test_a_push_is_no_win():
    wagers = [TABLE.wager(name) for name in ("dont-pass", "world")]
    table = view(asked_about(wagers[0]), [answer(wager) for wager in wagers]).tables[0]
    column = [head.name for head in table.columns].index("chance to win")
    # 7 pays the World bet its stake back; a come-out 12 does the same for don't pass.
    assert [row[column].number for row in table.rows] == [Fraction(949, 1980), Fraction(6, 36)]


def test_odds_that_win_as_much_on_every_point_are_no_finding():
    # With 3-4-5x odds every point wins 7 flat bets, whatever comes back in all.
    assert list(falling_pays(answer(TABLE.wager("pass-with-odds")))) == []
