"""Figures on stdout, in the format that was chosen."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING

from typer import BadParameter

from markov.command.failure import ReaderLeft

if TYPE_CHECKING:
    from markov.tables.view import View


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


def show(view: "View", format_: Format, whole: bool = False) -> None:
    """Prints what is shown: the one document as JSON, the rows as CSV, the tables otherwise.

    whole   fractions are whole in tables, however long
    """
    if format_ is Format.json:
        from json import dumps

        text = dumps(view.to_dict(), indent=2) + "\n"
    elif format_ is Format.csv:
        text = view.to_csv()
    elif format_ is Format.md:
        text = view.to_markdown()
    else:
        from markov.tables import screen

        seen = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        text = screen.render(view.tables, screen.width(), whole, seen)
    write([text])


def write(lines: Iterable[str]) -> None:
    """Prints the lines, as far as someone reads them; raises Unwritten where they cannot be written."""
    with suppress(ReaderLeft):
        sys.stdout.writelines(lines)
        sys.stdout.flush()
