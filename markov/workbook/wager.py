"""The sheet of a wager: inputs at the top, then how it ends, its figures, its offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markov.wager.game import Game
from markov.wager.odds import Way
from markov.workbook import columns
from markov.workbook.book import Sheet
from markov.workbook.cells import at, fixed
from markov.workbook.figures import Traced, endings, figures
from markov.workbook.inputs import NAME, NUMBER, Inputs
from markov.workbook.offers import offers
from markov.workbook.plan import Plan
from markov.workbook.results import Results
from markov.workbook.words import notes
from markov.workbook.working import Working

_WIDTHS = (6, 33, 14, *[14] * 6)
_VERDICT = 3, 2
_SHOWN = 5  # column of the edge that stays in view


@dataclass(frozen=True, slots=True)
class Shown:
    """Where the figures of a wager stand, for the summary.

    verdict   what its checks come to
    """

    sheet: str
    verdict: str
    rows: Mapping[str, int]
    ways: Sequence[Way]
    outlay: str

    def cell(self, figure: str, way: Way) -> str:
        """The cell of a figure, as another sheet names it."""
        return fixed(self.rows[figure], Results.FORMULA[way], self.sheet)


def write(
    sheet: Sheet, game: Game, working: Working, found: Inputs, plan: Plan | None, summary: str
) -> Shown:
    """The sheet filled in below its inputs; summary is the name of the first sheet."""
    answered = working.answer
    ways: list[Way] = ["never", "optimal"] if answered.offers else ["never"]
    sheet.text(0, 0, answered.wager.name, "title")
    sheet.link(1, NAME, at(0, 0, summary), summary)
    if plan:
        sheet.link(1, NAME + 1, at(0, 0, plan.sheet), f"{len(plan.row):,} states")
    sheet.text(1, 3, f"{game.name}. Source: {answered.wager.source}.", "faint")
    traced = _traced(found, plan) if plan else {}
    results = Results(sheet, found.last + 1, ways)
    chances = endings(results, working, found, traced)
    rows = figures(results, working, found, traced, chances)
    if plan and answered.offers:
        offers(results, working, found, plan)
    sheet.text(3, NUMBER, "figures", "strong")
    results.verdict(*_VERDICT)
    for row, way in enumerate(ways, 2):
        play = answered.never if way == "never" else answered.optimal
        sheet.text(row, 3, ("edge, played to its end", "edge, best play")[row - 2], "bold")
        edge = f"={results.cell(way, rows['edge per stake'])}"
        sheet.formula(row, _SHOWN, edge, play.edge.per_stake, "bold percent")
    sheet.across(2, (7, 8), "may be changed", "legend input")
    if plan is None:
        sheet.across(3, (7, 8), "a value, not a formula", "legend given")
    sheet.text(results.row + 1, NUMBER, "To be known", "section")
    for row, note in enumerate(notes(working), results.row + 2):
        sheet.text(row, NUMBER, note, "line")
    sheet.finish((*_WIDTHS, *results.widths), (4, 0), (0, 3))
    return Shown(sheet.name, fixed(*_VERDICT, sheet.name), rows, ways, found.outlay_on(found.sheet))


def _traced(found: Inputs, plan: Plan) -> dict[Way, Traced]:
    sheet, table = plan.sheet, plan.values.table
    forced = set(table.ends.values())

    def over(k: int, column: int) -> str:
        return f"SUMIF({plan.over(columns.ENDING, sheet)},{k},{plan.over(column, sheet)})"

    def stopped(k: int) -> str:
        return f"SUMIF({plan.playing(columns.ENDING, sheet)},{k},{plan.playing(columns.STOPS, sheet)})"

    visits, left = plan.playing(columns.VISITS, sheet), plan.playing(columns.LEFT, sheet)
    numbered = list(enumerate(found.ends, 1))
    traced: dict[Way, Traced] = {
        "never": Traced(
            [over(k, columns.VISITS) if end in forced else "0" for k, end in numbered],
            f"SUM({visits})",
            f"SUMPRODUCT({visits}*(2*{left}-1))",
            plan.cell(0, columns.WORTH, sheet),
        )
    }
    if plan.offers:
        there, stops = plan.playing(columns.THERE, sheet), plan.playing(columns.STOPS, sheet)
        left = plan.playing(columns.LEFT_BEST, sheet)
        traced["optimal"] = Traced(
            [over(k, columns.THERE) if end in forced else stopped(k) for k, end in numbered],
            f"SUM({there})-SUM({stops})",
            f"SUMPRODUCT(({there}-{stops})*(2*{left}-1))",
            plan.cell(0, columns.BEST, sheet),
        )
    return traced
