"""A table as each format sets it, but for its number: what can be looked for in the text of a report."""

import re
from collections.abc import Iterator
from json import dumps
from typing import Any

from markov.typeset.manuscript import Tabular
from markov.typeset.report_file import loads

_NEXT_PART = "</table><table>"  # of a table in HTML that paper has in parts
FORMATS = (".json", ".html", ".md", ".tex", ".typ")


def rows(tabular: Tabular, suffix: str) -> list[str]:
    """The lines of the table as that format sets it, in the order that they have in `lines`."""
    match suffix:
        case ".json":
            from markov.typeset.json import cell

            return [tabular.table.title, *(dumps([cell(one) for one in row]) for row in tabular.table.rows)]
        case ".md":
            from markov.tables.markdown import grid

            return grid(tabular.table, tabular.totals).split("\n")
        case ".html":
            from markov.typeset.html import table

            shown = lines(_escaped(table(tabular, "", "")), suffix)
            return [line for line in shown if line.startswith(("<t", _NEXT_PART))]
        case ".tex":
            from markov.typeset.tex import table as set_in_tex

            return lines(set_in_tex(tabular), suffix)
        case ".typ":
            from markov.typeset.typst import tabular as set_in_typst

            return set_in_typst(tabular).split("\n")
    raise ValueError(f"no report is written as {suffix!r}")


def lines(text: str, suffix: str) -> list[str]:
    """The lines of a report in that format, which hold those of each of its tables without a gap.

    Raises ValueError for JSON that cannot be read.
    """
    if suffix == ".json":
        document = loads(text)
        return list(_cells([document["opening"], document["sections"]]))
    if suffix == ".html":
        text = re.sub(r"\n?(<thead>|</table>)", r"\n\1", text)
    return [line for line in text.split("\n") if "\\caption{" not in line]


def _escaped(page: str) -> str:
    return page.replace("=====", "====&#61;")


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
