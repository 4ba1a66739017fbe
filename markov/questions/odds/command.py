"""The command that prints exact odds."""

from typing import Annotated, Literal

import typer
from typer import BadParameter

from markov.command.arguments import PrintedFigures, SheetQuery, answers

EXAMPLE = "Example: markov odds repeater-bets-plus -o zeros=1 --format md"
GROUP = "Ask"


def odds(
    query: SheetQuery,
    printed: PrintedFigures,
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
            raise BadParameter(f"--columns {name[:60]!r} is no column; choose of {listed(list(MORE), 'or')}")

    asked = query.asked()
    wagers = asked.wagers.values()
    solved = answers(wagers, query.max_states, by)
    printed.show(view(asked, [solved[wager] for wager in wagers], more))
