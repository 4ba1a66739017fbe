"""Tables as each format sets them, but for their numbers: what can be looked for in the text of a report."""

import re
from collections.abc import Iterator, Sequence
from json import dumps
from typing import Any

from markov.typeset.manuscript import Manuscript, Tabular
from markov.typeset.pandoc import written
from markov.typeset.report_file import loads

_LINES = {  # of a table in a format that pandoc writes
    ".html": re.compile(r"<thead>.*?</table>", re.DOTALL),
    ".md": re.compile(r"(?:^\|.*\n?)+", re.MULTILINE),
    ".tex": re.compile(r"\\begin\{longtable\}.*?\\end\{longtable\}", re.DOTALL),
}
FORMATS = (".json", ".typ", *_LINES)


def rows(tabulars: Sequence[Tabular], suffix: str) -> list[tuple[str, list[str]]]:
    """The title of each table, or part of one, and its lines as that format sets it, as `lines` has them.

    Raises NoTypesetter where the package that sets it is not installed.
    """
    match suffix:
        case ".json":
            from markov.typeset.json import cell

            tables = [one.table for one in tabulars]
            shown = ([dumps([cell(each) for each in row]) for row in table.rows] for table in tables)
            return [(one.title, [one.title, *cells]) for one, cells in zip(tables, shown, strict=True)]
        case ".typ":
            from markov.typeset.typst import tabular

            return [(one.table.title, tabular(one).split("\n")) for one in tabulars]
        case ".html":
            from markov.typeset.html import tree

            to = "html"
        case ".md":
            from markov.typeset.markdown import tree

            to = "gfm"
        case ".tex":
            from markov.typeset.tex import tree

            to = "latex"
        case _:
            raise ValueError(f"no report is written as {suffix!r}")
    made = tree(Manuscript("", "", "2000-01-01", (), ()))
    text = written(made.tables(tabulars), to).decode()
    titles = [one.table.title for one in tabulars for _ in made.parts(one, [], "")]
    found = _LINES[suffix].findall(text)
    return list(zip(titles, (lines(one, suffix) for one in found), strict=True))


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
        for one in part:
            yield from _cells(one)
    elif isinstance(part, dict) and part.get("type") == "table":
        yield str(part.get("title"))
        yield from map(dumps, part.get("rows") or ())
    elif isinstance(part, dict):
        yield from _cells(part.get("blocks"))
