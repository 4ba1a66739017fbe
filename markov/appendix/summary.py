"""The summary: a row a wager, and what the house owes dealers."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from markov.appendix.chapter import Played
from markov.appendix.prose import prose
from markov.exact import root, rounded
from markov.tables.phrases import pays, played
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.odds import Play
from markov.wager.paytable import to_one


def summary(wagers: Sequence[Played]) -> Section:
    """The section."""
    rows = list(_plays(wagers))
    best = any("optimal" in one.plays for one in wagers)
    tables: list[Block] = [
        prose(_READ + best * _BEST),
        Tabular(_odds(wagers), "summary-odds"),
        Tabular(_edges(rows), "summary-edges"),
        Tabular(_returns(rows), "summary-returns"),
    ]
    if any(play.envy for _, play in rows):
        tables += [prose(_ENVY), Tabular(_envy(wagers), "summary-envy")]
    return Section("Summary", "summary", tuple(tables))


_ENVY = """
    Beside what the player is paid, the house owes the dealer an envy on some endings. What it keeps after
    that is its advantage less the expected envy.
"""
_READ = """
    All money is per unit staked. Fractions are exact; a number with a decimal point is rounded once from
    the exact one, a tie going to the even digit; bounds are rounded up. Terms are defined in
    @definitions.
"""
_BEST = """
    A wager is played to its end where nothing else is said. Where an offer is worth more than playing on,
    best play takes it, and has a row of its own.
"""


def _plays(wagers: Sequence[Played]) -> Iterator[tuple[str, Play]]:
    """Each wager under each way of playing it, in words."""
    for one in wagers:
        for way, play in one.plays.items():
            yield played(one.name, way), play


def _odds(wagers: Sequence[Played]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in wagers:
        never = one.plays["never"]
        chance = never.hit_frequency
        highest = max(ending.returned for ending in never.endings)
        against = Figure((1 - chance) / chance, _odds_against) if chance else NOTHING
        rows.append(
            (
                Word(one.name),
                Word(pays(never, one.pays)),
                Word(to_one(highest)),
                against,
                Figure(chance),
                Figure(chance, in_percent),
            )
        )
    columns = (
        Column("wager", "left"),
        Column("pays, as posted", "left"),
        Column("highest pay", "left"),
        Column("true odds against, to 1", "point"),
        Column("chance to win"),
        Column("%", "point"),
    )
    notes = ("A win is an ending that returns something, played to the end.",)
    return Table("Pays and true odds", columns, tuple(rows), notes)


def _odds_against(number: Fraction) -> str:
    return rounded(number, 4)


def _edges(rows: Sequence[tuple[str, Play]]) -> Table:
    columns = (
        Column("wager", "left"),
        Column("per stake"),
        Column("per stake, %", "point"),
        Column("per outlay, %", "point"),
        Column("per resolved, %", "point"),
        Column("per spin, %", "point"),
    )
    lines: list[tuple[Cell, ...]] = []
    for name, play in rows:
        edge = play.edge
        bases = edge.per_stake, edge.per_outlay, edge.per_resolved, edge.per_spin
        shown = [NOTHING if base is None else Figure(base, in_percent) for base in bases]
        lines.append((Word(name), Figure(edge.per_stake), *shown))
    return Table("House advantage, on every base", columns, tuple(lines))


def _returns(rows: Sequence[tuple[str, Play]]) -> Table:
    columns = (
        Column("wager", "left"),
        Column("returned"),
        Column("return to player, %", "point"),
        Column("hit frequency, %", "point"),
        Column("standard deviation", "point"),
        Column("mean spins", "point"),
    )
    lines = tuple(
        (
            Word(name),
            Figure(play.returned),
            Figure(play.rtp, in_percent),
            Figure(play.hit_frequency, in_percent),
            Figure(play.variance, root),
            Figure(play.spins.mean, decimal),
        )
        for name, play in rows
    )
    return Table("Return, spread and length", columns, lines)


def _envy(wagers: Sequence[Played]) -> Table:
    owing = [one for one in wagers if any(play.envy for play in one.plays.values())]
    columns = (
        Column("wager", "left"),
        Column("dealer's envy"),
        Column("≈", "point"),
        Column("house after envy"),
        Column("%", "point"),
    )
    lines = tuple(
        (
            Word(name),
            Figure(play.envy),
            Figure(play.envy, decimal),
            Figure(play.house_after_envy),
            Figure(play.house_after_envy, in_percent),
        )
        for name, play in _plays(owing)
    )
    return Table("What the house owes dealers, per unit staked", columns, lines)
