"""The command that writes the chain of a wager as another tool's text."""

from typing import Literal

import typer

from markov.command import output
from markov.command.arguments import WagerQuery, exploring

EXAMPLE = "Example: markov chain repeater-bets-plus repeating-2 | dot -Tsvg > chain.svg"
GROUP = "Look up"


def chain(
    query: WagerQuery,
    to: Literal["dot", "json", "drn"] | None = None,
    json: bool = False,
) -> None:
    """The chain of one wager: its states, and the transitions between them.

    to     The text: dot is Graphviz, drn is what Storm reads. Default: dot.
    json   Short for --to json.
    """
    from markov.formats import dot, drn
    from markov.formats import json as as_json
    from markov.wager.decisions import DecisionProblem, decisions
    from markov.wager.wager import needs_no_choices, net_pays

    if json and to not in (None, "json"):
        raise typer.BadParameter(f"--json and --to {to} ask for two formats; choose one")
    found = query.asked()
    one = found.wager
    if one.has_actions and to == "drn":
        with output.stages("exploring") as advance:
            problem = DecisionProblem.of(decisions(one, query.max_states, exploring(advance, one)), one)
        output.write(
            drn.process_lines(f"{found.game.name}: {one.name}", *problem.model(net_pays(one)), one.rule)
        )
        return
    needs_no_choices(one, "its chain", "--to drn writes its decision process")
    with output.stages("exploring") as advance:
        process = one.chain(query.max_states, exploring(advance, one))
    if json or to == "json":
        lines = as_json.lines(found.game.slug, one.name, process)
    elif to == "drn":
        lines = drn.lines(f"{found.game.name}: {one.name}", process, one.rule)
    else:
        lines = dot.lines(f"{found.game.name}: {one.name}", process, one.rule)
    output.write(lines)
