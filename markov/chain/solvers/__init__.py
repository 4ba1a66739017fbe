"""Solvers of linear equations, one shape a file, and the one place that chooses between them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from markov.chain.solvers import dense
from markov.chain.transitions import Absorption, TooMuchWork, Transitions
from markov.exact import FEW_STATES, ExactNumber

if TYPE_CHECKING:
    from markov.chain.solvers.elimination import Component

_Found = TypeVar("_Found")

__all__ = [
    "check_affordable",
    "large_chances",
    "large_components",
    "large_moments",
    "solve",
    "suits_levels",
]

# Measured on repeater chains and on random ones: with fewer states, or fewer transitions in a level, rational
# numbers are done before the arrays of the modular road are laid out.
_FEW_STATES = 500
_NARROW = 10

# Measured on one tally of need n, 2 cores: n = 6,000 takes 2 s and n = 20,000, which is this much, a minute.
MOST_BITS = 2**31
_TINY = 10  # states; up to here a matrix of sympy's takes longer to make than the solving
_SMALL_COMPONENT = 40  # up to here dense is as fast, however sparse the component is
_FULL = 64  # transitions a state; with more, taking states out makes no component smaller
MOST_ELIMINATED = 2**37  # bits times states
MOST_KEPT = 2**33  # bits times states, half a gigabyte where all are as long as they can be
LARGEST_COMPONENT = 1_500  # dense: memory and time grow with its square and cube
FEW_LEFT = 200  # measured on grids and random chains: with more states left, lifting is faster than dense


def suits_levels(chain: Transitions) -> bool:
    """True for a chain to be solved level by level modulo primes, rather than component by component.

    That road needs a chain without cycles whose weights are small enough for it.
    """
    order = chain.solve_order
    if order.acyclic and len(chain) > _FEW_STATES and len(chain.weights) > _NARROW * len(order.levels):
        from markov.chain.solvers import levels  # only wide chains pay for the import

        return levels.fits(chain)
    return False


def large_chances(
    chain: Transitions, start: int = 0, reward: Sequence[int] = ()
) -> dict[int, Fraction] | None:
    """The chances of the ends of a chain with large components; None where whole matrices do as well.

    States are taken out one by one where they have few transitions. Where many would be left, digits are
    lifted, if they come fast enough; if not, what is left is solved whole.

    reward   for each state what a spin from there brings; what play brings in all then stands beside the
             chances, under the number of states

    Raises TooMuchWork when that would take more than some minutes.
    """
    if not (chain.totals[start] and chain.solve_order.largest > _SMALL_COMPONENT):
        return None
    from markov.chain.solvers.elimination import absorption_by_elimination
    from markov.chain.solvers.lifting import absorption_by_lifting

    return _large(
        chain,
        lambda largest: absorption_by_elimination(chain, solve, largest, start, reward),
        lambda: absorption_by_lifting(chain, start, reward),
        _sparse(chain),
    )


def large_moments(chain: Transitions) -> Absorption | None:
    """The chances of the ends and the moments of the spins, by the methods of `large_chances`."""
    if not (chain.totals[0] and chain.solve_order.largest > _SMALL_COMPONENT):
        return None
    from markov.chain.solvers.elimination import Filled, moments, moments_by_component
    from markov.chain.solvers.lifting import moments_by_lifting

    kept = _sparse(chain)
    if kept:
        try:
            return moments(chain)
        except Filled:
            check_affordable(chain, whole=False)
        kept = _kept(chain)
    return _large(
        chain,
        lambda largest: moments_by_component(chain, solve, largest),
        lambda: moments_by_lifting(chain),
        kept,
    )


def _large(
    chain: Transitions, eliminated: Callable[[int], _Found], lifted: Callable[[], _Found | None], sparse: bool
) -> _Found | None:
    """The result of the first method of `large_chances` that succeeds; None where none does.

    eliminated   what comes of taking states out, with so many left at most, which raises Filled
    """
    from markov.chain.solvers.elimination import Filled

    left, one = 0, _one_large(chain)
    if sparse:
        try:
            return eliminated(FEW_LEFT)
        except Filled as filled:
            left = filled.left
    if one and (found := lifted()):
        return found
    if not sparse:
        return None
    try:
        if left <= LARGEST_COMPONENT:
            return eliminated(LARGEST_COMPONENT)
    except Filled:
        pass
    if not one and (found := lifted()):
        return found
    raise _too_large(chain)


def _one_large(chain: Transitions) -> bool:
    """True where most of the states in play are one component."""
    largest = chain.solve_order.largest
    return largest > FEW_LEFT and 2 * largest >= len(chain) - len(chain.absorbing)


def large_components(chain: Transitions) -> "Callable[[Sequence[int]], Component | None] | None":
    """A function that takes out the states of a component; None where whole matrices of them are solved.

    It gives None for a small component, and raises TooMuchWork when too many states are left.
    """
    if not (_sparse(chain) and _kept(chain)):
        return None
    from markov.chain.solvers.elimination import Component, Filled

    next_row, totals = chain.row_reader(), chain.totals.tolist()

    def eliminate(states: Sequence[int]) -> Component | None:
        if len(states) <= FEW_STATES:
            return None
        try:
            return Component(states, next_row, totals, solve, LARGEST_COMPONENT)
        except Filled:
            raise _too_large(chain) from None

    return eliminate


def _kept(chain: Transitions) -> bool:
    """True where a long number can be kept for each state of the largest component."""
    return chain.solve_order.largest**2 * int(max(chain.totals.tolist())).bit_length() <= MOST_KEPT


def _sparse(chain: Transitions) -> bool:
    """True where a large component has few transitions a state."""
    largest = chain.solve_order.largest
    if largest <= _SMALL_COMPONENT:
        return False
    bits = largest * int(max(chain.totals.tolist())).bit_length()
    if bits * largest > MOST_ELIMINATED:
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for a smaller chain")
    return len(chain.weights) <= _FULL * len(chain)


def check_affordable(chain: Transitions, whole: bool = True) -> None:
    """Raises TooMuchWork when solving component by component would take more than some minutes.

    whole   whether all components are solved as whole matrices
    """
    # An answer at depth k multiplies k totals at most.
    bits = int(max(chain.totals.tolist())).bit_length() * len(chain.solve_order.levels)
    if bits * len(chain) > MOST_BITS:
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for smaller needs")
    if whole and chain.solve_order.largest > LARGEST_COMPONENT:
        raise _too_large(chain)


def _too_large(chain: Transitions) -> TooMuchWork:
    largest = chain.solve_order.largest
    return TooMuchWork(
        f"{largest:,} states can all come to each other, and the most that are solved at once are "
        f"{LARGEST_COMPONENT:,}; ask for smaller needs, or for a smaller chain"
    )


def solve(matrix: Sequence[Sequence[int]], right: Sequence[ExactNumber]) -> list[ExactNumber]:
    """The one x with matrix · x = right, for the square matrix of a component."""
    if len(matrix) == 1:
        return [right[0] / matrix[0][0]]
    if len(matrix) <= _TINY:
        return dense.solve_few(matrix, right)
    return dense.solve(matrix, right)
