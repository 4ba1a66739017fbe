"""The room that a table needs on a page: size of type, what is folded, what is parted.

Widths are whole thousandths of the size of the type, as they are in the font.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from markov.tables.table import Cell, Heading, Table, Tone
from markov.typeset.digits import BarredFraction, barred, shown_text

# Libertinus Serif 7.051, advance widths of the characters from the space to the tilde.
_ADVANCES = (
    *(250, 288, 336, 465, 465, 637, 705, 190, 298, 298, 369, 550, 220, 338, 220, 323, 465, 465, 465),
    *(465, 465, 465, 465, 465, 465, 465, 236, 236, 550, 550, 550, 435, 895, 695, 588, 646, 701, 557),
    *(485, 685, 730, 297, 322, 637, 528, 839, 699, 702, 541, 702, 587, 485, 597, 661, 652, 951, 660),
    *(575, 604, 356, 287, 356, 518, 486, 392, 457, 493, 428, 506, 447, 310, 500, 538, 271, 272, 512),
    *(264, 790, 542, 504, 519, 503, 372, 390, 316, 531, 497, 747, 490, 515, 424, 277, 205, 277, 449),
)
_MORE = dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", 310) | {"·": 250, "−": 550, "–": 550, "’": 270}
_OTHER = 620  # a character that is not among them
_THIN = 30  # a third of the thin space that follows three digits
_GAP = 1240  # between two columns
_ACROSS = 4535  # tenths of a point between the margins of a page
_LARGEST, _MIDDLE, _SMALLEST = 95, 88, 80  # sizes of type, in tenths of a point
_LADDER = ((_LARGEST, False), (_MIDDLE, False), (_SMALLEST, False), (_SMALLEST, True))
"""Sizes of type, and whether long numbers are folded more: the first at which a table fits is taken."""

BARRED = 88
"""Hundredths of the type around it for the digits of a fraction with its bar: 7 points at least."""

POINT_SPACES = str.maketrans("0.", "\u2007\u2008")
"""Spaces as wide as a digit and as a point, in place of those that a number is missing."""

_NUMBER = re.compile(r"[+−-]?[0-9][0-9, ]*(?P<tail>(\.[0-9]*)?)%?|–")
_LINES = (2, 3, 4)  # of a heading at most: the first number with which a table fits is taken
_NARROWEST = 7000  # a heading no wider than that is not broken for its own sake
_FOLDED = {True: (33000, 16000), False: (20000, 13000)}  # digits, words: wider than that is folded to no less
_TIGHTLY = (17000, 11000)  # digits, before the table is parted for them


@dataclass(frozen=True, slots=True)
class CellText:
    """The text of a cell, its tone, and what it takes to set a number.

    missing  the zeros, and the point, for which room is left after a number, so that all points of its column
             stand below each other; None for what is no such number
    bar      of a fraction that is set with its bar; None for all others
    """

    text: str
    missing: str | None
    bar: BarredFraction | None
    tone: Tone = ""

    @property
    def width(self) -> int:
        """Its width on one line."""
        if self.bar is None:
            return text_width(self.text + (self.missing or ""))
        sign, above, below = self.bar
        return text_width(sign) + max(text_width(above), text_width(below)) * BARRED // 100


@dataclass(frozen=True, slots=True)
class FittedColumn:
    """A column, by its number in the table, and its cells."""

    place: int
    head: Heading
    cells: tuple[CellText, ...]

    @property
    def natural(self) -> int:
        """The width of its cells on one line each."""
        return max((cell.width for cell in self.cells), default=0)

    def least(self, tight: bool) -> int:
        """The width below which its cells are not folded."""
        longest = max((cell.text for cell in self.cells if cell.bar is None), key=text_width, default="")
        digits = sum(map(str.isdigit, longest)) * 2 > len(longest)
        most, least = _TIGHTLY if digits and tight else _FOLDED[digits]
        return self.natural if self.natural <= most else least

    def heading(self, most: int) -> tuple[str, ...]:
        """The lines of its heading: at most two of some width, or more that are as narrow as the cells."""
        words = self.head.name.split() or [""]
        aim = self.natural if most > 2 else max(self.natural, _NARROWEST)
        best: tuple[str, ...] = (" ".join(words),)
        for lines in range(2, most + 1):
            if max(map(text_width, best)) <= aim or lines > len(words):
                break
            best = min(_line_breaks(words, lines), key=lambda way: max(map(text_width, way)))
        return best


@dataclass(frozen=True, slots=True)
class Fit:
    """The type size, headings and column widths with which a table, or a part of one, is set.

    size      of the type, in tenths of a point
    headings  the lines of each
    folded    by column: its width where its cells are folded to one, else 0
    """

    columns: tuple[FittedColumn, ...]
    size: int
    headings: tuple[tuple[str, ...], ...]
    folded: tuple[int, ...]

    def rows(self) -> Iterator[tuple[CellText, ...]]:
        """The cells of each row."""
        return zip(*(column.cells for column in self.columns), strict=True)

    def widths(self) -> list[int]:
        """The width of each column with its share of what is between two, in tenths of a point."""
        heads = (max(map(text_width, lines)) for lines in self.headings)
        return [
            ((folded or max(column.natural, head)) + _GAP) * self.size // 1000
            for column, head, folded in zip(self.columns, heads, self.folded, strict=True)
        ]


def natural_width(table: Table) -> int:
    """The width of the table, each row on one line, in tenths of a point."""
    held = fitted_columns(table)
    heads = [max(map(text_width, column.heading(_LINES[-1]))) for column in held]
    across = sum(max(column.natural, head) + _GAP for column, head in zip(held, heads, strict=True))
    return across * _LARGEST // 1000


def fitted_columns(table: Table) -> list[FittedColumn]:
    """The columns of the table; in a number, a hyphen is a minus sign."""
    return [_strip(k, column, [row[k] for row in table.rows]) for k, column in enumerate(table.columns)]


def _strip(place: int, column: Heading, cells: Sequence[Cell]) -> FittedColumn:
    texts = [shown_text(cell, cell.text()) for cell in cells]
    tails = [_tail(text) if column.align == "point" else None for text in texts]
    longest = max((tail for tail in tails if tail is not None), key=len, default="")
    missing = (None if tail is None else longest[len(tail) :] for tail in tails)
    tones = (cell.tone for cell in cells)
    return FittedColumn(place, column, tuple(map(CellText, texts, missing, map(barred, cells), tones)))


def _tail(text: str) -> str | None:
    """The text behind the whole part of a number, with zeros for digits; None for words."""
    number = _NUMBER.fullmatch(text)
    return None if number is None else re.sub("[0-9]", "0", number["tail"] or "")


def fitted(columns: Sequence[FittedColumn]) -> list[Fit]:
    """The parts in which a table is set, mostly one; each begins with what tells its rows apart."""
    for size, tight in _LADDER:
        for lines in _LINES:
            if fit := _fit(columns, size, lines, tight):
                return [fit]
    parts = _split_columns(columns)
    if len(parts) == 1:
        return [_squeezed(columns)]
    return [fit for part in parts for fit in fitted(part)]


def text_width(text: str) -> int:
    """The width of the text on one line."""
    width = sum(_ADVANCES[ord(c) - 32] if " " <= c <= "~" else _MORE.get(c, _OTHER) for c in text)
    return width + (len(text) * _THIN if len(text) > 9 else 0)


def _fit(columns: Sequence[FittedColumn], size: int, lines: int, tight: bool) -> Fit | None:
    headings = tuple(column.heading(lines) for column in columns)
    heads = [max(map(text_width, lines)) for lines in headings]
    room = _ACROSS * 1000 // size - _GAP * (len(columns) - 1)
    least = [max(column.least(tight), head) for column, head in zip(columns, heads, strict=True)]
    if sum(least) > room:
        return None
    wanted = [max(column.natural, head) for column, head in zip(columns, heads, strict=True)]
    more = room - sum(least)
    lacking = max(sum(wanted) - sum(least), 1)
    folded = (
        low + min(more * (want - low) // lacking, want - low) if low < want and lacking > more else 0
        for low, want in zip(least, wanted, strict=True)
    )
    return Fit(tuple(columns), size, headings, tuple(folded))


def _squeezed(columns: Sequence[FittedColumn]) -> Fit:
    """The fit of columns that no page has room for: all of one width."""
    headings = tuple(column.heading(_LINES[-1]) for column in columns)
    wide = (_ACROSS * 1000 // _SMALLEST + _GAP) // len(columns) - _GAP
    return Fit(tuple(columns), _SMALLEST, headings, (wide,) * len(columns))


def _leading(columns: Sequence[FittedColumn]) -> int:
    """The number of columns of words at the left that together tell the rows apart; 1 where none do."""
    words = len(list(takewhile(lambda column: column.head.align == "left", columns)))
    for count in range(1, min(words, len(columns) - 1) + 1):
        rows = list(zip(*([cell.text for cell in column.cells] for column in columns[:count]), strict=True))
        if len(set(rows)) == len(rows):
            return count
    return 1


def _split_columns(columns: Sequence[FittedColumn]) -> list[list[FittedColumn]]:
    count = _leading(columns)
    lead = list(columns[:count])
    parts: list[list[FittedColumn]] = []
    for _, group in groupby(columns[count:], lambda column: column.head.group or column.place):
        together = list(group)
        if parts and _fit([*parts[-1], *together], _MIDDLE, _LINES[-1], False):
            parts[-1] += together
        else:
            parts.append([*lead, *together])
    return parts


def _line_breaks(words: Sequence[str], lines: int) -> list[tuple[str, ...]]:
    """Every way to set the words on that many lines."""
    if lines == 1:
        return [(" ".join(words),)]
    return [
        (" ".join(words[:k]), *rest)
        for k in range(1, len(words) - lines + 2)
        for rest in _line_breaks(words[k:], lines - 1)
    ]
