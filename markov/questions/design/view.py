"""The paytables inside an edge window, as a table and as a document."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from markov.exact import root, rounded
from markov.questions.design.candidates import Bounds, Free
from markov.questions.design.design import Design, Designs
from markov.tables.phrases import said
from markov.tables.table import Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.wager.game import Game, slug
from markov.wager.paytable import worded

_PLAY = {"optimal": "under best play", "never": "played to its end"}
_OTHER = {"optimal": "played to its end", "never": "best play"}


def table(game: Game, reading: Mapping[str, str], found: Designs) -> Table:
    """The posted paytable, and a row for each design."""
    wager = found.posted.answer.wager
    wanted = found.wanted
    listed = [("posted", found.posted), *((str(i), one) for i, one in enumerate(found.designs, 1))]
    both = any(_other(found, one) != one.play.edge.per_stake for _, one in listed)
    columns = [Column("", "left"), *(Column(one.ending, "left") for one in wanted.free)]
    columns += [Column("edge", group="edge"), Column("%", "point", "edge")]
    columns += [Column(_OTHER[wanted.way], "point")] if both else []
    columns += [Column(name, "point") for name in ("sd", "hits", "distance")]
    rows: list[tuple[Cell, ...]] = []
    for name, one in listed:
        edge = one.play.edge.per_stake
        row: list[Cell] = [Word(name, "faint" if one is found.posted else "")]
        row += [Word(_text(found, free, one.pays[free.ending])) for free in wanted.free]
        row += [Figure(edge), Figure(edge, in_percent)]
        row += [Figure(_other(found, one), in_percent)] if both else []
        row += [Figure(one.play.variance, _deviation), Figure(one.play.hit_frequency, in_percent)]
        rows.append((*row, Figure(one.distance, _shift)))
    title = f"{wager.name}: paytables with an edge {_spanned(wanted.edge)}"
    return Table(title, tuple(columns), tuple(rows), tuple(_notes(reading, found)))


def flat(found: Designs) -> Table:
    """A row for the posted paytable and for each design, everything exact, for a machine to read."""
    free = found.wanted.free
    names = ["design", *(one.ending for one in free), *(f"{one.ending} returned" for one in free)]
    names += ["edge", "edge %", "edge never", "edge optimal", "variance", "sd", "hit frequency", "distance"]
    rows: list[tuple[Cell, ...]] = []
    for name, one in (("posted", found.posted), *((str(i), one) for i, one in enumerate(found.designs, 1))):
        never, optimal = one.answer.never.edge.per_stake, one.answer.optimal.edge.per_stake
        edge = one.play.edge.per_stake
        rows.append(
            (
                Word(name),
                *(Word(_text(found, line, one.pays[line.ending])) for line in free),
                *(Figure(one.pays[line.ending]) for line in free),
                Figure(edge),
                Figure(edge, in_percent),
                Figure(never),
                Figure(optimal),
                Figure(one.play.variance),
                Figure(one.play.variance, root),
                Figure(one.play.hit_frequency),
                Figure(one.distance),
            )
        )
    return Table(found.posted.answer.wager.name, tuple(Column(name, "left") for name in names), tuple(rows))


def document(game: Game, reading: Mapping[str, str], found: Designs) -> dict[str, Any]:
    """The designs, exact numbers as texts; in a window null is an open end."""
    wanted = found.wanted
    return {
        "schema": "markov/design/1",
        "game": game.slug,
        "wager": slug(found.posted.answer.wager.name),
        "options": dict(reading),
        "play": wanted.way,
        "window": _ends(wanted.edge),
        "goal": wanted.goal,
        "sd_below": None if wanted.below is None else str(wanted.below),
        "hit": _ends(wanted.hit),
        "free": {
            one.ending: {
                "from": _pay(found, one, one.first),
                "to": _pay(found, one, one.pay(one.count - 1)),
                "step": str(one.step),
                "near": _pay(found, one, one.target),
            }
            for one in wanted.free
        },
        "paytables": found.drafts,
        "posted": _design(found, found.posted),
        "designs": [_design(found, one) for one in found.designs],
        "method": found.method,
        "complete": found.complete,
        "why": " ".join(why(found)) or None,
        "nearest": [str(edge) for edge in found.nearest],
    }


def _design(found: Designs, one: Design) -> dict[str, Any]:
    return {
        "pays": {free.ending: _pay(found, free, one.pays[free.ending]) for free in found.wanted.free},
        "edge": {
            "per_stake": str(one.play.edge.per_stake),
            "never": str(one.answer.never.edge.per_stake),
            "optimal": str(one.answer.optimal.edge.per_stake),
        },
        "variance": str(one.play.variance),
        "hit_frequency": str(one.play.hit_frequency),
        "distance": str(one.distance),
        "decimals": {
            "edge_per_stake": decimal(one.play.edge.per_stake),
            "standard_deviation": root(one.play.variance),
            "hit_frequency": decimal(one.play.hit_frequency),
            "distance": decimal(one.distance),
        },
    }


def why(found: Designs) -> Iterator[str]:
    """Why there are no designs, or what is not proved of them; nothing where nothing is to be said."""
    if found.stopped:
        yield (
            "The search was given up at a limit of work, so better paytables may be missing; free fewer "
            "endings, narrow their ranges or take a larger --step."
        )
    elif found.method == "milp" and not found.complete:
        yield (
            "Proposed by integer programmes, which HiGHS solves in rounded numbers: what is listed is "
            "checked exactly, but that nothing better is missing is not proved."
        )
    if found.designs:
        return
    if found.least is not None:
        yield (
            "Paytables lie inside the window, but none of them passes the filters; the lowest standard "
            f"deviation inside is {_deviation(found.least)}."
        )
    elif found.nearest:
        edges = " and ".join(f"{edge} ({in_percent(edge)})" for edge in found.nearest)
        yield f"No paytable lies inside the window; the nearest edges on the grid are {edges}."
    else:
        yield "No paytable was found inside the window."


def _notes(reading: Mapping[str, str], found: Designs) -> Iterator[str]:
    wanted = found.wanted
    yield from why(found)
    yield f"There are {found.drafts:,} paytables on the grid{_proved(found)}."
    ranges = (
        f"{one.ending} {_text(found, one, one.first)} up to {_text(found, one, one.pay(one.count - 1))}"
        + (f" by {one.step}" if one.step != 1 else "")
        for one in wanted.free
    )
    yield f"Free: {'; '.join(ranges)}. Other pays are as posted."
    yield f"The edge is per stake, {_PLAY[wanted.way]}; both ends of the window belong to it."
    filters = []
    if wanted.below is not None:
        filters.append(f"a standard deviation below {wanted.below}")
    if wanted.hit != (None, None):
        filters.append(f"a hit frequency {_spanned(wanted.hit)}")
    if filters:
        yield f"Only paytables with {' and '.join(filters)}."
    order = {
        "near": "The nearest first.",
        "top": "The highest award of the whole paytable first, then the nearest.",
        "variance": "The lowest variance first, then the nearest.",
    }
    moved = [one for one in wanted.free if one.target != found.posted.pays[one.ending]]
    targets = ", ".join(f"{one.ending} {_text(found, one, one.target)}" for one in moved)
    near = f"the aim ({targets}; otherwise the posted pay)" if moved else "the posted pay"
    yield (
        f"{order[wanted.goal]} Distance: the sum over the free pays of their change as a part of {near}, "
        "each counted as the sheet says it."
    )
    yield said(reading)
    yield f"Source: {found.posted.answer.wager.source}."


def _proved(found: Designs) -> str:
    if not found.complete:
        return ""
    if not found.designs:
        return ", and none of them fits"
    if len(found.designs) < found.wanted.count:
        return ", and these are all that fit"
    return ", and none that fits is better than these"


def _other(found: Designs, one: Design) -> Fraction:
    """The edge under the play that was not asked for."""
    play = one.answer.never if found.wanted.way == "optimal" else one.answer.optimal
    return play.edge.per_stake


def _text(found: Designs, free: Free, gross: Fraction) -> str:
    return worded(gross, found.posted.answer.wager.pays.posted(free.ending))


def _pay(found: Designs, free: Free, gross: Fraction) -> dict[str, str]:
    return {"returned": str(gross), "text": _text(found, free, gross)}


def _ends(span: Bounds) -> list[str | None]:
    return [None if end is None else str(end) for end in span]


def _spanned(span: Bounds) -> str:
    low, high = (None if end is None else _percent(end) for end in span)
    if low is None or high is None:
        return f"of at most {high}" if low is None else f"of at least {low}"
    return f"of {low}" if low == high else f"of {low} to {high}"


def _percent(number: Fraction) -> str:
    """The percentage as it is where it ends within four places, else the fraction."""
    hundredfold = number * 100
    if (hundredfold * 10**4).denominator != 1:
        return str(number)
    return rounded(hundredfold, 4).rstrip("0").rstrip(".") + "%"


def _deviation(variance: Fraction) -> str:
    """The standard deviation to four places."""
    return root(variance, 4)


def _shift(distance: Fraction) -> str:
    return rounded(distance, 4)
