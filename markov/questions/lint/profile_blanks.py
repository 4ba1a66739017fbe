"""The blanks of a profile: which keys it may hold, and what reads each of them."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any, TypeAlias

from markov.exact import exact, percentage
from markov.printable import printable
from markov.wager.game import slug

Key: TypeAlias = tuple[str, ...]

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
    """What reads a number above 0, which stands in the file as text, so that no digit is lost."""

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
KEYS: Mapping[Key, tuple[str, Callable[[Any], Any]]] = {
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
REQUIRED = ("name", "notice", "written_for", "citation", "date")
