"""The command that follows a player's money over many rounds."""

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from markov.command.arguments import Playing, PlotFile, PrintedFigures, WagerQuery, typed_values
from markov.command.output import write

GROUP = "Ask"
EXAMPLE = "Example: markov session repeater-bets-plus repeating-2 --bankroll 50 --rounds 200"


@dataclass(frozen=True, kw_only=True)
class SessionOptions:
    """The terms of a session, as `markov.session` takes them."""

    bankroll: str | None = None
    bet: str = "1"
    rounds: Annotated[int | None, typer.Option(min=1, max=10**9)] = None
    spins: Annotated[int | None, typer.Option(min=1, max=10**9)] = None
    goal: str | None = None
    stop_loss: str | None = None
    risk: str | None = None
    short: Literal["stop", "borrow"] = "stop"
    still_open: Annotated[Literal["refunded", "played"], typer.Option("--open")] = "refunded"
    fraction: Annotated[bool, typer.Option("--exact")] = False
    play: Playing = "never"


def session(terms: SessionOptions, query: WagerQuery, printed: PrintedFigures, plotted: PlotFile) -> None:
    """The money of a player who makes one bet round after round: ruin, a goal, being ahead.

    bankroll MONEY    The money at the start.
    bet MONEY         The stake of a round.
    rounds N          The number of rounds at most. Default: until ruin or the goal.
    spins N           The number of spins or rolls in place of rounds; a bet is made again when one is over.
    goal MONEY        Stop when the bankroll has reached this.
    stop_loss MONEY   Stop when so much has been lost.
    risk P%           In place of --bankroll: find the least bankroll with at most this chance of ruin.
    short             With less than a round may cost: stop, or borrow the difference once.
    still_open        A bet that is open after the last spin is refunded, or played until it is decided.
    fraction          Ask for fractions, however long.
    """
    from markov.command.output import progress
    from markov.questions.session.session import session as played
    from markov.questions.session.view import drawn, view

    found = query.asked()
    with progress("playing", terms.rounds or terms.spins or 1) as done:
        with typed_values():
            answered = played(found.wager, **vars(terms), limit=query.max_states, progress=done)
        text = printed.rendered(view(found, answered))
    plotted.draw(lambda path: drawn(path, answered))
    write([text])
