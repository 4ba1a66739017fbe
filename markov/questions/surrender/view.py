"""The offers of a wager: which are dead, which leak, and the largest schedule of them for an edge."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from markov.questions.surrender.card import card, card_lines
from markov.questions.surrender.schedule import LargestPay, Schedule
from markov.questions.surrender.surrender import Judged, Surrender, Unposted
from markov.tables import table as t
from markov.tables.json_record import play
from markov.tables.picture import NoPicture, bars
from markov.tables.records import Records, members
from markov.tables.table import NOTHING, PLAYING_ON, PLAYS, Part, Table, Tables, Tone, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.outcome import moved_commission
from markov.wager.paytable import Paytable, for_one
from markov.wager.rule import label
from markov.wager.wager import Wager

_MANY = 40  # more offers than this are counted up, not listed, for a reader
_TONES: Mapping[str, Tone] = {"dead": "faint", "tie": "even", "leak": "good"}


def view(
    asked: Asked,
    judged: Surrender,
    edge: Fraction | None = None,
    schedule: Schedule | None = None,
) -> View:
    """The offers, what the rule would let the house offer, what play loses by them, and the schedule.

    edge       the edge that the schedule is to keep; None where no schedule was asked for
    schedule   None where there is none that keeps the edge
    """
    return View(
        Tables(lambda: _tables(asked, judged, edge, schedule)),
        lambda: _records(asked, judged, schedule),
        lambda: _document(asked, judged, edge, schedule),
    )


def _tables(
    asked: Asked, judged: Surrender, edge: Fraction | None, schedule: Schedule | None
) -> tuple[Table, ...]:
    tables = []
    if judged.offers:
        tables.append(_offers(judged))
    if judged.unposted:
        tables.append(_unposted(judged.answer.wager, judged.unposted))
    tables.append(_plays(judged))
    if edge is not None and (judged.offers or judged.unposted):
        tables += _scheduled(judged, edge, schedule)
    return t.closed(tables, _closing(asked, judged))


def _closing(asked: Asked, judged: Surrender) -> Iterator[str]:
    if not (judged.offers or judged.unposted):
        yield "This wager has nothing to surrender: its rule leaves the player no choice."
    elif not judged.offers:
        yield "Nothing is on offer: the rule leaves the player a choice, and the paytable has no line for it."
    yield f"Solved exactly on a chain of {judged.answer.states:,} states, endings included."
    yield from t.merged([judged.answer])
    wager = judged.answer.wager
    if taken := moved_commission(wager, (judged.win,)):
        yield f"{taken.words()} Break-even pays are as posted; the commission moves with them."
    yield from t.origin(asked.reading, wager.source)


def _offers(judged: Surrender) -> Table:
    offers, win, wager = judged.offers, judged.win, judged.answer.wager
    pays = wager.pays
    title = f"{judged.answer.wager.name}: offers"
    notes = [
        f"{PLAYING_ON}.",
        "Dead: never right to take. Leak: right to take; it costs what best play gains by that line.",
        f"Break-even {win}: the highest pay of {win} with which this is a tie; above it the offer is dead.",
    ]
    if any(one.flips_at_win_pay is None for one in offers):
        notes.append(f"Break-even {win} –: no pay of {win} makes it a tie.")
    if len(offers) > _MANY:
        return _counted(f"{title} by ending", judged, notes)
    parts = [
        t.words("state", [label(one.state, wager.rule) for one in offers]),
        t.words("offer", [one.ending for one in offers]),
        t.words("pays", [t.posted(pays, one.ending) for one in offers]),
        t.figures("playing on", [one.continuing for one in offers]),
        t.figures("margin", [one.margin for one in offers]),
        t.words("kind", [Word(one.kind, _TONES[one.kind]) for one in offers], "margin"),
        t.figures("costs", [one.cost if one.kind == "leak" else None for one in offers]),
        t.figures(f"break-even {win}", [one.flips_at_win_pay for one in offers]),
    ]
    return t.table(title, parts, notes)


def _counted(title: str, judged: Surrender, notes: Sequence[str]) -> Table:
    by_ending = t.grouped(judged.offers, lambda one: one.ending)
    groups = by_ending.values()
    kinds = [[one.kind for one in same] for same in groups]
    costs = [
        max(one.cost for one in same) if any(one.kind == "leak" for one in same) else None for same in groups
    ]
    flips = [[one.flips_at_win_pay for one in same if one.flips_at_win_pay is not None] for same in groups]
    parts = [
        t.words("offer", by_ending),
        t.words("pays", [t.posted(judged.answer.wager.pays, ending) for ending in by_ending]),
        t.counts("in states", map(len, groups)),
        *(t.counts(f"{kind} in", [each.count(kind) for each in kinds]) for kind in ("leak", "tie", "dead")),
        *t.extremes("playing on", [[one.continuing for one in same] for same in groups]),
        t.decimals("costs", costs),
        *t.extremes(f"{judged.win} flips at", flips),
    ]
    every = f"There are {len(judged.offers):,} offers; --json and --format csv list every one."
    return t.table(title, parts, (*notes, every))


def _unposted(wager: Wager, unposted: Sequence[Unposted]) -> Table:
    note = "The rule has these endings, the paytable no line for them. A pay above playing on would be taken."
    title = f"{wager.name}: not offered"
    if len(unposted) <= _MANY:
        parts = [
            t.words("state", [label(one.state, wager.rule) for one in unposted]),
            t.words("ending", [one.ending for one in unposted]),
            t.figures("playing on", [one.continuing for one in unposted]),
        ]
        return t.table(title, parts, [note])
    by_ending = t.grouped(unposted, lambda one: one.ending)
    groups = by_ending.values()
    every = f"There are {len(unposted):,} such states; --json and --format csv list every one."
    parts = [
        t.words("ending", by_ending),
        t.counts("in states", map(len, groups)),
        *t.extremes("playing on", [[one.continuing for one in same] for same in groups]),
    ]
    return t.table(f"{title}, by ending", parts, (note, every))


def _plays(judged: Surrender) -> Table:
    best, outlay = judged.answer.optimal.returned, judged.answer.never.outlay
    plays = {PLAYS["never"]: judged.answer.never.returned}
    if judged.offers:
        plays |= {"first offer taken": judged.always, PLAYS["optimal"]: best}
    parts = _returns("play", plays, outlay)
    notes = []
    if judged.offers:
        parts.append(t.figures("regret", [best - gross for gross in plays.values()]))
        notes = ["Regret: how much less is returned than under best play."]
    return t.table(f"{judged.answer.wager.name}: what is returned", parts, notes)


def _returns(name: str, returned: Mapping[str, Fraction], outlay: Fraction) -> list[Part]:
    """Columns of returns and of the edges that they leave, a row for each name."""
    gross = list(returned.values())
    edge = t.edges("edge per stake", [outlay - one for one in gross])
    return [t.words(name, returned), t.figures("returns", gross), edge]


def _scheduled(judged: Surrender, edge: Fraction, schedule: Schedule | None) -> Iterator[Table]:
    """The schedule, if there is one that keeps the edge, and the edge under best play."""
    name, outlay = judged.answer.wager.name, judged.answer.wager.outlay
    under = {"as posted": judged.answer.optimal.returned}
    if schedule is None:
        never = judged.answer.never.edge.per_stake
        note = (
            f"No schedule keeps an edge of {t.in_percent(edge)}: played to its end, without any offer, the "
            f"wager has {never}, which is {t.in_percent(never)}."
        )
    elif not schedule.bounds:
        note = "The paytable prices no offer, so there is none to schedule."
    else:
        yield _schedule(f"{name}: the largest schedule for an edge of {t.in_percent(edge)}", judged, schedule)
        under |= {"the schedule": schedule.exact, "whole numbers": schedule.floors}
        note = "The least that the house keeps, whatever the player does."
    yield t.table(f"{name}: edge under best play", _returns("offers", under, outlay), [note])


def _schedule(title: str, judged: Surrender, schedule: Schedule) -> Table:
    together, bounds, pays = schedule.factor == 1, schedule.bounds, judged.answer.wager.pays
    parts = [
        t.words("offer", [one.ending for one in bounds]),
        t.words("posted", [t.posted(pays, one.ending) if one.ending in pays else NOTHING for one in bounds]),
        t.figures("alone", [one.alone for one in bounds]),
        t.figures("schedule", [one.pay for one in bounds]),
        *([] if together else [t.figures("up to", [one.upto for one in bounds])]),
        t.words("whole", map(_whole, bounds)),
    ]
    notes = ["Alone: the most that can be paid for this offer where it is the only one."]
    if together:
        notes.append("All of them can be paid at once.")
    else:
        notes.append(
            "Paid at once they would cost more. The schedule is each of them times "
            f"{t.decimal(schedule.factor)}, the largest factor for all. Up to: how far this pay can be "
            "raised when the others are kept."
        )
    if any(bound.alone is None for bound in bounds):
        notes.append("–: play never comes to such an offer, so any pay will do.")
    return t.table(title, parts, notes)


def _whole(bound: LargestPay) -> Word:
    return Word(for_one(Fraction(bound.whole))) if bound.whole else Word("none", "faint")


def _judged_members(one: Judged) -> dict[str, Any]:
    return members(one, "state ending offered continuing margin kind cost flips_at_win_pay")


def _unposted_members(one: Unposted) -> dict[str, Any]:
    return members(one, "state ending continuing")


def _document(asked: Asked, judged: Surrender, edge: Fraction | None, kept: Schedule | None) -> Document:
    """Every offer, every state in which the rule has one that is not posted, and the schedule."""
    answered = judged.answer
    return {
        "schema": "markov/surrender/1",
        "game": asked.game.slug,
        "wager": slug(answered.wager.name),
        "options": asked.reading,
        "states": answered.states,
        "merged": answered.merged or None,
        "win": judged.win,
        "offers": [_judged_members(one) for one in judged.offers],
        "unposted": [_unposted_members(one) for one in judged.unposted],
        "never": play(answered.never),
        "optimal": play(answered.optimal),
        "regret": {"never": judged.never_regret, "always": judged.always_regret},
        "schedule": None if edge is None else _kept(judged, edge, kept),
        "card": card_lines(card([answered])),
    }


def _kept(judged: Surrender, edge: Fraction, kept: Schedule | None) -> Document:
    """The schedule; its figures are null, with the reason, where no schedule keeps the edge."""
    answered = judged.answer
    outlay = answered.wager.outlay
    why = None if kept else "play to the end, without an offer taken, returns more than the target"
    return {
        "edge": edge,
        "target": outlay - edge,
        "why": why,
        "factor": kept.factor if kept else None,
        "endings": [_bound(bound, answered.wager.pays) for bound in kept.bounds] if kept else [],
        "exact": _returned(outlay, kept.exact) if kept else None,
        "floors": _returned(outlay, kept.floors) if kept else None,
        "posted": _returned(outlay, answered.optimal.returned),
    }


def _returned(outlay: Fraction, gross: Fraction) -> Document:
    edge = outlay - gross
    return {"returned": gross, "edge": edge, "decimals": {"edge": t.decimal(edge)}}


def _bound(bound: LargestPay, pays: Paytable) -> Document:
    return {
        "ending": bound.ending,
        "posted": _pay(pays.get(bound.ending)),
        "alone": _pay(bound.alone),
        "pay": _pay(bound.pay),
        "up_to": _pay(bound.upto),
        "whole": _pay(Fraction(bound.whole) if bound.whole else None),
    }


def _pay(pay: Fraction | None) -> Document | None:
    return None if pay is None else {"returned": pay, "text": for_one(pay)}


def _records(asked: Asked, judged: Surrender, schedule: Schedule | None) -> Records:
    """A row for each offer, for each state where the rule has another, and for each line of the schedule."""
    rows: list[dict[str, Any]] = [{"part": "posted", **_judged_members(one)} for one in judged.offers]
    rows += [{"part": "unposted", **_unposted_members(one)} for one in judged.unposted]
    for bound in schedule.bounds if schedule else ():
        line = {"part": "schedule", "ending": bound.ending, "offered": bound.pay}
        rows.append({**line, "alone": bound.alone, "up_to": bound.upto, "whole": bound.whole})
    kinds = {"part": str, "state": object, "ending": str, "kind": str}
    exact = ("offered", "continuing", "margin", "cost", "flips_at_win_pay", "alone", "up_to")
    more = dict.fromkeys(exact, Fraction)
    return Records.about(asked, judged.answer.wager, {**kinds, **more, "whole": int}, rows)


def drawn(path: Path, judged: Surrender) -> None:
    """Offers against playing on, by state, or by ending where there are many.

    Raises NoPicture where nothing is on offer.
    """
    if not judged.offers:
        raise NoPicture("nothing is on offer, so there is nothing to draw")
    many = len(judged.offers) > _MANY  # they are drawn by ending
    rule = judged.answer.wager.rule
    groups = t.grouped(
        judged.offers, lambda one: one.ending if many else f"{one.ending} in {label(one.state, rule)}"
    )
    worth = [[one.continuing for one in same] for same in groups.values()]
    drawn = {"offered": [same[0].offered for same in groups.values()]}
    if any(min(same) != max(same) for same in worth):
        drawn |= {"playing on, least": [min(same) for same in worth]}
        drawn |= {"playing on, most": [max(same) for same in worth]}
    else:
        drawn |= {"playing on": [same[0] for same in worth]}
    name = judged.answer.wager.name
    bars(path, f"{name}: offers against playing on", "per unit staked", list(groups), drawn)
