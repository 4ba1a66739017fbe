"""The first sheet: a row a wager, by formulas that lead to the wagers' own sheets, and a verdict."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial

from markov.tables.table import PLAYS, as_posted, pays, reading_in_words
from markov.wager.game import Game
from markov.workbook.book import AGREES, DIFFERS, REFERENCE, Worksheet
from markov.workbook.cells import address, cell_range
from markov.workbook.plan import ChainSheetPlan
from markov.workbook.wager_sheet import WagerCells
from markov.workbook.worked_answer import WorkedAnswer

_FIRST = 6
WAGER, CHAIN, PAYS, OUTLAY, HITS, ONE_IN, RETURNED, EDGE, EDGE_WAS, SPINS, BEST, BEST_WAS, CHECK = range(13)
_WIDTHS = (28, 13, 22, 9, 13, 13, 12, 13, 13, 12, 13, 13, 15)
_HEADS = {
    WAGER: "wager",
    CHAIN: "chain",
    PAYS: "pays, as posted",
    OUTLAY: "outlay",
    HITS: "hit frequency",
    ONE_IN: "1 in",
    RETURNED: "returned",
    EDGE: "edge",
    EDGE_WAS: REFERENCE,
    SPINS: "average spins",
    BEST: "edge",
    BEST_WAS: REFERENCE,
    CHECK: "check",
}
_NOTES = (
    "Change a shaded cell on the sheet of a wager or of a wheel: every figure that follows from it moves.",
    "A pay is what one unit staked brings back in all, the stake included. Edges are over the stake here.",
    "Reference values are computed in whole numbers; they stand as exact fractions on the wagers' sheets.",
    "A check compares each formula with them: to 1E-12 of a chance, and of any other figure, or of a unit.",
    "Best play takes an offer where it is worth more than playing on.",
    "Sheets are protected without a password, to keep formulas; no macros, and no links to other files.",
)


def write(
    sheet: Worksheet,
    game: Game,
    reading: Mapping[str, str],
    made: date,
    identity: str,
    wagers: Sequence[tuple[WorkedAnswer, WagerCells, ChainSheetPlan | None]],
    wheels: Sequence[str],
) -> None:
    """The sheet filled in, with the names of the sheets of wheels, and what made it from which file."""
    last = _FIRST + len(wagers) - 1
    checks = cell_range((_FIRST, CHECK), (last, CHECK))
    sheet.text(0, 0, game.name, "title")
    source = game.source.removesuffix(".")
    sheet.text(1, 0, f"{reading_in_words(reading)} Source: {source}. Dated {made.isoformat()}.", "line")
    sheet.text(2, 0, "the whole workbook", "strong")
    every = f'IF(COUNTIF({checks},"{AGREES}")={len(wagers)},"{AGREES}","inputs changed")'
    sheet.formula(2, 1, f'=IF(COUNTIF({checks},"{DIFFERS}")>0,"{DIFFERS}",{every})', AGREES, "verdict")
    for column, name in enumerate(wheels, 1):
        sheet.link(3, column, address(0, 0, name), name)
    sheet.merge(2, (OUTLAY, HITS), "may be changed", "legend input")
    sheet.merge(2, (ONE_IN, RETURNED), "a value, not a formula", "legend given")
    sheet.merge(_FIRST - 2, (EDGE, EDGE_WAS), PLAYS["never"])
    sheet.merge(_FIRST - 2, (BEST, BEST_WAS), "best play")
    sheet.headings(_FIRST - 1, _HEADS, left=(WAGER, CHAIN, PAYS), middle=[CHECK])
    for row, (worked, shown, plan) in enumerate(wagers, _FIRST):
        _row(sheet, row, worked, shown, plan)
    for row, note in enumerate(filter(None, (*_NOTES, identity)), last + 2):
        sheet.text(row, 0, note, "line")
    sheet.colour_verdicts((2, 1), (2, 1))
    sheet.colour_verdicts((_FIRST, CHECK), (last, CHECK))
    sheet.finish(_WIDTHS, (_FIRST, 1), (_FIRST - 2, _FIRST - 1))
    sheet.tab("#1F5FA8")


def _row(
    sheet: Worksheet, row: int, worked: WorkedAnswer, shown: WagerCells, plan: ChainSheetPlan | None
) -> None:
    answered = worked.answer
    never, best = answered.never, answered.optimal
    sheet.link(row, WAGER, address(0, 0, shown.sheet), answered.wager.name)
    if plan:
        sheet.link(row, CHAIN, address(0, 0, plan.sheet), f"{len(plan.row):,} states")
    else:
        sheet.text(row, CHAIN, "values", "legend given")
    sheet.text(row, PAYS, pays(answered.never, partial(as_posted, answered.wager)))
    sheet.formula(row, OUTLAY, f"={shown.outlay}", never.outlay)
    hits = never.hit_frequency
    sheet.formula(row, HITS, f"={shown.cell('hit frequency', 'never')}", hits, "percent")
    one_in = f'=IF({address(row, HITS)}=0,"never",1/{address(row, HITS)})'
    sheet.formula(row, ONE_IN, one_in, 1 / hits if hits else "never", "one in")
    sheet.formula(row, RETURNED, f"={shown.cell('returned', 'never')}", never.returned, "decimal")
    sheet.formula(row, EDGE, f"={shown.cell('edge per stake', 'never')}", never.edge.per_stake, "percent")
    sheet.number(row, EDGE_WAS, never.edge.per_stake, "faint percent")
    sheet.formula(row, SPINS, f"={shown.cell('average spins', 'never')}", never.spins.mean, "decimal")
    way = shown.ways[-1]
    sheet.formula(row, BEST, f"={shown.cell('edge per stake', way)}", best.edge.per_stake, "percent")
    sheet.number(row, BEST_WAS, best.edge.per_stake, "faint percent")
    sheet.formula(row, CHECK, f"={shown.verdict}", AGREES, "check")
