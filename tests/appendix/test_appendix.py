"""The words of an appendix: what they show is what was found, and nothing is left undefined."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version
from math import lcm
from shlex import split
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from markov.appendix import chapter as chapter_module
from markov.appendix.appendix import appendix, reproduction_command
from markov.appendix.best_play import in_points
from markov.appendix.blocks import inlines
from markov.appendix.chapter import Comparison
from markov.appendix.dossier import dossier
from markov.appendix.long_run import chance_in_words, percentage_in_words, rounded_up
from markov.appendix.summary import to_four_places
from markov.cli import app
from markov.distribution import Distribution
from markov.exact import root, rounded, signed_root
from markov.formats.states import label
from markov.statistics.bracket import Bracket
from markov.tables import json_record as document
from markov.tables.drawing import Bars
from markov.tables.table import NOTHING, Figure, Word, decimal, in_percent
from markov.typeset.formats import renderer
from markov.typeset.formula import Matrix, Number, Ratio, Row, Script, Sign, Symbol
from markov.typeset.manuscript import (
    Code,
    CodeListing,
    Display,
    Items,
    Paragraph,
    Picture,
    Ref,
    Section,
    Strong,
    Tabular,
    Terms,
    all_blocks,
)
from markov.wager.asked import Asked
from markov.wager.catalogue import find
from markov.wager.game import Game, Option, slug
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable, returned
from markov.wager.wager import Wager
from tests.appendix.dossiers import SHEETS, made, tables, terms, words
from tests.tables.test_views import Ladder

RUNS = [(game, name) for game, names in SHEETS.items() for name in names]
HORN = ("repeater-bets-plus", "horn")
SMALL = [run for run in RUNS if run != HORN]
every_run = pytest.mark.parametrize(("game", "name"), RUNS)
every_small_run = pytest.mark.parametrize(("game", "name"), SMALL)
every_sheet = pytest.mark.parametrize("sheet", SHEETS)
TEXTS = (".json", ".md", ".tex", ".typ", ".html")


@pytest.fixture
def quick(monkeypatch):
    """Few wagers in a row, which is what takes time."""
    monkeypatch.setattr(chapter_module, "SERIES", (10,))


def chapter_of(game, name):
    return made(game).chapters[SHEETS[game].index(name)]


def table_of(game, name, part):
    return tables(words(made(game)))[f"wager_{name}_{part}"]


def numbers(row):
    return [cell.number for cell in row if isinstance(cell, Figure)]


def section(manuscript, name):
    return next(b for b in all_blocks(manuscript.sections) if isinstance(b, Section) and b.label == name)


def spoken(parts):
    """Inline parts as one text."""
    shown = {
        Strong: lambda p: p.words,
        Code: lambda p: f"`{p.words}`",
        Ref: lambda p: f"@{p.label}",
        str: str,
    }
    return "".join(shown.get(type(part), lambda _: "…")(part) for part in parts)


def all_words(manuscript) -> Iterator[str]:
    """Everything that is read, in the order of reading."""
    for block in all_blocks(manuscript.sections):
        match block:
            case Section(title):
                yield title
            case Paragraph(parts):
                yield spoken(parts)
            case Items(items):
                yield from map(spoken, items)
            case Terms(entries):
                yield from (f"{term}: {spoken(parts)}" for term, parts, _ in entries)
            case Tabular(table):
                yield table.title
                yield from (column.name for column in table.columns)
                yield from (text for row in table.texts() for text in row)
                yield from table.notes
            case Picture(_, caption, alternative):
                yield from (caption, alternative)
            case CodeListing(lines):
                yield from lines


# Sums


@every_sheet
def test_a_row_of_totals_is_the_sum_of_the_rows_above(sheet):
    summed = 0
    for key, block in tables(words(made(sheet))).items():
        *rows, total = block.table.rows if block.totals else [(), ()]
        for k, cell in enumerate(total):
            if isinstance(cell, Figure):
                assert cell.number == sum(row[k].number for row in rows), (key, k)
                summed += 1
            elif cell.text().isdigit():
                assert int(cell.text()) == sum(int(row[k].text()) for row in rows), (key, k)
    assert summed >= 6


@every_run
def test_the_return_table_sums_to_the_return(game, name):
    one = chapter_of(game, name)
    for way, play_ in one.plays.items():
        table = table_of(game, name, f"return-{way}").table
        *rows, total = table.rows
        common = lcm(*(ending.probability.denominator for ending in play_.endings))
        assert numbers(total) == [common, 1, play_.returned, play_.returned]
        assert total[-3].text() == "100.0000%"
        by_name = {ending.ending: ending for ending in play_.endings}
        assert sorted(by_name) == sorted(row[0].text() for row in rows)
        for row in rows:
            ending = by_name[row[0].text()]
            p, r = ending.probability, ending.returned
            assert numbers(row) == [r, p * common, p, p * r, p * r]
            assert row[3].number.denominator == 1
        assert [row[2].number for row in rows] == sorted((e.returned for e in play_.endings), reverse=True)


@every_sheet
def test_the_sample_space_is_the_wheel(sheet):
    wheel = made(sheet).chapters[0].wager.wheel
    *rows, total = tables(words(made(sheet)))["wheel-1"].table.rows
    assert [row[0].text() for row in rows] == [label(outcome) for outcome in wheel]
    assert [int(row[1].text()) for row in rows] == list(wheel.values())
    assert [numbers(row) for row in rows] == [[Fraction(w, wheel.total)] * 2 for w in wheel.values()]
    assert total[1].text() == str(wheel.total)


@every_sheet
def test_the_paytable_is_what_the_wagers_pay(sheet):
    wagers = [one.wager for one in made(sheet).chapters]
    table = tables(words(made(sheet)))["paytable"].table
    headings = [column.name for column in table.columns]
    assert ("dealer's envy" in headings) == any(wager.envy for wager in wagers)
    assert ("outlay" in headings) == any(wager.outlay != 1 for wager in wagers)
    rows = [dict(zip(headings, row, strict=True)) for row in table.rows]
    assert sorted((row["wager"].text(), row["ending"].text()) for row in rows) == sorted(
        (wager.name, ending) for wager in wagers for ending in wager.pays
    )
    by_name = {wager.name: wager for wager in wagers}
    for row in rows:
        wager, ending = by_name[row["wager"].text()], row["ending"].text()
        assert row["returns"].number == wager.pays[ending]
        said = row["pays"].text()
        assert (Fraction(1) if said == "stake back" else returned(said)) == wager.pays[ending]
        if "dealer's envy" in row:
            assert row["dealer's envy"].number == wager.envy.get(ending, 0)
        if "outlay" in row:
            assert row["outlay"].number == wager.outlay


# The summary


@every_sheet
def test_every_figure_of_the_summary_is_the_answers(sheet, solved, game):
    shown = tables(words(made(sheet)))
    answers = [solved(game(sheet).wager(name)) for name in SHEETS[sheet]]
    lines = [
        (name, play_)
        for one in answers
        for name, play_ in [
            (one.wager.name, one.never),
            *([(f"{one.wager.name}, best play", one.optimal)] if one.optimal != one.never else []),
        ]
    ]
    odds = shown["summary-odds"].table.rows
    for row, one in zip(odds, answers, strict=True):
        p = one.never.hit_frequency
        assert (row[0].text(), numbers(row)) == (one.wager.name, [(1 - p) / p, p, p])
    for key in ("summary-edges", "summary-returns"):
        assert [row[0].text() for row in shown[key].table.rows] == [name for name, _ in lines]
    for row, (_, play_) in zip(shown["summary-edges"].table.rows, lines, strict=True):
        edge = play_.edge
        bases = (edge.per_stake, edge.per_stake, edge.per_outlay, edge.per_resolved, edge.per_spin)
        assert numbers(row) == [base for base in bases if base is not None]
        assert [cell == NOTHING for cell in row[1:]] == [base is None for base in bases]
    for row, (_, play_) in zip(shown["summary-returns"].table.rows, lines, strict=True):
        expected = [play_.returned, play_.rtp, play_.hit_frequency, play_.variance, play_.spins.mean]
        assert numbers(row) == expected
    owing = {one.wager.name for one in answers if one.never.envy or one.optimal.envy}
    owed = [(name, play_) for name, play_ in lines if name.removesuffix(", best play") in owing]
    assert ("summary-envy" in shown) == bool(owed)
    for row, (name, play_) in zip(shown["summary-envy"].table.rows if owed else (), owed, strict=True):
        after = play_.outlay - play_.returned - play_.envy
        assert (row[0].text(), numbers(row)) == (name, [play_.envy, play_.envy, after, after])


@every_run
def test_every_row_of_the_figures_is_the_answers(game, name):
    one = chapter_of(game, name)
    rows = {row[0].text(): row[1:] for row in table_of(game, name, "figures-table").table.rows}
    for k, (way, play_) in enumerate(one.plays.items()):
        exact = {key: row[2 * k] for key, row in rows.items()}
        shown = {key: row[2 * k + 1] for key, row in rows.items()}
        edge = play_.edge
        expected = {
            "outlay": one.wager.outlay,
            "returned": play_.returned,
            "net": play_.returned - one.wager.outlay,
            "house advantage per stake": edge.per_stake,
            "house advantage per outlay": edge.per_outlay,
            "house advantage per resolved": edge.per_resolved,
            "house advantage per spin": edge.per_spin,
            "return to player": play_.rtp,
            "hit frequency": play_.hit_frequency,
            "variance": play_.variance,
            "mean spins": play_.spins.mean,
            "variance of spins": play_.spins.variance,
            "dealer's envy": play_.envy,
            "house after envy": play_.house_after_envy,
        }
        for key, number in expected.items():
            assert exact[key] == NOTHING if number is None else exact[key].number == number, key
        moments = one.moments[way]
        if play_.variance:
            assert exact["excess kurtosis"].number == moments.fourth / play_.variance**2 - 3
            square, text = moments.skewness_square, exact["skewness"].text()
            assert text == f"{'−' if square < 0 else ''}√({abs(square)})"
        sigma = float(play_.variance) ** 0.5
        for level in ("90", "95", "99"):
            z = NormalDist().inv_cdf(0.5 + int(level) / 200)
            assert float(shown[f"volatility index, {level}%"].text()) == pytest.approx(z * sigma, abs=6e-7)


# Rounding


def plain(text):
    return Fraction(text.replace("−", "-").removesuffix("%"))


def unit(text):
    """What one in the last place is worth."""
    _, _, places = text.removesuffix("%").partition(".")
    return Fraction(1, 10 ** len(places))


def check_rounding(cell):
    """The digits of a figure are within half a unit of the last place; of a bound, above it."""
    text, number = cell.text(), cell.number
    if cell.shown is None:
        assert text == (f"√({number})" if cell.root else str(number))
        return False
    if text.startswith(("√", "−√")):
        return False
    value, half = plain(text), unit(text) / 2
    if cell.shown in (root, signed_root):
        low, high = value - half, value + half
        assert low * abs(low) <= number <= high * abs(high)
    elif cell.shown is rounded_up:
        assert 0 <= value - number * 100 < 2 * half
    elif cell.shown in (in_percent, in_points):
        assert abs(value - number * 100) <= half
    else:
        assert cell.shown in (decimal, to_four_places)
        assert abs(value - number) <= half
    return True


@every_sheet
def test_every_printed_digit_of_an_exact_figure_is_right(sheet):
    cells = [
        cell
        for block in tables(words(made(sheet))).values()
        for row in block.table.rows
        for cell in row
        if isinstance(cell, Figure)
    ]
    assert sum(map(check_rounding, cells)) > 100


RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def between(text):
    """The percentages between which the words say that one is."""
    text = text.replace("−", "-")
    if " … " in text:
        low, high = text.split(" … ")
        return Fraction(low), Fraction(high)
    if text.startswith("100 - "):
        low, high = between(text.removeprefix("100 - "))
        return 100 - high, 100 - low
    if text.startswith("< "):
        return Fraction(0), between(text.removeprefix("< "))[1]
    digits, ten, power = text.partition("·10")
    scale = Fraction(10) ** int(power.translate(RAISED)) if ten else Fraction(1)
    value, half = Fraction(digits), unit(digits) / 2
    if digits in ("0", "100") and not ten:
        half = Fraction(0)
    return (value - half) * scale, (value + half) * scale


@given(st.fractions(0, 1), st.integers(0, 40), st.fractions(0, 1), st.integers(0, 30), st.booleans())
@settings(max_examples=300)
def test_a_chance_known_from_below_and_above_is_said_truly(size, shift, width, narrow, near_one):
    low = size / 2**shift
    high = min(low + width / 2**narrow, Fraction(1))
    known = Bracket(1 - high, 1 - low) if near_one else Bracket(low, high)
    below, above = between(chance_in_words(known))
    assert below <= known.lower * 100 <= known.upper * 100 <= above


@given(st.fractions(-3, 3), st.fractions(0, 1), st.integers(0, 30))
@settings(max_examples=200)
def test_an_end_of_a_band_is_said_truly(low, width, narrow):
    known = Bracket(low, low + width / 2**narrow)
    below, above = between(percentage_in_words(known, 3))
    assert below <= known.lower * 100 <= known.upper * 100 <= above


@every_run
def test_what_is_printed_after_many_wagers_is_what_was_proved(game, name):
    one, shown = chapter_of(game, name), tables(words(made(game)))
    printed = 0
    for way, series in one.repeated.items():
        ahead = shown[f"ahead-{name}-{way}"].table.rows
        bands = shown[f"bands-{name}-{way}"].table.rows
        for row, band_row, found in zip(ahead, bands, series, strict=True):
            assert row[0].text() == band_row[0].text() == f"{found.n:,}"
            assert numbers(row)[:2] == [found.mean, found.variance]
            pairs = [(row[3], found.ahead.ahead), (row[5], found.ahead.even)]
            pairs += [(row[6], found.ahead.normal)] if found.ahead.normal else []
            for band, k in zip(found.bands, range(1, 7, 2), strict=True):
                low, high = band_row[k].text().split(" to ")
                pairs += [(Word(low), band.low), (Word(high), band.high), (band_row[k + 1], band.chance)]
            for cell, known in pairs:
                below, above = between(cell.text())
                assert below <= known.lower * 100 <= known.upper * 100 <= above, cell.text()
                printed += 1
            assert (
                row[4].text() == {"exact": "exact", "enclosed": "proved", "normal": "bounds"}[found.ahead.how]
            )
    assert printed >= 50


# The chain on the page


def evaluated(formula, known):
    """What the formula is worth: sums of products, over numbers."""
    match formula:
        case Number(digits):
            return Fraction(digits)
        case Ratio(above, below):
            return evaluated(above, known) / evaluated(below, known)
        case Script(Symbol("v"), Number(state), None):
            return known[int(state)]
        case Row(parts):
            total, product, sign = Fraction(0), None, 1
            for part in parts:
                match part:
                    case Sign("+"):
                        total, product = total + product, None
                    case Sign("·"):
                        pass
                    case Sign("−"):
                        sign = -1
                    case _:
                        factor = evaluated(part, known)
                        product = factor if product is None else product * factor
            return sign * (total + product)
    raise AssertionError(formula)


def displayed(game, name):
    return [
        block.formula
        for block in section(words(made(game)), f"wager_{name}_derivation").blocks
        if isinstance(block, Display)
    ]


@every_small_run
def test_the_solution_satisfies_the_equations(game, name):
    one = chapter_of(game, name)
    rows = table_of(game, name, "solution").table.rows
    known = {int(row[0].text()): row[2].number for row in rows}
    assert list(known) == list(range(len(one.page.states) - len(one.page.transitions.absorbing)))
    equations = [
        f for f in displayed(game, name) if f.parts[1] == Sign("=") and isinstance(f.parts[0], Script)
    ]
    assert len(equations) == len(known)
    for k, equation in enumerate(equations):
        left, _, right = equation.parts
        assert left == Script(Symbol("v"), Number(str(k)))
        assert evaluated(right, known) == known[k]
    assert known[0] == one.answer.never.returned
    assert rows[0][4].number == one.answer.never.spins.mean
    assert [row[1].text() for row in rows] == [label(state) for state in one.canonical.states]


def test_the_equations_hold_for_the_solution_alone():
    """A solution with another value anywhere breaks an equation, or the test above would show nothing."""
    game, name = "quebec-place-bets", "lay-10"
    rows = table_of(game, name, "solution").table.rows
    right = {int(row[0].text()): row[2].number for row in rows}
    equations = [f.parts for f in displayed(game, name) if isinstance(f.parts[0], Script)]
    for k in right:
        wrong = right | {k: right[k] + Fraction(1, 1000)}
        assert any(evaluated(right_side, wrong) != wrong[j] for j, (_, _, right_side) in enumerate(equations))


def read(formula):
    if isinstance(formula, Row):
        return -read(formula.parts[1])
    if isinstance(formula, Ratio):
        return Fraction(formula.above.digits) / Fraction(formula.below.digits)
    return Fraction(formula.digits)


@every_small_run
def test_the_matrices_are_those_of_the_theory(game, name):
    one = chapter_of(game, name)
    found = [f.parts for f in displayed(game, name) if isinstance(f.parts[-1], Matrix)]
    if len(one.canonical.states) > 6:
        assert not found
        return
    onward, ending, inverse, absorbed = (
        [[read(x) for x in line] for line in parts[-1].rows] for parts in found
    )
    assert [parts[0] for parts in found] == [Symbol(letter, "bold") for letter in "QRNB"]
    size = range(len(onward))
    for i in size:
        product = [sum(inverse[i][j] * ((j == k) - onward[j][k]) for j in size) for k in size]
        assert product == [Fraction(i == k) for k in size]
        assert absorbed[i] == [sum(inverse[i][j] * ending[j][k] for j in size) for k in range(len(ending[0]))]
        assert sum(onward[i]) + sum(ending[i]) == 1
    chances = {e.ending: e.probability for e in one.answer.never.endings}
    (said,) = (
        spoken(block.parts)
        for block in section(words(made(game)), f"wager_{name}_derivation").blocks
        if isinstance(block, Paragraph) and "canonical form" in spoken(block.parts)
    )
    ends = re.search(r"further columns \((.*)\)", said)[1].split(", ")
    assert dict(zip(ends, absorbed[0], strict=True)) == chances
    assert sum(inverse[0]) == one.answer.never.spins.mean


# Optimal play


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("repeater-bets-plus", "repeating-2"),
        ("repeater-bets-plus", "repeating-4"),
        ("quebec-place-bets", "right-4"),
        ("quebec-place-bets", "buy-5"),
        ("quebec-place-bets", "lay-10"),
    ],
)
def test_at_its_threshold_an_offer_is_a_tie_and_above_it_play_goes_on(game, name, solved):
    one = chapter_of(game, name)
    table = table_of(game, name, "offers").table
    (win,) = re.findall(r"highest return of (.*) with which", table.notes[0])
    offers = {(label(offer.state), offer.ending): offer for offer in one.answer.offers}
    assert len(offers) == len(one.answer.offers)
    for row in table.rows:
        key = row[0].text(), row[1].text()
        offer = offers[key]
        continuing, shown, margin, again = numbers(row)[:4]
        assert continuing == shown == offer.continuing
        assert margin == again == offer.offered - offer.continuing
        verdict = "take" if offer.take else "tie: play on" if offer.tie else "play on"
        assert row[7].text() == verdict
        threshold = row[8].number

        def at(pay, key=key):
            found = solved(edited(one.wager, {win: pay})).offers
            return next(o for o in found if (label(o.state), o.ending) == key)

        assert at(threshold).margin == 0
        assert at(threshold + Fraction(1, 1000)).margin < 0
        assert at(threshold - Fraction(1, 1000)).margin >= 0


@every_run
def test_regrets_are_differences_of_returns(game, name):
    one = chapter_of(game, name)
    blocks = section(words(made(game)), f"wager_{name}_play").blocks
    told = " ".join(spoken(block.parts) for block in blocks if isinstance(block, Paragraph))
    if not one.answer.offers:
        assert told == "Nothing is on offer before the end, so there is one way to play."
        return
    lost = one.answer.optimal.returned - one.answer.never.returned
    assert ("never taking an offer loses nothing" in told) == (not lost)
    assert not lost or f"never taking an offer loses {lost} (≈ " in told


SHEET = """
name = "Mine"
source = "mine"
stop = [7]
wheel = {{ kind = "dice" }}
pays = {{ lost = "nothing" }}
[wagers."Both"]
tallies = [{tallies}]
pays = {{ made = "{made} to 1", {offers} }}
"""


@pytest.fixture
def mine(tmp_path):
    """A sheet of one wager, which may be surrendered at each tally."""

    def written(tallies, most, pays):
        offers = ", ".join(f'surrender-{k} = "{k} for 2"' for k in range(1, most + 1))
        file = tmp_path / "mine.toml"
        file.write_text(SHEET.format(tallies=tallies, made=pays, offers=offers))
        return find(str(file))

    return written


def test_merged_states_are_said_to_be(quick, mine):
    game = mine("{ counts = [6], need = 3 }, { counts = [8], need = 3 }", 2, 3)
    found = dossier(terms(game, rounds=50))
    (one,) = found.chapters
    # Tallies at 0, 1 or 2 each, and two ends; in either order 6 and two ends.
    assert (len(one.chain.states), len(one.merging.chain.states)) == (11, 8)
    table = tables(appendix(found, "0"))["wager_both_offers"].table
    assert "Each state stands for all that play alike; partitions.json says which." in table.notes
    states = {label(offer.state): offer for offer in one.answer.offers}
    for row in table.rows:
        assert row[3].number == states[row[0].text()].continuing
    table = tables(words(made("repeater-bets-plus")))["wager_repeating-4_offers"].table
    assert len(table.notes) == 1


def flat(made_pays="2 for 1"):
    """A ladder of which best play leaves a tenth to the house at every pay of the win up to 18 for 5."""
    pays = Paytable({"made": made_pays, "lost": "nothing", "surrender-1": "9 for 5"})
    wager = Wager("Flat", Ladder(2), Distribution({"hit": 1, "out": 1}), pays, "a card")
    return Game("Flat", "a card.", (), lambda _: [wager])


def test_pays_that_change_nothing_are_named_from_the_first_to_the_last(quick):
    found = tables(appendix(dossier(terms(flat(), rounds=50)), "0"))["wager_flat_targets"].table.texts()
    assert found[0] == ["0.0000%", "4 for 1", "4.000000", "4 for 1", "0.0000%", "25 for 6", "-4.1667%"]
    assert found[2] == [
        "10.0000%", "at most 18 for 5", "3.600000", "18 for 5", "10.0000%", "11 for 3", "8.3333%",
    ]  # fmt: skip
    assert found[3] == ["15.0000%", "none; 10.0000% is the bound", *"–––––"]


@every_run
def test_the_pays_for_other_edges_have_them(game, name, solved):
    one = chapter_of(game, name)
    for row, price in zip(table_of(game, name, "targets").table.rows, one.targets, strict=True):
        assert row[0].number == price.edge
        if not price.solutions:
            assert row[1].text().startswith("none")
            continue
        for pay, edge in ((row[3], row[4]), (row[5], row[6])):
            if pay == NOTHING:
                continue
            wager = edited(one.wager, {price.ending: pay.text().replace("stake back", "1 for 1")})
            assert edge.number == solved(wager).optimal.edge.per_stake


# Definitions


# What names a thing and is no quantity, or is said in words by the table itself.
NAMES = {
    "", "≈", "%", "exact", "wager", "and wager", "ending", "offer", "state", "outcome", "reading", "number",
    "weight", "n", "how", "what", "figure", "now", "best", "best play", "played to its end", "all", "spins",
    "forward", "backward", "per unit staked", "transitions", "transitions then", "states", "of them ends",
    "states after merging", "stake", "owed", "digest of the certificate", "checker", "its edge",
    "next payable", "and above", "beyond the outlay",
}  # fmt: skip
# Tables whose rows are figures by name.
ROWS = re.compile(r"wager_.*_figures-table|wager_.*_spins-table|together-total-.*")


def defined(manuscript):
    """The terms that are defined, and where in the order of reading."""
    blocks = list(all_blocks(manuscript.sections))
    place = next(k for k, b in enumerate(blocks) if isinstance(b, Section) and b.label == "definitions")
    (entries,) = (b.entries for b in blocks[place].blocks if isinstance(b, Terms))
    return {name for term, _, _ in entries for name in term.split(", ")}, place, blocks


def quantity(name):
    """The heading without what only says how it is shown, or of what it is."""
    name = name.removesuffix(", %").removeprefix("≈ ")
    for pattern, instead in (
        (r"(pays), as posted", r"\1"),
        (r"(true odds against), to 1", r"\1"),
        (r"(returns), per unit", r"\1"),
        (r"(worth), v", r"\1"),
        (r"(volatility index), \d+%", r"\1"),
        (r"\d+% (band)", r"\1"),
        (r"enough in \d+% of wagers", "enough in so many wagers"),
        (r"(edge) per stake", r"\1"),
        (r"(mean|standard deviation)", r"\1"),
        (r"one (more|less)", r"one \1"),
        (r"(variance), were the wagers independent", r"\1"),
        (r"expected return", "returned"),
        (r"expected result of the player", "net"),
        (r"chance of the most", "chance"),
        (r"sum of what each can be owed by itself", "most that can be owed"),
    ):
        name = re.sub(f"^{pattern}$", instead, name)
    return name


@every_sheet
def test_every_quantity_of_a_table_is_defined_before_it(sheet):
    manuscript = words(made(sheet))
    terms_, place, blocks = defined(manuscript)
    asked = set()
    for k, block in enumerate(blocks):
        if not isinstance(block, Tabular):
            continue
        assert k > place
        headings = [column.name for column in block.table.columns]
        if block.label.startswith(("reading-",)):
            assert "House advantage" in block.table.title
            headings = []
        if block.label == "summary-edges":
            headings = [name if name == "wager" else f"house advantage {name}" for name in headings]
        if ROWS.fullmatch(block.label):
            headings += [row[0].text() for row in block.table.rows]
        if block.label.endswith("spins-table"):
            headings = [f"{h} spins" if h == "mean" else h for h in headings]
        asked |= {(quantity(heading), block.label) for heading in headings}
    lost = {(name, where) for name, where in asked if name not in terms_ and name not in NAMES}
    assert not lost
    assert len({name for name, _ in asked} & terms_) > 30


def test_no_term_is_defined_twice_and_each_says_something():
    manuscript = words(made("straights-and-8s"))
    (entries,) = (b.entries for b in section(manuscript, "definitions").blocks if isinstance(b, Terms))
    names = [name for term, _, _ in entries for name in term.split(", ")]
    assert len(names) == len(set(names))
    assert all(spoken(parts).strip() for _, parts, _ in entries)
    assert sum(formula is not None for _, _, formula in entries) >= len(entries) - 2
    assert manuscript.sections[0].label == "definitions"


# Readings


@every_sheet
def test_the_tables_of_readings_are_the_answers(sheet, solved, game):
    found = made(sheet)
    shown = {key: block.table for key, block in tables(words(found)).items() if key.startswith("reading-")}
    asked = game(sheet).reading()
    questions = next(b for b in all_blocks(section(words(found), "readings").blocks) if isinstance(b, Items))
    assert questions.numbered
    assert len(questions.items) == len(game(sheet).options)

    def edges(name, reading):
        one = solved(game(sheet).wagers(reading)[name])
        return one.never.edge.per_stake, one.optimal.edge.per_stake

    if len(found.chapters) <= 2:
        (table,) = shown.values()
        for row, reading in zip(table.rows, game(sheet).readings(), strict=True):
            said = ", ".join(f"{k}={c}" for k, c in reading.items() if c != asked[k]) or "as chosen"
            assert row[0].text() == said
            pairs = [edges(name, reading) for name in SHEETS[sheet]]
            expected = [edge for never, best in pairs for edge in dict.fromkeys((never, best))]
            assert numbers(row) == expected
        return
    for option in game(sheet).options:
        choices = [asked[option.key], *(c for c in option.choices if c != asked[option.key])]
        readings = [{**asked, option.key: choice} for choice in choices]
        by_row = {}
        for name in SHEETS[sheet]:
            wager = game(sheet).wager(name).name
            pairs = [edges(name, reading) for reading in readings]
            never, best = ([pair[k] for pair in pairs] for k in (0, 1))
            if len(set(never)) > 1:
                by_row[wager] = never
            if len(set(best)) > 1 and best != never:
                by_row[f"{wager}, best play"] = best
        table = shown.pop(f"reading-{option.key}", None)
        assert (table is not None) == bool(by_row)
        if table:
            assert {row[0].text(): numbers(row) for row in table.rows} == by_row
            assert [column.name for column in table.columns[1:]] == [f"{choices[0]} (chosen)", *choices[1:]]
        else:
            told = [
                spoken(b.parts) for b in section(words(found), "readings").blocks if isinstance(b, Paragraph)
            ]
            assert any("No wager here changes" in text and f"`{option.key}`" in text for text in told)
    assert not shown


def test_a_question_with_one_choice_left_ends_once():
    only = Option("only", "Which?", {"one": "the one"})
    found = dossier(terms(Game("Flat", "card", (only,), lambda _: flat().build({})), rounds=20))
    items = next(
        b for b in all_blocks(section(appendix(found, "0"), "readings").blocks) if isinstance(b, Items)
    )
    assert spoken(items.items[0]) == "Which? Chosen: the one, `only=one`."


OTHERS = [
    ("quebec-place-bets", ("right-5", "buy-8", "lay-4"), "placed=4 come-out=on"),
    ("quebec-place-bets", ("buy-6",), "commission=on-win withdrawal=commission-refunded"),
    ("repeater-bets-plus", ("horn", "odd"), "combination=each"),
    ("repeater-bets-plus", ("repeating-3", "2-or-12-before-7"), "pockets=literal zero=loses"),
    ("repeater-bets-plus", ("repeating-2-3-11-12",), "seven-times=all-four-seen"),
]


@pytest.mark.parametrize(("game", "names", "choices"), OTHERS)
def test_other_readings_are_worded_too(game, names, choices, quick, solved):
    asked = terms(find(game), names, dict(choice.split("=") for choice in choices.split()), rounds=100)
    found = dossier(asked)
    manuscript = appendix(found, "0")
    told = " ".join(all_words(manuscript))
    assert all(f"`{choice}`" in told for choice in choices.split())
    assert all(f"--option {choice}" in told for choice in choices.split())
    for name, one in zip(names, found.chapters, strict=True):
        assert one.answer == solved(find(game).wager(name, asked.reading))
        rows = tables(manuscript)[f"wager_{name}_return-never"].table.rows
        assert rows[-1][-1].number == one.answer.never.returned
    for suffix in TEXTS:
        assert renderer(suffix)(manuscript)


def test_the_form_of_a_reading_shows_in_its_rules(quick):
    both = dossier(terms(find("straights-and-8s"), choices={"both": "yes"}, rounds=50))
    alone = made("straights-and-8s")
    told = [" ".join(all_words(replace(words(f), sections=words(f).sections[2:3]))) for f in (both, alone)]
    assert "is paid beside its pair" in told[0]
    assert "is paid in place of its pair" in told[1]
    endings = [row[0].text() for row in tables(words(both))["wager_straights-and-8s_return-never"].table.rows]
    assert {"eights+8-18-28", "gap+run", "sequence+run"} <= set(endings)
    assert "--option both=yes" in " ".join(all_words(words(both)))
    for suffix in TEXTS:
        assert renderer(suffix)(words(both))


# Several wagers on one layout


def test_the_layout_is_said_with_its_stakes(quick):
    game = find("repeater-bets-plus")
    stakes = {"2-or-12-before-7": Fraction(3), "repeating-2": Fraction(1, 2), "repeating-12": Fraction(0)}
    found = dossier(terms(game, tuple(stakes), stakes=stakes, rounds=50))
    shown = tables(appendix(found, "0"))
    laid = {name: stake for name, stake in stakes.items() if stake}
    named = {name: game.wager(name).name for name in laid}
    rows = shown["together-stakes"].table.rows
    assert [(row[0].text(), row[1].number) for row in rows] == [(named[k], laid[k]) for k in laid]
    for way, one in found.layout.ways.items():
        whole = {row[0].text(): row[1].number for row in shown[f"together-total-{way}"].table.rows}
        total, most = one.total, one.exposure
        assert whole == {
            "outlay": Fraction(7, 2),
            "expected return": total.returned,
            "expected result of the player": total.returned - Fraction(7, 2),
            "variance": total.variance,
            "standard deviation": total.variance,
            "variance, were the wagers independent": one.apart,
            "most that can be owed": most.total,
            "beyond the outlay": most.total - Fraction(7, 2),
            "sum of what each can be owed by itself": most.separate,
            "chance of the most": most.chance,
        }
        *ends, last = shown[f"together-endings-{way}"].table.rows
        for row, (name, stake) in zip(ends, laid.items(), strict=True):
            pays = game.wager(name).pays[row[1].text()]
            assert (row[0].text(), numbers(row)) == (named[name], [pays, stake * pays])
        assert numbers(last) == [most.total] == [sum(row[3].number for row in ends)]
        (pair,) = shown[f"together-pairs-{way}"].table.rows
        plays = [one_.plays.get(way, one_.plays["never"]) for one_ in found.chapters[:2]]
        apart = 9 * plays[0].variance + plays[1].variance / 4
        assert pair[2].number == (total.variance - apart) / 3  # 2 · 3 · 1/2 of the covariance
        square = pair[2].number * abs(pair[2].number) / (plays[0].variance * plays[1].variance)
        assert pair[4].number == square


# Verification


@every_sheet
def test_the_section_on_verification_says_what_was_found(sheet):
    found, shown = made(sheet), tables(words(made(sheet)))
    comparisons = [each for one in found.chapters for each in one.comparisons]
    for row, each in zip(shown["roads-table"].table.rows, comparisons, strict=True):
        assert numbers(row) == [each.forward, each.backward]
        assert row[-1] == Word("equal", "good")
    for row, one in zip(shown["certificates-table"].table.rows, found.chapters, strict=True):
        assert row[1].text() == sha256(one.proof.text.encode()).hexdigest()
        assert row[2].text() == "7 checks, all hold"
    played = [
        (one, way, trial) for one in found.chapters for way, trial in zip(one.plays, one.trials, strict=True)
    ]
    for row, (one, way, trial) in zip(shown["trials"].table.rows, played, strict=True):
        fit = one.fits[way]
        assert numbers(row)[:2] == [trial.returned, one.plays[way].returned]
        if one.plays[way].variance:
            assert abs(float(plain(row[3].text())) - trial.z) <= 0.005 + 1e-12
        else:
            assert row[3] == NOTHING
        assert abs(float(plain(row[4].text())) - trial.spins_z) <= 0.005 + 1e-12
        if fit.freedom:
            assert (row[5].number, row[6].text()) == (fit.statistic, str(fit.freedom))
            assert abs(float(row[7].text()) - fit.level) <= 0.00005
        else:
            assert row[5] == row[6] == row[7] == NOTHING


def test_what_fails_is_said_loudly(quick, monkeypatch):
    found = dossier(terms(flat(), rounds=20))
    (one,) = found.chapters
    off = Comparison("never", "returned", Fraction(1), Fraction(2))
    proof = replace(one.proof, checks=(("form", True), ("chain", False)))
    shown = tables(appendix(replace(found, chapters=(replace(one, comparisons=(off,), proof=proof),)), "0"))
    assert shown["roads-table"].table.rows[0][-1] == Word("DIFFERENT", "bad")
    assert shown["certificates-table"].table.rows[0][2].text() == "1 checks, FAILS"


# Files, labels, words for those who cannot see


@every_sheet
def test_the_files_that_go_with_it(sheet, solved, game):
    found = made(sheet)
    files = {one.name: one.text for one in words(found).attachments}
    lines = files["certificates.json"].splitlines(keepends=True)
    assert lines == [one.proof.text for one in found.chapters]
    assert sha256(files["certificates.json"].encode()).hexdigest() == found.results
    answers = [solved(game(sheet).wager(name)) for name in SHEETS[sheet]]
    asked = Asked(game(sheet), game(sheet).reading(), {slug(one.wager.name): one.wager for one in answers})
    assert json.loads(files["odds.json"]) == json.loads(json.dumps(document.odds(asked, answers)))
    blocks = json.loads(files["partitions.json"])
    assert blocks == {slug(one.wager.name): one.merging.block.tolist() for one in found.chapters}
    told = " ".join(all_words(words(found)))
    for name, text in files.items():
        assert name in told
        assert f"{len(text.encode()):,} bytes" in told
    assert found.sheet in told
    assert found.results in told


@every_sheet
def test_labels_lead_somewhere_and_pictures_have_words(sheet):
    manuscript = words(made(sheet))
    blocks = list(all_blocks(manuscript.sections))
    labels = [b.label for b in blocks if isinstance(b, Section | Tabular | Picture)]
    assert len(labels) == len(set(labels)) == len(manuscript.numbers())
    referred = [
        part.label
        for block in blocks
        if isinstance(block, Paragraph | Items)
        for parts in ([block.parts] if isinstance(block, Paragraph) else block.items)
        for part in parts
        if isinstance(part, Ref)
    ]
    assert set(referred) <= set(labels)
    assert {"definitions", "rules"} <= set(referred)
    pictures = [b for b in blocks if isinstance(b, Picture)]
    assert len(pictures) >= len(made(sheet).chapters)
    for picture in pictures:
        assert len(picture.alternative) > 20
        assert picture.caption
        assert picture.drawing.chances if isinstance(picture.drawing, Bars) else picture.drawing.shapes
    assert all(block.table.title and block.table.rows for block in blocks if isinstance(block, Tabular))


@every_run
def test_the_words_below_a_law_are_true(game, name):
    one = chapter_of(game, name)
    pictures = {b.label: b for b in all_blocks(words(made(game)).sections) if isinstance(b, Picture)}
    for way, law in one.spins.items():
        told = pictures[f"wager_{name}_spins-{way}"].alternative
        shown, mode, median, most = (
            int(re.search(pattern, told)[1])
            for pattern in (
                r"from 0 to (\d+)",
                r"them is (\d+)",
                r"median (\d+)",
                r"; (\d+) spins are enough",
            )
        )
        assert shown == len(law.chances) - 1
        assert law.chances[mode] == max(law.chances)
        assert [median, most] == [law.quantiles[0][1], law.quantiles[2][1]]
        drawn = pictures[f"wager_{name}_spins-{way}"].drawing
        assert (drawn.chances, drawn.marks) == (law.chances, (("median", median), ("99%", most)))
        assert f"the mean {rounded(one.plays[way].spins.mean, 6)}" in told


# How it is made again


def again(found, tmp_path):
    """The JSON of the report that the command in it makes."""
    (line,) = next(
        b for b in section(appendix(found, "0"), "again").blocks if isinstance(b, CodeListing)
    ).lines
    assert line == reproduction_command(found)
    program, *arguments = split(line)
    assert (program, arguments[-2:]) == ("markov", ["-o", "appendix.pdf"])
    made_again = tmp_path / "appendix.json"
    ran = CliRunner().invoke(app, [*arguments[:-1], str(made_again)], prog_name="markov")
    assert ran.exit_code == 0, ran.output
    return made_again.read_bytes()


def printed(found):
    return renderer(".json")(appendix(found, version("markov")))


@pytest.mark.parametrize(
    ("game", "names", "choices", "more"),
    [
        ("quebec-place-bets", ("right-4",), "come-out=on withdrawal=commission-refunded", {"seed": 7}),
        ("quebec-place-bets", ("lay-4", "buy-4"), "placed=4", {"stakes": {"lay-4": Fraction(1, 3)}}),
        ("repeater-bets-plus", ("2-or-12-before-7", "repeating-2"), "", {"limit": 90, "date": "2024-02-29"}),
        ("repeater-bets-plus", ("3-or-11-before-7",), "", {"stakes": {"3-or-11-before-7": Fraction(0)}}),
    ],
)
def test_the_command_makes_the_same_document(game, names, choices, more, quick, tmp_path):
    chosen = dict(choice.split("=") for choice in choices.split())
    found = dossier(terms(find(game), names, chosen, rounds=150, **more))
    assert again(found, tmp_path) == printed(found)
    assert ("--max-states 90 " in reproduction_command(found)) == ("limit" in more)


def test_the_command_names_wagers_where_they_are_not_all_in_order(quick):
    game = flat_twice()
    assert split(reproduction_command(dossier(terms(game, ("flat", "other"), rounds=20)))) == [
        *("markov", "report", "flat", "--rounds", "20", "--seed", "0"),
        *("--date", "2026-01-31", "-o", "appendix.pdf"),
    ]
    for names in (("other", "flat"), ("other",)):
        assert split(reproduction_command(dossier(terms(game, names, rounds=20))))[
            3 : 3 + len(names)
        ] == list(names)


# Sheets of others


NASTY = r"""
name = "50% of #1 & \"2\" <b>x</b> $5_a^b {c} ~d \\e `f` *g* [h](i) @rules | –"
source = "Rules of `code` @summary {n}, 100%."
stop = [7]
wheel = { kind = "dice" }
pays = { lost = "nothing" }

[wagers."Summary"]
tallies = [{ counts = [3], need = 2 }]
pays = { made = "12 to 1", surrender-1 = "3 for 1" }

[wagers."Limits"]
tallies = [{ counts = [4], need = 2 }]
pays = { made = "nothing" }

[wagers."{n} @summary `x` 50% & <b> \\ $"]
tallies = [{ counts = [4], need = 1 }]
pays = { made = "7 to 6" }

[wagers."Summary derivation"]
tallies = [{ counts = [4], need = 1 }]
pays = { made = "2 to 1" }

[options."all"]
question = "What `is` {this} @rules?"
[options."all".choices."a b"]
means = "one; {n}"
[options."all".choices."it's $HOME;"]
means = "the other"
set = { stop = [7, 2] }
"""


@pytest.fixture
def nasty(tmp_path):
    file = tmp_path / "nasty sheet.toml"
    file.write_text(NASTY)
    return file


def test_a_sheet_with_nasty_names(nasty, quick, tmp_path):
    game = find(str(nasty))
    asked = terms(game, choices={"all": "it's $HOME;"}, rounds=100, file=str(nasty))
    found = dossier(asked)
    manuscript = appendix(found, "0")
    told = list(all_words(manuscript))
    for wager in asked.wagers:
        assert wager.name in told
    assert manuscript.title == f"{game.name}: the mathematics"
    assert "100%.." not in " ".join(told)
    assert any("What `is` {this} @rules?" in text for text in told)
    assert split(reproduction_command(found))[2:5] == [str(nasty), "--option", "all=it's $HOME;"]
    for suffix in TEXTS:
        assert renderer(suffix)(manuscript)


def test_a_wager_that_never_wins(nasty, quick):
    found = dossier(terms(find(str(nasty)), ("limits",), rounds=100))
    (one,) = found.chapters
    manuscript = appendix(found, "0")
    shown = tables(manuscript)
    (odds,) = shown["summary-odds"].table.texts()
    assert odds == ["Limits", "nothing", "nothing", "–", "0", "0.0000%"]
    figures = {row[0]: row[1:] for row in shown["wager_limits_figures-table"].table.texts()}
    assert figures["house advantage per stake"] == ["1", "100.0000%"]
    assert figures["skewness"] == figures["excess kurtosis"] == ["–", "–"]
    assert one.targets[0].ending == "made"
    assert shown["ahead-limits-never"].table.texts()[0][3:] == ["0", "exact", "0", "–", "–"]
    assert "Nothing is said of wagers together" in " ".join(all_words(manuscript))


def test_a_sheet_that_leaves_nothing_open(quick):
    found = dossier(terms(flat(), rounds=50))
    manuscript = appendix(found, "0")
    assert "The sheet leaves nothing open." in list(all_words(manuscript))
    lead = {name: spoken(parts) for name, parts in manuscript.lead}
    assert lead["Reading"] == "the sheet leaves nothing open."
    assert lead["Wagers"] == "Flat"
    assert lead["Source"] == "a card."
    assert not [key for key in tables(manuscript) if key.startswith("reading-")]


def test_chosen_wagers_alone(quick):
    found = made("repeater-bets-plus")
    lead = {name: spoken(parts) for name, parts in words(found).lead}
    assert lead["Wagers"] == "Repeating 2, Repeating 4, Horn, 2 or 12 before 7"
    told = " ".join(all_words(words(found)))
    assert "Repeating 3" not in told
    assert "Citywide" not in told
    every = dossier(terms(flat_twice(), rounds=20))
    assert dict(appendix(every, "0").lead)["Wagers"] == ("all 2 of the sheet",)


def flat_twice():
    (wager,) = flat().build({})
    other = Wager(
        "Other", wager.rule, wager.wheel, Paytable({"made": "5 for 1", "lost": "nothing"}), "a card"
    )
    return Game("Flat", "a card", (), lambda _: [wager, other])


def test_two_wheels_have_two_sample_spaces(quick):
    (wager,) = flat().build({})
    wheel = Distribution({"hit": 2, "out": 5})
    other = Wager("Other", wager.rule, wheel, wager.pays, "a card")
    found = dossier(terms(Game("Two", "a card", (), lambda _: [wager, other]), rounds=50))
    shown = tables(appendix(found, "0"))
    assert shown["wheel-1"].table.title == "Sample space of Flat"
    assert shown["wheel-2"].table.title == "Sample space of Other"
    assert shown["wheel-2"].table.rows[-1][1].text() == "7"


def test_more_offers_than_a_page_lists_are_counted(quick, mine, monkeypatch):
    monkeypatch.setattr(chapter_module, "_JUDGED", 4)
    found = dossier(terms(mine("{ counts = [6, 8], need = 6 }", 5, 1), rounds=20))
    (one,) = found.chapters
    taken = sum(offer.take for offer in one.answer.offers)
    told = " ".join(all_words(appendix(found, "0")))
    assert one.offers is None
    assert 0 < taken < 5
    assert f"There are 5 states with an offer, and best play takes it in {taken} of them" in told


def test_marks_in_words_of_ours_are_read_and_in_those_of_a_sheet_are_not():
    found = inlines("See @rules and `odds`: {name}.", name="@rules `x` {y}")
    assert found == ("See ", Ref("rules"), " and ", Code("odds"), ": ", "@rules `x` {y}", ".")
