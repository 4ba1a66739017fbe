"""The command that lists games, says what a game or a file holds, and describes a wager."""

from typing import Annotated

import typer
from typer import BadParameter

from markov.command.arguments import AnyGame, Limit, Options, Printed, asked_one
from markov.command.arguments import parsed_options as choices
from markov.command.completion import wager_names
from markov.command.output import say

EXAMPLE = "Example: markov games quebec-place-bets"
GROUP = "Look up"


def games(
    printed: Printed,
    game: AnyGame = None,
    wager: Annotated[str | None, typer.Argument(autocompletion=wager_names)] = None,
    option: Options = None,
    max_states: Limit = 1_000_000,
) -> None:
    """Lists the games; or shows one game or one wager; or checks a file of your own.

    wager WAGER   One wager of the game, to be described.
    """
    from markov.questions.games import view
    from markov.wager.catalogue import installed, opened

    if game is None:
        if option:
            raise BadParameter("-o chooses a reading of a game; name the game")
        games, troubles = installed()
        for trouble in troubles:
            say(trouble)
        printed.show(view.every(games))
    elif wager is not None:
        from markov.questions.games.described import described

        printed.show(view.described(described(asked_one(game, option, wager), max_states)))
    else:
        from pathlib import Path

        from markov.questions.games.checked_file import by_path, checked

        opened_game = opened(game)
        reading = opened_game.reading(choices(option))
        file = checked(Path(game), opened_game, reading, max_states) if by_path(game) else None
        printed.show(view.game(opened_game, reading, file))
