"""The offers of a wager, and a schedule of them, for a machine to read."""

from fractions import Fraction
from typing import Any

from markov.desk.schedule import Bound, Schedule
from markov.formats.states import label, plain
from markov.paytable import Paytable, for_one
from markov.report.document import Document, play
from markov.report.surrender import Found
from markov.report.table import Cell, Column, Figure, Table, Word, decimal
from markov.sheet import slug

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
