"""The command that prints exact odds."""

from typing import Literal

from markov.command.arguments import PrintedFigures, SheetQuery, answers

EXAMPLE = "Example: markov odds repeater-bets-plus -o zeros=1 --format md"
GROUP = "Ask"


def odds(query: SheetQuery, printed: PrintedFigures, by: Literal["chain", "race"] | None = None) -> None:
    """The exact odds of one wager, of several, or of the whole sheet.

    by chain|race   The method of solving. Default: a chain, or a race where that would have too many states.
    """
    from markov.questions.odds.view import view

    asked = query.asked()
    wagers = asked.wagers.values()
    solved = answers(wagers, query.max_states, by)
    printed.show(view(asked, [solved[one] for one in wagers]))
