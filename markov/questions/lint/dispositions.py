"""A file of dispositions: what the author of a sheet answers to its findings."""

from pathlib import Path

from markov.printable import printable
from markov.sheets.toml_file import TomlFile, nearest

_LARGEST = 200_000  # bytes


def read(path: Path) -> dict[str, str]:
    """The answers in the table `dispositions` of the file, by id of a finding.

    Raises SheetError where the file is not valid: the line, what was found and what was expected.
    """
    file = TomlFile.read(path, "file of dispositions", _LARGEST)
    for key in file.tables:
        if key != "dispositions":
            raise file.error((key,), f"no such key is known{nearest(key, ['dispositions'])}")
    found = file.tables.get("dispositions")
    if not isinstance(found, dict):
        raise file.error(("dispositions",), "found no table; expected [dispositions]")
    for key, text in found.items():
        if not isinstance(text, str) or not text.strip():
            shown = printable(repr(text), 60)
            raise file.error(
                ("dispositions", key), f"found {shown}; expected text, the answer to the finding"
            )
    return dict(found)
