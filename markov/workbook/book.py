"""A workbook as xlsxwriter writes it: sheets, styles, cells. Only this module knows that library.

Every text is written as text, whatever it begins with, and every formula beside its value, so that a
reader without a calculator shows what a calculator would.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from typing import IO, Any, TypeAlias

from markov.package import needs
from markov.workbook.cells import address, cell_range, plain

CellNumber: TypeAlias = Fraction | int
Value: TypeAlias = CellNumber | str

_SMALL, _INK, _FAINT = 9, "#222222", "#777777"
_LINE = {"bottom": 1, "bottom_color": "#999999"}
_HEAD = {"bold": True, "text_wrap": True, "valign": "bottom", "bg_color": "#EEF1F4", **_LINE}
_INPUT = {"bg_color": "#FFF4C9", "font_color": "#1F3F9F", "border": 1, "border_color": "#C9B458"}
_GIVEN = {"bg_color": "#E9E7F5"}
_NUMBERS = {"percent": "0.0000%", "decimal": "0.000000;-0.000000;0", "plain": "General", "one in": "#,##0.00"}
_STYLES: Mapping[str, Mapping[str, Any]] = {
    "title": {"bold": True, "font_size": 16},
    "section": {"bold": True, "font_size": 12},
    "text": {"indent": 1},
    "bold": {"bold": True, "indent": 1},
    "strong": {"bold": True},
    "line": {"font_color": _FAINT},
    "faint": {"font_color": _FAINT, "indent": 1},
    "head": {**_HEAD, "align": "left", "indent": 1},
    "head middle": {**_HEAD, "align": "center"},
    "head right": {**_HEAD, "align": "right"},
    "group": {**_HEAD, "align": "center"},
    "link": {"font_color": "#1F5FA8", "underline": 1, "indent": 1},
    "right": {"align": "right"},
    "faint right": {"align": "right", "font_color": _FAINT},
    "exact": {"font_size": _SMALL, "indent": 1, "font_color": "#444444"},
    "long exact": {"font_size": _SMALL, "indent": 1, "font_color": "#444444", "text_wrap": True},
    "check": {"align": "center"},
    "verdict": {"align": "center", "bold": True, "border": 1, "border_color": "#999999"},
    "input": {**_INPUT, "locked": False, "num_format": "General"},
    "legend input": {**_INPUT, "align": "center"},
    "legend given": {**_GIVEN, "align": "center"},
    **{name: {"num_format": form, "align": "right"} for name, form in _NUMBERS.items()},
    **{f"bold {name}": {"num_format": form, "bold": True} for name, form in _NUMBERS.items()},
    **{f"given {name}": {"num_format": form, **_GIVEN} for name, form in _NUMBERS.items()},
    **{f"faint {name}": {"num_format": form, "font_color": _FAINT} for name, form in _NUMBERS.items()},
    "good": {"font_color": "#1B6B2F", "bg_color": "#E3F3E6"},
    "bad": {"font_color": "#FFFFFF", "bg_color": "#B3261E", "bold": True},
    "even": {"font_color": "#7A4B00", "bg_color": "#FDEBD0"},
}

_LONGEST = 32_000  # characters of a cell
_WHOLE = 2**53  # up to here a spreadsheet holds whole numbers exactly
_PROTECTED = {"format_cells": True, "format_columns": True, "format_rows": True, "sort": True}
REFERENCE = "reference value"  # the exact figure, right of its formula
AGREES, DIFFERS = "agrees", "DIFFERS"  # what a check says


class NoWorkbook(ValueError):
    """A workbook that cannot be written: no xlsxwriter, or what no cell can hold."""


class Worksheet:
    """A sheet to be filled; rows and columns are counted from 0.

    trial   the noun of a trial, such as a roll, in headings and notes
    """

    def __init__(self, book: Any, name: str, styles: Mapping[str, Any], trial: str) -> None:
        self.name, self.trial = name, trial
        self._sheet = book.add_worksheet(name, _worksheet())
        self._styles = styles
        self._last = (0, 0)

    def text(self, row: int, column: int, words: str, style: str = "text") -> None:
        """Words, never a formula."""
        self._check_written(
            row, column, self._sheet.write_string(row, column, _short(words), self._styles[style])
        )

    def number(self, row: int, column: int, number: CellNumber, style: str = "plain") -> None:
        """The nearest number that a cell can hold."""
        style = self._styles[style]
        self._check_written(row, column, self._sheet.write_number(row, column, _float(number), style))

    def fraction(self, row: int, column: int, number: Fraction, style: str) -> None:
        """A number that others are compared with; a fraction stands there as a division."""
        above, below = number.numerator, number.denominator
        if below == 1 or max(abs(above), below) > _WHOLE:
            self.number(row, column, number, style)
        else:
            self.formula(row, column, f"={above}/{below}", number, style)

    def formula(self, row: int, column: int, formula: str, value: Value, style: str = "plain") -> None:
        """A formula, and what it comes to."""
        shown = value if isinstance(value, str) else _float(value)
        code = self._sheet.write_formula(row, column, formula, self._styles[style], shown)
        self._check_written(row, column, code)

    def array(
        self, row: int, column: int, formula: str, values: Sequence[CellNumber], style: str = "plain"
    ) -> None:
        """One formula for as many cells down a column as there are values."""
        last = row + len(values) - 1
        code = self._sheet.write_array_formula(
            row, column, last, column, formula, self._styles[style], _float(values[0])
        )
        self._check_written(last, column, code)
        for k, value in enumerate(values[1:], row + 1):
            self.number(k, column, value, style)

    def link(self, row: int, column: int, to: str, words: str) -> None:
        """Words that lead to a cell of another sheet."""
        style = self._styles["link"]
        self._check_written(
            row, column, self._sheet.write_url(row, column, f"internal:{to}", style, _short(words))
        )

    def merge(self, row: int, columns: tuple[int, int], words: str, style: str = "group") -> None:
        """Words over several columns."""
        self._sheet.merge_range(row, columns[0], row, columns[1], _short(words), self._styles[style])

    def note(self, row: int, column: int, words: str) -> None:
        """A note that shows when the cell is pointed at."""
        words = words.replace("spin", self.trial)
        size = {"x_scale": 2.2, "y_scale": 0.4 + len(words) / 160, "author": "markov"}
        self._sheet.write_comment(row, column, words, size)

    def headings(
        self,
        row: int,
        names: Mapping[int, str],
        left: Sequence[int] = (),
        middle: Sequence[int] = (),
        tall: bool = False,
    ) -> None:
        """Headings by column; those of numbers stand to the right, those without a name are bare.

        tall   whether some take two lines
        """
        for column in range(min(names), max(names) + 1):
            style = "head" if column in left else "head middle" if column in middle else "head right"
            self.text(row, column, names.get(column, "").replace("spin", self.trial), style)
        if tall:
            self._sheet.set_row(row, 26)

    def height(self, row: int, lines: int) -> None:
        """Makes a row so many lines of small print high, as far as a row can be."""
        self._sheet.set_row(row, min(12.5 * lines + 2, 400))

    def accept_numbers(self, row: int, column: int, whole: bool, why: str) -> None:
        """Lets only numbers from 0 up be put into a cell, and says what they are."""
        self._sheet.data_validation(
            row,
            column,
            row,
            column,
            {
                "validate": "integer" if whole else "decimal",
                "criteria": ">=",
                "value": 0,
                "input_message": why,
                "error_message": f"{why} It is 0 or more."[:255],
            },
        )

    def colour_verdicts(self, first: tuple[int, int], last: tuple[int, int]) -> None:
        """Colours verdicts."""
        by_style = {"good": [AGREES, "as posted"], "bad": [DIFFERS]}
        for style, verdicts in by_style.items():
            for verdict in verdicts:
                rule = {"type": "cell", "criteria": "==", "value": f'"{verdict}"'}
                self._sheet.conditional_format(*first, *last, {**rule, "format": self._styles[style]})
        for word in ("changed", "not followed"):
            rule = {"type": "text", "criteria": "containing", "value": word}
            self._sheet.conditional_format(*first, *last, {**rule, "format": self._styles["even"]})

    def finish(self, widths: Sequence[float], frozen: tuple[int, int], heads: tuple[int, int]) -> None:
        """Sets up what is on screen and on paper; heads are the rows that every page repeats."""
        for column, width in enumerate(widths):
            self._sheet.set_column(column, column, width)
        self._sheet.freeze_panes(*frozen)
        self._sheet.repeat_rows(*heads)
        self._sheet.print_area(0, 0, *self._last)
        self._sheet.set_landscape()
        self._sheet.set_paper(9)  # A4
        self._sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.6)
        self._sheet.fit_to_pages(1, 0)
        self._sheet.hide_gridlines(2)
        self._sheet.set_footer("&L&8&A&R&8&P / &N")
        whole = cell_range((0, 0), self._last).replace("$", "")
        kinds = ("number_stored_as_text", "formula_differs", "formula_range", "empty_cell_reference")
        self._sheet.ignore_errors(dict.fromkeys(kinds, whole))
        self._sheet.protect("", _PROTECTED)

    def tab(self, colour: str) -> None:
        """The colour of its tab."""
        self._sheet.set_tab_color(colour)

    def _check_written(self, row: int, column: int, code: int) -> None:
        if code:
            raise NoWorkbook(f"the sheet {self.name!r} cannot hold what belongs to {address(row, column)}")
        self._last = max(self._last[0], row), max(self._last[1], column)


class Book:
    """A workbook that is open for writing."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._styles = {name: book.add_format(style) for name, style in _STYLES.items()}

    def sheet(self, name: str, trial: str = "spin") -> Worksheet:
        """A new sheet, after those that are there; a trial is called so."""
        return Worksheet(self._book, name, self._styles, trial)


def library() -> Any:
    """The package xlsxwriter; raises NoWorkbook where it is not installed."""
    try:
        import xlsxwriter
    except ImportError:
        raise NoWorkbook(needs("a workbook", "xlsxwriter", "xlsx")) from None
    return xlsxwriter


@contextmanager
def opened(to: IO[bytes], title: str, subject: str, made: date, comment: str, author: str) -> Iterator[Book]:
    """An empty workbook; what is filled in is written at the end, the same bytes for the same cells.

    Raises NoWorkbook.
    """
    font = {"font_name": "Calibri", "font_size": 10, "font_color": _INK}
    never = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
    options = {"in_memory": True, "default_format_properties": font, **never}
    book = library().Workbook(to, options)
    said = {"title": title, "subject": subject, "author": author}
    book.set_properties(
        {
            **{name: _short(text)[:255] for name, text in said.items()},
            "comments": comment,
            "created": datetime(made.year, made.month, made.day),
        }
    )
    book.set_size(24_000, 14_000)
    yield Book(book)
    book.close()


@cache
def _worksheet() -> Any:
    """A worksheet that leaves formulas as they are.

    Its library looks each one through for some thirty functions of later spreadsheets, none of which stands
    in ours, and that would take longer than all else.
    """
    from xlsxwriter import worksheet

    class Plainly(worksheet.Worksheet):  # type: ignore[misc]
        def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
            return formula.removeprefix("=")

    return Plainly


def _short(words: str) -> str:
    text = plain(words)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _float(number: CellNumber) -> float:
    try:
        return float(number)
    except OverflowError:
        raise NoWorkbook("a number of more than 308 digits fits no cell") from None
