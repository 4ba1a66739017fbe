"""A table as comma-separated values, fractions whole, safe to open in a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable

from markov.printable import printable
from markov.tables.table import Table, Word

# Names are whatever a sheet says; a spreadsheet takes a cell that begins so for a formula.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER = re.compile(r"[+-]?[0-9][0-9,]*(\.[0-9]+)?(/[0-9]+|e[+-]?[0-9]+)?%?")


def render(table: Table) -> str:
    """The headings and the rows; the notes are left out."""
    rows = (
        (as_text(cell.words) if isinstance(cell, Word) else cell.text() for cell in row) for row in table.rows
    )
    return "".join(map(line, (map(as_text, headings(table)), *rows)))


def line(cells: Iterable[str]) -> str:
    """The cells as a line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(map(printable, cells))
    return text.getvalue()


def as_text(cell: str) -> str:
    """The cell with an apostrophe before it where a spreadsheet would take its words for a formula.

    >>> as_text("=1+1"), as_text("-9/49"), as_text("+0.5%"), as_text("-s/49")
    ("'=1+1", '-9/49', '+0.5%', "'-s/49")
    """
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def headings(table: Table) -> list[str]:
    """The names of the columns; those that are said more than once with the name of their group."""
    names = [column.name for column in table.columns]
    return [
        f"{column.group}, {column.name}" if names.count(column.name) > 1 else column.name
        for column in table.columns
    ]
