"""The command that shows what moves the edge."""

from markov.command.arguments import Playing, PlotFile, PrintedFigures, WagerQuery
from markov.command.output import progress

EXAMPLE = "Example: markov sensitivity repeater-bets-plus repeating-2"
GROUP = "Design"


def sensitivity(
    query: WagerQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    play: Playing = "optimal",
) -> None:
    """Exact derivatives of the edge, by each pay and by each pocket of the wheel."""
    asked = query.asked()
    wager = asked.wager

    from markov.questions.sensitivity.sensitivity import sensitivity as moved
    from markov.questions.sensitivity.view import drawn, view

    with progress("solving", 2 * len(wager.wheel)) as done:
        answer = moved(wager, play, query.max_states, done)
    plotted.draw(lambda path: drawn(path, answer))
    printed.show(view(asked, answer))
