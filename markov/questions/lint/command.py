"""The command that says what a reviewer would question about a sheet."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command.arguments import PrintedFigures, SheetQuery, above_zero, answers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markov.questions.lint.finding import Finding
    from markov.questions.lint.profile import Profile
    from markov.wager.asked import Asked
    from markov.wager.odds import Answer
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov lint repeater-bets-plus --profile maryland-table-games"


class Least(StrEnum):
    """The least grave findings that are listed."""

    error = "error"
    warning = "warning"
    note = "note"


def profile_names(incomplete: str) -> list[str]:
    """The profiles whose name begins so."""
    from markov.questions.lint.profile import names

    return [name for name in names() if name.startswith(incomplete)]


def lint(
    query: SheetQuery,
    printed: PrintedFigures,
    profile: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The profile with the bounds to check: its name, or a TOML file.",
            autocompletion=profile_names,
        ),
    ] = "house",
    minimum: Annotated[
        str | None, typer.Option(metavar="MONEY", help="The smallest stake, in place of the profile's.")
    ] = None,
    chip: Annotated[
        str | None, typer.Option(metavar="MONEY", help="The smallest chip, in place of the profile's.")
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--readings", help="Also under each other reading of the sheet, one option at a time."),
    ] = False,
    least: Annotated[Least, typer.Option(help="The least severe findings to list.")] = Least.note,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 where there is an error.")] = False,
) -> None:
    """The points a reviewer would question in a sheet: edges, offers, pays, chips, bounds of a profile."""
    if every and query.option:
        raise BadParameter("--readings checks every choice; leave -o out")
    bounds = _profile(profile, minimum, chip)
    found = query.asked()
    wagers = list(found.wagers.values())

    from markov.questions.lint import review
    from markov.questions.lint import view as words
    from markov.questions.lint.finding import ranked

    answered, findings = _reviewed(wagers, bounds, query.max_states)
    if len(wagers) > 1 or not found.named:
        findings += review.sheet(answered, bounds)
    checked = 1
    if every:
        checked, more = _readings(found, query.max_states)
        findings += more
    elif not found.named:
        findings += review.unchanging(found.game)
    names = [one.name for one in wagers]
    told = words.Reviewed(
        found,
        profile,
        bounds,
        names,
        checked,
        ranked(findings, names),
        least.value,
    )
    printed.show(words.view(told))
    if check and told.counts["error"]:
        raise typer.Exit(1)


def _profile(name: str, minimum: str | None, chip: str | None) -> "Profile":
    from markov.exact import exact
    from markov.questions.lint.profile import Unstaked, find

    found = find(name)
    stake = None if minimum is None else above_zero("--minimum", minimum, "--minimum 5")
    least = None if chip is None else above_zero("--chip", chip, "--chip 5")
    if stake is not None and least is None and found.chip is None:
        least = exact(1)
    try:
        return found.staked(stake, least)
    except Unstaked as error:
        raise BadParameter(f"{error}; write it like --minimum 5 --chip 1") from None


def _reviewed(
    wagers: "Sequence[Wager]", bounds: "Profile", limit: int
) -> "tuple[list[Answer], list[Finding]]":
    """The answers of the wagers and the findings about each; a rule is let go before the next is solved."""
    from markov.command.output import progress
    from markov.questions.lint import review
    from markov.wager.odds import solved

    answered, findings = [], []
    with progress("reviewing", len(wagers)) as done:
        for number, one in enumerate(wagers, start=1):
            try:
                rule = solved(one, limit)
                answered.append(rule.answer(one))
                findings += review.wager(rule, answered[-1], bounds)
            except Exception as error:
                error.add_note(one.name)
                raise
            done(number)
    return answered, findings


def _readings(found: "Asked", limit: int) -> "tuple[int, list[Finding]]":
    from markov.questions.lint import review

    read = [found.under(reading) for reading in found.game.readings()]
    solved = answers([one for each in read for one in each.wagers.values()], limit)
    answered = [(each.reading, [solved[one] for one in each.wagers.values()]) for each in read]
    findings = list(review.readings(answered))
    if not found.named:
        findings += review.idle(found.game, answered)
    return len(read), findings
