"""Phrases that several views share: figures by name, pays in the words of the sheet, ways of playing."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from markov.exact import rational_root, root
from markov.tables.records import Rounded
from markov.tables.table import NOTHING, Cell, Figure, decimal, in_percent
from markov.wager.differences import CHANCE
from markov.wager.odds import Answer, Play, Way
from markov.wager.paytable import Paytable

PLAYS: Mapping[Way, str] = {"never": "played to its end", "optimal": "best play"}

_NAMES = {
    "edge.per_stake": "edge per stake",
    "edge.per_outlay": "edge per outlay",
    "edge.per_resolved": "edge per resolved",
    "edge.per_spin": "edge per spin",
    "rtp": "return to player",
    "hit_frequency": "hit frequency",
    "standard_deviation": "standard deviation",
    "spins.mean": "spins, mean",
    "spins.variance": "spins, variance",
    "envy": "dealer's envy",
    "house_after_envy": "house after envy",
}
_SHARES = ("edge.", "rtp", "hit_", "house_", "wheel.", CHANCE)  # of one, and so shown as percentages
ROOT = "standard_deviation"  # what is held of it is its square


def named(figure: str) -> str:
    """A figure in words.

    >>> named("edge.per_stake"), named("chance.made"), named("returned")
    ('edge per stake', 'chance of made', 'returned')
    """
    return f"chance of {figure[len(CHANCE) :]}" if figure.startswith(CHANCE) else _NAMES.get(figure, figure)


def rounding(figure: str) -> Callable[[Fraction], str]:
    """The decimal or the percentage that the figure is rounded to."""
    return root if figure == ROOT else in_percent if figure.startswith(_SHARES) else decimal


def both_ways(figure: str, number: Fraction | None) -> tuple[Cell, Cell]:
    """A figure exactly and rounded; of a standard deviation its square is given."""
    if number is None:
        return NOTHING, NOTHING
    rational = rational_root(number) if figure == ROOT else number
    exact = Figure(number, root=True) if rational is None else Figure(rational)
    return exact, Figure(number, rounding(figure))


def value(figure: str, number: Fraction | None) -> Fraction | Rounded | None:
    """A figure for a program; of a standard deviation its square is given."""
    if figure != ROOT or number is None:
        return number
    rational = rational_root(number)
    return Rounded(root(number)) if rational is None else rational


def played(name: str, way: Way) -> str:
    """A wager under one way of playing it; to its end where nothing else is said.

    >>> played("Horn", "never"), played("Horn", "optimal")
    ('Horn', 'Horn, best play')
    """
    return name if way == "never" else f"{name}, {PLAYS[way]}"


def pays(never: Play, paytable: Paytable) -> str:
    """The pay of a win in the words of the sheet; of several the number, and the highest."""
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
