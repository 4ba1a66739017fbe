"""The odds of a wager as it is paid in chips, at each stake."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from markov.exact import brief, in_percent
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import PLAYS, Figure, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.commission import Rounding
from markov.wager.odds import Answer, Strategy
from markov.wager.outcome import Edge
from markov.wager.payable import Paid, highest_edge, lowest_edge
from markov.wager.wager import Wager

_ROUNDED = {
    None: "put up exactly, whatever the chip",
    "up": "rounded up to the chip",
    "down": "rounded down to the chip",
    "nearest": "rounded to the nearest chip, a half up",
}


@dataclass(frozen=True, slots=True)
class Payable:
    """A wager as posted, and as it is paid at some stakes.

    posted   the answer for the pays as posted
    stakes   as they are paid, by rising stake
    """

    asked: Asked
    posted: Answer
    chip: Fraction
    commission: Rounding | None
    stakes: Sequence[Paid]

    @property
    def wager(self) -> Wager:
        """The wager that is paid."""
        return self.posted.wager

    @property
    def plays(self) -> list[Strategy]:
        """The ways of playing to show: one where the edge under best play is never another."""
        edges = [(self.posted.never.edge, self.posted.optimal.edge)]
        edges += [(paid.never, paid.optimal) for paid in self.stakes]
        return ["never", "optimal"] if any(never != optimal for never, optimal in edges) else ["never"]

    def edge(self, paid: Paid | None, play: Strategy) -> Edge:
        """The edge as paid at a stake, or as posted."""
        return paid.edge(play) if paid else self.posted.played(play).edge

    def differ(self, play: Strategy) -> bool:
        """True where the edge depends on the stake."""
        return len({paid.edge(play).per_stake for paid in self.stakes}) > 1

    def extremes(self, play: Strategy) -> tuple[Paid, Paid]:
        """The stakes with the lowest and with the highest edge, the least of several."""
        return lowest_edge(self.stakes, play), highest_edge(self.stakes, play)


def view(payable: Payable) -> View:
    """The edge at each stake; for one stake also what each ending pays."""
    return view_of(
        "payable",
        payable.asked,
        lambda: _parts(payable),
        headline=lambda: _headline(payable),
        wager=payable.wager,
        notes=lambda: _notes(payable),
        document=lambda: {"name": payable.wager.name, **members(payable, "chip commission")},
    )


def _headline(payable: Payable) -> str:
    """The edge at the best and at the worst stake, in a line."""
    play = payable.plays[0]
    posted = brief(payable.edge(None, play).per_stake)
    low, high = payable.extremes(play)
    least, most = (brief(paid.edge(play).per_stake) for paid in (low, high))
    if len(payable.stakes) == 1:
        return f"House edge {least} at a stake of {low.stake} ({posted} as posted)"
    if not payable.differ(play):
        return f"House edge {least} at every stake ({posted} as posted)"
    return f"House edge {least} at a stake of {low.stake}, {most} at {high.stake} ({posted} as posted)"


def _parts(payable: Payable) -> Iterator[Rows[Any]]:
    if len(payable.stakes) == 1:
        yield _endings(payable.wager, payable.stakes[0])
    title = f"{payable.wager.name}: house edge as paid in chips of {payable.chip}"
    yield Rows(title, [None, *payable.stakes], list(_columns(payable)), part="stakes")


def _endings(wager: Wager, at: Paid) -> Rows[str]:
    pays, paid = wager.pays, {rounded.ending: rounded.paid for rounded in at.rounded}

    def posted(ending: str) -> Fraction:
        return pays[ending] * at.stake

    def back(ending: str) -> Fraction:
        return paid.get(ending, posted(ending))

    def kept(ending: str) -> Figure:
        breakage = posted(ending) - back(ending)
        return Figure(breakage, tone=t.house_tone(breakage))

    columns: tuple[Column[str], ...] = (
        c.words("ending", str),
        c.words("pays", lambda ending: t.pay_words(wager, ending)),
        c.exact("as posted", posted),
        c.exact("as paid", back),
        Column("breakage", kept, c.EXACT),
    )
    listed = sorted(pays, key=pays.__getitem__, reverse=True)
    return Rows(f"{wager.name}: what comes back for a stake of {at.stake}", listed, columns, part="")


def _columns(payable: Payable) -> Iterator[Column[Paid | None]]:
    """The columns of a row that is a stake, or None for the pays as posted."""
    money = replace(c.EXACT, align="left")
    yield Column("stake", lambda paid: paid and paid.stake, money, "stake", shown=_stake)
    commission = None if payable.wager.outlay == 1 else "commission"
    yield Column(commission, lambda paid: paid and paid.commission, money, "commission", shown=_commission)
    for play in PLAYS:
        yield from _edges(payable, play)
    yield Column("rounded", _rounded, c.LISTED, "rounded", shown=_rounded_words, needless=c.empty)


def _edges(payable: Payable, play: Strategy) -> Iterator[Column[Paid | None]]:
    """The edge under one way of playing, for a reader if that makes a difference."""

    def edge(paid: Paid | None) -> Fraction:
        return payable.edge(paid, play).per_stake

    low, high = (paid.edge(play).per_stake for paid in payable.extremes(play))
    marks = {high: Word("worst", "bad"), low: Word("best", "good")}
    name = t.way_words(play, payable.wager)
    exactly, about = c.edges(name, edge, ("paid", play, "per_stake"))
    if play in payable.plays:
        yield from (exactly, about)
        if payable.differ(play):
            yield Column("", lambda paid: marks.get(edge(paid), "") if paid else "", group=name)
    else:
        yield replace(exactly, heading=None)
    yield c.exact(None, lambda paid: payable.edge(paid, play).per_outlay, ("paid", play, "per_outlay"))


def _stake(paid: Paid | None) -> str:
    return str(paid.stake) if paid else "as posted"


def _commission(paid: Paid | None) -> str:
    return str(paid.commission) if paid else ""


def _rounded(paid: Paid | None) -> list[Document]:
    return [members(pay, "ending exact paid") for pay in paid.rounded] if paid else []


def _rounded_words(paid: Paid | None) -> str:
    return ", ".join(f"{pay.ending} {pay.paid} not {pay.exact}" for pay in paid.rounded) if paid else ""


def _notes(payable: Payable) -> Iterator[str]:
    if any(paid.rounded for paid in payable.stakes):
        yield (
            "The edge is per stake. Winnings are rounded down to the chip; where they are, the table has the "
            "total returned, stake included."
        )
    else:
        yield "The edge is per stake. Every pay is a whole number of chips, and is paid as posted."
    if payable.wager.outlay != 1:
        yield f"The commission is {_ROUNDED[payable.commission]}."
    for play in payable.plays:
        if len(payable.stakes) > 1:
            yield f"For the player, {t.way_words(play, payable.wager)}: {_summary(payable, play)}."
    yield from t.origin(payable.asked.reading, payable.wager.source)


def _summary(payable: Payable, play: Strategy) -> str:
    if not payable.differ(play):
        return f"every stake has an edge of {in_percent(payable.stakes[0].edge(play).per_stake)}"
    low, high = payable.extremes(play)
    return f"the best stake is {_like(payable, play, low)}; the worst is {_like(payable, play, high)}"


def _like(payable: Payable, play: Strategy, paid: Paid) -> str:
    edge = paid.edge(play).per_stake
    others = sum(other.edge(play).per_stake == edge for other in payable.stakes) - 1
    more = f" or any of {others} others" if others > 1 else " or one other" if others else ""
    return f"{paid.stake}{more}, with an edge of {in_percent(edge)}"
