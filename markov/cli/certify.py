"""The commands that write a certificate of exact odds, and check one."""

from pathlib import Path
from typing import Annotated

import typer

from markov.cli import output
from markov.cli.arguments import LIMIT, AsFormat, AsJson, GameName, Limit, WagerName
from markov.cli.asking import asked, selected, target, written

_FAILED, _NOT_COMPARED = 1, 6


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
    from markov.certificate import certificate
    from markov.checker import canonical
    from markov.cli.progress import progress
    from markov.report.file import write

    if to is not None:
        target("-o", to)
    found, reading = asked(game, option)
    wagers = selected(found, reading, wager)
    lines = []
    with progress("certifying", len(wagers)) as done:
        for one in wagers:
            lines.append(canonical(certificate(found, reading, one, max_states)) + "\n")
            done(len(lines))
    if to is None:
        output.write(lines)
    else:
        written("-o", to, lambda path: write(path, "".join(lines).encode("ascii")))


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Certificates, a line each, or a report.")],
    sheet: Annotated[
        str | None,
        typer.Option(metavar="SHEET", help="Compare with the rules of this sheet, .toml or .py, by path."),
    ] = None,
    style: AsFormat = None,
    json: AsJson = False,
    max_states: Limit = LIMIT,
) -> None:
    """Checks a certificate or a report; exits with 1 if a check fails, 6 if something was not compared."""
    from markov.cli.verified import checked
    from markov.report import checks

    chosen = output.chosen(style, json)
    found = checked(Path(file), sheet, max_states)
    table = checks.table(file, found)
    output.show(chosen, [table], table, lambda: checks.document(file, found))
    if (held := checks.verdict(found)) is not True:
        raise typer.Exit(_FAILED if held is False else _NOT_COMPARED)
