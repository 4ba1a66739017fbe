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
    from markov.wager.decisions import decisions
    from markov.wager.wager import needs_no_choices, net_pays

    if json and to not in (None, "json"):
        raise typer.BadParameter(f"--json and --to {to} ask for two formats; choose one")
    asked = query.asked()
    wager = asked.wager
    if wager.has_actions and to == "drn":
        with output.stages("exploring") as advance:
            problem = decisions(wager, query.max_states, exploring(advance, wager))
            decided, rewards = problem.priced(wager).model(net_pays(wager))
        if wager.later_stakes:
            rewards["returned-less-added-stakes"] = rewards.pop("returned")
        output.write(drn.process_lines(f"{asked.game.name}: {wager.name}", decided, rewards, wager.rule))
        return
    needs_no_choices(wager, "its chain", "--to drn writes its decision process")
    with output.stages("exploring") as advance:
        process = wager.chain(query.max_states, exploring(advance, wager))
    if json or to == "json":
        lines = as_json.lines(asked.game.slug, wager.name, process, wager.rule)
    elif to == "drn":
        lines = drn.lines(f"{asked.game.name}: {wager.name}", process, wager.rule)
    else:
        lines = dot.lines(f"{asked.game.name}: {wager.name}", process, wager.rule)
    output.write(lines)
