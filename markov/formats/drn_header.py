"""What a DRN file says before its states."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from markov.formats.drn_number import number
from markov.printable import printable
from markov.wager.game import SheetError

_KEYS = (b"@parameters", b"@placeholders", b"@reward_models", b"@nr_states", b"@nr_choices", b"@model")
_SOLVED = "DTMC; choices (MDP), continuous time (CTMC, MA) and observations (POMDP) are not solved"
_VALUES = "rational or double; parameters and intervals are not solved"


@dataclass(frozen=True, slots=True)
class Header:
    """How many states there are, and the names of what follows.

    line           of @model
    rewards        the reward models, in the order of their values; Storm may leave one without a name
    placeholders   name with its dollar sign → number
    """

    line: int
    states: int
    rewards: tuple[str, ...]
    placeholders: Mapping[bytes, Fraction]


def fault(name: str, line: int, found: str, expected: str) -> SheetError:
    """The error that names the file and the line."""
    return SheetError(f"{name}, line {line}: found {found}; expected {expected}")


def shown(text: bytes) -> str:
    """The words of a file as an error shows them."""
    words = text.strip().decode(errors="replace")
    return printable(repr(words if len(words) <= 60 else words[:60] + "…"))


def header(lines: Iterator[tuple[int, bytes]], name: str) -> Header:
    """What stands up to @model, the lines after it left where they are.

    Raises SheetError for anything but a discrete-time chain with numbers in it.
    """
    seen: dict[bytes, int] = {}
    states = choices = 0
    rewards: tuple[str, ...] = ()
    placeholders: dict[bytes, Fraction] = {}
    at, section = 1, b""
    for at, line in lines:
        text = line.strip()
        if not text or text.startswith(b"//"):
            continue
        if section == b"@placeholders" and text.startswith(b"$"):
            key, value = _placeholder(name, at, text)
            if key in placeholders:
                raise fault(name, at, f"{shown(key)} again", "each placeholder once")
            placeholders[key] = value
            continue
        section, colon, value_text = text.partition(b":")
        if section in seen:
            raise fault(name, at, f"{shown(section)} again (first in line {seen[section]})", "it only once")
        seen[section] = at
        if colon and section in (b"@type", b"@value_type"):
            _solved(name, at, section, value_text.strip())
        elif colon or section not in _KEYS:
            raise fault(name, at, shown(text), "a line like '@type: DTMC', '@nr_states' or '@model'")
        elif section == b"@model":
            break
        elif section == b"@parameters":
            at, words = _next(lines, name, at)
            if words.strip():
                raise fault(
                    name, at, f"parameters {shown(words)}", "none; chains with letters are not solved"
                )
        elif section == b"@reward_models":
            at, words = _next(lines, name, at)
            # Storm ends each name with a space, and the name may be empty.
            names = re.split(r"[ \t]", words.decode(errors="replace"))
            rewards = tuple(names if names[-1] else names[:-1])
            if len(set(rewards)) < len(rewards):
                raise fault(name, at, shown(words), "different names of reward models")
        elif section == b"@nr_states":
            at, states = _count(lines, name, at)
        elif section == b"@nr_choices":
            at, choices = _count(lines, name, at)
    else:
        raise fault(name, at, "the end of the file", "@model and the states after it")
    for key in (b"@type", b"@nr_states"):
        if key not in seen:
            raise fault(name, at, "@model", f"{key.decode()} before it")
    if choices and choices != states:
        wanted = f"{states}, one a state; choices make an MDP, which is not solved"
        raise fault(name, seen[b"@nr_choices"] + 1, f"{choices} choices", wanted)
    return Header(at, states, rewards, placeholders)


def _next(lines: Iterator[tuple[int, bytes]], name: str, at: int) -> tuple[int, bytes]:
    """The line below a heading, which may be empty, and its number."""
    below, line = next(lines, (at, b"@"))
    if line.startswith(b"@"):
        raise fault(name, below, "nothing below the heading", "a line of names, empty where there are none")
    return below, line.rstrip(b"\r\n")


def _count(lines: Iterator[tuple[int, bytes]], name: str, at: int) -> tuple[int, int]:
    below, line = next(lines, (at, b""))
    text = line.strip()
    if not text.isdigit() or len(text) > 18 or not int(text):
        raise fault(name, below, shown(text), "a whole number from 1 up")
    return below, int(text)


def _solved(name: str, at: int, section: bytes, value: bytes) -> None:
    if section == b"@type" and value != b"DTMC":
        raise fault(name, at, f"a model of type {shown(value)}", _SOLVED)
    if section == b"@value_type" and value not in (b"rational", b"double"):
        raise fault(name, at, f"values of type {shown(value)}", _VALUES)


def _placeholder(name: str, at: int, text: bytes) -> tuple[bytes, Fraction]:
    key, colon, value = text.partition(b":")
    if not colon:
        raise fault(name, at, shown(text), "a line like '$0 : 1/3'")
    try:
        return key.strip(), number(value.strip())
    except ValueError as error:
        raise fault(name, at, shown(value), str(error)) from None
