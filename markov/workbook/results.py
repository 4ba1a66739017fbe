"""Rows of results: a formula, the certified figure, a check of one against the other, the exact fraction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from markov.tables.table import PLAYS
from markov.wager.odds import Way
from markov.workbook.book import CERTIFIED, DIFFERS, Worksheet
from markov.workbook.cells import at, cell_range
from markov.workbook.inputs import EXACT, NAME, NUMBER, STATUS

NONE = "–"
Scale: TypeAlias = Literal["own", "unit"]
_TOLERANCE = "1E-12"
_EXACT = {"never": EXACT, "optimal": EXACT + 1}


@dataclass(frozen=True, slots=True)
class Result:
    """A figure under one way of playing.

    formula   None for a figure that is a value, not a formula, for its chain is too large for cells
    exact     None where there is none: an edge per spin where no spin is made
    scale     a chance is checked to its own size, money and spins to a unit if they are less
    written   the exact figure in words, where it is no fraction
    """

    formula: str | None
    exact: Fraction | None
    style: str
    scale: Scale = "unit"
    written: str = ""


class Results:
    """The results of a wager on its sheet, row after row."""

    # Columns; the certified figure stands right of the formula, and then the check.
    FORMULA: ClassVar[Mapping[Way, int]] = {"never": 3, "optimal": 6}

    def __init__(self, sheet: Worksheet, row: int, ways: Sequence[Way]) -> None:
        self.sheet, self.row, self.ways = sheet, row, ways
        self.first, self.checks = row, 0
        self._lines: dict[int, int] = {}
        self.widths = (72, 14) if len(ways) == 1 else (42, 42)  # of the columns of exact figures, in digits

    def section(self, title: str, heads: Mapping[int, str], what: str) -> None:
        """A title with heads below; the next rows are for its figures."""
        self.row += 1
        self.sheet.text(self.row, NUMBER, title, "section")
        named = dict(heads)
        for way in self.ways:
            column = self.FORMULA[way]
            self.sheet.merge(self.row + 1, (column, column + 2), PLAYS[way])
            named |= {column: what, column + 1: CERTIFIED, column + 2: "check"}
            named[_EXACT[way]] = f"exactly, {PLAYS[way]}"
        self.sheet.headings(self.row + 2, named, left=(NAME, *_EXACT.values()), middle=self._checked())
        self.row += 3

    def plainly(self, title: str, heads: Mapping[int, str]) -> None:
        """A title with heads below, for rows that have columns of their own."""
        self.row += 1
        self.sheet.text(self.row, NUMBER, title, "section")
        self.sheet.headings(self.row + 1, heads, left=(NAME, *_EXACT.values()), middle=self._checked())
        self.row += 2

    def cell(self, way: Way, row: int) -> str:
        """The cell of a figure."""
        return at(row, self.FORMULA[way])

    def column(self, way: Way, first: int, last: int) -> str:
        """The cells of figures below each other."""
        return cell_range((first, self.FORMULA[way]), (last, self.FORMULA[way]))

    def put(self, way: Way, result: Result) -> None:
        """A figure in the present row."""
        column, sheet, row = self.FORMULA[way], self.sheet, self.row
        exact = NONE if result.exact is None else result.exact
        if result.formula is None:
            sheet.number(row, column, result.exact or 0, f"given {result.style}")
        else:
            sheet.formula(row, column, f"={result.formula}", exact, result.style)
        ours, certified = at(row, column), at(row, column + 1)
        if result.exact is None:
            sheet.text(row, column + 1, NONE, "faint right")
            self._check(row, column + 2, f"{ours}={certified}")
        else:
            sheet.number(row, column + 1, result.exact, f"faint {result.style}")
            scale = f"ABS({certified})" if result.scale == "own" else f"MAX(1,ABS({certified}))"
            self._check(row, column + 2, f"ABS({ours}-{certified})<={_TOLERANCE}*{scale}")
        self._exact(way, result.written or str(exact))

    def said(self, column: int, formula: str, certified: str) -> None:
        """Words that a formula finds, the certified ones right of them, and a check."""
        self.sheet.formula(self.row, column, f"={formula}", certified, "right")
        self.sheet.text(self.row, column + 1, certified, "faint right")
        self._check(self.row, column + 2, f"{at(self.row, column)}={at(self.row, column + 1)}")

    def verdict(self, row: int, column: int) -> None:
        """The cell that says what all checks of the sheet come to."""
        passed, failed = (
            "+".join(
                f'COUNTIF({cell_range((self.first, c + 2), (self.row, c + 2))},"{said}")'
                for c in self.FORMULA.values()
            )
            for said in (CERTIFIED, DIFFERS)
        )
        judged = f'IF({passed}={self.checks},"{CERTIFIED}","{DIFFERS}")'
        whole = f'=IF({failed}>0,"{DIFFERS}",IF({STATUS}="as posted",{judged},{STATUS}))'
        self.sheet.formula(row, column, whole, CERTIFIED, "verdict")
        self.sheet.colour_verdicts((row, column), (row, column))
        for checks in self._checked():
            self.sheet.colour_verdicts((self.first, checks), (self.row, checks))

    def _exact(self, way: Way, words: str) -> None:
        """The exact figure, on as many lines as it takes."""
        lines = -(-len(words) // self.widths[0])
        # A hyphen for a minus would be a place to break the line, and hide the sign.
        written = words.replace("-", "−")
        self.sheet.text(self.row, _EXACT[way], written, "long exact" if lines > 1 else "exact")
        self._lines[self.row] = max(lines, self._lines.get(self.row, 1))
        if lines > 1:
            self.sheet.height(self.row, self._lines[self.row])

    def _checked(self) -> list[int]:
        return [column + 2 for column in self.FORMULA.values()]

    def _check(self, row: int, column: int, same: str) -> None:
        self.checks += 1
        compared = f'IFERROR(IF({same},"{CERTIFIED}","{DIFFERS}"),"{DIFFERS}")'
        formula = f'=IF({STATUS}<>"as posted",{STATUS},{compared})'
        self.sheet.formula(row, column, formula, CERTIFIED, "check")
