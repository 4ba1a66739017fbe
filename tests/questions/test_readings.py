"""Readings as risk: what settles the edge by every subset, and ranges of it by every combination."""

import csv
import io
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markov as mk
from markov.questions.readings.ranges import HEADLINE, every_reading, ranges
from markov.questions.readings.risk import deciding, exposures, plainest, risks
from markov.questions.readings.view import view
from markov.tables import screen
from markov.wager import catalogue, odds
from markov.wager.game import Game, Option, SheetError, Unknown
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from tests.cases import elsewhere, rows
from tests.draws import examples
from tests.flat_rows import exact
from tests.refused import refused
from tests.small_games import GAME, answered_by, ladder

CHOICES = {"a": "012", "b": "01", "c": "01", "d": "01"}
EVERY = [dict(zip(CHOICES, row, strict=True)) for row in product(*CHOICES.values())]


def settles(chosen, listed, outcomes):
    """By its meaning: any two readings that agree on all that is chosen have one outcome."""
    return all(
        x == y or any(one[key] != other[key] for key in chosen)
        for (one, x), (other, y) in combinations(zip(listed, outcomes, strict=True), 2)
    )


def smallest(listed, outcomes):
    """Every subset tried."""
    for size in range(len(CHOICES) + 1):
        if found := [s for s in combinations(CHOICES, size) if settles(s, listed, outcomes)]:
            return tuple(found)
    raise AssertionError


@settings(max_examples=examples(80))
@given(st.lists(st.sampled_from("abcd"), unique=True), st.randoms(use_true_random=False))
def test_what_settles_every_combination_is_one_set(among, random):
    """An outcome that is drawn for each answer to some of the questions."""
    drawn = {}
    outcomes = [drawn.setdefault(tuple(one[key] for key in among), random.choice([1, 2])) for one in EVERY]
    found = deciding(EVERY, outcomes)
    assert found == smallest(EVERY, outcomes)
    (only,) = found
    assert set(only) <= set(among)


@settings(max_examples=examples(80))
@given(
    st.lists(st.sampled_from(EVERY), min_size=1, max_size=9, unique_by=lambda one: tuple(one.values())),
    st.data(),
)
def test_what_settles_some_readings_is_found_by_rising_size(listed, data):
    outcomes = [data.draw(st.sampled_from([1, 2, 3])) for _ in listed]
    assert set(deciding(listed, outcomes)) == set(smallest(listed, outcomes))


def test_a_reading_with_two_outcomes_is_settled_by_nothing():
    with pytest.raises(ValueError, match="two readings are the same"):
        deciding([EVERY[0], EVERY[0]], [1, 2])


def test_the_ladders():
    """A hit before six outs or three, twice, at 40 for 1; against six the 6 for 1 after one is worth more."""
    answered = answered_by(True)
    up, plain = risks(answered)
    assert [one["outs"] for one, _ in answered] == ["6", "6", "3", "3"]
    assert up.settled.both == up.settled.never == up.settled.optimal == (("outs",),)
    assert (up.ranking, up.worst, up.player_edges) == ((2, 3, 0, 1), (2, 3), (2, 3))
    assert (plain.settled.both, plain.worst, plain.player_edges) == (((),), (0, 1, 2, 3), ())
    six, three = (1 - 40 * Fraction(1, 49), 1 - 6 * Fraction(1, 7)), (1 - 40 * Fraction(1, 16),) * 2
    assert up.edges == {0: six, 1: six, 2: three, 3: three}
    assert [(one.reading, one.wagers, one.edge, one.player_edges) for one in exposures([up, plain])] == [
        *((reading, ("Up | down",), Fraction(-3, 2), 1) for reading in (2, 3)),
        *((reading, ("Plain",), Fraction(1, 20), 0) for reading in (0, 1)),
    ]
    assert plainest([one for one, _ in answered], (3, 2)) == 2
    cheaper = replace(answered[1][1][0], never=answered[1][1][0].optimal)
    assert risks([answered[0], (answered[1][0], [cheaper])])[0].ranking == (1, 0)


def test_exposures_name_every_wager_with_the_lowest_edge():
    answered = [(one, [*answers, renamed(answers[1], "Twin")]) for one, answers in answered_by(True)]
    assert exposures(risks(answered))[2].wagers == ("Plain", "Twin")
    assert "Plain and Twin" in screen.render(view(GAME, answered, True).tables, 100)


def renamed(answered, name):
    return replace(answered, wager=replace(answered.wager, name=name))


SOLD = {"both": (2, 3), "turned": (3, 2), "other": (2, 5), "one": (2,)}


def selling(*choices):
    """Ladders of one rung that n outs throw off: won once in n + 1 decided spins, at 2 for 1."""

    def wagers(reading):
        for outs in SOLD[reading["sold"]]:
            pays = {"made": "2 for 1", "lost": "nothing"}
            yield ladder(f"{outs} outs", rungs=1, outs=outs, pays=pays)

    return asking("sold", choices, wagers)


def asking(key, choices, wagers):
    """A game with one option."""
    return Game(key, "here", (Option(key, "Which?", {one: one for one in choices}),), wagers)


def answered_all(game):
    return [(one, [answer(bet) for bet in game.wagers(one).values()]) for one in game.readings(True)]


def texts(table):
    return [[cell.text() for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("choice", "cells"),
    [
        ("turned", [["2 outs", "33.3333%", "·"], ["3 outs", "50.0000%", "·"]]),
        ("one", [["2 outs", "33.3333%", "·"], ["3 outs", "50.0000%", "–"]]),
        ("other", [["2 outs", "33.3333%", "·"], ["3 outs", "50.0000%", "–"], ["5 outs", "–", "66.6667%"]]),
    ],
)
def test_a_wager_is_compared_with_itself_wherever_it_stands(choice, cells):
    game = selling("both", choice)
    shown = view(game, answered_all(game), False)
    assert texts(shown.tables[0]) == cells
    notes = " ".join(shown.tables[-1].notes)
    assert ("3 outs is not on the sheet under sold=" in notes) == (choice != "turned")
    assert ("5 outs is not on the sheet under the defaults" in notes) == (choice == "other")


def test_a_wager_whose_name_a_reading_writes_otherwise_is_compared_with_itself():
    """Outs that throw off 2 outs and, under `capitals`, 5: a name is known by its slug."""

    def wagers(reading):
        pays = {"made": "2 for 1", "lost": "nothing"}
        name, outs = {"small": ("The ladder", 2), "capitals": ("THE LADDER", 5)}[reading["letters"]]
        yield ladder(name, rungs=1, outs=outs, pays=pays)

    game = asking("letters", ("small", "capitals"), wagers)
    answered = answered_all(game)
    (risk,) = risks(answered)
    assert (risk.wager, risk.edges) == ("The ladder", {0: (Fraction(1, 3),) * 2, 1: (Fraction(2, 3),) * 2})
    span = ranges(game, answered).of("The ladder", "never", "edge.per_stake")
    assert (span.asked, span.least.value, span.greatest.value) == tuple(Fraction(n, 3) for n in (1, 1, 2))


def test_a_wager_that_was_named_is_compared_where_it_is(run, document, monkeypatch):
    shelf = {**catalogue.shelf(), "selling": lambda: selling("both", "one")}
    monkeypatch.setattr(catalogue, "shelf", lambda: shelf)
    out = run("readings", "selling", "3-outs")[1]
    assert "3 outs is not on the sheet under sold=one, and is not compared there." in out
    assert "default" in out
    told = document("readings", "selling", "3-outs", "2-outs")
    assert [[one["wager"] for one in each["wagers"]] for each in told["readings"]] == [
        ["3-outs", "2-outs"],
        ["2-outs"],
    ]


def test_the_extreme_of_a_sheet_counts_the_readings_of_each_wager_that_has_it():
    """Two ladders of 3 outs, of which one or the other has 5 under a reading of its own."""
    sold = {"both": (3, 3), "first": (5, 3), "second": (3, 5)}

    def wagers(reading):
        pays = {"made": "2 for 1", "lost": "nothing"}
        for name, outs in zip("AB", sold[reading["sold"]], strict=True):
            yield ladder(name, rungs=1, outs=outs, pays=pays)

    game = asking("sold", sold, wagers)
    edge = ranges(game, answered_all(game)).sheet[0]
    assert (edge.figure, edge.greatest.value, edge.greatest.wagers) == (
        "edge.per_stake",
        Fraction(2, 3),
        ("A", "B"),
    )
    assert (edge.greatest.reading, edge.greatest.readings) == ({"sold": "first"}, 2)
    assert (edge.least.value, edge.least.readings) == (Fraction(1, 2), 3)


def test_the_risk_of_a_wager_is_over_the_readings_that_have_it():
    game = selling("both", "turned", "other", "one")
    two, three, five = risks(answered_all(game))
    assert two.edges == dict.fromkeys(range(4), (Fraction(1, 3),) * 2)
    assert three.edges == dict.fromkeys((0, 1), (Fraction(1, 2),) * 2)
    assert five.edges == {2: (Fraction(2, 3),) * 2}
    assert (two.worst, three.worst, five.worst) == ((0, 1, 2, 3), (0, 1), (2,))
    assert {one.settled.both for one in (two, three, five)} == {((),)}
    assert [(one.reading, one.wagers, one.edge) for one in exposures([three, five])] == [
        (0, ("3 outs",), Fraction(1, 2)),
        (1, ("3 outs",), Fraction(1, 2)),
        (2, ("5 outs",), Fraction(2, 3)),
    ]
    shown = view(game, answered_all(game), True)
    assert texts(shown.tables[0]) == [
        ["2 outs", "33.3333%", "33.3333%", "4", "default", "0", "no option"],
        ["3 outs", "50.0000%", "50.0000%", "2", "default", "0", "no option"],
        ["5 outs", "–", "66.6667%", "1", "sold=other", "0", "no option"],
    ]
    listed = csv.DictReader(io.StringIO(shown.to_csv()))
    edges = {(one["wager"], one["option_sold"]): Fraction(exact(one, "edge")) for one in listed}
    assert edges == {
        (f"{outs}-outs", choice): Fraction(outs - 1, outs + 1)
        for choice, listed in SOLD.items()
        for outs in listed
    }


def test_readings_that_settle_alike_are_one_row(game, solved):
    quebec = game("quebec-place-bets")
    lay = [(one, [solved(quebec.wager("lay-4", one))]) for one in quebec.readings(True)]
    table, _ = view(GAME, lay, True).tables
    assert [(row[0], row[1], row[-1]) for row in texts(table)] == [
        ("commission=on-win", "14", "lowest"),
        ("commission=on-win withdrawal=commission-refunded", "14", "lowest"),
        ("withdrawal=commission-refunded", "14", ""),
        ("default", "14", ""),
    ]


def test_a_sheet_under_every_reading(game):
    """Nothing is open, as a zero is disregarded; no envy is owed, and only the stake is put down."""
    bets = game("repeater-bets-plus")
    answered = [
        (reading, [answer(one) for one in list(bets.wagers(reading).values())[-2:]])
        for reading in bets.readings(True)
        if reading["combination"] == "first" and reading["seven-times"] == "any-mix"
    ]
    summary, ranking, whole, each, rejected = view(bets, answered, True, rejected=True).tables
    assert len(view(bets, answered, True).tables) == 4
    assert [(*row[:5], row[6]) for row in texts(summary)] == [
        ("2 or 12 before 7", "25.0000%", "25.0000%", "8", "default", "no option"),
        ("3 or 11 before 7", "20.0000%", "20.0000%", "8", "default", "no option"),
    ]
    assert len(ranking.rows) == 8
    assert whole.title == "All wagers: range of each figure over 8 readings"
    assert [row[0] for row in texts(whole)] == ["house edge", "return to player", "variance", "average spins"]
    assert [one.name for one in each.columns] == ["wager", "least house edge", "greatest house edge"]
    assert texts(each)[0] == ["2 or 12 before 7", "25.0000%", "25.0000%"]
    assert rejected.title.startswith("Rejected by the sheet: ")
    assert len(rejected.rows) == 24
    shown = texts(rejected)[0]
    assert (shown[0], shown[1], shown[3]) == ("pockets=literal", "2 or 12 before 7", "-100.0000%")


def test_the_first_reading_is_that_of_odds(document, small_games):
    first = document("readings", "ladders")["readings"][0]
    assert first["wagers"] == document("odds", "ladders")["wagers"]


STRAIGHTS = "straights-and-8s"


def test_choices_under_which_an_edited_wager_is_paid_otherwise_are_left_out(run, document):
    """All others are those of the sheet with that pay, asked one by one."""
    told = document("readings", STRAIGHTS, "--pay", "run=20 for 1")
    assert told["not_compared"] == ["three-eights=pair-only", "both=yes"]
    assert len(told["readings"]) == 10
    for reading in told["readings"]:
        bet = mk.game(STRAIGHTS, **reading["options"])[STRAIGHTS].with_pays(run="20 for 1")
        edge = reading["wagers"][0]["never"]["edge"]["per_stake"]
        assert edge == str(bet.odds().never.edge.per_stake)
    shown = " ".join(run("readings", STRAIGHTS, "--pay", "run=20 for 1")[1].split())
    assert "Not compared: three-eights=pair-only, both=yes." in shown


OUTS, PAYS, ENVIES = {"6": 6, "3": 3, "1": 1}, {"low": 40, "high": 41}, {"no": 0, "yes": 9}


def _wagers(reading):
    outs, pay = OUTS[reading["outs"]], PAYS[reading["pay"]]
    pays = {"made": f"{pay} for 1", "lost": "nothing", "surrender-1": "6 for 1"}
    envy = {"surrender-1": Fraction(ENVIES[reading["envy"]])}
    yield ladder(outs=outs, pays=pays, envy=Paytable(envy))
    if outs > 1:
        yield ladder("Plain", rungs=1, outs=outs, pays={"made": "5 for 1", "lost": "nothing"})


LADDERS = Game(
    "Ladders",
    "a rack card",
    (
        Option("outs", "How many?", {"6": "six", "3": "three", "1": "one"}, rejected={"1": "a typing error"}),
        Option("pay", "Which pay?", {"low": "40", "high": "41"}),
        Option("envy", "Is it owed on a surrender?", {"no": "no", "yes": "yes"}),
        Option("hats", "May hats be worn?", {"no": "no", "yes": "yes"}),
    ),
    _wagers,
)
ASKED = LADDERS.reading()


def solved_for(readings):
    return [(one, [answer(bet) for bet in LADDERS.wagers(one).values()]) for one in readings]


def answered(first=ASKED):
    return solved_for(every_reading(LADDERS, first))


def money(outs, pay, envy, best):
    """By hand: edge, house after envy, return and variance of two hits before so many outs."""
    hit = Fraction(1, outs + 1)
    if best and hit * pay < 6:  # sells at the first rung
        chance, back, owed = hit, 6, envy
    else:
        chance, back, owed = hit**2, pay, 0
    returned = chance * back
    return {
        "edge.per_stake": 1 - returned,
        "house_after_envy": 1 - returned - chance * owed,
        "returned": returned,
        "variance": chance * back**2 - returned**2,
    }


@pytest.mark.parametrize("way", ["never", "optimal"])
def test_each_range_is_that_of_every_combination_by_hand(way):
    found = ranges(LADDERS, answered())
    assert (found.compared, found.rejected, found.combinations, found.complete) == (16, 8, 24, True)
    by_hand = [
        money(OUTS[outs], PAYS[pay], ENVIES[envy], way == "optimal")
        for outs, pay, envy in product(["6", "3"], PAYS, ENVIES)
    ]
    for figure in by_hand[0]:
        one = found.of("Up | down", way, figure)
        values = [each[figure] for each in by_hand]
        assert (one.least.value, one.greatest.value) == (min(values), max(values))
        assert one.asked == by_hand[0][figure]
        for bound in (one.least, one.greatest):
            made = money(*(of[bound.reading[key]] for of, key in _KEYS), way == "optimal")
            assert made[figure] == bound.value
            assert bound.readings == 2 * values.count(bound.value)  # hats change nothing


_KEYS = (OUTS, "outs"), (PAYS, "pay"), (ENVIES, "envy")


def test_the_range_of_a_sheet_is_over_all_its_wagers():
    found = ranges(LADDERS, answered())
    for way, figure in product(("never", "optimal"), HEADLINE):
        mine = [found.of(name, way, figure) for name in ("Up | down", "Plain")]
        whole = found.of("", way, figure)
        assert whole.asked is None
        assert whole.least.value == min(one.least.value for one in mine)
        assert whole.greatest.value == max(one.greatest.value for one in mine)
        lowest = [one.wager for one in mine if one.least.value == whole.least.value]
        assert list(whole.least.wagers) == lowest


def test_only_choices_that_change_a_figure_are_said_to():
    found = ranges(LADDERS, answered())
    # Against six outs the 6 for 1 is taken, so the pay of the win changes no figure of best play.
    assert found.of("Up | down", "optimal", "returned").changed_by == (("outs", "3"), ("outs", "1"))
    assert found.of("Up | down", "never", "returned").changed_by == (
        ("outs", "3"),
        ("outs", "1"),
        ("pay", "high"),
    )
    assert found.of("Up | down", "optimal", "house_after_envy").changed_by[-1] == ("envy", "yes")
    assert found.of("Up | down", "never", "house_after_envy").changed_by[-1] == ("pay", "high")
    # Together with three outs it does: then the win is played for.
    assert found.of("Up | down", "optimal", "returned").settled_by == ("outs", "pay")
    assert found.of("Plain", "never", "edge.per_stake").settled_by == ("outs",)


def test_what_is_untouched_is_so_in_every_figure():
    found = ranges(LADDERS, answered())
    assert found.untouched("hats") == ("Up | down", "Plain")
    assert found.untouched("envy") == ("Plain",)
    # It changes no headline figure of best play, and yet what playing on is worth: it is not untouched.
    assert found.untouched("pay") == ("Plain",)
    effect = next(one for one in found.effects if (one.wager, one.option) == ("Up | down", "envy"))
    assert [(one.way, one.figure, one.before, one.after) for one in effect.changes] == [
        ("optimal", "house_after_envy", Fraction(1, 7), Fraction(1, 7) - Fraction(9, 7))
    ]


def test_a_wager_that_is_not_there_is_not_untouched():
    def wagers(reading):
        yield ladder()
        if reading["sold"] == "yes":
            yield ladder("Plain", rungs=1, pays={"made": "5 for 1", "lost": "nothing"})

    game = asking("sold", ("yes", "no"), wagers)
    found = ranges(game, answered_all(game))
    assert found.untouched("sold") == ("Up | down",)
    (_, gone) = found.effects
    assert (gone.wager, gone.absent, gone.same, gone.changes) == ("Plain", True, False, ())
    assert found.of("Plain", "never", "returned").least.readings == 1


@pytest.mark.parametrize(
    ("weights", "same"), [({"heads": 1, "tails": 3}, False), ({"heads": 1, "tails": 1}, True)]
)
def test_a_change_of_chances_alone_is_a_change(weights, same):
    """Low and high pay alike, so that who is likelier moves no headline figure."""

    def wagers(reading):
        ends = ("low", "high") if reading["way"] == "up" else ("high", "low")
        pays = Paytable({"low": "1 for 1", "high": "1 for 1"})
        rule = mk.PlainRule("ready", lambda _, shown: mk.End(ends[shown == "heads"]))
        yield mk.Wager("Flip", rule, mk.Distribution(weights), pays, "here")

    game = asking("way", ("up", "down"), wagers)
    found = ranges(game, answered_all(game))
    (effect,) = found.effects
    assert (effect.changes, effect.same) == ((), same)
    assert found.untouched("way") == (("Flip",) if same else ())


def test_a_rejected_choice_that_is_asked_for_is_meant():
    first = {**ASKED, "outs": "1"}
    found = ranges(LADDERS, answered(first))
    assert (found.compared, found.rejected) == (24, 0)
    assert found.of("Up | down", "never", "returned").asked == Fraction(40, 4)
    assert found.of("Up | down", "never", "returned").greatest.value == Fraction(41, 4)
    assert ranges(LADDERS, answered()).of("Up | down", "never", "returned").greatest.value == Fraction(41, 16)


def test_one_option_at_a_time_is_said_to_be_incomplete():
    found = ranges(LADDERS, solved_for(LADDERS.readings()))
    assert (found.compared, found.rejected, found.complete) == (5, 8, False)


def test_every_reading_begins_with_the_one_asked_for():
    asked = {**ASKED, "hats": "yes"}
    listed = every_reading(LADDERS, asked)
    assert listed[0] == asked
    # All that is not rejected, and what is rejected by itself alone.
    assert len(listed) == len({tuple(one.items()) for one in listed}) == 2 * 2 * 2 * 2 + 1
    assert [one for one in listed if one["outs"] == "1"] == [{**asked, "outs": "1"}]
    assert len(every_reading(LADDERS, {**ASKED, "outs": "1"})) == 24


def test_rejected_combinations_change_no_range():
    every = [ASKED, *(one for one in LADDERS.readings(True) if one != ASKED)]
    assert len(every) == 24
    assert ranges(LADDERS, solved_for(every)) == ranges(LADDERS, answered())


def test_only_a_choice_that_is_there_and_no_default_is_rejected():
    with pytest.raises(Unknown, match="no choice to reject for outs: '2'"):
        Option("outs", "How many?", {"6": "six"}, rejected={"2": "why"})
    with pytest.raises(ValueError, match="outs: the default, '6', cannot be rejected"):
        Option("outs", "How many?", {"6": "six"}, rejected={"6": "why"})


def test_the_document_has_the_ranges(document, small_games):
    told = document("readings", "ladders", "--all")
    cells = 'ranges.compared=4  ranges.combinations=4  rejected=[]  ranges.sheet.0.least.wagers=["up-down"]'
    assert list(elsewhere(told, cells.split("  "))) == []
    by_figure = {(each["wager"], each["play"], each["figure"]): each for each in told["ranges"]["wagers"]}
    cells = """least.value=-3/2  least.options.outs="3"  least.readings=2  greatest.value=9/49  asked=9/49
    changed_by=[{"option": "outs", "choice": "3"}]"""
    assert list(elsewhere(by_figure["up-down", "never", "edge.per_stake"], rows(cells)[0])) == []
    plain = {(each["option"], each["same"]) for each in told["effects"] if each["wager"] == "plain"}
    assert plain == {("outs", True), ("hats", True)}


SHEET = """name = "Twos"
source = "here"
stop = [7]
wheel = {{ kind = "dice" }}

[wagers."Two twos"]
tallies = [{{ counts = [2], need = 2 }}]
pays = {{ made = "40 for 1", lost = "nothing" }}

[options.need]
question = "How many?"
[options.need.choices.two]
means = "two"
{default}
[options.need.choices.three]
means = "three"
rejected = "the name says two"
set = {{ wagers = {{ "Two twos" = {{ tallies = [{{ counts = [2], need = 3 }}] }} }} }}
"""


@pytest.fixture
def sheet(tmp_path):
    def written(default):
        (tmp_path / "twos.toml").write_text(SHEET.format(default=default))
        return tmp_path / "twos.toml"

    return written


def test_a_sheet_rejects_a_choice(sheet, run):
    path = sheet(default="")
    (option,) = mk.game(path).options
    assert option.rejected == {"three": "the name says two"}
    assert "Rejected by the sheet" in run("readings", path, "--all", "--rejected")[1]
    out = run("readings", path, "--all")[1]
    assert "Rejected by the sheet" not in out
    assert "need=three is rejected: the name says two." in out
    assert "1 of the 2 combinations of choices; the other 1 make" in " ".join(out.split())
    assert "rejected: the name says two" in run("games", path)[1]


def test_a_sheet_cannot_reject_its_default(sheet, run):
    path = sheet(default='rejected = "no"')
    with pytest.raises(SheetError, match="expected another choice, as this one is the default"):
        mk.game(path)
    refused(run("odds", path), 3, "rejected")


def test_equal_wagers_are_solved_once(run, small_games, monkeypatch):
    """One ladder for each number of outs, and one plain wager."""
    solved, real = [], odds.solved
    monkeypatch.setattr(odds, "solved", lambda wager, *more: solved.append(wager) or real(wager, *more))
    assert run("readings", "ladders", "--all")[0] == 0
    assert len(solved) == 3
