"""The command that prints odds under every reading."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from markov.command.arguments import (
    MAX_STATES,
    GameName,
    Limit,
    Pays,
    PlotFile,
    PrintedFigures,
    WagerNames,
    answers_under,
    asked,
)

if TYPE_CHECKING:
    from markov.wager.game import Game

EXAMPLE = "Example: markov readings straights-and-8s --all --format csv"
GROUP = "Ask"


def readings(
    printed: PrintedFigures,
    plotted: PlotFile,
    game: GameName,
    wager: WagerNames = None,
    pay: Pays = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    rejected: bool = False,
    max_states: Limit = MAX_STATES,
) -> None:
    """The house edge under every reading of what the sheet leaves open.

    every      Every combination of choices, not one option at a time.
    rejected   With --all: show the readings that the sheet rejects, too.
    """
    from markov.questions.readings.view import drawn, view

    asked_sheet = asked(game, None, wager, pay)
    # Choices under which an edited wager has other lines or pays are left out.
    compared = replace(asked_sheet.game, options=asked_sheet.published.options)
    answered = answers_under(asked_sheet, compared.readings(every), max_states)
    plotted.draw(lambda path: drawn(path, compared, answered))
    printed.show(view(compared, answered, every, _left_out(asked_sheet.game, compared), rejected))


def _left_out(whole: "Game", compared: "Game") -> list[str]:
    """The choices of the sheet that are not compared."""
    kept = {option.key: option.choices for option in compared.options}
    return [
        f"{option.key}={choice}"
        for option in whole.options
        for choice in option.choices
        if choice not in kept[option.key]
    ]
