"""The command that finds the paytables inside an edge window."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated

import typer

from markov.command import output
from markov.command.arguments import LIMIT, AsFormat, AsJson, GameName, Limit, OneWager, Options, Play, Whole
from markov.command.asking import asked, selected
from markov.command.asking import edge as parsed

if TYPE_CHECKING:
    from markov.questions.design.candidates import Free, Span
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov design straights-and-8s straights-and-8s --edge 12%..13% --pays run=40..60"


_MOST = 100_000  # pays of one ending
_PAYS = "write it like --pays run=40..60 or --pays run='40 for 1..60 for 1'"


class Goal(StrEnum):
    """Which designs are best."""

    near = "near"
    top = "top"
    variance = "variance"


class By(StrEnum):
    """How designs are found."""

    enumeration = "enumeration"
    milp = "milp"


def design(
    game: GameName,
    wager: OneWager,
    edge: Annotated[
        str,
        typer.Option(metavar="A..B", help="The edge per stake, ends included: 12%..14%, 12%.. or 1/8..1/7."),
    ],
    pays: Annotated[
        list[str],
        typer.Option(
            metavar="ENDING=A..B", help="A pay that is free, in the words of the sheet: run=40..60."
        ),
    ],
    goal: Annotated[
        Goal | None,
        typer.Option(
            help="The best: nearest to --near, highest top award, or lowest variance. Default: near."
        ),
    ] = None,
    near: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ENDING=PAY",
            help="The pay to be near to, such as run=45. Default: `posted`, those of the sheet.",
        ),
    ] = None,
    sd_below: Annotated[
        str | None, typer.Option(metavar="S", help="The standard deviation must be less.")
    ] = None,
    hit: Annotated[
        str | None, typer.Option(metavar="A..B", help="The hit frequency, ends included: 15%.. or 15%..20%.")
    ] = None,
    step: Annotated[
        str, typer.Option(metavar="S", help="Pays are multiples of this, such as 1/2 or 5.")
    ] = "1",
    count: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="How many designs at most.")] = 10,
    play: Annotated[
        Play | None, typer.Option(help="The way of playing that all figures are of. Default: optimal.")
    ] = None,
    by: Annotated[
        By | None,
        typer.Option(help="How to search. Default: enumeration, which proves, where it is affordable."),
    ] = None,
    option: Options = None,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """The paytables inside an edge window: pays that are whole numbers, the best first."""
    chosen = output.chosen(style, json)
    window = _span("--edge", edge, "12%..14%")
    hits = (None, None) if hit is None else _span("--hit", hit, "15%..20%")
    below = None if sd_below is None else _positive("--sd-below", sd_below)
    by_step = _positive("--step", step)
    found, reading = asked(game, option)
    (one,) = selected(found, reading, wager)
    free = _free(one, pays, near or (), by_step)

    from markov.questions.design import design as desk
    from markov.questions.design import view as words
    from markov.wager.odds import solved

    wanted = desk.Wanted(
        free,
        window,
        (goal or Goal.near).value,
        count,
        (play or Play.optimal).value,
        below,
        hits,
    )
    designs = desk.design(solved(one, max_states), one, wanted, by.value if by else None)
    output.show(words.view(found, reading, designs), chosen, whole)


def _span(option: str, text: str, sample: str) -> "Span":
    """The two ends of a range of percentages or fractions, None where it is open."""
    low, dots, high = (part.strip() for part in text.partition(".."))
    try:
        if not dots or not (low or high) or high.startswith("."):
            raise ValueError(f"{text[:60]!r} is no range")
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}; write it like {option} {sample}") from None
    first, last = (parsed(option, end) if end else None for end in (low, high))
    if first is not None and last is not None and first > last:
        raise typer.BadParameter(f"{option}: {text[:60]!r} ends before it begins; write the lower end first")
    return first, last


def _positive(option: str, text: str) -> Fraction:
    from markov.exact import exact

    try:
        number = exact(text)
        if number <= 0:
            raise ValueError(f"{text[:60]!r} is not above zero")
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None
    return number


def _free(wager: "Wager", pays: Iterable[str], near: Iterable[str], step: Fraction) -> "tuple[Free, ...]":
    """The endings that are free, as --pays and --near say."""
    from markov.questions.design.candidates import Free
    from markov.wager.game import Unknown

    targets = _named("--near", [text for text in near if text.strip().lower() != "posted"])
    ranges = _named("--pays", pays)
    for ending in (*ranges, *targets):
        if ending not in wager.pays:
            raise Unknown("ending", ending, wager.pays)
    if strange := sorted(targets.keys() - ranges.keys()):
        raise typer.BadParameter(
            f"--near {strange[0]}: its pay is not free; free it with --pays {strange[0]}=A..B"
        )
    free = []
    for ending, text in ranges.items():
        low, dots, high = text.partition("..")
        posted = wager.pays.posted(ending)
        way, numbers = _read("--pays", ending, (low, high) if dots else (low,), _way(posted))
        first, last = ceil(numbers[0] / step), floor(numbers[-1] / step)
        if last < first:
            raise typer.BadParameter(
                f"--pays {ending}={text[:60]}: it holds no multiple of {step}, the step; {_PAYS}"
            )
        if last - first >= _MOST:
            raise typer.BadParameter(
                f"--pays {ending}: {last - first + 1:,} pays, and {_MOST:,} are the most; narrow the "
                "range, or take a larger --step"
            )
        target = wager.pays[ending]
        if ending in targets:
            its_way, (number,) = _read("--near", ending, (targets[ending],), way)
            target = number + _nothing(its_way)
        weight = abs(target - _nothing(_way(posted) or way)) or Fraction(1)
        free.append(Free(ending, first * step + _nothing(way), step, last - first + 1, target, weight))
    return tuple(free)


def _named(option: str, texts: Iterable[str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        ending, sign, said = (part.strip() for part in text.partition("="))
        if not (ending and sign and said):
            sample = "--near run=45" if option == "--near" else "--pays run=40..60"
            raise typer.BadParameter(f"{option} {text[:60]} names no pay; write it like {sample}")
        if ending in found:
            raise typer.BadParameter(f"{option} {ending} is said twice; choose one")
        found[ending] = said
    return found


def _way(posted: str) -> str | None:
    """The word with which the sheet says a pay; None where it says "nothing"."""
    from markov.wager.paytable import worded

    return None if posted.strip().lower() == "nothing" else worded(Fraction(2), posted).split()[1]


def _nothing(way: str) -> Fraction:
    """What comes back where the number of a pay is 0."""
    from markov.wager.paytable import returned

    return returned(f"0 {way} 1")


def _read(option: str, ending: str, texts: Iterable[str], way: str | None) -> tuple[str, list[Fraction]]:
    """The numbers of some pays, and the word they are said with: one of their own, or that of the sheet."""
    from markov.exact import exact
    from markov.wager.paytable import returned

    numbers, own = [], set()
    try:
        for text in texts:
            words = text.lower().split()
            if len(words) == 3:
                number = returned(text) - _nothing(words[1])
                own.add(words[1])
            else:
                number = exact(text)
            if number < 0:
                raise ValueError(f"{text.strip()[:60]!r} is below zero")
            numbers.append(number)
        if len(own) > 1:
            raise ValueError("it is written in two ways, 'for' and 'to'")
    except ValueError as error:
        why, _, _ = str(error).partition(";")
        raise typer.BadParameter(f"{option} {ending}: {why}; {_PAYS}") from None
    if (way := next(iter(own), way)) is None:
        raise typer.BadParameter(
            f"{option} {ending}: the sheet pays nothing, so say what the numbers are; {_PAYS}"
        )
    return way, numbers
