"""The command that writes certificates of exact odds."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from markov.command import output
from markov.command.arguments import LIMIT, Force, GameName, Limit, OutputOptions, Pays, WagerNames
from markov.command.asking import asked, target, written
from markov.command.output import say

EXAMPLE = "Example: markov certify repeater-bets-plus repeating-2 -o two.json"


def certify(
    game: GameName,
    wager: WagerNames = None,
    to: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.json",
            help="The file to write, over one that is there only with --force. Default: stdout.",
        ),
    ] = None,
    pay: Pays = None,
    option: OutputOptions = None,
    force: Force = False,
    max_states: Limit = LIMIT,
) -> None:
    """Certificates of odds, a line for each wager; `markov/checker.py` alone checks them."""
    from markov.checker import canonical
    from markov.command.output import stages
    from markov.proof.certificate import certificate
    from markov.tables.file import write

    if to is not None:
        target("-o", to, force=force)
    elif force:
        raise typer.BadParameter("--force overwrites the file of -o, and there is none")
    found = asked(game, option, wager, pay)
    published, wagers = found.published, found.wagers.values()
    lines: list[str] = []
    with stages() as told:
        for one in wagers:

            def progress(what: str, done: int, total: int, before: int = len(lines)) -> None:
                told(what, before * total + done, len(wagers) * total)

            lines.append(canonical(certificate(published, found.reading, one, max_states, progress)) + "\n")
    if to is None:
        output.write(lines)
    else:
        written("-o", to, lambda path: write(path, "".join(lines).encode("ascii")))
        if Path(to).is_file():  # a stream tells itself what it got
            say(f"{to} holds {len(lines)} certificate{'s' * (len(lines) > 1)}")


def _told(done: Callable[[int], None], before: int, more: int) -> None:
    done(before + more)
