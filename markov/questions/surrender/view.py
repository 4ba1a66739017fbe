"""The offers of a wager as tables: which are dead, which leak, and the schedule that keeps an edge."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.formats.states import label, plain
from markov.questions.surrender.schedule import Bound, Schedule
from markov.questions.surrender.surrender import Judged, Surrender, Unposted
from markov.questions.surrender.view_schedule import columns, number, returned, returning, scheduled
from markov.tables.json_record import play
from markov.tables.phrases import merged, posted, said
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Tone, Word, decimal
from markov.tables.view import Document, View
from markov.wager.game import Game, slug
from markov.wager.paytable import Paytable, for_one

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


_EXACT = ("offered", "playing on", "margin", "cost", "flips at", "alone", "up to")
_DECIMAL = ("offered", "playing on", "margin", "flips at")


def document(found: Found) -> Document:
    """Every offer and every state in which the rule has one that is not posted; exact numbers are texts."""
    judged = found.surrender
    answered = judged.answer
    return {
        "schema": "markov/surrender/1",
        "game": found.game.slug,
        "wager": slug(answered.wager.name),
        "options": dict(found.reading),
        "states": answered.states,
        "merged": answered.merged or None,
        "win": judged.win,
        "offers": [
            {
                "state": plain(one.state),
                "ending": one.ending,
                "offered": str(one.offered),
                "continuing": str(one.continuing),
                "margin": str(one.margin),
                "kind": one.kind,
                "cost": str(one.cost),
                "flips_at_win_pay": _known(one.flips_at_win_pay),
            }
            for one in judged.offers
        ],
        "unposted": [
            {"state": plain(one.state), "ending": one.ending, "continuing": str(one.continuing)}
            for one in judged.unposted
        ],
        "never": play(answered.never),
        "optimal": play(answered.optimal),
        "regret": {"never": str(judged.never_regret), "always": str(judged.always_regret)},
        "schedule": None if found.edge is None else _schedule(found, found.edge),
    }


def _schedule(found: Found, edge: Fraction) -> Document:
    """The schedule; its figures are null, with the reason, where no schedule keeps the edge."""
    answered = found.surrender.answer
    outlay, kept = answered.wager.outlay, found.schedule
    why = None if kept else "play to the end, without an offer taken, returns more than the target"
    return {
        "edge": str(edge),
        "target": str(outlay - edge),
        "why": why,
        "factor": str(kept.factor) if kept else None,
        "endings": [_bound(bound, answered.wager.pays) for bound in kept.bounds] if kept else [],
        "exact": _returned(outlay, kept.exact) if kept else None,
        "floors": _returned(outlay, kept.floors) if kept else None,
        "posted": _returned(outlay, answered.optimal.returned),
    }


def _returned(outlay: Fraction, gross: Fraction) -> Document:
    return {
        "returned": str(gross),
        "edge": str(outlay - gross),
        "decimals": {"edge": decimal(outlay - gross)},
    }


def _bound(bound: Bound, pays: Paytable) -> Document:
    return {
        "ending": bound.ending,
        "posted": _pay(pays.get(bound.ending)),
        "alone": _pay(bound.alone),
        "pay": _pay(bound.pay),
        "up_to": _pay(bound.upto),
        "whole": _pay(Fraction(bound.whole) if bound.whole else None),
    }


def _pay(pay: Fraction | None) -> Document | None:
    return None if pay is None else {"returned": str(pay), "text": for_one(pay)}


def _known(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def flat(found: Found) -> Table:
    """A row for each offer, for each state where the rule has another, and for each line of the schedule."""
    judged = found.surrender
    rows = [
        _row(
            ("posted", label(one.state), one.ending, one.kind),
            {
                "offered": one.offered,
                "playing on": one.continuing,
                "margin": one.margin,
                "cost": one.cost,
                "flips at": one.flips_at_win_pay,
            },
        )
        for one in judged.offers
    ]
    rows += [
        _row(("unposted", label(one.state), one.ending, ""), {"playing on": one.continuing})
        for one in judged.unposted
    ]
    rows += _lines(found.schedule) if found.schedule else []
    names = ("part", "state", "ending", "kind", *_EXACT, *(f"{name} ≈" for name in _DECIMAL))
    return Table(judged.answer.wager.name, tuple(Column(name, "left") for name in names), tuple(rows))


def _lines(schedule: Schedule) -> list[tuple[Cell, ...]]:
    exact = [
        _row(
            ("schedule", "", bound.ending, ""),
            {"offered": bound.pay, "alone": bound.alone, "up to": bound.upto},
        )
        for bound in schedule.bounds
    ]
    whole = [
        _row(("whole", "", bound.ending, ""), {"offered": Fraction(bound.whole)}) for bound in schedule.bounds
    ]
    return exact + whole


def _row(words: tuple[str, ...], numbers: dict[str, Any]) -> tuple[Cell, ...]:
    exact = (numbers.get(name) for name in _EXACT)
    shown = (numbers.get(name) for name in _DECIMAL)
    return (
        *map(Word, words),
        *(Word("") if number is None else Figure(number) for number in exact),
        *(Word("") if number is None else Figure(number, decimal) for number in shown),
    )


def view(found: Found) -> View:
    """The offers of a wager, judged, as tables and as a document."""
    return View(tuple(tables(found)), flat(found), lambda: document(found))
