"""The summary: a row for each wager, and what the house owes dealers."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from markov.appendix.blocks import both, figure, prose, tabular
from markov.appendix.chapter import PlayedWager
from markov.exact import root, rounded
from markov.tables.table import Figure, decimal, in_percent, pays, played
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.odds import Play
from markov.wager.paytable import to_one


def summary(wagers: Sequence[PlayedWager]) -> Section:
    """The section with a row for each wager."""
    rows = list(_plays(wagers))
    best = any("optimal" in one.plays for one in wagers)
    blocks: list[Block] = [prose(_READ + best * _BEST), _odds(wagers), _edges(rows), _returns(rows)]
    if any(play.envy for _, play in rows):
        blocks += [prose(_ENVY), _envy(wagers)]
    return Section("Summary", "summary", tuple(blocks))


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


def _plays(wagers: Sequence[PlayedWager]) -> Iterator[tuple[str, Play]]:
    """Each wager under each way of playing it, with its name and the way in words."""
    return ((played(one.name, way), play) for one in wagers for way, play in one.plays.items())


def _odds(wagers: Sequence[PlayedWager]) -> Tabular:
    rows = []
    for one in wagers:
        never = one.plays["never"]
        chance = never.hit_frequency
        highest = to_one(max(ending.returned for ending in never.endings))
        against = figure((1 - chance) / chance if chance else None, to_four_places)
        rows.append((one.name, pays(never, one.pays), highest, against, *both(chance, in_percent)))
    headings = ["wager:left", "pays, as posted:left", "highest pay:left", "true odds against, to 1:point"]
    notes = ["A win is an ending that returns something, played to the end."]
    return tabular("summary-odds", "Pays and true odds", [*headings, "chance to win", "%:point"], rows, notes)


def to_four_places(number: Fraction) -> str:
    """The number rounded to four decimal places."""
    return rounded(number, 4)


def _edges(rows: Sequence[tuple[str, Play]]) -> Tabular:
    lines = []
    for name, play in rows:
        edge = play.edge
        bases = edge.per_stake, edge.per_outlay, edge.per_resolved, edge.per_spin
        lines.append((name, edge.per_stake, *(figure(base, in_percent) for base in bases)))
    bases_in_words = (f"per {base}, %:point" for base in ("stake", "outlay", "resolved", "spin"))
    headings = ["wager:left", "per stake", *bases_in_words]
    return tabular("summary-edges", "House advantage, on every base", headings, lines)


def _returns(rows: Sequence[tuple[str, Play]]) -> Tabular:
    lines = [
        (
            name,
            play.returned,
            Figure(play.rtp, in_percent),
            Figure(play.hit_frequency, in_percent),
            Figure(play.variance, root),
            Figure(play.spins.mean, decimal),
        )
        for name, play in rows
    ]
    rounded_ones = "return to player, %", "hit frequency, %", "standard deviation", "mean spins"
    headings = ["wager:left", "returned", *(f"{name}:point" for name in rounded_ones)]
    return tabular("summary-returns", "Return, spread and length", headings, lines)


def _envy(wagers: Sequence[PlayedWager]) -> Tabular:
    owing = [one for one in wagers if any(play.envy for play in one.plays.values())]
    rows = (
        (name, *both(play.envy), *both(play.house_after_envy, in_percent)) for name, play in _plays(owing)
    )
    headings = ["wager:left", "dealer's envy", "≈:point", "house after envy", "%:point"]
    return tabular("summary-envy", "What the house owes dealers, per unit staked", headings, rows)
