"""Craps and its side bets: every figure by the oracle's road, rounds by hand, money put down on the way."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from markov import checker
from markov.distribution import Distribution, dice
from markov.proof.certificate import certificate, claimed_play, first_difference
from markov.proof.simulation import simulate
from markov.questions.design.candidates import FreePay
from markov.questions.design.design import Wanted, design
from markov.questions.letters.symbolic import lettered
from markov.questions.lint.checks import falling_pays
from markov.questions.odds.view import view
from markov.questions.sweep.grid import Axis, Grid, Run
from markov.questions.sweep.sweep import sweep
from markov.rules.points import COME_OUT, CRAPLESS, PointCycle
from markov.wager.asked import of
from markov.wager.game import Unknown
from markov.wager.odds import answer, solved
from markov.wager.payable import paid
from markov.wager.paytable import Paytable
from markov.wager.rule import NoAnswer
from markov.wager.wager import PaytableMismatch, Wager
from markov_games import craps as table_file
from markov_games import craps_side_bets as side_file
from tests.oracles import craps
from tests.plays import chances, changed, played

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
        assert {e.ending: e.returned for e in play.endings} == {n: e.back for n, e in bet.endings.items()}, (
            key
        )
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


# Rounds written out by hand.


@pytest.mark.parametrize(
    ("name", "rolls", "end"),
    [
        ("pass", [7], "made"),
        ("pass", [11], "made"),
        ("pass", [12], "lost"),
        ("pass", [4, 11, 12, 4], "made"),
        ("pass", [4, 7], "lost"),
        ("pass", [4, 5], 4),
        ("dont-pass", [2], "made"),
        ("dont-pass", [12], "pushed"),
        ("dont-pass", [11], "lost"),
        ("dont-pass", [10, 7], "made"),
        ("dont-pass", [10, 10], "lost"),
        ("pass-with-odds", [3], "craps"),
        ("pass-with-odds", [7], "natural"),
        ("pass-with-odds", [10, 10], "made-on-4-or-10"),
        ("pass-with-odds", [9, 7], "lost-on-5-or-9"),
        ("dont-pass-with-odds", [12], "pushed"),
        ("dont-pass-with-odds", [8, 7], "made-on-6-or-8"),
        ("crapless-pass", [11, 7], "lost"),
        ("crapless-pass", [12, 2, 12], "made"),
        ("field", [2], "two"),
        ("field", [5], "lost"),
        ("hard-8", ["4-4"], "made"),
        ("hard-8", ["2-6"], "lost"),
        ("hard-8", ["1-6"], "lost"),
        ("hard-8", ["3-3", "5-5", "3-5"], "lost"),
        ("hard-4", ["1-3"], "lost"),
        ("horn", [3], "3-or-11"),
        ("world", [7], "7"),
        ("c-e", [11], "11"),
    ],
)
def test_a_round_at_the_table(name, rolls, end):
    assert played(TABLE.wager(name).rule, rolls) == end


@pytest.mark.parametrize(
    ("barred", "ends"), [("2", "pushed made"), ("3", "made pushed"), ("12", "made made")]
)
def test_a_barred_craps_is_a_push(barred, ends):
    wager = TABLE.wager("dont-pass", {"bar": barred})
    assert " ".join(played(wager.rule, [total]) for total in (2, 3)) == ends


@pytest.mark.parametrize(
    ("name", "rolls", "end"),
    [
        ("fire-bet", [7, 12, 6, 7], "0-points"),
        ("fire-bet", [6, 6, 6, 6, 8, 7], "1-point"),
        ("fire-bet", [4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10], "6-points"),
        ("fire-bet", [4, 4, 5, 5], (COME_OUT, (4, 5))),
        ("ride-the-line", [7, 11, 2, 3, 4, 4, 9, 7], "3-wins"),
        ("ride-the-line", [7] * 11, "11-wins"),
        ("replay", [6, 6] * 3 + [8, 7], "6-or-8-three-times"),
        ("replay", [6, 6, 8, 8] * 2 + [4, 7], "lost"),
        ("replay", [6, 6] * 4 + [5, 5] * 3 + [4, 7], "6-or-8-four-times"),
        ("replay", [5, 5] * 3 + [6, 6] * 4 + [4, 7], "6-or-8-four-times"),
        ("replay", [10, 10] * 4, "4-or-10-four-times"),
        ("replay", [9, 9] * 5 + [4, 7], "5-or-9-four-times"),
        ("hot-shooter", [6, 7], "7-or-fewer"),
        ("hot-shooter", [7] * 6 + [6, 7], "8-to-15"),
        ("hot-shooter", [2] * 51, "51-or-more"),
        ("muggsys-corner", [7], "come-out-7"),
        ("muggsys-corner", [6, 7], "point-7"),
        ("muggsys-corner", [6, 6], "lost"),
        ("muggsys-corner", [11], "lost"),
        ("point-7", [7], "lost"),
        ("point-7", [5, 7], "made"),
        ("point-7", [12], "lost"),
        ("shooters-hand", [7, 7, 5, 7], "seven-out"),
        ("different-doubles", ["1-1", "1-1", "6-6", "2-5"], "made-2"),
        ("hot-hand", [2, 3, 4, 5, 6, 8, 9, 10, 11, 7], "made-9"),
    ],
)
def test_a_round_of_a_side_bet(name, rolls, end):
    assert played(SIDE.wager(name).rule, rolls) == end


def test_a_bet_on_a_hand_may_stay_until_the_seven_out():
    reading = {"over": "seven-out"}
    assert played(SIDE.wager("ride-the-line", reading).rule, [7] * 12) == (COME_OUT, 11)
    assert played(SIDE.wager("replay", reading).rule, [4, 4] * 5 + [6, 7]) == "4-or-10-four-times"


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


def test_odds_behind_the_line_count_as_money_put_down():
    play = answer(TABLE.wager("pass-with-odds")).never
    # 3 behind 4 and 10, 4 behind 5 and 9, 5 behind 6 and 8: points of 6, 8 and 10 results of 36.
    assert play.outlay == 1 + Fraction(3 * 6 + 4 * 8 + 5 * 10, 36)
    assert play.edge.per_stake == Fraction(7, 495)
    assert play.edge.per_outlay == Fraction(7, 495) / play.outlay
    assert play.rtp == play.returned / play.outlay


def test_odds_change_nothing_but_the_outlay_and_the_spread():
    plays = [answer(TABLE.wager("pass-with-odds", {"odds": odds})).never for odds in ("1x", "2x", "100x")]
    assert {play.edge.per_stake for play in plays} == {answer(TABLE.wager("pass")).never.edge.per_stake}
    assert sorted(play.variance for play in plays) == [play.variance for play in plays]
    assert sorted(play.edge.per_outlay for play in plays)[::-1] == [play.edge.per_outlay for play in plays]


def test_a_simulation_of_a_wager_with_odds_is_measured_by_what_is_won():
    answered = answer(TABLE.wager("pass-with-odds", {"odds": "100x"}))
    trials = simulate(answered.wager, answered, 20_000, 3)
    assert all(abs(trial.z) < 4 for trial in trials)
    won = Fraction(0)
    for ending, times in trials[0].counts.items():
        won += times * (answered.wager.pays[ending] - answered.wager.total_staked(ending))
    off = won / 20_000 - answered.never.net
    assert trials[0].z == pytest.approx(float(off) / (float(answered.never.variance) / 20_000) ** 0.5)


@pytest.mark.parametrize("base", ["per_stake", "per_outlay", "per_resolved", "per_spin"])
def test_a_price_counts_the_odds_that_are_put_down(base):
    bet = TABLE["pass-with-odds"]
    found = bet.price("natural", edge="1/500", base=base, play="never")
    assert found.pay is not None
    edited = bet.with_pays({"natural": found.pay.returned})
    assert getattr(answer(edited).never.edge, base) == Fraction(1, 500)


def test_a_sweep_counts_the_odds_that_are_put_down():
    bet = TABLE["pass-with-odds"]
    pays = [Fraction(n, 10) for n in range(18, 23)]
    swept = sweep(solved(bet), bet, Grid((Axis("natural", tuple(map(Run, pays))),)))
    found = swept.figures(["edge", "rtp"], 0, len(swept))
    for k, pay in enumerate(pays):
        play = answer(bet.with_pays({"natural": pay})).never
        assert Fraction(*found["edge"][k]) == play.edge.per_stake
        assert Fraction(*found["rtp"][k]) == play.rtp


def test_a_letter_for_a_pay_counts_the_odds_that_are_put_down():
    bet = TABLE["pass-with-odds"]
    found = lettered(bet, {"x": "natural"}).never
    at_three = answer(bet.with_pays({"natural": Fraction(3)})).never
    assert Fraction(str(found.returned.subs("x", 3))) == at_three.returned
    assert Fraction(str(found.edge.subs("x", 3))) == at_three.edge.per_stake


def test_sensitivity_counts_the_odds_that_are_put_down():
    bet = TABLE["pass-with-odds"]
    found = bet.sensitivity(play="never")
    assert found.edge == Fraction(7, 495)
    fine = 10**9
    for effect in found.pockets:
        weights = {total: ways * fine for total, ways in bet.wheel.items()}
        weights[effect.name] += 1
        nudged = answer(replace(bet, wheel=Distribution(weights))).never.edge.per_stake
        slope = (nudged - found.edge) * fine
        assert float(effect.slope.right) == pytest.approx(float(slope), rel=1e-6, abs=1e-9)
        one_more = {**bet.wheel, effect.name: bet.wheel[effect.name] + 1}
        more = answer(replace(bet, wheel=Distribution(one_more))).never.edge.per_stake
        assert effect.more == more - found.edge


@pytest.mark.parametrize("goal", ["near", "top", "variance"])
def test_a_design_counts_the_odds_that_are_put_down(goal):
    """Every paytable of the grid is priced by itself, and those in the window are put in order."""
    bet = TABLE["pass-with-odds"]
    low, high = Fraction(-1, 50), Fraction(1, 50)
    natural = FreePay("natural", Fraction(9, 5), Fraction(1, 10), 5, Fraction(2), Fraction(2))
    four = FreePay("made-on-4-or-10", Fraction(10), Fraction(1, 2), 5, Fraction(11), Fraction(11))
    found = design(solved(bet), bet, Wanted((natural, four), (low, high), goal, 25))
    priced = {}
    for pays in product(*([one.pay(g) for g in range(5)] for one in (natural, four))):
        play = answer(bet.with_pays(dict(zip(("natural", "made-on-4-or-10"), pays, strict=True)))).never
        if low <= play.edge.per_stake <= high:
            priced[pays] = play
    inside = [tuple(one.pays.values()) for one in found.designs]
    assert {*inside} == priced.keys() != set()
    assert [one.play for one in found.designs] == [priced[pays] for pays in inside]
    if goal == "variance":
        assert [one.play.variance for one in found.designs] == sorted(p.variance for p in priced.values())


def test_the_edge_of_a_design_that_misses_counts_the_odds_that_are_put_down():
    bet = TABLE["pass-with-odds"]
    natural = FreePay("natural", Fraction(2), Fraction(1), 1, Fraction(2), Fraction(2))
    found = design(solved(bet), bet, Wanted((natural,), (Fraction(1, 10), Fraction(1, 5))))
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


def test_surrender_and_diff_count_the_odds_that_are_put_down(run, tmp_path):
    _, out, _ = run("surrender", "craps", "pass-with-odds")
    assert "7/495" in out
    path = tmp_path / "odds.json"
    assert run("certify", "craps", "pass-with-odds", "pass", "-o", path)[0] == 0
    assert run("verify", path)[0] == 0
    assert run("diff", path, "craps")[1].startswith("No mathematical change")


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
        question(TABLE["pass-with-odds"], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_raise_for_what_cannot_happen_is_refused():
    wager = replace(TABLE.wager("pass"), later_stakes=Paytable({"natural": Fraction(1)}))
    with pytest.raises(PaytableMismatch, match="a raise for 'natural', which cannot happen"):
        answer(wager)


def test_offers_and_money_put_down_on_the_way_do_not_go_together():
    from markov.distribution import Tally
    from markov.rules.tally import TallyRace

    rule = TallyRace((Tally(frozenset({6}), 2),), frozenset({7}))
    pays = Paytable({"made": "4 for 1", "lost": "nothing", "surrender-1": "1 for 1"})
    wager = Wager("Two sixes", rule, dice(2), pays, "This test", later_stakes=Paytable({"made": Fraction(1)}))
    with pytest.raises(PaytableMismatch, match="it has offers, and more money is put down on the way"):
        answer(wager)


def test_a_push_is_no_win():
    wagers = [TABLE.wager(name) for name in ("dont-pass", "world")]
    table = view(of(wagers[0]), [answer(wager) for wager in wagers]).tables[0]
    column = [head.name for head in table.columns].index("chance to win")
    # 7 pays the World bet its stake back; a come-out 12 does the same for don't pass.
    assert [row[column].number for row in table.rows] == [Fraction(949, 1980), Fraction(6, 36)]


def test_odds_that_win_as_much_on_every_point_are_no_finding():
    # With 3-4-5x odds every point wins 7 flat bets, whatever comes back in all.
    assert list(falling_pays(answer(TABLE.wager("pass-with-odds")))) == []


# Commission.


@pytest.mark.parametrize(
    ("rounding", "buy", "lay_4", "lay_6"),
    [
        ("exact", "1/20", "1/40", "1/24"),
        ("up-25", "2/25", "1/25", "2/25"),
        ("down-25", "1/25", "0", "1/25"),
        ("nearest-25", "1/25", "1/25", "1/25"),
        ("up-30", "2/30", "1/30", "2/30"),
        ("down-30", "1/30", "0", "1/30"),
        ("nearest-30", "2/30", "1/30", "1/30"),
    ],
)
def test_the_commission_is_rounded_to_a_chip(rounding, buy, lay_4, lay_6):
    # On 25 chips a Buy bet owes 1.25, Lay 4 owes 0.625 and Lay 6 1.04…; on 30 they owe 1.5, 0.75 and 1.25.
    wagers = TABLE.wagers({"rounding": rounding})
    owed = [wagers[name].outlay - 1 for name in ("buy-4", "lay-4", "lay-6")]
    assert owed == [Fraction(buy), Fraction(lay_4), Fraction(lay_6)]


# Words.


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, _ in ORACLES.values() for name in game.wagers()]
)
def test_every_rule_says_what_it_does(game, name):
    words = game.wager(name).rule.words(offers=False)
    assert words
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in words)
