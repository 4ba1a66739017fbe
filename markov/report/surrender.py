"""The offers of a wager as tables: which are dead, which leak, and the schedule that keeps an edge."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.desk.schedule import Schedule
from markov.desk.surrender import Judged, Surrender, Unposted
from markov.formats.states import label
from markov.report.schedule import columns, number, returned, returning, scheduled
from markov.report.sheet import merged, posted, said
from markov.report.table import NOTHING, Cell, Column, Figure, Table, Tone, Word, decimal
from markov.sheet import Game

_MANY = 40  # more offers than this are counted up, not listed, for a reader
_TONES: Mapping[str, Tone] = {"dead": "faint", "tie": "even", "leak": "good"}


@dataclass(frozen=True, slots=True)
class Found:
    """What was asked, and what there is to say.

    edge       what the schedule is to keep; None where no schedule was asked for
    schedule   None where there is none that keeps the edge
    """

    game: Game
    reading: Mapping[str, str]
    surrender: Surrender
    edge: Fraction | None = None
    schedule: Schedule | None = None


def tables(found: Found) -> list[Table]:
    """The offers, what the rule would let the house offer, what play loses by them, and the schedule."""
    judged = found.surrender
    name = judged.answer.wager.name
    made = []
    if judged.offers:
        made.append(_offers(name, judged))
    if judged.unposted:
        made.append(_unposted(name, judged.unposted))
    made.append(_plays(name, judged))
    if found.edge is not None and (judged.offers or judged.unposted):
        made += scheduled(judged, found.edge, found.schedule)
    last = made[-1]
    notes = (*last.notes, *_closing(found))
    return [*made[:-1], Table(last.title, last.columns, last.rows, notes)]


def _closing(found: Found) -> Iterator[str]:
    judged = found.surrender
    if not (judged.offers or judged.unposted):
        yield "There is nothing to surrender: the rule lets the player choose no ending."
    elif not judged.offers:
        yield "Nothing is on offer: the rule lets the player choose an ending, and the paytable prices none."
    yield f"Solved exactly on a chain of {judged.answer.states:,} states, endings included."
    yield from merged([judged.answer])
    yield said(found.reading)
    yield f"Source: {judged.answer.wager.source}."


def _offers(name: str, judged: Surrender) -> Table:
    title = f"{name}: offers"
    win = judged.win
    notes = [
        "Playing on: what it is worth, played best from there; a pay at which there is nothing to choose.",
        "Dead: never right to take. Leak: right to take; it costs what best play gains by that line.",
        f"{win} flips at: the highest pay of {win} with which this is a tie; above it the offer is dead.",
    ]
    if any(one.flips_at_win_pay is None for one in judged.offers):
        notes.append(f"{win} flips at –: no pay of {win} makes it a tie.")
    if len(judged.offers) > _MANY:
        return _counted(f"{title} by ending", judged, notes)
    flips = f"{judged.win} flips at"
    headings = (
        Column("state", "left"),
        Column("offer", "left"),
        Column("pays", "left"),
        *columns("playing on"),
        *columns("margin"),
        Column("kind", "left", "margin"),
        *columns("costs"),
        *columns(flips),
    )
    rows = [
        (
            Word(label(one.state)),
            Word(one.ending),
            Word(posted(judged.answer.wager.pays, one.ending)),
            *number(one.continuing),
            *number(one.margin),
            Word(one.kind, _TONES[one.kind]),
            *number(one.cost if one.kind == "leak" else None),
            *number(one.flips_at_win_pay),
        )
        for one in judged.offers
    ]
    return Table(title, headings, tuple(rows), tuple(notes))


def _counted(title: str, judged: Surrender, notes: Sequence[str]) -> Table:
    by_ending: dict[str, list[Judged]] = {}
    for one in judged.offers:
        by_ending.setdefault(one.ending, []).append(one)
    rows: list[tuple[Cell, ...]] = []
    for ending, same in by_ending.items():
        kinds = [one.kind for one in same]
        worth = [one.continuing for one in same]
        flips = [one.flips_at_win_pay for one in same if one.flips_at_win_pay is not None]
        rows.append(
            (
                Word(ending),
                Word(posted(judged.answer.wager.pays, ending)),
                Word(str(len(same))),
                *(Word(str(kinds.count(kind))) for kind in ("leak", "tie", "dead")),
                Figure(min(worth), decimal),
                Figure(max(worth), decimal),
                Figure(max(one.cost for one in same), decimal) if "leak" in kinds else NOTHING,
                Figure(min(flips), decimal) if flips else NOTHING,
                Figure(max(flips), decimal) if flips else NOTHING,
            )
        )
    headings = (
        Column("offer", "left"),
        Column("pays", "left"),
        Column("in states"),
        *(Column(f"{kind} in") for kind in ("leak", "tie", "dead")),
        Column("playing on: least", "point"),
        Column("playing on: most", "point"),
        Column("costs", "point"),
        Column(f"{judged.win} flips at: least", "point"),
        Column(f"{judged.win} flips at: most", "point"),
    )
    every = f"There are {len(judged.offers):,} offers; --json and --format csv list every one."
    return Table(title, headings, tuple(rows), (*notes, every))


def _unposted(name: str, unposted: Sequence[Unposted]) -> Table:
    note = "The rule has these endings, the paytable no line for them. A pay above playing on would be taken."
    title = f"{name}: not offered"
    if len(unposted) <= _MANY:
        headings = Column("state", "left"), Column("ending", "left"), *columns("playing on")
        rows = [(Word(label(one.state)), Word(one.ending), *number(one.continuing)) for one in unposted]
        return Table(title, headings, tuple(rows), (note,))
    by_ending: dict[str, list[Fraction]] = {}
    for one in unposted:
        by_ending.setdefault(one.ending, []).append(one.continuing)
    every = f"There are {len(unposted):,} such states; --json and --format csv list every one."
    return Table(
        f"{title}, by ending",
        (
            Column("ending", "left"),
            Column("in states"),
            Column("playing on: least", "point"),
            Column("playing on: most", "point"),
        ),
        tuple(
            (
                Word(ending),
                Word(str(len(worth))),
                Figure(min(worth), decimal),
                Figure(max(worth), decimal),
            )
            for ending, worth in by_ending.items()
        ),
        (note, every),
    )


def _plays(name: str, judged: Surrender) -> Table:
    best, outlay = judged.answer.optimal.returned, judged.answer.wager.outlay
    plays = {"played to its end": judged.answer.never.returned}
    if judged.offers:
        plays |= {"first offer taken": judged.always, "best play": best}
    rows = [(Word(play), *returned(outlay, gross), *number(best - gross)) for play, gross in plays.items()]
    headings = Column("play", "left"), *returning(), *columns("regret")
    notes = ("Regret: how much less than under best play is returned.",) if judged.offers else ()
    return Table(f"{name}: what is returned", headings, tuple(rows), notes)
