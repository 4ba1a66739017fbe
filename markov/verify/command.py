"""The command that checks certificates and reports."""

from pathlib import Path
from typing import Annotated

import typer

from markov.command.arguments import MAX_STATES, Limit, Printed

EXAMPLE = "Example: markov verify appendix.pdf"
GROUP = "Check"

_FAILED, _NOT_COMPARED = 1, 6


def verify(
    printed: Printed,
    file: Annotated[str, typer.Argument()],
    sheet: str | None = None,
    max_states: Limit = MAX_STATES,
    rounds: Annotated[int, typer.Option(min=1)] = 10_000_000,
) -> None:
    """Checks a certificate or a report; exits with 1 if a check fails, 6 if something was not compared.

    file FILE     Certificates, a line each, or a report.
    sheet SHEET   Compare with the rules of this sheet, .toml or .py, or of this model, .drn, by path.
    rounds N      The most rounds of a wager to simulate again.
    """
    from markov.command.output import stages
    from markov.verify.verified import checked
    from markov.verify.view import verdict, view

    with stages() as progress:
        checks = checked(Path(file), sheet, max_states, rounds, progress)
    printed.show(view(file, checks))
    if (ok := verdict(checks)) is not True:
        raise typer.Exit(_FAILED if ok is False else _NOT_COMPARED)
