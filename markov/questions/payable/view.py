"""What a stake and a smallest chip do to posted odds, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.tables.phrases import PLAYS, posted, said
from markov.tables.table import Cell, Column, Figure, Table, Tone, Word, in_percent
from markov.tables.view import Document
from markov.wager.game import Game, slug
from markov.wager.odds import Answer, Way
from markov.wager.outcome import Edge
from markov.wager.payable import Paid, Rounding, highest_edge, lowest_edge

_WAYS = {
    None: "put up exactly, whatever the chip",
    "up": "rounded up to the chip",
    "down": "rounded down to the chip",
    "nearest": "rounded to the nearest chip, a half up",
}


@dataclass(frozen=True, slots=True)
class Payable:
    """What was asked, and what it comes to.

    posted   the answer for the pays as posted
    stakes   as they are paid, by rising stake
    """

    game: Game
    reading: Mapping[str, str]
    posted: Answer
    chip: Fraction
    commission: Rounding | None
    stakes: Sequence[Paid]

    def edge(self, play: Way) -> Edge:
        """The edge as posted."""
        return (self.posted.optimal if play == "optimal" else self.posted.never).edge

    @property
    def plays(self) -> list[Way]:
        """The plays that are worth showing: one where best play is never another."""
        edges = [(self.posted.never.edge, self.posted.optimal.edge)]
        edges += [(one.never, one.optimal) for one in self.stakes]
        return ["never", "optimal"] if any(never != optimal for never, optimal in edges) else ["never"]


def tables(found: Payable) -> list[Table]:
    """The edge at each stake; for one stake also what each ending pays."""
    return [*([_endings(found)] if len(found.stakes) == 1 else []), _edges(found)]


def _endings(found: Payable) -> Table:
    (one,) = found.stakes
    rounded = {ending.ending: ending for ending in one.rounded}
    pays, rows = found.posted.wager.pays, list[tuple[Cell, ...]]()
    for ending in sorted(pays, key=pays.__getitem__, reverse=True):
        exact = pays[ending] * one.stake
        back = rounded[ending].paid if ending in rounded else exact
        short = exact - back
        tone: Tone = "bad" if short > 0 else "good" if short else "faint"
        rows.append(
            (Word(ending), Word(posted(pays, ending)), Figure(exact), Figure(back), Figure(short, tone=tone))
        )
    columns = Column("ending", "left"), Column("pays", "left"), Column("as posted"), Column("as paid")
    title = f"{found.posted.wager.name}: what comes back for a stake of {one.stake}"
    return Table(title, (*columns, Column("kept by the house")), tuple(rows))


def _edges(found: Payable) -> Table:
    plays, commission = found.plays, found.posted.wager.outlay != 1
    columns = [Column("stake", "left"), *([Column("commission")] if commission else [])]
    first: list[Cell] = [Word("as posted"), *([Word("")] if commission else [])]
    listed = [first]
    for one in found.stakes:
        listed.append([Figure(one.stake), *([Figure(one.commission)] if commission else [])])
    for play in plays:
        name = PLAYS[play]
        columns += [Column(name, group=name), Column("%", "point", name)]
        for row, edge in zip(
            listed, [found.edge(play), *(one.edge(play) for one in found.stakes)], strict=True
        ):
            row += _edge(edge)
        if _differ(found, play):
            columns.append(Column("", "left", name))
            for row, mark in zip(listed, [Word(""), *_marks(found, play)], strict=True):
                row.append(mark)
    if any(one.rounded for one in found.stakes):
        columns.append(Column("rounded", "left"))
        for row, said_of in zip(listed, ["", *map(_rounded, found.stakes)], strict=True):
            row.append(Word(said_of))
    title = f"{found.posted.wager.name}: house edge as paid in chips of {found.chip}"
    return Table(title, tuple(columns), tuple(map(tuple, listed)), tuple(_notes(found)))


def _edge(edge: Edge) -> list[Cell]:
    number = edge.per_stake
    return [Figure(number), Figure(number, in_percent, "good" if number < 0 else "")]


def _marks(found: Payable, play: Way) -> Iterator[Word]:
    low, high = lowest_edge(found.stakes, play), highest_edge(found.stakes, play)
    marks = {high.edge(play).per_stake: Word("worst", "bad"), low.edge(play).per_stake: Word("best", "good")}
    for one in found.stakes:
        yield marks.get(one.edge(play).per_stake, Word(""))


def _differ(found: Payable, play: Way) -> bool:
    return len({one.edge(play).per_stake for one in found.stakes}) > 1


def _rounded(one: Paid) -> str:
    return ", ".join(f"{ending.ending} {ending.paid} not {ending.exact}" for ending in one.rounded)


def _notes(found: Payable) -> Iterator[str]:
    if any(one.rounded for one in found.stakes):
        yield (
            "The edge is per stake. What an ending brings is rounded down to the chip; where it is, the "
            "table says what comes back in all, the stake included."
        )
    else:
        yield "The edge is per stake. What endings bring is whole chips, so every ending is paid as posted."
    if found.posted.wager.outlay != 1:
        yield f"The commission is {_WAYS[found.commission]}."
    for play in found.plays:
        if len(found.stakes) > 1:
            yield f"For the player, {PLAYS[play]}: {_summary(found, play)}."
    yield said(found.reading)
    yield f"Source: {found.posted.wager.source}."


def _summary(found: Payable, play: Way) -> str:
    if not _differ(found, play):
        return f"every stake has an edge of {in_percent(found.stakes[0].edge(play).per_stake)}"
    low, high = lowest_edge(found.stakes, play), highest_edge(found.stakes, play)
    return f"the best stake is {_like(found, play, low)}; the worst is {_like(found, play, high)}"


def _like(found: Payable, play: Way, one: Paid) -> str:
    edge = one.edge(play).per_stake
    others = sum(other.edge(play).per_stake == edge for other in found.stakes) - 1
    more = f" or any of {others} others" if others > 1 else " or one other" if others else ""
    return f"{one.stake}{more}, with an edge of {in_percent(edge)}"


def flat(found: Payable) -> Table:
    """A row for each stake, for a machine to read."""
    names = ["stake", "commission", "edge", "edge %", "best play edge", "best play edge %", "rounded"]
    rows: list[tuple[Cell, ...]] = []
    for one in found.stakes:
        edges = [cell for play in PLAYS for cell in _edge(one.edge(play))]
        rows.append((Figure(one.stake), Figure(one.commission), *edges, Word(_rounded(one))))
    columns = tuple(Column(name, "left") for name in names)
    return Table(found.posted.wager.name, columns, tuple(rows))


def document(found: Payable) -> Document:
    """The same as a JSON document."""
    return {
        "schema": "markov/payable/1",
        "game": found.game.slug,
        "options": dict(found.reading),
        "wager": slug(found.posted.wager.name),
        "name": found.posted.wager.name,
        "chip": str(found.chip),
        "commission": found.commission,
        "posted": {play: _edges_of(found.edge(play)) for play in PLAYS},
        "stakes": [
            {
                "stake": str(one.stake),
                "commission": str(one.commission),
                "rounded": [
                    {"ending": r.ending, "exact": str(r.exact), "paid": str(r.paid)} for r in one.rounded
                ],
                "paid": {play: _edges_of(one.edge(play)) for play in PLAYS},
            }
            for one in found.stakes
        ],
        "best": {play: _extreme(lowest_edge(found.stakes, play), play) for play in PLAYS},
        "worst": {play: _extreme(highest_edge(found.stakes, play), play) for play in PLAYS},
    }


def _edges_of(edge: Edge) -> Document:
    return {"per_stake": str(edge.per_stake), "per_outlay": str(edge.per_outlay)}


def _extreme(one: Paid, play: Way) -> Document:
    return {"stake": str(one.stake), "edge": str(one.edge(play).per_stake)}
