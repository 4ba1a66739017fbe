"""The canonical form of a small chain, and its fundamental matrix.

With the states in which play goes on first, the chances of one spin are the matrix (Q R; 0 I). The
fundamental matrix N = (I - Q)^-1 holds the expected number of spins made in each state, from each state, and
B = NR the chances of each end (Kemeny & Snell, Finite Markov Chains, 3.2 and 3.3).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from markov.chain.absorption import values
from markov.chain.chain import Chain

FractionMatrix: TypeAlias = tuple[tuple[Fraction, ...], ...]

SMALL = 16
"""States in which play goes on, of a chain whose equations fit a page."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """The matrices of a chain: a row for each state in which play goes on, the start first.

    states   those states, and `ends` those in which play is over: the columns
    worth    what play to the end is worth from each state, and `spins` how many there are to come on average
    """

    states: tuple[Any, ...]
    ends: tuple[Any, ...]
    onward: FractionMatrix
    ending: FractionMatrix
    fundamental: FractionMatrix
    absorption: FractionMatrix
    worth: tuple[Fraction, ...]
    spins: tuple[Fraction, ...]


def canonical(chain: Chain[Any], payoff: Mapping[int, Fraction]) -> Canonical | None:
    """The canonical form of the chain; None for one of too many transient states for a page, or of none.

    payoff   by index of a state in which play is over

    >>> flip = Chain.of(("toss", "heads"), [[(0, 1), (1, 1)], []])
    >>> found = canonical(flip, {1: Fraction(3)})
    >>> found.onward, found.fundamental, found.absorption, found.worth
    (((Fraction(1, 2),),), ((Fraction(2, 1),),), ((Fraction(1, 1),),), (Fraction(3, 1),))
    """
    totals = chain.transitions.totals.tolist()
    over = chain.transitions.absorbing.tolist()
    going = [i for i, total in enumerate(totals) if total]
    if not 0 < len(going) <= SMALL:
        return None
    rows = [(chain.transitions.successor_weights(i), totals[i]) for i in going]
    worth = values(chain.transitions, payoff)
    spins = values(chain.transitions, {}, reward=Fraction(1))

    def chances(to: Sequence[int]) -> FractionMatrix:
        return tuple(tuple(Fraction(weights.get(j, 0), total) for j in to) for weights, total in rows)

    def columns(found: Iterable[Sequence[Fraction]]) -> FractionMatrix:
        return tuple(zip(*([column[i] for i in going] for column in found), strict=True))

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
        tuple(worth[i] for i in going),
        tuple(spins[i] for i in going),
    )
