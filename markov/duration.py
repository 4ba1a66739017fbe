"""The law of the number of spins until play is over."""

from dataclasses import dataclass
from fractions import Fraction

from markov.absorption import visits
from markov.chain import Chain, S
from markov.components import Order
from markov.solvers import by_levels, levels
from markov.value import values


@dataclass(frozen=True, slots=True)
class Spins:
    """The mean and the variance of a number of spins."""

    mean: Fraction
    variance: Fraction


def spins(chain: Chain[S], order: Order) -> Spins:
    """The number of spins from the start until play is over, every spin counted.

    With n(s) the expected spins in state s and t(s) those to come from it, the mean is the sum of n and
    the mean square is the sum of n(2t - 1) (Kemeny & Snell, Finite Markov Chains, 3.3.5).
    """
    if by_levels(chain, order):
        mean, square = levels.moments(chain, order)
    else:
        made = visits(chain, order)
        left = values(chain, order, {}, reward=Fraction(1))
        playing = [i for i, total in enumerate(chain.totals.tolist()) if total]
        mean = sum((made[i] for i in playing), Fraction(0))
        square = sum((made[i] * (2 * left[i] - 1) for i in playing), Fraction(0))
    return Spins(mean, square - mean * mean)
