"""The command that judges the offers of a wager, and designs a schedule of them."""

from typing import Annotated, Literal

import typer

from markov.command.arguments import PlotFile, PrintedFigures, WagerQuery, one_solved, parsed_edge

EXAMPLE = "Example: markov surrender repeater-bets-plus horn --edge 15%"
GROUP = "Ask"


def surrender(
    query: WagerQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    edge: str | None = None,
    only: Literal["posted"] | None = None,
    on_card: Annotated[bool, typer.Option("--card")] = False,
) -> None:
    """The offers of a wager, judged: never right to take, or a cost to the house; a schedule for an edge.

    edge P%   Also the largest schedule that keeps this edge, such as 15% or 3/20.
    only      A schedule of the offers that are posted, not of all that there could be.
    on_card   Only where best play takes which offer, as a card to carry.
    """
    target = None if edge is None else parsed_edge("--edge", edge)
    if only is not None and target is None:
        raise typer.BadParameter("--only is for a schedule, which needs an edge; add one, like --edge 15%")

    if on_card and (edge is not None or plotted.plot is not None):
        raise typer.BadParameter("--card goes without --edge and --plot")

    from markov.command.output import progress
    from markov.questions.surrender.card import card_view
    from markov.questions.surrender.schedule import schedule
    from markov.questions.surrender.surrender import surrender as judge
    from markov.questions.surrender.view import drawn, view
    from markov.wager.wager import needs_no_choices

    asked = query.asked()
    wager = asked.wager
    needs_no_choices(wager, "a schedule of offers")
    rule = one_solved(wager, query.max_states)
    if on_card:
        printed.show(card_view(asked, rule.answer(wager)))
        return
    judged = judge(wager, solution=rule)
    kept = None
    if target is not None:
        endings = {offer.ending for offer in judged.offers} | {each.ending for each in judged.unposted}
        with progress("bounding offers", 2 * len(endings) + 1) as done:
            kept = schedule(wager, edge=target, only_posted=only == "posted", solution=rule, done=done)
    plotted.draw(lambda path: drawn(path, judged))
    printed.show(view(asked, judged, target, kept))
