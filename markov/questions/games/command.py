"""The command that lists games, and says what a game leaves open."""

from markov.command import output
from markov.command.arguments import AnyGame, AsFormat, AsJson
from markov.command.streams import say

EXAMPLE = "Example: markov games quebec-place-bets"


def games(
    game: AnyGame = None,
    style: AsFormat = None,
    json: AsJson = False,
) -> None:
    """The games there are; or one game's wagers, options and source."""
    from markov.questions.games.view import view
    from markov.wager.catalogue import installed, opened

    chosen = output.chosen(style, json)
    found, troubles = ([opened(game)], []) if game is not None else installed()
    for trouble in troubles:
        say(trouble)
    output.show(view(found, single=game is not None), chosen)
