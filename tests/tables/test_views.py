"""Answers as words: read back, and compared with the answers."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest

from markov.exact import decimal, in_percent
from markov.printable import printable
from markov.questions.odds.view import view
from markov.tables import csv as as_csv
from markov.tables import markdown, screen
from markov.tables.records import Records, as_json, keys
from markov.tables.screen import laid_out
from markov.tables.table import Figure, Heading, Rounded, Table, Tables, Word
from markov.tables.view import View
from markov.wager.asked import Asked
from markov.wager.odds import answer
from markov.wager.rule import End
from tests.small_games import GAME

ASKED = Asked(GAME, GAME.reading(), GAME.wagers())
ANSWERS = [answer(wager) for wager in GAME.wagers().values()]
SHEET = view(ASKED, ANSWERS).tables
ALONE = view(ASKED, ANSWERS[:1]).tables
LONG = Fraction(2**200 + 1, 3**130)
TABLE = Table(
    "A [bold]title[/bold]",
    (Heading("name", "left"), Heading("exact", group="x"), Heading("decimal", "point", "x")),
    (
        (Word("a | b"), Figure(LONG), Figure(LONG, decimal)),
        (Word("tie", "even"), Figure(Fraction(1, 3)), Figure(Fraction(1, 3), in_percent)),
    ),
    ("A note.",),
)


def test_a_row_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="a row of 1 cells under 2 headings"):
        Table("", (Heading("a"), Heading("b")), ((Word("x"),),))


def test_tables_are_made_when_they_are_first_asked_for_and_once():
    made = []

    def make():
        made.append(TABLE)
        yield TABLE

    view = View(Tables(make), lambda: RECORDS, dict)
    assert view.to_csv() == as_csv.render(RECORDS)
    assert view.to_dict() == {}
    assert made == []
    assert view.to_markdown() == markdown.render([TABLE])
    assert (list(view.tables), len(view.tables), view.tables[-1]) == ([TABLE], 1, TABLE)
    assert repr(view) == "View('A [bold]title[/bold]', 1 table)"
    assert repr(view.tables) == repr((TABLE,))
    assert made == [TABLE]


def test_a_page_is_as_wide_as_columns_says_or_100(monkeypatch):
    monkeypatch.setattr("os.get_terminal_size", lambda _: (_ for _ in ()).throw(OSError))  # a pipe
    monkeypatch.delenv("COLUMNS", raising=False)
    assert screen.width() == 100
    monkeypatch.setenv("COLUMNS", "72")
    assert screen.width() == 72
    monkeypatch.setenv("COLUMNS", "1")
    assert screen.render(SHEET, screen.width())


@pytest.mark.parametrize(("width", "lengths"), [(60, [40, 20, 1]), (30, [24, 12, 0]), (20, [16, 8, 0])])
def test_bars_have_the_room_that_there_is(width, lengths):
    bars = [(Word(name), Word("█" * length)) for name, length in zip("abc", (40, 20, 1), strict=True)]
    shown = screen.render([Table("A law", (Heading("n"), Heading("", "left")), bars)], width)
    assert [line.count("█") for line in shown.splitlines() if line[:1] in "abc"] == lengths


KEPT = Path(__file__).with_name("pages.txt")


def pages():
    """Tables on narrow pages and on a wide one, and whole fractions."""
    for width, whole in ((21, False), (33, False), (60, True), (150, False)):
        yield f"== {width} columns{' with whole fractions' * whole}\n"
        yield screen.render([*SHEET, *ALONE, TABLE], width, whole, headline="A line that answers. " * 3)


def test_pages_of_all_widths_are_as_they_are_kept():
    assert "".join(pages()) == KEPT.read_text()


def test_words_with_an_ellipsis_of_their_own_leave_no_digits_out():
    row = Word("50, 25, … to 1"), Figure(Fraction(50))
    shown = screen.render([Table("A title", (Heading("name"), Heading("pay")), (row,))], 80)
    assert "50, 25, … to 1" in shown
    assert "digits left out" not in shown


@pytest.mark.parametrize("width", [40, 80, 100, 120, 200])
@pytest.mark.parametrize("whole", [True, False])
def test_no_line_is_wider_than_the_terminal(width, whole):
    tables = [*SHEET, *ALONE, TABLE]
    for spans in laid_out(tables, width, whole):
        assert len("".join(words for words, _ in spans)) <= width


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("words", [1, 12, 16, 40])
def test_words_beside_a_name_are_folded_within_the_page(width, words):
    names, text = ("outlay", "condition " * 2), " ".join(["staked"] * words)
    columns = (Heading("item"), Heading("value"))
    table = Table("A wager", columns, [(Word(name), Word(text)) for name in names])
    lines = ["".join(words for words, _ in spans) for spans in laid_out([table], width)]
    assert max(map(len, lines)) <= width
    assert " ".join(lines).count("staked") == 2 * words


@pytest.mark.parametrize("width", [30, 33, 36])
def test_a_name_is_in_one_piece_though_that_takes_another_block(width):
    columns = tuple(Heading(name) for name in ("offer", "taken", "left", "kept"))
    names = [f"surrender-{k}" for k in range(4)]
    shown = screen.render([Table("A wager", columns, [tuple(map(Word, names))])], width)
    for name in names:
        assert name in shown


def test_colours_are_for_the_terminal_renderer_alone():
    assert "\x1b[33mtie" in screen.render([TABLE], 80, coloured=True)
    plain = "".join(
        c for c in screen.render([TABLE], 80, coloured=True).replace("\x1b[0m", "") if c.isprintable()
    )
    assert "A [bold]title[/bold]" in plain


def test_a_name_cannot_drive_the_terminal():
    table = Table("\x1b[31mred", (Heading("a"),), ((Word("\x1b[2Jgone\nx"),),))
    assert "\x1b" not in screen.render([table], 100)
    assert r"\x1b[2Jgone\nx" in screen.render([table], 100)


RECORDS = Records(
    {"name": str, "at": object, "count": int, "taken": bool, "edge": Fraction},
    (
        {"name": "a", "at": (1, None), "count": 3, "taken": True, "edge": Fraction(-1, 3)},
        {"name": "b", "edge": Rounded("1.414214"), "taken": False},
        {},
    ),
)


def test_a_missing_value_is_an_empty_cell_and_an_exact_number_three_columns():
    assert as_csv.render(RECORDS) == (
        "name,at,count,taken,edge,edge_numerator,edge_denominator\n"
        'a,"1, –",3,true,-0.333333,-1,3\nb,,,false,1.414214,,\n,,,,,,\n'
    )


def test_a_spreadsheet_has_an_exact_number_in_three_columns_and_states_in_words():
    assert dict(RECORDS.plain()) == {
        "name": ["a", "b", None],
        "at": ["1, –", None, None],
        "count": [3, None, None],
        "taken": [True, False, None],
        "edge": [-1 / 3, 1.414214, None],
        "edge_numerator": [-1, None, None],
        "edge_denominator": [3, None, None],
    }


def test_a_data_frame_has_numbers_and_fractions():
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = View((), lambda: RECORDS, dict).to_frame()
    assert list(frame) == ["name", "at", "count", "taken", "edge", "edge_exact"]
    assert " ".join(map(str, frame.dtypes)) == "object object Int64 boolean float64 object"
    assert frame.edge[0] == float(Fraction(-1, 3))
    assert (frame.edge[1], frame.edge_exact[0]) == (1.414214, Fraction(-1, 3))
    assert list(frame["count"].isna()) == [False, True, True]
    assert list(frame.edge.isna()) == [False, False, True]
    assert list(frame.edge_exact.isna()) == [False, True, True]
    assert frame.edge.sum() == frame.edge[0] + frame.edge[1]


def test_a_data_frame_takes_numbers_beyond_all_floats():
    pytest.importorskip("pandas", reason="pandas is not installed")
    rows = [{"x": Fraction(10) ** 400}, {"x": -(Fraction(10) ** 400)}, {"x": Fraction(1, 10**400)}]
    frame = View((), lambda: Records({"x": Fraction}, rows), dict).to_frame()
    assert list(frame.x) == [float("inf"), float("-inf"), 0.0]
    assert list(frame.x_exact) == [row["x"] for row in rows]


@pytest.mark.parametrize(("most", "kind"), [(2**63 - 1, "Int64"), (2**63, "object"), (-(2**70), "object")])
def test_a_data_frame_takes_whole_numbers_of_any_length(most, kind):
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = View((), lambda: Records({"seed": int}, [{"seed": most}]), dict).to_frame()
    assert (list(frame.seed), str(frame.seed.dtype)) == ([most], kind)


def test_rows_have_the_keys_of_their_columns_and_no_heading_comes_twice():
    with pytest.raises(ValueError, match="no column is called b"):
        Records({"a": str}, ({"b": "x"},))
    with pytest.raises(ValueError, match="two columns have one heading"):
        Records({"a": Fraction, "a_numerator": str}, ())


def test_names_that_would_make_one_key_are_left_as_they_are():
    assert keys("pay", ["a-b", "c"]) == {"a-b": "pay_a_b", "c": "pay_c"}
    assert keys("pay", ["a-b", "a b"]) == {"a-b": "pay a-b", "a b": "pay a b"}
    assert (
        len(set(Records(dict.fromkeys(keys("pay", ["a", "a-exact"]).values(), Fraction), ()).headings())) == 6
    )


def test_a_document_has_exact_numbers_as_texts_and_no_float_in_their_place():
    told = as_json({"edge": Fraction(9, 49), "n": 3, "none": None, "rows": ({"ok": True, "at": (1, None)},)})
    assert told == {"edge": "9/49", "n": 3, "none": None, "rows": [{"ok": True, "at": [1, None]}]}
    assert as_json((End("made"), frozenset({8, 28}))) == ["made", [28, 8]]
    assert as_json((float("inf"), float("nan"), 0.5)) == [None, None, 0.5]


@pytest.mark.parametrize("sign", "=+-@\t\r\n＝＋－＠")
def test_csv_has_no_cell_that_a_spreadsheet_takes_for_a_formula(sign):
    words = f'{sign}HYPERLINK("http://x","y")'
    heads, cells = csv.reader(io.StringIO(as_csv.render(Records({words: str}, ({words: words},)))))
    words = printable(words)  # a tab or a line break is escaped, behind the apostrophe
    assert heads == [f"'{words}"]
    assert cells == [f"'{words}"]


def test_csv_keeps_numbers_and_other_words():
    numbers = ["-9/49", "-0.18", "+1", "-18.3673%", "+1,234", "-1,234.5", "0", "40/49", "-1e-5"]
    words = ["made", "'quoted'", "8-18-28", "1 = 2", " =1", "–", "√(2/7)", ""]
    rows = [{"a": text} for text in (*numbers, *words)]
    found = list(csv.reader(io.StringIO(as_csv.render(Records({"a": str, "b": str}, rows)))))[1:]
    assert [row[0] for row in found] == [*numbers, *words]


@pytest.mark.parametrize(
    "words", ["-1+1", "-2+3+cmd|' /C calc'!A0", "+1 to 1", "--1", "-1e", "=1", "-", "-1/2/3"]
)
def test_csv_takes_only_exact_numbers_for_numbers(words):
    records = Records({"a": str}, ({"a": words},))
    assert list(csv.reader(io.StringIO(as_csv.render(records)))) == [["a"], [f"'{words}"]]


if __name__ == "__main__":  # read them before they are kept
    KEPT.write_text("".join(pages()))
