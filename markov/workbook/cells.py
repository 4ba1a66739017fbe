"""Addresses of cells and names of sheets, as spreadsheets write them."""

import re
from collections.abc import Iterable

_LONGEST = 31  # UTF-16 units in the name of a sheet
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))
_RESERVED = "history"


def address(row: int, column: int, sheet: str = "") -> str:
    """The cell, rows and columns counted from 0.

    >>> address(0, 0), address(6, 27), address(2, 3, "Straights and 8's")
    ('A1', 'AB7', "'Straights and 8''s'!D3")
    """
    letters, rest = "", column + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{_before(sheet)}{letters}{row + 1}"


def absolute(row: int, column: int, sheet: str = "") -> str:
    """The name of a cell with dollar signs, which keep it when a formula is copied.

    >>> absolute(2, 3)
    '$D$3'
    """
    name = address(row, column)
    letters = name.rstrip("0123456789")
    return f"{_before(sheet)}${letters}${name[len(letters) :]}"


def cell_range(first: tuple[int, int], last: tuple[int, int], sheet: str = "") -> str:
    """The rectangle between two cells, each a row and a column.

    >>> cell_range((0, 1), (8, 1)), cell_range((0, 1), (8, 1), "Wheel")
    ('$B$1:$B$9', "'Wheel'!$B$1:$B$9")
    """
    return f"{absolute(*first, sheet)}:{absolute(*last)}"


def cell_ranges(rows: Iterable[int], column: int, sheet: str) -> list[str]:
    """The cells of a column in the given rows; neighbours as one rectangle.

    >>> cell_ranges([3, 1, 2, 6], 1, "Wheel")
    ["'Wheel'!$B$2:$B$4", "'Wheel'!$B$7"]
    """
    runs: list[list[int]] = []
    for row in sorted(rows):
        if runs and runs[-1][1] == row - 1:
            runs[-1][1] = row
        else:
            runs.append([row, row])
    return [
        absolute(first, column, sheet)
        if first == last
        else cell_range((first, column), (last, column), sheet)
        for first, last in runs
    ]


def sheet_name(asked: str, taken: set[str], after: str = "") -> str:
    """A valid name for a sheet, near to what is asked, and none of those taken, which it then joins.

    >>> taken = set()
    >>> sheet_name("2 or 12 / 7?", taken), sheet_name("2 OR 12 / 7*", taken), sheet_name("'", taken)
    ('2 or 12 - 7-', '2 OR 12 - 7- (2)', 'Sheet')
    >>> sheet_name("Repeating everything there is", taken, " chain")
    'Repeating everything the… chain'
    >>> sheet_name("=SORT(A1)", taken)
    '=SORT (A1)'
    """
    # A name with a bracket at a word would read like a function to what writes the formulas.
    name = re.sub(r"(?<=\S)\(", " (", plain(asked)).translate(_FORBIDDEN).strip(" '") or "Sheet"
    number, end = 1, after
    while True:
        valid = _shortened(name, _LONGEST - _units(end)) + end
        if valid.casefold() not in taken and valid.casefold() != _RESERVED:
            taken.add(valid.casefold())
            return valid
        number += 1
        end = f"{after} ({number})"


def plain(text: str) -> str:
    """The text without what XML cannot hold or a cell cannot show.

    >>> plain("seven" + chr(0) + chr(10) + "out")
    'seven  out'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _before(sheet: str) -> str:
    quoted = sheet.replace("'", "''")
    return f"'{quoted}'!" if sheet else ""


def _shortened(name: str, room: int) -> str:
    if _units(name) <= room:
        return name
    while _units(name) > room - 1:
        name = name[:-1]
    return name.rstrip(" '") + "…"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
