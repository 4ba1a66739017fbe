"""Solvers of linear equations, one shape a file, and the one place that chooses between them."""

from collections.abc import Sequence
from fractions import Fraction

from markov.chain import Chain, S
from markov.components import Order
from markov.solvers import dense, levels

# Measured on repeater chains: below this many states plain fractions are done before the arrays of
# the modular road are laid out.
_FEW_STATES = 1_500


def by_levels(chain: Chain[S], order: Order) -> bool:
    """Whether the chain is to be solved level by level modulo primes, rather than component by component.

    That road needs a chain without cycles whose weights are small enough for it.
    """
    return order.acyclic and len(chain.states) > _FEW_STATES and levels.fits(chain)


def solve(matrix: Sequence[Sequence[int]], right: Sequence[Fraction]) -> list[Fraction]:
    """The one x with matrix · x = right, for the square matrix of a component."""
    if len(matrix) == 1:  # most components are one state, and a division needs no library
        return [right[0] / matrix[0][0]]
    return dense.solve(matrix, right)
