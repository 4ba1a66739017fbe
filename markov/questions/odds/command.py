"""The command that prints exact odds."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer import BadParameter

from markov.command.arguments import PlotFile, PrintedFigures, SheetQuery, answers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from markov.wager.odds import Answer

EXAMPLE = "Example: markov odds repeater-bets-plus -o zeros=1 --format md"
GROUP = "Ask"


def odds(
    query: SheetQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    by: Literal["chain", "race"] | None = None,
    columns: Annotated[str | None, typer.Option()] = None,
) -> None:
    """The exact odds of one wager, of several, or of the whole sheet.

    by chain|race     The method of solving. Default: a chain, or a race where that would have too many
                      states.
    columns NAME,…    More columns of a sheet: rtp, hit-frequency, standard-deviation, volatility-index,
                      edge-per-spin.
    """
    from markov.naming import listed
    from markov.questions.odds.view import MORE, view

    more = [name.strip() for name in columns.split(",")] if columns else []
    for name in more:
        if name not in MORE:
            raise BadParameter(f"--columns {name!r} is no column; choose of {listed(list(MORE), 'or')}")

    asked = query.asked()
    wagers = asked.wagers.values()
    solved = answers(wagers, query.max_states, by)
    answered = [solved[wager] for wager in wagers]
    plotted.draw(lambda path: _drawn(path, asked.game.name, answered))
    printed.show(view(asked, answered, more))


def _drawn(path: "Path", title: str, answered: "Sequence[Answer]") -> None:
    from markov.questions.odds.picture import drawn, sheet

    if len(answered) == 1:
        drawn(path, answered[0])
    else:
        sheet(path, title, answered)
