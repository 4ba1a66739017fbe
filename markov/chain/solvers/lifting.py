"""Large components: floating point steers, whole numbers decide.

Let A be the matrix of what leaves the states in which play goes on, less what leads from one to another:
whole numbers, none above 0 off the diagonal, and an inverse B without negative entries (an M-matrix; Berman &
Plemmons, Nonnegative Matrices in the Mathematical Sciences, chapter 6). An equation in A is solved digit by
digit: a factorization in floats proposes the next digits, and what they leave over, multiplied for the next
ones, is worked out in whole numbers (Wan, An algorithm to solve integer linear systems exactly using
numerical methods, J. Symbolic Computation 41, 2006). Floats that are far off only propose digits that bring
nothing.

What makes the answer a proof:

- every product and sum of whole numbers is bounded before by numbers that cannot wrap around;
- 2^k times the solution is the digits so far plus B times what is left over, so the error is known from a
  bound on B. Where v is whole, not negative, and every entry of Av is at least m > 0, the row sums of B are
  at most v / m;
- the determinant is a denominator of every solution, and at most the product D of the diagonal (Hadamard's
  inequality, which M-matrices share; Horn & Johnson, Topics in Matrix Analysis, 2.5). Two fractions over at
  most D are 1 / D² apart or more, so the one that is nearest to a number less than half of that off is the
  solution.

Where digits come too slowly, as in a gambler's ruin of many units, another road is shorter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.solvers.elimination import FactorialMoments
from markov.chain.transitions import Indices, TooMuchWork, Transitions

_Floats: TypeAlias = NDArray[np.float64]

_MOST_STEPS = 2**37  # multiplications of floats, some minutes
_MOST_BITS = 62  # of a whole number that must not wrap around
_MOST_DIGITS = 50  # binary, of which floats propose some at once
_FEWEST = 6  # digits at once; with fewer another road is shorter
_WIDEST = 2**31  # totals stay below it
_MOST_BROUGHT = 2**40  # by a spin, times its total: sums over all states stay inside int64


def absorption_by_lifting(
    chain: Transitions, start: int = 0, reward: Sequence[int] = ()
) -> dict[int, Fraction] | None:
    """The absorption probabilities of play from a state in which it goes on; None where digits are slow.

    reward   for each state what a spin from there brings; then the number of states is the index under which
             all that play brings stands beside the ends

    With the start's row y of B, the chance of an end is the sum of y times the weights that lead to it.

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain)
    if system is None or max(map(abs, reward), default=0) * int(chain.totals.max()) > _MOST_BROUGHT:
        return None
    asked = chain.absorbing.tolist()
    parts = system.entering(chain)
    if reward:
        from scipy.sparse import csr_array, vstack

        asked.append(len(chain))
        gained = (np.array(reward) * chain.totals)[system.states]
        parts = vstack([parts, csr_array(gained[None, :])]).tocsr()
    found = system.forward(system.place[start], parts)
    return dict(zip(asked, found, strict=True)) if found else None


def moments_by_lifting(chain: Transitions, start: int = 0) -> FactorialMoments | None:
    """The absorption probabilities and the moments of the spins; None where digits come too slowly.

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain)
    if system is None or not (found := system.forward(system.place[start], system.entering(chain))):
        return None
    spins = system.spins(system.place[start], chain.totals[system.states])
    if spins is None:
        return None
    mean, square = spins
    return FactorialMoments(dict(zip(chain.absorbing.tolist(), found, strict=True)), mean, square - mean)


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    """The equations of the states in which play goes on.

    states       their positions in the chain, `place` the other way round
    matrix       A, in rows, and `turned` its transpose
    factors      of A in floats
    bound        at least the row sums of B
    denominator  D
    """

    states: Indices
    place: Indices
    matrix: Any
    turned: Any
    factors: Any
    bound: Fraction
    denominator: int

    @classmethod
    def of(cls, chain: Transitions) -> "_System | None":
        from scipy.sparse import csr_array
        from scipy.sparse.linalg import splu

        if chain.weights.dtype == object or chain.totals.max() >= _WIDEST:
            return None
        states = np.flatnonzero(chain.totals)
        n = len(states)
        place = np.full(len(chain), -1)
        place[states] = np.arange(n)
        origins = place[chain.origins()]
        targets = place[chain.successors]
        inside = targets >= 0
        rows = np.concatenate((np.arange(n), origins[inside]))
        columns = np.concatenate((np.arange(n), targets[inside]))
        entries = np.concatenate((chain.totals[states], -chain.weights[inside]))
        matrix = csr_array((entries, (rows, columns)), shape=(n, n))  # equal places are added
        try:
            factors = splu(matrix.astype(np.float64).tocsc(), diag_pivot_thresh=0.0, **_ordering(matrix))
        except RuntimeError:  # singular, as floats see it
            return None
        # Rounding adds to an entry of Av what is in its row at most; the scale is far above that.
        reach = _reach(matrix)
        estimate = factors.solve(np.ones(n)) * (16 * reach)
        if not np.isfinite(estimate).all() or estimate.max() * reach >= 2.0**_MOST_BITS:
            return None
        whole = np.rint(estimate).astype(np.int64)
        least = int((matrix @ whole).min())
        if least <= 0 or whole.min() < 0:
            return None
        denominator = prod(matrix.diagonal().tolist())
        bound = Fraction(int(whole.max()), least)
        return cls(states, place, matrix, matrix.T.tocsr(), factors, bound, denominator)

    def entering(self, chain: Transitions) -> Any:
        """The weights that lead to each end, a row each."""
        from scipy.sparse import csr_array

        ends = chain.absorbing
        number = np.full(len(chain), -1)
        number[ends] = np.arange(len(ends))
        out = number[chain.successors] >= 0
        at = (number[chain.successors[out]], self.place[chain.origins()[out]])
        return csr_array((chain.weights[out], at), shape=(len(ends), len(self.states)))

    def forward(self, start: int, parts: Any) -> list[Fraction]:
        """Each of the parts, times the row of B of the start; nothing where digits come too slowly.

        The sums of a column of B's transpose are row sums of B, so errors are bounded by their sum.
        """
        begun = np.zeros(len(self.states), dtype=np.int64)
        begun[start] = 1
        largest = int(abs(parts).max())
        bound = 2 * largest * self.bound * self.denominator**2
        digits = _Digits(parts)
        left = begun
        self._affordable(bound, solves=1)
        reaches = [_reach(self.turned), _reach(parts)]
        while not digits.enough(bound * _sum(left)):
            proposed = self.factors.solve(left.astype(np.float64), trans="T")
            shift = _shift([(proposed, reach) for reach in reaches], (left,))
            if shift < _FEWEST or digits.slow():
                return []
            more = np.rint(np.ldexp(proposed, shift)).astype(np.int64)
            left = (left << shift) - self.turned @ more
            digits.add(more, shift, _sum(left))
        return [_nearest(above, digits.bits, self.denominator) for above in digits.sums()]

    def spins(self, start: int, totals: Indices) -> tuple[Fraction, Fraction] | None:
        """The mean and the mean square of the spins; None where digits come too slowly.

        At = T and As = 2Tt - T, with T the totals: D² is a denominator of s. What t leaves over comes to s by
        way of B, 2T and B again.
        """
        from scipy.sparse import csr_array

        n, most = len(totals), int(totals.max())
        at = csr_array(([1], ([0], [start])), shape=(1, n))
        first, second = _Digits(at), _Digits(at)
        left, owed = totals, -totals
        doubled = csr_array((2 * totals, (np.arange(n), np.arange(n))), shape=(n, n))
        bound = 2 * self.bound * self.denominator**4
        self._affordable(bound, solves=2)
        reach, further_reach = _reach(self.matrix), _reach(doubled)
        while True:
            over = _most(owed) + 2 * most * self.bound * _most(left)
            if second.enough(bound * over):
                break
            ahead = self.factors.solve(left.astype(np.float64))
            proposed = self.factors.solve(owed + 2.0 * totals * ahead)
            shift = _shift([(ahead, reach), (ahead, further_reach), (proposed, reach)], (left, owed))
            if shift < _FEWEST or second.slow():
                return None
            more = np.rint(np.ldexp(ahead, shift)).astype(np.int64)
            further = np.rint(np.ldexp(proposed, shift)).astype(np.int64)
            left = (left << shift) - self.matrix @ more
            owed = (owed << shift) - self.matrix @ further + doubled @ more
            first.add(more, shift, _most(left))
            second.add(further, shift, int(over))
        (mean,), (square,) = first.sums(), second.sums()
        # The mean has at most D below. Its error, B times what is left over, is less than that of the square:
        # B times T is at least 1, as no play is over without a spin.
        return (
            _nearest(mean, first.bits, self.denominator),
            _nearest(square, second.bits, self.denominator**2),
        )

    def _affordable(self, bound: Fraction, solves: int) -> None:
        """Raises TooMuchWork where so many digits take too long."""
        bits = int(bound).bit_length()
        each = self.factors.L.nnz + self.factors.U.nnz + 2 * self.matrix.nnz
        if bits // 20 * each * solves > _MOST_STEPS:
            raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for a smaller chain")


class _Digits:
    """The digits found so far of some sums."""

    def __init__(self, parts: Any) -> None:
        self.bits = 0
        self._parts = parts
        self._found: list[tuple[list[int], int]] = []
        self._left = 1

    def add(self, more: Indices, shift: int, left: int) -> None:
        """Adds digits; left is the size of what is left over."""
        self._found.append(((self._parts @ more).tolist(), shift))
        self.bits += shift
        self._left = left

    def enough(self, bound: Fraction) -> bool:
        """True where the error, which is below the bound over twice 2^bits, decides."""
        return bool(bound < 2**self.bits)

    def slow(self) -> bool:
        """True where floats bring few digits a time, what is left over growing instead."""
        steps = len(self._found)
        return steps > _FEWEST and self.bits - self._left.bit_length() < _FEWEST * (steps - _FEWEST)

    def sums(self) -> list[int]:
        """The sums times 2^bits: neighbours are joined, so that long numbers are few."""
        found = self._found
        while len(found) > 1:
            joined = [
                ([(a << behind) + b for a, b in zip(one, other, strict=True)], before + behind)
                for (one, before), (other, behind) in zip(found[::2], found[1::2], strict=False)
            ]
            found = joined + found[len(found) // 2 * 2 :]
        return found[0][0]


def _ordering(matrix: Any) -> dict[str, str]:
    """The order in which the factorization takes states: by few links both ways where links are both ways."""
    shape = (matrix != 0).astype(np.int8)
    both = (shape != shape.T).nnz
    return {"permc_spec": "MMD_AT_PLUS_A" if both * 4 < matrix.nnz else "COLAMD"}


def _reach(matrix: Any) -> int:
    """The largest sum of the entries of a row, all taken as above 0."""
    return int(abs(matrix).sum(axis=1).max())


def _shift(proposed: Sequence[tuple[_Floats, int]], left: Sequence[Indices]) -> int:
    """The number of digits that can be added so that nothing wraps around, and floats know them.

    proposed   numbers, and the reach of what they are multiplied with
    """
    room = [_MOST_BITS - 2 - _most(each).bit_length() for each in left]
    for numbers, reach in proposed:
        largest = float(np.abs(numbers).max())
        if not np.isfinite(largest):
            return 0
        size = int(np.frexp(largest)[1])
        room += [_MOST_DIGITS - size, _MOST_BITS - 2 - size - reach.bit_length()]
    return min(room)


def _most(numbers: Indices) -> int:
    return int(np.abs(numbers).max())


def _sum(numbers: Indices) -> int:
    return int(np.abs(numbers).astype(object).sum())


def _nearest(above: int, bits: int, most: int) -> Fraction:
    """The fraction over at most the most that is nearest to above / 2^bits."""
    return Fraction(above, 2**bits).limit_denominator(most)
