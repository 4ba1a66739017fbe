"""View: the answer to a question as it is shown, to people and to programs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from markov.naming import counted
from markov.package import needs
from markov.shown import Displayable
from markov.tables.rows import Rows
from markov.tables.table import Table, Tables, closed

if TYPE_CHECKING:
    from pathlib import Path

    import pandas

    from markov.tables.records import Records
    from markov.wager.asked import Asked
    from markov.wager.wager import Wager


Document: TypeAlias = dict[str, Any]


class NoFrames(ImportError):
    """A data frame that cannot be made, for want of pandas."""


@dataclass(frozen=True, slots=True, eq=False)
class View(Displayable):
    """An answer as it is shown: a line that answers, and tables; typed rows, and one document, for a program.

    Each is made when it is asked for.
    """

    tables: Sequence[Table]
    _records: "Callable[[], Records]"
    _document: Callable[[], Document]
    _headline: Callable[[], str] = str
    _whole: Sequence[Table] | None = None

    def __repr__(self) -> str:
        return f"View({self.tables[0].title!r}, {counted(len(self.tables), 'table')})"

    @property
    def headline(self) -> str:
        """One line that answers; empty where the tables alone do.

        >>> import markov as mk
        >>> mk.game("repeater-bets-plus")["repeating-2"].odds().view().headline
        'House edge 14.29% with best play (18.37% without surrender) · wins 1 in 49 · average 6.2 spins'
        """
        return self._headline()

    def full(self) -> "View":
        """The same with every row of its tables, also those that say nothing new."""
        return self if self._whole is None else replace(self, tables=self._whole)

    def to_dict(self) -> Document:
        """The document that --json prints: exact numbers are texts.

        >>> import markov as mk
        >>> mk.game("repeater-bets-plus")["repeating-2"].odds().view().to_dict()["schema"]
        'markov/odds/1'
        """
        from markov.tables.records import as_json  # a reader at a terminal does not wait for it

        document: Document = as_json(self._document())
        return document

    def records(self) -> "Records":
        """The typed rows, as --format csv prints them."""
        return self._records()

    def save(self, path: "str | Path") -> None:
        """Write the answer to a file, by its suffix: .xlsx, .csv, .json, .md, .parquet or .txt.

        Raises NoFile for another suffix or where a package is missing, OSError where nothing can be written.
        """
        from pathlib import Path

        from markov.tables.saved import save

        save(self, Path(path))

    def to_frame(self, part: str | None = None) -> "pandas.DataFrame":
        """The rows of --format csv as a pandas data frame.

        part   of an answer that has several, such as "endings": its rows alone, with the columns that it has

        A decimal is the float nearest to the exact number; the exact number is a Fraction, in the column
        `KEY_exact`. Raises NoFrames where pandas is not installed, and Unknown for a part that is not there.
        """
        try:
            import pandas
        except ImportError:
            raise NoFrames(needs("a data frame", "pandas", "frame")) from None
        records = self._records()
        if part is not None:
            records = records.of_part(part)
        columns = records.columns()
        return pandas.DataFrame({key: pandas.Series(values, dtype=kind) for key, kind, values in columns})

    def to_csv(self) -> str:
        """The text that --format csv prints."""
        from markov.tables import csv

        return csv.render(self._records())

    def to_markdown(self) -> str:
        """The line that answers and the tables, as --format md prints them."""
        from markov.tables import markdown

        return markdown.render(self.tables, self.headline)


def view_of(
    question: str,
    asked: "Asked | None",
    parts: Callable[[], Iterable[Rows[Any]]],
    *,
    headline: Callable[[], str] = str,
    wager: "Wager | None" = None,
    notes: Callable[[], Iterable[str]] = tuple,
    line: Mapping[str, Any] | None = None,
    document: Callable[[], Document] = dict,
) -> View:
    """The view of rows that are declared once; rows without a title, or none beside others, make no table.

    asked      the game and its reading; None where the answer is not about one game
    parts      of the answer: each a table, a list under its name in JSON, and lines of the CSV
    headline   one line that answers
    wager      that the answer is about; None where it is about a game
    notes      below the last table
    line       what every line of the CSV begins with, behind the game and the wager; JSON has it once
    document   what JSON has beside the rows; a list of the same name stands in their place
    """
    made = cache(lambda: tuple(parts()))

    def tables(full: bool = False) -> Iterable[Table]:
        tables = [rows.table(full) for rows in made() if rows.title and rows.rows]
        empty = (rows.table(full) for rows in made() if rows.title)  # there are notes to stand below a table
        return closed([table for table in tables if table.rows] or [*empty][:1], notes())

    def records() -> "Records":
        from markov.tables.records import Records
        from markov.wager.game import slug

        keyed = [rows for rows in made() if rows.keyed]
        game = {"game": asked.game.slug} if asked else {}
        about = {**game, **({"wager": slug(wager.name)} if wager else {}), **(line or {})}
        named = len(keyed) > 1
        kinds: dict[str, type] = {key: str if value is None else type(value) for key, value in about.items()}
        kinds |= {"part": str} if named else {}
        for rows in keyed:
            if clash := [key for key, kind in rows.kinds().items() if kinds.get(key, kind) is not kind]:
                raise ValueError(f"the parts have two kinds of {clash[0]}")
            kinds.update(rows.kinds())
        lines = (
            {**about, **({"part": rows.part} if named else {}), **row}
            for rows in keyed
            for row in rows.records()
        )
        return Records(kinds, list(lines))

    def whole() -> Document:
        from markov.tables.json_record import head

        listed = {rows.part: rows.document() for rows in made() if rows.keyed and not rows.nested}
        more = document()
        return {**head(question, asked, wager), **(line or {}), **more, **listed, **more}

    return View(Tables(tables), records, whole, headline, Tables(lambda: tables(full=True)))
