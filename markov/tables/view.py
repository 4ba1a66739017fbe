"""View: the answer to a question as it is shown, to people and to programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from markov.naming import counted
from markov.shown import Displayable
from markov.tables.table import Table

if TYPE_CHECKING:
    import pandas

    from markov.tables.records import Records


Document: TypeAlias = dict[str, Any]


class NoFrames(ImportError):
    """A data frame that cannot be made, for want of pandas."""


@dataclass(frozen=True, slots=True, eq=False)
class View(Displayable):
    """An answer as it is shown: tables for a reader; typed rows, and one document, for a program.

    Each is made when it is asked for.
    """

    tables: Sequence[Table]
    _records: "Callable[[], Records]"
    _document: Callable[[], Document]

    def __repr__(self) -> str:
        return f"View({self.tables[0].title!r}, {counted(len(self.tables), 'table')})"

    def to_dict(self) -> Document:
        """The document that --json prints: exact numbers are texts.

        >>> import markov as mk
        >>> mk.game("repeater-bets-plus")["repeating-2"].odds().view().to_dict()["schema"]
        'markov/odds/1'
        """
        from markov.tables.records import as_json  # a reader at a terminal does not wait for it

        document: Document = as_json(self._document())
        return document

    def to_frame(self) -> "pandas.DataFrame":
        """The rows of --format csv as a pandas data frame.

        A decimal is the float nearest to the exact number; the exact number is a Fraction, in the column
        `KEY_exact`. Raises NoFrames where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise NoFrames("a data frame needs pandas: pip install 'markov[frame]'") from None
        columns = self._records().columns()
        return pandas.DataFrame({key: pandas.Series(values, dtype=kind) for key, kind, values in columns})

    def to_csv(self) -> str:
        """The text that --format csv prints."""
        from markov.tables import csv

        return csv.render(self._records())

    def to_markdown(self) -> str:
        """The tables as --format md prints them."""
        from markov.tables import markdown

        return markdown.render(self.tables)
