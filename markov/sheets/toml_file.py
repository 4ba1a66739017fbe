"""A TOML file, with the line on which each key stands, so that an error can point at it."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, ValidationError, convert
from msgspec.inspect import (
    AnyType,
    BoolType,
    DictType,
    IntType,
    ListType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    UnionType,
    type_info,
)

from markov.naming import did_you_mean
from markov.printable import printable
from markov.wager.game import SheetError
from markov.wager.wager import condition_lines

T = TypeVar("T", bound=Struct)
Key: TypeAlias = tuple[str | int, ...]

RANGE = re.compile(r"(?P<name>.+)-(?P<first>0|[1-9][0-9]{0,4})\.\.(?P<last>0|[1-9][0-9]{0,4})")
"""Names with a range of numbers: rep-2..7."""

_LARGEST = 1_000_000  # bytes; the fullest sheet so far has 7,000
_LONGEST = 1_000  # characters of an answer to a finding
_DEEPEST = 20  # tables within tables; a sheet needs eight
# Reading takes time with the square of these.
_MOST_DIGITS = 4_000  # of a number
_MOST_DOTS = 200  # between the keys of a line

# By kind of value as msgspec has it: the type that TOML gives it, and its words.
_KINDS: dict[Any, tuple[type, str]] = {
    IntType: (int, "a whole number"),
    StrType: (str, "text"),
    LiteralType: (str, "text"),
    BoolType: (bool, "true or false"),
    ListType: (list, "a list"),
    DictType: (dict, "a table"),
    StructType: (dict, "a table"),
    NoneType: (type(None), ""),  # TOML has none
    AnyType: (object, ""),
}


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The tables of a file and the text they were read from.

    changes   what was put in place of some tables: the key it stands under, and the tables put there
    """

    path: Path
    text: str
    tables: Mapping[str, Any]
    changes: tuple[tuple[Key, Mapping[str, Any]], ...] = ()

    @classmethod
    def read(cls, path: Path, what: str = "sheet", largest: int = _LARGEST) -> "TomlFile":
        """The file at the path, which is to hold a sheet, or what it is said to.

        largest   how many bytes it may have

        Raises SheetError when it cannot be read, is not text, is too large or is not TOML.
        """
        missing = f": found no file there; expected a TOML {what}"
        try:
            if not path.is_file():
                raise _unread(path, missing)
            with path.open("rb") as file:
                raw = file.read(largest + 1)
        except OSError as error:
            raise _unread(path, f": cannot be read: {error.strerror}") from None
        except ValueError:  # a path with a NUL in it
            raise _unread(path, missing) from None
        if len(raw) > largest:
            raise _unread(path, f": found more than {largest:,} bytes; expected a {what}, which is smaller")
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            number = raw[: error.start].count(b"\n") + 1
            raise _unread(path, f", line {number}: found bytes that are not text; expected UTF-8") from None
        for number, line in enumerate(text.split("\n"), start=1):
            if re.search(rf"(?<=[\s=,\[{{+-])[0-9_]{{{_MOST_DIGITS + 1}}}", line):
                raise _unread(path, f", line {number}: found a number of more than {_MOST_DIGITS:,} digits")
            if line.count(".") > _MOST_DOTS and not line.lstrip().startswith("#"):
                raise _unread(path, f", line {number}: found more than {_MOST_DOTS} dots on one line")
        try:
            tables = tomllib.loads(text)
        except RecursionError:
            tables = None
        except ValueError as error:
            raise _unread(path, f"{not_toml(error)}{_cure(text, str(error))}") from None
        if tables is None or _too_deep(tables):
            raise _unread(path, f": found tables nested too deep; expected a {what}, at most {_DEEPEST} deep")
        return cls(path, text, tables)

    def changed(self, key: Key, by: Mapping[str, Any]) -> "TomlFile":
        """The file with tables that stand under the key in it put in place of others."""
        return replace(self, tables=_replaced(self.tables, by), changes=(*self.changes, (key, by)))

    def converted(self, tables: Any, kind: type[T], at: Key = ()) -> T:
        """The part of the file at the key, as that kind of record; raises SheetError where it is not one."""
        try:
            return convert(tables, kind)
        except ValidationError:
            key, trouble = _misfit(tables, type_info(kind), at) or (at, "found what no sheet has")
            raise self.error(key, trouble) from None

    def error(self, key: Key, trouble: str) -> SheetError:
        """The trouble, with the file, the line and the key it is about."""
        for at, tables in reversed(self.changes):
            if _holds(tables, key):
                key = (*at, *key)
                break
        else:
            if self.changes:
                trouble += f" (with {', '.join(_dotted(at) for at, _ in self.changes)})"
        line = self._line(key)
        name = _dotted(key) or "the sheet"
        return SheetError(
            f"{printable(str(self.path), 200)}{f', line {line}' if line else ''}: {name}: "
            f"{printable(trouble, 400)}"
        )

    def _line(self, key: Key) -> int | None:
        """The line of the key, or of the innermost table around it that has a line of its own."""
        best, line = 0, None
        names = [str(part) for part in key]
        names += [name.rpartition("-")[0] for name in names[-1:] if "-" in name]  # as a range has it
        for number, listed in self._keys(names):
            if key and listed[: len(key)] == key:  # of a table that has no header, the first key in it
                return number
            if key and listed and listed[:-1] == key[:-1] and _in_range(str(key[-1]), str(listed[-1])):
                best, line = len(key), number
            elif len(listed) > best and listed == key[: len(listed)]:
                best, line = len(listed), number
        return line

    def _keys(self, parts: Iterable[str]) -> Iterator[tuple[int, Key]]:
        """The lines on which a key stands, and the keys; of keys under a header, those with such a part."""
        header: Key = ()
        listed: Counter[Key] = Counter()
        quoting = False
        for number, text in enumerate(self.text.split("\n"), start=1):
            line, quoted = text.strip(), quoting
            quoting ^= (line.count('"""') + line.count("'''")) % 2 == 1
            if quoted:
                continue
            if line.startswith("[") and (named := _parsed(line)):
                header = named
                if line.startswith("[["):
                    header = (*named, listed[named])
                    listed[named] += 1
                yield number, header
            elif (
                "=" in line
                and any(part in line for part in parts)
                and (named := _parsed(line.partition("=")[0] + "= 0"))
            ):
                yield number, header + named


def _unread(path: Path, trouble: str) -> SheetError:
    return SheetError(f"{printable(str(path), 200)}{trouble}")


def not_toml(error: ValueError) -> str:
    """The error of Python's reader, its line where every error has it.

    >>> not_toml(ValueError("Invalid value (at line 3, column 8)"))
    ', line 3: not valid TOML: Invalid value, at column 8'
    """
    words = printable(str(error), 200)
    if at := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", words):
        return f", line {at[2]}: not valid TOML: {at[1]}, at column {at[3]}"
    return f": not valid TOML: {words}"


def _cure(text: str, trouble: str) -> str:
    """The cure of a mistake that many make in TOML; empty where it is another."""
    at = re.search(r"\(at line (\d+)", trouble)
    if at is None:
        return ""
    lines = [re.sub(r"""(["']).*?\1|#.*""", "", line) for line in text.splitlines()]
    number = int(at[1]) - 1
    wrong = lines[number] if number < len(lines) else ""
    if re.match(r"\s*[\w-]+\.\.", wrong):
        return '; a name with two dots stands in quotes: "rep-2..7" = "2 for 1"'
    if any(line.count("{") > line.count("}") for line in lines[max(number - 1, 0) : number + 1]):
        return "; a table in braces stays on one line; give it a [header], and each key a line"
    return ""


def _in_range(name: str, span: str) -> bool:
    """True where the name is one of those that the range says: rep-3 in rep-2..7."""
    ends, (stem, _, number) = RANGE.fullmatch(span), name.rpartition("-")
    return (
        ends is not None
        and stem == ends["name"]
        and number.isdecimal()
        and int(ends["first"]) <= int(number) <= int(ends["last"])
    )


def nearest(name: str, names: Iterable[str]) -> str:
    """The names to choose from, said as the end of a sentence: the nearest where there are near ones."""
    known = list(names)
    if near := get_close_matches(name[:100], known, n=2, cutoff=0.65):
        return f"; {did_you_mean(near)}"
    return f": {', '.join(known[:40])}{' …' if len(known) > 40 else ''}"


def _replaced(tables: Mapping[str, Any], by: Mapping[str, Any]) -> dict[str, Any]:
    """The tables with those of the other in place of their own; what both have as a table is merged."""
    merged = dict(tables)
    for key, value in by.items():
        old = tables.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and value.get("kind") in (None, old.get("kind")):
            value = _replaced(old, value)  # a table of another kind has other keys, and keeps none of these
        merged[key] = value
    return merged


def _holds(tables: Any, key: Key) -> bool:
    """True where the tables hold the key, or a key that it is a part of."""
    for part in key:
        if not isinstance(tables, dict):
            return True
        if part not in tables:
            return False
        tables = tables[part]
    return bool(key)


def _too_deep(tables: Any) -> bool:
    level = [tables]
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(level)


def _misfit(value: Any, kind: Any, key: Key) -> tuple[Key, str] | None:
    """The first key under which something is not of its type, and what is wrong with it; None where all is.

    value   what stands under the key, and is to be of that kind, as msgspec describes it
    """
    kinds = kind.types if isinstance(kind, UnionType) else (kind,)
    fitting = [each for each in kinds if _fits(value, each)]
    structs = [each for each in fitting if isinstance(each, StructType)]
    if structs and (tag := structs[0].tag_field):
        if tag not in value:
            return key, f"found no key {tag!r}; expected one"
        fitting = [each for each in structs if each.tag == value[tag]]
        if not fitting:
            return (*key, tag), instead(value[tag], [str(each.tag) for each in structs])
    if not fitting:
        choices = [str(word) for each in kinds if isinstance(each, LiteralType) for word in each.values]
        words = [words for known, (_, words) in _KINDS.items() if known in map(type, kinds) and words]
        return key, instead(value, choices if choices and isinstance(value, str) else words)
    fit = fitting[0]
    for name, sign in (("ge", ">="), ("le", "<="), ("min_length", "of length >=")):
        if (bound := getattr(fit, name, None)) is not None:
            size = len(value) if name == "min_length" else value
            if size > bound if name == "le" else size < bound:
                return key, instead(value, [f"{_KINDS[type(fit)][1]} {sign} {bound}"])
    match fit:
        case StructType():
            return _misfit_of_record(value, fit, key)
        case DictType():
            inside = (_misfit(each, fit.value_type, (*key, name)) for name, each in value.items())
        case ListType():
            inside = (_misfit(each, fit.item_type, (*key, i)) for i, each in enumerate(value))
        case _:
            return None
    return next(filter(None, inside), None)


def _misfit_of_record(value: Mapping[str, Any], record: StructType, key: Key) -> tuple[Key, str] | None:
    known = {field.encode_name: field for field in record.fields}
    for name, each in value.items():
        if name in known:
            if (wrong := _misfit(each, known[name].type, (*key, name))) is not None:
                return wrong
        elif name != record.tag_field:
            names = [*([record.tag_field] if record.tag_field else []), *known]
            return (*key, name), f"no sheet has this key here{nearest(name, names)}"
    if missing := [name for name, field in known.items() if field.required and name not in value]:
        return key, f"found no key {missing[0]!r}; expected one"
    try:
        convert(value, record.cls)
    except (
        ValidationError
    ) as error:  # of a record that looks at its values itself: the key, and what is wrong
        own, trouble = getattr(error.__cause__, "args", ("", str(error)))
        return (*key, own), trouble
    return None


def _fits(value: Any, kind: Any) -> bool:
    """True where the value may be of that kind, bounds and what is inside of it left aside."""
    if isinstance(kind, LiteralType):
        return value in kind.values
    return isinstance(kind, AnyType) or type(value) is _KINDS[type(kind)][0]


def instead(value: Any, words: Iterable[str]) -> str:
    """The words for a value that is not one of those that may stand there."""
    return f"found {printable(repr(value), 60)}; expected {' or '.join(dict.fromkeys(words))}"


def _dotted(key: Key) -> str:
    return ".".join(
        part if re.fullmatch(r"[\w-]+", part) else f'"{part}"'
        for part in (printable(str(part), 60) for part in key)
    )


def _parsed(line: str) -> Key:
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


def dispositions(file: TomlFile, endings: Any) -> dict[str, str]:
    """The answers to findings in the table `dispositions`, by id; each is one line of words.

    Raises SheetError where there is no such table, or something in it is no text that can be printed.
    """
    if not isinstance(endings, dict):
        raise file.error(("dispositions",), "found no table; expected [dispositions]")
    answers = {}
    for key, text in endings.items():
        words = " ".join(text.split()) if isinstance(text, str) else ""
        if not words or not words.isprintable() or not key.isprintable() or len(words) > _LONGEST:
            shown = printable(repr(text), 60)
            expected = f"text of up to {_LONGEST:,} characters, the answer to the finding"
            raise file.error(("dispositions", key), f"found {shown}; expected {expected}")
        answers[key] = words
    return answers


def conditions(file: TomlFile, at: Key, name: str, lines: Iterable[str]) -> tuple[str, ...]:
    """The conditions that stand in the table at the key; raises SheetError for what is no line of words."""
    try:
        return condition_lines(name, lines)
    except ValueError as error:
        raise file.error((*at, "conditions"), str(error)) from None
