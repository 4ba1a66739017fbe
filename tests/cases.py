"""Cases of a test as a table of text."""

import json
import re


def rows(table):
    """The cells of each row, parted by two spaces or more; – is an empty one, an indented line adds cells."""
    lines = re.sub(r"\n {4,}", "  ", table.strip("\n")).splitlines()
    return [tuple("" if cell == "–" else cell for cell in re.split(" {2,}", line.strip())) for line in lines]


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
