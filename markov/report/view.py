"""View: the answer to a question as it is shown, as tables and as one document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markov.answer import Answer
from markov.report import document, line, sheet
from markov.report.document import Document
from markov.report.table import NOTHING, Cell, Figure, Table
from markov.sheet import Game
from markov.shown import Shown
from markov.wager import Wager

if TYPE_CHECKING:
    import pandas

    from markov.report import price as price_words
    from markov.report.surrender import Found
    from markov.report.what_if import Changed


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
        from markov.report import csv

        rows = [[_value(cell) for cell in row] for row in self.flat.rows]
        return pandas.DataFrame(rows, columns=csv.headings(self.flat), dtype=object)

    def to_csv(self) -> str:
        """The text that --format csv prints."""
        from markov.report import csv

        return csv.render(self.flat)

    def to_markdown(self) -> str:
        """The tables as --format md prints them."""
        from markov.report import markdown

        return markdown.render(self.tables)


def _value(cell: Cell) -> object:
    if isinstance(cell, Figure) and cell.shown is None and not cell.root:
        return cell.number
    return None if cell == NOTHING else cell.text()


def odds(game: Game, reading: Mapping[str, str], answers: Sequence[Answer], whole: bool = False) -> View:
    """The odds of wagers of a game; of the whole sheet, or of one wager in full."""
    tables = [sheet.sheet(game, reading, answers)] if whole else []
    flat = tables[0] if tables else line.flat(answers[0])
    if len(answers) == 1:
        tables += line.line(game, reading, answers[0])
    return View(tuple(tables), flat, lambda: document.odds(game, reading, answers))


def price(asked: "price_words.Asked") -> View:
    """The pay for an edge."""
    from markov.report import price as words

    tables = words.tables(asked)
    return View(tuple(tables), tables[0], lambda: words.document(asked))


def surrender(found: "Found") -> View:
    """The offers of a wager, judged."""
    from markov.report import surrender as words
    from markov.report import surrender_document as machine

    return View(tuple(words.tables(found)), machine.flat(found), lambda: machine.document(found))


def sensitivity(game: Game, reading: Mapping[str, str], found: Any) -> View:
    """What moves the edge of a wager."""
    from markov.report import sensitivity as words

    tables = words.tables(reading, found)
    return View(tuple(tables), words.flat(found), lambda: words.document(game, reading, found))


def what_if(change: "Changed") -> View:
    """A change, side by side."""
    from markov.report import what_if as words
    from markov.report import what_if_document as machine

    return View(tuple(words.tables(change)), machine.flat(change), lambda: machine.document(change))


def view(result: object) -> View:
    """What is shown of a result that comes with its wager.

    Raises TypeError for what is no answer to a question.
    """
    from markov.desk.compare import Compared
    from markov.desk.price import Price
    from markov.desk.sensitivity import Sensitivity
    from markov.desk.surrender import Surrender

    match result:
        case Answer():
            return odds(*_asked(result.wager), [result])
        case Price():
            from markov.report.price import Asked

            return price(Asked(*_asked(result.wager), result, chosen=False))
        case Surrender():
            from markov.report.surrender import Found

            return surrender(Found(*_asked(result.answer.wager), result))
        case Sensitivity():
            return sensitivity(*_asked(result.wager), result)
        case Compared():
            from markov.report.what_if import Changed

            game, reading = _asked(result.before.wager)
            return what_if(Changed(game, reading, reading, [result], single=True))
    raise TypeError(f"a {type(result).__name__} is no answer that has a view")


def _asked(wager: Wager) -> tuple[Game, Mapping[str, str]]:
    """The game and the reading that the wager is of; a wager of no game is a game by itself."""
    game = wager.game or Game(wager.name, wager.source, (), lambda _: (wager,))
    return game, game.reading()
