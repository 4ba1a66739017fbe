"""The command that writes the chain of a wager as another tool's text."""

from typing import Annotated

import typer

from markov.command import output
from markov.command.arguments import WagerQuery

EXAMPLE = "Example: markov chain repeater-bets-plus repeating-2 | dot -Tsvg > chain.svg"


def chain(
    query: WagerQuery,
    to: Annotated[
        output.To | None,
        typer.Option(help="The text: dot is Graphviz, drn is what Storm reads. Default: dot."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Short for --to json.")] = False,
) -> None:
    """The chain of one wager: its states, and the transitions between them."""
    from markov.formats import dot, drn
    from markov.formats import json as as_json
    from markov.wager.wager import playing_by_itself

    if json and to not in (None, output.To.json):
        raise typer.BadParameter(f"--json and --to {to.value} ask for two formats; choose one")
    found = query.asked()
    one = found.wager
    playing_by_itself(one, "its chain")
    with output.stages("exploring") as told:
        process = one.chain(query.max_states, lambda states: told(f"{one.name}: {states:,} states", 0, 1))
    if json or to is output.To.json:
        lines = as_json.lines(found.game.slug, one.name, process)
    elif to is output.To.drn:
        lines = drn.lines(f"{found.game.name}: {one.name}", process)
    else:
        lines = dot.lines(f"{found.game.name}: {one.name}", process, one.rule)
    output.write(lines)
