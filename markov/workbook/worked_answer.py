"""The working behind an answer: what is needed to fill a spreadsheet with formulas for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from markov.chain.chain import Chain
from markov.chain.transitions import SolveOrder
from markov.wager.odds import Answer, Solved, Strategy
from markov.wager.outcome import Outcome, pushes, resolved
from markov.wager.rule import End
from markov.wager.stopping import lumped_by_ending, priced
from markov.workbook.state_values import StateValues, state_values

MOST_STATES = 1_000  # rows that a reader can still walk through, and recalculated in far less than a second
MOST_TOGETHER = 50  # states solved together: MINVERSE of older spreadsheets takes 52 columns
MOST_WAYS = 400  # out of one state: a formula that names them all stays under 8,192 characters
_WORTH_MERGING = 20_000  # states, merged within a second; larger chains stay too large

Obstacle: TypeAlias = Literal["", "states", "together", "ways"]


@dataclass(frozen=True, slots=True, eq=False)
class WorkedAnswer:
    """An answer with the working behind it.

    chances    under either way of playing the chance of each end, and of each offer
    values     of each state; None where the chain is too large for cells
    obstacle   the things of which it has too many then: states, states solved together, or ways out of one
    """

    answer: Answer
    chances: Mapping[Strategy, Mapping[End, Fraction]]
    values: StateValues | None
    obstacle: Obstacle = ""

    @property
    def live(self) -> bool:
        """True where the figures follow changed weights of the wheel."""
        return self.values is not None and self.values.outcomes is not None

    def resolved(self, way: Strategy) -> Fraction:
        """The chance that the wager is neither pushed nor taken down."""
        return resolved(self.chances[way], pushes(self.answer.wager))


def worked(solved: Solved, answered: Answer) -> WorkedAnswer:
    """The working behind an answer that the solved rule gave.

    Raises TooMuchWork as solving does.
    """
    table, merged = priced(answered.wager, solved.chain), bool(solved.chain.merged)
    small = table
    if MOST_STATES < len(solved.chain.states) <= _WORTH_MERGING:
        small, merged = priced(answered.wager, lumped_by_ending(table).chain), True
    obstacle: Obstacle = "states"
    values: StateValues | None = None
    if len(small.chain.states) <= MOST_STATES:
        obstacle = _obstacle(small.chain, small.chain.transitions.solve_order)
        if not obstacle:
            values = state_values(answered.wager, small, merged)
    taken = [i for i, offer in zip(table.offers, answered.offers, strict=True) if offer.take]
    best = Outcome(solved.chain, table.offers, taken) if taken else solved.never
    never, optimal = (
        {
            end: odds.probabilities.get(end, Fraction(0))
            for end in (*table.ends.values(), *table.offers.values())
        }
        for odds in (solved.never, best)
    )
    return WorkedAnswer(answered, {"never": never, "optimal": optimal}, values, obstacle)


def _obstacle(chain: Chain[Any], ordered: SolveOrder) -> Obstacle:
    if max(map(len, ordered.components())) > MOST_TOGETHER:
        return "together"
    return "ways" if np.diff(chain.transitions.indptr).max() > MOST_WAYS else ""
