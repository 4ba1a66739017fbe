"""Readings as risk: what settles the edge by every subset of questions, and the ranking by hand."""

import csv
import io
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markov as mk
from markov.questions.readings.ranges import ranges
from markov.questions.readings.risk import deciding, exposures, plainest, risks
from markov.questions.readings.view import view
from markov.tables import screen
from markov.wager import catalogue
from markov.wager.game import Game, Option
from markov.wager.odds import answer
from tests.draws import examples
from tests.flat_rows import exact
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
    answered = answered_by(True)
    up, plain = risks(answered)
    assert [one["outs"] for one, _ in answered] == ["6", "6", "3", "3"]
    assert up.settled.both == up.settled.never == up.settled.optimal == (("outs",),)
    assert plain.settled.both == ((),)
    assert up.ranking == (2, 3, 0, 1)
    assert up.worst == (2, 3)
    assert plain.worst == (0, 1, 2, 3)
    assert plain.player_edges == ()
    # A hit before six outs or three, twice, at 40 for 1; against six the 6 for 1 after one is worth more.
    assert up.edges == {
        0: (1 - 40 * Fraction(1, 49), 1 - 6 * Fraction(1, 7)),
        1: (1 - 40 * Fraction(1, 49), 1 - 6 * Fraction(1, 7)),
        2: (1 - 40 * Fraction(1, 16), 1 - 40 * Fraction(1, 16)),
        3: (1 - 40 * Fraction(1, 16), 1 - 40 * Fraction(1, 16)),
    }
    assert up.player_edges == (2, 3)
    assert [(one.reading, one.wagers, one.edge, one.player_edges) for one in exposures([up, plain])] == [
        (2, ("Up | down",), Fraction(-3, 2), 1),
        (3, ("Up | down",), Fraction(-3, 2), 1),
        (0, ("Plain",), Fraction(1, 20), 0),
        (1, ("Plain",), Fraction(1, 20), 0),
    ]
    assert plainest([one for one, _ in answered], (3, 2)) == 2


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

    return Game("Selling", "here", (Option("sold", "Which?", {one: one for one in choices}),), wagers)


def answered_all(game):
    return [(one, [answer(bet) for bet in game.wagers(one).values()]) for one in game.readings(True)]


def rows(table):
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
    assert rows(shown.tables[0]) == cells
    notes = " ".join(shown.tables[-1].notes)
    assert ("3 outs is not on the sheet under sold=" in notes) == (choice != "turned")
    assert ("5 outs is not on the sheet under the defaults" in notes) == (choice == "other")


def test_a_wager_whose_name_a_reading_writes_otherwise_is_compared_with_itself():
    """Outs that throw off 2 outs and, under `capitals`, 5: a name is known by its slug."""

    def wagers(reading):
        pays = {"made": "2 for 1", "lost": "nothing"}
        name, outs = {"small": ("The ladder", 2), "capitals": ("THE LADDER", 5)}[reading["letters"]]
        yield ladder(name, rungs=1, outs=outs, pays=pays)

    letters = Option("letters", "Which?", {"small": "small", "capitals": "capitals"})
    game = Game("Letters", "here", (letters,), wagers)
    answered = answered_all(game)
    (risk,) = risks(answered)
    assert (risk.wager, risk.edges) == ("The ladder", {0: (Fraction(1, 3),) * 2, 1: (Fraction(2, 3),) * 2})
    shown = view(game, answered, False)
    document = shown.to_dict()
    spans = {
        (one["wager"], one["asked"], one["least"]["value"], one["greatest"]["value"])
        for one in document["ranges"]["wagers"]
        if one["figure"] == "edge.per_stake"
    }
    assert spans == {("the-ladder", "1/3", "1/3", "2/3")}


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

    game = Game("Selling", "here", (Option("sold", "Which?", {one: one for one in sold}),), wagers)
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
    assert rows(shown.tables[0]) == [
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


def test_a_single_wager_that_a_reading_lacks():
    def wagers(reading):
        if reading["open"] == "yes":
            yield ladder("Plain", rungs=1, pays={"made": "2 for 1", "lost": "nothing"})

    game = Game("Shut", "here", (Option("open", "Is it?", {"yes": "yes", "no": "no"}),), wagers)
    assert rows(view(game, answered_all(game), False).tables[0]) == [["default", "1/2", "50.0000%", ""]]
    (risk,) = risks(answered_all(game))
    assert (risk.worst, risk.lowest) == ((0,), Fraction(1, 2))
    assert "in 1 of 1 reading." in screen.render(view(game, answered_all(game), True).tables, 100)


@pytest.fixture(scope="module")
def lay(game, solved):
    """Lay 4 under every reading."""
    return [
        (reading, [solved(game("quebec-place-bets").wager("lay-4", reading))])
        for reading in game("quebec-place-bets").readings(True)
    ]


def test_lay_4_goes_by_its_commission(lay):
    (found,) = risks(lay)
    assert found.settled.never == (("commission",),)
    assert found.settled.both == (("commission", "withdrawal"),)
    assert found.lowest == min(one.optimal.edge.per_stake for _, (one,) in lay)
    assert {lay[i][0]["commission"] for i in found.worst} == {"on-win"}
    edges = [lay[i][1][0].optimal.edge.per_stake for i in found.ranking]
    assert edges == sorted(edges)
    assert sorted(found.ranking) == list(range(56))


def test_readings_that_settle_alike_are_one_row(lay):
    table, _ = view(GAME, lay, True).tables
    shown = [[cell.text() for cell in row] for row in table.rows]
    assert [row[0] for row in shown] == [
        "commission=on-win",
        "commission=on-win withdrawal=commission-refunded",
        "withdrawal=commission-refunded",
        "default",
    ]
    assert [row[1] for row in shown] == ["14"] * 4
    assert [row[-1] for row in shown] == ["lowest", "lowest", "", ""]


def test_a_sheet_under_every_reading(game):
    answered = [
        (reading, [answer(one) for one in list(game("repeater-bets-plus").wagers(reading).values())[-2:]])
        for reading in game("repeater-bets-plus").readings(True)
        if reading["combination"] == "first" and reading["seven-times"] == "any-mix"
    ]
    summary, ranking, whole, each, rejected = view(
        game("repeater-bets-plus"), answered, True, rejected=True
    ).tables
    assert len(view(game("repeater-bets-plus"), answered, True).tables) == 4
    shown = [[cell.text() for cell in row] for row in summary.rows]
    assert [row[0] for row in shown] == ["2 or 12 before 7", "3 or 11 before 7"]
    assert [row[1:5] for row in shown] == [  # a zero is disregarded and pockets are dice: nothing is open
        ["25.0000%", "25.0000%", "8", "default"],
        ["20.0000%", "20.0000%", "8", "default"],
    ]
    assert [row[6] for row in shown] == ["no option"] * 2
    assert len(ranking.rows) == 8
    assert whole.title == "All wagers: range of each figure over 8 readings"
    # No envy is owed and nothing is put down but the stake, so neither has rows or columns of its own.
    assert [one.name for one in each.columns] == ["wager", "least house edge", "greatest house edge"]
    assert [cell.text() for cell in each.rows[0]] == ["2 or 12 before 7", *["25.0000%"] * 2]
    assert [row[0].text() for row in whole.rows] == [
        *("house edge", "return to player", "variance", "average spins")
    ]
    assert rejected.title.startswith("Rejected by the sheet: ")
    assert len(rejected.rows) == 24
    assert rejected.rows[0][0].text() == "pockets=literal"
    assert rejected.rows[0][1].text() == "2 or 12 before 7"
    assert rejected.rows[0][3].text() == "-100.0000%"


def test_the_first_reading_is_that_of_odds(document, small_games):
    first = document("readings", "ladders")["readings"][0]
    assert first["wagers"] == document("odds", "ladders")["wagers"]


def test_equal_wagers_are_solved_once(run, small_games, monkeypatch):
    import markov.wager.odds

    solved = []
    real = markov.wager.odds.solved
    monkeypatch.setattr(
        markov.wager.odds, "solved", lambda wager, *more: solved.append(wager) or real(wager, *more)
    )
    assert run("readings", "ladders", "--all")[0] == 0
    assert len(solved) == 3  # one ladder for each number of outs, and one plain wager


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
