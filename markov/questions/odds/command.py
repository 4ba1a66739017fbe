"""The command that prints exact odds."""

from markov.command import output
from markov.command.arguments import LIMIT, AsFormat, AsJson, GameName, Limit, Options, WagerNames, Whole
from markov.command.asking import answers, asked, several

EXAMPLE = "Example: markov odds repeater-bets-plus -o zeros=1 --format md"


def odds(
    game: GameName,
    wager: WagerNames = None,
    option: Options = None,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """The exact odds of one wager, of several, or of every wager of the sheet."""
    from markov.questions.odds.view import view

    chosen = output.chosen(style, json)
    found, reading = asked(game, option)
    wagers = several(found, reading, wager)
    solved = answers(wagers, max_states)
    output.show(view(found, reading, [solved[one] for one in wagers]), chosen, whole)
