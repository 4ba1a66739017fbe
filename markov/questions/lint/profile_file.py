"""A profile's TOML file, read strictly: each error names the file, the line and what was expected."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from markov.exact import exact, percentage
from markov.printable import printable
from markov.questions.lint.profile import Profile, Unstaked
from markov.sheets.toml_file import Key, TomlFile, nearest
from markov.wager.game import SheetError, slug

_LARGEST = 20_000  # bytes; the fullest of ours has 2,000
_LONGEST = 1_000  # characters of a text


def _words(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"found {printable(repr(value), 60)}; expected text")
    text = " ".join(value.split())
    if not text or not text.isprintable() or len(text) > _LONGEST:
        raise ValueError(f"found no text that can be printed; expected up to {_LONGEST:,} characters")
    return text


def _name(value: Any) -> str:
    if not slug(text := _words(value)):
        raise ValueError("found no letter or digit; expected a name")
    return text


def _day(value: Any) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise ValueError(
            f"found {printable(repr(value), 60)}; expected a day like 2024-11-01, without quotes"
        )
    return value


def _number(reader: Callable[[str], Fraction], sample: str, most: int | None) -> Callable[[Any], Fraction]:
    """A reader of a number above 0, which stands in the file as text, so that no digit is lost."""

    def number(value: Any) -> Fraction:
        try:
            if not isinstance(value, str):
                raise ValueError
            found = reader(value)
            if found <= 0 or (most is not None and found > most):
                raise ValueError
        except ValueError:
            raise ValueError(f'found {printable(repr(value), 60)}; expected text like "{sample}"') from None
        return found

    return number


def _one_of(*choices: str) -> Callable[[Any], str]:
    def chosen(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"found {printable(repr(value), 60)}; expected {' or '.join(choices)}")
        return str(value)

    return chosen


# The key, its table before it → the field of the Profile, and what reads it; raises ValueError.
_KEYS: Mapping[Key, tuple[str, Callable[[Any], Any]]] = {
    ("name",): ("name", _name),
    ("notice",): ("notice", _words),
    ("written-for",): ("written_for", _words),
    ("citation",): ("citation", _words),
    ("date",): ("date", _day),
    ("address",): ("address", _words),
    ("seen",): ("seen", _words),
    ("bounds", "base"): ("base", _one_of("per-stake", "per-outlay", "per-resolved")),
    ("bounds", "play"): ("play", _one_of("optimal", "never")),
    ("bounds", "least-return"): ("least_return", _number(percentage, "83%", None)),
    ("bounds", "most-return"): ("most_return", _number(percentage, "100%", None)),
    ("bounds", "least-chance"): ("least_chance", _number(exact, "1/7000000", 1)),
    ("pays", "words"): ("words", _one_of("any", "to", "for")),
    ("table", "minimum"): ("minimum", _number(exact, "5", None)),
    ("table", "chip"): ("chip", _number(exact, "0.50", None)),
}
_REQUIRED = ("name", "notice", "written_for", "citation", "date")
_TABLES = dict.fromkeys(key[0] for key in _KEYS if len(key) > 1)


def read(path: Path) -> Profile:
    """The profile in the file at the path; raises SheetError where it is not valid."""
    file = TomlFile.read(path, "profile", _LARGEST)
    found: dict[str, Any] = {}
    for key, value in _flat(file.tables):
        if key in _KEYS:
            field, reader = _KEYS[key]
            try:
                found[field] = reader(value)
            except (TypeError, ValueError) as error:
                raise file.error(key, str(error)) from None
        elif key[0] in _TABLES and len(key) == 1:
            raise file.error(key, f"found {printable(repr(value), 60)}; expected a table, [{key[0]}]")
        else:
            known = [str(one[-1]) for one in _KEYS if one[:-1] == key[:-1]]
            hint = nearest(str(key[-1]), [*known, *map(str, _TABLES)] if len(key) == 1 else known)
            raise file.error(key, f"no profile has this key{hint}")
    if missing := [field for field in _REQUIRED if field not in found]:
        shown = printable(str(path), 200)
        raise SheetError(f"{shown}: found no key {missing[0].replace('_', '-')!r}; expected one")
    try:
        profile = Profile(**found).staked(None, None)
    except Unstaked as error:
        raise file.error(("table",), str(error)) from None
    least, most = profile.least_return, profile.most_return
    if least is not None and most is not None and least > most:
        raise file.error(("bounds", "most-return"), "found less than least-return; expected more")
    return profile


def _flat(tables: Mapping[str, Any]) -> Iterator[tuple[Key, Any]]:
    """The keys of the file with their values, those of its tables led by the name of the table."""
    for name, value in tables.items():
        if name in _TABLES and isinstance(value, dict):
            yield from (((name, key), inner) for key, inner in value.items())
        else:
            yield (name,), value
