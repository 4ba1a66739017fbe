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
states in reverse Cuthill-McKee order says beforehand what that takes at most.

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
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import ceil, frexp, isfinite, log2, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.transitions import Absorption, Indices, TooMuchWork, Transitions, Weights, sums_by_key
from markov.exact import fraction

_Floats: TypeAlias = NDArray[np.float64]
_Whole: TypeAlias = Any  # fmpz
_Solve: TypeAlias = Callable[[_Floats], _Floats]

MOST_STEPS = 2**37  # multiplications of floats, some minutes
MOST_FACTORS = 2**26  # entries of both factors, 800 MB
_MOST_FACTORIZING = 2**36  # multiplications, about a minute
_MOST_KEPT = 2**32  # bits of all numbers, which take 2 GB at most
_FILLED = 4  # in a good order a factorization has a quarter of the profile, on a grid
_MOST_BITS = 62  # of a whole number that must not wrap around
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
_PART = 30  # bits of each word of a wider number
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
        totals = chain.totals.tolist()
        brought = [totals[i] * reward[i] for i in system.states.tolist()]
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


def values_by_lifting(chain: Transitions, gained: Weights) -> "OverOne | None":
    """The value of each state in which play goes on; None where digits come too slowly.

    gained   for each of these states its total times what a spin from there brings

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain, solves=1)
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
    """A matrix of whole numbers of any length: the sum of its sparse parts times 2^0, 2^30, 2^60, …

    Where few of its numbers are 0 and all are short, the one part is an array.
    """

    parts: Sequence[Any]

    @classmethod
    def of(cls, entries: Weights, rows: Indices, columns: Indices, size: int) -> "_Matrix":
        """The square matrix with these entries; those of one place are added."""
        from scipy.sparse import csr_array

        largest, shape = int(np.abs(entries).max()), (size, size)
        if largest < _SHORT and len(entries) * _FULL > size**2:
            sums = np.bincount(rows * size + columns, entries, size**2)
            return cls([sums.astype(np.int32).reshape(shape)])
        words = 1
        if largest * int(np.bincount(rows).max()) >= _WORD:
            words += largest.bit_length() // _PART
        return cls([csr_array((each, (rows, columns)), shape=shape) for each in _words(entries, words)])

    def summed(self, first: Indices) -> "_Matrix":
        """The matrix with the sum of the columns of each block in place of the first of them.

        first   for each column that of its block
        """
        if self.whole:
            order, summed = np.argsort(first, kind="stable"), self.parts[0].copy()
            heads, begin = np.unique(first[order], return_index=True)
            summed[:, heads] = np.add.reduceat(summed[:, order], begin, axis=1)
            return _Matrix([summed])
        n, where = len(first), self.parts[0].tocoo()
        entries = _joined([part.data for part in self.parts])
        others = first[where.col] != where.col
        places = np.concatenate((where.row * n + where.col, (where.row * n + first[where.col])[others]))
        places, sums = sums_by_key(places, np.concatenate((entries, entries[others])).astype(object))
        return _Matrix.of(sums, *np.divmod(places, n), n)

    @property
    def whole(self) -> bool:
        """True where it is kept as an array."""
        return isinstance(self.parts[0], np.ndarray)

    def around_first(self) -> bool:
        """True where each state of a whole matrix is led to from the first one or leads there, not seldom."""
        (part,) = self.parts
        to, back = np.abs(part[:, 0]) * _SELDOM >= part.diagonal(), np.abs(part[0]) * _SELDOM >= part[0, 0]
        return bool((to | back).all())

    @property
    def room(self) -> int:
        """The bits of numbers that can be multiplied with a part."""
        return _MOST_BITS - max(int(abs(part).sum(axis=1).max()) for part in self.parts).bit_length()

    def transposed(self) -> "_Matrix":
        """Rows as columns."""
        if self.whole:
            return _Matrix([np.ascontiguousarray(self.parts[0].T)])
        return _Matrix([part.T.tocsr() for part in self.parts])

    def diagonal(self) -> Weights:
        """The entries of the diagonal."""
        return _joined([part.diagonal().astype(np.int64) for part in self.parts])

    def floats(self) -> Any:
        """The matrix in floats."""
        return sum(part.astype(np.float64) * 2.0 ** (_PART * k) for k, part in enumerate(self.parts))

    def solved_by(self, solution: OverOne, right: Weights) -> bool:
        """True where the matrix times the solution is the right side."""
        if self.whole:
            return self._array_solved_by(solution, right)
        first = self.parts[0]
        rows, columns, above = first.indptr.tolist(), first.indices.tolist(), solution.above
        entries = _joined([part.data for part in self.parts]).tolist()
        return all(
            sum([entries[k] * above[columns[k]] for k in range(*at)]) == solution.below * b
            for at, b in zip(pairwise(rows), right.tolist(), strict=True)
        )

    def _array_solved_by(self, solution: OverOne, right: Weights) -> bool:
        """The same modulo a power of 2 that is larger than both sides, some bits at once."""
        part = self.parts[0].astype(np.float64)
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


def _words(numbers: Weights, count: int) -> list[Indices]:
    """So many words that times 2^0, 2^30, 2^60, … add up to the numbers; the last one takes what is left."""
    if count == 1:
        return [numbers.astype(np.int64)]
    sign, size = np.where(numbers < 0, -1, 1), np.abs(numbers.astype(object))
    low = [(size >> _PART * k & 2**_PART - 1).astype(np.int64) * sign for k in range(count - 1)]
    return [*low, (size >> _PART * (count - 1)).astype(np.int64) * sign]


def _joined(parts: Sequence[Weights]) -> Weights:
    """The sum of the parts times 2^0, 2^30, 2^60, …, in one word each where there is but one part."""
    *others, joined = parts
    for part in reversed(others):
        joined = (joined.astype(object) << _PART) + part
    return joined


class _Residual:
    """The rest of a right side that digits leave over, in as many words as the matrix has; it changes."""

    def __init__(self, right: Weights, matrix: _Matrix) -> None:
        self._matrix, self._room = matrix, matrix.room
        self._words = np.array(_words(right, len(matrix.parts)))
        self._scales = 2.0 ** (_PART * np.arange(len(self._words)))

    def floats(self) -> _Floats:
        """The numbers in floats."""
        numbers: _Floats = self._scales @ self._words
        return numbers

    def take(self, digits: Indices, shift: int) -> bool:
        """Replaces each number r by 2^shift · r less matrix · digits; False where that is far too much.

        Where there is one word, what is left over fits it, though its two sides may wrap around. Else the
        digits are taken from the first ones on, as many at a time as words have room for.
        """
        if len(self._words) == 1:
            (part,) = self._matrix.parts
            if isinstance(part, np.ndarray):
                product = np.einsum("ij,j->i", part, digits.astype(part.dtype))
                self._words[0] = ((self._words[0] << shift) - product).astype(part.dtype)
                return _largest(self._words) < 2**30
            self._words[0] = (self._words[0] << shift) - part @ digits
            return bool(_largest(self._words) < 2**_MOST_BITS)
        ahead = self._room - max(_largest(digits).bit_length() - shift, 0)
        while shift:
            room = min(_MOST_BITS - _largest(self._words).bit_length(), ahead) - 2
            if room < 1:
                return False
            now = min(room, shift)
            shift -= now
            first = digits >> shift
            digits = digits - (first << shift)
            self._words <<= now
            for word, part in zip(self._words, self._matrix.parts, strict=True):
                word -= part @ first
            for word, above in pairwise(self._words):
                carried = (word + 2 ** (_PART - 1)) >> _PART
                word -= carried << _PART
                above += carried
        return True


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    """The equations of the states in which play goes on.

    states       their positions in the chain, `place` the other way round
    matrix       A or, where states are seldom left, AU
    first        for each state the first one of those with which it is seldom left; None where none are
    inverse      of the matrix in floats, nearly
    most         binary digits of D
    """

    chain: Transitions
    states: Indices
    place: Indices
    matrix: _Matrix
    first: Indices | None
    inverse: "_Inverse"
    most: int

    @classmethod
    def of(cls, chain: Transitions, solves: int) -> "_System | None":
        """The equations of a chain; None where floats make little of them, or numbers take much memory.

        solves   right sides

        Raises TooMuchWork when so many digits would take more than some minutes.
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
        most = prod(matrix.diagonal().tolist()).bit_length()
        bits = most + most // _SUMS
        if n * bits > _MOST_KEPT:
            return None
        # A sum of columns that is not needed costs nothing in a whole matrix.
        one_block = matrix.whole and matrix.around_first()
        first = 0 * every if one_block else _seldom_left(chain, states, place)
        if first is not None:
            matrix = matrix.summed(first)
        inverse = _inverse(matrix.floats(), bits, solves, first is not None)
        return None if inverse is None else cls(chain, states, place, matrix, first, inverse, most)

    def visits(self, start: int) -> OverOne | None:
        """For each state the expected spins made in it, over its total; None where digits come too slowly.

        They are the row of B of the start.
        """
        right = np.zeros(len(self.states), dtype=np.int64)
        right[self.place[start]] = 1
        if self.first is not None:
            right[self.first[self.place[start]]] = 1
        return self._solution(self.matrix.transposed(), self.inverse.times_transposed, right)

    def values(self, gained: Weights) -> OverOne | None:
        """The value of each state; None where digits come too slowly.

        gained   for each state its total times what a spin from there brings
        """
        if int(np.abs(gained).max()).bit_length() > _PART * (len(self.matrix.parts) + 1):
            return None  # there are no words for it
        found = self._solution(self.matrix, self.inverse.times, gained)
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

    def _solution(self, matrix: _Matrix, solve: _Solve, right: Weights) -> OverOne | None:
        left, digits = _Residual(right, matrix), _Digits(len(right), self.most)
        while digits.bits <= 2 * (self.most + _FIRST):
            floats = left.floats()
            proposed = solve(floats)
            shift = digit_shift(proposed)
            if shift < _FEWEST or digits.slow(floats):
                return None
            if (found := digits.solution(proposed)) and matrix.solved_by(found, right):
                return found
            more = np.rint(np.ldexp(proposed, shift)).astype(np.int64)
            if not left.take(more, shift):
                return None
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
        weights = np.random.default_rng(1).integers(1, 2**_MIXED_BITS, (count, _SUMS))
        self._weights = [weights[i : i + _AT_ONCE] for i in range(0, count, _AT_ONCE)]
        self._kept: list[list[Indices]] = [[] for _ in self._weights]
        self._known: list[int] = []  # bits, with each of them
        self._sums, self._summed = [0] * _SUMS, 0  # times 2^bits, of so many of what is kept
        self._near, self._near_bits = [0] * _SUMS, 0  # without digits that are wrong
        self._lattice = fmpz_mat([[int(i == j) for i in range(_SUMS + 1)] for j in range(_SUMS + 1)])

    def add(self, more: Indices, shift: int) -> None:
        """Adds digits."""
        self.bits += shift
        self._known.append(self.bits)
        for k, kept in enumerate(self._kept):
            kept.append(more[k * _AT_ONCE : (k + 1) * _AT_ONCE].copy())

    def slow(self, left: _Floats) -> bool:
        """True where floats bring few digits a time, what is left over growing instead."""
        extra = len(self._known) - _FEWEST
        return extra > 0 and self.bits - log2(np.abs(left).sum() + 1) < _FEWEST * extra

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
        self._next = self.bits * 9 // 8
        if self.bits < enough:
            self._next = min(self._next, enough)
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
        for kept, weights in zip(self._kept, self._weights, strict=True):
            new = np.array(kept[self._summed :])
            sums += np.stack(((new >> half) @ weights, (new & 2**half - 1) @ weights))
        shifts = np.diff([0, *self._known])[self._summed :].tolist()
        for some, others, shift in zip(*sums.tolist(), shifts, strict=True):
            digits = [(a << half) + b for a, b in zip(some, others, strict=True)]
            self._sums = [(n << shift) + more for n, more in zip(self._sums, digits, strict=True)]
        self._summed = len(self._known)
        bits = max(self.bits - wrong, self._near_bits)
        near, shift = [n >> self.bits - bits for n in self._sums], bits - self._near_bits
        more = [n - (before << shift) for n, before in zip(near, self._near, strict=True)]
        self._lattice = _with_digits(self._lattice, more, shift)
        self._near, self._near_bits = near, bits
        return abs(int(self._lattice[0, 0])) or 1

    def _numbers(self, bits: int) -> Iterator[_Whole]:
        """The numbers times 2^bits, from words of 32 bits."""
        from flint import fmpz

        for kept in self._kept:
            words = np.zeros((bits // 32 + 4, len(kept[0])), dtype=np.int64)
            for more, known in zip(kept, self._known, strict=True):
                if known > bits:
                    break
                at, rest = divmod(bits - known, 32)
                words[at] += more << rest & 2**32 - 1
                words[at + 1] += more >> 32 - rest
            for word, above in pairwise(words):
                above += word >> 32
            for number in words.T.astype(np.uint32):
                yield fmpz(int.from_bytes(number.tobytes(), "little", signed=True))


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
    """B in floats, nearly: what it makes of a vector, and what its transpose does.

    work   multiplications each time
    """

    times: _Solve
    times_transposed: _Solve
    work: int


def _inverse(matrix: Any, bits: int, solves: int, scaled: bool = False) -> _Inverse | None:
    """The inverse by the way that is shorter; None where neither is short.

    scaled   whether the columns differ in size, as those of AU do

    Raises TooMuchWork where so many digits take too long.
    """
    if isinstance(matrix, np.ndarray):
        _check_affordable(2 * matrix.size, bits, solves)
        return _scaled(matrix)
    entries, multiplications = _profile(matrix)
    inverse = None if scaled else _iterated(matrix)
    short = entries <= MOST_FACTORS and multiplications <= _MOST_FACTORIZING
    if short and not (inverse and inverse.work < entries):
        _check_affordable(entries // _FILLED + matrix.nnz, bits, solves)
        inverse = _scaled(matrix) if scaled else _without_rare(matrix) or factorized(matrix)
    if inverse:
        _check_affordable(inverse.work + 2 * matrix.nnz, bits, solves)
    return inverse


def _check_affordable(work: int, bits: int, solves: int) -> None:
    if bits // 20 * work * solves > MOST_STEPS:
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for fewer states")


def _profile(matrix: Any) -> tuple[int, int]:
    """Upper bounds on a factorization: its entries, and the multiplications that it takes."""
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    both = matrix + matrix.T
    order = reverse_cuthill_mckee(both, symmetric_mode=True)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    tails = np.repeat(place, np.diff(both.indptr))
    first = np.arange(len(order))
    np.minimum.at(first, tails, place[both.indices])
    wide = np.arange(len(order)) - first + 1
    return 2 * int(wide.sum()), int((wide**2).sum())


def factorized(matrix: Any, diagonal: bool = True) -> _Inverse | None:
    """The inverse by a sparse factorization in floats; None where floats cannot factorize the matrix.

    diagonal   whether its pivots are those of the diagonal, however small they are
    """
    from scipy.sparse.linalg import splu

    least = 0.0 if diagonal else _LEAST_PIVOT
    try:
        factors = splu(matrix.tocsc(), diag_pivot_thresh=least, permc_spec="MMD_AT_PLUS_A", relax=1)
    except RuntimeError:  # singular, as floats see it
        return None
    return _Inverse(factors.solve, lambda right: factors.solve(right, trans="T"), factors.nnz)


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

    def refined(times: Callable[[_Floats], _Floats], rare: Any, right: _Floats) -> _Floats:
        solution = times(right)
        for _ in range(2):
            solution = times(right - rare @ solution)
        return solution

    ahead, back = inverse.times, inverse.times_transposed
    return _Inverse(partial(refined, ahead, rare), partial(refined, back, rare.T.tocsr()), 3 * inverse.work)


def _whole(matrix: _Floats) -> _Inverse | None:
    """The inverse of a whole matrix, by triangular factors; None where floats see it as singular."""
    from scipy.linalg.lapack import dgetrf, dgetrs

    factors, pivots, singular = dgetrf(matrix)
    if singular:
        return None

    def solved(right: _Floats, trans: int = 0) -> _Floats:
        solution: _Floats = dgetrs(factors, pivots, right, trans=trans)[0]
        return solution

    return _Inverse(solved, partial(solved, trans=1), matrix.size)


def _scaled(matrix: Any) -> _Inverse | None:
    """The inverse by that of the matrix with its columns brought to one size."""
    from scipy.sparse import diags_array

    if isinstance(matrix, np.ndarray):
        sizes = 1 / np.abs(matrix).max(axis=0)
        inverse = _whole(matrix * sizes)
    else:
        sizes = 1 / abs(matrix).max(axis=0).toarray()
        inverse = factorized(matrix @ diags_array(sizes), diagonal=False)
    if inverse is None:
        return None
    times, back = inverse.times, inverse.times_transposed
    return _Inverse(lambda right: sizes * times(right), lambda right: back(sizes * right), inverse.work)


def _iterated(matrix: Any) -> _Inverse | None:
    """The inverse by way of following play; None where it does not forget where it was."""
    diagonal = matrix.diagonal()
    sides = _Iteration(matrix, diagonal), _Iteration(matrix.T.tocsr(), diagonal)
    across = float(sides[0].lasting * diagonal @ sides[1].lasting)
    # What goes on longest is that much less after each step.
    lost = (
        float(sides[1].lasting * diagonal @ (sides[0].onward @ sides[0].lasting)) / across if across else 0.0
    )
    if not 0 < lost < 1:
        return None
    for side, other in (sides, sides[::-1]):
        side.weights = other.lasting * diagonal * ((1 / lost - 1) / across)
    left = max(side.left_over() for side in sides)
    if not left < SLOWEST_DECAY:
        return None
    steps = ceil(_MOST_DIGITS / -log2(max(left, 2.0**-_MOST_DIGITS)))
    work = steps * (matrix.nnz + 5 * len(diagonal) + _CALLED)
    ahead, back = sides
    return _Inverse(lambda right: ahead.applied(right, steps), lambda right: back.applied(right, steps), work)


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
    largest = float(np.abs(proposed).max())
    return _MOST_DIGITS - frexp(largest)[1] if isfinite(largest) else 0


def _largest(numbers: Weights) -> int:
    return int(np.abs(numbers).max())


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
