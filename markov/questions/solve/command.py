"""The command that solves the chain of a file."""

from pathlib import Path
from typing import Annotated

import typer

from markov.command import output
from markov.command.arguments import Force, PrintedFigures

EXAMPLE = "Example: markov solve die.drn --reach six, or markov solve maze.drn --reach prize --max --policy"
GROUP = "Ask"


def solve(
    printed: PrintedFigures,
    file: Annotated[str, typer.Argument()],
    reach: Annotated[str, typer.Option()],
    reward: str | None = None,
    greatest: Annotated[bool, typer.Option("--max")] = False,
    least: Annotated[bool, typer.Option("--min")] = False,
    policy: bool = False,
    certificate: str | None = None,
    force: Force = False,
) -> None:
    """The exact chance of reaching a label in a chain or decision process; or the mean reward until then.

    file FILE               A chain (DTMC) or a decision process (MDP) as Storm's DRN text.
    reach LABEL             The label of the states to be reached.
    reward NAME             The mean reward until then, in place of the chance.
    greatest                Of a decision process, the greatest that choices can make it.
    least                   Of a decision process, the least that choices can make it.
    policy                  Also the best policy: the action of each state.
    certificate FILE.json   Also write a certificate of the best policy to this file.
    """
    from markov.chain.decision_process import DecisionProcess
    from markov.formats.drn_reader import read
    from markov.questions.solve.solution import certified, decided, solved
    from markov.questions.solve.view import view
    from markov.tables.file import write
    from markov.wager.game import Unknown

    if greatest and least:
        raise typer.BadParameter("--max and --min ask for two answers; choose one")
    output.optional_target("--certificate", certificate, force)
    with output.stages("reading"):
        drn = read(Path(file))
    model = drn.model
    if reach not in drn.labels:
        raise Unknown("label", reach, drn.labels)
    if reward is not None and reward not in drn.rewards:
        raise Unknown("reward model", reward, drn.rewards)
    if isinstance(model, DecisionProcess):
        if not greatest and not least:
            raise typer.BadParameter(f"{file} has choices to make (type MDP); add --max or --min")
        with output.stages("solving"):
            solution = decided(file, drn, model, reach, reward, "max" if greatest else "min")
        if certificate is not None:
            with output.stages("certifying"):
                text = certified(drn, model, reach, reward, "max" if greatest else "min")
            output.written("--certificate", certificate, lambda path: write(path, text.encode("ascii")))
            output.say(f"{certificate} holds the certificate")
    else:
        for asked, option in (
            (greatest, "--max"),
            (least, "--min"),
            (policy, "--policy"),
            (certificate, "--certificate"),
        ):
            if asked:
                raise typer.BadParameter(f"{file} has no choices to make (type DTMC); leave {option} out")
        with output.stages("solving"):
            solution = solved(file, drn, model, reach, reward)
    printed.show(view(solution, policy))
