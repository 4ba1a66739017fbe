"""Tables as HTML: decimal points below each other, long numbers broken where an eye can follow."""

import re
from collections.abc import Sequence
from itertools import pairwise

from markov.tables.table import Cell, Column, Figure
from markov.typeset.digits import grouped
from markov.typeset.manuscript import Tabular
from markov.typeset.markup import element, escaped

_TAIL = re.compile(r"(?<=[0-9])(?:\.[0-9]+%?|%)$")
_HYPHEN = re.compile(r"(?<!\w)-(?=[0-9.√])")
_LONG = 28  # signs: what is no longer stays on its line, on a screen
_FEW = 14  # rows: a table with no more is not broken between pages
_SHORT = 14  # signs: what is no longer does so on paper as well
_POINT, _PERCENT = 60, 180  # widths at the least, in hundredths of a digit, in any face


def table(tabular: Tabular, number: str, place: str) -> str:
    """The table with its caption and its notes, in a box that it may be wider than.

    number   as "Table 4"
    place    its id
    """
    held = tabular.table
    texts = [list(map(_shown, cells, line)) for cells, line in zip(held.rows, held.texts(), strict=True)]
    tails = [_room(column, [row[k] for row in texts]) for k, column in enumerate(held.columns)]
    rows = [
        element("tr", "".join(map(_cell, cells, line, held.columns, tails, range(len(line)))))
        for cells, line in zip(held.rows, texts, strict=True)
    ]
    sums = len(rows) - tabular.totals
    title = element("b", f"{number}.") + " " + escaped(held.title)
    body = "\n".join(
        [
            element("caption", element("span", title, id=f"{place}-title")),
            element("thead", element("tr", "".join(map(_heading, held.columns)))),
            element("tbody", "\n".join(rows[:sums])),
            *([element("tfoot", "\n".join(rows[sums:]))] if tabular.totals else ()),
        ]
    )
    scroll = element(
        "div",
        element("table", body),
        class_="scroll",
        role="region",
        tabindex=0,
        aria_labelledby=f"{place}-title",
    )
    notes = "".join(element("p", words(note)) for note in held.notes)
    below = element("figcaption", notes) if notes else ""
    return element("figure", scroll + below, id=place, class_="short" if len(rows) <= _FEW else "")


def _shown(cell: Cell, text: str) -> str:
    """The words of the cell; in a number a hyphen is a minus sign, which is read aloud as one too."""
    return _HYPHEN.sub("−", text) if isinstance(cell, Figure) else text


def words(text: str) -> str:
    """The text, a line of which may break inside a long number; copied, the number is whole."""
    return _spaced(grouped(text))


def _spaced(pieces: Sequence[str]) -> str:
    """The pieces, with leave to break the line between them, and with room where digits go on."""
    shown = [
        (element("span", piece, class_="g") if piece.isdigit() and after[0].isdigit() else escaped(piece))
        for piece, after in pairwise(pieces)
    ]
    return "<wbr>".join([*shown, escaped(pieces[-1])])


def _heading(column: Column) -> str:
    return element("th", words(column.name), scope="col", class_="l" if column.align == "left" else "")


def _cell(cell: Cell, text: str, column: Column, room: int, place: int) -> str:
    long = len(text) > _LONG
    if column.align == "point" and room:
        shown = _pointed(text, room)
    elif long:
        shown = element("span", words(text), class_="s" if " " in text else "n")
    else:
        shown = words(text)
    kinds = " ".join(
        ["l"] * (column.align == "left") + ["k"] * (len(text) <= _SHORT) + [cell.tone] * bool(cell.tone)
    )
    name, scope = ("th", "row") if place == 0 else ("td", "")
    return element(name, shown, scope=scope, class_=kinds)


def _room(column: Column, texts: Sequence[str]) -> int:
    """What the widest part behind a whole number needs, in hundredths of a digit."""
    return max((_width(_parted(text)[1]) for text in texts), default=0) if column.align == "point" else 0


def _width(tail: str) -> int:
    digits = sum(sign.isdigit() for sign in tail)
    return 100 * digits + _POINT * ("." in tail) + _PERCENT * ("%" in tail)


def _parted(text: str) -> tuple[str, str]:
    """The text up to the decimal point, and what follows."""
    tail = _TAIL.search(text)
    return (text[: tail.start()], tail.group()) if tail else (text, "")


def _pointed(text: str, room: int) -> str:
    """The number with all that follows the point in a box that is as wide in every row."""
    whole, tail = _parted(text)
    box = element("span", escaped(tail), class_="t", style=f"min-width:{room // 100}.{room % 100:02d}ch")
    return element("span", _spaced(grouped(whole)) + box, class_="k" if len(whole) <= _LONG else "n")
