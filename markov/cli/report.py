"""The command that writes the certification appendix."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from markov.cli.arguments import LIMIT, GameName, Limit, wager_names
from markov.cli.asking import asked, written

if TYPE_CHECKING:
    from fractions import Fraction

    from markov.dossier.dossier import Terms
    from markov.sheet import Game
    from markov.wager import Wager

SUFFIXES = (".pdf", ".typ", ".md", ".tex", ".html", ".json", ".xlsx")


def report(
    game: GameName,
    wager: Annotated[
        list[str] | None,
        typer.Argument(metavar="WAGER…", help="Wagers of it; all if not said.", autocompletion=wager_names),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help=f"Where to: {', '.join(SUFFIXES)}."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="KEY=CHOICE", help="A reading; `markov games GAME` lists them."),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=STAKE", help="In a layout of several wagers; 1 each if not said."),
    ] = None,
    dated: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="On the title page; today if not said.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=10**9, metavar="N", help="How often each wager is played, to confirm.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed, the same spins.")] = 0,
    max_states: Limit = LIMIT,
) -> None:
    """The certification appendix: every figure, how it was reached, and certificates of all."""
    path = _path(to)
    on = _date(dated)
    found, reading = asked(game, option)
    names = wager or found.wagers(reading)
    named = tuple(dict.fromkeys(found.wager(name, reading) for name in names))
    if path.suffix == ".xlsx":
        _workbook(path, found, reading, named, on, max_states)
        return
    from markov.dossier.dossier import Terms

    file = Path(game).name if Path(game).suffix else ""
    _document(path, Terms(found, reading, named, _stakes(named, stake), on, rounds, seed, max_states, file))


def _document(path: Path, terms: "Terms") -> None:
    from importlib.metadata import version

    from markov.cli.progress import progress
    from markov.dossier.dossier import dossier
    from markov.report.appendix.appendix import appendix
    from markov.report.file import write
    from markov.report.typeset.formats import renderer
    from markov.report.typeset.pdf import NoTypesetter

    try:
        render = renderer(path.suffix)  # what is missing is said before the work, not after it
    except NoTypesetter as error:
        raise typer.BadParameter(f"-o {path}: {error}") from None
    with progress("working", len(terms.wagers) + 1) as done:
        found = dossier(terms, done)
    data = render(appendix(found, version("markov")))
    written("-o", str(path), lambda to: write(to, data))


def _workbook(
    path: Path, game: "Game", reading: Mapping[str, str], wagers: "Sequence[Wager]", on: str, limit: int
) -> None:
    from io import BytesIO

    from markov.answer import solved
    from markov.cli.progress import progress
    from markov.desk.working import working
    from markov.report import workbook
    from markov.report.file import write
    from markov.report.workbook.book import NoWorkbook, library

    data, workings = BytesIO(), []
    try:
        library()  # what is missing is said before the work, not after it
        with progress("working", len(wagers)) as done:
            for number, one in enumerate(wagers, start=1):
                rule = solved(one, limit)
                workings.append(working(rule, rule.answer(one)))
                done(number)
        workbook.write(data, game, reading, workings, date.fromisoformat(on))
    except NoWorkbook as error:
        raise typer.BadParameter(f"-o {path}: {error}") from None
    written("-o", str(path), lambda to: write(to, data.getvalue()))


def _path(to: str | None) -> Path:
    if to is None:
        raise typer.BadParameter("a report needs a file to go to; write it like -o appendix.pdf")
    path = Path(to)
    if path.suffix not in SUFFIXES:
        raise typer.BadParameter(f"-o {to[:60]}: the suffix is none of {', '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"-o {to[:200]}: there is no folder {path.parent}")
    if path.is_dir():
        raise typer.BadParameter(f"-o {to[:200]}: that is a folder")
    return path


def _date(text: str | None) -> str:
    try:
        return (date.fromisoformat(text) if text else date.today()).isoformat()
    except ValueError:
        raise typer.BadParameter(f"--date {str(text)[:60]} is no date; write it like 2026-11-22") from None


def _stakes(wagers: "Iterable[Wager]", texts: Iterable[str] | None) -> "Mapping[str, Fraction]":
    """What is staked on each wager, by slug."""
    from fractions import Fraction

    from markov.exact import exact
    from markov.sheet import named, slug

    names = {slug(one.name): slug(one.name) for one in wagers}
    stakes = dict.fromkeys(names, Fraction(1))
    for text in texts or ():
        name, sign, amount = text.partition("=")
        try:
            staked = exact(amount)
            if not sign or staked < 0:
                raise ValueError(f"{text[:60]!r} is no stake")
        except ValueError as error:
            why, _, _ = str(error).partition(";")
            raise typer.BadParameter(f"--stake: {why}; write it like --stake citywide=5") from None
        stakes[named("wager", name, names)] = staked
    return stakes
