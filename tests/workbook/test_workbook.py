"""The live workbook, recalculated by programs that know nothing of ours."""

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from markov.chain.chain import Chain
from markov.distribution import Distribution
from markov.exact import root
from markov.wager.catalogue import find
from markov.wager.game import Game
from markov.wager.odds import Odds, answer, solved
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import Wager
from markov.workbook import workbook_bytes
from markov.workbook import worked_answer as worked_answer_module
from markov.workbook.book import NoWorkbook, opened
from markov.workbook.cells import sheet_name
from markov.workbook.state_values import StateValues
from markov.workbook.worked_answer import WorkedAnswer, worked
from tests.draws import examples
from tests.laws import chains
from tests.wager.curves import drawn
from tests.workbook.spreadsheet import Calculator, Cell, changed, read

GAME = Game("Some wagers", "This file", (), lambda reading: ())
MADE = date(2026, 1, 31)
NEVER, BEST = "D", "G"  # columns of the two ways of playing
CLOSE = 1e-12


def filled(*answers: WorkedAnswer, game: Game = GAME) -> bytes:
    return workbook_bytes(game, {}, answers, MADE)


def solved_and_worked(wager: Wager) -> WorkedAnswer:
    found = solved(wager)
    return worked(found, found.answer(wager))


def close(found: object, exact: object, scale: float = 1) -> bool:
    if isinstance(exact, str):
        return found == exact
    return abs(found - float(exact)) <= CLOSE * max(scale, abs(float(exact)))


def figures(play: Odds, laid: StateValues | None, resolved: Fraction) -> dict[str, object]:
    """Every figure of a play under the name that the workbook gives it."""
    edge = play.edge
    return {
        "outlay": play.outlay,
        "returned": play.returned,
        **({"returned, from the ends back": play.returned} if laid else {}),
        "net": play.net,
        "edge per stake": edge.per_stake,
        "edge per outlay": edge.per_outlay,
        "chance to be resolved": resolved,
        "edge, pushes excluded": "–" if edge.per_resolved is None else edge.per_resolved,
        "return to player": play.rtp,
        "hit frequency": play.hit_frequency,
        "variance": play.variance,
        "standard deviation": Fraction(root(play.variance, 20)),
        "average spins": play.spins.mean,
        "variance of spins": play.spins.variance,
        "edge per spin": "–" if edge.per_spin is None else edge.per_spin,
        "dealer bonus (envy)": play.envy,
        "house after envy": play.house_after_envy,
    }


def rows(cells: Mapping[str, Cell], title: str, column: str = "B") -> dict[str, str]:
    """The rows of a section, by the words in a column."""
    top = next(int(name[1:]) for name, cell in cells.items() if name[0] == "A" and cell.value == title)
    found: dict[str, str] = {}
    row = top + 1 if title in ("Offers under best play", INPUTS) else top + 2
    while (cell := cells.get(f"{column}{row + 1}")) is not None and f"D{row + 1}" in cells:
        found[cell.value.replace("roll", "spin")] = str(row + 1)
        row += 1
    return found


INPUTS = "What may be changed, per unit staked"


def input_cells(cells: Mapping[str, Cell], wager: Wager) -> dict[str, float]:
    """The cells of the pays, and of the outlay, with what the wager says."""
    at = rows(cells, INPUTS)
    bare = {name.removesuffix(" (decides nothing)"): row for name, row in at.items()}
    pays = {f"D{bare[ending]}": float(wager.pays.get(ending, 0)) for ending in bare if ending != "outlay"}
    envy = {f"G{bare[ending]}": float(wager.envy.get(ending, 0)) for ending in bare if ending != "outlay"}
    return {**pays, **envy, f"D{bare['outlay']}": float(wager.outlay)}


def agrees(value: Calculator, sheet: str, found: WorkedAnswer) -> None:
    """The workbook shows what our own answer says, figure by figure, and every decision."""
    cells = value.book[sheet]
    at = rows(cells, "Figures per unit staked")
    answered = found.answer
    plays = [(NEVER, answered.never, "never")]
    if any(name.startswith("G") for name in cells) and answered.offers:
        plays.append((BEST, answered.optimal, "optimal"))
    for column, play, way in plays:
        for name, exact in figures(play, found.values, found.resolved(way)).items():
            got = value(sheet, column + at[name])
            assert close(got, exact), (sheet, way, name, got, exact)
        by_name = {end.name: chance for end, chance in found.chances[way].items()}
        for name, row in rows(cells, "How it ends").items():
            if name != "one of them":
                got = value(sheet, column + row)
                assert close(got, by_name.get(name.removesuffix(" (decides nothing)"), 0)), (sheet, way, name)
    if found.values is not None and answered.offers:
        decided = [value(sheet, "G" + row) for row in decisions(cells)]
        assert decided == [
            "take" if offer.take else "tie: play on" if offer.tie else "play on" for offer in answered.offers
        ]


def decisions(cells: Mapping[str, Cell]) -> list[str]:
    return list(rows(cells, "Offers under best play").values())


def every_formula_shows_what_it_comes_to(book: dict[str, dict[str, Cell]], value: Calculator) -> int:
    formulas = 0
    for sheet, cells in book.items():
        for name, cell in cells.items():
            if cell.formula is not None or (sheet, name) in value.arrays:
                assert close(value(sheet, name), cell.value), (sheet, name, cell, value(sheet, name))
                formulas += 1
    return formulas


# As posted.


@pytest.mark.parametrize(
    ("slug", "wager"),
    [("repeater-bets-plus", "repeating-4"), ("quebec-place-bets", "right-4"), ("quebec-place-bets", "lay-5")],
)
def test_every_formula_shows_what_it_comes_to(game, slug, wager):
    one = game(slug).wager(wager)
    book = read(filled(solved_and_worked(one)))
    value = Calculator(book)
    assert every_formula_shows_what_it_comes_to(book, value) > 240
    assert book["Summary"]["B3"].value == "agrees"
    agrees(value, one.name, solved_and_worked(one))


def test_two_wheels_and_a_wager_without_offers(game):
    wagers = [game("repeater-bets-plus").wager("horn", {"zeros": zeros}) for zeros in "12"]
    wagers.append(game("repeater-bets-plus").wager("2-or-12-before-7"))
    book = read(filled(*map(solved_and_worked, wagers)))
    assert list(book) == [
        "Summary",
        "Wheel",
        "Wheel (2)",
        *("Horn", "Horn chain", "Horn (2)", "Horn chain (2)", "2 or 12 before 7", "2 or 12 before 7 chain"),
    ]
    value = Calculator(book)
    for sheet, one in zip(("Horn", "Horn (2)", "2 or 12 before 7"), wagers, strict=True):
        agrees(value, sheet, solved_and_worked(one))
        assert value(sheet, "C4") == "agrees"
    assert value("Summary", "B3") == "agrees"


# Edited.

EDITS = [
    ("repeater-bets-plus", "repeating-2", {}, {"made": "45 for 1"}, True),
    ("repeater-bets-plus", "repeating-2", {}, {"surrender-1": "40 for 7"}, True),  # a tie
    ("repeater-bets-plus", "repeating-4", {}, {"made": "40 for 1"}, True),
    ("repeater-bets-plus", "repeating-4", {}, {"surrender-2": "20 for 1", "surrender-3": "1 for 3"}, True),
    ("repeater-bets-plus", "repeating-4", {}, {"lost": "1 for 1"}, False),  # a push
    ("quebec-place-bets", "right-4", {}, {"withdrawn": "15 for 16"}, False),
    ("quebec-place-bets", "right-4", {}, {"withdrawn": "1 for 2"}, True),
    ("quebec-place-bets", "right-4", {}, {"made": "3 to 1"}, True),
    ("quebec-place-bets", "buy-6", {"placed": "6", "come-out": "on"}, {"withdrawn": "103 for 100"}, True),
    ("quebec-place-bets", "lay-5", {"withdrawal": "commission-refunded"}, {"made": "7 to 10"}, False),
]


@pytest.mark.parametrize(("slug", "wager", "options", "pays", "flips"), EDITS)
def test_a_changed_pay_moves_every_figure_to_the_answer_for_it(game, slug, wager, options, pays, flips):
    one = game(slug).wager(wager, options)
    book = read(filled(solved_and_worked(one)))
    new = edited(one, pays)
    before, after = ([offer.take for offer in answer(each).offers] for each in (one, new))
    assert (before != after) == flips
    inputs = {(one.name, cell): number for cell, number in input_cells(book[one.name], new).items()}
    value = Calculator(book, inputs)
    agrees(value, one.name, solved_and_worked(new))
    assert value(one.name, "C3") == value(one.name, "C4") == "pays changed"
    assert value("Summary", "B3") == "inputs changed"
    edge = answer(new).never.edge.per_stake
    assert close(value("Summary", "H7"), edge)
    assert close(value("Summary", "K7"), answer(new).optimal.edge.per_stake)


@pytest.mark.parametrize("made", ["7 to 10", "1 to 1", "1 for 2", "nothing"])
@pytest.mark.parametrize("withdrawal", ["commission-kept", "commission-refunded"])
def test_a_commission_follows_the_cell_of_its_pay(game, made, withdrawal):
    """One cell is changed: the outlay, and what comes back of a bet taken down, go with it."""
    one = game("quebec-place-bets").wager("lay-5", {"withdrawal": withdrawal})
    book = read(filled(solved_and_worked(one)))
    new = edited(one, {"made": made})
    cells = input_cells(book[one.name], new)
    at = rows(book[one.name], INPUTS)
    value = Calculator(book, {(one.name, f"D{at['made']}"): cells[f"D{at['made']}"]})
    agrees(value, one.name, solved_and_worked(new))
    assert close(value(one.name, f"D{at['outlay']}"), new.outlay)
    assert Calculator(book)(one.name, "C3") == "as posted"


def test_another_outlay_and_another_envy(game):
    one = game("repeater-bets-plus").wager("repeating-2")
    new = replace(one, outlay=Fraction(21, 20), envy=Paytable({"made": "5 for 1", "surrender-1": "1 for 2"}))
    book = read(filled(solved_and_worked(one)))
    inputs = {(one.name, cell): number for cell, number in input_cells(book[one.name], new).items()}
    agrees(Calculator(book, inputs), one.name, solved_and_worked(new))


def test_other_weights_move_what_follows_them(game):
    one = game("quebec-place-bets").wager("right-4")
    new = replace(one, wheel=Distribution({**one.wheel, 4: 7, 7: 1}))
    book = read(filled(solved_and_worked(one)))
    at = {cell.value: name[1:] for name, cell in book["Wheel"].items() if name[0] == "A"}
    value = Calculator(book, {("Wheel", f"B{at['4']}"): 7.0, ("Wheel", f"B{at['7']}"): 1.0})
    agrees(value, one.name, solved_and_worked(new))
    assert value(one.name, "C4") == "weights changed"
    assert value("Wheel", "B3") == "weights changed"


def test_a_figure_that_is_wrong_is_found(game):
    one = game("repeater-bets-plus").wager("repeating-2")
    book = read(filled(solved_and_worked(one)))
    step = next(
        name for name, cell in book["Repeating 2 chain"].items() if name[0] == "F" and cell.value == 6
    )
    value = Calculator(book, {("Repeating 2 chain", step): 6 * (1 + 1e-10)})
    assert value(one.name, "C4") == value("Summary", "B3") == "DIFFERS"
    certified = rows(book[one.name], "Figures per unit staked")["variance of spins"]
    value = Calculator(book, {(one.name, f"E{certified}"): 31.0})
    assert value(one.name, f"F{certified}") == value("Summary", "B3") == "DIFFERS"


# Too large for cells, and merged.


def test_a_chain_too_large_for_cells_has_its_chances_as_values(game, monkeypatch):
    one = game("repeater-bets-plus").wager("repeating-4")
    found = solved_and_worked(one)
    monkeypatch.setattr(worked_answer_module, "MOST_STATES", 5)
    small = solved_and_worked(one)
    assert small.values is None
    assert small.obstacle == "states"
    assert small.chances == found.chances
    book = read(filled(small))
    words = [cell.value for cell in book["Repeating 4"].values() if isinstance(cell.value, str)]
    assert any("its decisions do not follow a change" in each for each in words)
    ends = rows(book["Repeating 4"], "How it ends")
    assert all(
        book["Repeating 4"][f"D{ends[name]}"].formula is None for name in ends.keys() - {"one of them"}
    )
    value = Calculator(book)
    agrees(value, "Repeating 4", small)
    assert value("Summary", "B3") == "agrees"
    pays = rows(book["Repeating 4"], INPUTS)
    value = Calculator(book, {("Repeating 4", f"D{pays['made']}"): 70.0})
    returned = rows(book["Repeating 4"], "Figures per unit staked")["returned"]
    new = answer(edited(one, {"made": "70 for 1"}))
    assert close(value("Repeating 4", f"D{returned}"), new.never.returned)


@pytest.mark.parametrize(("obstacle", "least"), [("states", 10), ("together", 6), ("ways", 7)])
def test_too_many_states_too_many_together_and_too_many_ways(game, monkeypatch, obstacle, least):
    monkeypatch.setattr(worked_answer_module, "_WORTH_MERGING", 0)
    for most, met in ((least - 1, obstacle), (least, "")):
        monkeypatch.setattr(worked_answer_module, f"MOST_{obstacle.upper()}", most)
        assert solved_and_worked(game("quebec-place-bets").wager("right-4")).obstacle == met


def test_merged_states_have_fixed_weights_and_say_so(game, monkeypatch):
    one = game("repeater-bets-plus").wager("horn")
    assert solved_and_worked(one).live
    monkeypatch.setattr(worked_answer_module, "MOST_STATES", 30)
    found = solved_and_worked(one)
    assert not found.live
    assert len(found.values.table.chain.states) == 20
    book = read(filled(found))
    value = Calculator(book)
    agrees(value, "Horn", found)
    assert value("Horn", "C4") == "agrees"
    assert book["Wheel"]["A2"].value.startswith("No figure follows")
    value = Calculator(book, {("Wheel", "B6"): 5.0})
    assert value("Horn", "C4") == "weights not followed"
    assert value("Summary", "B3") == "inputs changed"


# Any chain.


@st.composite
def given_wagers(draw):
    """A wager on a random chain, cycles, unreachable states, ties and all."""
    chain, payoff, offers = draw(chains.with_offers(most=7, offers=4))
    assume(0 not in payoff)
    names = {i: f"e{payoff[i]}" for i in payoff}
    states = [End(names[i]) if i in payoff else state for i, state in enumerate(chain.states)]
    states = [End(f"{s.name}-{i}") if isinstance(s, End) else s for i, s in enumerate(states)]
    pays = {states[i].name: pay for i, pay in payoff.items()}
    pays |= {f"offer-{i}": pay for i, pay in offers.items()}
    offered = {states[i]: End(f"offer-{i}", decides=False) for i in offers}
    return drawn(replace(chain, states=states, merged="given"), offered, pays)


SMALL_PAYS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)])


@given(given_wagers(), st.data())
@settings(
    max_examples=examples(12), phases=[Phase.explicit, Phase.generate]
)  # to shrink a workbook takes minutes
def test_any_small_chain_and_any_pays(found, data):
    rule, wager = found
    before = worked(rule, rule.answer(wager))
    book = read(filled(before))
    value = Calculator(book)
    every_formula_shows_what_it_comes_to(book, value)
    agrees(value, "Drawn", before)
    assert value("Summary", "B3") == "agrees"
    pays = {ending: data.draw(SMALL_PAYS | st.integers(2, 30)) for ending in wager.pays}
    new = replace(wager, pays=Paytable({ending: Fraction(pay) for ending, pay in pays.items()}))
    after = worked(rule, rule.answer(new))
    inputs = {("Drawn", cell): number for cell, number in input_cells(book["Drawn"], new).items()}
    agrees(Calculator(book, inputs), "Drawn", after)


@given(given_wagers())
@settings(max_examples=examples(40))
def test_the_rounds_settle_on_best_play_and_never_take_an_offer_back(found):
    rule, wager = found
    laid = worked(rule, rule.answer(wager)).values
    answered = rule.answer(wager)
    assert laid.optimal.taken == {
        i for i, offer in zip(laid.table.offers, answered.offers, strict=True) if offer.take
    }
    assert laid.optimal.worth[0] == answered.optimal.returned
    assert laid.never.left[0] == answered.never.spins.mean
    for component, rounds in laid.rounds.items():
        assert rounds[-1].taken == laid.optimal.taken & set(component)
        assert rounds[-1].worth == [laid.optimal.worth[i] for i in component]
        assert all(one.taken >= other.taken for one, other in pairwise(rounds))


def test_what_carries_a_transition_is_its_weight(game):
    for slug, wager in (("straights-and-8s", "straights-and-8s"), ("repeater-bets-plus", "odd")):
        one = game(slug).wager(wager)
        laid = solved_and_worked(one).values
        chain = laid.table.chain
        for i in range(len(chain.states)):
            for j, weight in chain.transitions.row(i):
                assert weight == sum(one.wheel[outcome] for outcome in laid.outcomes[i, j])


# The file.


def test_texts_never_act_as_formulas():
    ending, lost, offered = End("=HYPERLINK(A1)"), End("@SUM(1)"), End("+cmd|' /C calc'!A0", decides=False)
    chain = replace(Chain.of(["s0", ending, lost], [[(1, 1), (2, 1)], [], []]), merged="given")
    pays = {ending.name: "-0 for 1", lost.name: "nothing", offered.name: "1 for 1"}
    found, wager = drawn(chain, {"s0": offered}, pays)
    named = {"name": "=1+1", "source": "=A1\x00\n" + 40_000 * "x", "wheel": Distribution({"-1": 1})}
    wager = replace(wager, **named)
    found = replace(found, wheel=wager.wheel)
    game = Game("@game & <b>", "=source", (), lambda reading: ())
    book = read(filled(worked(found, found.answer(wager)), game=game))
    assert list(book) == ["Summary", "Wheel", "=1+1", "=1+1 chain"]
    texts = {cell.value for cells in book.values() for cell in cells.values() if cell.formula is None}
    assert {"=1+1", ending.name, lost.name, "@game & <b>", "-0 for 1"} <= texts
    assert any(str(text).startswith("+cmd|' /C calc'!A0, ") for text in texts)
    assert max(len(str(text)) for text in texts) == 32_001  # with the sign for more
    ours = [cell.formula for cells in book.values() for cell in cells.values() if cell.formula]
    assert not [formula for formula in ours if "HYPERLINK" in formula or "cmd" in formula]
    assert every_formula_shows_what_it_comes_to(book, Calculator(book))


def test_names_of_sheets():
    taken: set[str] = set()
    names = [
        sheet_name(each, taken) for each in ("a" * 40, "A" * 40, "[]:*?/\\", "'x'", "History", "", "🎲" * 20)
    ]
    assert names[:2] == ["a" * 30 + "…", "A" * 26 + "… (2)"]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert 0 < len(name.encode("utf-16-le")) // 2 <= 31
        assert not set(name) & set("[]:*?/\\")
        assert name.casefold() != "history"
        assert name.strip("'") == name


def test_a_pay_that_no_cell_holds():
    chain = replace(Chain.of(["s", End("won")], [[(1, 1)], []]), merged="given")
    found, wager = drawn(chain, {}, {"won": Fraction(10**400)})
    with pytest.raises(NoWorkbook, match="308 digits"):
        filled(worked(found, found.answer(wager)))


def test_what_lies_beyond_a_sheet_is_refused():
    beyond = pytest.raises(NoWorkbook, match="'One' cannot hold what belongs to A1048577")
    with opened(BytesIO(), "t", "s", date(2026, 1, 31), "", "") as book, beyond:
        book.sheet("One").text(2**20, 0, "x")


# By another program.

PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def by_libreoffice(data: bytes, folder: Path) -> dict[str, dict[str, Cell]]:
    """The workbook calculated again by LibreOffice, every formula."""
    office = shutil.which("localc")
    if office is None:
        pytest.skip("LibreOffice Calc is not installed")
    (folder / "profile" / "user").mkdir(parents=True)
    (folder / "profile" / "user" / "registrymodifications.xcu").write_text(PROFILE)
    (folder / "given.xlsx").write_bytes(data)
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = [office, profile, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"]
    subprocess.run(
        [*command, "--outdir", str(folder / "out"), str(folder / "given.xlsx")],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return read((folder / "out" / "given.xlsx").read_bytes())


class Stored:
    """The values that a program has stored, in the place of a calculator."""

    def __init__(self, book: dict[str, dict[str, Cell]]) -> None:
        self.book = book

    def __call__(self, sheet: str, name: str) -> object:
        return self.book[sheet][name].value


def test_libreoffice_agrees_when_pays_and_weights_are_changed(game, tmp_path):
    chosen = [
        ("repeater-bets-plus", "repeating-4", {"made": "40 for 1", "surrender-2": "3 for 1"}),
        ("repeater-bets-plus", "odd", {"made": "21 for 1"}),
        ("straights-and-8s", "straights-and-8s", {"run": "60 to 1", "gap": "3 to 1"}),
        ("quebec-place-bets", "right-4", {"withdrawn": "15 for 16"}),
    ]
    old = [game(slug).wager(wager) for slug, wager, _ in chosen]
    new = [edited(one, pays) for one, (*_, pays) in zip(old, chosen, strict=True)]
    data = filled(*map(solved_and_worked, old))
    given = read(data)
    dice = "Wheel (3)"
    assert given[dice]["A6"].value == "2"
    inputs = {(one.name, cell): x for one in new for cell, x in input_cells(given[one.name], one).items()}
    new[3] = replace(new[3], wheel=Distribution({**new[3].wheel, 2: 4}))
    book = by_libreoffice(changed(data, inputs | {(dice, "B6"): 4.0}), tmp_path)
    for one in new:
        agrees(Stored(book), one.name, solved_and_worked(one))
    assert [book[one.name]["C4"].value for one in old] == [*["pays changed"] * 3, "weights changed"]
    assert book["Summary"]["B3"].value == "inputs changed"


SHEETS = [
    *("repeater-bets-plus", "straights-and-8s", "quebec-place-bets", "craps", "craps-side-bets"),
    *("examples/bingo.toml", "examples/first_ace.toml", "examples/lucky_threes.toml"),
]
"""Every sheet that is installed, and those whose wheel depends on the state."""


def counted_at_the_start(name: str) -> Game:
    """The game, its wagers on which nothing more is put down later: those that a workbook counts."""
    one = find(name)
    return replace(one, build=lambda reading: (bet for bet in one.build(reading) if not bet.later_stakes))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_libreoffice_certifies_whole_sheets(tmp_path, name):
    one = counted_at_the_start(name)
    data = filled(*map(solved_and_worked, one.wagers().values()), game=one)
    book, given = by_libreoffice(data, tmp_path), read(data)
    assert book["Summary"]["B3"].value == "agrees"
    for sheet, cells in given.items():
        for name, cell in cells.items():
            if cell.value != "":  # a bare head, which LibreOffice leaves out
                assert close(book[sheet][name].value, cell.value), (sheet, name)
