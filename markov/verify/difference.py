"""The first difference of two texts, in words."""

from collections.abc import Sequence
from itertools import takewhile, zip_longest

_AROUND, _LONG = 24, 80  # signs before what differs; signs of a piece that is quoted


def difference(given: str, made: str) -> str:
    r"""The first line in which two texts differ, with its number; empty where they are the same.

    >>> print(difference("edge\n9/49 of it", "edge\n9/48 of it"))
    line 2: '9/49 of it' stands where '9/48 of it' belongs
    """
    lines = zip_longest(given.split("\n"), made.split("\n"))
    for number, (line, wanted) in enumerate(lines, start=1):
        if line != wanted:
            return f"line {number}: {where_lines_differ(line, wanted)}"
    return ""


def where_lines_differ(line: str | None, wanted: str | None) -> str:
    """The words around the first sign in which two lines differ; None is no line at all.

    >>> print(where_lines_differ(None, "9/49"), where_lines_differ("1/2 ", "1/2"), sep="; ")
    nothing stands where '9/49' belongs; '1/2 ' stands where '1/2' belongs
    """
    start = max(0, alike_from_start(line or "", wanted or "") - _AROUND)
    quoted = ("nothing" if text is None else repr(text[start : start + _LONG]) for text in (line, wanted))
    return "{} stands where {} belongs".format(*quoted)


def alike_from_start(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of signs, or lines, that two texts have in common before the first in which they differ."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def shortened(value: object) -> str:
    """The text of a value, the middle left out where it is long.

    >>> shortened("9/49"), len(shortened("1" * 500))
    ('9/49', 80)
    """
    text = str(value)
    return text if len(text) <= _LONG else f"{text[:40]}…{text[-39:]}"
