"""The worst that wagers can come to together, from all that they can come to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from markov.chain.chain import Chain
from markov.chain.reachability import reach_probabilities
from markov.distribution import Distribution
from markov.statistics.layout import Layout
from markov.statistics.together import Together

MOST = 200_000  # states that all wagers together may have where nothing else is said; some twenty seconds


@dataclass(frozen=True, slots=True)
class Worst:
    """The largest total, the chance of it, and a shortest run of spins that comes to it."""

    total: Fraction
    chance: Fraction
    spins: tuple[Any, ...]


def owed(worth: Sequence[Mapping[str, Fraction]], endings: Sequence[str]) -> Fraction:
    """What the endings come to, one of each wager."""
    return sum((pays[end] for pays, end in zip(worth, endings, strict=True)), Fraction(0))


def by_chain(layout: Layout, worth: Sequence[Mapping[str, Fraction]], limit: int = MOST) -> Worst:
    """The worst case of a layout, from the chain of all its wagers.

    worth   of each wager: what its endings return on its stake

    Raises TooManyStates beyond the limit, and what solving a chain raises.
    """
    together = Together(layout.kinds)
    chain = together.chart(layout.wheel, limit)
    totals = {
        i: owed(worth, [chain.states[i].parts[place] for place in layout.places]) for i in chain.over.tolist()
    }
    most = max(totals.values())
    targets = np.array([i for i, total in totals.items() if total == most])
    (chance,) = reach_probabilities(chain, targets, [0])
    return Worst(most, chance, _shortest(together, chain, layout.wheel, targets.tolist()))


def _shortest(
    together: Together, chain: Chain[Any], wheel: Distribution[Any], targets: Sequence[int]
) -> tuple[Any, ...]:
    """The outcomes on a shortest way from the start to one of the targets."""
    row, aimed = chain.row_reader(), set(targets)
    before = {0: 0}
    met = [0]
    for i in met:  # grows while it is walked
        if i in aimed:
            break
        for j, _ in row(i):
            if j not in before:
                before[j] = i
                met.append(j)
    spins = []
    while i:
        state, after = chain.states[before[i]], chain.states[i]
        spins.append(next(outcome for outcome in wheel if together.step(state, outcome) == after))
        i = before[i]
    return tuple(spins[::-1])
