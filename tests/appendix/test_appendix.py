"""The words of an appendix: what they show is what was found, and nothing is left undefined."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from math import prod
from shlex import split
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.appendix.appendix import appendix, together_on_pages
from markov.appendix.blocks import closed_form, fraction, inlines, root_of, share
from markov.appendix.canonical import canonical
from markov.appendix.chapter import TwoMethods
from markov.appendix.closing import reproduction_command
from markov.appendix.decimals import PERCENT, PLAIN, POINTS, ROOT, SHARE, Decimals, common_places
from markov.appendix.dossier import dossier
from markov.appendix.first_page import conclusion
from markov.appendix.odds_tables import joined
from markov.appendix.report import library_versions
from markov.appendix.wager_page import chance_in_words, pay_in_words, percentage_in_words, rounded_up
from markov.chain.absorption import values
from markov.distribution import Distribution, coin
from markov.exact import one_in, rational_root
from markov.package import __version__
from markov.rules.plain import PlainRule
from markov.rules.prized import PrizedRule
from markov.statistics.bracket import Bracket
from markov.statistics.repeated import INTERVALS
from markov.tables import json_record
from markov.tables.drawing import Bars
from markov.tables.endings import ending_words, state_words
from markov.tables.table import NOTHING, PLAYS, Figure, Word
from markov.typeset import manuscript as ms
from markov.typeset.formats import renderer
from markov.typeset.formula import Formula
from markov.wager.asked import Asked
from markov.wager.catalogue import find
from markov.wager.game import Game, Option, slug
from markov.wager.pay_edits import edited, edition
from markov.wager.paytable import Paytable, returned
from markov.wager.prize import Prize
from markov.wager.rule import End, label
from markov.wager.stopping import priced
from markov.wager.wager import Wager
from tests.appendix.dossiers import SHEETS, chapter_of, made, tables, terms, words
from tests.draws import examples
from tests.screens.screens import HERE
from tests.small_games import NestedRace

RUNS = [(game, name) for game, names in SHEETS.items() for name in names]
HORN = ("repeater-bets-plus", "horn")
SMALL = [run for run in RUNS if run != HORN]
every_run = pytest.mark.parametrize(("game", "name"), RUNS)
every_small_run = pytest.mark.parametrize(("game", "name"), SMALL)
every_sheet = pytest.mark.parametrize("sheet", SHEETS)


def table_of(game, name, part, full=False):
    return tables(words(made(game, full=full)))[f"wager_{name}_{part}"]


def numbers(row):
    return [cell.number for cell in row if isinstance(cell, Figure)]


def section(manuscript, name):
    return next(b for b in manuscript.blocks if isinstance(b, ms.Section) and b.label == name)


def spoken(parts):
    """Inline parts as one text."""
    shown = {
        ms.Strong: lambda p: p.words,
        ms.Code: lambda p: f"`{p.words}`",
        ms.Ref: lambda p: f"@{p.label}",
        str: str,
    }
    return "".join(shown.get(type(part), lambda _: "…")(part) for part in parts)


def all_words(manuscript) -> Iterator[str]:
    """Everything that is read, in the order of reading."""
    for block in manuscript.blocks:
        match block:
            case ms.NumberedFinding(title, _, parts, disposition):
                yield from (title, spoken(parts), spoken(disposition))
            case ms.Particulars(rows):
                yield from (f"{name}: {spoken(parts)}" for name, parts in rows)
            case ms.Section(title):
                yield title
            case ms.Paragraph(parts):
                yield spoken(parts)
            case ms.Items(items):
                yield from map(spoken, items)
            case ms.Terms(entries):
                yield from (f"{term}: {spoken(parts)}" for term, parts in entries)
            case ms.Tabular(table):
                yield table.title
                yield from (column.name for column in table.columns)
                yield from (text for row in table.texts() for text in row)
                yield from table.notes
            case ms.Picture(_, caption, alternative):
                yield from (caption, alternative)
            case ms.CodeListing(lines):
                yield from lines


def text_of(manuscript):
    return " ".join(all_words(manuscript))


def paragraphs(blocks):
    """The paragraphs among the blocks, each as one text."""
    return [spoken(block.parts) for block in blocks if isinstance(block, ms.Paragraph)]


def card(name, made_pays, surrender="", out=1):
    """A wager that a hit comes before an out, or two of them where one may be surrendered."""
    offers = {"surrender-1": surrender} if surrender else {}
    pays = Paytable({"made": made_pays, "lost": "nothing", **offers})
    return Wager(name, NestedRace(1 + len(offers)), Distribution({"hit": 1, "out": out}), pays, "a card")


def dealt(*wagers, name="Cards"):
    return Game(name, "a card", (), lambda _: wagers)


def report(game, *names, rounds=20, **more):
    """The report of a game, as a manuscript."""
    return appendix(dossier(terms(game, names, rounds=rounds, **more)), "0")


def findings_of(manuscript):
    return [block for block in manuscript.blocks if isinstance(block, ms.NumberedFinding)]


def named_in(names, found):
    """The wagers that a row is about."""
    first, *others = re.split(r", | and |; ", names)
    stem = first.rpartition(" ")[0]
    said = {first, *others, *(f"{stem} {other}" for other in others), names}
    return [one.wager.name for one in found.chapters if one.wager.name in said]


def percentages(text):
    return re.findall(r"(?:[<>] )?[−-]?[0-9.]+%", text)


# The paytable, and the method


@every_run
def test_a_worked_example_can_be_recomputed(game, name):
    found = made(game, name)
    (one,) = found.chapters
    blocks = section(words(found), f"{one.key}_worked").blocks
    equations = [block.formula.tex for block in blocks if isinstance(block, ms.Display)]
    assert equations
    for _, right, worth in (equation.split(" = ") for equation in equations if "approx" not in equation):
        if r"\ldots" not in right:
            assert "." not in right + worth
            assert evaluated(right, {}) == read(worth)
    told = spoken(blocks[-1].parts)
    assert percentages(told) == [f"{share(one.answer.never.rtp)}%"]
    way = f", {one.way_words('never')}," * bool(one.answer.offers)
    assert f"v(0){way} is {fraction(one.answer.never.returned)}" in told
    assert all(
        f"{ending_words(e.ending)} {fraction(e.probability)}" in told for e in one.plays["never"].endings
    )


# Sums


@every_sheet
def test_a_row_of_totals_is_the_sum_of_the_rows_above(sheet):
    summed = 0
    for key, block in tables(words(made(sheet))).items():
        *rows, total = block.table.rows if block.totals else [(), ()]
        for k, cell in enumerate(total):
            if isinstance(cell, Figure):
                assert cell.number == sum(row[k].number for row in rows if isinstance(row[k], Figure)), (
                    key,
                    k,
                )
                summed += 1
            elif cell.text().isdigit():
                assert int(cell.text()) == sum(int(row[k].text()) for row in rows), (key, k)
    assert summed >= 3


@every_run
def test_true_odds_stand_on_the_base_of_the_posted_pay(game, name):
    never = {ending_words(e.ending): e.probability for e in chapter_of(game, name).plays["never"].endings}
    table = table_of(game, name, "returns").table
    compared = 0
    for row in table.rows[:-1]:
        if row[2] == NOTHING:
            continue
        fair, posted = row[2].text(), row[1].text()
        assert fair.split(" ", 1)[1] == posted.split(" ", 1)[1]
        # A fair wager on that ending alone returns 1 on average.
        assert abs(returned(fair) * never[row[0].text()] - 1) < Fraction(1, 1000)
        compared += 1
    assert compared


# The first page


def test_wagers_that_are_alike_share_a_page_that_says_what_differs(quick):
    told = text_of(report(find("repeater-bets-plus"), "repeating-2", "repeating-12", "repeating-3"))
    alike = "Repeating 12: The wager wins when 12 has come twice before 7. All else is as for"
    assert f"{alike} Repeating 2." in told


def test_wagers_with_other_chains_share_no_page():
    """The sizes of the chains of a page are one row of a table, so they are those of all its wagers."""
    one = chapter_of("repeater-bets-plus", "repeating-2")
    longer = replace(one, merging=chapter_of("repeater-bets-plus", "repeating-4").merging)
    assert together_on_pages([one, one]) == [[one, one]]
    assert together_on_pages([one, longer]) == [[one], [longer]]


@pytest.mark.parametrize("names", [("repeating-2",), ("horn",), ("repeating-4", "repeating-2", "uptown")])
def test_the_conclusion_says_where_another_reading_leaves_no_edge(quick, names, solved):
    game = find("repeater-bets-plus")
    kept = [one for one in game.readings(every=True) if not game.rejections(one)]
    lost = [
        game[name].name
        for name in names
        if any(solved(game.wagers(one)[name]).optimal.house_after_envy <= 0 for one in kept)
    ]
    (said, *_) = paragraphs(report(game, *names).opening)
    whose = f" on {joined(lost)}" * (len(names) > 1)
    under = "Another" if names == ("horn",) else "After the dealer bonus, another"
    told = f"{under} interpretation of the sheet leaves the house no edge{whose}."
    assert said.endswith(told) == bool(lost) == (names != ("horn",))
    assert ("nother interpretation" in said) == bool(lost)


def test_the_conclusion_says_what_the_house_loses_after_envy(quick):
    def told(*names, pay):
        game = find("repeater-bets-plus")
        bets = [edited(game.wager(name), {"made": pay}) for name in names]
        return conclusion(dossier(terms(replace(game, build=lambda _: bets), rounds=20)).chapters)

    after = "After the dealer bonus (envy) the house"
    assert told("repeating-2", pay="50 for 1").endswith(f"{after} loses 6.1224% of the stake.")
    both = told("repeating-2", "repeating-3", pay="64 for 1")
    assert both.endswith(f"{after} loses up to 34.6939% (Repeating 2) of the stake.")
    assert told("repeating-2", pay="45 for 1").endswith(f"{after} keeps 4.0816% of the stake.")


def test_outcomes_of_one_weight_in_a_row_are_a_range():
    told = text_of(words(made("straights-and-8s")))
    assert "The weights, in all 38: 1 for each of 1 to 36, 0 and 00." in told


# Money put down on the way


def test_figures_of_money_put_down_on_the_way_can_be_recomputed():
    """From what is printed: the spread, the exposure, the mean outlay and the z of the simulation."""
    manuscript = words(made("craps", "pass-with-odds", "field"))
    returns, figures = (
        tables(manuscript)[f"wager_pass-with-odds_{part}"].table.rows for part in ("returns", "figures")
    )
    law = []
    for _, pays, _, chance, *_ in returns[:-1]:
        out = re.search(r"(\d+) wagered", pays.text())
        back = re.search(r"returns (\d+)", pays.text())
        gross = int(back[1]) if back else returned(pays.text().partition(",")[0])
        law.append((chance.number, gross, int(out[1]) if out else 1))
    own = {row[0].text(): row for row in figures}
    (outlay,) = {sum(p * o for p, _, o in law), own["outlay"][1].number}
    mean = sum(p * (r - o) for p, r, o in law)
    variance = sum(p * (r - o - mean) ** 2 for p, r, o in law)
    assert (own["standard deviation"][1].number, outlay) == (variance, Fraction(34, 9))
    index = 1.644854 * float(variance) ** 0.5
    assert own["volatility index, 90%"][2].text() == f"{index:.4f}"
    (status,) = (block for block in manuscript.opening if isinstance(block, ms.Particulars))
    lines = {term: spoken(parts) for term, parts in status.rows}
    assert lines["Volatility"].endswith(f"{index:.4f} (Pass with odds).")
    assert lines["Exposure"].startswith(f"at most {max(r - o for _, r, o in law)} per unit staked")
    row = tables(manuscript)["trials"].table.rows[0]
    played, interval, exact, z = (float(cell.text().replace("−", "-")) for cell in row[1:5])
    assert abs((played - exact) / (interval / 2.575829) - z) < 0.006


@pytest.mark.parametrize(("names", "by_ending"), [(("pass-with-odds", "field"), True), (("field",), False)])
def test_the_glossary_counts_what_is_put_down_by_ending_where_it_differs(quick, names, by_ending):
    for term, parts in glossary_of(report(find("craps"), *names)):
        formulas = " ".join(part.tex for part in parts if isinstance(part, Formula))
        if {*term.split(", ")} & {"outlay", "standard deviation", "Exposure"}:
            assert ("o_e" in formulas) == by_ending, term
        if term == "z":
            assert ("comes back" in spoken(parts)) == by_ending


def test_a_report_says_what_is_put_down_for_a_pay_as_the_odds_do():
    shown = tables(words(made("craps", "pass-with-odds", "field")))
    posted = {row[1].text(): row[2].text() for row in shown["posted"].table.rows}
    assert posted["made-on-6-or-8"] == "returns 13 on 6 wagered"
    assert posted["natural"] == "1 to 1"
    returns = {row[0].text(): row for row in shown["wager_pass-with-odds_returns"].table.rows}
    assert returns["made-on-6-or-8"][1].text() == posted["made-on-6-or-8"]
    assert returns["lost-on-6-or-8"][1].text() == "nothing, 6 wagered"
    assert shown["headline"].table.rows[0][1].text() == "up to 13 on 6 wagered"


def spaces(game):
    table = tables(report(game))["wheels-1"].table
    return [tuple(row) for row in table.texts()]


def test_a_sample_space_of_a_bag_is_what_is_left_in_it():
    assert spaces(find("examples/bingo.toml"))[:4] == [
        ("12 draws left", "1 for each of a1, a2, a3, b1, b2, b3, c1, c2 and c3; 18 for other", "27"),
        (
            "a1, 11 draws left; drawn: 1 of a1",
            "1 for each of a2, a3, b1, b2, b3, c1, c2 and c3; 18 for other",
            "26",
        ),
        (
            "11 draws left; drawn: 1 of other",
            "1 for each of a1, a2, a3, b1, b2, b3, c1, c2 and c3; 17 for other",
            "26",
        ),
        (
            "a1, a2, 10 draws left; drawn: 1 of a1, 1 of a2",
            "1 for each of a3, b1, b2, b3, c1, c2 and c3; 18 for other",
            "25",
        ),
    ]


def test_an_outcome_with_a_prize_says_what_it_returns():
    rule = PrizedRule(PlainRule(0, lambda _, side: End(side)), {"heads": Prize((("5 for 1", 1),))}, coin())
    wager = Wager("Toss", rule, rule.wheel(rule.start), rule.pays({"tails": "nothing"}), "a coin")
    assert [row[1] for row in spaces(dealt(wager))] == ["1 for each of heads returning 5 and tails"]


# Rounding


def plain(text):
    return Fraction(text.replace("−", "-").removesuffix("%"))


def unit(text):
    """The value of one in the last place."""
    _, _, places = text.removesuffix("%").partition(".")
    return Fraction(1, 10 ** len(places))


def check_rounding(cell):
    """The digits of a figure are within half a unit of the last place; of a bound, above it."""
    text, number = cell.text(), cell.number
    if cell.shown in (None, fraction, root_of):
        exact = rational_root(number) if cell.root else None
        whole = str(number if exact is None else exact)
        if text.startswith("≈ "):  # twelve digits of a number that is too long
            assert sum(map(str.isdigit, whole)) > 20
            value, half = plain(text[2:]), unit(text[2:]) / 2
            low, high = value - half, value + half
            assert low**2 <= number <= high**2 if cell.root and exact is None else low <= number <= high
        elif not text.startswith(("(", "1 − (")):
            assert text == (f"√({number})" if cell.root and exact is None else whole)
        return False
    if cell.shown is one_in:
        return False  # compared by a test of its own
    if cell.shown is rounded_up:
        assert 0 <= plain(text) - number < unit(text)
        return True
    value, half = plain(text.split(" ")[0]), unit(text.split(" ")[0]) / 2
    assert isinstance(cell.shown, Decimals)
    if cell.shown.root:
        low, high = value - half, value + half
        assert low * abs(low) <= number <= high * abs(high)
    else:
        assert abs(value - number * 100**cell.shown.percent) <= half
    return True


@every_sheet
@pytest.mark.parametrize("full", [False, True])
def test_a_column_has_one_number_of_places_and_nothing_vanishes(sheet, full):
    compared = 0
    for block in tables(words(made(sheet, full=full))).values():
        for k, column in enumerate(block.table.columns):
            cells = [row[k] for row in block.table.rows if isinstance(row[k], Figure) and row[k].shown]
            told = [(one.text().split(" ")[0], one) for one in cells if isinstance(one.shown, Decimals)]
            assert len({unit(text) for text, _ in told}) < 2, (block.label, column.name)
            for text, one in told:
                value = one.shown.value(one.number)
                digits = text.strip("+-%").lstrip("0.").replace(".", "")
                assert not value or len(digits) > 1 or value.denominator == 1, (block.label, text)
                compared += 1
    assert compared > 70


def test_a_column_with_a_small_figure_has_more_places(quick):
    """After envy the house keeps 1/100,000 less than nothing: five places, not 0.0000."""
    sheet = dealt(card("Near", "20001 for 10000"), card("Far", "3 for 2"))
    rows = tables(report(sheet, rounds=50))["headline"].table.texts()
    assert [row[2:5] for row in rows] == [["2", "100.0050", "-0.0050"], ["2", "75.0000", "25.0000"]]


@given(
    st.lists(
        st.tuples(
            st.sampled_from([PLAIN, SHARE, PERCENT, ROOT, POINTS, Decimals(2)]),
            st.fractions(-2, 2) | st.builds(Fraction, st.integers(-99, 99), st.sampled_from([10**5, 10**12])),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_a_common_number_of_places(column):
    places = common_places(column)
    texts = [replace(shown, places=places)(number) for shown, number in column]
    for text, (shown, number) in zip(texts, column, strict=True):
        value = shown.value(number)
        if text.startswith(("<", ">")):
            assert places == 8
            bound = plain(text[2:])
            assert 0 < (value if bound > 0 else -value) < abs(bound) ** (1 + shown.root)
            continue
        low, high = (plain(text) + sign * unit(text) / 2 for sign in (-1, 1))
        assert (low * abs(low) <= value <= high * abs(high)) if shown.root else low <= value <= high
        assert (text.strip("+-0.%") == "") == (not value)
        assert ("+" in text) == (shown is POINTS and value > 0)
    if places and places > max(shown.places for shown, _ in column):
        fewer = [replace(shown, places=places - 1).enough(number) for shown, number in column]
        assert not all(fewer)


@every_sheet
def test_every_printed_digit_of_an_exact_figure_is_right(sheet):
    cells = [
        cell
        for block in tables(words(made(sheet))).values()
        for row in block.table.rows
        for cell in row
        if isinstance(cell, Figure)
    ]
    assert sum(map(check_rounding, cells)) > 70
    full = tables(words(made(sheet, full=True))).values()
    more = [cell for block in full for row in block.table.rows for cell in row if isinstance(cell, Figure)]
    assert sum(map(check_rounding, more)) > sum(map(check_rounding, cells))


def tells(said):
    """True where the text is of the exact number as it is marked."""
    text, number = said["text"], Fraction(said["exact"])
    if text.startswith(("(", "1 − (", "1 in ", "< ", "> ")):
        return True
    shown = plain(text.removeprefix("≈ ").removeprefix("√(").partition(" ")[0].removesuffix(")"))
    if "√" in text:
        return "root" in said and shown == number
    square = shown * abs(shown) if "root" in said else shown
    within = unit(text.partition(" ")[0]) * max(1, 2 * abs(shown)) if "." in text else 0
    return abs(square - number * 100 ** ("percent" in said)) <= within


@every_sheet
def test_every_cell_is_in_the_file_of_figures_with_its_exact_number(sheet):
    manuscript = words(made(sheet))
    (text,) = (one.text for one in manuscript.attachments if one.name == "figures.json")
    told = json.loads(text)
    shown = tables(manuscript)
    assert [one["label"] for one in told["tables"]] == list(shown)
    for one in told["tables"]:
        table = shown[one["label"]].table
        for row, cells in zip(one["rows"], table.rows, strict=True):
            for said, cell in zip(row, cells, strict=True):
                assert said["text"] == cell.text()
                if isinstance(cell, Figure):
                    assert Fraction(said["exact"]) == cell.number
                    assert tells(said)
    laid = [pair for pairs in told["correlation_squares"].values() for pair in pairs]
    ways, wagers = len(made(sheet).layout.ways), len(made(sheet).chapters)
    assert len(laid) == ways * wagers * (wagers - 1) // 2
    for way, one in made(sheet).layout.ways.items():
        known = {pair.wagers: pair.correlation_square for pair in one.joint.pairs()}
        assert {(a, b): Fraction(square) for a, b, square in told["correlation_squares"][way]} == known


@given(st.integers(1, 60), st.integers(1, 60), st.integers(2, 40), st.booleans())
def test_a_closed_form_is_the_number(above, below, power, left):
    part = Fraction(min(above, below), max(above, below)) ** power
    number = 1 - part if left else part
    said = closed_form(number)
    if part not in (0, 1):
        base, raised = re.search(r"\((\d+/\d+)\)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", said).groups()
        value = Fraction(base) ** int(raised.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")))
        assert (1 - value if said.startswith("1 − ") else value) == number
    assert fraction(number) in (str(number), said)
    assert [fraction(Fraction(3, 10**zeros + 1))[0] for zeros in (18, 19)] == ["3", "≈"]
    for none in (Fraction(2, 3 * 7**9), Fraction(1, 1_000_003) ** 8, Fraction(1, 2**401)):
        assert closed_form(none) == ""


def between(text):
    """The percentages between which the words say that one is."""
    text = text.replace("−", "-")
    if " … " in text:
        low, high = text.split(" … ")
        return Fraction(low), Fraction(high)
    if text.startswith(("< ", "> ")):
        bound = Fraction(text[2:])
        return (Fraction(0), bound) if text.startswith("<") else (bound, Fraction(100))
    half = Fraction(0) if text in ("0", "100") else unit(text) / 2
    return Fraction(text) - half, Fraction(text) + half


@given(st.fractions(0, 1), st.integers(0, 40), st.fractions(0, 1), st.integers(0, 30), st.booleans())
@settings(max_examples=examples(300))
def test_a_chance_known_from_below_and_above_is_said_truly(size, shift, width, narrow, near_one):
    low = size / 2**shift
    high = min(low + width / 2**narrow, Fraction(1))
    known = Bracket(1 - high, 1 - low) if near_one else Bracket(low, high)
    below, above = between(chance_in_words(known))
    assert below <= known.lower * 100 <= known.upper * 100 <= above


def test_a_bound_on_a_chance_is_not_the_chance():
    """One that can be a millionth is not less than it, nor is one that can be all but a millionth more."""
    least = Fraction(1, 10**6)
    assert not chance_in_words(Bracket(least / 2, least)).startswith("<")
    assert not chance_in_words(Bracket(1 - least, 1 - least / 2)).startswith(">")


@given(st.fractions(-3, 3), st.fractions(0, 1), st.integers(0, 30))
@settings(max_examples=examples(200))
def test_an_end_of_a_band_is_said_truly(low, width, narrow):
    known = Bracket(low, low + width / 2**narrow)
    below, above = between(percentage_in_words(known, 3))
    assert below <= known.lower * 100 <= known.upper * 100 <= above


@every_run
def test_what_is_printed_after_many_wagers_is_what_was_proved(game, name):
    full, one = made(game, full=True), chapter_of(game, name, full=True)
    shown = tables(words(full))
    printed_ = 0
    for way, series in one.repeated.items():
        ahead = shown[f"wager_{name}_ahead-{way}"].table.rows
        bands = shown[f"wager_{name}_bands-{way}"].table.rows
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
                printed_ += 1
            assert row[4].text() == HOW[found.ahead.how]
    assert printed_ >= 50


HOW = {"exact": "exact", "enclosed": "proved bounds", "normal": "normal law"}


@every_run
def test_the_page_of_a_wager_has_its_intervals_and_who_is_ahead(game, name):
    one = chapter_of(game, name)
    (way,) = list(one.moments)[-1:]
    play_, rows = one.plays[way], table_of(game, name, f"run-{way}").table.rows
    assert [row[0].text() for row in rows] == [f"{n:,}" for n in INTERVALS]
    for row, n in zip(rows, INTERVALS, strict=True):
        for cell, level in zip(row[1:], (0.9, 0.95, 0.99), strict=True):
            off = NormalDist().inv_cdf((1 + level) / 2) * (float(play_.variance) / n) ** 0.5
            for text, end in zip(cell.text().split(" to "), (-off, off), strict=True):
                exact = (float(play_.returned) + end) / float(play_.outlay) * 100
                assert abs(float(plain(text)) - exact) <= float(unit(text)) / 2 + 1e-9
    told = text_of(section(words(made(game)), f"wager_{name}"))
    for found in one.ahead[way]:
        (text,) = re.findall(rf"(< [0-9.]+|[0-9.]+)% after {found.n:,} wagers", told)
        low, high = between(text)
        assert low <= found.ahead.lower * 100 <= found.ahead.upper * 100 <= high


# The chain on the page


def read(tex):
    """The value of a number in TeX."""
    sign, above, below = re.fullmatch(
        r"(-?)(?:\\frac\{(\d+)\}\{(\d+)\}|\d+)", tex.replace(r"\,", "")
    ).groups()
    return Fraction(tex.replace(r"\,", "")) if above is None else Fraction(f"{sign}{above}/{below}")


def evaluated(tex, known):
    """The value of a sum of products over a number, in TeX."""
    above, total = re.fullmatch(r"\\frac\{(.*)\}\{(\d+)\}", tex).groups()

    def factor(part):
        state = re.fullmatch(r"v_\{(\d+)\}", part)
        if "/" in part:  # on the line
            return Fraction(part)
        return known[int(state[1])] if state else read(part)

    return sum(prod(map(factor, term.split(r" \cdot "))) for term in above.split(" + ")) / Fraction(total)


def displayed(game, name):
    return [
        block.formula.tex.split(" = ")
        for block in section(words(made(game, full=True)), f"wager_{name}_derivation").blocks
        if isinstance(block, ms.Display)
    ]


@every_small_run
def test_the_solution_satisfies_the_equations(game, name):
    one = chapter_of(game, name, full=True)
    rows = table_of(game, name, "solution", full=True).table.rows
    known = {int(row[0].text()): row[2].number for row in rows}
    assert list(known) == list(range(len(one.page.states) - len(one.page.transitions.absorbing)))
    equations = [parts for parts in displayed(game, name) if parts[0].startswith("v_")]
    assert len(equations) == len(known)
    for k, (left, right) in enumerate(equations):
        assert left == f"v_{{{k}}}"
        assert evaluated(right, known) == known[k]
    assert known[0] == one.answer.never.returned
    assert rows[0][4].number == one.answer.never.spins.mean
    assert [row[1].text() for row in rows] == [label(state) for state in canonical(one.page).states]


def test_a_sum_that_is_wider_than_a_page_is_set_over_several_lines_and_a_matrix_not_at_all(tmp_path):
    sheet = tmp_path / "prizes.toml"
    sheet.write_text(
        (HERE.parent / "given" / "prizes.toml").read_text().replace("3 x credits", "16 x credits")
    )
    document = report(find(str(sheet)), "a", full=True)
    derived = section(document, "wager_a_derivation").blocks
    texts = [block.formula.tex for block in derived if isinstance(block, ms.Display)]
    (solution,) = (block.table for block in derived if isinstance(block, ms.Tabular))
    known = {int(row[0].text()): row[2].number for row in solution.rows}
    assert max(map(len, texts)) < 160
    assert not any("pmatrix" in tex for tex in texts)
    whole = re.sub(r"\n\\qquad \{\} \+", " +", "\n".join(texts))
    assert whole.count("\n") + 1 == len(known) < len(texts)
    for line in whole.split("\n"):
        if wide := re.fullmatch(r"(\d+) \\cdot v_\{(\d+)\} = (.*)", line):
            line = rf"v_{{{wide[2]}}} = \frac{{{wide[3]}}}{{{wide[1]}}}"
        state, right = line.split(" = ")
        assert evaluated(right, known) == known[int(state[3:-1])]


@every_small_run
def test_the_matrices_are_those_of_the_theory(game, name):
    one = chapter_of(game, name, full=True)
    found = [parts for parts in displayed(game, name) if parts[-1].startswith(r"\begin{pmatrix}")]
    if len(canonical(one.page).states) > 6:
        assert not found
        return
    onward, ending, inverse, absorbed = (
        [
            [read(x) for x in line.split(" & ")]
            for line in parts[-1].split("} ", 1)[1].rsplit(" ", 1)[0].split(r" \\ ")
        ]
        for parts in found
    )
    assert [parts[0] for parts in found] == [rf"\mathbf{{{letter}}}" for letter in "QRNB"]
    size = range(len(onward))
    for i in size:
        product = [sum(inverse[i][j] * ((j == k) - onward[j][k]) for j in size) for k in size]
        assert product == [Fraction(i == k) for k in size]
        assert absorbed[i] == [sum(inverse[i][j] * ending[j][k] for j in size) for k in range(len(ending[0]))]
        assert sum(onward[i]) + sum(ending[i]) == 1
    chances = {e.ending: e.probability for e in one.answer.never.endings}
    blocks = section(words(made(game, full=True)), f"wager_{name}_derivation").blocks
    (said,) = (text for text in paragraphs(blocks) if "canonical form" in text)
    ends = re.search(r"further columns \((.*)\)", said)[1].split(", ")
    assert dict(zip(ends, absorbed[0], strict=True)) == chances
    assert sum(inverse[0]) == one.answer.never.spins.mean


# Optimal play


def row_of(offer):
    return offer.ending, offer.continuing, offer.offered


def rolled(one):
    """The offers of a wager by the row that the strategy has for them."""
    rows = {}
    for offer in one.offers.offers:
        words_ = (*row_of(offer), offer.kind, offer.flips_at_win_pay)
        rows.setdefault(words_, []).append(offer)
    return rows


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("repeater-bets-plus", "repeating-2"),
        ("repeater-bets-plus", "repeating-4"),
        ("quebec-place-bets", "buy-5"),
        ("quebec-place-bets", "lay-10"),
    ],
)
def test_at_its_threshold_an_offer_is_a_tie_and_above_it_play_goes_on(game, name, solved):
    one = chapter_of(game, name)
    table = table_of(game, name, "strategy").table
    win = one.offers.win
    groups = rolled(one)
    assert len(groups) == len(table.rows)
    assert table.columns[7].name == "play on if the win pays more than"
    for row, ((ending, continuing, _, kind, threshold), offers) in zip(
        table.rows, groups.items(), strict=True
    ):
        assert row[0].text() == ending_words(ending)
        name = state_words(offers[0].state, one.wager.rule)
        alike = [each for each in one.answer.offers if row_of(each) == row_of(offers[0])]
        one_row = f"{name} ({len(alike)} alike)" if len(alike) > 1 else name
        assert row[1].text() == (one_row if len(offers) == 1 else f"{len(alike)} states")
        assert numbers(row)[:2] == [continuing, continuing]
        assert row[5].number == offers[0].offered - continuing
        verdict = {"leak": "take it", "tie": "either: the same", "dead": "play on"}[kind]
        assert row[6].text() == verdict
        if threshold is None:
            assert row[7] == NOTHING
            continue
        assert abs(returned(row[7].text()) - threshold) < Fraction(1, 10**6)

        def at(pay, offer=offers[0]):
            found = solved(edited(one.wager, {win: pay})).offers
            return next(o for o in found if (o.state, o.ending) == (offer.state, offer.ending))

        assert at(threshold).margin == 0
        assert at(threshold + Fraction(1, 1000)).margin < 0
        assert at(threshold - Fraction(1, 1000)).margin >= 0


@every_run
def test_the_return_of_each_strategy_is_said(game, name):
    """The worst of all strategies by brute force: every set of states in which offers are taken."""
    one = chapter_of(game, name)
    if not one.answer.offers or one.idle:
        assert f"wager_{name}_strategy" not in tables(words(made(game)))
        return
    (told,) = table_of(game, name, "strategy").table.notes
    table, pays, outlay = priced(one.wager, one.chain), one.wager.pays, one.answer.never.outlay
    offers = table.offered(pays)
    returns = []
    for size in range(len(offers) + 1):
        for taken in combinations(offers, size):
            stopped = one.chain.transitions.stopped(frozenset(taken))
            worth = values(stopped, {**table.payoff(pays), **{i: offers[i] for i in taken}})
            returns.append(worth[0] / outlay)
    assert (max(returns), min(returns)) == (one.answer.optimal.rtp, one.worst / outlay)
    assert returns[0] == one.answer.never.rtp
    said = [f"{share(rtp)}%" for rtp in (max(returns), returns[0], min(returns))]
    assert re.findall(r"[0-9.]+%", told) == said


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


def test_offers_in_states_that_play_alike_share_a_row(quick, mine):
    game = mine("{ counts = [6], need = 3 }, { counts = [8], need = 3 }", 2, 3)
    found = dossier(terms(game, rounds=50))
    (one,) = found.chapters
    # Tallies at 0, 1 or 2 each, and two ends; in either order 6 and two ends.
    assert (len(one.chain.states), len(one.merging.chain.states)) == (11, 8)
    table = tables(appendix(found, "0"))["wager_both_strategy"].table
    states = {label(offer.state): offer for offer in one.answer.offers}
    for row in table.rows:
        if row[1].text() in states:
            assert row[3].number == states[row[1].text()].continuing
    assert "The chain has 11 states, 8 after merging." in text_of(appendix(found, "0"))


def flat():
    """A ladder of which best play leaves a tenth to the house at every pay of the win up to 18 for 5."""
    return dealt(card("Flat", "2 for 1", "9 for 5"), name="Flat")


@every_run
def test_the_pays_for_other_edges_have_them(game, name, solved):
    one = chapter_of(game, name)
    table = table_of(game, name, "prices").table
    reached = [price for price in one.targets if price.solutions]
    for row, price in zip(table.rows, reached, strict=True):
        assert row[0].number == price.edge
        for pay, edge in ((row[3], row[4]), (row[5], row[6])):
            if pay == NOTHING:
                continue
            paid = pay.text().replace(",", "")
            wager = edited(one.wager, {price.ending: paid})
            assert edge.number == solved(wager).played(price.play).edge.per_stake
    for price in one.targets:
        if not price.solutions:
            unpaid = solved(edited(one.wager, {price.ending: Fraction(0)}))
            highest = unpaid.played(price.play).edge.per_stake
            assert highest < price.edge
            (note,) = [note for note in table.notes if "No pay leaves" in note]
            assert f"{share(price.edge)}%" in note
            assert f"the most is {share(highest)}%" in note


@pytest.mark.parametrize(
    ("gross", "like", "said"),
    [
        (Fraction(12345670000001, 60011111111), "80 to 1", "204.723070 to 1"),
        (Fraction(12345670000001, 60011111111), "80 for 1", "205.723070 for 1"),
        (Fraction(12345670000001, 60011111111), "evens", "204.723070 to 1"),
        (Fraction(1508), "80 to 1", "1,507 to 1"),
        (Fraction(12345670000001, 60011111), "80 for 1", "205,723.070183 for 1"),
    ],
)
def test_a_long_pay_is_said_on_the_base_of_the_posted_one(gross, like, said):
    assert pay_in_words(gross, like) == said


# Glossary


# What names a thing and is no quantity, or is said in words by the table itself.
NAMES = {
    *("", "exact", "decimal", "%", "wager", "ending", "state", "in state", "offer", "outcome", "number", "n"),
    *("weight of each", "by", "what", "now", "best play", "best play takes", PLAYS["never"], "all"),
    *("of all", "per unit staked", "transitions", "transitions after merging", "states", "of which ends"),
    *("states after merging", "figure", "stake", "figures", "command", "interpretation", "result", "rounds"),
    *("worked out from", "wagers", "play", "returned", "weight", "±", "p", "difference", "nearest below"),
    *("nearest above", "90 interval", "95 interval", "99 interval", "greatest"),
}


def quantity(name):
    """The heading without what only says how it is shown, or of what it is."""
    for part in (", %", ", best play", ": least", " of spins", " of rolls", ", v", " of each", "exact ", "%"):
        name = name.replace(part, "")
    name = re.sub(r"^(volatility index), \d+$", r"\1", name)
    name = re.sub(r"^\d+ (band).*$", r"\1", name)
    return re.sub(r"^(spins|rolls) to come$", r"average \1", name)


def glossary_of(manuscript):
    blocks = section(manuscript, "glossary").blocks
    (entries,) = (b.entries for b in blocks if isinstance(b, ms.Terms))
    return entries


@every_sheet
def test_every_quantity_of_a_table_is_in_the_glossary(sheet):
    for full in (False, True):
        manuscript = words(made(sheet, full=full))
        known = {name for term, _ in glossary_of(manuscript) for name in term.split(", ")}
        choices = {c for option in find(sheet).options for c in option.choices}
        lost = set()
        for block in tables(manuscript).values():
            if block.label.startswith("reading-") or block.label.endswith("-cases"):
                continue
            for name in {quantity(column.name) for column in block.table.columns} - NAMES - choices:
                within = {name, *name.split(", "), *name.split(" (")}
                if not within & known and not any(term in name for term in known):
                    lost.add((name, block.label))
        assert not lost
        assert {"true odds", "hit frequency", "Confidence intervals", "z", "chi-square"} <= known


def test_a_glossary_defines_no_term_twice_and_none_that_is_not_used():
    manuscript = words(made("repeater-bets-plus"))
    names = [name for term, _ in glossary_of(manuscript) for name in term.split(", ")]
    assert len(names) == len(set(names))
    assert not {"derivative", "normal", "even", "per roll"} & set(names)
    assert "derivative" in [
        name
        for term, _ in glossary_of(words(made("repeater-bets-plus", full=True)))
        for name in term.split(", ")
    ]
    assert all(spoken(parts).strip() for _, parts in glossary_of(manuscript))
    assert [one.label for one in manuscript.sections][-2:] == ["glossary", "references"]


# Readings


FIGURES_READ = {
    "edge": lambda play: play.edge.per_stake,
    "edge over the outlay": lambda play: play.edge.per_outlay,
    "edge after envy": lambda play: play.house_after_envy,
    "return over the outlay": lambda play: play.rtp,
    "standard deviation": lambda play: play.variance,
    "average spins": lambda play: play.spins.mean,
    "average rolls": lambda play: play.spins.mean,
}


def figure_of(name, answered):
    way = "optimal" if name.endswith(", best play") else "never"
    play_ = answered.optimal if way == "optimal" else answered.never
    for behind in (", best play", ", no offer taken", ", %"):
        name = name.removesuffix(behind)
    return FIGURES_READ[name](play_)


@every_sheet
def test_the_tables_of_readings_are_the_answers(sheet, solved, game):
    """And what is in none of them changes nothing: every figure of every wager under every other choice."""
    found = made(sheet)
    shown = {key: block.table for key, block in tables(words(found)).items() if key.startswith("reading-")}
    asked, down = game(sheet).reading(), found.taken_down
    told = set()
    for option in game(sheet).options:
        mine = [table for key, table in shown.items() if re.fullmatch(rf"reading-{option.key}(-\d+)?", key)]
        for one, row in [(table, row) for table in mine for row in table.rows]:
            for name in map(slug, named_in(row[0].text(), found)):
                told.add((option.key, name, row[1].text()))
                for column, cell in zip(one.columns[2:], row[2:], strict=True):
                    choice = column.name.removesuffix(" (used here)").removeprefix(f"{option.key}=")
                    reading = {**asked, option.key: choice}
                    there = solved(game(sheet).wagers(reading)[name])
                    assert cell.number == figure_of(row[1].text(), there), (option.key, name, choice)
    if len(SHEETS[sheet]) == 1:
        (name,) = SHEETS[sheet]
        table = tables(words(found))["material-readings"].table
        for row in table.rows:
            changed = dict(part.split("=") for part in re.findall(r"\(([\w-]+=[\w-]+)\)$", row[0].text()))
            one = solved(game(sheet).wagers({**asked, **changed})[name])
            for column, cell in zip(table.columns[1:], row[1:], strict=True):
                assert cell.number == figure_of(column.name, one)
                told |= {(key, name, column.name) for key in changed}
    changes = 0
    for option in game(sheet).options:
        for choice in option.choices:
            if choice == asked[option.key] or choice in option.rejected:
                continue
            for name in SHEETS[sheet]:
                mine = solved(game(sheet).wager(name))
                one = solved(game(sheet).wagers({**asked, option.key: choice})[name])
                here = {key.replace(", %", "") for o, n, key in told if (o, n) == (option.key, name)}
                ways = ("no offer taken", "best play")[: 1 if find(sheet).wager(name).name in down else 2]
                for figure, way in ((figure, way) for figure in FIGURES_READ for way in ways):
                    key = f"{figure}, {way}"
                    edges = {"edge", "edge over the outlay"}
                    other = {"edge" if found.outlay else "edge over the outlay", "return over the outlay"}
                    if figure not in other and figure_of(key, one) != figure_of(key, mine):
                        names = [figure]
                        if figure in ("average spins", "average rolls"):
                            names = ["average spins", "average rolls"]
                        elif figure == "edge after envy" and not mine.wager.envy:
                            names = [*edges]
                            assert not {each for each in here if "envy" in each}, (
                                "what is the edge is listed once"
                            )
                        said = {said for each in names for said in (each, f"{each}, {way}")}
                        assert here & said, (option.key, choice, name, key)
                        changes += 1
    assert changes > 5


@every_sheet
def test_the_ranges_are_those_of_every_combination(sheet, solved, game):
    found = made(sheet)
    told = " ".join(paragraphs(words(found).opening))
    kept = [r for r in game(sheet).readings(every=True) if not game(sheet).rejections(r)]
    if sheet == "straights-and-8s":  # 768 of them: those that the range names
        kept = [
            game(sheet).reading(dict(re.findall(r"([\w-]+)=([\w-]+): ", said)))
            for said in re.findall(r"under ([^)]*)\)", told)
        ]
        assert len(kept) == 2
    edges = []
    for reading in kept:
        for name in SHEETS[sheet]:
            one = solved(game(sheet).wagers(reading)[name])
            edges.append(
                (one.never if name.startswith(("right-", "buy-")) else one.optimal).edge.per_resolved
            )
    base = "per bet resolved" if sheet == "quebec-place-bets" else "of the stake"
    low, high = re.search(rf"house edge {base}[^.]* is from (\S+)% .*? to (\S+)% ", told).groups()
    assert (share(min(edges)), share(max(edges))) == (low.replace("−", "-"), high)
    total = len(list(game(sheet).readings(every=True)))
    rejected = sum(bool(game(sheet).rejections(r)) for r in game(sheet).readings(every=True))
    assert f"Ranges are over {total - rejected:,} interpretations" in told
    assert "all combinations of choices" in told
    assert (f"but for {rejected:,} with a choice that is rejected" in told) == bool(rejected)


def test_the_interpretations_that_move_the_edge_are_on_the_first_page(solved, game):
    sheet = find("repeater-bets-plus")
    table = tables(words(made("repeater-bets-plus")))["material-readings"].table
    rows = {re.search(r"\(([\w=-]+)\)$", row[0].text())[1]: row for row in table.rows}
    assert list(rows) == ["combination=each", "envy-on-surrender=yes"]
    for key, row in rows.items():
        option, choice = key.split("=")
        means = next(one for one in sheet.options if one.key == option).choices[choice]
        assert row[0].text().lower().startswith(means.lower())
    each = solved(game("repeater-bets-plus").wagers({"combination": "each"})["horn"])
    edge = each.optimal.edge.per_stake
    told = rows["combination=each"]
    assert (told[1].text(), numbers(told)[:2]) == ("Horn", [edge, edge]), "and of no other wager"
    (yes,) = [solved(game("repeater-bets-plus").wagers({"envy-on-surrender": "yes"})["repeating-2"]).optimal]
    assert numbers(rows["envy-on-surrender=yes"])[2:] == [yes.house_after_envy] * 2


def test_an_envy_that_changes_no_bound_is_not_said_twice():
    def told(names):
        return " ".join(paragraphs(words(made("repeater-bets-plus", *names)).opening))

    assert "After the dealer bonus it is from −14.2857%" in told(("repeating-2",))
    both = told(("repeating-2-3-11-12", "uptown"))
    assert "After the dealer bonus it is the same." in both, both


def test_choices_that_concern_no_wager_of_another_have_a_table_of_their_own(quick):
    """Of three wagers: a and b move the first, b and c the second, d the third alone."""
    moves = {"first": {"a", "b"}, "second": {"b", "c"}, "third": {"d"}}

    def build(reading):
        for name, choices in moves.items():
            yield card(name, "3 for 1" if reading["o"] in choices else "2 for 1", out=2)

    option = Option("o", "Which?", {key: key for key in "nabcd"})
    shown = tables(report(Game("Three", "a card", (option,), build)))
    columns = {
        key: [column.name for column in one.table.columns[2:]]
        for key, one in shown.items()
        if key.startswith("reading-o")
    }
    assert columns == {"reading-o": ["n (used here)", "a", "b", "c"], "reading-o-2": ["n (used here)", "d"]}


def test_conditions_of_a_sheet_are_in_its_digest(quick):
    game = find("quebec-place-bets")
    alone = dossier(terms(game, ("lay-4",), rounds=50))
    assert alone.sheet != dossier(replace(alone.request, game=replace(game, conditions=()))).sheet


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
    table = shown["together-total"].table
    for k, one in enumerate(found.layout.ways.values()):
        whole = {row[0].text(): row[1 + 2 * k] for row in table.rows}
        total, most = one.total, one.exposure
        assert {name: cell.number for name, cell in whole.items() if isinstance(cell, Figure)} == {
            "outlay": Fraction(7, 2),
            "expected return": total.returned,
            "house edge of the outlay": 1 - total.returned / Fraction(7, 2),
            "standard deviation": total.variance,
            "the same, were the wagers independent": one.apart,
            "maximum exposure": most.total,
            "the same, with the envy of dealers": one.envy.total,
            "chance of the most": most.chance,
        }
        assert (
            most.total
            == most.separate
            == sum(stake * game.wager(name).pays[most.endings[name]] for name, stake in laid.items())
        )
        # Two envies of a wager: half a unit on Repeating 2, which owes two units a unit when it is made.
        assert one.envy.total == most.total + (
            Fraction(1, 2) * 2 if most.endings["repeating-2"] == "made" else 0
        )
    assert "It is the sum of what each wager can be owed by itself." in text_of(appendix(found, "0"))


def test_it_is_said_whether_all_can_win_at_once(quick):
    told = text_of(report(find(str(HERE / "given" / "six.toml")), "six-times", "seven-times"))
    assert "The sum of what each wager can be owed by itself stands beside it." in told
    assert "chance of the most" in told.partition(" sum of what each can be owed by itself ")[2]


# Verification


def test_what_fails_is_said_loudly(quick):
    found = dossier(terms(flat_twice(), rounds=20))
    one, other = found.chapters
    off = TwoMethods("never", "returned", Fraction(1), Fraction(2))
    proof = replace(one.proof, checks=(("form", True), ("chain", False)))
    roads = off, replace(off, figure="spins", backward=Fraction(1))
    never = {"never": one.plays["never"]}
    wrong = replace(one, comparisons=roads, proof=proof, plays=never, trials=one.trials[:1])
    for chapters in ((wrong, other), (wrong,)):
        told = text_of(appendix(replace(found, chapters=chapters), "0"))
        assert "DIFFERENT: Flat, returned." in told
        assert "FAILED: Flat, chain." in told
        assert f"FAILED: 1 of {sum(len(each.proof.checks) for each in chapters)} checks." in told
        assert "figures are the same" not in told
        assert "checks hold" not in told
    worst = replace(found.verdict.comparisons[0], passed=False)
    failed = replace(found.verdict, comparisons=(worst, *found.verdict.comparisons[1:]))
    told = text_of(appendix(replace(found, verdict=failed), "0"))
    assert f"FAILED: flat, {one.way_words('never')}, returned." in told
    assert "comparisons passed" not in told


# Findings


def test_findings_of_one_kind_on_several_wagers_share_a_number_and_have_a_row_each(quick):
    names = ("repeating-4", "repeating-5", "repeating-6")
    answers = {"dead-offer/repeating-5/surrender-4": "Meant."}
    requests = [
        terms(find("repeater-bets-plus"), names, rounds=20, dispositions=given) for given in ({}, answers)
    ]
    plain, answered = (dossier(request) for request in requests)
    (one,) = findings_of(words(plain))
    assert one.title == "Offer that is never right to take on Repeating 4, 5 and 6 (note)"
    assert spoken(one.disposition).startswith("open. Say whether that is meant")
    rows = tables(words(plain))["finding-1-cases"].table.rows
    dead = [each for each in plain.reviewed.findings if each.code == "dead-offer"]
    assert len(rows) == len(dead) == 7
    for k, (row, each) in enumerate(zip(rows, dead, strict=True), start=1):
        assert [cell.text() for cell in row[:3]] == [f"1.{k}", each.wager, *map(ending_words, each.endings)]
        offered, exact, rounded, margin, _ = (cell.number for cell in row[3:])
        assert offered - exact == margin == each.figures["margin"]
        assert (offered, exact, rounded) == (each.figures["offered"], *[each.figures["continuing"]] * 2)
    by_case = tables(words(answered))["finding-1-cases"].table
    assert by_case.columns[-1].name == "disposition"
    assert {
        row[2].text() + row[1].text(): row[-1].text() for row in by_case.rows if row[-1].text() != "open"
    } == {"surrender after 4 hitsRepeating 5": "Meant."}
    (one,) = findings_of(words(answered))
    assert spoken(one.disposition).startswith("by case, in @finding-1-cases. What is open: Say whether")
    every = {each.id: f"Meant for {each.wager}." for each in dead}
    closed = dossier(terms(find("repeater-bets-plus"), names, rounds=20, dispositions=every))
    (one,) = findings_of(words(closed))
    assert spoken(one.disposition) == "by case, in @finding-1-cases."


def test_each_wager_at_the_end_of_a_range_has_the_interpretation_that_brings_it_there(quick):
    manuscript = words(made("craps", "lay-4", "field", rounds=50))
    said = text_of(manuscript)
    assert re.search(r"from 0% \(Lay 4 under rounding=down-25: [^;]*; Field under paytable=field-3-3: ", said)
    assert "play" not in [column.name for column in tables(manuscript)["reading-ranges"].table.columns]


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
    assert json.loads(files["odds.json"]) == json.loads(json.dumps(json_record.odds(asked, answers)))
    blocks = json.loads(files["partitions.json"])
    assert blocks == {slug(one.wager.name): one.merging.block.tolist() for one in found.chapters}
    manuscript = words(found)
    told = " ".join([*all_words(manuscript), *(spoken(parts) for _, parts in manuscript.lead)])
    if len(found.chapters) > 1:
        for name, text in files.items():
            assert f"{name}, " in told
            assert f"({len(text.encode()):,} bytes)" in told
    assert f"SHA-256 `{found.sheet}`" in told
    assert f"SHA-256 `{found.results}`" in told


@every_sheet
def test_labels_lead_somewhere_and_pictures_have_words(sheet):
    manuscript = words(made(sheet))
    blocks = list(manuscript.blocks)
    labels = [
        b.label for b in blocks if isinstance(b, ms.Section | ms.Tabular | ms.Picture | ms.NumberedFinding)
    ]
    assert len(labels) == len(set(labels)) == len(manuscript.numbers())
    referred = [
        part.label
        for block in blocks
        if isinstance(block, ms.Paragraph | ms.Items)
        for parts in ([block.parts] if isinstance(block, ms.Paragraph) else block.items)
        for part in parts
        if isinstance(part, ms.Ref)
    ]
    assert set(referred) <= set(labels)
    assert ("rules" in referred) == any("rejected" in one.texts for one in made(sheet).reviewed.findings)
    pictures = [b for b in words(made(sheet, full=True)).blocks if isinstance(b, ms.Picture)]
    assert len(pictures) >= len(made(sheet).chapters)
    for picture in pictures:
        assert len(picture.alternative) > 20
        assert picture.caption
        assert picture.drawing.chances if isinstance(picture.drawing, Bars) else picture.drawing.shapes
    assert all(block.table.title and block.table.rows for block in blocks if isinstance(block, ms.Tabular))
    assert not [one for one in all_words(manuscript) if "  " in one]


@every_run
def test_the_bars_of_a_law_are_its_chances(game, name):
    one = chapter_of(game, name, full=True)
    pictures = {b.label: b for b in words(made(game, full=True)).blocks if isinstance(b, ms.Picture)}
    for way, law in one.spins.items():
        drawn = pictures[f"wager_{name}_law-{way}"].drawing
        median, most = law.quantiles[0][1], law.quantiles[2][1]
        assert (drawn.chances, drawn.marks) == (law.chances, (("median", median), ("99%", most)))


# How it is made again


def again(run, found, tmp_path):
    """The JSON of the report that the command in it makes."""
    (line,) = next(
        b for b in section(appendix(found, "0"), "again").blocks if isinstance(b, ms.CodeListing)
    ).lines
    assert line == reproduction_command(found)
    program, *arguments = split(line)
    assert (program, arguments[-2:]) == ("markov", ["-o", "appendix.pdf"])
    made_again = tmp_path / "appendix.json"
    code, _, err = run(*arguments[:-1], made_again)
    assert code == 0, err
    return made_again.read_bytes()


def printed(found):
    return renderer(".json")(appendix(found, __version__, library_versions(".json")))


@pytest.mark.parametrize(
    ("game", "names", "choices", "more"),
    [
        ("quebec-place-bets", ("right-4",), "come-out=on withdrawal=commission-refunded", {"seed": 7}),
        (
            "quebec-place-bets",
            ("lay-4", "buy-4"),
            "placed=4",
            {
                "stakes": {"lay-4": Fraction(1, 3)},
                "profile": "maryland-table-games",
                "least_bet": Fraction(20),
                "most_bet": Fraction(500),
            },
        ),
        ("repeater-bets-plus", ("2-or-12-before-7", "repeating-2"), "", {"limit": 90, "date": "2024-02-29"}),
        ("quebec-place-bets", ("right-4",), "", {"full": True, "signed": {"author": "A. Name & Co."}}),
    ],
)
def test_the_command_makes_the_same_document(run, game, names, choices, more, quick, tmp_path):
    chosen = dict(choice.split("=") for choice in choices.split())
    found = dossier(terms(find(game), names, chosen, rounds=150, **more))
    assert again(run, found, tmp_path) == printed(found)
    assert ("--max-states 90 " in reproduction_command(found)) == ("limit" in more)


def test_the_command_of_a_sheet_with_other_pays_has_them(run, quick, tmp_path):
    game, pays = find("repeater-bets-plus"), {"made": "45 for 1", "surrender-1": None}
    made_ = edition(game, game.slug, game.reading(), {"repeating-2": pays})
    found = dossier(terms(made_.game("Repeater Bets Plus, edited"), ("repeating-2",), rounds=150))
    command = reproduction_command(found)
    assert command.startswith(
        "markov report repeater-bets-plus repeating-2 --pay 'made=45 for 1' --pay surrender-1=none "
    )
    assert again(run, found, tmp_path) == printed(found)


def test_every_command_that_a_report_names_is_one(run):
    told = text_of(words(made("repeater-bets-plus")))
    named = {command.split()[0] for command in re.findall(r"`markov ([a-z][a-z -]*)`", told)}
    assert {"odds", "price", "law", "readings", "lint", "simulate", "verify"} <= named
    listed_ = run("--help")[1]
    assert all(re.search(rf"\b{command}\b", listed_) for command in named)


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


def flat_twice():
    (wager,) = flat().build({})
    pays = Paytable({"made": "5 for 1", "lost": "nothing"})
    return dealt(wager, replace(wager, name="Other", pays=pays), name="Flat")


def test_more_offers_than_a_page_lists_are_counted(quick, mine):
    found = dossier(terms(mine("{ counts = [6, 8], need = 202 }", 201, 1), rounds=20))
    (one,) = found.chapters
    taken = sum(offer.take for offer in one.answer.offers)
    told = text_of(appendix(found, "0"))
    assert one.offers is None
    assert 0 < taken < 201
    assert f"There are 201 states with an offer, and best play takes it in {taken} of them" in told


def test_marks_in_words_of_ours_are_read_and_in_those_of_a_sheet_are_not():
    found = inlines("See @rules and `odds`: {name}.", name="@rules `x` {y}")
    assert found == ("See ", ms.Ref("rules"), " and ", ms.Code("odds"), ": ", "@rules `x` {y}", ".")


def test_errors_that_are_the_same_in_two_digits_are_said_once():
    found = dossier(
        terms(dealt(card("Near", "9 for 5"), card("Next", "1801 for 1000"), name="Alike"), (), rounds=200)
    )
    told = text_of(appendix(found, "0"))
    assert re.search(r"an error that moves the return by \S+ points would have been found", told)
    assert sum(estimate.detectable is not None for estimate in found.verdict.estimates) == 2
