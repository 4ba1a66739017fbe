"""The working behind an answer: what is needed to fill a spreadsheet with formulas for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from markov.chain.chain import Chain
from markov.chain.duration import absorption_with_spins
from markov.chain.solve_order import SolveOrder
from markov.wager.odds import Answer, Solved, Way
from markov.wager.wager import End, Priced, alike, priced
from markov.workbook.state_values import Laid, laid

MOST_STATES = 1_000  # rows that a reader can still walk through, and recalculated in far less than a second
MOST_TOGETHER = 50  # states solved together: MINVERSE of older spreadsheets takes 52 columns
MOST_WAYS = 400  # out of one state: a formula that names them all stays under 8,192 characters
_WORTH_MERGING = 20_000  # states, merged within a second; larger chains stay too large

Obstacle: TypeAlias = Literal["", "states", "together", "ways"]


@dataclass(frozen=True, slots=True, eq=False)
class Working:
    """An answer with the working behind it.

    chances    under either way of playing the chance of each end, and of each offer
    laid       None where the chain is too large for cells
    obstacle   of what it has too many then: states, states solved together, or ways out of one
    """

    answer: Answer
    chances: Mapping[Way, Mapping[End, Fraction]]
    laid: Laid | None
    obstacle: Obstacle = ""

    @property
    def live(self) -> bool:
        """Whether other weights of the wheel move the figures."""
        return self.laid is not None and self.laid.carried is not None

    def resolved(self, way: Way) -> Fraction:
        """The chance that the wager is neither pushed nor taken down."""
        wager = self.answer.wager
        return sum(
            (
                p
                for end, p in self.chances[way].items()
                if end.decides and wager.pays[end.name] != wager.outlay
            ),
            Fraction(0),
        )


def working(solved: Solved, answered: Answer) -> Working:
    """The working behind an answer that the solved rule gave.

    Raises TooMuchWork as solving does.
    """
    table, merged = priced(answered.wager, solved.chain), bool(solved.chain.merged)
    small = table
    if MOST_STATES < len(solved.chain.states) <= _WORTH_MERGING:
        small, merged = priced(answered.wager, alike(table).chain), True
    obstacle: Obstacle = "states"
    if len(small.chain.states) <= MOST_STATES:
        ordered = small.chain.transitions.solve_order
        obstacle = _obstacle(small.chain, ordered)
        if not obstacle:
            found = laid(answered.wager, small, ordered, merged)
            chances: dict[Way, dict[End, Fraction]] = {
                "never": found.chances(found.never),
                "optimal": found.chances(found.optimal),
            }
            return Working(answered, chances, found)
    stops = frozenset(i for i, offer in zip(table.offers, answered.offers, strict=True) if offer.take)
    never = _chances(table, solved.ended.chances)
    optimal = _chances(table, _stopping(table, stops)) if stops else never
    return Working(answered, {"never": never, "optimal": optimal}, None, obstacle)


def _obstacle(chain: Chain[Any], ordered: SolveOrder) -> Obstacle:
    if max(map(len, ordered.components())) > MOST_TOGETHER:
        return "together"
    return "ways" if np.diff(chain.transitions.indptr).max() > MOST_WAYS else ""


def _stopping(table: Priced[Any], stops: frozenset[int]) -> Mapping[int, Fraction]:
    cut = table.chain.transitions.stopped(stops)
    return absorption_with_spins(cut).chances


def _chances(table: Priced[Any], over: Mapping[int, Fraction]) -> dict[End, Fraction]:
    found = dict.fromkeys((*table.ends.values(), *table.offers.values()), Fraction(0))
    for i, chance in over.items():
        found[table.ends[i] if i in table.ends else table.offers[i]] += chance
    return found
