"""Table: cells that know how to be shown."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from markov.exact import percent, rounded, shortened, significant

Tone: TypeAlias = Literal["", "good", "bad", "even", "faint"]
Align: TypeAlias = Literal["left", "right", "point"]


@dataclass(frozen=True, slots=True)
class Word:
    """A cell of words."""

    words: str
    tone: Tone = ""

    def text(self, width: int | None = None) -> str:
        """The words; a width shortens only fractions."""
        return self.words


@dataclass(frozen=True, slots=True)
class Figure:
    """A cell with an exact number.

    shown   its words, rounded or not; the fraction itself where there is none
    root    the fraction shown is under a root sign
    """

    number: Fraction
    shown: Callable[[Fraction], str] | None = None
    tone: Tone = ""
    root: bool = False

    def text(self, width: int | None = None) -> str:
        """The words of the number; a fraction is whole, or shortened to the width.

        >>> Figure(Fraction(40, 49)).text(), Figure(Fraction(2, 7), root=True).text()
        ('40/49', '√(2/7)')
        >>> Figure(Fraction(2**200 + 1, 3**100)).text(20)
        '1606…1377/5153…2001'
        """
        if self.shown:
            return self.shown(self.number)
        room = width - 3 * self.root if width else None
        text = shortened(self.number, room) if room else str(self.number)
        return f"√({text})" if self.root else text


Cell: TypeAlias = Word | Figure
NOTHING = Word("–", "faint")


@dataclass(frozen=True, slots=True)
class Column:
    """The heading of a column.

    align   "point" sets the decimal points below each other
    group   columns of one group stay together where a table has to be broken
    """

    name: str
    align: Align = "right"
    group: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under headings; the first column names the row.

    notes   what is to be said below it, a paragraph each

    Raises ValueError when a row has too many cells or too few.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} headings")

    def noted(self, *notes: str) -> "Table":
        """The table with more notes below it."""
        return replace(self, notes=(*self.notes, *notes))

    def texts(self, width: int | None = None) -> list[list[str]]:
        """The words of every cell, row by row; fractions shortened to the width, if there is one."""
        return [[cell.text(width) for cell in row] for row in self.rows]


def closed(tables: Iterable[Table], notes: Iterable[str]) -> tuple[Table, ...]:
    """The tables with notes below the last of them."""
    *first, last = tables
    return *first, last.noted(*notes)


def decimal(number: Fraction) -> str:
    """The number to six places, or to three significant digits where these would show next to nothing.

    >>> decimal(Fraction(40, 49)), decimal(Fraction(3, 10**7)), decimal(Fraction(3))
    ('0.816327', '0.000000300', '3.000000')
    """
    return rounded(number, 6) if not number or abs(number) * 10**4 >= 1 else significant(number, 3)


def in_percent(number: Fraction) -> str:
    """The percentage to four places, or to three significant digits where these would show next to nothing.

    >>> in_percent(Fraction(9, 49)), in_percent(Fraction(1, 10**8))
    ('18.3673%', '0.00000100%')
    """
    fine = number and abs(number) * 10**5 < 1
    return significant(number * 100, 3) + "%" if fine else percent(number)
