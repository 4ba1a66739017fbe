"""The command that prints odds under every reading."""

from typing import Annotated

import typer

from markov.command import output
from markov.command.arguments import (
    LIMIT,
    AsFormat,
    AsJson,
    GameName,
    Limit,
    WagerName,
    Whole,
)
from markov.command.asking import answers, asked, selected

EXAMPLE = "Example: markov readings straights-and-8s --all --format csv"


def readings(
    game: GameName,
    wager: WagerName = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every combination of choices, not one option at a time.")
    ] = False,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """The house edge under every reading of what the sheet leaves open."""
    from markov.questions.readings.view import view

    chosen = output.chosen(style, json)
    found, _ = asked(game, None)
    read = [(reading, selected(found, reading, wager)) for reading in found.readings(every)]
    solved = answers([one for _, wagers in read for one in wagers], max_states)
    answered = [(reading, [solved[one] for one in wagers]) for reading, wagers in read]
    output.show(view(found, answered, every), chosen, whole)
