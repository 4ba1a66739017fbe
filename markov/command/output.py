"""Figures on stdout, in the format that was chosen."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from typer import BadParameter

from markov.command.failure import ReaderLeft

if TYPE_CHECKING:
    from markov.tables.table import Table
    from markov.tables.view import Document


class Format(StrEnum):
    """The format in which figures are printed."""

    table = "table"
    json = "json"
    csv = "csv"
    md = "md"


class To(StrEnum):
    """The text that a chain is written in."""

    dot = "dot"
    json = "json"
    drn = "drn"


def chosen(format_: Format | None, json: bool) -> Format:
    """The one format that --format and --json ask for; raises BadParameter where they ask for two."""
    if json and format_ not in (None, Format.json):
        raise BadParameter(f"--json and --format {format_.value} ask for two formats; choose one")
    return Format.json if json else format_ or Format.table


def show(
    format_: Format,
    tables: "Sequence[Table]",
    flat: "Table",
    document: "Callable[[], Document]",
    whole: bool = False,
) -> None:
    """Prints the document as JSON, the flat table as CSV, and the tables otherwise."""
    if format_ is Format.json:
        from json import dumps

        text = dumps(document(), indent=2) + "\n"
    elif format_ is Format.csv:
        from markov.tables import csv

        text = csv.render(flat)
    elif format_ is Format.md:
        from markov.tables import markdown

        text = markdown.render(tables)
    else:
        text = _on_screen(tables, whole)
    write([text])


def write(lines: Iterable[str]) -> None:
    """Prints the lines, as far as someone reads them; raises Unwritten where they cannot be written."""
    with suppress(ReaderLeft):
        sys.stdout.writelines(lines)
        sys.stdout.flush()


def _on_screen(tables: "Sequence[Table]", whole: bool) -> str:
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    if width is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        from markov.tables import text

        return text.render(tables, width, whole)
    from markov.tables import terminal  # rich is for those who see it

    return terminal.render(tables, width, whole)
