"""Acyclic regions, whole levels at once, by modular arithmetic on arrays.

A state may loop on itself. With d = total - (weight of the loop), the chance that play ever comes to
a state is a sum over ways there of products of weight / d. A way meets each level (depth) at most once,
so D = product over levels of lcm(d) is a common denominator of every such chance, known before
anything is solved. Hence x = N / D with a whole number N that is found modulo primes: as soon as their
product exceeds a bound on N, the Chinese remainder theorem gives N itself. Nothing is guessed and nothing
is reconstructed; the bounds that make it a proof stand at each function.

Primes lie between 2^30 and 2^31, so that a product of two residues fits into uint64.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm, prod

import numpy as np
from numpy.typing import NDArray

from markov.chain import Chain, Indices, S, row_sums
from markov.components import Order, spans

_TOP, _BOTTOM = 2**31, 2**30
_AT_ONCE = 8  # primes worked on together; more gain little and cost memory

Residues = NDArray[np.uint64]


def fits(chain: Chain[S]) -> bool:
    """Whether no sum of weights times residues below 2^31 can pass 2^63, along rows or into a state."""
    if chain.weights.dtype == object or chain.totals.max() >= _BOTTOM:
        return False
    entering = np.zeros(len(chain.states), dtype=np.int64)
    np.add.at(entering, chain.successors, chain.weights)
    return bool(entering.max() < 2**32)


def absorption(chain: Chain[S], order: Order) -> dict[int, Fraction]:
    """The chance of each end, by its index; chances are at most 1, so N is at most D."""
    region = _Region.of(chain, order)
    ends = chain.over
    found = _Crt()
    for primes in region.primes(region.denominator):
        arrived = region.arrivals(primes)[:, ends]
        found.add(primes, arrived.astype(object) * region.scale(primes) % primes.astype(object)[:, None])
    return {int(end): Fraction(n, region.denominator) for end, n in zip(ends, found.numbers, strict=True)}


def moments(chain: Chain[S], order: Order) -> tuple[Fraction, Fraction]:
    """The mean of the number of spins and of its square, from the start.

    With n(s) the expected spins in s and t(s) those still to come at s, the mean is the sum of n, and
    that of the square is the sum of n(2t - 1). Spins in one level are at most B_l = max(total / d) on
    average, so the mean is at most B = sum of B_l, and the mean square at most 2B². A product n(s)t(s)
    meets the level of s twice: its denominator is D times lcm(d) of that level.
    """
    region = _Region.of(chain, order)
    bound = region.longest
    denominator = region.denominator * lcm(*region.lcms)
    found = _Crt()
    for primes in region.primes(int(2 * bound * bound + bound + 1) * denominator):
        modulus = primes[:, None]
        spins = region.spins(region.arrivals(primes), primes)
        left = region.remaining(primes)
        mean = _mod_sum(spins, modulus)
        square = _mod_sum(spins * ((2 * left + modulus - 1) % modulus) % modulus, modulus)
        scale = np.array([denominator % p for p in primes.tolist()], dtype=object)[:, None]
        both = np.stack((mean, square), axis=1).astype(object)
        found.add(primes, both * scale % primes.astype(object)[:, None])
    mean_n, square_n = found.numbers
    return Fraction(mean_n, denominator), Fraction(square_n, denominator)


def _mod_sum(residues: Residues, modulus: Residues) -> Residues:
    # A sum of n residues below 2^31 fits uint64 for any n below 2^33.
    sums: Residues = residues.sum(axis=1, dtype=np.uint64) % modulus[:, 0]
    return sums


@dataclass(frozen=True, slots=True)
class _Region:
    """The arrays of an acyclic chain, with self-loops taken out, laid out both ways."""

    levels: tuple[Indices, ...]  # states by depth; the ends first
    forth: tuple[Indices, Indices, NDArray[np.uint64]]  # offsets, successors, weights
    back: tuple[Indices, Indices, NDArray[np.uint64]]  # offsets, predecessors, weights
    totals: NDArray[np.uint64]
    leaving: NDArray[np.int64]  # d of each state; 1 where play is over
    lcms: tuple[int, ...]
    longest: Fraction  # a bound on the mean number of spins

    @classmethod
    def of(cls, chain: Chain[S], order: Order) -> "_Region":
        n = len(chain.states)
        origins = chain.origins()
        away = origins != chain.successors
        sources, targets = origins[away], chain.successors[away]
        weights = chain.weights[away].astype(np.uint64)
        forth = np.concatenate(([0], np.cumsum(np.bincount(sources, minlength=n))))
        back = np.concatenate(([0], np.cumsum(np.bincount(targets, minlength=n))))
        by_target = np.argsort(targets, kind="stable")
        leaving = row_sums(weights, forth).astype(np.int64)
        by_depth = np.argsort(order.depth, kind="stable")
        cuts = np.concatenate(([0], np.cumsum(np.bincount(order.depth))))
        levels = tuple(by_depth[a:b] for a, b in pairwise(cuts))
        lcms, longest = [], Fraction(0)
        for level in levels[1:]:
            pairs = np.unique(np.stack((leaving[level], chain.totals[level])), axis=1)
            lcms.append(lcm(*pairs[0].tolist()))
            longest += max(Fraction(total, d) for d, total in pairs.T.tolist())
        leaving[levels[0]] = 1
        return cls(
            levels,
            (forth, targets, weights),
            (back, sources[by_target], weights[by_target]),
            chain.totals.astype(np.uint64),
            leaving,
            tuple(lcms),
            longest,
        )

    @property
    def denominator(self) -> int:
        """D."""
        return prod(self.lcms)

    def primes(self, bound: int) -> Iterator[Residues]:
        """Primes whose product exceeds the bound, in batches; none divides a d, as each d is below 2^30."""
        batch: list[int] = []
        product = 1
        for p in _primes():
            if product > bound:
                break
            product *= p
            batch.append(p)
            if len(batch) == _AT_ONCE:
                yield np.array(batch, dtype=np.uint64)
                batch = []
        if batch:
            yield np.array(batch, dtype=np.uint64)

    def scale(self, primes: Residues) -> NDArray[np.object_]:
        return np.array([[self.denominator % p] for p in primes.tolist()], dtype=object)

    def inverses(self, primes: Residues) -> Residues:
        """1/d of each state modulo each prime."""
        distinct, where = np.unique(self.leaving, return_inverse=True)
        table = [[pow(d, -1, p) for d in distinct.tolist()] for p in primes.tolist()]
        return np.array(table, dtype=np.uint64)[:, where]

    def arrivals(self, primes: Residues) -> Residues:
        """The chance that play ever comes to each state, modulo each prime."""
        modulus = primes[:, None]
        inverse = self.inverses(primes)
        offsets, sources, weights = self.back
        chance = np.zeros((len(primes), len(self.totals)), dtype=np.uint64)
        share = np.zeros_like(chance)
        for level in reversed(self.levels):
            at = spans(offsets, level)
            cuts = np.concatenate(([0], np.cumsum(offsets[level + 1] - offsets[level])))
            chance[:, level] = row_sums(share[:, sources[at]] * weights[at], cuts) % modulus
            if (here := level == 0).any():
                chance[:, level[here]] += np.uint64(1)  # play starts at state 0, which nothing comes back to
            share[:, level] = chance[:, level] * inverse[:, level] % modulus
        return chance

    def spins(self, arrived: Residues, primes: Residues) -> Residues:
        """The expected number of spins in each state: arrivals times total / d."""
        modulus = primes[:, None]
        return arrived * (self.totals % modulus) % modulus * self.inverses(primes) % modulus

    def remaining(self, primes: Residues) -> Residues:
        """The expected number of spins still to come at each state, modulo each prime."""
        modulus = primes[:, None]
        inverse = self.inverses(primes)
        offsets, targets, weights = self.forth
        left = np.zeros((len(primes), len(self.totals)), dtype=np.uint64)
        for level in self.levels[1:]:
            at = spans(offsets, level)
            cuts = np.concatenate(([0], np.cumsum(offsets[level + 1] - offsets[level])))
            ahead = row_sums(left[:, targets[at]] * weights[at], cuts) + self.totals[level]
            left[:, level] = ahead % modulus * inverse[:, level] % modulus
        return left


class _Crt:
    """Whole numbers from their residues, more of them a batch at a time."""

    def __init__(self) -> None:
        self.modulus = 1
        self.numbers: list[int] = []

    def add(self, primes: Residues, residues: NDArray[np.object_]) -> None:
        """Takes one row of residues for each prime."""
        for p, row in zip(primes.tolist(), residues.tolist(), strict=True):
            numbers = self.numbers or [0] * len(row)
            inverse = pow(self.modulus, -1, p)
            self.numbers = [
                n + self.modulus * ((int(r) - n) * inverse % p) for n, r in zip(numbers, row, strict=True)
            ]
            self.modulus *= p


def _primes() -> Iterator[int]:
    """The primes below 2^31, from the largest down to 2^30; there are over fifty million."""
    from flint import fmpz

    return (n for n in range(_TOP - 1, _BOTTOM, -2) if fmpz(n).is_prime())
