"""Many paytables at once: every row against the edited wager from scratch; and the pays that are tried."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.distribution import Distribution
from markov.questions.sweep import sweep as sweep_module
from markov.questions.sweep.grid import MOST, NARROW, AffineBatch, Axis, Grid, Run, axis
from markov.questions.sweep.sweep import sweep
from markov.wager.odds import answer, solved
from markov.wager.outcome import Affine
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager
from tests.draws import examples
from tests.wager.written import OFFERED, Written, wagers

F = Fraction
FIGURES = ("edge", "best-edge", "takes", "rtp", "best-rtp")
FEWER = settings(max_examples=examples(30))  # each of them is solved from scratch, row by row


def grid(**pays):
    return Grid(tuple(axis(ending.replace("_", "-"), text) for ending, text in pays.items()))


def assert_as_from_scratch(wager, paytables, swept, start=0, stop=None):
    """Asserts that all figures of some rows are those of the wager with these pays, solved anew."""
    stop = len(swept) if stop is None else stop
    found = swept.figures(FIGURES, start, stop)
    assert list(found) == list(FIGURES)
    for numbers in found.values():
        assert {type(number) for both in numbers for number in both} == {int}
    for i in range(stop - start):
        odds = answer(edited(wager, paytables.pays(start + i)))
        number = {name: F(*numbers[i]) for name, numbers in found.items()}
        assert number["edge"] == odds.never.edge.per_stake
        assert number["best-edge"] == odds.optimal.edge.per_stake
        assert number["rtp"] == odds.never.rtp
        assert number["best-rtp"] == odds.optimal.rtp
        taken = swept.takes(int(number["takes"]))
        assert sorted(taken) == sorted({offer.ending for offer in odds.offers if offer.take})


pays = st.fractions(0, 30, max_denominator=7)


@st.composite
def swept_wagers(draw, onward):
    """A wager whose play goes on to later states only or to any, and paytables for it."""
    outlay = (1, F(21, 20))
    wager = draw(wagers(pays, onward, most=5, outcomes=draw(st.integers(2, 4)), heaviest=9, outlay=outlay))
    tried = draw(st.lists(st.sampled_from(sorted(wager.pays)), unique=True, max_size=3))
    axes = []
    for ending in tried:
        each = draw(st.lists(pays, min_size=1, max_size=3, unique=True))
        out = [None] if ending in OFFERED and draw(st.booleans()) else []
        axes.append(Axis(ending, (*(Run(pay) for pay in each), *out)))
    return wager, Grid(tuple(axes))


@FEWER
@given(swept_wagers(onward=True), st.sampled_from([sweep_module.Levels, sweep_module.Policies]))
def test_random_acyclic_rules(case, road):
    wager, paytables = case
    with pytest.MonkeyPatch.context() as patched:
        if road is sweep_module.Policies:
            patched.setattr(sweep_module, "MOST_ARRAYS", 0)
        swept = sweep(solved(wager), wager, paytables)
        assert swept.optimal is None or isinstance(swept.optimal, road)
        assert_as_from_scratch(wager, paytables, swept)


@FEWER
@given(swept_wagers(onward=False), st.booleans())
def test_random_rules_with_cycles(case, large):
    wager, paytables = case
    with pytest.MonkeyPatch.context() as patched:
        if large:  # one paytable after another
            patched.setattr(sweep_module, "FEW_STATES", 0)
        assert_as_from_scratch(wager, paytables, sweep(solved(wager), wager, paytables))


def fractions_of(swept, rows=None):
    """The best edges and what is taken, so many rows at once."""
    found = []
    for start in range(0, len(swept), rows or len(swept)):
        played = swept.played(start, min(start + (rows or len(swept)), len(swept)))
        found += [
            (F(int(n), played.denominator), int(taken))
            for n, taken in zip(played.numerators, played.taken, strict=True)
        ]
    return found


@FEWER
@given(swept_wagers(onward=False), st.integers(1, 5))
def test_chunks_of_any_size_say_the_same(case, rows):
    wager, paytables = case
    swept = sweep(solved(wager), wager, paytables)
    assert fractions_of(swept, rows) == fractions_of(swept)
    parts = [swept.edges(start, min(start + rows, len(swept))) for start in range(0, len(swept), rows)]
    assert np.concatenate(parts).tolist() == swept.edges(0, len(swept)).tolist()
    for names in (["edge"], ["best-edge"]):
        assert [row for part in swept.chunks(names) for row in range(*part)] == list(range(len(swept)))


def one_pay(largest):
    return Grid((Axis("made", (Run(F(largest)),)), Axis("lost", (Run(F(0)), Run(F(1))))))


@pytest.mark.parametrize("past", [0, 1])
@pytest.mark.parametrize("sign", [1, -1])
def test_int64_goes_to_its_bound_and_no_further(past, sign):
    """The constant and the largest pay together come to 2**63 - 1, or one more."""
    paytables = one_pay(NARROW - 4 + past)
    form = AffineBatch.of(Affine(F(sign * 2), {"made": F(sign), "lost": F(sign)}), paytables)
    assert form.narrow == (not past)
    found = form.numerators(paytables.windows(0, 2), 2)
    assert found.dtype == (object if past else np.int64)
    most = NARROW - 2 + past
    assert [F(n, form.denominator) for n in found.tolist()] == [sign * most, sign * (most + 1)]


@FEWER
@given(st.integers(-3, 3), st.integers(1, 40), pays)
def test_both_roads_agree_around_the_bound(beside, denominator, outlay):
    """One state, one end a win: what is worth most is the pay, and its denominator that of the chain."""
    rule = Written((("won", "lost"),), ("x",))
    wheel = Distribution({0: denominator, 1: 1})
    paytables = Grid(
        (
            Axis("won", (Run(F(NARROW // (denominator + 1) + beside) - outlay - 1, F(1), 2),)),
            Axis("x", (Run(F(1)), Run(F(NARROW)), None)),
        )
    )
    wager = Wager("", rule, wheel, Paytable({"won": F(1), "lost": F(0), "x": F(1)}), "", outlay=outlay + 1)
    assert_as_from_scratch(wager, paytables, sweep(solved(wager), wager, paytables))
    small = Grid((paytables.axes[0],))
    assert_as_from_scratch(wager, small, sweep(solved(wager), wager, small))


def test_levels_are_narrow_up_to_the_bound():
    """A chain of denominator 2, an outlay of 1: twice the largest pay and the outlay is to stay below."""
    rule, wheel = Written((("won", "lost"),), ("x",)), Distribution({0: 1, 1: 1})
    wager = Wager("", rule, wheel, Paytable({"won": F(1), "lost": F(0), "x": F(1)}), "")
    for largest, narrow in ((NARROW // 2 - 2, True), (NARROW // 2 - 1, False)):
        paytables = Grid((Axis("won", (Run(F(largest)), Run(F(1)))), Axis("x", (Run(F(largest)), Run(F(2))))))
        swept = sweep(solved(wager), wager, paytables)
        assert swept.optimal.narrow == narrow
        assert swept.played(0, 4).numerators.dtype == (np.int64 if narrow else object)
        assert_as_from_scratch(wager, paytables, swept)


@FEWER
@given(swept_wagers(onward=True), st.integers(1, 3))
def test_the_same_in_wide_numbers_and_masks(case, bits):
    """Rows in int64 are the same in Python's integers, and with more offers than an int64 has bits."""
    wager, paytables = case
    narrow = sweep(solved(wager), wager, paytables)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sweep_module, "NARROW", 0)
        patched.setattr("markov.questions.sweep.grid.NARROW", 0)
        patched.setattr(sweep_module, "MOST_BITS", bits - 1)
        wide = sweep(solved(wager), wager, paytables)
        assert not wide.never.narrow
        assert fractions_of(wide) == fractions_of(narrow)
    assert wide.edges(0, len(wide)).dtype == object
    assert wide.edges(0, len(wide)).tolist() == narrow.edges(0, len(narrow)).tolist()


def test_a_sweep_is_of_what_was_solved(game):
    sheet = game("repeater-bets-plus")
    with pytest.raises(ValueError, match="another rule"):
        sweep(solved(sheet.wager("repeating-3")), sheet.wager("repeating-2"), grid(made="1"))


def test_a_line_that_is_only_taken_out(game):
    wager = game("repeater-bets-plus").wager("repeating-2")
    paytables = grid(surrender_1="none", made="40,41")
    swept = sweep(solved(wager), wager, paytables)
    assert swept.optimal is None
    assert_as_from_scratch(wager, paytables, swept)


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
    [("9" * 2000, "is not a pay"), ("," * 10**6, "1,000,001 parts by comma are more than 1,000")],
)
def test_other_texts_are_refused(text, why):
    with pytest.raises(ValueError, match=r"^made: ") as refused:
        tried(text)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 200


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


def test_an_ending_is_said_once():
    with pytest.raises(ValueError, match="given twice"):
        Grid((axis("made", "1"), axis("made", "2")))


@pytest.mark.parametrize("bad", [(), (Run(F(1), F(0), 2),), (Run(F(1), F(1), 0),), (Run(F(-1)),)])
def test_an_axis_has_pays_from_0_up_at_steps(bad):
    with pytest.raises(ValueError, match="needs one pay"):
        Axis("made", bad)
