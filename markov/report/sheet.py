"""The whole sheet as one table: a row a wager."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from markov.answer import Answer, Play, Way
from markov.exact import one_in, rounded
from markov.paytable import Paytable
from markov.report.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.sheet import Game

PLAYS: Mapping[Way, str] = {"never": "played to its end", "optimal": "best play"}

Part: TypeAlias = tuple[tuple[Column, ...], list[tuple[Cell, ...]]]


def played(name: str, way: Way) -> str:
    """A wager under one way of playing it; to its end where nothing else is said.

    >>> played("Horn", "never"), played("Horn", "optimal")
    ('Horn', 'Horn, best play')
    """
    return name if way == "never" else f"{name}, {PLAYS[way]}"


def sheet(game: Game, reading: Mapping[str, str], answers: Sequence[Answer]) -> Table:
    """The odds of every wager, played to its end and played best.

    A figure that differs from its neighbour nowhere, such as the edge per outlay where nothing is put
    up but the stake, has no column.
    """
    parts = list(_parts(answers))
    offers = any(answered.offers for answered in answers)
    return Table(
        title=game.name,
        columns=tuple(column for columns, _ in parts for column in columns),
        rows=tuple(tuple(cell for _, rows in parts for cell in rows[i]) for i in range(len(answers))),
        notes=(
            *(("Best play takes an offer where it is worth more than playing on.",) if offers else ()),
            *merged(answers),
            said(reading),
            f"Source: {game.source}.",
        ),
    )


def _parts(answers: Sequence[Answer]) -> Iterator[Part]:
    never = [answered.never for answered in answers]
    best = [answered.optimal for answered in answers]
    yield (Column("wager", "left"),), [(Word(answered.wager.name),) for answered in answers]
    yield (
        (Column("pays", "left"),),
        [(Word(pays(answered.never, answered.wager.pays)),) for answered in answers],
    )
    yield chances("chance to win", [play.hit_frequency for play in never])
    yield (Column("returns", "point"),), [(Figure(play.returned, decimal),) for play in never]
    yield edges("house edge", [play.edge.per_stake for play in never])
    if any(play.outlay != 1 for play in never):
        yield edges("per outlay", [play.edge.per_outlay for play in never])
    if any(play.edge.per_resolved != play.edge.per_stake for play in never):
        yield edges("per resolved", [play.edge.per_resolved for play in never])
    if any(answered.offers for answered in answers):
        yield edges("edge, best play", [play.edge.per_stake for play in best])
    yield (Column("mean spins", "point"),), [(Figure(play.spins.mean, _hundredths),) for play in never]
    if any(play.envy for play in never):
        yield (
            (Column("dealer's envy", group="envy"), Column("house after envy", "point", "envy")),
            [(Figure(play.envy), Figure(play.house_after_envy, in_percent)) for play in never],
        )


def chances(name: str, numbers: Sequence[Fraction]) -> Part:
    """Columns that show a chance as a fraction, as "1 in N" and as a percentage."""
    headings = Column(name, group=name), Column("1 in", "point", name), Column("%", "point", name)
    return headings, [
        (Figure(p), Word(one_in(p).removeprefix("1 in ")), Figure(p, in_percent)) for p in numbers
    ]


def edges(name: str, numbers: Sequence[Fraction | None]) -> Part:
    """Columns that show an edge as a fraction and as a percentage; the player's advantage stands out."""
    rows: list[tuple[Cell, ...]] = []
    for edge in numbers:
        if edge is None:
            rows.append((NOTHING, NOTHING))
        else:
            rows.append((Figure(edge), Figure(edge, in_percent, "good" if edge < 0 else "")))
    return (Column(name, group=name), Column("%", "point", name)), rows


def pays(never: Play, paytable: Paytable) -> str:
    """What a win pays, in the words of the sheet; or how many pays there are, and the highest."""
    wins = [ending for ending in never.endings if ending.returned > 0]
    if not wins:
        return "nothing"
    highest = posted(paytable, max(wins, key=lambda ending: ending.returned).ending)
    different = len({ending.returned for ending in wins})
    return highest if different == 1 else f"{different} pays up to {highest}"


def posted(pays: Paytable, ending: str) -> str:
    """The pay of the ending in the words of the sheet."""
    return "stake back" if pays[ending] == 1 else pays.posted(ending)


def said(reading: Mapping[str, str]) -> str:
    """The choice of every option, in words."""
    chosen = ", ".join(f"{key}={choice}" for key, choice in reading.items())
    return f"Reading: {chosen}." if chosen else "Reading: the sheet leaves nothing open."


def merged(answers: Sequence[Answer]) -> list[str]:
    """A note for each way of merging states, with the wagers whose chain was merged so."""
    ways: dict[str, list[str]] = {}
    for answered in answers:
        if answered.merged:
            ways.setdefault(answered.merged, []).append(answered.wager.name)
    return [f"Merged for {', '.join(who)}: {how}." for how, who in ways.items()]


def _hundredths(number: Fraction) -> str:
    return rounded(number, 2)
