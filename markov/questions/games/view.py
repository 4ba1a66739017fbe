"""The games there are, and what one of them leaves open, as tables."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from markov.questions.games import wager_view
from markov.questions.games.described import Described
from markov.questions.games.held import Held
from markov.tables.phrases import posted
from markov.tables.table import NOTHING, Cell, Column, Table, Word
from markov.tables.view import Document
from markov.wager.game import Game
from markov.wager.wager import Wager

_AS_IT_IS: Mapping[str, str] = MappingProxyType({})


def games(listed: Iterable[Game]) -> Table:
    """A row for each game."""
    columns = Column("game", "left"), Column("wagers"), Column("options"), Column("source", "left")
    rows = [
        (Word(game.slug), Word(str(len(game.wagers()))), Word(str(len(game.options))), Word(game.source))
        for game in listed
    ]
    return Table("Games", columns, tuple(rows), ("`markov games GAME` shows the wagers and options of one.",))


def game(one: Game, reading: Mapping[str, str] = _AS_IT_IS, file: Held | None = None) -> list[Table]:
    """The wagers of the game, and the options with their choices.

    file   what was found when the file of the game was checked; None where it is installed
    """
    columns = [Column("wager", "left"), Column("name", "left"), Column("outlay"), Column("pays", "left")]
    rows: list[tuple[Cell, ...]] = []
    for key, wager in one.wagers(reading).items():
        states = file.states[key] if file else None
        outlay = f"{wager.outlay} and more" if wager.raises else str(wager.outlay)
        row = Word(key), Word(wager.name), Word(outlay), Word(_pays(wager))
        count = NOTHING if states is None else Word(f"{states:,}")
        rows.append((*row[:3], count, row[3]) if file else row)
    if file:
        columns.insert(3, Column("states"))
    wagers = Table(f"{one.name}: wagers", tuple(columns), tuple(rows), tuple(_checked(file)) if file else ())
    if not one.options:
        notes = (*wagers.notes, "The sheet leaves nothing open.", f"Source: {one.source}.")
        return [Table(wagers.title, wagers.columns, wagers.rows, notes)]
    rows = []
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


def _checked(file: Held) -> Iterator[str]:
    readings = f"{file.readings} readings, the default and each other choice of an option"
    under = readings if file.readings > 1 else "the one reading there is"
    yield (
        f"Nothing is wrong: under {under}, every ending that can come has a pay, every pay is for an "
        "ending that can come, and play is always over at last."
    )
    if None in file.states.values():
        yield f"– stands for more than {file.limit:,} states: what can come there was not looked at."


def document(
    listed: Iterable[Game], reading: Mapping[str, str] = _AS_IT_IS, file: Held | None = None
) -> Document:
    """What there is to ask about: games, their wagers and their options."""
    return {
        "schema": "markov/games/1",
        "games": [
            {
                "game": game.slug,
                "name": game.name,
                "source": game.source,
                "wagers": [
                    {
                        "wager": key,
                        "name": one.name,
                        "source": one.source,
                        "outlay": str(one.outlay),
                        "pays": {ending: str(pay) for ending, pay in one.pays.items()},
                        "states": file.states[key] if file else None,
                    }
                    for key, one in game.wagers(reading).items()
                ],
                "readings": file.readings if file else None,
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


def described(found: Described) -> Document:
    """The game with one wager of it alone, described."""
    told = document([found.asked.game], found.asked.reading)
    told["games"][0]["wagers"] = [wager_view.document(found)]
    return {**told, "options": dict(found.asked.reading)}
