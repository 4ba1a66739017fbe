"""A table as comma-separated values, fractions whole."""

import csv
import io

from markov.report.table import Table


def render(table: Table) -> str:
    """The headings and the rows; the notes are left out."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings(table))
    writer.writerows(table.texts())
    return text.getvalue()


def headings(table: Table) -> list[str]:
    """The names of the columns; those that are said more than once with the name of their group."""
    names = [column.name for column in table.columns]
    return [
        f"{column.group}, {column.name}" if names.count(column.name) > 1 else column.name
        for column in table.columns
    ]
