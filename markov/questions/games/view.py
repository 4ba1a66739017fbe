"""The games there are; the wagers and the options of one of them."""

from collections.abc import Sequence
from fractions import Fraction

from markov.tables.columns import column, counts, table, words
from markov.tables.phrases import posted
from markov.tables.records import Records
from markov.tables.table import Cell, Figure, Table, Word
from markov.tables.view import Document, View
from markov.wager.game import Game
from markov.wager.wager import Wager


def view(listed: Sequence[Game], single: bool) -> View:
    """A row for each game; or, of a single one, its wagers and its options."""
    tables = game(listed[0]) if single else (_games(listed),)
    return View(tables, lambda: _records(listed), lambda: _document(listed))


def _games(listed: Sequence[Game]) -> Table:
    parts = [
        words("game", [one.slug for one in listed]),
        counts("wagers", [len(one.wagers()) for one in listed]),
        counts("options", [len(one.options) for one in listed]),
        words("source", [one.source for one in listed]),
    ]
    return table("Games", parts, ["`markov games GAME` shows the wagers and options of one."])


def game(one: Game) -> tuple[Table, ...]:
    """The wagers of the game, and the options with their choices."""
    wagers = one.wagers()
    parts = [
        words("wager", wagers),
        words("name", [wager.name for wager in wagers.values()]),
        column("outlay", [_outlay(wager) for wager in wagers.values()]),
        words("pays", map(_pays, wagers.values())),
    ]
    rows: list[tuple[str, str, Word]] = []
    for option in one.options:
        rows.append((option.key, "", Word(option.question)))
        for choice, meaning in option.choices.items():
            default = " (default)" if choice == option.default else ""
            rows.append(("", choice + default, Word(meaning, "faint")))
        if option.idle:
            rows.append(("", "", Word(f"changes no odds: {option.idle}", "faint")))
    options = [
        words(name, [row[k] for row in rows]) for k, name in enumerate(("option", "choice", "meaning"))
    ]
    notes = "Choose with -o OPTION=CHOICE.", f"Source: {one.source}."
    return table(f"{one.name}: wagers", parts), table(f"{one.name}: options", options, notes)


def _outlay(wager: Wager) -> Cell:
    return Word(f"{wager.outlay} and more") if wager.raises else Figure(wager.outlay)


def _pays(wager: Wager) -> str:
    return ", ".join(f"{ending} {posted(wager.pays, ending)}" for ending, pay in wager.pays.items() if pay)


def _document(listed: Sequence[Game]) -> Document:
    """The games with their wagers and their options."""
    return {
        "schema": "markov/games/1",
        "games": [
            {
                "game": game.slug,
                "name": game.name,
                "source": game.source,
                "wagers": [{"wager": key, "name": one.name} for key, one in game.wagers().items()],
                "options": [
                    {
                        "key": option.key,
                        "question": option.question,
                        "default": option.default,
                        "choices": option.choices,
                        "idle": option.idle or None,
                    }
                    for option in game.options
                ],
            }
            for game in listed
        ],
    }


def _records(listed: Sequence[Game]) -> Records:
    """A row for each wager of each game."""
    rows = [
        {
            "game": game.slug,
            "wager": key,
            "name": one.name,
            "outlay": one.outlay,
            "pays": _pays(one),
            "source": one.source,
        }
        for game in listed
        for key, one in game.wagers().items()
    ]
    kinds = {"game": str, "wager": str, "name": str, "outlay": Fraction, "pays": str, "source": str}
    return Records(kinds, rows)
