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
    """The exact odds of one wager, of several, or of every wager of the sheet."""
    from markov.questions.odds.view import view

    chosen = output.chosen(style, json)
    found = asked(game, option, wager, pay)
    solved = answers(found.wagers.values(), max_states)
    answered = [solved[one] for one in found.wagers.values()]
    shown = view(found.game, found.reading, answered, whole=not found.named or len(answered) > 1)
    output.show(chosen, shown.tables, shown.flat, shown.to_dict, whole)
