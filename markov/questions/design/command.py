"""The command that finds the paytables inside an edge window."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from markov.command.arguments import (
    MAX_STATES,
    GameName,
    Limit,
    OneWager,
    Options,
    Playing,
    PlotFile,
    PrintedFigures,
    above_zero,
    asked_one,
    one_solved,
    parsed_edge,
)
from markov.command.completion import posted_pays

if TYPE_CHECKING:
    from markov.command.pays import PaySteps
    from markov.questions.design.candidates import Bounds, FreePay
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov design straights-and-8s straights-and-8s --edge 12%..13% --pay run=40..60"
GROUP = "Design"


_MOST = 100_000  # pays of one ending
_PAYS = "write it like --pay run=40..60 or --pay run='40 for 1..60 for 1'"


def design(
    printed: PrintedFigures,
    plotted: PlotFile,
    game: GameName,
    *,
    wager: OneWager = None,
    edge: Annotated[str, typer.Option()],
    pay: Annotated[list[str], typer.Option("--pay", "--pays", autocompletion=posted_pays)],
    goal: Literal["near", "top", "variance"] | None = None,
    near: list[str] | None = None,
    sd_below: str | None = None,
    hit: str | None = None,
    step: str = "1",
    count: Annotated[int, typer.Option(min=1, max=1000)] = 10,
    play: Playing = "optimal",
    option: Options = None,
    max_states: Limit = MAX_STATES,
) -> None:
    """Paytables with an edge inside a window, the best first.

    edge A..B         The edge per stake: 12%..14% (from 12% to 14%), 12%.. or 1/8..1/7.
    pay ENDING=A..B   A pay to search, in the words of the sheet: run=40..60, or run=40..60/5 in steps.
    goal              The best: nearest to --near, highest top award, or lowest variance. Default: near.
    near ENDING=PAY   The target pay, such as run=45. Default: `posted`, those of the sheet.
    sd_below S        The standard deviation must be below S.
    hit A..B          The hit frequency, inclusive: 15%.. or 15%..20%.
    step S            Pays are multiples of this, such as 1/2 or 5.
    count N           The largest number of designs to list.
    """
    window = _bounds("--edge", edge, "12%..14%")
    hits = (None, None) if hit is None else _bounds("--hit", hit, "15%..20%")
    below = None if sd_below is None else above_zero("--sd-below", sd_below, "--sd-below 5")
    by_step = above_zero("--step", step, "--step 1/2")
    asked = asked_one(game, option, wager)
    bet = asked.wager
    free = _free(bet, pay, near or (), by_step)

    from markov.questions.design.design import Wanted
    from markov.questions.design.design import design as designed
    from markov.questions.design.view import drawn, view

    wanted = Wanted(free, window, goal or "near", count, play, below, hits)
    answered = designed(one_solved(bet, max_states), bet, wanted)
    plotted.draw(lambda path: drawn(path, answered))
    printed.show(view(asked, answered))


def _bounds(option: str, text: str, sample: str) -> "Bounds":
    """The two ends of a range of percentages or fractions, None where it is open."""
    low, dots, high = (part.strip() for part in text.partition(".."))
    if not dots or not (low or high) or high.startswith("."):
        raise typer.BadParameter(f"{option}: {text!r} is not a range; write it like {option} {sample}")
    first, last = (parsed_edge(option, end) if end else None for end in (low, high))
    if first is not None and last is not None and first > last:
        raise typer.BadParameter(f"{option}: {text!r} ends before it begins; write the lower end first")
    return first, last


def _free(wager: "Wager", pay: Iterable[str], near: Iterable[str], step: Fraction) -> "tuple[FreePay, ...]":
    """The endings that are free, as --pay and --near say."""
    from markov.command.pays import by_ending, pay_word
    from markov.questions.design.candidates import FreePay
    from markov.wager.game import Unknown

    try:
        targets = by_ending("--near", (text for text in near if text.strip().lower() != "posted"))
        ranges = by_ending("--pay", pay)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    for ending in (*ranges, *targets):
        if ending not in wager.pays:
            raise Unknown("ending", ending, wager.pays)
    if strange := sorted(targets.keys() - ranges.keys()):
        raise typer.BadParameter(
            f"--near {strange[0]}: its pay is not free; free it with --pay {strange[0]}=A..B"
        )
    free = []
    for ending, text in ranges.items():
        word = pay_word(wager.pays, ending)
        span = _one("--pay", ending, text, word)
        low = span.first - span.nothing
        if span.step is None:  # multiples of --step, as the sheet counts
            low, high = ceil(low / step) * step, floor((span.last - span.nothing) / step) * step
            count, each = int((high - low) / step) + 1, step
        else:
            count, each = span.count(step), span.step
        if count < 1:
            raise typer.BadParameter(
                f"--pay {ending}={text}: it holds no multiple of {step}, the step; {_PAYS}"
            )
        if count > _MOST:
            raise typer.BadParameter(
                f"--pay {ending}: {count:,} pays, and the limit is {_MOST:,}; narrow the "
                "range, or take a larger --step"
            )
        target = wager.line(ending)
        if ending in targets:
            wanted = _one("--near", ending, targets[ending], span.way)
            if wanted.first != wanted.last:
                raise typer.BadParameter(f"--near {ending}: one pay is wanted; write it like --near run=45")
            target = wanted.first
        weight = abs(target - ((word or span.way) == "to")) or Fraction(1)
        free.append(FreePay(ending, low + span.nothing, each, count, target, weight))
    return tuple(free)


def _one(option: str, ending: str, text: str, way: str | None) -> "PaySteps":
    """The pay, or the range of pays, that a text says."""
    from markov.command.pays import pays

    try:
        (steps,) = pays(text, way)
        if steps is None:
            raise ValueError("no line can be taken out")
    except ValueError as error:
        why = "a list of pays is for sweep" if "," in text else str(error).partition(";")[0]
        raise typer.BadParameter(f"{option} {ending}: {why}; {_PAYS}") from None
    return steps
