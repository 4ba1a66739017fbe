"""The command that prints odds under every reading."""

from typing import Annotated

import typer

from markov.command.arguments import LIMIT, GameName, Limit, Pays, PrintedFigures, WagerNames, answers, asked

EXAMPLE = "Example: markov readings straights-and-8s --all --format csv"


def readings(
    printed: PrintedFigures,
    game: GameName,
    wager: WagerNames = None,
    pay: Pays = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    max_states: Limit = LIMIT,
) -> None:
    """The house edge under every reading of what the sheet leaves open.

    every   Every combination of choices, not one option at a time.
    """
    from markov.questions.readings.view import view

    found = asked(game, None, wager, pay)
    read = [found.under(reading) for reading in found.game.readings(every)]
    solved = answers([one for each in read for one in each.wagers.values()], max_states)
    answered = [(each.reading, [solved[one] for one in each.wagers.values()]) for each in read]
    printed.show(view(found.game, answered, every))
