"""Many paytables at once: every row against the edited wager solved from scratch."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.distribution import Distribution
from markov.questions.sweep import sweep as sweep_module
from markov.questions.sweep.grid import NARROW, AffineBatch, Axis, Grid, Run, axis
from markov.questions.sweep.sweep import sweep
from markov.wager.odds import answer, solved
from markov.wager.outcome import Affine
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.wager import PaytableMismatch, Wager
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


def test_thousands_of_states_past_int64(game):
    wager = game("repeater-bets-plus").wager("repeating-2-3-11-12", {"seven-times": "same-number"})
    paytables = grid(made="100", surrender_4="12,40")
    swept = sweep(solved(wager), wager, paytables)
    assert isinstance(swept.optimal, sweep_module.Levels)
    assert not swept.optimal.narrow
    assert swept.optimal.rows < sweep_module.ROWS
    assert_as_from_scratch(wager, paytables, swept)


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
@given(swept_wagers(onward=True))
def test_random_acyclic_rules(case):
    wager, paytables = case
    swept = sweep(solved(wager), wager, paytables)
    assert swept.optimal is None or isinstance(swept.optimal, sweep_module.Levels)
    assert_as_from_scratch(wager, paytables, swept)


@FEWER
@given(swept_wagers(onward=False), st.booleans())
def test_random_rules_with_cycles(case, large):
    wager, paytables = case
    with pytest.MonkeyPatch.context() as patched:
        if large:  # one paytable after another
            patched.setattr(sweep_module, "FEW_STATES", 0)
        assert_as_from_scratch(wager, paytables, sweep(solved(wager), wager, paytables))


@FEWER
@given(swept_wagers(onward=True))
def test_levels_and_policies_agree(case):
    wager, paytables = case
    by_levels = sweep(solved(wager), wager, paytables)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sweep_module, "MOST_ARRAYS", 0)
        by_policies = sweep(solved(wager), wager, paytables)
        assert by_levels.optimal is None or isinstance(by_policies.optimal, sweep_module.Policies)
        assert fractions_of(by_levels) == fractions_of(by_policies)


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


def test_more_offers_than_bits(game):
    """Seventy offers, each by its own name."""
    ways = 70
    rule = Written(
        tuple((state + 1 if state + 1 < ways else "won", "lost") for state in range(ways)),
        tuple(f"x{state:02}" for state in range(ways)),
    )
    posted = {"won": F(10**9), "lost": F(0)} | {f"x{state:02}": F(state % 3) for state in range(ways)}
    wager = Wager("", rule, Distribution({0: 3, 1: 1}), Paytable(posted), "")
    paytables = grid(x69="0,10000000000", won="1,5,1000000000")
    assert_as_from_scratch(wager, paytables, sweep(solved(wager), wager, paytables))


def test_a_sweep_is_of_what_was_solved(game):
    sheet = game("repeater-bets-plus")
    with pytest.raises(ValueError, match="another rule"):
        sweep(solved(sheet.wager("repeating-3")), sheet.wager("repeating-2"), grid(made="1"))


@pytest.mark.parametrize(
    "bad", [{"made": "none"}, {"made": "40,none"}, {"mad": "1"}, {"surrender_7": "none,1"}]
)
def test_paytables_fit_what_can_happen(game, bad):
    wager = game("repeater-bets-plus").wager("repeating-2")
    with pytest.raises(PaytableMismatch):
        sweep(solved(wager), wager, grid(**bad))


def test_a_line_that_is_only_taken_out(game):
    wager = game("repeater-bets-plus").wager("repeating-2")
    paytables = grid(surrender_1="none", made="40,41")
    swept = sweep(solved(wager), wager, paytables)
    assert swept.optimal is None
    assert_as_from_scratch(wager, paytables, swept)


def test_rows_of_a_large_grid_anywhere(game):
    wager = game("repeater-bets-plus").wager("repeating-6")
    paytables = grid(made="60..159", surrender_3="1..20", surrender_4="10..29", surrender_5="none,30..129")
    swept = sweep(solved(wager), wager, paytables)
    assert len(swept) == 100 * 20 * 20 * 101
    for start in (0, 2_345_678, len(swept) - 2):
        assert_as_from_scratch(wager, paytables, swept, start, start + 2)
