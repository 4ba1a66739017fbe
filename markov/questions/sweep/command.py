"""The command that prices many paytables at once."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command import output
from markov.command.arguments import (
    MAX_STATES,
    GameName,
    Limit,
    OneWager,
    Plot,
    PrintedFigures,
    above_zero,
    check_lines,
    named_wagers,
    only_wager,
)
from markov.command.completion import choices, posted_pays
from markov.command.output import draw_plot, picture_file, say
from markov.naming import counted
from markov.package import needs

if TYPE_CHECKING:
    from fractions import Fraction

    from markov.questions.sweep.grid import Grid
    from markov.questions.sweep.sweep import Sweep
    from markov.questions.sweep.view import Plan, Swept
    from markov.wager.game import Game
    from markov.wager.odds import Solved
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov sweep repeater-bets-plus repeating-2 --pay made=38..42 -o zeros=all"
GROUP = "Design"


_SHOWN = 500  # paytables that a reader is shown
_PRINTED = 100_000  # that are printed for a machine
_SUFFIXES = (".csv", ".json", ".jsonl", ".parquet")


class Of(StrEnum):  # a list of literals is beyond typer
    """A figure of a paytable."""

    edge = "edge"
    best_edge = "best-edge"
    takes = "takes"
    rtp = "rtp"
    best_rtp = "best-rtp"


_DEFAULT = (Of.edge, Of.best_edge, Of.takes)


def sweep(
    printed: PrintedFigures,
    game: GameName,
    wager: OneWager = None,
    pay: Annotated[list[str] | None, typer.Option(autocompletion=posted_pays)] = None,
    option: Annotated[list[str] | None, typer.Option("-o", "--option", autocompletion=choices)] = None,
    step: str = "1",
    figure: list[Of] | None = None,
    destination: Annotated[str | None, typer.Option("--to")] = None,
    force: bool = False,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    scheduler: str | None = None,
    plot: Plot = None,
    max_states: Limit = MAX_STATES,
) -> None:
    """The exact edge under every combination of pays and readings, with no offer taken and under best play.

    pay ENDING=PAYS      Pays to sweep, as the sheet writes them: made=30..60, made=30..60/5, made=none,40,45,
                         or made='29 to 1..59 to 1'.
    option KEY=CHOICES   Readings to sweep: zeros=0,1,2 or zeros=all.
    step STEP            The step of a range that names none.
    figure               A figure of each paytable; repeatable. Default: edge, best-edge and takes.
    destination FILE     Write to a .csv, .json, .jsonl or .parquet file; resumable.
    force                Overwrite a file that is there, or the unfinished part of another sweep.
    workers N            The number of worker processes. Default: one for each processor, where that is
                         faster.
    scheduler ADDRESS    Work on a dask.distributed cluster: tcp://10.0.0.5:8786.
    """
    from markov.command.pays import pay_word
    from markov.questions.sweep.view import Plan, parts, rendered, swept_rows, view
    from markov.wager.asked import Asked
    from markov.wager.catalogue import opened
    from markov.wager.game import slug

    target = (
        None
        if destination is None
        else _target(destination, printed.style is not None or printed.json, force)
    )
    if target is None and (workers or scheduler):
        raise BadParameter(
            "--workers and --scheduler are for a sweep that is written to a file; say --to FILE"
        )
    drawing = _drawing(plot, force, target)
    by_step = above_zero("--step", step, "--step 1/2")
    opened_game = opened(game)
    choices = _choices(opened_game, option)
    rows = list(product(*choices.values()))
    readings = [opened_game.reading(dict(zip(choices, row, strict=True))) for row in rows]
    every = named_wagers(opened_game.wagers(readings[0]), wager and [wager])
    first = only_wager(Asked(opened_game, readings[0], every), wager)
    wagers = [each.wager for each in map(first.under, readings)]
    grid = _grid(pay, by_step, first.wager)
    for one in wagers:
        check_lines(one, (axis.ending for axis in grid.axes if not any(axis.runs)))
    plan = Plan(
        game=opened_game.slug,
        wager=slug(wagers[0].name),
        title=wagers[0].name,
        source=wagers[0].source,
        reading={key: choice for key, choice in readings[0].items() if key not in choices},
        options=tuple(choices),
        endings=tuple(axis.ending for axis in grid.axes),
        ways=tuple(pay_word(first.wager.pays, axis.ending) or "to" for axis in grid.axes),
        figures=tuple(dict.fromkeys(map(str, figure or _DEFAULT))),
        actions=first.wager.has_actions,
    )
    _announce(len(rows), grid, plan.ways, None if target else printed.format)
    swept = list(zip(rows, _swept(wagers, grid, max_states), strict=True))
    if drawing is not None:
        _draw(drawing, plan, swept, first.wager)
    if target is not None:
        from markov.questions.sweep.work import write

        write(plan, swept, target, force, workers, scheduler)
    elif printed.format == "csv" and printed.saved_as is None:
        # Made column by column, in a third of the time that a view's records take.
        output.write(rendered(part).decode() for part in parts(plan, "csv", swept))
    else:
        printed.show(view(plan, list(swept_rows(plan, swept))))


def _target(to: str, styled: bool, force: bool) -> Path:
    """The file to be written."""
    from markov.questions.sweep.resumed import target_file

    if styled:
        raise BadParameter(
            "the suffix of the file of --to says how it is written; leave out --format and --json"
        )
    suffix = Path(to).suffix
    if suffix not in _SUFFIXES:
        raise BadParameter(f"--to {to} has none of the suffixes {', '.join(_SUFFIXES)}")
    if suffix == ".parquet" and not find_spec("pyarrow"):
        raise BadParameter(f"{needs('a .parquet file', 'pyarrow', 'parquet')}; or write a .csv file")
    return target_file(to, force)


def _drawing(plot: str | None, force: bool, target: Path | None) -> Path | None:
    """The file of the picture; a sweep that goes on may draw again what it drew when it was begun."""
    if plot is None:
        return None
    from markov.questions.sweep.resumed import begun

    return picture_file(plot, force or (target is not None and begun(target)))


def _choices(game: "Game", options: Iterable[str] | None) -> dict[str, tuple[str, ...]]:
    """The choices of -o for each option, all of which the game has."""
    known = {option.key: tuple(option.choices) for option in game.options}
    chosen: dict[str, tuple[str, ...]] = {}
    for text in options or ():
        key, sign, said = (part.strip() for part in text.partition("="))
        if not (key and sign and said):
            raise BadParameter(f"-o {text} is not an option; write it like -o zeros=0,1,2 or zeros=all")
        if key in chosen:
            raise BadParameter(f"-o {key} is given twice; write all of its choices in one, like -o {key}=all")
        listed = tuple(part.strip() for part in said.split(","))
        if listed == ("all",) and "all" not in known.get(key, ("all",)):
            listed = known[key]
        for choice in listed:
            game.reading({key: choice})
        if len(set(listed)) < len(listed):
            raise BadParameter(f"-o {key} has a choice twice; write it once")
        chosen[key] = listed
    return chosen


def _grid(texts: Iterable[str] | None, step: "Fraction", wager: "Wager") -> "Grid":
    """Every combination of the pays of some endings, a number alone being said as the sheet says them.

    Raises BadParameter for a text that says no pays, Unknown for an ending that can neither come nor be
    offered, TooMuchWork beyond the most that a sweep may have.
    """
    from markov.chain.transitions import TooMuchWork
    from markov.command.pays import by_ending, pay_word
    from markov.questions.sweep.grid import Grid, axis
    from markov.wager.pay_edits import check_ending

    try:
        said = by_ending("--pay", texts)
        for end in said:
            check_ending(wager, end)
        return Grid(tuple(axis(end, text, step, pay_word(wager.pays, end)) for end, text in said.items()))
    except TooMuchWork:
        raise
    except ValueError as error:
        words = str(error)
        raise BadParameter(words if words.startswith("--pay") else f"--pay {words}") from None


def _announce(readings: int, grid: "Grid", ways: Iterable[str], printed: output.Format | None) -> None:
    """Prints the number of paytables before the work; raises TooMuchWork where they are too many."""
    from markov.command.pays import worded_like
    from markov.questions.sweep.grid import affordable

    total = readings * len(grid)
    factors = [f"{readings:,} readings"] if readings > 1 else []
    for axis, way in zip(grid.axes, ways, strict=True):
        runs = [run and [worded_like(pay, way) for pay in (run.first, run.last)] for run in axis.runs]
        if len(axis) == 1:
            factors.append(f"{axis.ending} at {runs[0][0] if runs[0] else 'no such line'}")
            continue
        ends = [" up to ".join(run) for run in runs if run and run[0] != run[1]]
        factors.append(f"{axis.ending} at {', '.join([f'{len(axis):,} pays', *ends])}")
    words = counted(total, "paytable")
    affordable(total)
    say(f"{words}{': ' if factors else ''}{' × '.join(factors)}")
    most = _SHOWN if printed in ("table", "md") else _PRINTED
    if printed and total > most:
        raise BadParameter(
            f"{words} are more than the {most:,} that are printed; add --to sweep.csv to write them to a file"
        )


def _swept(wagers: "Sequence[Wager]", grid: "Grid", limit: int) -> "list[Sweep]":
    """The swept wagers, each rule on each wheel solved once."""
    from markov.questions.sweep.sweep import sweep as swept
    from markov.wager.odds import solved
    from markov.wager.wager import PaytableMismatch

    known: dict[object, Solved] = {}
    sweeps = []
    for wager in output.counted("solving", wagers):
        at = wager.rule, wager.wheel
        if at not in known:
            known[at] = solved(wager, limit)
        try:
            sweeps.append(swept(known[at], wager, grid))
        except PaytableMismatch as error:
            raise BadParameter(str(error)) from None
    return sweeps


def _draw(plot: Path, plan: "Plan", swept: "Sequence[Swept]", sheet: "Wager") -> None:
    from markov.questions.sweep.view import drawn, swept_rows

    if sum(len(sweep) for _, sweep in swept) > _PRINTED:
        raise BadParameter(f"--plot {plot}: a picture shows {_PRINTED:,} paytables at most; take wider steps")
    draw_plot(plot, lambda path: drawn(path, plan.title, list(swept_rows(plan, swept)), sheet))
