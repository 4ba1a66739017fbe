"""A schedule of offers as tables: what can be paid at most, and the edge that is kept."""

from collections.abc import Iterator
from fractions import Fraction

from markov.questions.surrender.schedule import Bound, Schedule
from markov.questions.surrender.surrender import Surrender
from markov.tables.phrases import posted
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.wager.paytable import for_one


def scheduled(judged: Surrender, edge: Fraction, schedule: Schedule | None) -> Iterator[Table]:
    """The schedule, if there is one that keeps the edge, and the edge under best play."""
    name, outlay = judged.answer.wager.name, judged.answer.wager.outlay
    under = {"as posted": judged.answer.optimal.returned}
    if schedule is None:
        never = judged.answer.never.edge.per_stake
        note = (
            f"No schedule keeps an edge of {in_percent(edge)}: played to its end, without any offer, the "
            f"wager has {never}, which is {in_percent(never)}."
        )
    elif not schedule.bounds:
        note = "The paytable prices no offer, so there is none to schedule."
    else:
        yield _schedule(f"{name}: the largest schedule for an edge of {in_percent(edge)}", judged, schedule)
        under |= {"the schedule": schedule.exact, "whole numbers": schedule.floors}
        note = "The least that the house keeps, whatever the player does."
    rows = [(Word(offers), *returned(outlay, gross)) for offers, gross in under.items()]
    headings = Column("offers", "left"), *returning()
    yield Table(f"{name}: edge under best play", headings, tuple(rows), (note,))


def _schedule(title: str, judged: Surrender, schedule: Schedule) -> Table:
    together = schedule.factor == 1
    pays = judged.answer.wager.pays
    rows = [
        (
            Word(bound.ending),
            Word(posted(pays, bound.ending)) if bound.ending in pays else NOTHING,
            *number(bound.alone),
            *number(bound.pay),
            *(() if together else number(bound.upto)),
            _whole(bound),
        )
        for bound in schedule.bounds
    ]
    headings = (
        Column("offer", "left"),
        Column("posted", "left"),
        *columns("alone"),
        *columns("schedule"),
        *(() if together else columns("up to")),
        Column("whole", "left"),
    )
    notes = ["Alone: the most that can be paid for this offer where it is the only one."]
    if together:
        notes.append("All of them can be paid at once.")
    else:
        notes.append(
            "Paid at once they would cost more. The schedule is each of them times "
            f"{decimal(schedule.factor)}, the largest factor for all. Up to: how far this pay can be raised "
            "when the others are kept."
        )
    if any(bound.alone is None for bound in schedule.bounds):
        notes.append("–: play never comes to such an offer, so any pay will do.")
    return Table(title, headings, tuple(rows), tuple(notes))


def _whole(bound: Bound) -> Cell:
    return Word(for_one(Fraction(bound.whole))) if bound.whole else Word("none", "faint")


def number(exact: Fraction | None) -> tuple[Cell, Cell]:
    """The number exactly and rounded, if there is one."""
    return (NOTHING, NOTHING) if exact is None else (Figure(exact), Figure(exact, decimal))


def columns(name: str) -> tuple[Column, Column]:
    """The headings of such a number."""
    return Column(name, group=name), Column("≈", "point", name)


def returned(outlay: Fraction, gross: Fraction) -> tuple[Cell, ...]:
    """What is returned, and the edge that it leaves."""
    edge = outlay - gross
    return (*number(gross), Figure(edge), Figure(edge, in_percent, "good" if edge < 0 else ""))


def returning() -> tuple[Column, ...]:
    """The headings of these."""
    edge = "edge per stake"
    return (*columns("returns"), Column(edge, group=edge), Column("%", "point", edge))
