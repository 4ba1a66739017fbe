"""The command that finds the pay for an edge."""

from fractions import Fraction
from typing import Annotated, Literal

import typer
from typer import BadParameter

from markov.command.arguments import Playing, PlotFile, PrintedFigures, WagerQuery, one_solved, parsed_edge

EXAMPLE = "Example: markov price repeater-bets-plus repeating-2 --edge 5%"


_LARGEST = 1_000_000  # a step; no table pays more


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
    wanted, by_step = parsed_edge("--edge", edge), _step(step)
    found = query.asked()
    one = found.wager

    from markov.questions.price.price import price as priced
    from markov.questions.price.view import drawn, view
    from markov.wager.pay_edits import check_ending, edited

    engine = one_solved(one, query.max_states)
    named = engine.answer(one).win if ending is None else ending.strip()
    check_ending(one, named)
    try:
        edited(one, {named: Fraction(0)})
    except ValueError as error:  # the envy that it would owe is not said
        raise BadParameter(f"{named}: {error}") from None
    answered = priced(engine, one, named, wanted, over or "per_stake", play, by_step)
    plotted.draw(lambda path: drawn(path, answered))
    printed.show(view(found, answered, chosen=ending is None))


def _step(text: str | None) -> Fraction | None:
    from markov.exact import exact

    if text is None:
        return None
    try:
        step = exact(text)
        if not 0 < step <= _LARGEST:
            raise ValueError(f"{text[:60]!r} is not above 0 and at most {_LARGEST:,}")
    except ValueError as error:
        raise BadParameter(f"--step: {error}; write it like --step 1/2 or --step 5") from None
    return step
