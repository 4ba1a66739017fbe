"""Rows under columns, declared once: the table, the JSON, the CSV and the data frame follow from them.

>>> from fractions import Fraction
>>> from markov.tables.column import edges, words
>>> bets = {"Horn": Fraction(1, 8), "Field": Fraction(1, 36)}
>>> rows = Rows("Bets", bets, (words("wager", str, "wager"), *edges("edge", bets.__getitem__, "edge")))
>>> rows.table().texts()
[['Horn', '1/8', '12.5000%'], ['Field', '1/36', '2.7778%']]
>>> rows.document()
[{'wager': 'Horn', 'edge': Fraction(1, 8)}, {'wager': 'Field', 'edge': Fraction(1, 36)}]
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from markov.tables.column import Column, flat, path
from markov.tables.table import Heading, Table, grouped

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Rows(Generic[R]):
    """Rows under columns: a table for a reader, a list of objects in JSON, and lines of a CSV.

    title   of the table; empty where a reader does not see it
    notes   what is to be said below the table
    part    the name of the rows among others of one answer: their key in JSON, and the first column of the
            CSV; empty where programs do not get them
    nested  JSON has the rows elsewhere, within its objects
    spare   true of a row that a reader sees only where every row is asked for
    """

    title: str
    rows: Iterable[R]
    columns: Iterable[Column[R]]
    notes: Iterable[str] = ()
    part: str = "rows"
    nested: bool = False
    spare: Callable[[R], bool] | None = None

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "notes"):  # they are read more than once
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @property
    def keyed(self) -> bool:
        """True where programs get the rows."""
        return bool(self.part) and any(column.key is not None for column in self.columns)

    def table(self, full: bool = False) -> Table:
        """The table of what a reader sees; `full` has the rows that say nothing new, too."""
        rows = [row for row in self.rows if full or not (self.spare and self.spare(row))]
        shown = [(column, cells) for column in self.columns if (cells := column.cells(rows)) is not None]
        headings = tuple(
            Heading(column.heading or "", column.kind.align, column.group) for column, _ in shown
        )
        lines = tuple(zip(*(cells for _, cells in shown), strict=True))
        return Table(self.title, headings, lines, tuple(self.notes))

    def kinds(self) -> "dict[str, type]":
        """The type of each key of a flat row."""
        return {flat(column.key): column.kind.type for column in self.columns if column.key is not None}

    def records(self) -> list[dict[str, Any]]:
        """The flat rows, as CSV and data frames have them."""
        keyed = [(flat(column.key), column.flat) for column in self.columns if column.key is not None]
        return [{key: value(row) for key, value in keyed} for row in self.rows]

    def document(self) -> list[dict[str, Any]]:
        """The rows as objects of JSON."""
        return [record(self.columns, row) for row in self.rows]


def record(columns: Iterable[Column[R]], row: R) -> dict[str, Any]:
    """A row as an object of JSON; an object within it, of which every value is missing, is null."""
    paths = [(path(column.key), column.of(row)) for column in columns if column.key is not None]
    there = {names[0] for names, value in paths if value is not None or len(names) == 1}
    return {key: value if key in there else None for key, value in nested(paths).items()}


def nested(values: Iterable[tuple[tuple[str, ...], Any]]) -> dict[str, Any]:
    """The values as objects within objects.

    >>> nested([(("edge", "per_stake"), 1), (("edge", "per_spin"), 2), (("name",), "Horn")])
    {'edge': {'per_stake': 1, 'per_spin': 2}, 'name': 'Horn'}
    """
    whole: dict[str, Any] = {}
    for (*outer, last), value in values:
        inside = whole
        for name in outer:
            inside = inside.setdefault(name, {})
        inside[last] = value
    return whole


MANY = 40
"""Rows of a table; where there are more, they are counted up for a reader."""


def counted_up(
    rows: Rows[R],
    what: str,
    how: str,
    by: Callable[[R], Hashable],
    columns: Iterable[Column[Sequence[R]]],
    notes: Iterable[str] = (),
) -> tuple[Rows[Any], ...]:
    """The rows; where they are many, for a reader their groups, and for programs the rows.

    what   what the rows are, such as "offers"
    how    they are grouped, such as " by ending"
    """
    if (count := len(tuple(rows.rows))) <= MANY:
        return (rows,)
    note = f"There are {count:,} {what}; --json and --format csv list every one."
    groups = grouped(rows.rows, by).values()
    summary = Rows(f"{rows.title}{how}", groups, columns, (*notes, note), part="")
    return summary, replace(rows, title="")
