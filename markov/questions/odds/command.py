"""The command that prints exact odds."""

from markov.command.arguments import PrintedFigures, SheetQuery, answers

EXAMPLE = "Example: markov odds repeater-bets-plus -o zeros=1 --format md"


def odds(query: SheetQuery, printed: PrintedFigures) -> None:
    """The exact odds of one wager, of several, or of the whole sheet."""
    from markov.questions.odds.view import view

    asked = query.asked()
    wagers = asked.wagers.values()
    solved = answers(wagers, query.max_states)
    printed.show(view(asked, [solved[one] for one in wagers]))
