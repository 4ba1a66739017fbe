"""Tables as each format sets them, but for their numbers: what can be looked for in the text of a report."""

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from json import dumps
from typing import Any

from markov.typeset.formats import RENDERERS
from markov.typeset.json import cell
from markov.typeset.manuscript import Manuscript, Tabular
from markov.typeset.pandoc import written
from markov.typeset.report_file import loads

_SET = {  # by format that pandoc writes: its name there, and the lines of a table
    ".html": ("html", re.compile(r"<thead>.*?</table>", re.DOTALL)),
    ".md": ("gfm", re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)),
    ".tex": ("latex", re.compile(r"\\begin\{longtable\}.*?\\end\{longtable\}", re.DOTALL)),
}
FORMATS = (".json", ".typ", *_SET)


def rows(tabulars: Sequence[Tabular], suffix: str) -> list[tuple[str, list[str]]]:
    """The title of each table, or part of one, and its lines as that format sets it, as `lines` has them.

    Raises NoTypesetter where the package that sets it is not installed.
    """
    if suffix == ".json":
        tables = [tabular.table for tabular in tabulars]
        return [
            (table.title, [table.title, *(dumps(list(map(cell, row))) for row in table.rows)])
            for table in tables
        ]
    module = import_module(f"markov.typeset.{RENDERERS[suffix]}")
    if suffix == ".typ":
        return [(tabular.table.title, module.tabular(tabular).split("\n")) for tabular in tabulars]
    made = module.tree(Manuscript("", "", "2000-01-01", (), ()))
    to, pattern = _SET[suffix]
    text = written(made.tables(tabulars), to).decode()
    titles = [tabular.table.title for tabular in tabulars for _ in made.parts(tabular, [], "")]
    return list(
        zip(titles, (lines(text_of_table, suffix) for text_of_table in pattern.findall(text)), strict=True)
    )


def lines(text: str, suffix: str) -> list[str]:
    """The lines of a report in that format, which hold those of each of its tables without a gap.

    Raises ValueError for JSON that cannot be read.
    """
    if suffix == ".json":
        document = loads(text)
        return list(_cells([document["opening"], document["sections"]]))
    return [line for line in text.split("\n") if line and "\\caption{" not in line]


def _cells(part: Any) -> Iterator[str]:
    """The title and the rows of each table, in the order of reading."""
    if isinstance(part, list):
        for block in part:
            yield from _cells(block)
    elif isinstance(part, dict) and part.get("type") == "table":
        yield str(part.get("title"))
        yield from map(dumps, part.get("rows") or ())
    elif isinstance(part, dict):
        yield from _cells([part.get("blocks"), part.get("table")])
