"""Rows that are declared once: the table, the JSON and the CSV follow from their columns."""

import csv
import io
from dataclasses import dataclass
from fractions import Fraction

import pytest

from markov.tables import column as c
from markov.tables.column import Column
from markov.tables.rows import Rows, counted_up
from markov.tables.table import NOTHING, Figure, Word
from markov.tables.view import view_of
from markov.wager.asked import Asked
from tests.small_games import GAME

ASKED = Asked(GAME, GAME.reading(), GAME.wagers())
THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


@dataclass(frozen=True)
class Offer:
    pay: Fraction
    taken: bool = False


@dataclass(frozen=True)
class Bet:
    name: str
    edge: Fraction | None
    offer: Offer | None = None
    endings: tuple[str, ...] | None = ()
    state: object = None


HORN = Bet("Horn", THIRD, Offer(Fraction(6), True), ("made", "lost"), (1, None))
FIELD = Bet("Field", None, endings=None)


def of_offer(name):
    return lambda bet: bet.offer and getattr(bet.offer, name)


COLUMNS = (
    c.words("wager", "name", shown=lambda bet: Word(bet.name, "good")),
    *c.edges("edge", "edge", ("edge", "per_stake")),
    c.exact(None, of_offer("pay"), ("offer", "pay")),
    c.words("taken", of_offer("taken"), ("offer", "taken"), kind=c.FLAG),
    c.words("endings", "endings", kind=c.LISTED),
    c.state("state"),
    c.counts("letters", lambda bet: len(bet.name)),
)


def asked(*parts, **more):
    return view_of("bets", ASKED, lambda: parts, **more)


def csv_of(view):
    return list(csv.DictReader(io.StringIO(view.to_csv())))


def test_a_program_gets_what_has_a_key():
    told = asked(Rows("Bets", [HORN, FIELD], COLUMNS), line={"play": "never"}, document=lambda: {"ok": True})
    document = told.to_dict()
    assert {key: document[key] for key in ("schema", "game", "play", "ok")} == {
        "schema": "markov/bets/1",
        "game": "ladders",
        "play": "never",
        "ok": True,
    }
    assert document["rows"] == [
        {
            "name": "Horn",
            "edge": {"per_stake": "1/3"},
            "offer": {"pay": "6", "taken": True},
            "endings": ["made", "lost"],
            "state": [1, None],
        },
        # An object of which all values are missing is missing.
        {"name": "Field", "edge": None, "offer": None, "endings": None, "state": None},
    ]
    horn, field = csv_of(told)
    assert horn == {
        "game": "ladders",
        "play": "never",
        "name": "Horn",
        "edge_per_stake": "0.333333",
        "edge_per_stake_numerator": "1",
        "edge_per_stake_denominator": "3",
        "offer_pay": "6.000000",
        "offer_pay_numerator": "6",
        "offer_pay_denominator": "1",
        "offer_taken": "true",
        "endings": "made; lost",
        "state": "1, –",
    }
    assert set(field.values()) == {"ladders", "never", "Field", ""}


def test_parts_are_told_apart_and_those_without_rows_are_no_table():
    name = c.words("wager", "name")
    told = asked(
        Rows("Bets", [HORN], [name], part="bets"),
        Rows("None", [], [name], part="others"),
        Rows("", [FIELD], [name, c.exact(None, "edge")], part="more", nested=True),
        Rows("Seen", [FIELD], [name], part=""),
    )
    assert [table.title for table in told.tables] == ["Bets", "Seen"]
    document = told.to_dict()
    assert (document["bets"], document["others"]) == ([{"name": "Horn"}], [])
    assert "more" not in document
    assert [(row["part"], row["name"]) for row in csv_of(told)] == [("bets", "Horn"), ("more", "Field")]


def test_what_a_line_begins_with_has_its_kind_and_so_has_a_key_of_several_parts():
    rows = Rows("Bets", [HORN], [c.words(None, "name"), c.exact(None, "edge")])
    frame = asked(rows, line={"seed": 3, "why": None}).to_frame()
    assert [*map(str, frame.dtypes)][:4] == ["object", "Int64", "object", "object"]
    with pytest.raises(ValueError, match="two kinds of edge"):
        asked(rows, Rows("", [HORN], [c.words(None, "edge")], part="more")).records()


def test_a_column_that_would_say_nothing_is_left_out():
    def seen(*numbers):
        table = Rows("", numbers, c.figures("pay", lambda number: number)).table()
        return [heading.name for heading in table.columns], table.texts()

    assert seen(Fraction(2), None) == (["pay"], [["2"], ["–"]])
    assert seen(Fraction(2), HALF) == (["pay", "decimal"], [["2", "2.000000"], ["1/2", "0.500000"]])
    quiet = Column("note", str, needless=c.empty)
    assert Rows("", [""], [quiet]).table().columns == ()


def test_an_edge_of_the_player_stands_out():
    rows = Rows("", [-HALF, Fraction(0)], c.edges("edge", lambda edge: edge)).table().rows
    assert [(share.tone, share.number) for _, share in rows] == [("good", -HALF), ("", 0)]


def test_rows_beyond_forty_are_counted_up():
    for count, tables in ((40, 1), (41, 2)):
        rows = Rows("Bets", [HORN] * count, [c.words("wager", "name")])
        assert len(counted_up(rows, "bets", " by name", lambda bet: bet.name, [])) == tables


def test_a_cell_is_taken_as_it_is():
    figure = Figure(HALF)
    assert Column("x", lambda _: figure).cell(None) is figure
    assert Column("x", lambda _: None).cell(None) is NOTHING
