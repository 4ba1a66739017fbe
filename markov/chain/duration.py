"""The law of the number of spins until play is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markov.chain.absorption import expected_visits
from markov.chain.solvers import moments_by_elimination, suits_levels
from markov.chain.transitions import Transitions
from markov.chain.values import values


@dataclass(frozen=True, slots=True)
class Spins:
    """The mean and the variance of a number of spins."""

    mean: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class Absorption:
    """The absorption probabilities of play from the start, and the moments of its number of spins.

    chances   by index of each state in which play is over; they sum to exactly 1
    """

    chances: Mapping[int, Fraction]
    spins: Spins


def absorption_with_spins(chain: Transitions) -> Absorption:
    """The chances of the ends and the number of spins until then, every spin counted.

    With n(s) the expected spins in state s and t(s) those to come from it, the mean is the sum of n and
    the mean square is the sum of n(2t - 1) (Kemeny & Snell, Finite Markov Chains, 3.3.5).
    """
    if suits_levels(chain):
        from markov.chain.solvers.levels import chances_and_moments

        found = chances_and_moments(chain)
        return Absorption(found.chances, Spins(found.mean, found.square - found.mean**2))
    if ends := moments_by_elimination(chain):
        return Absorption(ends.chances, Spins(ends.mean, ends.factorial + ends.mean - ends.mean**2))
    made = expected_visits(chain)
    left = values(chain, {}, reward=Fraction(1))
    playing = [i for i, total in enumerate(chain.totals.tolist()) if total]
    mean = sum((made[i] for i in playing), Fraction(0))
    square = sum((made[i] * (2 * left[i] - 1) for i in playing), Fraction(0))
    return Absorption({end: made[end] for end in chain.absorbing.tolist()}, Spins(mean, square - mean**2))
