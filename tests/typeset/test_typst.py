"""Manuscripts as Typst: words do nothing, numbers stand in line, wide tables find room."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from markov.tables.table import Heading, Table, Word
from markov.typeset.attached import unarmored
from markov.typeset.digits import grouped
from markov.typeset.formula import Formula, matrix, number
from markov.typeset.manuscript import Display, Manuscript, Paragraph, Section, Tabular, keep_with_next
from markov.typeset.table_fit import CellText, FittedColumn, fitted, fitted_columns, text_width
from markov.typeset.typst import render, source, tabular
from markov.typeset.typst_words import quoted, units, words
from tests.draws import examples
from tests.typeset.sample import ATTACKS, sample, table


def spoken(expressions: list[str]) -> list[str]:
    """The value of each expression in Typst."""
    typst = pytest.importorskip("typst")
    house = "#let thin = none\n#let n(..all) = all.pos().join()\n#let w(..all) = all.pos().join()\n"
    text = house + "".join(f"#metadata({one})<said>\n" for one in expressions)
    found = typst.query(text.encode(), "<said>", field="value")
    return json.loads(found)


def test_no_words_are_markup() -> None:
    shown = spoken([f(attack) for attack in ATTACKS for f in (quoted, words)])
    for attack, *both in zip(ATTACKS, shown[::2], shown[1::2], strict=True):
        assert len(set(both)) == 1
        assert both[0] == re.sub("[\n\u2028]", " ", attack).translate(
            {ord(sign): f"[U+{ord(sign):04X}]" for sign in "\x00\x07\x1b\u202e\ud800\U0001f600"}
        )


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.text(st.characters(max_codepoint=0x2300) | st.sampled_from('"\\#$()[]{}/*0123')), min_size=1)
)
def test_a_literal_says_what_the_text_says(texts: list[str]) -> None:
    shown = spoken([f(text) for text in texts for f in (quoted, words)])
    for text, *both in zip(texts, shown[::2], shown[1::2], strict=True):
        known = re.sub(r"\[U\+([0-9A-F]{4,6})\]", lambda sign: chr(int(sign[1], 16)), both[0])
        white = re.compile("[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")
        assert both[0] == both[1]
        assert known == white.sub(" ", normalize("NFC", text))


@given(st.text(st.sampled_from("0123456789/. √(-")))
def test_pieces_break_where_groups_do(text: str) -> None:
    pieces = [piece for unit in units(text) for piece in unit]
    assert "".join(pieces) == text
    places = {len("".join(grouped(text)[:k])) for k in range(len(grouped(text)) + 1)}
    assert all(len("".join(pieces[:k])) in places for k in range(len(pieces) + 1))
    assert all(
        piece.isdigit() and len(piece) == 3
        for unit in units(text)
        for piece in unit[1:-1]
        if "/" not in piece
    )


def test_the_document_is_one_text_with_its_files() -> None:
    manuscript = sample()
    text = render(manuscript)
    assert text == render(sample())
    assert dict(unarmored(text)) == {one.name: one.text for one in manuscript.attachments}
    tail = text.removeprefix(source(manuscript)).splitlines()
    assert (tail[1], tail[-1]) == ("/*", "*/")
    assert not any("*" in line for line in tail[2:-1])
    for forbidden in ("#import", "#include", "read(", 'image("', "plugin(", "eval(", "@preview"):
        assert forbidden not in source(replace(manuscript, sections=()))


def test_formulas() -> None:
    pytest.importorskip("pypandoc", reason="the extra 'pdf' is not installed")
    formulas = (
        Formula("p = " + number(Fraction(1, 49))),
        Formula(matrix([[Fraction(-1, 2), Fraction(10**12)]])),
    )
    section = Section("S", "s", (Paragraph(formulas), Display(formulas[1])))
    text = source(Manuscript("T", "", "2026-01-31", (), (section,)))
    assert r'#math.equation(alt: "p = \\frac{1}{49}", $p = 1 / 49$);' in text
    assert [r"\frac" in number(Fraction(1, 10**zeros)) for zeros in (35, 36)] == [True, False]
    broken = 'mat(delim: "(", - 1 / 2, 1 thin 000 thin 000 thin 000 thin 000)'
    assert text.count(broken) == 3  # in its line, on a line of its own, and as it is where that is too short


def test_a_wide_table_is_parted_and_each_part_says_of_what_each_row_is() -> None:
    assert tabular(table(5)).count("ruled(") == 1
    assert tabular(table(14)).count("ruled(") == 2
    markup = tabular(table(40))
    assert markup.count("ruled(") > 2
    assert markup.count('"house edge"') + markup.count('"house" + linebreak() + "edge"') == 20


def test_a_table_of_nine_rows_stays_on_one_page() -> None:
    assert [tabular(table(3, rows)).startswith("#whole[") for rows in (9, 10)] == [True, False]
    led = [keep_with_next(Paragraph(("x" * signs,)), table(3)) for signs in (400, 401)]
    assert led == [True, False]  # of some four lines


def test_a_word_of_31_characters_may_be_broken() -> None:
    assert words(f"a {'b' * 30} c") == quoted(f"a {'b' * 30} c")
    assert words(f"a {'b' * 31} c") == f'"a " + w("{"b" * 30}", "b") + " c"'


def test_a_row_of_more_than_24_lines_may_be_broken_between_two_pages() -> None:
    rows = ((Word("x" * length),) for length in (1762, 1763))
    shown = [tabular(Tabular(Table("T", (Heading("a", "left"),), (row,)), "t")) for row in rows]
    assert ["..tall(" in table for table in shown] == [False, True]


def test_the_parts_of_a_table_are_led_by_the_columns_that_tell_its_rows_apart() -> None:
    heads = (
        Heading("wager", "left"),
        Heading("figure", "left"),
        *(Heading(f"reading {k}") for k in range(20)),
    )
    rows = [("Horn", "edge"), ("Horn", "spins"), ("Even", "edge")]
    cells = tuple((*map(Word, row), *(Word("12.34567") for _ in range(20))) for row in rows)
    parts = fitted(fitted_columns(Table("T", heads, cells)))
    assert len(parts) > 1
    assert {tuple(column.head.name for column in part.columns[:3])[:2] for part in parts} == {
        ("wager", "figure")
    }
    assert [column.head.name for part in parts for column in part.columns[2:]] == [
        column.name for column in heads[2:]
    ]
    one_row = fitted(fitted_columns(Table("T", heads, cells[:1])))
    assert {part.columns[1].head.name for part in one_row[1:]}.isdisjoint({"figure"})


@pytest.mark.parametrize(("count", "depth"), [(30, 3), (31, 2), (45, 2), (46, 1)])
def test_a_table_of_contents_of_more_than_ninety_lines_leaves_out_what_is_deepest(count, depth) -> None:
    def section(k: str, *below: Section) -> Section:
        return Section(k, k, below)

    sections = tuple(section(f"a{k}", section(f"b{k}", section(f"c{k}"))) for k in range(count))
    assert f"#contents({depth})" in source(Manuscript("T", "", "2026-01-31", (), sections))


@pytest.mark.parametrize(
    ("text", "least", "tightly"),
    [
        ("7" * 34, 34 * 495, 34 * 495),
        ("7" * 66, 66 * 495, 11_000),
        ("7" * 67, 16_000, 11_000),
        ("7" * 31 + "a" * 29, 31 * 495 + 29 * 487, 11_000),  # mostly digits
        ("7" * 30 + "a" * 30, 13_000, 13_000),
        ("a" * 41, 41 * 487, 41 * 487),
        ("a" * 42, 13_000, 13_000),
    ],
)
def test_what_is_long_is_folded_and_digits_more_before_a_table_is_parted(text, least, tightly) -> None:
    column = FittedColumn(0, Heading("a"), (CellText("short", None, None), CellText(text, None, None)))
    assert [column.least(tight) for tight in (False, True)] == [least, tightly]


SIZES = st.integers(0, 80), st.integers(0, 30), st.booleans(), st.integers(0, 160)


@given(st.lists(st.tuples(*SIZES), min_size=1, max_size=9))
def test_what_fits_is_no_wider_than_the_page(sizes: list[tuple[int, int, bool, int]]) -> None:
    columns = []
    for k, (digits, letters, broken, long) in enumerate(sizes):
        text = "7" * digits + " ab" * letters * broken + "c" * letters
        heading = Heading("a heading" + "g" * long)  # where none is so wide, all columns are of one width
        columns.append(FittedColumn(k, heading, (CellText(text, None, None),)))
    for fit in fitted(columns):
        widths = [
            folded or max(column.natural, *map(text_width, lines))
            for column, lines, folded in zip(fit.columns, fit.headings, fit.folded, strict=True)
        ]
        assert min(widths) > 0
        assert sum(widths) + 1240 * (len(widths) - 1) <= 4535 * 1000 // fit.size
