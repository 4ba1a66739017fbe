"""The commands that write a certificate of exact odds, and check one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from markov.cli import output
from markov.cli.arguments import LIMIT, AsFormat, AsJson, GameName, Limit, WagerName
from markov.cli.asking import asked, selected, written
from markov.cli.certified import about, opened

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
    from markov.report.file import write

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
    from markov.report.checks import Check

    inside = opened(file)
    found = [Check("report", *inside.report)] if inside.report else []
    for number, text in inside.lines:
        results, name = list(check(text)), f"line {number}"
        if all(held for _, held, _ in results):
            given = loads(text)
            results.append(("rules", *_linked(given, limit)))
            name = str(given.get("name") or name)
        found += [Check(f"{name}: {what}", held, detail) for what, held, detail in results]
    return found


def _linked(given: dict[str, object], limit: int) -> tuple[bool, str]:
    """Whether the installed game makes the same certificate, and what there is to say."""
    from markov.catalogue import find, shelf
    from markov.certificate import link
    from markov.sheet import Unknown

    try:
        name, wager, options = about(given)
        if name not in shelf():  # a name in a file never makes a path to be read
            return True, f"not compared: no game {name[:60]!r} is installed"
        game = find(name)
        one = game.wager(wager, options)
    except (ValueError, Unknown) as error:
        return False, str(error)
    if part := link(given, game, one, limit):
        return False, f"{part}: not what the rule and the sheet make"
    return True, "each row is what the rule makes"
