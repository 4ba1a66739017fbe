"""Tables in colour, for a terminal."""

from collections.abc import Iterable
from io import StringIO

from rich.console import Console
from rich.text import Text

from markov.tables.layout import Paint, laid_out
from markov.tables.table import Table

_STYLES: dict[Paint, str] = {
    "": "",
    "heading": "bold",
    "good": "bold green",
    "bad": "bold red",
    "even": "yellow",
    "faint": "dim",
}


def render(tables: Iterable[Table], width: int, whole: bool = False) -> str:
    """The tables, one below the other, each broken where it is wider than the terminal."""
    painted = StringIO()
    console = Console(file=painted, width=width, force_terminal=True, color_system="standard")
    for line in laid_out(tables, width, whole):
        console.print(Text.assemble(*((text, _STYLES[tone]) for text, tone in line)), soft_wrap=True)
    return painted.getvalue()
