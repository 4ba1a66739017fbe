"""The commands that write a certificate of exact odds, and check one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from markov.cli import output
from markov.cli.arguments import LIMIT, AsFormat, AsJson, GameName, Limit, WagerName
from markov.cli.asking import asked, selected

if TYPE_CHECKING:
    from markov.report.checks import Check


def certify(
    game: GameName,
    wager: WagerName = None,
    to: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE.json", help="Where to; stdout if not said.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="KEY=CHOICE", help="A reading; `markov games GAME` lists them."),
    ] = None,
    max_states: Limit = LIMIT,
) -> None:
    """A certificate of a wager's odds, or of every wager's, a line each: it can be checked without us."""
    from markov.certificate import certificate
    from markov.checker import canonical
    from markov.cli.progress import progress

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
        output.replace(Path(to), lines)


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate, or several, a line each.")],
    style: AsFormat = None,
    json: AsJson = False,
    max_states: Limit = LIMIT,
) -> None:
    """Checks a certificate by substitution, and against the installed rules; exits with 1 if it fails."""
    from markov.report import checks

    chosen = output.chosen(style, json)
    found = _checked(Path(file), max_states)
    table = checks.table(file, found)
    output.show(chosen, [table], table, lambda: checks.document(file, found))
    if not all(check.ok for check in found):
        raise typer.Exit(1)


def _checked(file: Path, limit: int) -> "list[Check]":
    from json import loads

    from markov.checker import check
    from markov.game import SheetError
    from markov.report.checks import Check

    try:
        lines = file.read_text("ascii").splitlines()
    except UnicodeDecodeError:
        raise SheetError(f"{file}: found bytes that are not ASCII; expected a certificate") from None
    if not lines:
        raise SheetError(f"{file}: found nothing; expected a certificate, or several, a line each")
    found = []
    for number, text in enumerate(lines, start=1):
        results = list(check(text))
        ok = all(held for _, held, _ in results)
        name = str(loads(text)["name"]) if ok else f"line {number}"
        found += [Check(f"{name}: {what}", held, detail) for what, held, detail in results]
        if ok:
            held, detail = _linked(loads(text), limit)
            found.append(Check(f"{name}: rules", held, detail))
    return found


def _linked(given: dict[str, object], limit: int) -> tuple[bool, str]:
    """Whether the installed game makes the same certificate, and what there is to say."""
    from markov.catalogue import find
    from markov.certificate import link
    from markov.game import Unknown

    try:
        game = find(str(given["game"]))
        wager = game.wager(str(given["wager"]), given["options"])  # type: ignore[arg-type]
    except Unknown as error:
        return True, f"not compared: {error}"
    if part := link(given, game, wager, limit):
        return False, f"{part}: not what the rule and the sheet make"
    return True, "each row is what the rule makes"
