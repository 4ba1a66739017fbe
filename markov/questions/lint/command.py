"""The command that says what a reviewer would question about a sheet."""

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer import BadParameter

from markov.command.arguments import (
    Dispositions,
    PrintedFigures,
    SheetQuery,
    above_zero,
    answers_under,
    exploring,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from markov.command.output import Progress
    from markov.questions.lint.profile import Profile
    from markov.wager.odds import Solved
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov lint repeater-bets-plus --profile maryland-table-games"
GROUP = "Check"


def profile_names(incomplete: str) -> list[str]:
    """The profiles whose name begins so."""
    from markov.questions.lint.profile import names

    return [name for name in names() if name.startswith(incomplete)]


def lint(
    query: SheetQuery,
    printed: PrintedFigures,
    profile: Annotated[str, typer.Option(autocompletion=profile_names)] = "house",
    minimum: str | None = None,
    chip: str | None = None,
    every: Annotated[bool, typer.Option("--readings")] = False,
    least: Literal["error", "warning", "note"] = "note",
    dispositions: Dispositions = None,
    check: bool = False,
) -> None:
    """The points a reviewer would question in a sheet: edges, offers, pays, chips, bounds of a profile.

    profile NAME    The profile with the bounds to check: its name, or a TOML file.
    minimum MONEY   The smallest stake, in place of the profile's.
    chip MONEY      The smallest chip, in place of the profile's.
    every           Also under each other reading of the sheet, one option at a time.
    least           The least severe findings to list.
    check           Exit with 1 where there is an error.
    """
    if every and query.option:
        raise BadParameter("--readings checks every choice; leave -o out")
    bounds = _profile(profile, minimum, chip)
    asked = query.asked()

    from markov.command.output import stages
    from markov.questions.lint.review import read_dispositions, reviewed
    from markov.questions.lint.view import view

    answers = read_dispositions(Path(dispositions)) if dispositions is not None else {}
    read = answers_under(asked, asked.game.readings(), query.max_states) if every else ()
    with stages("reviewing") as advance:
        solving = _solving(query.max_states, advance, len(asked.wagers))
        review = reviewed(asked, bounds, profile, solving, read, least, answers)
    printed.show(view(review))
    if check and review.counts["error"]:
        raise typer.Exit(1)


def _profile(name: str, minimum: str | None, chip: str | None) -> "Profile":
    from markov.exact import exact
    from markov.questions.lint.profile import Unstaked, find

    profile = find(name)
    stake = None if minimum is None else above_zero("--minimum", minimum, "--minimum 5")
    least = None if chip is None else above_zero("--chip", chip, "--chip 5")
    if stake is not None and least is None and profile.chip is None:
        least = exact(1)
    try:
        return profile.staked(stake, least)
    except Unstaked as error:
        raise BadParameter(f"{error}; write it like --minimum 5 --chip 1") from None


def _solving(limit: int, advance: "Progress", total: int) -> "Callable[[Wager], Solved]":
    """Solves one wager after the other; the bar counts those that are done, and the states of the next."""
    from markov.wager.odds import solved

    numbers = count()

    def solve(wager: "Wager") -> "Solved":
        return solved(wager, limit, exploring(advance, wager, next(numbers), total))

    return solve
