"""The command that asks what a rebate or a bonus is worth."""

from typing import Annotated, Any, Literal

import typer
from typer import BadParameter

from markov.command.arguments import Playing, PlotFile, PrintedFigures, WagerQuery, typed_values

GROUP = "Ask"
EXAMPLE = "Example: markov promotion craps pass --rebate 10%"


def promotion(
    query: WagerQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    rebate: str | None = None,
    deposit: str | None = None,
    bonus: str | None = None,
    rollover: str | None = None,
    bet: str = "1",
    bets: str | None = None,
    of: Annotated[Literal["bonus", "both"], typer.Option("--of")] = "bonus",
    sticky: bool = False,
    cap: str | None = None,
    play: Playing = "never",
) -> None:
    """A rebate: where to quit. A bonus: its value and the chance to clear it.

    rebate P%        The share of a net loss that is given back when the player quits.
    deposit MONEY    What is paid in for the bonus.
    bonus MONEY      What is added to the deposit.
    rollover TIMES   How often the bonus is to be staked before money may be taken out, such as 30x.
    bet MONEY        The stake of a round.
    bets LIST        Bets to choose from, round by round, such as 1,5,25.
    of               What is to be staked so often: the bonus, or both, the deposit with it.
    sticky           The bonus is taken off at the end.
    cap MONEY        The most that may be taken out, before that.
    """
    from markov.questions.promotion.bonus import bonus as added
    from markov.questions.promotion.rebate import rebate as given_back
    from markov.questions.promotion.view import drawn, view

    asked, limit = query.asked(), query.max_states
    answered: Any
    with typed_values():
        if rebate is not None and deposit is bonus is rollover is None:
            answered = given_back(asked.wager, rebate, bet=bet, play=play, limit=limit)
        elif rebate is None and deposit and bonus and rollover:
            answered = added(
                asked.wager,
                bonus,
                deposit=deposit,
                rollover=rollover,
                of=of,
                bets=(bets or bet).split(","),
                sticky=sticky,
                cap=cap,
                play=play,
                limit=limit,
            )
        else:
            raise BadParameter("a promotion is --rebate, or --deposit, --bonus and --rollover together")
    plotted.draw(lambda path: drawn(path, answered))
    printed.show(view(asked, answered))
