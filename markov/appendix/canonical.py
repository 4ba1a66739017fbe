"""The canonical form of a small chain, and its fundamental matrix.

With the states in which play goes on first, the chances of one spin are the matrix (Q R; 0 I). The
fundamental matrix N = (I - Q)^-1 holds the expected number of spins made in each state, from each state, and
B = NR the chances of each end (Kemeny & Snell, Finite Markov Chains, 3.2 and 3.3).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any, TypeAlias

from markov.chain.absorption import values
from markov.chain.chain import Chain

FractionMatrix: TypeAlias = tuple[tuple[Fraction, ...], ...]

SMALL = 16
"""States in which play goes on, of a chain whose equations fit a page."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """The matrices of a chain: a row for each state in which play goes on, the start first.

    states   those states, and `ends` those in which play is over: the columns of Q, onward, and R, ending
    """

    states: tuple[Any, ...]
    ends: tuple[Any, ...]
    onward: FractionMatrix
    ending: FractionMatrix
    fundamental: FractionMatrix
    absorption: FractionMatrix

    def worth(self, payoff: Sequence[Fraction]) -> list[Fraction]:
        """The value of play to its end from each state: B times the payoffs of the ends."""
        return [sum(map(mul, row, payoff), Fraction(0)) for row in self.absorption]

    def spins(self) -> list[Fraction]:
        """The mean number of spins to come from each state: the row sums of N."""
        return [sum(row, Fraction(0)) for row in self.fundamental]


def canonical(chain: Chain[Any]) -> Canonical | None:
    """The canonical form of the chain; None for one of too many transient states for a page, or of none.

    >>> flip = canonical(Chain.of(("toss", "heads"), [[(0, 1), (1, 1)], []]))
    >>> flip.onward, flip.fundamental, flip.absorption
    (((Fraction(1, 2),),), ((Fraction(2, 1),),), ((Fraction(1, 1),),))
    >>> flip.worth([Fraction(3)]), flip.spins()
    ([Fraction(3, 1)], [Fraction(2, 1)])
    """
    totals = chain.transitions.totals.tolist()
    over = chain.transitions.absorbing.tolist()
    going = [i for i, total in enumerate(totals) if total]
    if not 0 < len(going) <= SMALL:
        return None
    rows = [(chain.transitions.successor_weights(i), totals[i]) for i in going]

    def chances(to: Sequence[int]) -> FractionMatrix:
        return tuple(tuple(Fraction(weights.get(j, 0), total) for j in to) for weights, total in rows)

    def columns(rows: Iterable[Sequence[Fraction]]) -> FractionMatrix:
        return tuple(zip(*([column[i] for i in going] for column in rows), strict=True))

    visits = (
        values(chain.transitions, {}, reward=[Fraction(state == j) for state in range(len(totals))])
        for j in going
    )
    return Canonical(
        tuple(chain.states[i] for i in going),
        tuple(chain.states[i] for i in over),
        chances(going),
        chances(over),
        columns(visits),
        columns(values(chain.transitions, {end: Fraction(1)}) for end in over),
    )
