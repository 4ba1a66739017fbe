"""The command that writes a sheet or a Python file to begin with."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from typer import BadParameter

from markov.command import output
from markov.command.arguments import Force
from markov.command.output import target, written
from markov.questions.new.template import kinds

EXAMPLE = "Example: markov new lucky-threes"
GROUP = "Design"


_KINDS = {".toml": "tally", ".py": "python", ".ipynb": "notebook"}  # where none is named


def kind_names(incomplete: str) -> list[str]:
    """The kinds of new game whose name begins so."""
    return [kind for kind in kinds() if kind.startswith(incomplete)]


def new(
    name: Annotated[str, typer.Argument()],
    kind: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="KIND",
            help=f"What to begin with: {', '.join(kinds())}. Default by suffix, or tally.",
            autocompletion=kind_names,
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Writes a commented sheet, Python file or notebook that runs as it is, to be made your own.

    name NAME   The file, and the game in it: lucky-threes, or a path.
    """
    from markov.questions.new.template import template, title
    from markov.tables.file import write

    given = target("NAME", name, through=False)
    asked = template(kind or _KINDS.get(given.suffix, "tally"))
    if given.suffix in _KINDS and given.suffix != asked.suffix:
        raise BadParameter(
            f"{name}: the kind {asked.kind} is a {asked.suffix} file; "
            f"name it {given.stem}{asked.suffix}, or choose another --from"
        )
    stem = given.name.removesuffix(asked.suffix)
    try:
        named = title(stem)
    except ValueError as error:
        raise BadParameter(f"NAME {error}") from None
    path = target("NAME", str(given.with_name(stem + asked.suffix)), through=False, force=force)
    shown = quote(str(path) if "/" in str(path) else f"./{path}")
    data = asked.named(named, shown).encode()
    written("NAME", str(path), lambda to: write(to, data))
    if path.suffix == ".ipynb":
        output.write([f"{path} is written, and runs as it is. Open it in Jupyter, and change it.\n"])
    else:
        output.write(_next(path, shown))


def _next(path: Path, shown: str) -> list[str]:
    """The commands to run next, with the first wager of the game."""
    from markov.wager.catalogue import opened

    wager = next(iter(opened(str(path))))
    report = quote(path.with_suffix(".pdf").name)
    steps = {
        f"markov games {shown}": "what it holds, and the first thing wrong with it",
        f"markov odds {shown}": "the exact odds of every wager",
        f"markov play {shown} {wager}": "one round, told spin by spin",
        f"markov lint {shown}": "what a reviewer would question",
        f"markov report {shown} -o {report}": "the certification appendix",
    }
    width = max(map(len, steps))
    lines = (f"  {command.ljust(width)}  {does}\n" for command, does in steps.items())
    return [f"{path} is written, and runs as it is. Change it, and run:\n", *lines]
