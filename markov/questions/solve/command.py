"""The command that solves the chain of a file."""

from pathlib import Path
from typing import Annotated

import typer

from markov.command.arguments import PrintedFigures

EXAMPLE = "Example: markov solve die.drn --reach six"


def solve(
    printed: PrintedFigures,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A discrete-time chain as Storm's DRN text.")],
    reach: Annotated[str, typer.Option(metavar="LABEL", help="The label of the states to be reached.")],
    reward: Annotated[
        str | None, typer.Option(metavar="NAME", help="The mean reward until then, in place of the chance.")
    ] = None,
) -> None:
    """The exact chance of reaching a label, in any chain that a file holds; or the mean reward until then."""
    from fractions import Fraction

    from markov.chain import reachability
    from markov.formats import drn_reader
    from markov.questions.solve import view as solution
    from markov.wager.game import Unknown

    read = drn_reader.read(Path(file))
    if reach not in read.labels:
        raise Unknown("label", reach, read.labels)
    if reward is not None and reward not in read.rewards:
        raise Unknown("reward model", reward, read.rewards)
    links, targets = read.chain.transitions, read.labels[reach]
    values: list[Fraction | None] = (
        [*reachability.reach_probabilities(links, targets, read.initial)]
        if reward is None
        else reachability.expected_rewards(links, targets, read.rewards[reward], read.initial)
    )
    states, transitions = len(read.chain.states), len(links.weights)
    answers = list(zip(read.initial, values, strict=True))
    found = solution.Solution(file, states, transitions, reach, reward, answers)
    printed.show(solution.view(found))
