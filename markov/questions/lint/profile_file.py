"""A profile's TOML file, read strictly: each error names the file, the line and what was expected."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from markov.printable import printable
from markov.questions.lint.profile import Profile, Unstaked
from markov.questions.lint.profile_blanks import KEYS, REQUIRED, Key
from markov.wager.game import SheetError

_LARGEST = 20_000  # bytes; the fullest of ours has 2,000, and reading takes time with the square of the dots


_TABLES = dict.fromkeys(key[:1] for key in KEYS if len(key) > 1)


def read(path: Path) -> Profile:
    """The profile in the file at the path; raises SheetError where it is not valid."""
    text = _text(path)
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise SheetError(
            f"{printable(str(path), 200)}: found tables nested too deep; expected a profile"
        ) from None
    except ValueError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = f", line {at[1]}" if at else ""
        words = printable(str(error), 200)
        raise SheetError(f"{printable(str(path), 200)}{line}: not valid TOML: {words}") from None
    found: dict[str, Any] = {}
    for key, value in _flat(tables):
        if key in _TABLES:
            raise _error(path, text, key, f"found {printable(repr(value), 60)}; expected a table, [{key[0]}]")
        if key not in KEYS:
            raise _error(path, text, key, f"no profile has this key{_nearest(key)}")
        field, reader = KEYS[key]
        try:
            found[field] = reader(value)
        except (TypeError, ValueError) as error:
            raise _error(path, text, key, str(error)) from None
    if missing := [field for field in REQUIRED if field not in found]:
        raise SheetError(
            f"{printable(str(path), 200)}: found no key {missing[0].replace('_', '-')!r}; expected one"
        )
    try:
        profile = Profile(**found).staked(None, None)
    except Unstaked as error:
        raise _error(path, text, ("table",), str(error)) from None
    least, most = profile.least_return, profile.most_return
    if least is not None and most is not None and least > most:
        raise _error(path, text, ("bounds", "most-return"), "found less than least-return; expected more")
    return profile


def _text(path: Path) -> str:
    shown = printable(str(path), 200)
    try:
        if not path.is_file():
            raise SheetError(f"{shown}: found no file of text there; expected a profile in TOML")
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        raise SheetError(f"{shown}: cannot be read: {error.strerror}") from None
    except ValueError:  # a path with a NUL in it
        raise SheetError(f"{shown}: found no file of text there; expected a profile in TOML") from None
    if len(raw) > _LARGEST:
        raise SheetError(f"{shown}: found more than {_LARGEST:,} bytes; expected a profile, which is smaller")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise SheetError(f"{shown}, line {line}: found bytes that are not text; expected UTF-8") from None


def _flat(tables: Mapping[str, Any]) -> Iterator[tuple[Key, Any]]:
    """The keys of the file, those of its tables led by the name of the table."""
    for name, value in tables.items():
        if (name,) in _TABLES and isinstance(value, dict):
            for key, inner in value.items():
                yield (name, key), inner
        else:
            yield (name,), value


def _nearest(key: Key) -> str:
    keys = [*KEYS, *_TABLES] if len(key) == 1 else KEYS
    known = [one[-1] for one in keys if one[:-1] == key[:-1]]
    near = get_close_matches(key[-1][:100], known, n=2, cutoff=0.65)
    return f"; did you mean {' or '.join(near)}?" if near else f": {', '.join(known)}"


def _error(path: Path, text: str, key: Key, trouble: str) -> SheetError:
    line = _line(text, key)
    at = f", line {line}" if line else ""
    return SheetError(f"{printable(str(path), 200)}{at}: {_said(key)}: {printable(trouble, 400)}")


def _line(text: str, key: Key) -> int | None:
    """The line on which the key stands, or the table around it."""
    best, line, quoting = 0, None, False
    header: Key = ()
    for number, written in enumerate(text.splitlines(), start=1):
        quoted, stripped = quoting, written.strip()
        quoting ^= (stripped.count('"""') + stripped.count("'''")) % 2 == 1
        if quoted:
            continue
        found: Key = ()
        if match := re.match(r"\[+([^\]]*)\]", stripped):
            found = header = _parts(match[1])
        elif "=" in stripped and not stripped.startswith("#"):
            found = (*header, *_parts(stripped.partition("=")[0]))
        if len(found) > best and found == key[: len(found)]:
            best, line = len(found), number
    return line


def _parts(text: str) -> Key:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def _said(key: Key) -> str:
    return ".".join(printable(part, 200) for part in key)
