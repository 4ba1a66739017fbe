"""The pays that a sweep tries: from text, and row by row."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.transitions import TooMuchWork
from markov.questions.sweep.grid import MOST, Axis, Grid, Run, affordable, axis
from tests.draws import examples

F = Fraction


def tried(text, *step):
    return axis("made", text, *step).pays(0, 10**6)


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("40", [40]),
        ("30..33", [30, 31, 32, 33]),
        ("30..41/5", [30, 35, 40]),
        ("3..4/1/2", [3, F(7, 2), 4]),
        ("3..15/2", [3, 5, 7, 9, 11, 13, 15]),  # what follows the slash is the step
        ("0.5..1/0.25", [F(1, 2), F(3, 4), 1]),
        ("7/2..5", [F(7, 2), F(9, 2)]),
        ("5..5", [5]),
        ("none,12,15/2", [None, 12, F(15, 2)]),
        ("NONE , 45 for 1, 44 to 5", [None, 45, F(49, 5)]),
        ("39 to 1..41 to 1", [40, 41, 42]),
        ("evens,nothing", [2, 0]),
    ],
)
def test_pays_from_text(text, pays):
    assert tried(text) == pays


def test_a_range_without_a_step_takes_the_one_that_is_given():
    assert tried("1..2,3..4/1", F(1, 2)) == [1, F(3, 2), 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("10..5", "'10..5' ends before it begins"),
        ("5..10/0", "'5..10/0' has no step above 0"),
        ("5..10/-1", "'5..10/-1' has no step above 0"),
        ("3..5/x", "'x' is not an exact number"),
        ("-5..5", "'-5' is below zero"),
        *((text, f"'{text}' is not a pay") for text in ("nan", "inf", "1e400", "1/0", "3 to 0", "40 40", "")),
        ("__import__('os')", "is not a pay"),
        ("9" * 2000, "is not a pay"),
        *((text, "'' is not a pay") for text in (" ", "1..", "..3", "1,,2", ",,")),
        ("1..10**30", "'10**30' is not a pay"),
        ("1..2..3", "'2..3' is not a pay"),
        ("," * 10**6, "1,000,001 parts by comma are more than 1,000"),
    ],
)
def test_other_texts_are_refused(text, why):
    with pytest.raises(ValueError, match=r"^made: ") as refused:
        tried(text)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ["40,40", "30..60,45", "none,none", "1..10/2,0..10/3", "40,39 to 1"])
def test_no_pay_is_tried_twice(text):
    with pytest.raises(ValueError, match="twice"):
        tried(text)


def test_lists_may_interleave():
    assert tried("1..9/2,2..9/2") == [1, 3, 5, 7, 9, 2, 4, 6, 8]


@given(st.fractions(0, 50, max_denominator=12), st.fractions(0, 9, max_denominator=12), st.integers(1, 60))
def test_a_range_goes_as_far_as_its_end(first, length, parts):
    step = F(1, parts) + length / 7
    found = axis("made", f"{first.numerator} for {first.denominator}..{pay_text(first + length)}", step).pays(
        0, 10**6
    )
    assert found == [first + k * step for k in range(10**3) if k * step <= length]


def pay_text(number):
    return f"{number.numerator} for {number.denominator}" if number else "nothing"


def test_a_number_alone_is_said_in_the_words_of_the_sheet():
    assert tried("40") == tried("40 for 1") == tried("39 to 1") == [40]
    assert axis("run", "50..54/2", way="to").pays(0, 9) == [51, 53, 55]
    assert axis("run", "50..52 for 1", way="to").pays(0, 9) == [50, 51, 52]
    assert axis("run", "30 for 1..36 for 1/3", way="to").pays(0, 9) == [30, 33, 36]
    with pytest.raises(ValueError, match="say what the numbers are"):
        axis("lost", "0..1", way=None)
    with pytest.raises(ValueError, match="two ways"):
        axis("run", "30 for 1..36 to 1", way="to")


runs = st.builds(
    Run, st.fractions(0, 20, max_denominator=6), st.fractions("1/6", 3, max_denominator=6), st.integers(1, 7)
)


@st.composite
def axes(draw, ending):
    found: list[Run | None] = []
    for run in draw(st.lists(st.none() | runs, min_size=1, max_size=3)):
        try:
            Axis(ending, (*found, run))
        except ValueError:
            continue
        found.append(run)
    return Axis(ending, tuple(found))


@st.composite
def grids(draw):
    return Grid(tuple(draw(axes(f"e{k}")) for k in range(draw(st.integers(0, 3)))))


def in_full(one):
    """The pays of an axis, written out."""
    return [
        None if run is None else run.first + k * run.step
        for run in one.runs
        for k in range(1 if run is None else run.count)
    ]


@settings(max_examples=examples(50))
@given(grids(), st.data())
def test_rows_are_all_combinations_in_order(grid, data):
    rows = list(product(*map(in_full, grid.axes)))
    assert len(grid) == len(rows)
    row = data.draw(st.integers(0, len(rows) - 1))
    assert grid.pays(row) == {axis.ending: pay for axis, pay in zip(grid.axes, rows[row], strict=True)}
    start, stop = sorted((row, data.draw(st.integers(0, len(rows)))))
    if start < stop:
        for k, window in enumerate(grid.windows(start, stop)):
            wanted = [each[k] for each in rows[start:stop]]
            over = window.axis.denominator
            found = window.each(lambda pays, over=over: [None if n is None else F(n, over) for n in pays])
            assert (found.tolist() if hasattr(found, "tolist") else [found] * len(wanted)) == wanted


@given(axes("made"), st.integers(0, 30), st.integers(0, 30))
def test_a_part_of_an_axis(one, start, stop):
    assert one.pays(start, stop) == in_full(one)[start:stop]
    assert len(one) == len(in_full(one))
    assert one.largest == max((pay for pay in in_full(one) if pay is not None), default=0)
    assert one.optional == (None in in_full(one))
    assert all((pay * one.denominator).denominator == 1 for pay in in_full(one) if pay is not None)


def test_a_long_axis_takes_no_room():
    long = axis("made", f"0..{10**9 - 1}")
    assert len(Grid((long,))) == MOST
    assert long.pays(10**9 - 2, 10**9 + 5) == [10**9 - 2, 10**9 - 1]
    assert Grid((long,)).pays(123_456_789) == {"made": 123_456_789}


def test_a_thousand_million_paytables_and_no_more():
    affordable(MOST)
    with pytest.raises(TooMuchWork, match="wider steps"):
        affordable(MOST + 1)
    with pytest.raises(TooMuchWork):
        Grid((axis("made", "1..100001"), axis("surrender-1", "1..10000")))


def test_a_long_list_is_to_be_written_as_a_range():
    with pytest.raises(TooMuchWork, match="one range"):
        axis("made", "1..1000000,1000001")


def test_an_ending_is_said_once():
    with pytest.raises(ValueError, match="given twice"):
        Grid((axis("made", "1"), axis("made", "2")))


@pytest.mark.parametrize("bad", [(), (Run(F(1), F(0), 2),), (Run(F(1), F(1), 0),), (Run(F(-1)),)])
def test_an_axis_has_pays_from_0_up_at_steps(bad):
    with pytest.raises(ValueError, match="needs one pay"):
        Axis("made", bad)
