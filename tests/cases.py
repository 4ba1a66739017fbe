"""Cases of a test as a table of text."""

import json
import re


def rows(table):
    """The cells of each row, parted by two spaces or more; – is an empty one, indented lines go on."""
    lines: list[str] = []
    for line in table.strip("\n").splitlines():
        text = line.strip()
        if not line.startswith("    "):
            lines.append(text)
        else:
            lines[-1] += f"  {text}" if lines[-1][-1:] != "\n" else f" {text}"
            lines[-1] += "\n"
    cells = (re.split(r" {2,}", line.replace("\n", "")) for line in lines)
    return [tuple("" if cell == "–" else cell for cell in row) for row in cells]


def lists(table):
    """The cells of each row, parted by two spaces or more; an indented line has more cells of its row."""
    return [re.split(" {2,}", row) for row in re.sub(r"\n {4,}", "  ", table.strip("\n")).split("\n")]


def elsewhere(document, cells):
    """What does not stand where in JSON, as edge.per_stake=9/49; a text that is JSON too has its quotes."""
    for cell in cells:
        place, _, text = cell.partition("=")
        value = document
        for key in place.split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]
        try:
            expected = json.loads(text)
        except ValueError:
            expected = text
        if value != expected:
            yield place, value, expected


def misfits(text, words):
    """The words that do not stand in a text, and those behind a ¬ that do."""
    told = " ".join(text.split())
    return [some for some in words if (some.removeprefix("¬") in told) is some.startswith("¬")]
