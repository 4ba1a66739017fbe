"""Columns of a table by what they hold: words, counts, and numbers exactly, rounded or both."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from markov.exact import one_in
from markov.tables.table import NOTHING, Align, Cell, Column, Figure, Table, Word, decimal, in_percent

Numbers: TypeAlias = Iterable[Fraction | None]
Part: TypeAlias = tuple[tuple[Column, ...], list[tuple[Cell, ...]]]
"""Columns that stay together, and the cells of each row in them."""


def table(title: str, parts: Iterable[Part], notes: Iterable[str] = ()) -> Table:
    """The columns beside each other."""
    listed = list(parts)
    rows = zip(*(rows for _, rows in listed), strict=True)
    return Table(
        title,
        tuple(column for columns, _ in listed for column in columns),
        tuple(tuple(cell for cells in row for cell in cells) for row in rows),
        tuple(notes),
    )


def column(name: str, cells: Iterable[Cell], align: Align = "right", group: str = "") -> Part:
    """One column."""
    return (Column(name, align, group),), [(cell,) for cell in cells]


def words(name: str, texts: Iterable[str | Word], group: str = "") -> Part:
    """Words, each on the left of its column."""
    return column(name, [Word(one) if isinstance(one, str) else one for one in texts], "left", group)


def counts(name: str, numbers: Iterable[int], group: str = "") -> Part:
    """Whole numbers that count something."""
    return column(name, [Word(f"{number:,}") for number in numbers], group=group)


def fractions(name: str, numbers: Numbers, group: str = "") -> Part:
    """Exact numbers; a dash where there is none."""
    return column(name, [NOTHING if one is None else Figure(one) for one in numbers], group=group)


def decimals(
    name: str, numbers: Numbers, shown: Callable[[Fraction], str] = decimal, group: str = ""
) -> Part:
    """Rounded numbers, their decimal points below each other; a dash where there is none."""
    return column(name, [NOTHING if one is None else Figure(one, shown) for one in numbers], "point", group)


def figures(name: str, numbers: Numbers) -> Part:
    """Numbers exactly and as decimals; exactly alone where all of them are whole."""
    listed = list(numbers)
    if all(one is None or one.denominator == 1 for one in listed):
        return fractions(name, listed)
    return _both(name, "≈", [(one, decimal, False) for one in listed])


def edges(name: str, numbers: Numbers) -> Part:
    """Edges as fractions and as percentages; an edge of the player stands out."""
    return _both(name, "%", [(one, in_percent, one is not None and one < 0) for one in numbers])


def chances(name: str, numbers: Sequence[Fraction | None]) -> Part:
    """Chances as fractions, as "1 in N" and as percentages; a dash where there is none."""
    headings = Column(name, group=name), Column("1 in", "point", name), Column("%", "point", name)
    return headings, [
        (Figure(p), Word(one_in(p).removeprefix("1 in ")), Figure(p, in_percent)) if p else (NOTHING,) * 3
        for p in numbers
    ]


def _both(
    name: str, unit: str, cells: Iterable[tuple[Fraction | None, Callable[[Fraction], str], bool]]
) -> Part:
    headings = Column(name, group=name), Column(unit, "point", name)
    return headings, [
        (NOTHING, NOTHING) if one is None else (Figure(one), Figure(one, shown, "good" if good else ""))
        for one, shown, good in cells
    ]
