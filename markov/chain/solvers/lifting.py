"""Chains that fill up: floating point proposes the answer, whole numbers check it.

**Theorem.** Let A be the matrix of what leaves the states in which play goes on, less what leads from one to
another. It has an inverse (Berman & Plemmons, Nonnegative Matrices in the Mathematical Sciences, chapter 6),
so where whole numbers p and q have A · p = q · b, x = p / q solves A · x = b, however they were found.

They are found so: for any whole y, x = (y + B · r) / 2^k, where B is the inverse and r = 2^k · b - A · y. So
digits y come some at a time: a factorization in floats proposes the next ones of B · r, and what these leave
over is worked out in whole numbers (Wan, An algorithm to solve integer linear systems exactly using numerical
methods, J. Symbolic Computation 41, 2006). All of x has one denominator q, at most the product D of the
diagonal (Hadamard's inequality, which M-matrices share; Horn & Johnson, Topics in Matrix Analysis, 2.5).
Three sums of x, with a third more digits than q has, show q in a short vector of a lattice, and p is q · x,
rounded. Floats that are far off, or words that wrap around, only bring digits from which no q comes.

**Example.** A fair walk on 1, 2, 3 that ends at 0 and 4: A has the rows (2, -1, 0), (-1, 2, -1), (0, -1, 2),
and the chances x of coming to 4 solve A · x = (0, 0, 1). Floats say x = (0.25, 0.5, 0.75), so with 3 digits y
= (2, 4, 6) and r = (0, 0, 0); had they said (1, 4, 6), r would be (2, -1, 0), and the next digits those of
B · r = (1, 0, 0). With q = 4, p is (1, 2, 3), and A · p = (0, 0, 4).

Floats propose digits in one of two ways. Play that forgets soon where it was, as on a random graph, is
followed for some tens of steps, and what it forgets last, the likeliest way to go on, is summed up beforehand
(a stationary iteration with one vector deflated; Saad, Iterative Methods for Sparse Linear Systems, 2003).
That takes no more memory than the chain. On a walk or a grid the matrix is factorized. The profile of the
states in reverse Cuthill-McKee order says beforehand what that takes at most. Where many rows at the end fill
up, and digits are many, what is left of these is inverted as a whole matrix (its Schur complement).

Where play leaves a block of states only once in very many spins, A is nearly singular, and floats know few
digits. What leaves the block is the sum of its columns, which whole numbers make without a loss: in AU, which
is A with the first column of each such block replaced by that sum, it stands by itself, and its column can be
brought to the size of the others. The row y of B solves yAU = eU, where e marks the start; a solution z of
AUz = b gives x = Uz, each z with that of the first of its block. Let 1 and 2 lead to each other with 10^9 and
2 to an end with 1, as does 3, which leads to 1 with 10^9: the columns of A are (n, -n, -n), (-n, n + 1, 0)
and (0, 0, n + 1), where n = 10^9. The sum for the block {1, 2} is (0, 1, -n), in which nothing is lost.

Where digits come too slowly, as in a gambler's ruin of many units, another road is shorter.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, frexp, isfinite, isqrt, log2, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.transitions import Absorption, Indices, TooMuchWork, Transitions, Weights, sums_by_key
from markov.exact import fraction

_Floats: TypeAlias = NDArray[np.float64]
_Whole: TypeAlias = Any  # fmpz

MOST_STEPS = 2**37  # multiplications of floats, some minutes
MOST_FACTORS = 2**26  # entries of both factors, 800 MB; they take a minute or two
_MOST_KEPT = 2**32  # bits of all numbers, which take 2 GB at most
_FILLED = 4  # in a good order a factorization has a quarter of the profile, on a grid
_MOST_DIGITS = 50  # binary, of which floats propose some at once
_FOLLOWED = 40  # steps, after which what goes on is nearly the vector that goes on longest
SLOWEST_DECAY = 0.8  # what is left over after a step; with more, a factorization is shorter
_CALLED = 10_000  # multiplications that are done while a few functions are called
_FEWEST = 6  # digits at once; with fewer another road is shorter
_LEAST_PIVOT = 0.1  # of the largest in its column; with the largest itself factors have more entries
_WORD = 2**48  # sum of a row whose entries are kept in one word each
_FULL = 4  # a matrix with one entry in so many is kept whole
_SHORT = 2**24  # entries of a matrix that is kept whole
_EXACT_BITS = 53  # of a whole number that a float holds
_SELDOM = 2**16  # spins; states that play leaves less often, on average, are summed up
_SUMS = 3  # of all numbers, from which their denominator is found
_LOOKED_FOR = 32  # bits more than needed, by which a denominator is told from any other number
_FIRST = 256  # digits, with which a denominator is looked for
_MIXED_BITS = 4  # of what each number is multiplied with in a sum
_SMALL_FACTORS = 720_720  # of a denominator, which may be lost in sums
_AT_ONCE = 4_096  # numbers that are put together from their digits at once
_LONGEST = 900  # bits of a number that floats can have


def absorption_by_lifting(
    chain: Transitions, start: int = 0, reward: Sequence[int] = ()
) -> dict[int, Fraction] | None:
    """The absorption probabilities of play from a state in which it goes on; None where digits are slow.

    reward   for each state what a spin from there brings; then the number of states is the index under which
             all that play brings stands beside the ends

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain, solves=1)
    visits = None if system is None else system.visits(start)
    if system is None or visits is None:
        return None
    chances = system.chances(visits)
    if reward:
        brought = [int(chain.totals[i]) * reward[i] for i in system.states.tolist()]
        chances[len(chain)] = visits.times(brought)
    return chances


def moments_by_lifting(chain: Transitions) -> Absorption | None:
    """The absorption probabilities and the moments of the spins; None where digits come too slowly.

    With t(s) the expected spins to come from s, the mean square is the sum of visits(s) · (2t(s) - 1)
    (Kemeny & Snell, Finite Markov Chains, 3.3.5).

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain, solves=2)
    visits = None if system is None else system.visits(0)
    if system is None or visits is None:
        return None
    totals = chain.totals[system.states]
    if (spins := system.values(totals)) is None:
        return None
    totals = totals.tolist()
    mean = visits.times(totals)
    met = visits.times([total * t for total, t in zip(totals, spins.above, strict=True)])
    return Absorption.of(system.chances(visits), mean, 2 * met / spins.below - mean)


def values_by_lifting(chain: Transitions, gained: Weights, most: int | None = None) -> "OverOne | None":
    """The value of each state in which play goes on; None where digits come too slowly.

    gained   for each of these states its total times what a spin from there brings
    most     binary digits of a denominator that is looked for; left out, those that it can have

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain, solves=1)
    if system and most:
        system = replace(system, most=min(most, system.most), bits=min(2 * most, system.bits))
    return None if system is None else system.values(gained)


@dataclass(frozen=True, slots=True)
class OverOne:
    """Fractions over one denominator: `above` are the numerators, `below` is the denominator."""

    above: Sequence[_Whole]
    below: int

    def times(self, numbers: Sequence[_Whole]) -> Fraction:
        """The sum of the fractions, each times its number."""
        from flint import fmpq, fmpz

        products = (n * above for n, above in zip(numbers, self.above, strict=True))
        return fraction(fmpq(sum(products, fmpz(0)), fmpz(self.below)))


@dataclass(frozen=True, slots=True, eq=False)
class _Matrix:
    """A square matrix of whole numbers of any length.

    kept      an array where few of its numbers are 0 and all are short, else a sparse one, in which the place
              of each long number has a word of its own
    entries   row after row
    """

    kept: Any
    entries: Weights

    @classmethod
    def of(cls, entries: Weights, rows: Indices, columns: Indices, size: int) -> "_Matrix":
        """The square matrix with these entries; those of one place are added."""
        from scipy.sparse import csr_array

        largest = int(np.abs(entries).max())
        if largest < _SHORT and len(entries) * _FULL > size**2:
            sums = np.bincount(rows * size + columns, entries, size**2).astype(np.int32)
            return cls(sums.reshape(size, size), sums)
        places, sums = sums_by_key(rows * size + columns, entries)
        long = largest * int(np.bincount(rows).max()) >= _WORD
        sums = sums.astype(object if long else np.int64)
        data = np.arange(len(sums)) if long else sums
        return cls(csr_array((data, np.divmod(places, size)), shape=(size, size)), sums)

    def summed(self, first: Indices) -> "_Matrix":
        """The matrix with the sum of the columns of each block in place of the first of them.

        first   for each column that of its block
        """
        if self.whole:  # which is one block
            summed = self.kept.copy()
            summed[:, 0] = summed.sum(axis=1)
            return _Matrix(summed, summed.ravel())
        rows, columns = np.repeat(np.arange(len(first)), np.diff(self.kept.indptr)), self.kept.indices
        others = first[columns] != columns
        more = rows[others], first[columns[others]], self.entries[others]
        every = zip((rows, columns, self.entries), more, strict=True)
        rows, columns, entries = (np.concatenate(both) for both in every)
        return _Matrix.of(entries, rows, columns, len(first))

    @property
    def whole(self) -> bool:
        """True where it is kept as an array."""
        return isinstance(self.kept, np.ndarray)

    def transposed(self) -> "_Matrix":
        """Rows as columns."""
        if self.whole:
            turned = np.ascontiguousarray(self.kept.T)
            return _Matrix(turned, turned.ravel())
        turned = self._with(np.arange(len(self.entries))).T.tocsr()
        entries = self.entries[turned.data]
        turned.data = turned.data if entries.dtype == object else entries
        return _Matrix(turned, entries)

    def floats(self) -> Any:
        """The matrix in floats."""
        return self.kept.astype(np.float64) if self.whole else self._with(self.entries.astype(np.float64))

    def _with(self, entries: Any) -> Any:
        """A sparse matrix with other entries in the same places."""
        from scipy.sparse import csr_array

        return csr_array((entries, self.kept.indices, self.kept.indptr), shape=self.kept.shape)

    def left_over(self, right: Weights, digits: Indices, shift: int) -> Weights:
        """2^shift · right less the matrix times the digits.

        Its words hold what is left over, though the two sides may wrap around.
        """
        if self.entries.dtype == object:
            right = right.astype(object)
        elif right.dtype == object:  # at first
            right, shift = (right << shift & 2**64 - 1).astype(np.uint64).view(np.int64), 0
        if self.whole:
            product = np.einsum("ij,j->i", self.kept, digits.astype(np.int32))
            wrapped: Weights = ((right << shift) - product).astype(np.int32).astype(np.int64)
            return wrapped
        products = self.entries * digits[self.kept.indices]
        rest: Weights = (right << shift) - np.add.reduceat(products, self.kept.indptr[:-1])
        return rest

    def solved_by(self, solution: OverOne, right: Weights) -> bool:
        """True where the matrix times the solution is the right side."""
        if self.whole:
            return self._array_solved_by(solution, right)
        above, entries = solution.above, self.entries.tolist()
        rows, columns = self.kept.indptr.tolist(), self.kept.indices.tolist()
        return all(
            sum([entries[k] * above[columns[k]] for k in range(*at)]) == solution.below * b
            for at, b in zip(pairwise(rows), right.tolist(), strict=True)
        )

    def _array_solved_by(self, solution: OverOne, right: Weights) -> bool:
        """The same modulo a power of 2 that is larger than both sides, some bits at once."""
        part = self.kept.astype(np.float64)
        wide = int(np.abs(part).sum(axis=1).max()).bit_length()
        size = 4 if wide + 32 < _EXACT_BITS else 2  # bytes, with whose numbers floats have exact products
        sides = [[int(n) for n in solution.above], [solution.below * b for b in right.tolist()]]
        longest = max(abs(n) for side in sides for n in side).bit_length()
        count = (longest + wide) // (8 * size) + 2
        here, there = (
            np.array(
                [np.frombuffer(n.to_bytes(size * count, "little", signed=True), f"<u{size}") for n in side]
            )
            for side in sides
        )
        products = (part @ here.astype(np.float64)).astype(np.int64)
        carried = np.zeros(len(products), dtype=np.int64)
        for product, word in zip(products.T, there.T, strict=True):
            carried += product
            if not np.array_equal(carried & 2 ** (8 * size) - 1, word):
                return False
            carried >>= 8 * size
        return True


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    """The equations of the states in which play goes on.

    states       their positions in the chain, `place` the other way round
    matrix       A or, where states are seldom left, AU
    first        for each state the first one of those with which it is seldom left; None where none are
    most         binary digits of D
    bits         binary digits of all that is to be found, one number after another
    """

    chain: Transitions
    states: Indices
    place: Indices
    matrix: _Matrix
    first: Indices | None
    most: int
    bits: int

    @classmethod
    def of(cls, chain: Transitions, solves: int) -> "_System | None":
        """The equations of a chain; None where numbers take much memory.

        solves   right sides
        """
        if int(chain.totals.max()).bit_length() > _LONGEST:
            return None
        states = np.flatnonzero(chain.totals)
        n, totals = len(states), chain.totals[states]
        place = np.full(len(chain), -1)
        place[states] = np.arange(n)
        targets = place[chain.successors]
        inside = targets >= 0
        rows, columns = place[chain.origins()][inside], targets[inside]
        every = np.arange(n)
        matrix = _Matrix.of(
            np.concatenate((totals, -chain.weights[inside])),
            np.concatenate((every, rows)),
            np.concatenate((every, columns)),
            n,
        )
        leaving = totals.astype(object)
        loops = chain.successors == chain.origins()
        np.subtract.at(leaving, place[chain.successors[loops]], chain.weights[loops])
        most = prod(leaving.tolist()).bit_length()
        bits = most + most // _SUMS
        if n * bits > _MOST_KEPT:
            return None
        # A sum of columns that is not needed costs nothing in a whole matrix.
        first = 0 * every if matrix.whole else _seldom_left(chain, states, place)
        if first is not None:
            matrix = matrix.summed(first)
        return cls(chain, states, place, matrix, first, most, bits * solves)

    def visits(self, start: int) -> OverOne | None:
        """For each state the expected spins made in it, over its total; None where digits come too slowly.

        They are the row of B of the start.
        """
        right, at = np.zeros(len(self.states), dtype=np.int64), self.place[start]
        right[[at, at if self.first is None else self.first[at]]] = 1
        return self._solution(self.matrix.transposed(), right)

    def values(self, gained: Weights) -> OverOne | None:
        """The value of each state; None where digits come too slowly.

        gained   for each state its total times what a spin from there brings
        """
        if int(np.abs(gained).max()).bit_length() > _LONGEST:
            return None
        found = self._solution(self.matrix, gained)
        if found is None or self.first is None:
            return found
        above = found.above
        spread = [above[i] + (above[f] if f != i else 0) for i, f in enumerate(self.first.tolist())]
        return OverOne(spread, found.below)

    def chances(self, visits: OverOne) -> dict[int, Fraction]:
        """The chances of the ends."""
        from flint import fmpq, fmpz

        chain = self.chain
        sums = {end: fmpz(0) for end in chain.absorbing.tolist()}
        out = self.place[chain.successors] < 0
        origins = self.place[chain.origins()[out]].tolist()
        for end, i, weight in zip(
            chain.successors[out].tolist(), origins, chain.weights[out].tolist(), strict=True
        ):
            sums[end] += weight * visits.above[i]
        return {end: fraction(fmpq(above, visits.below)) for end, above in sums.items()}

    def _solution(self, matrix: _Matrix, right: Weights) -> OverOne | None:
        """The solution; None where floats know few digits of it; may raise TooMuchWork."""
        inverse = _inverse(matrix.floats(), self.bits, self.first is not None)
        if inverse is None:
            return None
        left, digits = right, _Digits(len(right), self.most)
        while digits.bits <= 2 * (self.most + _FIRST):
            proposed = inverse.times(left.astype(np.float64))
            shift = digit_shift(proposed)
            if shift < _FEWEST:
                return None
            if (found := digits.solution(proposed)) and matrix.solved_by(found, right):
                return found
            proposed *= 2.0**shift
            more = np.rint(proposed, out=proposed).astype(np.int64)
            left = matrix.left_over(left, more, shift)
            digits.add(more, shift)
        return None


class _Digits:
    """The digits found so far of some numbers that have one denominator.

    most   binary digits of the denominator at most
    """

    def __init__(self, count: int, most: int) -> None:
        from flint import fmpz_mat

        self.bits = 0
        self._most, self._next = most, _FIRST
        self._weights = np.random.default_rng(1).integers(1, 2**_MIXED_BITS, (count, _SUMS))
        self._kept: list[Indices] = []
        self._known: list[int] = []  # bits, with each of them
        self._sums, self._summed = [0] * _SUMS, 0  # what the lattice lacks of the sums of so many of them
        self._in_lattice = 0  # bits
        self._lattice = fmpz_mat([[int(i == j) for i in range(_SUMS + 1)] for j in range(_SUMS + 1)])

    def add(self, more: Indices, shift: int) -> None:
        """Adds digits."""
        self.bits += shift
        self._known.append(self.bits)
        self._kept.append(more)

    def solution(self, error: _Floats) -> OverOne | None:
        """The numbers as fractions, once the digits show their denominator.

        error   of each number times 2^bits, about

        It is looked for now and then, as it may be much less than it could be.
        """
        if self.bits < self._next:
            return None
        from flint import fmpz

        wrong = max(int(np.frexp(np.abs(error).sum())[1]) + _MIXED_BITS, 0)
        below = self._common_denominator(wrong)
        enough = wrong + self._most + self._most // _SUMS + 2 * _LOOKED_FOR
        later = self.bits * 9 // 8
        self._next = min(later, enough) if self.bits < enough else later
        if (below.bit_length() + _LOOKED_FOR) * (_SUMS + 1) > (self.bits - wrong) * _SUMS:
            return None  # as near as that come denominators of any numbers
        below *= _SMALL_FACTORS
        # So many digits tell whole numbers over this apart.
        count = bisect(self._known, below.bit_length() + wrong + _LOOKED_FOR) + 1
        bits = self._known[:count][-1]
        factor, half = fmpz(below), fmpz(1) << bits - 1
        return OverOne([factor * number + half >> bits for number in self._numbers(bits)], below)

    def _common_denominator(self, wrong: int) -> int:
        """A whole number that brings the sums nearest to whole ones, for its size.

        wrong   binary digits of the sums that are left out
        """
        half, sums = _MOST_DIGITS // 2, np.zeros((2, len(self._known) - self._summed, _SUMS), dtype=np.int64)
        for some in self._parts():
            new, weights = np.array([kept[some] for kept in self._kept[self._summed :]]), self._weights[some]
            sums += np.stack(((new >> half) @ weights, (new & 2**half - 1) @ weights))
        shifts = np.diff([0, *self._known])[self._summed :].tolist()
        for high, low, shift in zip(*sums.tolist(), shifts, strict=True):
            digits = [(a << half) + b for a, b in zip(high, low, strict=True)]
            self._sums = [(n << shift) + more for n, more in zip(self._sums, digits, strict=True)]
        self._summed = len(self._known)
        bits = max(self.bits - wrong, self._in_lattice)
        more = [n >> self.bits - bits for n in self._sums]
        self._sums = [n - (near << self.bits - bits) for n, near in zip(self._sums, more, strict=True)]
        self._lattice = _with_digits(self._lattice, more, bits - self._in_lattice)
        self._in_lattice = bits
        return abs(int(self._lattice[0, 0])) or 1

    def _numbers(self, bits: int) -> Iterator[_Whole]:
        """The numbers times 2^bits, from words of 32 bits."""
        from flint import fmpz

        for some in self._parts():
            words = np.zeros((bits // 32 + 4, len(self._weights[some])), dtype=np.int64)
            for kept, known in zip(self._kept, self._known, strict=True):
                if known > bits:
                    break
                at, rest = divmod(bits - known, 32)
                words[at] += kept[some] << rest & 2**32 - 1
                words[at + 1] += kept[some] >> 32 - rest
            for word, above in pairwise(words):
                above += word >> 32
            for number in words.T.astype(np.uint32):
                yield fmpz(int.from_bytes(number.tobytes(), "little", signed=True))

    def _parts(self) -> list[slice]:
        """The numbers that are put together at once."""
        return [slice(i, i + _AT_ONCE) for i in range(0, len(self._weights), _AT_ONCE)]


def _seldom_left(chain: Transitions, states: Indices, place: Indices) -> Indices | None:
    """For each state the first one of its block; None where no block of likely ways is seldom left."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n, origins, targets = len(states), place[chain.origins()], place[chain.successors]
    weights, totals = chain.weights.astype(np.float64), chain.totals[states].astype(np.float64)
    likely = (targets >= 0) & (weights * _SELDOM >= totals[origins])
    links = csr_array((likely[likely], (origins[likely], targets[likely])), shape=(n, n))
    count, block = connected_components(links, directed=False)
    out = (targets < 0) | (block[targets] != block[origins])
    leaving = np.bincount(block[origins], np.where(out, weights, 0) / totals[origins], count)
    if not (leaving * _SELDOM < np.bincount(block)).any():
        return None
    first: Indices = np.unique(block, return_index=True)[1][block]
    return first


@dataclass(frozen=True, slots=True)
class _Inverse:
    """The inverse of a matrix in floats, nearly: a function of a vector.

    work   multiplications each time
    """

    times: Callable[[_Floats], _Floats]
    work: int


def _inverse(matrix: Any, bits: int, scaled: bool = False) -> _Inverse | None:
    """The inverse by the way that is shorter; None where neither is short.

    bits     that are to be found
    scaled   whether rows or columns differ in size, as those of AU do

    Raises TooMuchWork where so many digits take too long.
    """
    if isinstance(matrix, np.ndarray):
        _check_affordable(2 * matrix.size, bits)
        return _scaled(matrix)
    entries = _profile(matrix)
    inverse = None if scaled else _iterated(matrix)
    if entries <= MOST_FACTORS and not (inverse and inverse.work < entries):
        _check_affordable(entries // _FILLED + matrix.nnz, bits)
        inverse = _scaled(matrix, bits) if scaled else _without_rare(matrix) or factorized(matrix, bits)
    if inverse:
        _check_affordable(inverse.work + 2 * matrix.nnz, bits)
    return inverse


def _check_affordable(work: int, bits: int) -> None:
    if bits // 20 * work > MOST_STEPS:
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for fewer states")


def _profile(matrix: Any) -> int:
    """An upper bound on the entries of a factorization."""
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    both = matrix + matrix.T
    order = reverse_cuthill_mckee(both, symmetric_mode=True)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    tails = np.repeat(place, np.diff(both.indptr))
    first = np.arange(len(order))
    np.minimum.at(first, tails, place[both.indices])
    return 2 * int((np.arange(len(order)) - first + 1).sum())


def factorized(matrix: Any, bits: int = 0, diagonal: bool = True) -> _Inverse | None:
    """The inverse by a sparse factorization in floats; None where floats cannot factorize the matrix.

    bits       that are to be found
    diagonal   whether its pivots are those of the diagonal, however small they are
    """
    from scipy.sparse.linalg import splu

    turned, least, way = (matrix.T, 0.0, "T") if diagonal else (matrix.tocsc(), _LEAST_PIVOT, "N")
    try:
        factors = splu(turned, diag_pivot_thresh=least, permc_spec="MMD_AT_PLUS_A", relax=1)
        last = isqrt(factors.nnz * 4 // 5)  # about so many rows are full, on a random graph
        fills = _FULL * last > len(factors.perm_c) and bits // _MOST_DIGITS * factors.nnz > last**3
        if fills and (ended := _with_full_end(matrix, np.argsort(factors.perm_c), last, diagonal)):
            return ended
    except (RuntimeError, np.linalg.LinAlgError):  # singular, as floats see it
        return None
    return _Inverse(lambda right: factors.solve(right, trans=way), factors.nnz)


def _with_full_end(matrix: Any, order: Indices, last: int, diagonal: bool) -> _Inverse | None:
    """The inverse by that of the first rows in an order, and by a whole one of what they make of the last."""
    first, place, matrix = len(order) - last, np.argsort(order), matrix[order][:, order]
    across, back = matrix[:first, first:].tocsr(), matrix[first:, :first].tocsr()
    begin = factorized(matrix[:first, :first], diagonal=diagonal)
    if begin is None:
        return None
    solved, end = begin.times, matrix[first:, first:].toarray()
    end = np.linalg.inv(end - back @ solved(across.toarray()))

    def times(right: _Floats) -> _Floats:
        right = right[order]
        there = end @ (right[first:] - back @ solved(right[:first]))
        solution: _Floats = np.concatenate((solved(right[:first] - across @ there), there))[place]
        return solution

    return _Inverse(times, begin.work + last**2)


def _without_rare(matrix: Any) -> _Inverse | None:
    """The inverse by a factorization without what is rare, refined twice; None where much is lost without."""
    from scipy.sparse import csr_array

    rows, columns, data = (entries := matrix.tocoo()).row, entries.col, entries.data
    sizes = matrix.diagonal()
    likely = np.abs(data) * _SELDOM >= np.minimum(sizes[rows], sizes[columns])
    kept = csr_array((data[likely], (rows[likely], columns[likely])), shape=matrix.shape)
    rare, inverse = matrix - kept, None if likely.all() else factorized(kept)
    if inverse is None or not inverse.times(abs(rare).sum(axis=1)).max() < 1 / _SELDOM:
        return None
    times = inverse.times

    def refined(right: _Floats) -> _Floats:
        solution = times(right)
        for _ in range(2):
            solution = times(right - rare @ solution)
        return solution

    return _Inverse(refined, 3 * inverse.work)


def _whole(matrix: _Floats) -> _Inverse | None:
    """The inverse of a whole matrix, by triangular factors; None where floats see it as singular."""
    from scipy.linalg.lapack import dgetrf, dgetrs

    factors, pivots, singular = dgetrf(matrix)
    return None if singular else _Inverse(lambda right: dgetrs(factors, pivots, right)[0], matrix.size)


def _scaled(matrix: Any, bits: int = 0) -> _Inverse | None:
    """The inverse by that of the matrix with its rows brought to one size."""
    from scipy.sparse import diags_array

    if isinstance(matrix, np.ndarray):
        sizes = 1 / np.abs(matrix).max(axis=1)
        inverse = _whole(matrix * sizes[:, None])
    else:
        sizes = 1 / abs(matrix).max(axis=1).toarray()
        inverse = factorized(diags_array(sizes) @ matrix, bits, diagonal=False)
    if inverse is None:
        return None
    times = inverse.times
    return _Inverse(lambda right: times(sizes * right), inverse.work)


def _iterated(matrix: Any) -> _Inverse | None:
    """The inverse by way of following play; None where it does not forget where it was."""
    diagonal = matrix.diagonal()
    side, other = (_Iteration(each, diagonal) for each in (matrix, matrix.T.tocsr()))
    across = float(side.lasting * diagonal @ other.lasting)
    # What goes on longest is that much less after each step.
    lost = float(other.lasting * diagonal @ (side.onward @ side.lasting)) / across if across else 0.0
    if not 0 < lost < 1:
        return None
    side.weights = other.lasting * diagonal * ((1 / lost - 1) / across)
    left = side.left_over()
    if not left < SLOWEST_DECAY:
        return None
    steps = ceil(_MOST_DIGITS / -log2(max(left, 2.0**-_MOST_DIGITS)))
    work = steps * (matrix.nnz + 5 * len(diagonal) + _CALLED)
    return _Inverse(lambda right: side.applied(right, steps), work)


class _Iteration:
    """Play followed step by step, ahead or back, in floats.

    A step takes what is left over, over the diagonal, and leaves what goes on. What goes on longest is a
    multiple of one vector, whatever the start: all that it will come to is added at once.

    onward   the matrix over its diagonal
    lasting  that vector
    weights  of what is taken: their sum is the multiple that is added
    """

    def __init__(self, matrix: Any, diagonal: _Floats) -> None:
        self._diagonal = diagonal
        self.onward = matrix.copy()
        self.onward.data /= np.repeat(diagonal, np.diff(matrix.indptr))
        self.lasting = np.ones(len(diagonal))
        for _ in range(_FOLLOWED):
            self.lasting -= self.onward @ self.lasting
            self.lasting /= np.abs(self.lasting).max() or 1.0
        self.weights = np.zeros(len(diagonal))

    def applied(self, right: _Floats, steps: int) -> _Floats:
        """The approximate inverse times a vector, after so many steps."""
        begun = right / self._diagonal
        solution = begun + self.lasting * (self.weights @ begun)
        for _ in range(steps - 1):
            more = begun - self.onward @ solution
            solution += more
            solution += self.lasting * (self.weights @ more)
        return solution

    def left_over(self) -> float:
        """The part of anything that is still left over after one more step."""
        right = np.cos(np.arange(len(self._diagonal), dtype=np.float64)) * self._diagonal
        before, after = (
            float(np.abs(right / self._diagonal - self.onward @ self.applied(right, steps)).max())
            for steps in (_FEWEST, 2 * _FEWEST)
        )
        return (after / before) ** (1 / _FEWEST) if before else 0.0


def digit_shift(proposed: _Floats) -> int:
    """The number of digits that floats know of what they propose, at least of the largest."""
    largest = max(float(proposed.max()), -float(proposed.min()))
    return _MOST_DIGITS - frexp(largest)[1] if isfinite(largest) else 0


def _with_digits(lattice: Any, more: Sequence[int], shift: int) -> Any:
    """The reduced lattice of some numbers after so many more binary digits of each; of none it is that of 1.

    >>> from flint import fmpz_mat
    >>> one = fmpz_mat([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> third = _with_digits(one, [10, 21], 5)  # 341 and 683 over 2^10, for 1/3 and 2/3
    >>> abs(int(_with_digits(third, [21, 11], 5)[0, 0]))
    3

    Its vectors are (q, q · x - p · 2^bits) for each number x over 2^bits, so those with more digits follow
    from those with fewer, and are nearly reduced as they come. The denominator stands in the shortest one, as
    LLL finds it. Of one number it is the denominator q of any fraction that is no farther off than 1, where
    q² is less than a quarter of 2^bits: another vector is longer, since the two span at least the volume of
    the lattice (Lenstra, Lenstra & Lovász, Factoring polynomials with rational coefficients, Mathematische
    Annalen 261, 1982).
    """
    from flint import fmpz_mat

    count = len(more)
    rows = [[1, *more]] + [[0] * k + [1 << shift] + [0] * (count - k) for k in range(1, count + 1)]
    return (lattice * fmpz_mat(rows)).lll()
