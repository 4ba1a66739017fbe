"""The inputs of a wager, at the top of its sheet: pays, envy and outlay, beside what is posted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.tables.table import pay_words
from markov.wager.rule import End
from markov.wager.wager import Wager
from markov.workbook.book import Worksheet
from markov.workbook.cells import absolute, address, cell_range

NUMBER, NAME, WORDS, PAY, PAY_POSTED, PAY_SAME, ENVY, ENVY_POSTED, ENVY_SAME, EXACT, EXACT_BEST = range(11)
FIRST = 7
STATUS = absolute(2, 2)

_PAY = "What one unit staked brings back in all, the stake included."
_ENVY = "What the house owes the dealer beside it, per unit staked."
_OUTLAY = "What the player puts up per unit staked: 1, and a commission paid in advance."


@dataclass(frozen=True, slots=True)
class Inputs:
    """The places of the inputs of a wager. Endings are numbered from 1 in the order given.

    deciding   how many of them, the first ones, are neither a push by rule nor a bet taken down
    last       the last row
    """

    sheet: str
    ends: Sequence[End]
    deciding: int
    last: int

    @property
    def outlay(self) -> str:
        """The cell with the outlay."""
        return self.outlay_on("")

    def outlay_on(self, sheet: str) -> str:
        """The cell with the outlay, with the name of the sheet."""
        return absolute(self.last, PAY, sheet)

    def number(self, end: End) -> int:
        """The number of an ending."""
        return self.ends.index(end) + 1

    def pay(self, number: int, sheet: str = "") -> str:
        """The cell with the pay of an ending."""
        return absolute(FIRST + number - 1, PAY, sheet)

    def column(self, column: int, count: int | None = None) -> str:
        """A column of the table, whole or down to some ending."""
        return cell_range((FIRST, column), (FIRST + (count or len(self.ends)) - 1, column))


def ordered(wager: Wager, ends: Mapping[End, Fraction]) -> list[End]:
    """The ends that decide first, the best paid ones before the others."""
    return sorted(ends, key=lambda end: (not end.decides, -wager.pays[end.name]))


def write(sheet: Worksheet, wager: Wager, ends: Sequence[End], weights: str, live: bool) -> Inputs:
    """Fills in the inputs; returns their places.

    weights   the cell that says whether the weights of the wheel are those posted
    """
    sheet.text(FIRST - 2, NUMBER, "What may be changed, per unit staked", "section")
    sheet.headings(
        FIRST - 1,
        {
            NUMBER: "no.",
            NAME: "ending",
            WORDS: "posted",
            PAY: "returned",
            PAY_POSTED: "as posted",
            PAY_SAME: "changed?",
            ENVY: "envy",
            ENVY_POSTED: "as posted",
            ENVY_SAME: "changed?",
            EXACT: "returned, exactly",
            EXACT_BEST: "envy, exactly",
        },
        left=(NAME, WORDS, EXACT, EXACT_BEST),
        middle=(PAY_SAME, ENVY_SAME),
    )
    sheet.note(FIRST - 1, PAY, f"{_PAY} An offer whose cell is emptied is not there.")
    first: dict[str, int] = {}
    for row, end in enumerate(ends, FIRST):
        sheet.number(row, NUMBER, row - FIRST + 1, "faint plain")
        sheet.text(row, NAME, named(end))
        sheet.text(row, WORDS, pay_words(wager, end.name))
        _input(
            sheet, row, PAY, wager.pays[end.name], first.get(end.name), _PAY, _refund_change(wager, end, ends)
        )
        _input(sheet, row, ENVY, wager.envy.get(end.name, Fraction(0)), first.get(end.name), _ENVY)
        sheet.text(row, EXACT, str(wager.pays[end.name]), "exact")
        sheet.text(row, EXACT_BEST, str(wager.envy.get(end.name, 0)), "exact")
        first.setdefault(end.name, row)
    last = FIRST + len(ends)
    sheet.text(last, NAME, "outlay", "bold")
    _input(sheet, last, PAY, wager.outlay, None, _OUTLAY, _commission_change(wager, ends))
    sheet.text(last, EXACT, str(wager.outlay), "exact")
    _status(sheet, last, weights, live)
    for column in (PAY_SAME, ENVY_SAME):
        sheet.colour_verdicts((FIRST, column), (last, column))
    return Inputs(sheet.name, ends, sum(end.decides for end in ends), last)


def named(end: End) -> str:
    """The name of an ending, and whether it decides nothing."""
    return end.name if end.decides else f"{end.name} (decides nothing)"


def _commission_change(wager: Wager, ends: Sequence[End]) -> str:
    """The change of a commission that is put up in advance, as a formula; empty where the pays move none."""
    taken = wager.commission
    if taken is None or taken.on_win or taken.stepped or not taken.of_winnings:
        return ""
    row = FIRST + [end.name for end in ends].index(taken.ending)
    won = f"MAX(1,{address(row, PAY)})-MAX(1,{address(row, PAY_POSTED)})"
    return f"({won})*{taken.of_winnings.numerator}/{taken.of_winnings.denominator}"


def _refund_change(wager: Wager, end: End, ends: Sequence[End]) -> str:
    """The change of the commission that an ending brings back, as a formula; empty where it brings none."""
    taken = wager.commission
    return _commission_change(wager, ends) if taken is not None and end.name in taken.refunded else ""


def _input(
    sheet: Worksheet, row: int, column: int, number: Fraction, same: int | None, why: str, moved: str = ""
) -> None:
    """An input, what is posted, and whether they are the same; or a reference to an earlier row.

    moved   what is added to it as other inputs change, as a formula
    """
    if same is None and not moved:
        sheet.fraction(row, column, number, "input")
        sheet.accept_numbers(row, column, False, why)
    elif same is None:
        sheet.formula(row, column, f"={address(row, column + 1)}+{moved}", number)
    else:
        sheet.formula(row, column, f"={address(same, column)}", number)
    sheet.fraction(row, column + 1, number, "faint plain")
    compared = f'=IF({address(row, column)}={address(row, column + 1)},"as posted","changed")'
    sheet.formula(row, column + 2, compared, "as posted", "check")


def _status(sheet: Worksheet, last: int, weights: str, live: bool) -> None:
    """The cell that says whether anything was changed, and the legend beside it."""
    changed = "+".join(
        f'COUNTIF({cell_range((FIRST, column), (last, column))},"changed")'
        for column in (PAY_SAME, ENVY_SAME)
    )
    unlike = "weights changed" if live else "weights not followed"
    sheet.text(2, NUMBER, "inputs", "strong")
    status = f'=IF({weights}<>"as posted","{unlike}",IF({changed}>0,"pays changed","as posted"))'
    sheet.formula(2, 2, status, "as posted", "verdict")
    sheet.colour_verdicts((2, 2), (3, 2))
