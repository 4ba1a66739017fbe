"""Saved: an answer as a file, in the format that its suffix names, whole or not at all."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib.util import find_spec
from io import BytesIO
from json import dumps
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markov.naming import listed
from markov.package import needs
from markov.printable import printable
from markov.tables import screen
from markov.tables.file import write
from markov.tables.records import Records
from markov.tables.table import Cell, Figure
from markov.tables.view import View

_PAGE = 100  # columns of a text file
_DIGITS = 15  # of a whole number that a spreadsheet keeps
_WIDEST = 60  # characters of a column of a spreadsheet
_FORMATS = {
    "title": {"bold": True},
    "head": {"bold": True, "bottom": 1},
    "percent": {"num_format": "0.0000%"},
}


class NoFile(ValueError):
    """A file that an answer cannot be written to: an unknown suffix, or a package that is not installed."""


def check(path: Path) -> None:
    """Raises NoFile unless an answer can be written to a file of that name."""
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        name = f"{suffix} is no format of an answer" if suffix else "the name has no suffix"
        raise NoFile(f"{name}; choose {listed(list(WRITERS), 'or')}")
    if suffix == ".xlsx" and find_spec("xlsxwriter") is None:
        raise NoFile(needs("a spreadsheet", "xlsxwriter", "xlsx"))
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise NoFile(needs("a Parquet file", "pyarrow", "parquet"))


def save(view: View, path: Path) -> None:
    """Writes the answer to the file: every row of its tables, and in .xlsx and .parquet numbers as numbers.

    Raises NoFile for what `check` refuses, and OSError where the file cannot be written.
    """
    check(path)
    write(path, WRITERS[path.suffix.lower()](view.full()))


def _text(view: View) -> bytes:
    return screen.render(view.tables, _PAGE, headline=view.headline).encode()


def _spreadsheet(view: View) -> bytes:
    """A sheet with the tables as a reader sees them, and a sheet with the rows as a program gets them."""
    import xlsxwriter

    data = BytesIO()
    never = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
    with xlsxwriter.Workbook(data, {"in_memory": True, **never}) as book:
        styles = {name: book.add_format(style) for name, style in _FORMATS.items()}
        _tables(book.add_worksheet("Answer"), view, styles)
        _rows(book.add_worksheet("Rows"), view.records(), styles)
    return data.getvalue()


def _tables(sheet: Any, view: View, styles: Mapping[str, Any]) -> None:
    row = 0
    if view.headline:
        sheet.write_string(row, 0, printable(view.headline), styles["title"])
        row += 2
    for table in view.tables:
        sheet.write_string(row, 0, printable(table.title), styles["title"])
        for k, heading in enumerate(table.columns):
            sheet.write_string(row + 1, k, printable(heading.name), styles["head"])
        row += 2
        for cells in table.rows:
            for k, cell in enumerate(cells):
                _cell(sheet, row, k, cell, styles)
            row += 1
        for note in table.notes:
            sheet.write_string(row, 0, printable(note))
            row += 1
        row += 1
    sheet.autofit(_WIDEST * 7)


def _cell(sheet: Any, row: int, column: int, cell: Cell, styles: Mapping[str, Any]) -> None:
    """Numbers and percentages as such; an exact fraction as text, which stays exact."""
    if isinstance(cell, Figure) and not cell.root and (cell.shown or _fits(cell.number)):
        text = cell.text()
        if text.endswith("%"):
            sheet.write_number(row, column, float(cell.number), styles["percent"])
            return
        if not cell.shown or text.lstrip("+-").replace(".", "", 1).isdigit():
            sheet.write_number(row, column, float(text) if cell.shown else float(cell.number))
            return
    sheet.write_string(row, column, printable(cell.text()))


def _fits(number: Fraction) -> bool:
    return number.denominator == 1 and len(str(abs(number))) <= _DIGITS


def _rows(sheet: Any, records: Records, styles: Mapping[str, Any]) -> None:
    columns = list(records.plain())
    for k, (heading, values) in enumerate(columns):
        sheet.write_string(0, k, heading, styles["head"])
        for row, value in enumerate(values, 1):
            if isinstance(value, bool):
                sheet.write_boolean(row, k, value)
            elif isinstance(value, float) or (isinstance(value, int) and _fits(Fraction(value))):
                sheet.write_number(row, k, value)
            elif value is not None:
                sheet.write_string(row, k, printable(str(value)))
    sheet.freeze_panes(1, 0)
    if records.rows:
        sheet.autofilter(0, 0, len(records.rows), len(columns) - 1)
    sheet.autofit(_WIDEST * 7)


def _parquet(view: View) -> bytes:
    """The rows: decimals as floats, numerators and denominators as text, so that no digit is lost."""
    from importlib import import_module

    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    data = BytesIO()
    table = arrow.table(
        {heading: _exact_texts(heading, values) for heading, values in view.records().plain()}
    )
    parquet.write_table(table, data)
    return data.getvalue()


def _exact_texts(heading: str, values: list[Any]) -> list[Any]:
    exact = heading.endswith(("_numerator", "_denominator"))
    long = any(isinstance(value, int) and value.bit_length() > 63 for value in values)
    return [None if value is None else str(value) for value in values] if exact or long else values


WRITERS: Mapping[str, Callable[[View], bytes]] = MappingProxyType(
    {
        ".xlsx": _spreadsheet,
        ".csv": lambda view: view.to_csv().encode(),
        ".json": lambda view: (dumps(view.to_dict(), indent=2) + "\n").encode(),
        ".md": lambda view: view.to_markdown().encode(),
        ".parquet": _parquet,
        ".txt": _text,
    }
)
"""By suffix: the text or the bytes of an answer."""
