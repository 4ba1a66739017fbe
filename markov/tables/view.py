"""View: the answer to a question as it is shown, as tables and as one document."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from markov.shown import Shown
from markov.tables.table import NOTHING, Cell, Figure, Table

if TYPE_CHECKING:
    import pandas


Document: TypeAlias = dict[str, Any]


class NoFrames(ImportError):
    """A data frame that cannot be made, for want of pandas."""


@dataclass(frozen=True, slots=True, eq=False)
class View(Shown):
    """An answer as it is shown.

    tables   for a reader
    flat     every figure in one table, for a machine: what --format csv prints
    """

    tables: tuple[Table, ...]
    flat: Table
    _document: Callable[[], Document]

    def __repr__(self) -> str:
        return f"View({self.tables[0].title!r}, {len(self.tables)} tables, {len(self.flat.rows)} rows)"

    def to_dict(self) -> Document:
        """The document that --json prints: exact numbers are texts.

        >>> import markov as mk
        >>> mk.game("repeater-bets-plus")["repeating-2"].odds().view().to_dict()["schema"]
        'markov/odds/1'
        """
        return self._document()

    def to_frame(self) -> "pandas.DataFrame":
        """The rows of --format csv as a pandas data frame.

        Exact numbers are Fractions, rounded ones are texts as they are printed, None is a figure that is not
        there. Raises NoFrames where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise NoFrames("a data frame needs pandas: pip install 'markov[frame]'") from None
        from markov.tables import csv

        rows = [[_value(cell) for cell in row] for row in self.flat.rows]
        return pandas.DataFrame(rows, columns=csv.headings(self.flat), dtype=object)

    def to_csv(self) -> str:
        """The text that --format csv prints."""
        from markov.tables import csv

        return csv.render(self.flat)

    def to_markdown(self) -> str:
        """The tables as --format md prints them."""
        from markov.tables import markdown

        return markdown.render(self.tables)


def _value(cell: Cell) -> object:
    if isinstance(cell, Figure) and cell.shown is None and not cell.root:
        return cell.number
    return None if cell == NOTHING else cell.text()
