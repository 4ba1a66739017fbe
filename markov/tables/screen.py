"""Tables as text of the width of a page; in colour, where they are for a terminal."""

from collections.abc import Iterable
from shutil import get_terminal_size

from markov.tables.layout import Paint, Spans, laid_out
from markov.tables.table import Table

_PAGE = 100, 24  # columns and lines, where nobody says how wide the page is
_STYLES: dict[Paint, str] = {
    "": "",
    "heading": "bold",
    "good": "bold green",
    "bad": "bold red",
    "even": "yellow",
    "faint": "dim",
}


def width() -> int:
    """Columns of the page: what COLUMNS says, those of the terminal, or 100 for a pipe."""
    return get_terminal_size(_PAGE).columns


def render(tables: Iterable[Table], width: int, whole: bool = False, coloured: bool = False) -> str:
    """The tables, one below the other, each broken where it is wider than the page."""
    lines = laid_out(tables, width, whole)
    if coloured:
        return _painted(lines, width)
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)


def _painted(lines: Iterable[Spans], width: int) -> str:
    from io import StringIO

    from rich.console import Console  # for those who see it
    from rich.text import Text

    painted = StringIO()
    console = Console(file=painted, width=width, force_terminal=True, color_system="standard")
    for line in lines:
        console.print(Text.assemble(*((text, _STYLES[tone]) for text, tone in line)), soft_wrap=True)
    return painted.getvalue()
