"""The command that asks what several wagers come to together."""

from typing import Annotated

import typer
from typer import BadParameter

from markov.command.arguments import Playing, PlotFile, PrintedFigures, StakesQuery, typed_values

GROUP = "Ask"
EXAMPLE = "Example: markov layout craps field=5 place-5=5 place-6=6 place-8=6 --until roll"


def layout(
    query: StakesQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    until: Annotated[str, typer.Option()] = "resolved",
    play: Playing = "never",
) -> None:
    """Several wagers together: the law of the total, the edge, the variance, and what hedges what.

    until WHEN   resolved: each wager stays until it is decided. roll, or spin: after one trial.
    """
    from markov.questions.layout.layout import layout as laid_out
    from markov.questions.layout.view import drawn, view

    if until not in ("resolved", "roll", "spin"):
        raise BadParameter(f"--until {until}: choose resolved, roll or spin")
    asked, stakes = query.staked()
    with typed_values():
        answered = laid_out(
            {asked.wagers[name]: stake for name, stake in stakes.items()},
            until="resolved" if until == "resolved" else "roll",
            play=play,
            limit=query.max_states,
        )
    plotted.draw(lambda path: drawn(path, answered))
    printed.show(view(asked, answered))
