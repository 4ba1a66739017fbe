"""A table as comma-separated values, fractions whole."""

import csv
import io

from markov.printable import printable
from markov.report.table import Table


def render(table: Table) -> str:
    """The headings and the rows; the notes are left out.

    Headings that are said more than once take the name of their group.
    """
    names = [column.name for column in table.columns]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        f"{column.group}, {column.name}" if names.count(column.name) > 1 else column.name
        for column in table.columns
    )
    writer.writerows(map(printable, row) for row in table.texts())
    return text.getvalue()
