"""Chains that fill up: floating point steers, whole numbers decide.

**Theorem.** Let A be the matrix of what leaves the states in which play goes on, less what leads from one to
another: whole numbers, none above 0 off the diagonal, and an inverse B without negative entries (an M-matrix;
Berman & Plemmons, Nonnegative Matrices in the Mathematical Sciences, chapter 6). Let x solve an equation in A
with whole numbers, and D be the product of the diagonal. Then

- the determinant is a denominator of x, and at most D (Hadamard's inequality, which M-matrices share; Horn &
  Johnson, Topics in Matrix Analysis, 2.5). Two fractions over at most D are 1 / D² apart or more, so the one
  that is nearest to a number less than half of that off is x. A fraction over at most Q differs from x by
  1 / DQ or more, unless it is x: where the denominator is much smaller than D, fewer digits will do;
- where the matrix times whole numbers p is less than 1 from q times the right side, it is equal to it: so q
  is a denominator of all of x when qx is near enough to whole numbers, and half as many digits again as q has
  show that;
- for any whole y, however it was found, x = (y + B · r) / 2^k, where r = 2^k times the right side less A · y.
  So the error of y / 2^k is known from r and a bound on B: where v is whole, not negative, and every entry of
  Av is at least m > 0, the row sums of B are at most v / m.

So digits y are found some at a time: a factorization in floats proposes the next ones of B · r, and what
these leave over is worked out in whole numbers (Wan, An algorithm to solve integer linear systems exactly
using numerical methods, J. Symbolic Computation 41, 2006). Floats that are far off only propose digits that
bring nothing. Every product and sum of machine words is bounded before by numbers that cannot wrap around;
where weights are too wide for one word, they are cut into several.

**Example.** A fair walk on 1, 2, 3 that ends at 0 and 4: A has the rows (2, -1, 0), (-1, 2, -1), (0, -1, 2),
and the chances x of coming to 4 solve A · x = (0, 0, 1). Here D = 8, and v = (3, 4, 3) with A · v = (2, 2, 2)
shows row sums of at most 2. Floats say x = (0.25, 0.5, 0.75), so for 3 digits y = (2, 4, 6), r is (0, 0, 0),
and the error is 0; had they said (1, 4, 6), r would be (2, -1, 0), and the error 2 · 2 / 2^3 at most.

Floats propose digits in one of two ways. Play that forgets soon where it was, as on a random graph, is
followed for some tens of steps, and what it forgets last, the likeliest way to go on, is summed up beforehand
(a stationary iteration with one vector deflated; Saad, Iterative Methods for Sparse Linear Systems, 2003).
That takes no more memory than the chain. On a walk or a grid the matrix is factorized. The profile of the
states in reverse Cuthill-McKee order says beforehand what that takes at most.

Where play leaves a block of states only once in very many spins, A is nearly singular, and floats know few
digits. What leaves the block is the sum of its columns, which whole numbers make without a loss: in AU, which
is A with the first column of each such block replaced by that sum, it stands by itself, and its column can be
brought to the size of the others. The row y of B solves yAU = eU, where e marks the start, so sums of y stay
what they are; a solution z of AUz = b gives x = Uz, each z with that of the first of its block. Let 1 and 2
lead to each other with 10^9 and 2 to an end with 1, as does 3, which leads to 1 with 10^9: the columns of A
are (n, -n, -n), (-n, n + 1, 0) and (0, 0, n + 1), where n = 10^9. The sum for the block {1, 2} is (0, 1, -n),
in which nothing is lost.

Where digits come too slowly, as in a gambler's ruin of many units, another road is shorter.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import ceil, log2, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.transitions import Absorption, Indices, TooMuchWork, Transitions, Weights

_Floats: TypeAlias = NDArray[np.float64]

MOST_STEPS = 2**37  # multiplications of floats, some minutes
MOST_FACTORS = 2**26  # entries of both factors, 800 MB
_MOST_FACTORIZING = 2**36  # multiplications, about a minute
_FILLED = 4  # in a good order a factorization has a quarter of the profile, on a grid
_MOST_BITS = 62  # of a whole number that must not wrap around
_MOST_DIGITS = 50  # binary, of which floats propose some at once
_FOLLOWED = 40  # steps, after which what goes on is nearly the vector that goes on longest
SLOWEST_DECAY = 0.8  # what is left over after a step; with more, a factorization is shorter
_CALLED = 10_000  # multiplications that are done while a few functions are called
_FEWEST = 6  # digits at once; with fewer another road is shorter
_WORD = 2**36  # sum of a row whose entries are kept in one word each
_FULL = 4  # a matrix with one entry in so many is kept whole
_SHORT = 2**24  # sum of a row of a matrix that is kept in floats
_EXACT_BITS = 53  # of a whole number that a float holds
_PART = 30  # bits of each word of a wider number
_SELDOM = 2**16  # spins; states that play leaves less often, on average, are summed up
_LOOKED_FOR = 32  # bits more than needed, by which a denominator is told from any other number
_SHARING = 2  # sums, of which a denominator is found from half as many digits again as it has
_SEEN = 64  # numbers at most that one of them is made of, with weights of 4 bits
_MIXED = np.random.default_rng(1).integers(1, 16, _SEEN)
_FIRST = 256  # digits, with which a common denominator is looked for
_SMALL_FACTORS = 720_720  # of a denominator, which may be lost in sums
_MOST_KEPT = 2**29  # bits of the denominator times numbers, some 300 MB
_WORTH_KEEPING = (
    150  # multiplications a number; with fewer, its next digits are found sooner than it is tried
)
_LONGEST = 900  # bits of a number that floats can have


def absorption_by_lifting(
    chain: Transitions, start: int = 0, reward: Sequence[int] = ()
) -> dict[int, Fraction] | None:
    """The absorption probabilities of play from a state in which it goes on; None where digits are slow.

    reward   for each state what a spin from there brings; then the number of states is the index under which
             all that play brings stands beside the ends

    With the start's row y of B, the chance of an end is the sum of y times the weights that lead to it.

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain, lengths=2, solves=1)
    if system is None:
        return None
    sums = system.forward(system.place[start], system.entering(chain, reward))
    if sums is None:
        return None
    chances = _with_last_end(chain, sums)
    return {**chances, len(chain): sums[-1]} if reward else chances


def moments_by_lifting(chain: Transitions) -> Absorption | None:
    """The absorption probabilities and the moments of the spins; None where digits come too slowly.

    Raises TooMuchWork when that would take more than some minutes.
    """
    system = _System.of(chain, lengths=4, solves=2)
    if system is None or (sums := system.forward(0, system.entering(chain))) is None:
        return None
    spins = system.spins(chain.totals[system.states])
    if spins is None:
        return None
    mean, square = spins
    return Absorption.of(_with_last_end(chain, sums), mean, square)


def _with_last_end(chain: Transitions, sums: Sequence[Fraction]) -> dict[int, Fraction]:
    """The chances by end, from those of all but the last, which has what they leave, as play surely ends."""
    *ends, last = chain.absorbing.tolist()
    chances = dict(zip(ends, sums, strict=False))
    return {**chances, last: 1 - sum(chances.values(), Fraction(0))}


@dataclass(frozen=True, slots=True, eq=False)
class _Matrix:
    """A sparse matrix of whole numbers of any length: the sum of its parts times 2^0, 2^18, 2^36, …"""

    parts: Sequence[Any]
    reach: int

    @classmethod
    def of(cls, entries: Weights, rows: Indices, columns: Indices, shape: tuple[int, int]) -> "_Matrix":
        """The matrix with these entries; those of one place are added."""
        from scipy.sparse import csr_array

        largest = int(np.abs(entries).max(initial=0))
        words = 1
        if largest * int(np.bincount(rows).max(initial=0)) >= _WORD:
            words += largest.bit_length() // _PART
        parts = [csr_array((each, (rows, columns)), shape=shape) for each in _words(entries, words)]
        return cls.joining(parts)

    @classmethod
    def joining(cls, parts: Sequence[Any]) -> "_Matrix":
        """The matrix of the parts; `reach` is the largest sum of the sizes in a row of one of them.

        Floats hold the whole numbers of the one part where few of them are 0 and all are short.
        """
        reach = max(int(abs(part).sum(axis=1).max(initial=0)) for part in parts)
        first = parts[0]
        if len(parts) == 1 and reach < _SHORT and first.nnz * _FULL > first.shape[0] * first.shape[1]:
            return cls([first.toarray().astype(np.float64)], reach)
        return cls(parts, reach)

    def _sparse(self) -> list[Any]:
        from scipy.sparse import csr_array

        return [csr_array(part).astype(np.int64) for part in self.parts]

    @property
    def room(self) -> int:
        """The bits of numbers that can be multiplied with a part."""
        exact = _EXACT_BITS if isinstance(self.parts[0], np.ndarray) else _MOST_BITS
        return exact - self.reach.bit_length()

    @property
    def row_sum(self) -> int:
        """At least the largest sum of the entries of a row, all taken as above 0."""
        return sum(int(abs(part).sum(axis=1).max()) << _PART * k for k, part in enumerate(self.parts))

    @property
    def largest(self) -> int:
        """At least the largest entry, all taken as above 0."""
        return sum(int(abs(part).max()) << _PART * k for k, part in enumerate(self.parts))

    def transposed(self) -> "_Matrix":
        """Rows as columns."""
        return _Matrix.joining([part.T.tocsr() for part in self._sparse()])

    def beside(self, other: "_Matrix") -> "_Matrix":
        """The matrix, and less than nothing of another one to the right of it."""
        from scipy.sparse import csr_array, hstack

        empty = [csr_array(each.shape, dtype=np.int64) for each in (self.parts[0], other.parts[0])]
        count = max(len(self.parts), len(other.parts))
        sides = [
            [*each._sparse(), *[nothing] * (count - len(each.parts))]
            for each, nothing in zip((self, other), empty, strict=True)
        ]
        return _Matrix.joining(
            [hstack([here, -there], format="csr") for here, there in zip(*sides, strict=True)]
        )

    def diagonal(self) -> Weights:
        """The entries of the diagonal."""
        return _joined([part.diagonal().astype(np.int64) for part in self.parts])

    def floats(self) -> Any:
        """The matrix in floats."""
        return sum(part.astype(np.float64) * 2.0 ** (_PART * k) for k, part in enumerate(self.parts))

    def __matmul__(self, vector: Indices) -> Weights:
        """The product, exact: numbers too long for one word are multiplied in pieces."""
        room = self.room
        if _largest(vector).bit_length() <= room:
            return _joined([_product(part, vector) for part in self.parts])
        high, low = self @ (vector >> room), self @ (vector & 2**room - 1)
        joined: Weights = (high.astype(object) << room) + low
        return joined


# A whole matrix times a vector; the threads that `@` begins for it cost more than they save.
_rows_times: Callable[..., _Floats] = partial(np.einsum, "ij,j->i")


def _product(part: Any, vector: Indices) -> Indices:
    """A part of a matrix times a vector that it has room for."""
    if isinstance(part, np.ndarray):
        return _rows_times(part, vector.astype(np.float64)).astype(np.int64)
    product: Indices = part @ vector
    return product


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
        self._matrix = matrix
        self._words = np.array(_words(right, len(matrix.parts)))
        self._scales = 2.0 ** (_PART * np.arange(len(self._words)))

    def floats(self) -> _Floats:
        """The numbers in floats."""
        numbers: _Floats = self._scales @ self._words
        return numbers

    def take(self, digits: Indices, shift: int) -> bool:
        """Replaces each number r by 2^shift · r less matrix · digits; False where words could wrap around.

        The digits are taken from the first ones on, as many at a time as words have room for.
        """
        ahead = self._matrix.room - max(_largest(digits).bit_length() - shift, 0)
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
                word -= _product(part, first)
            for word, above in zip(self._words, self._words[1:], strict=False):
                carried = (word + 2 ** (_PART - 1)) >> _PART
                word -= carried << _PART
                above += carried
        return True

    def largest(self) -> int:
        """At least the largest of the numbers in size."""
        return sum(_largest(word) << _PART * k for k, word in enumerate(self._words))

    def sum(self) -> int:
        """At least the sum of the numbers in size."""
        return sum(sum(np.abs(word).tolist()) << _PART * k for k, word in enumerate(self._words))


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    """The equations of the states in which play goes on.

    states       their positions in the chain, `place` the other way round
    matrix       A or, where states are seldom left, AU in rows, and `transposed` its transpose
    first        for each state the first one of those with which it is seldom left; None where none are
    inverse      of A in floats, nearly
    bound        at least the row sums of B
    denominator  D
    """

    states: Indices
    place: Indices
    matrix: _Matrix
    transposed: _Matrix
    first: Indices | None
    inverse: "_Inverse"
    bound: Fraction
    denominator: int

    @classmethod
    def of(cls, chain: Transitions, lengths: int, solves: int) -> "_System | None":
        """The equations of a chain; None where floats make little of them.

        lengths   of the denominator, in digits that are asked for
        solves    with the inverse, for some digits each

        Raises TooMuchWork when so many digits would take more than some minutes.
        """
        if int(chain.totals.max()).bit_length() > _LONGEST:
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
        matrix = _Matrix.of(entries, rows, columns, (n, n))
        denominator = prod(matrix.diagonal().tolist())
        first = _seldom_left(chain, states, place)
        if first is not None:
            others = first[columns] != columns
            joined = np.concatenate((entries, entries[others])).astype(object)
            where = np.concatenate((rows * n + columns, (rows * n + first[columns])[others]))
            where, which = np.unique(where, return_inverse=True)
            sums = np.zeros(len(where), dtype=object)
            np.add.at(sums, which, joined)
            matrix = _Matrix.of(sums, *np.divmod(where, n), (n, n))
        inverse = _inverse(matrix.floats(), lengths * denominator.bit_length(), solves, first is not None)
        if inverse is None:
            return None
        bound = _row_sums(matrix, inverse, first)
        if bound is None:
            return None
        return cls(states, place, matrix, matrix.transposed(), first, inverse, bound, denominator)

    def entering(self, chain: Transitions, reward: Sequence[int] = ()) -> _Matrix:
        """The weights that lead to each end but the last, a row each; then the rewards times the totals."""
        ends = chain.absorbing[:-1]
        number = np.full(len(chain), -1)
        number[ends] = np.arange(len(ends))
        out = number[chain.successors] >= 0
        entries, rows = chain.weights[out], number[chain.successors[out]]
        columns, n = self.place[chain.origins()[out]], len(self.states)
        if reward:
            brought = np.array(reward, dtype=object)[self.states] * chain.totals[self.states]
            entries, rows = np.append(entries, brought), np.append(rows, np.full(n, len(ends)))
            columns = np.append(columns, np.arange(n))
        return _Matrix.of(entries, rows, columns, (len(ends) + bool(reward), n))

    def forward(self, start: int, parts: _Matrix) -> list[Fraction] | None:
        """Each of the parts, times the row of B of the start; None where digits come too slowly.

        The sums of a column of B's transpose are row sums of B, so errors are bounded by their sum.
        """
        if not parts.parts[0].shape[0]:
            return []
        right = np.zeros(len(self.states), dtype=np.int64)
        right[start] = 1
        if self.first is not None:
            right[self.first[start]] = 1
        left = _Residual(right, self.transposed)
        scale = max(parts.largest, 1) * self.bound
        most = self.denominator.bit_length()
        n = len(self.states)
        kept = n * most <= _MOST_KEPT and (self.first is not None or self.inverse.work > _WORTH_KEEPING * n)
        digits = _Digits(parts, self.transposed.row_sum if kept else 0)
        while (sums := digits.decided(lambda: ceil(scale * left.sum()), most)) is None:
            floats = left.floats()
            proposed = self.inverse.times_transposed(floats)
            shift = digit_shift(proposed)
            if shift < _FEWEST or digits.slow(floats):
                return None
            more = np.rint(np.ldexp(proposed, shift)).astype(np.int64)
            if not left.take(more, shift):
                return None
            digits.add(more, shift)
        return sums

    def spins(self, totals: Indices) -> tuple[Fraction, Fraction] | None:
        """The mean and the mean square of the spins from the first state; None where digits come too slowly.

        At = T and As = 2Tt - T, with T the totals: D² is a denominator of s. What t leaves over comes to s by
        way of B, 2T and B again.
        """
        n, largest = len(totals), int(totals.max())
        if largest.bit_length() > _PART * (len(self.matrix.parts) + 1):
            return None  # nearly all of it stays where it is, and there are no words for the right side
        every = np.arange(n)
        rows, columns = every, every
        if self.first is not None:
            others = every[self.first != every]
            rows, columns = np.append(every, others), np.append(every, self.first[others])
        here = columns[rows == 0]
        at = _Matrix.of(np.ones(len(here), dtype=np.int64), 0 * here, here, (1, n))
        # Both equations as one matrix: [A, -2T] times the digits of s, then those of t.
        onward = _Matrix.of(2 * totals[rows], rows, columns, (n, n))
        joint = self.matrix.beside(onward)
        first, second = _Digits(at), _Digits(at)
        left, owed = _Residual(totals, self.matrix), _Residual(-totals, joint)
        twice = 2.0 * totals.astype(np.float64)
        most = self.denominator.bit_length()

        def over() -> int:
            return owed.largest() + ceil(2 * largest * self.bound * left.largest())

        while True:
            # The mean has at most D below, and its error is less than that of the square: B times T is at
            # least 1, as no play is over without a spin. So what decides the square decides the mean.
            def error() -> int:
                return ceil(self.bound * over())

            if (square := second.decided(error, 2 * most)) and (mean := first.decided(error, most)):
                return mean[0], square[0]
            floats, rest = left.floats(), owed.floats()
            ahead = self.inverse.times(floats)
            proposed = self.inverse.times(rest + twice * _spread(ahead, self.first))
            shift = min(digit_shift(ahead), digit_shift(proposed))
            if shift < _FEWEST or second.slow(np.abs(rest) + twice * np.abs(ahead)):
                return None
            more = np.rint(np.ldexp(ahead, shift)).astype(np.int64)
            further = np.rint(np.ldexp(proposed, shift)).astype(np.int64)
            if not (left.take(more, shift) and owed.take(np.concatenate((further, more)), shift)):
                return None
            first.add(more, shift)
            second.add(further, shift)


class _Digits:
    """The digits found so far of some sums of numbers, the unknowns of a system.

    row_sum   of its matrix at most, all entries taken as above 0; 0 where digits of the numbers are not kept
    """

    def __init__(self, parts: _Matrix, row_sum: int = 0) -> None:
        self.bits = self._steps = 0
        self._parts, self._asked = parts, 0
        self._row_sum = row_sum
        self._found: list[tuple[list[int], int]] = []
        self._kept: list[tuple[Indices, int]] = []
        self._tried, self._next = _LOOKED_FOR, _FIRST

    def add(self, more: Indices, shift: int) -> None:
        """Adds digits."""
        sums = (self._parts @ more).tolist()
        self._asked = len(sums)
        if self._row_sum:
            if self._steps == len(self._kept):
                self._kept.append((more, shift))
            seen = more[:: len(more) // _SEEN + 1]
            sums.append(int(_MIXED[: len(seen)] @ seen))
        self._found.append((sums, shift))
        self.bits += shift
        self._steps += 1

    def decided(self, bound: Callable[[], int], most: int) -> list[Fraction] | None:
        """The sums, once the digits decide them.

        bound   gives at least the error of each sum and of each number, times 2^bits
        most    binary digits of a denominator of all sums

        Where q more digits are known than the error and that denominator have, a fraction over at most 2^q
        that is no farther off than the error is the sum: two numbers with these denominators are farther from
        each other. It is looked for now and then, and at the end, where there must be one; before, so is a
        denominator of all numbers, which may be one of fewer digits.
        """
        wanted = min(self._tried, most + 1)
        if (self.bits <= self._next or not self._kept) and self.bits - most <= wanted:
            return None
        error = bound()
        if self._kept and self.bits > self._next:
            if fractions := self._shared(error):
                return fractions
            enough = error.bit_length() + most + most // _SHARING + 4 * _LOOKED_FOR
            if self.bits > enough:
                self._kept.clear()
            self._next = min(self.bits * 3 // 2, enough)
        told = self.bits - error.bit_length() - 1 - most
        if told < wanted:
            return None
        self._tried = 2 * told
        fractions = []
        for above in self.sums()[: self._asked]:
            below = _common_denominator([above], self.bits, error.bit_length())
            whole = _rounded(below * above, self.bits)
            if below.bit_length() > told or abs(below * above - (whole << self.bits)) > below * error:
                return None
            fractions.append(Fraction(whole, below))
        return fractions

    def _shared(self, error: int) -> list[Fraction] | None:
        """The sums over a denominator of all numbers; None where none is shown to be one.

        With q times the numbers y less than half of 1 / (row sum of the matrix) from whole ones p, the matrix
        times p is less than 1 from q times the right side; both are whole, so they are equal, and qy is p.
        """
        from flint import fmpz

        sums = self.sums()
        small = error.bit_length() + _SEEN.bit_length()
        below = _common_denominator([sums[0], sums[-1]], self.bits, small)
        if (below.bit_length() + _LOOKED_FOR) * (_SHARING + 1) > (self.bits - small) * _SHARING:
            return None  # as near as that come denominators of any numbers
        below *= _SMALL_FACTORS
        near, last = (1 << self.bits) // (2 * self._row_sum) - below * error, (1 << self.bits) - 1
        factor, near, far, last = map(fmpz, (below, near, last - near, last))
        if any(near < factor * number & last < far for number in self._numbers()):
            return None
        return [Fraction(_rounded(below * above, self.bits), below) for above in sums[: self._asked]]

    def _numbers(self) -> Iterator[Any]:
        """The numbers times 2^bits, from words of 32 bits."""
        from flint import fmpz

        words = np.zeros((self.bits // 32 + 4, len(self._kept[0][0])), dtype=np.int64)
        behind = self.bits
        for more, shift in self._kept:
            behind -= shift
            for part, place in ((more & 2**31 - 1, behind), (more >> 31, behind + 31)):
                at, rest = divmod(place, 32)
                moved = part << rest
                words[at] += moved & 2**32 - 1
                words[at + 1] += moved >> 32
        for word, above in pairwise(words):
            above += word >> 32
        for number in words.T.astype(np.uint32):
            yield fmpz(int.from_bytes(number.tobytes(), "little", signed=True))

    def slow(self, left: _Floats) -> bool:
        """True where floats bring few digits a time, what is left over growing instead."""
        known, extra = self.bits - np.log2(np.abs(left).sum() + 1), self._steps - _FEWEST
        return bool(extra > 0 and known < _FEWEST * extra)

    def sums(self) -> list[int]:
        """The sums times 2^bits: neighbours are joined, so that long numbers are few."""
        fractions = self._found
        while len(fractions) > 1:
            joined = [
                ([(a << behind) + b for a, b in zip(fraction, other, strict=True)], before + behind)
                for (fraction, before), (other, behind) in zip(fractions[::2], fractions[1::2], strict=False)
            ]
            fractions = joined + fractions[len(fractions) // 2 * 2 :]
        self._found = fractions
        return fractions[0][0]


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


def _spread(numbers: Any, first: Indices | None) -> Any:
    """U times the numbers: each with that of the first state of its block."""
    if first is None:
        return numbers
    return numbers + np.where(first == np.arange(len(first)), 0, numbers[first])


def _row_sums(matrix: _Matrix, inverse: "_Inverse", first: Indices | None) -> Fraction | None:
    """A bound on the row sums of B; None where floats make little of them.

    The first digits of B · (1, …, 1) are v, and what they leave over shows that no entry of Av is small.
    """
    ones = np.ones(matrix.parts[0].shape[0], dtype=np.int64)
    left, digits_so_far, bits = _Residual(ones, matrix), 0 * ones.astype(object), 0
    for _ in range(_FEWEST):
        proposed = inverse.times(left.floats())
        shift = digit_shift(proposed)
        if shift < 1:
            return None
        more = np.rint(np.ldexp(proposed, shift)).astype(np.int64)
        if not left.take(more, shift):
            return None
        digits_so_far, bits = (digits_so_far << shift) + more, bits + shift
        if bits > 0 and (least := (1 << bits) - left.largest()) > 0:
            whole = _spread(digits_so_far, first)
            return Fraction(int(whole.max()), least) if whole.min() >= 0 else None
    return None


@dataclass(frozen=True, slots=True)
class _Inverse:
    """B in floats, nearly: what it makes of a vector, and what its transpose does.

    work   multiplications each time
    """

    times: Callable[[_Floats], _Floats]
    times_transposed: Callable[[_Floats], _Floats]
    work: int


def _inverse(matrix: Any, bits: int, solves: int, scaled: bool = False) -> _Inverse | None:
    """The inverse by the way that is shorter; None where neither is short.

    scaled   whether the columns differ in size, as those of AU do

    Raises TooMuchWork where so many digits take too long.
    """
    if isinstance(matrix, np.ndarray):
        _check_affordable(2 * matrix.size, bits, solves)
        return _scaled(matrix) if scaled else _whole(matrix)
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
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for a smaller chain")


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

    diagonal   whether its pivots are those of the diagonal
    """
    from scipy.sparse.linalg import splu

    # States are taken in an order of few links both ways, where links are both ways.
    shape = (matrix != 0).astype(np.int8)
    order = "MMD_AT_PLUS_A" if (shape != shape.T).nnz * 4 < matrix.nnz else "COLAMD"
    try:
        factors = splu(matrix.tocsc(), diag_pivot_thresh=0.0 if diagonal else 1.0, permc_spec=order)
    except RuntimeError:  # singular, as floats see it
        return None
    work = factors.L.nnz + factors.U.nnz
    return _Inverse(factors.solve, lambda right: factors.solve(right, trans="T"), work)


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
    """The inverse as a whole matrix; None where floats cannot invert it."""
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return None
    back = np.ascontiguousarray(inverse.T)
    return _Inverse(partial(_rows_times, inverse), partial(_rows_times, back), matrix.size)


def _scaled(matrix: Any) -> _Inverse | None:
    """The inverse by that of the matrix with its columns brought to one size."""
    from scipy.sparse import csr_array, diags_array

    sizes = 1 / abs(csr_array(matrix)).max(axis=0).toarray()
    scaled = matrix @ diags_array(sizes)
    inverse = _whole(scaled) if isinstance(matrix, np.ndarray) else factorized(scaled, diagonal=False)
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
    return _MOST_DIGITS - int(np.frexp(largest)[1]) if np.isfinite(largest) else 0


def _largest(numbers: Weights) -> int:
    return int(np.abs(numbers).max())


def _common_denominator(numbers: Sequence[int], bits: int, error: int) -> int:
    """A whole number that brings all of the numbers over 2^bits nearest to whole ones, for its size.

    error   binary digits that the last ones are wrong in

    >>> _common_denominator([341, 683], bits=10, error=1)  # 1/3 and 2/3
    3

    It stands in the shortest vector of a lattice, as LLL finds it. Of one number x it is the denominator q of
    any fraction that is no farther off than the error, where q² · 2^error is less than a quarter of 2^bits:
    another vector is longer, since the two span at least the volume of the lattice (Lenstra, Lenstra &
    Lovász, Factoring polynomials with rational coefficients, Mathematische Annalen 261, 1982).
    """
    from flint import fmpz_mat

    count = len(numbers)
    rows = [[1 << error, *numbers]]
    rows += [[0] * k + [1 << bits] + [0] * (count - k) for k in range(1, count + 1)]
    return abs(int(fmpz_mat(rows).lll()[0, 0])) >> error or 1


def _rounded(number: int, bits: int) -> int:
    """The whole number nearest to a number over 2^bits."""
    return number + (1 << bits - 1) >> bits
