"""The command that shows a change before it is made."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command.arguments import (
    Force,
    PlotFile,
    PrintedFigures,
    SheetQuery,
    WagerQuery,
    asked_wagers,
    parsed_options,
    parsed_pays,
    reading,
)
from markov.command.output import optional_target, say, written
from markov.questions.letters.command import Letters, letters

if TYPE_CHECKING:
    from markov.questions.what_if.what_if import Expectation
    from markov.wager.game import Game
    from markov.wager.pay_edits import EditedSheet

EXAMPLE = "Example: markov what-if repeater-bets-plus repeating-2 --pay made='45 for 1'"
GROUP = "Design"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeQuery(SheetQuery):
    """Wagers of a game, or all of its sheet: with which pays, under which reading after the change."""

    option: Annotated[
        list[str] | None, reading("-o", "--option", about="A reading after the change, such as zeros=3")
    ] = None


def what_if(
    query: ChangeQuery,
    printed: PrintedFigures,
    plotted: PlotFile,
    letter: Letters = None,
    start: Annotated[list[str] | None, typer.Option("--from")] = None,
    expect: list[str] | None = None,
    save: str | None = None,
    force: Force = False,
) -> None:
    """Odds before and after a change of pays or of a reading, side by side.

    start KEY=CHOICE      A reading before the change, and after it unless -o names another. Default: the
                          sheet's.
    expect FIGURE=VALUE   Exit with 1 unless this holds after the change: edge=9/49, best.edge>=15%. A
                          decimal, such as 18.37%, is compared to half a unit of its last digit; fractions and
                          whole numbers exactly.
    save FILE.toml        Write the edited sheet, over a file that is there only with --force.
    """
    if letter:
        if not query.wager or len(query.wager) > 1 or start or expect or save or plotted.plot:
            raise BadParameter("--letter is for one wager, beside --pay and -o")
        whole = WagerQuery(
            game=query.game,
            wager=query.wager[0],
            pay=query.pay,
            option=query.option,
            max_states=query.max_states,
        )
        letters(whole, printed, letter)
        return
    pays = parsed_pays(query.pay)
    expected = _expected(expect)
    if not (pays or query.option or expected):
        raise BadParameter("nothing is changed; give a change, like --pay made='45 for 1', or -o KEY=CHOICE")
    from markov.wager.catalogue import PROGRAM

    path = _path(save, force)
    if path is not None and Path(query.game).suffix.lower() == PROGRAM:
        raise BadParameter(
            f"--save {save}: a sheet cannot name a program, {query.game}; change the program instead"
        )
    from markov.command.output import progress
    from markov.questions.what_if.view import drawn, unmet, view
    from markov.questions.what_if.what_if import check_known, compared_pairs, paired, unpaired
    from markov.wager.catalogue import opened, place
    from markov.wager.pay_edits import edition

    opened_game = opened(query.game)
    first = parsed_options(start, "--from")
    before = opened_game.reading(first)
    changed = opened_game.reading(first | parsed_options(query.option))
    after = asked_wagers(query.game, opened_game, changed, query.wager, pays)
    made = after.edition or edition(opened_game, place(query.game, Path()), after.reading)
    posted = opened_game.wagers(before)
    pairs = paired(posted, after)
    if not pairs:
        raise BadParameter(
            "no wager is on the sheet both before and after the change; compare them with odds"
        )
    check_known(expected, [now for _, now in pairs])
    if path is not None and made.at == path.resolve():
        raise BadParameter(f"--save {save} is the sheet itself; choose another file")
    with progress("solving", len(pairs)) as done:
        wagers = compared_pairs(pairs, query.max_states, done)
    missed = unmet(expected, wagers)
    if path is not None and not missed:
        _save(made, opened_game, path)
    plotted.draw(lambda path: drawn(path, opened_game.name, wagers))
    printed.show(view(after, before, wagers, len(wagers) == 1, unpaired(posted, after)))
    if missed:
        for line in missed:
            say(line)
        raise typer.Exit(1)


def _expected(texts: Iterable[str] | None) -> "list[Expectation]":
    from markov.questions.what_if.what_if import expectation

    try:
        return [expectation(text) for text in texts or ()]
    except ValueError as error:
        raise BadParameter(f"--expect {error}") from None


def _path(save: str | None, force: bool) -> Path | None:
    """The file to be written, which is there only if it may be overwritten."""
    if save is not None and Path(save).suffix != ".toml":
        raise BadParameter(f"--save {save} is not a TOML file; write it like --save edited.toml")
    return optional_target("--save", save, force, through=False)


def _save(edition: "EditedSheet", game: "Game", path: Path) -> None:
    from markov.questions.what_if.what_if import Unwritable, save
    from markov.wager.game import edited_name

    try:
        written("--save", str(path), lambda to: save(edition, edited_name(game), to))
    except Unwritable as error:
        raise BadParameter(f"--save {path}: {error}; give the sheet another name") from None
