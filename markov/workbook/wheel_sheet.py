"""The sheet of a wheel: the weight of each outcome, to be changed where figures follow it."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.distribution import Distribution
from markov.wager.rule import label
from markov.workbook.book import Worksheet
from markov.workbook.cells import absolute, address, cell_range, cell_ranges

_FIRST = 5
_OUTCOME, _WEIGHT, _POSTED, _CHANCE, _CHANGED = range(5)
_MOST_PARTS = 200  # arguments of a SUM; 255 are the most


@dataclass(frozen=True, slots=True)
class WheelCells:
    """The places of the weights of a wheel.

    status   the cell that says whether they are those of the sheet
    """

    sheet: str
    rows: Mapping[Hashable, int]
    status: str

    def weight(self, outcomes: Iterable[Hashable]) -> str:
        """The formula of the weight of some outcomes together."""
        parts = cell_ranges((self.rows[outcome] for outcome in outcomes), _WEIGHT, self.sheet)
        if len(parts) == 1 and ":" not in parts[0]:
            return f"={parts[0]}"
        sums = [parts[k : k + _MOST_PARTS] for k in range(0, len(parts), _MOST_PARTS)]
        return "=" + "+".join(f"SUM({','.join(each)})" for each in sums)


def write(sheet: Worksheet, wheel: Distribution[Hashable], live: bool, users: Sequence[str]) -> WheelCells:
    """Fills the sheet of a wheel; returns the places of its weights.

    live    whether any figure follows the weights
    users   the wagers on this wheel
    """
    last = _FIRST + len(wheel) - 1
    weights = cell_range((_FIRST, _WEIGHT), (last, _WEIGHT))
    sheet.text(0, 0, sheet.name, "title")
    follow = "The chains follow these weights." if live else "No figure follows these weights."
    sheet.text(1, 0, f"{follow} Wagers: {', '.join(users)}.", "line")
    changed = cell_range((_FIRST, _CHANGED), (last, _CHANGED))
    sheet.text(2, 0, "inputs", "strong")
    sheet.formula(
        2, 1, f'=IF(COUNTIF({changed},"changed")>0,"weights changed","as posted")', "as posted", "verdict"
    )
    sheet.headings(
        _FIRST - 1,
        {
            _OUTCOME: "outcome",
            _WEIGHT: "weight",
            _POSTED: "as posted",
            _CHANCE: "chance",
            _CHANGED: "changed?",
        },
        left=[_OUTCOME],
        middle=[_CHANGED],
    )
    for row, (outcome, weight) in enumerate(wheel.items(), _FIRST):
        sheet.text(row, _OUTCOME, label(outcome))
        if live:
            sheet.number(row, _WEIGHT, weight, "input")
            sheet.accept_numbers(row, _WEIGHT, True, "How many ways the outcome has: a whole number.")
        else:
            sheet.number(row, _WEIGHT, weight)
        sheet.number(row, _POSTED, weight, "faint plain")
        chance = Fraction(weight, wheel.total)
        sheet.formula(row, _CHANCE, f"={address(row, _WEIGHT)}/SUM({weights})", chance, "percent")
        same = f'=IF({address(row, _WEIGHT)}={address(row, _POSTED)},"as posted","changed")'
        sheet.formula(row, _CHANGED, same, "as posted", "check")
    sheet.text(last + 1, _OUTCOME, "total", "bold")
    sheet.formula(last + 1, _WEIGHT, f"=SUM({weights})", wheel.total, "bold plain")
    sheet.colour_verdicts((2, 1), (2, 1))
    sheet.colour_verdicts((_FIRST, _CHANGED), (last, _CHANGED))
    sheet.finish((22, 14, 12, 12, 14), (_FIRST, 1), (0, _FIRST - 1))
    rows = {outcome: row for row, outcome in enumerate(wheel, _FIRST)}
    return WheelCells(sheet.name, rows, absolute(2, 1, sheet.name))
