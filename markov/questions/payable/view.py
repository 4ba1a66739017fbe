"""The odds of a wager as it is paid in chips, at each stake."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.tables import json_record
from markov.tables import table as t
from markov.tables.records import Records, members
from markov.tables.table import PLAYS, Figure, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.commission import Rounding
from markov.wager.odds import Answer, Strategy
from markov.wager.outcome import Edge
from markov.wager.payable import Paid, highest_edge, lowest_edge

_WAYS = {
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

    def edge(self, play: Strategy) -> Edge:
        """The edge as posted."""
        return self.posted.played(play).edge

    @property
    def plays(self) -> list[Strategy]:
        """The ways of playing to show: one where the edge under best play is never another."""
        edges = [(self.posted.never.edge, self.posted.optimal.edge)]
        edges += [(one.never, one.optimal) for one in self.stakes]
        return ["never", "optimal"] if any(never != optimal for never, optimal in edges) else ["never"]


def view(payable: Payable) -> View:
    """The edge at each stake; for one stake also what each ending pays."""
    return View(Tables(lambda: _tables(payable)), lambda: _records(payable), lambda: _document(payable))


def _tables(payable: Payable) -> list[Table]:
    return [*([_endings(payable)] if len(payable.stakes) == 1 else []), _edges(payable)]


def _endings(payable: Payable) -> Table:
    (one,) = payable.stakes
    pays = payable.posted.wager.pays
    listed = sorted(pays, key=pays.__getitem__, reverse=True)
    paid = {ending.ending: ending.paid for ending in one.rounded}
    exact = {ending: pays[ending] * one.stake for ending in listed}
    kept = [
        Figure(cell, tone=t.house_tone(cell))
        for cell in (exact[line] - paid.get(line, exact[line]) for line in listed)
    ]
    parts = [
        t.words("ending", listed),
        t.words("pays", [t.posted(pays, ending) for ending in listed]),
        t.fractions("as posted", exact.values()),
        t.fractions("as paid", [paid.get(ending, exact[ending]) for ending in listed]),
        t.column("breakage", kept),
    ]
    return t.table(f"{payable.posted.wager.name}: what comes back for a stake of {one.stake}", parts)


def _edges(payable: Payable) -> Table:
    """The edge as posted, then as paid at each stake."""
    parts = [t.words("stake", ["as posted", *(str(one.stake) for one in payable.stakes)])]
    if payable.posted.wager.outlay != 1:
        parts.append(t.words("commission", ["", *(str(one.commission) for one in payable.stakes)]))
    for play in payable.plays:
        paid = [one.edge(play).per_stake for one in payable.stakes]
        name = t.way_words(play, payable.posted.wager)
        parts.append(t.edges(name, [payable.edge(play).per_stake, *paid]))
        if _differ(payable, play):
            parts.append(t.words("", [Word(""), *_marks(payable, play)], name))
    if any(one.rounded for one in payable.stakes):
        parts.append(t.words("rounded", ["", *map(_rounded, payable.stakes)]))
    title = f"{payable.posted.wager.name}: house edge as paid in chips of {payable.chip}"
    return t.table(title, parts, _notes(payable))


def _marks(payable: Payable, play: Strategy) -> Iterator[Word]:
    low, high = lowest_edge(payable.stakes, play), highest_edge(payable.stakes, play)
    marks = {high.edge(play).per_stake: Word("worst", "bad"), low.edge(play).per_stake: Word("best", "good")}
    for one in payable.stakes:
        yield marks.get(one.edge(play).per_stake, Word(""))


def _differ(payable: Payable, play: Strategy) -> bool:
    return len({one.edge(play).per_stake for one in payable.stakes}) > 1


def _rounded(one: Paid) -> str:
    return ", ".join(f"{ending.ending} {ending.paid} not {ending.exact}" for ending in one.rounded)


def _notes(payable: Payable) -> Iterator[str]:
    if any(one.rounded for one in payable.stakes):
        yield (
            "The edge is per stake. What an ending brings is rounded down to the chip; where it is, the "
            "table says what comes back in all, the stake included."
        )
    else:
        yield "The edge is per stake. Every pay is a whole number of chips, and is paid as posted."
    if payable.posted.wager.outlay != 1:
        yield f"The commission is {_WAYS[payable.commission]}."
    for play in payable.plays:
        if len(payable.stakes) > 1:
            yield f"For the player, {t.way_words(play, payable.posted.wager)}: {_summary(payable, play)}."
    yield from t.origin(payable.asked.reading, payable.posted.wager.source)


def _summary(payable: Payable, play: Strategy) -> str:
    if not _differ(payable, play):
        return f"every stake has an edge of {t.in_percent(payable.stakes[0].edge(play).per_stake)}"
    low, high = lowest_edge(payable.stakes, play), highest_edge(payable.stakes, play)
    return f"the best stake is {_like(payable, play, low)}; the worst is {_like(payable, play, high)}"


def _like(payable: Payable, play: Strategy, one: Paid) -> str:
    edge = one.edge(play).per_stake
    others = sum(other.edge(play).per_stake == edge for other in payable.stakes) - 1
    more = f" or any of {others} others" if others > 1 else " or one other" if others else ""
    return f"{one.stake}{more}, with an edge of {t.in_percent(edge)}"


def _document(payable: Payable) -> Document:
    """The edges as posted and at each stake, and the best and the worst stake."""
    return {
        **json_record.head("payable", payable.asked, payable.posted.wager),
        "name": payable.posted.wager.name,
        "chip": payable.chip,
        "commission": payable.commission,
        "posted": {play: _bases(payable.edge(play)) for play in PLAYS},
        "stakes": [
            {
                **members(one, "stake commission"),
                "rounded": [members(ending, "ending exact paid") for ending in one.rounded],
                "paid": {play: _bases(one.edge(play)) for play in PLAYS},
            }
            for one in payable.stakes
        ],
        "best": {play: _extreme(lowest_edge(payable.stakes, play), play) for play in PLAYS},
        "worst": {play: _extreme(highest_edge(payable.stakes, play), play) for play in PLAYS},
    }


def _bases(edge: Edge) -> Document:
    return members(edge, "per_stake per_outlay")


def _extreme(one: Paid, play: Strategy) -> Document:
    return {"stake": one.stake, "edge": one.edge(play).per_stake}


def _records(payable: Payable) -> Records:
    """A row for each stake and play."""
    rows = (
        {
            "play": play,
            **members(one, "stake commission"),
            "edge": one.edge(play).per_stake,
            "edge_per_outlay": one.edge(play).per_outlay,
            "rounded": _rounded(one),
        }
        for one in payable.stakes
        for play in PLAYS
    )
    exact = ("stake", "commission", "edge", "edge_per_outlay")
    kinds = {"play": str, **dict.fromkeys(exact, Fraction), "rounded": str}
    return Records.about(payable.asked, payable.posted.wager, kinds, rows)
