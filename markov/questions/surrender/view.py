"""The offers of a wager: which are dead, which leak, and the largest schedule of them for an edge."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from markov.exact import decimal, in_percent
from markov.naming import counted
from markov.questions.surrender.card import card
from markov.questions.surrender.schedule import LargestPay, Schedule
from markov.questions.surrender.surrender import Judged, OfferKind, Surrender, Unposted
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.endings import at_state
from markov.tables.json_record import play
from markov.tables.picture import Canvas, NoPicture, bars
from markov.tables.rows import MANY, Rows, counted_up
from markov.tables.table import PLAYING_ON, PLAYS, Tone, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.odds import Offer
from markov.wager.outcome import moved_commission
from markov.wager.paytable import Paytable, for_one
from markov.wager.wager import Wager

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
    return view_of(
        "surrender",
        asked,
        lambda: _parts(judged, edge, schedule),
        headline=lambda: _headline(judged),
        wager=judged.answer.wager,
        notes=lambda: _closing(asked, judged),
        document=lambda: _document(judged, edge, schedule),
    )


def _headline(judged: Surrender) -> str:
    """The edge, and how many offers are right to take, in a line."""
    if not judged.offers:
        return h.clauses(h.edge_line(judged.answer), "nothing is on offer")
    kinds = {"leak": "worth taking", "tie": "a tie", "dead": "never right to take"}
    counts = {words: sum(offer.kind == kind for offer in judged.offers) for kind, words in kinds.items()}
    said = ", ".join(f"{count:,} {words}" for words, count in counts.items() if count)
    return h.clauses(f"{counted(len(judged.offers), 'offer')}: {said}", h.edge_line(judged.answer))


def _parts(judged: Surrender, edge: Fraction | None, schedule: Schedule | None) -> Iterator[Rows[Any]]:
    yield from _offers(judged)
    yield from _unposted(judged.answer.wager, judged.unposted)
    yield _plays(judged)
    if edge is not None and (judged.offers or judged.unposted):
        yield from _scheduled(judged, edge, schedule)
    else:
        yield _schedule("", judged, None)


def _closing(asked: Asked, judged: Surrender) -> Iterator[str]:
    if not (judged.offers or judged.unposted):
        yield "This wager has nothing to surrender: its rule leaves the player no choice."
    elif not judged.offers:
        yield "No surrender is offered: the rule allows it, but the paytable has no pay for it."
    yield f"Solved exactly on a chain of {judged.answer.states:,} states, endings included."
    yield from t.merged([judged.answer])
    wager = judged.answer.wager
    if taken := moved_commission(wager, (judged.win,)):
        yield f"{taken.words()} Break-even pays are as posted; the commission moves with them."
    yield from t.origin(asked.reading, wager.source)


def _offers(judged: Surrender) -> tuple[Rows[Any], ...]:
    win, wager = judged.win, judged.answer.wager
    notes = [
        f"{PLAYING_ON}.",
        "Dead: never right to take. Leak: right to take; it costs what best play gains by that line.",
        f"Break-even {win}: the highest pay of {win} with which this is a tie; above it the offer is dead.",
    ]
    if any(offer.flips_at_win_pay is None for offer in judged.offers):
        notes.append(f"Break-even {win} –: there is no such pay.")
    columns = (
        c.state("state", wager.rule),
        c.words("offer", "ending"),
        c.words("pays", lambda offer: t.pay_words(wager, offer.ending)),
        c.exact(None, "offered"),
        *c.figures("playing on", "continuing"),
        *c.figures("margin", "margin"),
        c.words("kind", "kind", "kind", "margin", shown=lambda offer: Word(offer.kind, _TONES[offer.kind])),
        c.figures("costs", "cost", shown=_cost)[0],
        *c.figures(f"break-even {win}", "flips_at_win_pay"),
    )
    by_ending = (
        c.words("offer", lambda same: same[0].ending),
        c.words("pays", lambda same: t.pay_words(wager, same[0].ending)),
        c.counts("in states", len),
        *(c.counts(f"{kind} in", _count_of(kind)) for kind in ("leak", "tie", "dead")),
        *c.extremes("playing on", lambda same: [offer.continuing for offer in same]),
        c.decimals("costs", lambda same: max(filter(None, map(_cost, same)), default=None)),
        *c.extremes(f"{win} flips at", lambda same: [offer.flips_at_win_pay for offer in same]),
    )
    rows = Rows(f"{wager.name}: offers", judged.offers, columns, notes, "offers")
    return counted_up(rows, "offers", " by ending", lambda offer: offer.ending, by_ending, notes)


def _cost(offer: Judged) -> Fraction | None:
    return offer.cost if offer.kind == "leak" else None


def _count_of(kind: OfferKind) -> Callable[[Sequence[Judged]], int]:
    return lambda same: sum(offer.kind == kind for offer in same)


def _unposted(wager: Wager, unposted: Sequence[Unposted]) -> tuple[Rows[Any], ...]:
    note = (
        "The rule allows these, but the paytable has no pay for them. A pay above playing on would be taken."
    )
    columns = (
        c.state("state", wager.rule),
        c.words("ending", "ending"),
        *c.figures("playing on", "continuing"),
    )
    by_ending = (
        c.words("ending", lambda same: same[0].ending),
        c.counts("in states", len),
        *c.extremes("playing on", lambda same: [each.continuing for each in same]),
    )
    rows = Rows(f"{wager.name}: not offered", unposted, columns, [note], "unposted")
    return counted_up(rows, "such states", ", by ending", lambda each: each.ending, by_ending, [note])


def _plays(judged: Surrender) -> Rows[str]:
    best, outlay = judged.answer.optimal.returned, judged.answer.never.outlay
    plays = {t.way_words("never", judged.answer.wager): judged.answer.never.returned}
    if judged.offers:
        plays |= {"first offer taken": judged.always, PLAYS["optimal"]: best}
    rows = _returns(f"{judged.answer.wager.name}: what is returned", "play", plays, outlay)
    if not judged.offers:
        return rows
    regret = c.figures("regret", lambda play: best - plays[play])
    notes = ["Regret: how much less is returned than under best play."]
    return replace(rows, columns=(*rows.columns, *regret), notes=notes)


def _returns(title: str, name: str, returned: Mapping[str, Fraction], outlay: Fraction) -> Rows[str]:
    """Returns and the edges that they leave, a row for each name."""
    columns = (
        c.words(name, str),
        *c.figures("total returned", returned.__getitem__),
        *c.edges("house edge", lambda name: outlay - returned[name]),
    )
    return Rows(title, returned, columns, part="")


def _scheduled(judged: Surrender, edge: Fraction, schedule: Schedule | None) -> Iterator[Rows[Any]]:
    """The schedule, if there is one that keeps the edge, and the edge under best play."""
    name, outlay = judged.answer.wager.name, judged.answer.wager.outlay
    under = {"as posted": judged.answer.optimal.returned}
    yield _schedule(f"{name}: the largest schedule for an edge of {in_percent(edge)}", judged, schedule)
    if schedule is None:
        never = judged.answer.never.edge.per_stake
        note = (
            f"No schedule keeps an edge of {in_percent(edge)}: without any offer the wager has {never}, "
            f"which is {in_percent(never)}."
        )
    elif not schedule.bounds:
        note = "The paytable prices no offer, so there is none to schedule."
    else:
        under |= {"the schedule": schedule.exact, "whole numbers": schedule.floors}
        note = "The least that the house keeps, whatever the player does."
    yield replace(_returns(f"{name}: edge under best play", "offers", under, outlay), notes=[note])


def _schedule(title: str, judged: Surrender, schedule: Schedule | None) -> Rows[LargestPay]:
    wager = judged.answer.wager
    bounds, factor = (schedule.bounds, schedule.factor) if schedule else ((), Fraction(1))
    columns = (
        c.words("offer", "ending"),
        c.words("posted", lambda row: t.as_posted(wager, row.ending) if row.ending in wager.pays else None),
        *c.figures("alone", "alone"),
        *c.figures("schedule", "pay", "offered"),
        *(c.figures("up to", "upto", "up_to") if factor < 1 else [c.exact(None, "upto", "up_to")]),
        c.words("whole", "whole", kind=replace(c.COUNT, align="left"), shown=_whole),
    )
    notes = ["Alone: the most that can be paid for this offer where it is the only one."]
    if factor == 1:
        notes.append("All of them can be paid at once.")
    else:
        notes.append(
            "Paid at once they would cost more. The schedule is each of them times "
            f"{decimal(factor)}, the largest factor for all. Up to: how far this pay can be "
            "raised when the others are kept."
        )
    if any(bound.alone is None for bound in bounds):
        notes.append("–: play never comes to such an offer, so any pay will do.")
    return Rows(title, bounds, columns, notes, "schedule", nested=True)


def _whole(bound: LargestPay) -> Word:
    return Word(for_one(Fraction(bound.whole))) if bound.whole else Word("none", "faint")


def _document(judged: Surrender, edge: Fraction | None, kept: Schedule | None) -> Document:
    """The offers, both ways of playing, and the schedule."""
    answered = judged.answer
    return {
        "states": answered.states,
        "merged": answered.merged or None,
        "win": judged.win,
        "never": play(answered.never),
        "optimal": play(answered.optimal),
        "regret": {"never": judged.never_regret, "always": judged.always_regret},
        "schedule": None if edge is None else _kept(judged, edge, kept),
        "card": card(answered).document(),
    }


def _kept(judged: Surrender, edge: Fraction, kept: Schedule | None) -> Document:
    """The schedule; its figures are null, with the reason, where no schedule keeps the edge."""
    answered = judged.answer
    outlay = answered.wager.outlay
    why = None if kept else "with no offer taken it returns more than the target"
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
    return {"returned": gross, "edge": edge, "decimals": {"edge": decimal(edge)}}


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


def drawn(to: Canvas, judged: Surrender) -> None:
    """By how much offers are above or below playing on, by state, or by ending where there are many.

    Raises NoPicture where nothing is on offer.
    """
    if not judged.offers:
        raise NoPicture("nothing is on offer, so there is nothing to draw")
    wager = judged.answer.wager
    often = Counter(offer.ending for offer in judged.offers)
    many = len(judged.offers) > MANY  # they are drawn by ending

    def name(offer: Offer) -> str:
        where = "" if many or often[offer.ending] == 1 else f" {at_state(offer.state, wager.rule)}"
        return f"{offer.ending}{where}: {t.pay_words(wager, offer.ending)}"

    groups = t.grouped(judged.offers, name)
    margins = [[offer.margin for offer in same] for same in groups.values()]
    if any(min(same) != max(same) for same in margins):
        drawn = {"least": list(map(min, margins)), "most": list(map(max, margins))}
    else:
        drawn = {"margin": [same[0] for same in margins]}
    title = f"{wager.name}: offers compared with playing on"
    axis = "offered less playing on, per unit staked; above 0, taking is better"
    bars(to, title, axis, list(groups), drawn)
