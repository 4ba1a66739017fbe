"""The parts that an appendix is made of: running words, and tables of words and exact numbers."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

from markov.tables.table import NOTHING, Align, Cell, Column, Figure, Table, Word, decimal
from markov.typeset.manuscript import Code, Inline, Paragraph, Ref, Tabular

BlockRow: TypeAlias = Sequence[str | Fraction | Cell]

_MARKS = re.compile(r"`([^`]+)`|@([\w-]+)|\{(\w+)\}")


def inlines(text: str, **parts: Inline) -> tuple[Inline, ...]:
    """The words with `code`, references to a @label, and {parts} put in.

    The words are ours; what comes from a sheet is put in as a part, and no mark in it is read.

    >>> inlines("See @table-1: `odds` is {p}.", p="1/49")
    ('See ', Ref(label='table-1'), ': ', Code(words='odds'), ' is ', '1/49', '.')
    """
    text = " ".join(text.split())
    found: list[Inline] = []
    end = 0
    for mark in _MARKS.finditer(text):
        code, label, part = mark.groups()
        found.append(text[end : mark.start()])
        found.append(Code(code) if code else Ref(label) if label else parts[part])
        end = mark.end()
    return tuple(part for part in (*found, text[end:]) if part != "")


def prose(text: str, **parts: Inline) -> Paragraph:
    """A paragraph with the words as `inlines` reads them."""
    return Paragraph(inlines(text, **parts))


def tabular(
    label: str,
    title: str,
    headings: Sequence[str | Column],
    rows: Iterable[BlockRow],
    notes: Sequence[str] = (),
    totals: int = 0,
) -> Tabular:
    """A numbered table; words and fractions stand for the cells that show them.

    headings   a name may end in the alignment of its column, as "wager:left" and "≈:point" do

    >>> tabular("sizes", "Sizes", ["wager:left", "states"], [("Horn", Fraction(4))]).table.texts()
    [['Horn', '4']]
    """
    cells = tuple(tuple(map(_cell, row)) for row in rows)
    return Tabular(Table(title, tuple(map(_column, headings)), cells, tuple(notes)), label, totals)


def _column(heading: str | Column) -> Column:
    if isinstance(heading, Column):
        return heading
    name, _, align = heading.partition(":")
    return Column(name, cast(Align, align or "right"))


def _cell(content: str | Fraction | Cell) -> Cell:
    if isinstance(content, str):
        return Word(content)
    return Figure(content) if isinstance(content, Fraction) else content


def figure(number: Fraction | None, shown: Callable[[Fraction], str] | None = None) -> Cell:
    """A cell with the number; a dash where there is none."""
    return NOTHING if number is None else Figure(number, shown)


def both(number: Fraction | None, shown: Callable[[Fraction], str] = decimal) -> tuple[Cell, Cell]:
    """Two cells: the number as a fraction, and rounded; dashes where there is none."""
    return figure(number), figure(number, shown)
