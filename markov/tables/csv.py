"""Records as comma-separated values, safe to open in a spreadsheet; and such a file as Apache Parquet."""

import csv
import io
import re
from collections.abc import Iterable
from importlib import import_module
from itertools import chain
from pathlib import Path

from markov.printable import printable
from markov.tables.records import Records

# Names are whatever a sheet says; a spreadsheet takes a cell that begins so for a formula.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER = re.compile(r"[+-]?[0-9][0-9,]*(\.[0-9]+)?(/[0-9]+|e[+-]?[0-9]+)?%?")
_BLOCK = 2**26  # bytes that are read at once for Parquet; no row may be longer


def render(records: Records) -> str:
    """The headings and the rows."""
    return lines(map(as_text, row) for row in chain([records.headings()], records.texts()))


def lines(rows: Iterable[Iterable[str]]) -> str:
    """The cells of each row as a line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(printable, row) for row in rows)
    return text.getvalue()


def as_text(cell: str) -> str:
    """The cell with an apostrophe before it where a spreadsheet would take its words for a formula.

    >>> as_text("=1+1"), as_text("-9/49"), as_text("+0.5%"), as_text("-s/49")
    ("'=1+1", '-9/49', '+0.5%', "'-s/49")
    """
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def to_parquet(values: Path, target: Path) -> None:
    """Writes the rows of one file to another; pyarrow is needed.

    Every column is text, so that no digit is lost.
    """
    arrow, reader, writer = (import_module(f"pyarrow{part}") for part in ("", ".csv", ".parquet"))
    with values.open(encoding="utf-8", newline="") as file:
        names = next(csv.reader(file))
    schema = arrow.schema([(name, arrow.string()) for name in names])
    batches = reader.open_csv(
        values,
        read_options=reader.ReadOptions(block_size=_BLOCK),
        convert_options=reader.ConvertOptions(column_types=schema),
    )
    with batches, writer.ParquetWriter(target, schema) as made:
        for batch in batches:
            made.write_batch(batch)
