"""Tables as plain text, for a pipe: nothing is shortened, broken or coloured."""

from collections.abc import Iterable

from markov.tables.layout import laid_out
from markov.tables.table import Table


def render(tables: Iterable[Table], width: int | None = None, whole: bool = True) -> str:
    """The tables, one below the other; a width breaks them as a terminal of that width does."""
    lines = ("".join(text for text, _ in line).rstrip() for line in laid_out(tables, width, whole))
    return "".join(f"{line}\n" for line in lines)
