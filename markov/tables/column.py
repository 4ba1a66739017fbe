"""Column: a figure of each row, declared once for a reader and for programs.

A column has a heading for a reader, a key for programs, a kind, and a function of the row.

>>> from fractions import Fraction
>>> edge, share = edges("edge", {"Horn": Fraction(1, 8)}.__getitem__, "edge")
>>> edge.cell("Horn").text(), share.cell("Horn").text(), edge.of("Horn")
('1/8', '12.5000%', Fraction(1, 8))
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, Generic, TypeAlias, TypeVar

from markov.exact import decimal, in_percent, one_in, root
from markov.tables import table as t
from markov.tables.endings import state_words
from markov.tables.table import NOTHING, Align, Cell, Figure, Word
from markov.wager.rule import label

R = TypeVar("R")
Getter: TypeAlias = str | Callable[[Any], Any] | list[Any]
"""The name of an attribute of the row, or a function of the row."""
RecordKey: TypeAlias = str | tuple[str, ...]
"""A name for programs; a path of names is an object within an object in JSON, one name in CSV."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of the values of a column: how a program holds them, and how a reader sees them.

    type   as `Records` has it
    """

    type: type
    align: Align
    cell: Callable[[Any], Cell]


WORDS = Kind(str, "left", Word)
COUNT = Kind(int, "right", lambda number: Word(f"{number:,}"))
EXACT = Kind(Fraction, "right", Figure)
DECIMAL = Kind(Fraction, "point", lambda number: Figure(number, decimal))
PERCENT = Kind(Fraction, "point", lambda number: Figure(number, in_percent))
STATE = Kind(object, "left", lambda state: Word(label(state)))
FLAG = Kind(bool, "left", lambda true: Word("yes" if true else "no"))
FLOAT = Kind(float, "point", lambda number: Word(f"{number:.6f}"))
LISTED = Kind(str, "left", lambda values: Word("; ".join(map(str, values))))
"""Values that JSON has as they are, such as a list, and CSV in the words that a reader sees."""


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """A figure of each row.

    heading    for a reader; None where a reader does not see it
    of         the value of a row: what a program gets, and what a reader sees; None is a missing value
    kind       of the values
    key        for programs; None where they do not get it
    group      columns of one group stay together where a table has to be broken
    shown      what a reader sees of a row, where that is not the value: a cell, words, or a value of the kind
    needless   of all that a reader would see: true where the column would say nothing, and is left out
    """

    heading: str | None
    of: Callable[[R], Any]
    kind: Kind = WORDS
    key: RecordKey | None = None
    group: str = ""
    shown: Callable[[R], Any] | None = None
    needless: Callable[[Sequence[Any]], bool] | None = None

    def cell(self, row: R) -> Cell:
        """The cell that a reader sees of a row; a dash where a value is missing."""
        return self._cell((self.shown or self.of)(row))

    def cells(self, rows: Iterable[R]) -> list[Cell] | None:
        """The cells that a reader sees; None where the column is not for a reader, or says nothing."""
        if self.heading is None:
            return None
        values = list(map(self.shown or self.of, rows))
        if self.needless and self.needless(values):
            return None
        return list(map(self._cell, values))

    def flat(self, row: R) -> Any:
        """The value of a flat row, as CSV and data frames have it."""
        if self.kind is not LISTED:
            return self.of(row)
        seen = self.cell(row)
        return None if seen is NOTHING else seen.text()

    def _cell(self, value: Any) -> Cell:
        if value is None:
            return NOTHING
        if isinstance(value, Word | Figure):
            return value
        return Word(value) if isinstance(value, str) else self.kind.cell(value)


def path(key: RecordKey) -> tuple[str, ...]:
    """The names that lead to a value of JSON."""
    return (key,) if isinstance(key, str) else key


def flat(key: RecordKey) -> str:
    """The key of a flat row.

    >>> flat(("paid", "per_stake"))
    'paid_per_stake'
    """
    return "_".join(path(key))


def column(
    heading: str | None,
    of: Getter,
    key: RecordKey | None = None,
    group: str = "",
    kind: Kind = WORDS,
    shown: Callable[[Any], Any] | None = None,
    needless: Callable[[Sequence[Any]], bool] | None = None,
) -> Column[Any]:
    """A column of an attribute, under its name where no other key is given, or of a function of the row.

    of   a list has the values by the rows, which are positions
    """
    if isinstance(of, list):
        of = of.__getitem__
    if isinstance(of, str):
        key = key or tuple(of.split("."))
        of = attrgetter(of)
    return Column(heading, of, kind, key, group, shown, needless)


words, counts, exact, percents = (partial(column, kind=kind) for kind in (WORDS, COUNT, EXACT, PERCENT))
"""Words, whole numbers that count something, exact numbers, and percentages; a dash where there is none."""


def keyed(kind: Kind, attributes: str) -> tuple[Column[Any], ...]:
    """Attributes of a row for programs alone, under their own names; a dotted name is a path.

    >>> [column.of(Fraction(3, 4)) for column in keyed(COUNT, "numerator denominator")]
    [3, 4]
    """
    return tuple(column(None, name, kind=kind) for name in attributes.split())


def through(part: Callable[[Any], Any], columns: Iterable[Column[Any]]) -> Iterator[Column[Any]]:
    """Columns of what is a part of each row.

    >>> pairs = [("a", Fraction(3, 4)), ("b", Fraction(1, 2))]
    >>> (numerator,) = through(lambda pair: pair[1], keyed(COUNT, "numerator"))
    >>> list(map(numerator.of, pairs))
    [3, 1]
    """

    def seen(of: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda row: of(part(row))

    for each in columns:
        yield replace(each, of=seen(each.of), shown=seen(each.shown or each.of))


def item(attribute: str, name: str) -> Callable[[Any], Any]:
    """The value under a name in an attribute of the row that is a mapping."""
    return lambda row: getattr(row, attribute)[name]


def state(heading: str | None, rule: Any = None, of: Getter = "state") -> Column[Any]:
    """States as their rule calls them; programs have them as they are."""
    kind = Kind(object, "left", lambda state: Word(state_words(state, rule)))
    return column(heading, of, "state", kind=kind)


def decimals(
    heading: str | None,
    of: Getter,
    key: RecordKey | None = None,
    group: str = "",
    shown: Callable[[Fraction], str] = decimal,
) -> Column[Any]:
    """Rounded numbers, their decimal points below each other; a dash where there is none."""
    kind = Kind(Fraction, "point", lambda number: Figure(number, shown))
    return column(heading, of, key, group, kind)


def deviations(
    heading: str, of: Callable[[Any], Fraction | None], shown: Callable[[Fraction], str] = root
) -> tuple[Column[Any], Column[Any]]:
    """Variances for programs, and standard deviations for all."""
    kind = Kind(Fraction, "point", lambda variance: Figure(variance, shown))
    return (
        exact(None, of, "variance"),
        column(heading, lambda row: t.value(t.ROOT, of(row)), t.ROOT, kind=kind, shown=of),
    )


def figures(
    heading: str,
    of: Getter,
    key: RecordKey | None = None,
    shown: Callable[[Any], Fraction | None] | None = None,
) -> tuple[Column[Any], Column[Any]]:
    """Numbers exactly and as decimals; exactly alone where all are whole."""
    exactly = exact(heading, of, key, heading, shown=shown, needless=_missing)
    return exactly, Column("decimal", shown or exactly.of, DECIMAL, group=heading, needless=_whole)


def both_ways(
    heading: str, of: Callable[[Any], tuple[str, Fraction | None]]
) -> tuple[Column[Any], Column[Any]]:
    """Figures of any name, each exactly and rounded as its name asks for."""
    return (
        Column(heading, lambda row: t.both_ways(*of(row))[0], EXACT, group=heading),
        Column("decimal", lambda row: t.both_ways(*of(row))[1], DECIMAL, group=heading),
    )


def extremes(heading: str, of: Callable[[Any], Iterable[Fraction | None]]) -> tuple[Column[Any], Column[Any]]:
    """The least and the most of several numbers of a row; a dash where it has none."""

    def numbers(row: Any) -> list[Fraction]:
        return [number for number in of(row) if number is not None]

    return (
        decimals(f"{heading}: least", lambda row: min(numbers(row), default=None)),
        decimals(f"{heading}: most", lambda row: max(numbers(row), default=None)),
    )


def edges(heading: str, of: Getter, key: RecordKey | None = None) -> tuple[Column[Any], Column[Any]]:
    """Edges as fractions and as percentages; an edge of the player stands out."""
    exactly = exact(heading, of, key, heading)

    def share(row: Any) -> Figure | None:
        edge = exactly.of(row)
        return None if edge is None else Figure(edge, in_percent, "good" if edge < 0 else "")

    return exactly, Column("%", share, PERCENT, group=heading)


def chances(
    heading: str, of: Getter, key: RecordKey | None = None
) -> tuple[Column[Any], Column[Any], Column[Any]]:
    """Chances as fractions, as "1 in N" and as percentages; a dash where there is none."""
    exactly = exact(heading, of, key, heading, shown=lambda row: likely(row))

    def likely(row: Any) -> Fraction | None:
        return exactly.of(row) or None

    def ratio(row: Any) -> Word | None:
        chance = exactly.of(row)
        return Word(one_in(chance).removeprefix("1 in ")) if chance else None

    return exactly, Column("1 in", ratio, PERCENT, group=heading), Column("%", likely, PERCENT, group=heading)


def _missing(numbers: Iterable[Fraction | None]) -> bool:
    return all(number is None for number in numbers)


def _whole(numbers: Iterable[Fraction | None]) -> bool:
    return all(number is None or number.denominator == 1 for number in numbers)


def empty(values: Iterable[Any]) -> bool:
    """True where a column would say nothing: no value, or no words, in any row."""
    return not any(values)
