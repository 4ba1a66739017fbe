"""The command that writes certificates of exact odds."""

from pathlib import Path
from typing import Annotated

import typer

from markov.command import output
from markov.command.arguments import LIMIT, GameName, Limit, WagerName
from markov.command.asking import asked, selected, target, written
from markov.command.streams import say

EXAMPLE = "Example: markov certify repeater-bets-plus repeating-2 -o two.json"


def certify(
    game: GameName,
    wager: WagerName = None,
    to: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE.json", help="The file to write. Default: stdout."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", metavar="KEY=CHOICE", help="A reading of the rules; `markov games GAME` lists them."
        ),
    ] = None,
    max_states: Limit = LIMIT,
) -> None:
    """A certificate of a wager's odds, or of every wager's, a line each: it can be checked without us."""
    from markov.checker import canonical
    from markov.command.progress import stages
    from markov.proof.certificate import certificate
    from markov.tables.file import write

    if to is not None:
        target("-o", to)
    found, reading = asked(game, option)
    wagers = selected(found, reading, wager)
    lines: list[str] = []
    with stages() as told:
        for one in wagers:

            def progress(what: str, done: int, total: int, before: int = len(lines)) -> None:
                told(what, before * total + done, len(wagers) * total)

            lines.append(canonical(certificate(found, reading, one, max_states, progress)) + "\n")
    if to is None:
        output.write(lines)
    else:
        written("-o", to, lambda path: write(path, "".join(lines).encode("ascii")))
        if Path(to).is_file():  # a stream tells itself what it got
            say(f"{to} holds {len(lines)} certificate{'s' * (len(lines) > 1)}")
