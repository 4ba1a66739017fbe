"""The scripts of a page against Python, fraction by fraction, over edits that are chosen to hurt."""

import json
import random
from fractions import Fraction

import pytest

import markov as mk
from markov.exact import root
from markov.page.certificates import folded
from markov.proof.certificate import certificate
from markov.questions.what_if.what_if import overlay
from markov.tables import json_record
from markov.wager.odds import by_road
from markov.wager.pay_edits import edited, edition
from tests.page.engine import BASES, Engine, compare, figures, hurting, listed, texts

FEW = (
    ("repeater-bets-plus", {}, "repeating-6", 12),
    ("repeater-bets-plus", {}, "horn", 6),
    ("repeater-bets-plus", {"envy_on_surrender": "yes"}, "repeating-4", 6),
    ("quebec-place-bets", {}, "right-5", 8),
    ("quebec-place-bets", {"commission": "on-win"}, "buy-4", 6),
    ("quebec-place-bets", {"withdrawal": "commission-refunded"}, "lay-6", 8),
    ("straights-and-8s", {}, "straights-and-8s", 5),
    ("craps", {}, "pass-with-odds", 4),
    ("craps", {"rounding": "up-30"}, "lay-4", 6),
    ("craps-side-bets", {}, "shooters-hand", 4),
)


@pytest.fixture(scope="module")
def scripts():
    with Engine() as found:
        yield found


def asked(scripts, name, reading, key):
    game = mk.game(name, **reading)
    wager = game.wagers()[key]
    return wager, *scripts.load(game, wager)


def test_every_figure_of_every_edit_is_that_of_python(scripts):
    rng, count = random.Random(27), 0
    for name, reading, key, edits in FEW:
        wager, model, rule, made = asked(scripts, name, reading, key)
        count += compare(scripts, model, rule, wager, {})
        for _ in range(edits):
            count += compare(scripts, model, rule, wager, hurting(rng, wager, rule, made))
    assert count > 2_000


@pytest.mark.slow
@pytest.mark.parametrize("name", mk.games())
def test_every_figure_of_200_edits_of_every_wager(scripts, name):
    game, rng, count, edits = mk.game(name), random.Random(name), 0, 0
    for key, wager in game.wagers().items():
        rule = by_road(wager)
        model, _, made = scripts.load(game, wager, rule)
        tries = 20 if key == "citywide" else 50 if key == "replay" else 200
        for _ in range(tries):
            count += compare(scripts, model, rule, wager, hurting(rng, wager, rule, made))
            edits += 1
    print(f"{name}: {count:,} figures over {edits:,} edits of {len(game.wagers())} wagers")


@pytest.mark.slow
def test_best_play_of_citywide_with_its_surrender_lines(scripts):
    game = mk.game("repeater-bets-plus")
    wager = game["citywide"]
    model, rule, _ = scripts.load(game, wager, full=True)
    for edits in (
        {"surrender-1": Fraction(11, 10)},
        {"surrender-2": Fraction(2), "surrender-4": Fraction(13, 3), "made": Fraction(12)},
        {"surrender-5": Fraction(9, 2), "surrender-1": Fraction(4, 5)},
        {"surrender-3": Fraction(5, 2)},
    ):
        ours, theirs = scripts.run("played", model, texts(edits)), rule.answer(edited(wager, edits))
        for way in ("never", "optimal"):
            assert listed(ours[way]) == figures(theirs.played(way)), (way, edits)


@pytest.mark.parametrize(
    ("name", "key", "ending", "edge"),
    [
        ("repeater-bets-plus", "repeating-6", "made", "3/20"),
        ("repeater-bets-plus", "repeating-6", "surrender-3", "1/5"),
        ("repeater-bets-plus", "repeating-2", "surrender-1", "1/100"),
        ("repeater-bets-plus", "repeating-2", "made", "1/2"),
        ("quebec-place-bets", "right-5", "made", "1/50"),
        ("quebec-place-bets", "lay-4", "made", "1/40"),
        ("straights-and-8s", "straights-and-8s", "gap", "1/20"),
    ],
)
@pytest.mark.parametrize("play", ["optimal", "never"])
def test_the_pay_for_an_edge_is_that_of_python(scripts, name, key, ending, edge, play):
    wager, model, rule, _ = asked(scripts, name, {}, key)
    for base in BASES:
        theirs = wager.price(ending, edge=Fraction(edge), base=base, play=play, solution=rule)
        ours = scripts.run("priced", model, "{}", ending, edge, base, play == "never")
        spans = [
            {"low": str(each.low), "high": each.high and str(each.high), "hasHigh": each.has_high}
            for each in theirs.solutions
        ]
        assert ours["spans"] == spans, base
        for kind in "exact", "payable":
            quotes = [{"pay": str(each.returned), "edge": str(each.edge)} for each in getattr(theirs, kind)]
            assert ours[kind] == quotes, base
        assert bool(ours["why"]) == (theirs.missed is not None)


def test_kinks_are_those_of_the_envelope(scripts):
    for key, ending in (("repeating-6", "made"), ("repeating-5", "surrender-4"), ("horn", "made")):
        wager, model, rule, _ = asked(scripts, "repeater-bets-plus", {}, key)
        pieces = [
            [str(p.low), p.high and str(p.high), str(p.line.constant), str(p.line.coefficient(ending))]
            for p in rule.by_pay(wager, ending).curve().pieces
        ]
        assert scripts.run("kinks", model, "{}", ending) == pieces


def test_the_law_of_trials_lies_within_its_bounds(scripts):
    wager, model, _, _ = asked(scripts, "repeater-bets-plus", {}, "repeating-4")
    edits = {"surrender-2": Fraction(20)}
    law = scripts.run("lawOf", model, texts(edits), 20)
    once = edited(wager, edits).law(play="optimal")
    for n in (0, 1, 2, 5, 20):
        low, high = (Fraction(int(each), 2**96) for each in law[n])
        assert low <= once.within(n) <= high
        assert high - low < Fraction(1, 2**80)


@pytest.mark.parametrize(
    "square", ["216/49", "2", "9/4", "0", "1/10000000000", "1/4000000000000", "10000001/7"]
)
def test_a_root_is_rounded_to_the_nearest(scripts, square):
    for places in (2, 4, 6):
        assert scripts.run("rootOf", square, places) == root(Fraction(square), places)


def test_an_overlay_is_what_the_program_writes(scripts):
    game = mk.game("repeater-bets-plus")
    edits = {"repeating-6": {"made": "85 for 1", "surrender-3": None}}
    made = edition(game, game.slug, {"zeros": "1"}, edits)
    page = {
        "place": game.slug,
        "edited": "Repeater Bets Plus, edited",
        "edits": {},
        "names": {"repeating-6": "Repeating 6"},
    }
    ours = scripts.run(
        "overlaid", page, dict(made.reading), "repeating-6", {"made": "85 for 1", "surrender-3": "none"}
    )
    assert ours == overlay(made, "Repeater Bets Plus, edited", None)


def test_a_proposal_comes_back_from_its_line(scripts):
    page = {"game": "g", "reading": {"zeros": "2"}}
    edits = {"made": "289 for 3", "a b&=<i>": "7 to 6", "surrender-1": "none"}
    line, back = scripts.run("sent", page, {"wager": "w", "digest": "0" * 64}, {"zeros": "1"}, edits)
    assert line.startswith("markov-page:g/w@0000000000000000?")
    assert "<" not in line
    assert back == {"options": {"zeros": "1"}, "edits": edits}


CERTIFIED = (
    ("repeater-bets-plus", {}, "repeating-6"),
    ("repeater-bets-plus", {"zeros": "1"}, "horn"),
    ("quebec-place-bets", {}, "right-5"),
    ("quebec-place-bets", {}, "lay-4"),
    ("craps", {}, "pass-with-odds"),
    ("straights-and-8s", {}, "straights-and-8s"),
)


@pytest.mark.parametrize(("name", "reading", "key"), CERTIFIED)
def test_a_certificate_holds_and_a_tampered_one_does_not(scripts, name, reading, key):
    game = mk.game(name, **reading)
    wager = game.wagers()[key]
    baseline = json_record.wager(wager.odds())
    good = certificate(game, game.reading(), wager, 10_000)
    assert len(scripts.run("replayed", folded(good), baseline)) == 4
    rng = random.Random(key)
    for part in (
        "value",
        ("plays", "never", "shares"),
        ("plays", "never", "left"),
        ("plays", "optimal", "shares"),
    ):
        bad = json.loads(json.dumps(good))
        witness = bad
        for step in [part] if isinstance(part, str) else part:
            witness = witness[step]
        at = rng.randrange(len(witness["numerators"]))
        witness["numerators"][at] = str(int(witness["numerators"][at]) + 1)
        assert isinstance(scripts.run("replayed", folded(bad), baseline), str), part
    bad = json.loads(json.dumps(good))
    ending = rng.choice([ending for ending, pay in bad["pays"].items() if pay != "0"])
    bad["pays"][ending] = str(Fraction(bad["pays"][ending]) + 1)
    assert isinstance(scripts.run("replayed", folded(bad), baseline), str)
    other = {**baseline, "never": {**baseline["never"], "returned": "1/2"}}
    assert "the page shows another" in scripts.run("replayed", folded(good), other)
