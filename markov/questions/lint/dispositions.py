"""A file of dispositions: what the author of a sheet answers to its findings."""

from pathlib import Path

from markov.sheets.toml_file import TomlFile, dispositions, nearest

_LARGEST = 200_000  # bytes


def read(path: Path) -> dict[str, str]:
    """The answers in the table `dispositions` of the file, by id of a finding.

    Raises SheetError where the file is not valid: the line, what was found and what was expected.
    """
    file = TomlFile.read(path, "file of dispositions", _LARGEST)
    for key in file.tables:
        if key != "dispositions":
            raise file.error((key,), f"no such key is known{nearest(key, ['dispositions'])}")
    return dispositions(file, file.tables.get("dispositions"))
