"""One wager: how it ends, and where its chances come from."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from markov.appendix.chapter import Played
from markov.tables.phrases import PLAYS, posted
from markov.tables.table import Cell, Column, Figure, Table, Word, in_percent
from markov.typeset.manuscript import Block, Tabular
from markov.wager.odds import Play


def returns(found: Played, key: str) -> Iterator[Block]:
    """The return table under each way of playing; the labels begin with the key."""
    for way, play in found.plays.items():
        title = f"{found.name}: return, {PLAYS[way]}"
        yield Tabular(_returns(title, found, play), f"{key}_return-{way}", totals=1)


def _returns(title: str, found: Played, play: Play) -> Table:
    common = lcm(*(ending.probability.denominator for ending in play.endings))
    rows: list[tuple[Cell, ...]] = []
    for ending in sorted(play.endings, key=lambda ending: ending.returned, reverse=True):
        contribution = ending.probability * ending.returned
        rows.append(
            (
                Word(ending.ending),
                Word(posted(found.pays, ending.ending)),
                Figure(ending.returned),
                Figure(ending.probability * common),
                Figure(ending.probability, in_percent),
                Figure(contribution),
                Figure(contribution, in_percent),
            )
        )
    total = Figure(Fraction(1), in_percent)
    whole = Figure(Fraction(common)), total, Figure(play.returned), Figure(play.returned, in_percent)
    rows.append((Word("all"), Word(""), Word(""), *whole))
    columns = (
        Column("ending", "left"),
        Column("pays", "left"),
        Column("returns"),
        Column("combinations"),
        Column("chance, %", "point"),
        Column("contribution"),
        Column("%", "point"),
    )
    return Table(title, columns, tuple(rows))
