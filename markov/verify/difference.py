"""The first difference of two texts, in words."""

from itertools import zip_longest

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
    pair = line or "", wanted or ""
    same = next(
        (k for k, signs in enumerate(zip(*pair, strict=False)) if len(set(signs)) > 1), min(map(len, pair))
    )
    start = max(0, same - _AROUND)
    said = ("nothing" if one is None else repr(one[start : start + _LONG]) for one in (line, wanted))
    return "{} stands where {} belongs".format(*said)


def shortened(value: object) -> str:
    """The text of a value, the middle left out where it is long.

    >>> shortened("9/49"), len(shortened("1" * 500))
    ('9/49', 80)
    """
    text = str(value)
    return text if len(text) <= _LONG else f"{text[:40]}…{text[-39:]}"
