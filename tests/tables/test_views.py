"""Answers as words: read back, and compared with the answers."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest

from markov.distribution import Distribution
from markov.exact import rational_root, root, rounded
from markov.printable import printable
from markov.questions.games import view as shelf
from markov.questions.odds import view as line
from markov.questions.odds import view as sheet
from markov.questions.readings import view as readings
from markov.tables import csv as as_csv
from markov.tables import json_record as document
from markov.tables import markdown, terminal, text
from markov.tables.layout import laid_out
from markov.tables.table import Column, Figure, Table, Word, decimal, in_percent
from markov.wager.game import Game, Option
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from markov.wager.wager import End, Wager


@dataclass(frozen=True)
class Ladder:
    """Climbs to the top on a hit, falls off on an out; may step down on any rung above the ground."""

    rungs: int

    @property
    def start(self):
        return (0,)

    def step(self, state, outcome):
        (rung,) = state
        if outcome == "out":
            return End("lost")
        if outcome == "miss":
            return state
        return (rung + 1,) if rung + 1 < self.rungs else End("made")

    def offer(self, state):
        (rung,) = state
        return End(f"surrender-{rung}") if rung else None


def ladder(name="Up | down", rungs=2, outs=3, **terms):
    pays = {"made": "40 for 1", "lost": "nothing", "surrender-1": "6 for 1"}
    wheel = Distribution({"hit": 1, "miss": 2, "out": outs})
    return Wager(name, Ladder(rungs), wheel, Paytable(terms.pop("pays", pays)), "Table 1", **terms)


def _wagers(reading: Mapping[str, str]):
    yield ladder(outs=int(reading["outs"]), envy=Paytable({"made": "1 for 1"}))
    plain = {"made": "2 to 1", "lost": "nothing"}
    yield ladder("Plain", rungs=1, outs=2, pays=plain, outlay=Fraction(21, 20))


GAME = Game(
    "Ladders",
    "a rack card",
    (
        Option("outs", "How many outs?", {"6": "six", "3": "three"}),
        Option("hats", "May hats be worn?", {"no": "no", "yes": "yes"}, idle="a hat changes nothing"),
    ),
    _wagers,
)
READING = GAME.reading()
ANSWERS = [answer(wager) for wager in GAME.wagers().values()]
LONG = Fraction(2**200 + 1, 3**130)
TABLE = Table(
    "A [bold]title[/bold]",
    (Column("name", "left"), Column("exact", group="x"), Column("≈", "point", "x")),
    (
        (Word("a | b"), Figure(LONG), Figure(LONG, decimal)),
        (Word("tie", "even"), Figure(Fraction(1, 3)), Figure(Fraction(1, 3), in_percent)),
    ),
    ("A note.",),
)


def test_a_row_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="a row of 1 cells under 2 headings"):
        Table("", (Column("a"), Column("b")), ((Word("x"),),))


@pytest.mark.parametrize(
    "square", [Fraction(2), Fraction(76800, 2401), Fraction(1, 10**13), Fraction(10**30 + 1)]
)
def test_a_root_is_within_half_a_unit_of_the_last_place(square):
    shown = Fraction(root(square, 8))
    half = Fraction(1, 2 * 10**8)
    assert (shown - half) ** 2 <= square <= (shown + half) ** 2 or (shown == 0 and square <= half**2)


def test_a_rational_root_is_found():
    assert rational_root(Fraction(49, 81)) == Fraction(7, 9)
    assert rational_root(Fraction(48, 81)) is None
    assert root(Fraction(49, 81), 4) == rounded(Fraction(7, 9), 4)


@pytest.mark.parametrize("whole", [True, False])
def test_a_pipe_gets_every_digit_and_no_escape(whole):
    shown = text.render([TABLE], None, whole)
    assert str(LONG) in shown
    assert "…" not in shown
    assert "\x1b" not in shown
    assert "A [bold]title[/bold]" in shown
    assert all(line == line.rstrip() for line in shown.splitlines())


def test_a_terminal_shortens_and_says_so():
    shown = text.render([TABLE], 80, whole=False)
    assert str(LONG) not in shown
    assert "… stands for digits left out; --whole shows them." in shown


def test_whole_fractions_are_folded_on_a_terminal():
    shown = text.render([TABLE], 80, whole=True)
    assert "…" not in shown
    halves = str(LONG).split("/")
    assert halves[0][:20] in shown
    assert len("".join(c for c in shown if c.isdigit())) >= len("".join(halves))


@pytest.mark.parametrize("width", [40, 80, 100, 120, 200])
@pytest.mark.parametrize("whole", [True, False])
def test_no_line_is_wider_than_the_terminal(width, whole):
    tables = [sheet.sheet(GAME, READING, ANSWERS), *line.line(GAME, READING, ANSWERS[0]), TABLE]
    for spans in laid_out(tables, width, whole):
        assert len("".join(words for words, _ in spans)) <= width


def test_a_broken_table_repeats_its_first_column_and_loses_nothing():
    table = sheet.sheet(GAME, READING, ANSWERS)
    narrow = text.render([table], 60, whole=False)
    assert narrow.count("Up | down") > 1
    for cell in table.rows[0]:
        assert cell.text(12) in narrow


def test_colours_are_for_the_terminal_renderer_alone():
    assert "\x1b[33mtie" in terminal.render([TABLE], 80)
    plain = "".join(c for c in terminal.render([TABLE], 80).replace("\x1b[0m", "") if c.isprintable())
    assert "A [bold]title[/bold]" in plain


def test_a_name_cannot_drive_the_terminal():
    table = Table("\x1b[31mred", (Column("a"),), ((Word("\x1b[2Jgone\nx"),),))
    assert "\x1b" not in text.render([table])
    assert r"\x1b[2Jgone\nx" in text.render([table])


def test_decimal_points_stand_below_each_other():
    numbers = [Fraction(1), Fraction(1000), Fraction(-1, 3)]
    table = Table("", (Column("x", "point"),), tuple((Figure(n, decimal),) for n in numbers))
    body = text.render([table]).splitlines()[3:6]
    assert len({row.index(".") for row in body}) == 1


def test_csv_reads_back():
    table = sheet.sheet(GAME, READING, ANSWERS)
    rows = list(csv.DictReader(io.StringIO(as_csv.render(table))))
    assert [row["wager"] for row in rows] == ["Up | down", "Plain"]
    for row, answered in zip(rows, ANSWERS, strict=True):
        assert Fraction(row["chance to win"]) == answered.never.hit_frequency
        assert Fraction(row["house edge"]) == answered.never.edge.per_stake
        assert Fraction(row["per outlay"]) == answered.never.edge.per_outlay
        assert Fraction(row["edge, best play"]) == answered.optimal.edge.per_stake
        assert Fraction(row["dealer's envy"]) == answered.never.envy


@pytest.mark.parametrize("sign", "=+-@\t\r\n＝＋－＠")
def test_csv_has_no_cell_that_a_spreadsheet_takes_for_a_formula(sign):
    words = f'{sign}HYPERLINK("http://x","y")'
    table = Table("", (Column(words), Column("ending", group=words), Column("ending")), ((Word(words),) * 3,))
    heads, cells = csv.reader(io.StringIO(as_csv.render(table)))
    words = printable(words)  # a tab or a line break is escaped, behind the apostrophe
    assert heads == [f"'{words}", f"'{words}, ending", ", ending"]
    assert cells == [f"'{words}"] * 3


def test_csv_keeps_numbers_and_other_words():
    numbers = ["-9/49", "-0.18", "+1", "-18.3673%", "+1,234", "-1,234.5", "0", "40/49", "-1e-5"]
    words = ["made", "'quoted'", "8-18-28", "1 = 2", " =1", "–", "√(2/7)", ""]
    cells = (
        *map(Word, numbers),
        *map(Word, words),
        Figure(Fraction(-9, 49)),
        Figure(Fraction(-1), lambda _: "-1 × 1"),
    )
    table = Table("", (Column("a"),) * len(cells), (cells,))
    assert list(csv.reader(io.StringIO(as_csv.render(table))))[1] == [*numbers, *words, "-9/49", "-1 × 1"]


@pytest.mark.parametrize(
    "words", ["-1+1", "-2+3+cmd|' /C calc'!A0", "+1 to 1", "--1", "-1e", "=1", "-", "-1/2/3"]
)
def test_csv_takes_only_exact_numbers_for_numbers(words):
    table = Table("", (Column("a"),), ((Word(words),),))
    assert list(csv.reader(io.StringIO(as_csv.render(table)))) == [["a"], [f"'{words}"]]


def test_csv_of_one_wager_has_every_figure_and_every_offer():
    (answered, _) = ANSWERS
    rows = list(csv.DictReader(io.StringIO(as_csv.render(line.flat(answered)))))
    figures = {(row["part"], row["item"], row["figure"], row["play"]): row["exact"] for row in rows}
    assert Fraction(figures["figure", "", "edge per spin", "optimal"]) == answered.optimal.edge.per_spin
    assert figures["figure", "", "standard deviation", "never"] == f"√({answered.never.variance})"
    assert Fraction(figures["offer", "surrender-1 in 1", "margin", "optimal"]) == answered.offers[0].margin


def test_markdown_reads_back():
    shown = markdown.render([sheet.sheet(GAME, READING, ANSWERS)])
    lines = [part for part in shown.splitlines() if part.startswith("|")]
    cells = [
        [cell.strip().replace("\x00", "|") for cell in part.replace("\\|", "\x00").strip("|").split("|")]
        for part in lines
    ]
    assert len({len(row) for row in cells}) == 1
    assert cells[2][0] == "Up | down"
    assert Fraction(cells[2][cells[0].index("house edge")]) == ANSWERS[0].never.edge.per_stake


def test_one_wager_in_words():
    shown = text.render(line.line(GAME, READING, ANSWERS[0]))
    assert "Up | down (Ladders): how it ends" in shown
    assert "best play" in shown
    assert shown.count("  take\n") == 1
    assert "Reading: outs=6, hats=no." in shown
    assert "Source: Table 1." in shown
    assert f"a chain of {ANSWERS[0].states} states" in shown
    for figure in ("per stake", "per outlay", "per resolved", "per spin"):
        assert f"edge {figure}" in shown


def test_no_offer_is_said():
    assert "Nothing is on offer before the end" in text.render(line.line(GAME, READING, ANSWERS[1]))


def test_a_tie_is_said():
    pays = {"made": "40 for 1", "lost": "nothing", "surrender-1": "10 for 1"}
    tied = answer(ladder(pays=pays))
    assert tied.offers[0].tie
    shown = text.render(line.line(GAME, READING, tied))
    assert "tie: play on" in shown
    assert "No offer is worth more than playing on" in shown


def test_many_offers_are_counted_up():
    rungs = 60
    pays = {"made": "40 for 1", "lost": "nothing"} | {f"surrender-{k}": "1 for 1" for k in range(1, rungs)}
    tables = line.line(GAME, READING, answer(ladder(rungs=rungs, pays=pays)))
    assert tables[-1].title == "Up | down: offers by ending"
    assert "There are 59 offers; --json and --format csv list every one." in tables[-1].notes


def test_the_document_is_exact_and_holds_every_key_of_the_contract():
    told = json.loads(json.dumps(document.odds(GAME, READING, ANSWERS)))
    assert (told["schema"], told["game"], told["options"]) == ("markov/odds/1", "ladders", READING)
    for wager, answered in zip(told["wagers"], ANSWERS, strict=True):
        assert {"wager", "name", "states", "outlay", "never", "optimal", "offers"} <= wager.keys()
        for play, exact in ((wager["never"], answered.never), (wager["optimal"], answered.optimal)):
            assert sum(Fraction(ending["probability"]) for ending in play["endings"]) == 1
            assert Fraction(play["returned"]) == exact.returned
            assert Fraction(play["net"]) == exact.net
            assert Fraction(play["rtp"]) == exact.rtp
            assert Fraction(play["hit_frequency"]) == exact.hit_frequency
            assert Fraction(play["variance"]) == exact.variance
            assert Fraction(play["spins"]["mean"]) == exact.spins.mean
            assert Fraction(play["spins"]["variance"]) == exact.spins.variance
            assert Fraction(play["envy"]) == exact.envy
            assert Fraction(play["house_after_envy"]) == exact.house_after_envy
            for base in ("per_stake", "per_outlay", "per_resolved", "per_spin"):
                assert Fraction(play["edge"][base]) == getattr(exact.edge, base)
    (offer,) = told["wagers"][0]["offers"]
    assert offer["state"] == [1]
    assert offer["ending"] == "surrender-1"
    assert Fraction(offer["offered"]) - Fraction(offer["continuing"]) == Fraction(offer["margin"])
    assert (offer["offered"], offer["continuing"], offer["take"], offer["tie"]) == ("6", "40/7", True, False)


def test_an_edge_that_is_not_there_is_null():
    pushed = answer(ladder("Push", rungs=1, pays={"made": "1 for 1", "lost": "1 for 1"}))
    assert document.wager(pushed)["never"]["edge"]["per_resolved"] is None
    assert "edge per resolved  " in text.render(line.line(GAME, READING, pushed))
    assert "–" in text.render([sheet.sheet(GAME, READING, [pushed])])


def answered_by(every):
    return [
        (reading, [answer(one) for one in GAME.wagers(reading).values()]) for reading in GAME.readings(every)
    ]


def test_readings_mark_what_changes():
    shown = text.render(readings.readings(GAME, answered_by(False), False))
    rows = [part.split() for part in shown.splitlines() if part.startswith(("Up", "Plain"))]
    assert "·" in rows[1]
    assert rows[0][-1] == "·"  # a hat changes nothing
    assert rows[0][-2].endswith("%")
    assert "hats changes no odds: a hat changes nothing." in shown


def test_readings_of_one_wager_show_the_change():
    one = [(reading, answers[:1]) for reading, answers in answered_by(False)]
    (table,) = readings.readings(GAME, one, False)
    assert [row[0].text() for row in table.rows] == ["default", "outs=3", "hats=yes"]
    assert table.rows[1][1].text() == str(one[1][1][0].never.edge.per_stake)
    assert table.rows[1][3].text().startswith("-")
    assert table.rows[2][3].text() == "·"


def test_all_readings_have_a_row_each():
    tables = readings.readings(GAME, answered_by(True), True)
    assert [len(table.rows) for table in tables] == [4] * len(tables)
    rows = list(csv.DictReader(io.StringIO(as_csv.render(readings.flat(GAME, answered_by(True))))))
    assert len(rows) == 8
    assert {row["changes"] for row in rows if row["outs"] == "6"} == {"no"}


def test_the_shelf_lists_what_can_be_asked():
    (_, options) = shelf.game(GAME)
    assert [row[1].text() for row in options.rows if row[1].text()] == [
        "6 (default)",
        "3",
        "no (default)",
        "yes",
    ]
    assert shelf.document([GAME])["games"][0]["options"][0]["choices"] == {"6": "six", "3": "three"}
