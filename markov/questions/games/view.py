"""The games there are, and what one of them leaves open, as tables."""

from collections.abc import Iterable

from markov.tables.phrases import posted
from markov.tables.table import Cell, Column, Table, Word
from markov.tables.view import Document
from markov.wager.game import Game, slug
from markov.wager.wager import Wager


def games(listed: Iterable[Game]) -> Table:
    """A row for each game."""
    columns = Column("game", "left"), Column("wagers"), Column("options"), Column("source", "left")
    rows = [
        (Word(game.slug), Word(str(len(game.wagers()))), Word(str(len(game.options))), Word(game.source))
        for game in listed
    ]
    return Table("Games", columns, tuple(rows), ("`markov games GAME` shows the wagers and options of one.",))


def game(one: Game) -> list[Table]:
    """The wagers of the game, and the options with their choices."""
    wagers = Table(
        f"{one.name}: wagers",
        (Column("wager", "left"), Column("name", "left"), Column("outlay"), Column("pays", "left")),
        tuple(
            (
                Word(slug(wager.name)),
                Word(wager.name),
                Word(f"{wager.outlay} and more" if wager.raises else str(wager.outlay)),
                Word(_pays(wager)),
            )
            for wager in one.wagers().values()
        ),
    )
    rows: list[tuple[Cell, ...]] = []
    for option in one.options:
        rows.append((Word(option.key), Word(""), Word(option.question)))
        for choice, meaning in option.choices.items():
            default = " (default)" if choice == option.default else ""
            rows.append((Word(""), Word(choice + default), Word(meaning, "faint")))
        if option.idle:
            rows.append((Word(""), Word(""), Word(f"changes no odds: {option.idle}", "faint")))
    headings = Column("option", "left"), Column("choice", "left"), Column("meaning", "left")
    options = Table(
        f"{one.name}: options",
        headings,
        tuple(rows),
        ("Choose with -o OPTION=CHOICE.", f"Source: {one.source}."),
    )
    return [wagers, options]


def _pays(wager: Wager) -> str:
    return ", ".join(f"{ending} {posted(wager.pays, ending)}" for ending, pay in wager.pays.items() if pay)


def document(listed: Iterable[Game]) -> Document:
    """What there is to ask about: games, their wagers and their options."""
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
                        "choices": dict(option.choices),
                        "idle": option.idle or None,
                    }
                    for option in game.options
                ],
            }
            for game in listed
        ],
    }
