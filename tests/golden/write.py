"""Writes the golden files anew: `python -m tests.golden.write [GAME]…`, all of them where none is named.

What is solved today goes in, so read the difference (`git diff tests/golden`) before you keep it: every
line of it is an answer that changed. A file whose figures are as they were is left as it was; the date
is that of the last change. `roads` says how the figures were reached, is written by hand, and stays.
"""

import sys
import tomllib
from datetime import date
from functools import cache

from markov.wager.catalogue import find, shelf
from markov.wager.odds import answer
from tests.golden.figures import figures, path, text

ROADS = ["the chain of the wager, solved exactly; forward and backward agree"]


def write(name: str) -> None:
    game, file = find(name), path(name)
    tables = figures(game, cache(answer))
    kept = tomllib.loads(file.read_text()) if file.exists() else {}
    same = tables == {key: kept.get(key) for key in tables}
    head = {
        "game": game.name,
        "date": kept["date"] if same else date.today().isoformat(),
        "source": game.source,
        "roads": kept.get("roads", ROADS),
    }
    file.write_text(text(head, tables))


if __name__ == "__main__":
    for name in sys.argv[1:] or shelf():
        write(name)
