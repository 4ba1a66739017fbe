"""The command that lists games, and says what a game leaves open."""

from markov.command.arguments import AnyGame, Printed
from markov.command.output import say

EXAMPLE = "Example: markov games quebec-place-bets"


def games(printed: Printed, game: AnyGame = None) -> None:
    """The games there are; or one game's wagers, options and source."""
    from markov.questions.games.view import view
    from markov.wager.catalogue import installed, opened

    found, troubles = ([opened(game)], []) if game is not None else installed()
    for trouble in troubles:
        say(trouble)
    printed.show(view(found, single=game is not None))
