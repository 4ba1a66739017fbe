"""Acyclic regions, whole levels at once, by modular arithmetic on arrays.

A state may loop on itself. With d = total - (weight of the loop), the chance that play ever comes to
a state is a sum, over the ways there, of products of weight / d. A way meets each level at most once, so
D = product over levels of lcm(d) is a common denominator of every such chance, known before anything
is solved. Hence a chance is N / D with a whole number N that is found modulo primes: as soon as their
product exceeds a bound on N, the Chinese remainder theorem gives N itself. Nothing is guessed and nothing
is reconstructed; the bounds that make it a proof stand where they are used.

Primes lie between 2^30 and 2^31, so that a product of two residues fits into uint64.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markov.chain import Chain, Indices, S
from markov.components import Order, TooMuchWork

_TOP, _BOTTOM = 2**31, 2**30
_AT_ONCE = 8  # primes worked on together; more gain little and cost memory

_MOST_STEPS = 2**31  # primes times transitions, about a minute

Residues = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Sweep:
    """What one pass finds: the chance of each end by its index, mean and mean square of the spins."""

    chances: dict[int, Fraction]
    mean: Fraction
    square: Fraction


def fits(chain: Chain[S]) -> bool:
    """Whether no sum of weights times residues below 2^31 can pass 2^63, along rows or into a state."""
    if chain.weights.dtype == object or chain.totals.max() >= _BOTTOM:
        return False
    entering = np.zeros(len(chain.states), dtype=np.int64)
    np.add.at(entering, chain.successors, chain.weights)
    return bool(entering.max() < 2**32)


def chances(chain: Chain[S], order: Order) -> dict[int, Fraction]:
    """The chance of each end, by its index, from the start; chances are at most 1, so their N is at most D.

    Raises TooMuchWork when that would take more than about a minute.
    """
    region = _Region.of(chain, order)
    denominator = prod(region.lcms)

    def ends(primes: Residues) -> Residues:
        return region.arrivals(primes, region.inverses(primes))[region.ends]

    return dict(zip(chain.over.tolist(), _fractions(ends, denominator, denominator, chain), strict=True))


def sweep(chain: Chain[S], order: Order) -> Sweep:
    """The chances of the ends and the moments of the number of spins, from the start.

    With n(s) the expected spins in s and t(s) those still to come at s, the mean is the sum of n, and the
    mean square that of n(2t - 1). Spins in one level are at most B_l = max(total / d) on average, so the
    mean is at most B = sum of B_l, and the mean square at most 2B². A product n(s)t(s) meets the level of s
    twice: D times lcm(d) of that level is a denominator of it.

    Raises TooMuchWork when that would take more than some minutes.
    """
    region = _Region.of(chain, order)
    denominator = prod(region.lcms) * lcm(*region.lcms)
    bound = int(2 * region.longest**2 + region.longest + 1) * denominator

    def figures(primes: Residues) -> Residues:
        inverse = region.inverses(primes)
        arrived, left = region.arrivals(primes, inverse), region.remaining(primes, inverse)
        spins = arrived * (region.totals % primes) % primes * inverse % primes
        square = spins * ((2 * left + primes - 1) % primes) % primes
        # A sum of n residues below 2^31 fits uint64 for any n below 2^33.
        sums = [column.sum(axis=0, dtype=np.uint64, keepdims=True) % primes for column in (spins, square)]
        return np.concatenate((arrived[region.ends], *sums))

    *found, mean, mean_square = _fractions(figures, denominator, bound, chain)
    return Sweep(dict(zip(chain.over.tolist(), found, strict=True)), mean, mean_square)


def _fractions(
    residues: Callable[[Residues], Residues], denominator: int, bound: int, chain: Chain[S]
) -> list[Fraction]:
    """N / denominator for each row of residues by prime, N being at most the bound."""
    if bound.bit_length() // 30 * len(chain.weights) > _MOST_STEPS:
        raise TooMuchWork(f"the exact answer has up to {bound.bit_length():,} binary digits; ask for less")
    found: list[int] = []
    modulus = 1
    for primes in _batches(bound):
        for p, column in zip(primes.tolist(), residues(primes).T.tolist(), strict=True):
            inverse, scale = pow(modulus, -1, p), denominator % p
            found = [
                n + modulus * ((r * scale - n) * inverse % p)
                for n, r in zip(found or [0] * len(column), column, strict=True)
            ]
            modulus *= p
    return [Fraction(n, denominator) for n in found]


@dataclass(frozen=True, slots=True)
class _Region:
    """The chain with its states in an order in which every way leads on, level after level.

    A loop stays in the matrix: while a level is worked out its own entries are 0, so it adds nothing.
    """

    matrix: Any  # scipy csr_array of uint64 weights
    levels: tuple[slice, ...]  # without the ends
    ends: slice
    start: int
    totals: Residues  # column
    leaving: tuple[list[int], Indices]  # the distinct d, and which of them is a state's
    lcms: tuple[int, ...]
    longest: Fraction  # B

    @classmethod
    def of(cls, chain: Chain[S], order: Order) -> "_Region":
        from scipy.sparse import csr_array

        n = len(chain.states)
        weights = chain.weights.view(np.uint64)
        matrix = csr_array((weights, chain.successors, chain.indptr), shape=(n, n))
        leaving = chain.totals - matrix.diagonal().view(np.int64)
        totals = chain.totals
        start = 0
        if not order.consecutive:
            by_level = np.concatenate(order.levels[::-1])
            rank = np.empty_like(by_level)
            rank[by_level] = np.arange(n)
            matrix = matrix[by_level]
            matrix.indices = rank[matrix.indices].astype(matrix.indices.dtype)
            leaving, totals, start = leaving[by_level], totals[by_level], int(rank[0])
        levels = []
        lcms, longest, begin = [], Fraction(0), 0
        for states in order.levels[:0:-1]:
            level = slice(begin, begin + len(states))
            begin = level.stop
            pairs = np.unique(totals[level] << 30 | leaving[level]).tolist()  # both are below 2^30
            lcms.append(lcm(*(pair % _BOTTOM for pair in pairs)))
            longest += max(Fraction(pair >> 30, pair % _BOTTOM) for pair in pairs)
            levels.append(level)
        leaving[begin:] = 1
        distinct, which = np.unique(leaving, return_inverse=True)
        return cls(
            matrix,
            tuple(levels),
            slice(begin, n),
            start,
            totals.astype(np.uint64)[:, None],
            (distinct.tolist(), which),
            tuple(lcms),
            longest,
        )

    def inverses(self, primes: Residues) -> Residues:
        """1/d of each state modulo each prime; no prime divides a d, as each d is below 2^30."""
        distinct, which = self.leaving
        table = [[pow(d, -1, p) for p in primes.tolist()] for d in distinct]
        return np.array(table, dtype=np.uint64)[which]

    def arrivals(self, primes: Residues, inverse: Residues) -> Residues:
        """The chance that play ever comes to each state, modulo each prime."""
        entering = self.matrix.T.tocsr()
        chance = np.zeros(inverse.shape, dtype=np.uint64)
        share = np.zeros_like(chance)
        for level in (*self.levels, self.ends):
            chance[level] = _rows(entering, level) @ share % primes
            if level.start <= self.start < level.stop:
                chance[self.start] += np.uint64(1)  # nothing comes back to the start
            share[level] = chance[level] * inverse[level] % primes
        return chance

    def remaining(self, primes: Residues, inverse: Residues) -> Residues:
        """The expected number of spins still to come at each state, modulo each prime."""
        left = np.zeros(inverse.shape, dtype=np.uint64)
        for level in reversed(self.levels):
            ahead = _rows(self.matrix, level) @ left + self.totals[level]
            left[level] = ahead % primes * inverse[level] % primes
        return left


def _rows(matrix: Any, level: slice) -> Any:
    """The rows of a level, sharing the matrix's arrays."""
    from scipy.sparse import csr_array

    offsets = matrix.indptr[level.start : level.stop + 1]
    at = slice(offsets[0], offsets[-1])
    shape = (level.stop - level.start, matrix.shape[1])
    return csr_array((matrix.data[at], matrix.indices[at], offsets - offsets[0]), shape=shape)


def _batches(bound: int) -> Iterator[Residues]:
    """Primes whose product exceeds the bound, some at a time."""
    from flint import fmpz

    primes = (n for n in range(_TOP - 1, _BOTTOM, -2) if fmpz(n).is_prime())  # over fifty million
    product = 1
    while product <= bound:
        batch = list(islice(primes, min(_AT_ONCE, (bound // product).bit_length() // 30 + 1)))
        product *= prod(batch)
        yield np.array(batch, dtype=np.uint64)
