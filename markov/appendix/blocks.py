"""The parts that an appendix is made of: running words, and tables of words and exact numbers."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import log2
from typing import TypeAlias, cast

from markov.appendix.decimals import PLAIN, ROOT, Decimals, common_places
from markov.exact import in_percent, rational_root, signed_root, significant
from markov.statistics.bracket import Bracket
from markov.tables.table import NOTHING, PLAYS, Align, Cell, Figure, Heading, Table, Word
from markov.typeset.manuscript import Code, Inline, Paragraph, Ref, Tabular
from markov.wager.odds import Strategy

BlockCell: TypeAlias = str | Fraction | Cell | Bracket
BlockRow: TypeAlias = Sequence[BlockCell]

LONGEST = 20
"""Digits of a fraction that is printed whole; longer ones are in the file of figures."""

ABOUT = "≈ "
"""The sign before the digits of a fraction that is too long to print."""

_SHOWN = 12  # digits of such a fraction
_BASE = 10**6  # the largest base of a closed form

_MARKS = re.compile(r"`([^`]+)`|@([\w-]+)|\{(\w+)\}")


def inlines(text: str, **parts: Inline) -> tuple[Inline, ...]:
    """The words with `code`, references to a @label, and {parts} put in.

    The words are ours; what comes from a sheet is put in as a part, and no mark in it is read.

    >>> inlines("See @table-1: `odds` is {p}.", p="1/49")
    ('See ', Ref(label='table-1'), ': ', Code(words='odds'), ' is ', '1/49', '.')
    """
    text = " ".join(text.split())
    pieces: list[Inline] = []
    end = 0
    for mark in _MARKS.finditer(text):
        code, label, part = mark.groups()
        pieces.append(text[end : mark.start()])
        pieces.append(Code(code) if code else Ref(label) if label else parts[part])
        end = mark.end()
    return tuple(part for part in (*pieces, text[end:]) if part != "")


def prose(text: str, **parts: Inline) -> Paragraph:
    """A paragraph with the words as `inlines` reads them."""
    return Paragraph(inlines(text, **parts))


def tabular(
    label: str,
    title: str,
    headings: Sequence[str | Heading],
    rows: Iterable[BlockRow],
    notes: Sequence[str] = (),
    totals: int = 0,
) -> Tabular:
    """A numbered table; words and fractions stand for the cells that show them.

    headings   a name may end in the alignment of its column, as "wager:left" and "decimal:point" do

    Decimals of a column have one number of places, and a bracket is rounded to them.

    >>> tabular("sizes", "Sizes", ["wager:left", "states"], [("Horn", Fraction(4))]).table.texts()
    [['Horn', '4']]
    """
    columns = tuple(map(_column, headings))
    listed = [tuple(map(_cell, row)) for row in rows]
    places = [common_places(_decimals(row[k] for row in listed)) for k in range(len(columns))]
    cells = tuple(tuple(_at(cell, n) for cell, n in zip(row, places, strict=True)) for row in listed)
    return Tabular(Table(title, columns, cells, tuple(notes)), label, totals)


def by_heading(label: str, title: str, rows: Iterable[Mapping[str, BlockCell]]) -> Tabular:
    """A numbered table of rows whose cells are given by heading, the same headings in every row."""
    listed = list(rows)
    return tabular(label, title, [*listed[0]], [[*row.values()] for row in listed])


def _decimals(cells: Iterable[Cell | Bracket]) -> Iterator[tuple[Decimals, Fraction]]:
    for cell in cells:
        if isinstance(cell, Figure) and isinstance(cell.shown, Decimals):
            yield cell.shown, cell.number


def _at(cell: Cell | Bracket, places: int | None) -> Cell:
    """The cell, its decimal rounded to so many places."""
    if isinstance(cell, Bracket):
        known = cell.rounded(PLAIN.places if places is None else places)
        return NOTHING if known is None else Word(known)
    if isinstance(cell, Figure) and isinstance(cell.shown, Decimals) and places is not None:
        return replace(cell, shown=replace(cell.shown, places=places))
    return cell


def _column(heading: str | Heading) -> Heading:
    if isinstance(heading, Heading):
        return heading
    name, _, align = heading.partition(":")
    return Heading(name, cast(Align, align or "right"))


def _cell(content: BlockCell) -> Cell | Bracket:
    if isinstance(content, str):
        return Word(content)
    return Figure(content) if isinstance(content, Fraction) else content


def figure(
    number: Fraction | None, shown: Callable[[Fraction], str] | None = None, root: bool = False
) -> Cell:
    """A cell with the number, or with its root; a dash where there is none."""
    return NOTHING if number is None else Figure(number, shown, root=root)


def fraction(number: Fraction) -> str:
    """The fraction where it has no more than twenty digits, else its closed form, else twelve digits of it.

    >>> fraction(Fraction(9, 49)), fraction(1 - Fraction(35, 36) ** 8), fraction(Fraction(1, 3 * 10**21))
    ('9/49', '1 − (35/36)⁸', '≈ 0.000000000000000000000333333333333')
    >>> fraction(Fraction(1000))
    '1,000'
    """
    text = f"{number.numerator:,}" if number.denominator == 1 else str(number)
    if sum(map(str.isdigit, text)) <= LONGEST:
        return text
    return closed_form(number) or ABOUT + significant(number, _SHOWN).replace("-", "−")


def closed_form(chance: Fraction) -> str:
    """The chance as a power of a short fraction, or as what such a power leaves; empty where it is none.

    >>> closed_form(Fraction(1, 7) ** 9), closed_form(Fraction(1, 3))
    ('(1/7)⁹', '')
    """
    for before, part in (("", chance), ("1 − ", 1 - chance)):
        bits = part.denominator.bit_length()
        for power in range(min(bits, _POWERS) if 0 < part < 1 else 0, max(bits // _BASE.bit_length(), 1), -1):
            above, below = (round(2 ** (log2(end) / power)) for end in part.as_integer_ratio())
            if below < _BASE and Fraction(above, below) ** power == part:
                return f"{before}({above}/{below}){str(power).translate(RAISED)}"
    return ""


_POWERS = 400  # the highest power of a closed form
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits as they stand in an exponent."""


def root_of(square: Fraction) -> str:
    """The square root: its sign and the number under it, or digits of the root where that is long.

    >>> root_of(Fraction(3, 2)), root_of(2 + Fraction(1, 10**30))
    ('√(3/2)', '≈ 1.414213562373')
    """
    whole = sum(map(str.isdigit, str(square))) <= LONGEST
    return f"√({square})" if whole else ABOUT + signed_root(square, _SHOWN)


def share(number: Fraction) -> str:
    """The number as a percentage without its sign, which the heading has.

    >>> share(Fraction(9, 49)), share(Fraction(1, 10**8)), share(Fraction(0))
    ('18.3673', '0.00000100', '0')
    """
    return in_percent(number).removesuffix("%") if number else "0"


def percentage(number: Fraction) -> str:
    """The number as a percentage in a sentence.

    >>> percentage(Fraction(-1, 3))
    '−33.3333%'
    """
    return f"{share(number)}%".replace("-", "−")


def exactly(number: Fraction | None) -> Cell:
    """A cell with the fraction, set as one where it is short; a dash where there is none."""
    return figure(number, None if number is None or fraction(number) == str(number) else fraction)


def root_exactly(square: Fraction) -> Cell:
    """A cell with the square root, under its sign if it is no fraction."""
    exact = rational_root(square)
    if exact is not None:
        return exactly(exact)
    return Figure(square, None if root_of(square) == f"√({square})" else root_of, root=True)


def both_of_root(square: Fraction) -> tuple[Cell, Cell]:
    """Two cells: the square root exactly, and rounded."""
    return root_exactly(square), Figure(square, ROOT, root=True)


def both_headings(ways: Iterable[Strategy]) -> Iterator[Heading]:
    """The headings over an exact and a rounded number, for each way of playing; one alone is not named."""
    listed = list(ways)
    for way in listed:
        group = PLAYS[way] if len(listed) > 1 else ""
        yield Heading(group or "exact", "right", group)
        yield Heading("decimal", "point", group)


def both(number: Fraction | None, shown: Callable[[Fraction], str] = PLAIN) -> tuple[Cell, Cell]:
    """Two cells: the number as a fraction, and rounded; dashes where there is none."""
    return exactly(number), figure(number, shown)
