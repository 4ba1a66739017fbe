"""The command that asks when a progressive meter is worth playing."""

from dataclasses import dataclass
from typing import Annotated

import typer

from markov.command.arguments import Playing, PlotFile, PrintedFigures, WagerQuery, typed_values

GROUP = "Ask"
EXAMPLE = "Example: markov meter repeater-bets-plus repeating-2 made --seed 20 --adds 1%"


@dataclass(frozen=True, kw_only=True)
class MeterOptions:
    """The terms of a meter, as `markov.meter` takes them."""

    seed: str | None = None
    adds: str = "0%"
    now: str | None = None
    must_hit_by: str | None = None
    bet: str = "1"
    play: Playing = "never"


def meter(
    terms: MeterOptions,
    query: WagerQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    ending: Annotated[str | None, typer.Argument()] = None,
) -> None:
    """A progressive meter: the long-run return, and the meter at which a play breaks even.

    ending ENDING        The ending that wins the meter, in place of its pay. Default: the win.
    seed MONEY           What the meter begins with again.
    adds P%              The share of a bet that goes to the meter.
    now MONEY            The meter as it stands.
    must_hit_by MONEY    The meter is won at a secret amount up to this, by whatever ending.
    bet MONEY            The stake of a play.
    """
    from markov.questions.meter.meter import meter as worth
    from markov.questions.meter.view import drawn, view

    asked = query.asked()
    with typed_values():
        answered = worth(asked.wager, ending, **vars(terms), limit=query.max_states)
    plotted.draw(lambda path: drawn(path, answered))
    printed.show(view(asked, answered))
