"""The command that prints exact odds."""

from markov.command import output
from markov.command.arguments import (
    LIMIT,
    AsFormat,
    AsJson,
    GameName,
    Limit,
    Options,
    Pays,
    WagerNames,
    Whole,
)
from markov.command.asking import answers, asked

EXAMPLE = "Example: markov odds repeater-bets-plus -o zeros=1 --format md"


def odds(
    game: GameName,
    wager: WagerNames = None,
    pay: Pays = None,
    option: Options = None,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """The exact odds of one wager, of several, or of the whole sheet."""
    from markov.questions.odds.view import view

    chosen = output.chosen(style, json)
    found = asked(game, option, wager, pay)
    wagers = found.wagers.values()
    solved = answers(wagers, max_states)
    output.show(view(found.game, found.reading, [solved[one] for one in wagers]), chosen, whole)
