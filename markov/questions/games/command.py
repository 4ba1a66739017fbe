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
    from markov.questions.games import view as words
    from markov.wager.catalogue import installed, opened

    chosen = output.chosen(style, json)
    found, troubles = ([opened(game)], []) if game is not None else installed()
    for trouble in troubles:
        say(trouble)
    tables = words.game(found[0]) if game is not None else [words.games(found)]
    output.show(chosen, tables, tables[0], lambda: words.document(found))
