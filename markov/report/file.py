"""A file that is written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write(path: Path, data: bytes) -> None:
    """Writes the file whole; raises OSError where it cannot."""
    with whole(path) as part:
        part.write_bytes(data)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Another path beside it to write to; what is there at the end, if all went well, takes the path's place.

    Raises OSError where it cannot.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
