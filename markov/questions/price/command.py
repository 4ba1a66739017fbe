"""The command that finds the pay for an edge."""

from typing import Annotated, Literal

import typer
from typer import BadParameter

from markov.command.arguments import Playing, PlotFile, PrintedFigures, WagerQuery, one_solved, parsed_edge

EXAMPLE = "Example: markov price repeater-bets-plus repeating-2 --edge 5%"
GROUP = "Design"


def price(
    query: WagerQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    edge: Annotated[str, typer.Option()],
    ending: Annotated[str | None, typer.Argument()] = None,
    over: Annotated[
        Literal["per_stake", "per_outlay", "per_resolved", "per_spin"] | None, typer.Option("--base")
    ] = None,
    play: Playing = "optimal",
    step: str | None = None,
) -> None:
    """The exact pay of an ending for an edge, and the nearest payable ones.

    edge P%         The edge: 15%, 9/49, 0%, or -1% for the player's advantage.
    ending ENDING   The ending whose pay is asked for. Default: the win.
    over            The base of the edge. Default: per_stake.
    step S          The increment of the pays offered, such as 1/2 or 5. Default: whole numbers and n to m.
    """
    from markov.questions.price.price import checked_step
    from markov.questions.price.price import price as priced
    from markov.questions.price.view import drawn, view
    from markov.wager.pay_edits import edited

    wanted = parsed_edge("--edge", edge)
    try:
        by_step = checked_step(step)
    except ValueError as error:
        raise BadParameter(f"--step: {error}; write it like --step 1/2 or --step 5") from None
    asked = query.asked()
    wager = asked.wager
    named = None if ending is None else ending.strip()
    if named is not None:
        try:
            edited(wager, {named: "nothing"})
        except ValueError as error:  # the envy that it would owe is not said
            raise BadParameter(f"{named}: {error}") from None
    rule = one_solved(wager, query.max_states)
    answered = priced(
        wager, named, edge=wanted, base=over or "per_stake", play=play, step=by_step, solution=rule
    )
    plotted.draw(lambda path: drawn(path, answered))
    printed.show(view(asked, answered, chosen=ending is None))
