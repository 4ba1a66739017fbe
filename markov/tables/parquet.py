"""Comma-separated values as an Apache Parquet file; every column is text, so that no digit is lost."""

from importlib import import_module
from pathlib import Path

_BLOCK = 2**26  # bytes read at once; no row may be longer


def render(values: Path, target: Path) -> None:
    """Writes the rows of one file to another; pyarrow is needed."""
    arrow, reader, writer = (import_module(f"pyarrow{part}") for part in ("", ".csv", ".parquet"))
    with values.open(encoding="utf-8", newline="") as file:
        import csv

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
