"""Phrases that several views share: pays in the sheet's words, ways of playing, readings, chances, edges."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from markov.exact import one_in
from markov.tables.table import NOTHING, Cell, Column, Figure, Word, in_percent
from markov.wager.odds import Answer, Play, Way
from markov.wager.paytable import Paytable

PLAYS: Mapping[Way, str] = {"never": "played to its end", "optimal": "best play"}

Part: TypeAlias = tuple[tuple[Column, ...], list[tuple[Cell, ...]]]


def played(name: str, way: Way) -> str:
    """A wager under one way of playing it; to its end where nothing else is said.

    >>> played("Horn", "never"), played("Horn", "optimal")
    ('Horn', 'Horn, best play')
    """
    return name if way == "never" else f"{name}, {PLAYS[way]}"


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
