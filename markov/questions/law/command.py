"""The command that gives the exact law of the number of spins."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command.arguments import Playing, PlotFile, PrintedFigures, WagerQuery, exploring, parsed_chance
from markov.command.output import stages, write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markov.questions.law.law import SpinLaw

EXAMPLE = "Example: markov law repeater-bets-plus repeating-2 --within 20 --quantile 99%"
GROUP = "Ask"


def law(
    query: WagerQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    at_least: Annotated[int | None, typer.Option(min=0)] = None,
    within: Annotated[int | None, typer.Option(min=0)] = None,
    quantile: list[str] | None = None,
    play: Playing = "never",
) -> None:
    """The exact law of the number of spins: how long the wager lasts, with its median, 90% and 99% points.

    at_least N    The chance of N spins or more.
    within N      The chance that it is over within N spins.
    quantile P%   The number of spins by which the wager is over with this chance: 99%, or 1/2; repeatable.
    """
    wanted = tuple(parsed_chance(text) for text in quantile or ())
    asked = query.asked()

    from markov.command.output import progress
    from markov.questions.law.law import spin_law
    from markov.questions.law.view import Figures, drawn, view
    from markov.wager.odds import by_road

    with stages("solving") as advance:
        rule = by_road(asked.wager, query.max_states, None, exploring(advance, asked.wager))
    with progress("solving, walking", 2) as done:
        answered = spin_law(asked.wager, play=play, solution=rule)
        done(1)
        _check_reachable(answered, wanted)
        text = printed.rendered(view(Figures(asked, answered, at_least, within, wanted)))
    plotted.draw(lambda path: drawn(path, answered))
    write([text])


def _check_reachable(law: "SpinLaw", chances: "Iterable[Fraction]") -> None:
    """Refuses 100% where no number of spins is sure to be enough."""
    from markov.chain.transitions import TooMuchWork

    if Fraction(1) in chances:
        try:
            law.quantile(Fraction(1))
        except TooMuchWork:
            raise
        except ValueError as error:
            raise BadParameter(f"--quantile 100%: {error}; ask for --quantile 99.99%") from None
