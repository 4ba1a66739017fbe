"""The command that writes the certification appendix."""

from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from markov.command.arguments import (
    MAX_SEED,
    Dispositions,
    FileQuery,
    above_zero,
    naming_the_others,
    output_file,
)
from markov.command.output import say, target, written

if TYPE_CHECKING:
    from fractions import Fraction

    from markov.appendix.request import Request
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov report straights-and-8s -o appendix.pdf"
GROUP = "Publish"


def profile_names(incomplete: str) -> list[str]:
    """The installed profiles whose name begins so."""
    from markov.questions.lint.profile import names

    return [name for name in names() if name.startswith(incomplete)]


SUFFIXES = (".pdf", ".docx", ".typ", ".md", ".tex", ".html", ".json", ".xlsx")


def report(
    query: FileQuery,
    to: Annotated[
        str | None, output_file("FILE", f". Required; its suffix says what is made: {', '.join(SUFFIXES)}.")
    ] = None,
    stake: list[str] | None = None,
    dated: Annotated[str | None, typer.Option("--date")] = None,
    sign: list[str] | None = None,
    dispositions: Dispositions = None,
    profile: Annotated[str, typer.Option(autocompletion=profile_names)] = "house",
    min_bet: str | None = None,
    max_bet: str | None = None,
    full: bool = False,
    rounds: Annotated[int, typer.Option(min=1, max=10**9)] = 10_000_000,
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED)] = 0,
) -> None:
    """The certification appendix: every figure, its derivation, and certificates that a lab can check.

    stake WAGER=STAKE   The stake on a wager in a layout of several. Default: 1 each.
    dated YYYY-MM-DD    The date on the title page. Default: today.
    sign KEY=NAME       A line of the sign-off: author, reviewer, laboratory, document (its number) or
                        revision.
    profile NAME        The installed profile whose bounds findings are measured by, as for lint.
    min_bet MONEY       The table's minimum bet: the smallest stake that pays and chips are checked at.
    max_bet MONEY       The table's maximum bet, for the maximum exposure.
    full                Print every detail: of each wager its equations, long run, charts.
    rounds N            Simulated rounds of each wager, to confirm the odds.
    seed S              Seed of the simulation; the same seed gives the same spins.
    """
    path = _path(to, query.force)
    on = _date(dated)
    asked = query.asked()
    wagers = tuple(asked.wagers.values())
    from markov.appendix.request import Request
    from markov.questions.lint.profile import Unstaked

    sheet = Path(query.game) if Path(query.game).suffix else None
    request = Request(
        asked.published,
        asked.reading,
        wagers,
        asked.game,
        signed=_signed(sign),
        full=full,
        dispositions=_dispositions(dispositions),
        profile=_profile(profile),
        least_bet=None if min_bet is None else above_zero("--min-bet", min_bet, "--min-bet 5"),
        most_bet=None if max_bet is None else above_zero("--max-bet", max_bet, "--max-bet 100"),
        stakes=_stakes(wagers, stake),
        date=on,
        rounds=rounds,
        seed=seed,
        limit=query.max_states,
        file=sheet.name if sheet else "",
        digest=sha256(sheet.read_bytes()).hexdigest() if sheet else "",
    )
    try:
        request.bounds  # noqa: B018
    except Unstaked as error:
        raise typer.BadParameter(f"--min-bet {min_bet}: {error}") from None
    _make(path, request)


def _make(path: Path, request: "Request") -> None:
    from markov.appendix.report import WORKBOOK, library_versions, report_files
    from markov.command.output import stages
    from markov.tables.picture import NoPicture
    from markov.typeset.formats import NoTypesetter
    from markov.workbook.book import NoWorkbook

    try:
        with naming_the_others(request.wagers), stages() as progress:
            made = report_files(request, path.suffix, library_versions(path.suffix), progress)
    except (NoTypesetter, NoPicture, NoWorkbook) as error:
        raise typer.BadParameter(f"-o {path}: {error}") from None
    written("-o", str(path), made.write)
    if path.is_file():  # a stream tells itself what it got
        say(f"{path} holds the {'workbook' if path.suffix == WORKBOOK else 'report'}")
        for name in made.beside:
            say(f"{name}, beside it, goes with it")


def _path(to: str | None, force: bool) -> Path:
    if to is None:
        raise typer.BadParameter("a report needs a file to go to; write it like -o appendix.pdf")
    if Path(to).suffix not in SUFFIXES:
        raise typer.BadParameter(f"-o {to}: the suffix is none of {', '.join(SUFFIXES)}")
    return target("-o", to, force=force)


def _profile(name: str) -> str:
    """The name of an installed profile: a report is made again where no file of bounds is at hand."""
    from markov.questions.lint.profile import names
    from markov.wager.game import named

    return named("profile", name, {known: known for known in names()})


def _date(text: str | None) -> str:
    try:
        return (date.fromisoformat(text) if text else date.today()).isoformat()
    except ValueError:
        raise typer.BadParameter(f"--date {text} is not a date; write it like 2026-11-22") from None


def _dispositions(path: str | None) -> dict[str, str]:
    if path is None:
        return {}
    from markov.questions.lint.review import read_dispositions

    return read_dispositions(Path(path))


def _signed(texts: Iterable[str] | None) -> "Mapping[str, str]":
    """The lines of the sign-off by name, in the order in which they are printed."""
    from markov.appendix.request import SIGNED
    from markov.wager.game import named

    signed: dict[str, str] = {}
    for text in texts or ():
        key, sign, words = text.partition("=")
        if not (sign and words.strip()):
            raise typer.BadParameter(f"--sign {text} says nothing; write it like --sign author='A. Name'")
        line = named("line of the sign-off", key, {line: line for line in SIGNED})
        _put_once(signed, "--sign", line, words.strip())
    return {key: signed[key] for key in SIGNED if key in signed}


def _stakes(wagers: "Iterable[Wager]", texts: Iterable[str] | None) -> "Mapping[str, Fraction]":
    """The stake on each wager, by slug."""
    from fractions import Fraction

    from markov.exact import exact
    from markov.wager.game import named, slug

    names = {slug(wager.name): slug(wager.name) for wager in wagers}
    stakes = dict.fromkeys(names, Fraction(1))
    amounts: dict[str, str] = {}
    for text in texts or ():
        name, sign, amount = text.partition("=")
        try:
            if not sign or (staked := exact(amount)) <= 0:
                raise ValueError(f"{text!r} is not a stake")
        except ValueError as error:
            why, _, _ = str(error).partition(";")
            raise typer.BadParameter(f"--stake: {why}; write it like --stake citywide=5") from None
        wager = named("wager", name, names)
        _put_once(amounts, "--stake", wager, amount.strip())
        stakes[wager] = staked
    if texts and len(stakes) < 2:
        raise typer.BadParameter("--stake is for a layout of several wagers; this report is of one")
    return stakes


def _put_once(by_name: dict[str, str], option: str, name: str, words: str) -> None:
    from markov.command.pays import put_once

    try:
        put_once(by_name, option, name, words)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
