"""A TOML file, with the line on which each key stands, so that an error can point at it."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, ValidationError, convert
from msgspec.structs import fields

from markov.game import SheetError

T = TypeVar("T", bound=Struct)
Key: TypeAlias = tuple[str | int, ...]

_LARGEST = 1_000_000  # bytes; the fullest sheet so far has 7,000


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The tables of a file and the text they were read from."""

    path: Path
    text: str
    tables: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> "TomlFile":
        """The file at the path.

        Raises SheetError when it cannot be read, is not text, is too large or is not TOML.
        """
        try:
            if not path.is_file():
                raise SheetError(f"{path}: found no such file; expected a TOML sheet")
            with path.open("rb") as file:
                raw = file.read(_LARGEST + 1)
        except (OSError, ValueError) as error:
            if isinstance(error, SheetError):
                raise
            reason = error.strerror if isinstance(error, OSError) else error
            raise SheetError(f"{path}: cannot be read: {reason}") from None
        if len(raw) > _LARGEST:
            raise SheetError(
                f"{path}: found more than {_LARGEST:,} bytes; expected a sheet, which is smaller"
            )
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            raise SheetError(f"{path}, line {line}: found bytes that are not text; expected UTF-8") from None
        try:
            return cls(path, text, tomllib.loads(text))
        except RecursionError:
            raise SheetError(f"{path}: found brackets nested too deep; expected a TOML sheet") from None
        except ValueError as error:
            raise SheetError(f"{path}: not valid TOML: {error}") from None

    def converted(self, tables: Any, kind: type[T], at: Key = ()) -> T:
        """The part of the file at the key, as that kind of record; raises SheetError where it is not one."""
        try:
            return convert(tables, kind)
        except ValidationError as error:
            text, _, path = str(error).partition(" - at `$")
            inner = tuple(int(i) if i else name for name, i in re.findall(r"\.([\w-]+)|\[(\d+)\]", path))
            if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", text):
                hint = "" if inner else nearest(unknown[1], [field.encode_name for field in fields(kind)])
                raise self.error((*at, *inner, unknown[1]), f"no sheet has this key here{hint}") from None
            if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
                raise self.error((*at, *inner), f"found no key {missing[1]!r}; expected one") from None
            expected = text.partition(", got ")[0].replace("`", "").removeprefix("Expected ")
            found = _shown(tables, inner)
            raise self.error((*at, *inner), f"found {found}; expected {expected}") from None

    def error(self, key: Key, trouble: str) -> SheetError:
        """The trouble, with the file, the line and the key it is about."""
        name = ".".join(f'"{part}"' if " " in str(part) else str(part) for part in key)
        line = self._line(key)
        return SheetError(f"{self.path}{f', line {line}' if line else ''}: {name or 'the sheet'}: {trouble}")

    def _line(self, key: Key) -> int | None:
        """The line of the key, or of the innermost table around it that has a line of its own."""
        wanted = tuple(str(part) for part in key)
        best, line = 0, None
        for number, found in self._keys():
            if len(found) > best and found == wanted[: len(found)]:
                best, line = len(found), number
        return line

    def _keys(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        header: tuple[str, ...] = ()
        for number, text in enumerate(self.text.splitlines(), start=1):
            line = text.strip()
            if line.startswith("["):
                if found := _parsed(line):
                    header = found
                    yield number, header
            elif "=" in line and (found := _parsed(line.partition("=")[0] + "= 0")):
                yield number, header + found


def nearest(found: str, names: Iterable[str]) -> str:
    """The names to choose from, said as the end of a sentence: the nearest where there are near ones."""
    known = list(names)
    if near := get_close_matches(found, known, n=2, cutoff=0.5):
        return f"; did you mean {' or '.join(near)}?"
    return f": {', '.join(known[:40])}{' …' if len(known) > 40 else ''}"


def _shown(tables: Any, key: Key) -> str:
    """What stands at the key, cut short."""
    for part in key:
        tables = tables[part]
    text = repr(tables)
    return text if len(text) <= 60 else text[:60] + "…"


def _parsed(line: str) -> tuple[str, ...]:
    """The key that a header, or the left side of a line, names; empty where the line is part of a value."""
    try:
        tables: Any = tomllib.loads(line)
    except (ValueError, RecursionError):
        return ()
    keys: list[str] = []
    while isinstance(tables, dict) and len(tables) == 1:
        ((key, tables),) = tables.items()
        keys.append(key)
    return tuple(keys)
