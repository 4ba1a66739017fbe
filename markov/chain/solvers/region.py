"""An acyclic chain as levels of arrays, and passes over it modulo primes, back from the ends."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any

import numpy as np

from markov.chain.solvers.modular import Residues, divisible, quotients
from markov.chain.transitions import Indices, Transitions

LONG_DENOMINATOR = 2_000  # binary digits of a denominator, from which on a shorter one is looked for
LONG_PRIME_POWER = 128  # of what a prime brings to it, which a few primes more to calculate with make up for
_AT_ONCE = 16  # primes that ways are followed for together
LARGEST = 2**30  # totals stay below it, so that a room of some totals leaves every prime above every d


@dataclass(frozen=True, slots=True)
class Level:
    """States that do not lead to each other.

    at         where they are in the region
    divisors   the distinct d among them
    which      for each state the position of its d, one row a state; None where there is but one
    longest    the most spins that are made in one of them on average
    """

    at: slice
    divisors: Residues
    which: Indices | None
    longest: Fraction

    @property
    def leaving(self) -> Residues:
        """The d of each state, or of all."""
        return self.divisors if self.which is None else self.divisors[self.which]


class Region:
    """The chain with its states in an order in which every way leads on, level after level, the ends last.

    A loop stays in the matrix: while a level is worked out its own entries are 0, so it adds nothing.

    order         the states in this order
    place         for each state of the chain its position in it
    absorbing     the positions of the ends
    divisors      the distinct d
    room          bounds what residues are multiplied with in `continuation_values`
    denominator   of every chance to come from a state to another
    longest       bounds the number of spins on average
    """

    def __init__(self, chain: Transitions) -> None:
        from scipy.sparse import csr_array

        n, order = len(chain), chain.solve_order
        totals = chain.totals
        matrix = csr_array((chain.weights.view(np.uint64), chain.successors, chain.indptr), shape=(n, n))
        leaving = totals - matrix.diagonal().view(np.int64)
        self.order: Indices = np.arange(n)
        self.place: Indices = np.arange(n)
        if not order.consecutive:
            self.order = np.concatenate(order.levels[::-1])
            self.place[self.order] = np.arange(n)
            matrix = matrix[self.order]
            matrix.indices = self.place[matrix.indices].astype(matrix.indices.dtype)
            leaving, totals = leaving[self.order], totals[self.order]
        self.matrix: Any = matrix
        self.start = int(self.place[0])
        self.absorbing: list[int] = order.levels[0].tolist()
        self.ends = slice(n - len(self.absorbing), n)
        self.levels = tuple(_levels([len(level) for level in order.levels[:0:-1]], totals, leaving))
        self.divisors: Residues = np.array(
            sorted({d for level in self.levels for d in level.divisors.tolist()}), dtype=np.uint64
        )
        self._places = [np.searchsorted(self.divisors, level.divisors) for level in self.levels]
        self.totals: Residues = totals.astype(np.uint64)[:, None]
        self.room = int(2 * leaving.max() + totals.max()) or 1
        self.denominator = prod(lcm(*level.divisors.tolist()) for level in self.levels)
        if self.denominator.bit_length() > LONG_DENOMINATOR and any(
            level.which is not None for level in self.levels
        ):
            self.denominator = self._along_ways(leaving)
        self.longest = sum((level.longest for level in self.levels), Fraction(0))

    def _along_ways(self, leaving: Indices) -> int:
        """A common denominator: for each prime the most of it that the d of any way has together.

        A chance is a sum of products of weight / d along ways, and a way through levels of many d meets few
        that a large prime divides.
        """
        which = np.searchsorted(self.divisors, leaving.astype(np.uint64))
        from flint import fmpz

        powers = [{int(p): int(power) for p, power in fmpz(d).factor()} for d in self.divisors.tolist()]
        most: Counter[int] = Counter()  # of a prime, where the most of each level is added
        for own in self._places:
            highest: dict[int, int] = {}
            for place in own.tolist():
                for p, power in powers[place].items():
                    highest[p] = max(power, highest.get(p, 0))
            most.update(highest)
        followed = [p for p, power in most.items() if power * p.bit_length() > LONG_PRIME_POWER]
        for begin in range(0, len(followed), _AT_ONCE):
            primes = followed[begin : begin + _AT_ONCE]
            table = np.array([[each.get(p, 0) for p in primes] for each in powers], dtype=np.int32)
            ahead = np.zeros((self.ends.stop, len(primes)), dtype=np.int32)
            for level, rows, _ in self._back():
                best = np.maximum.reduceat(ahead[rows.indices], rows.indptr[:-1], axis=0)
                ahead[level.at] = best + table[which[level.at]]
            for p, power in zip(primes, ahead.max(axis=0).tolist(), strict=True):
                most[p] = power
        return prod(p**power for p, power in most.items())

    def continuation_values(
        self,
        primes: Residues,
        paid: Residues | None = None,
        reward: Residues | None = None,
        taken: tuple[Indices, Residues] | None = None,
    ) -> Residues:
        """The continuation value of each state modulo each prime, one row a state.

        paid     what the ends pay, one row an end
        reward   what one spin brings, one row a state or one for all
        taken    places, sorted, where play stops when it comes there, and for what, one row each

        A sum of weights times residues is below d · prime, the reward brings in less than total · prime, and
        the division another d · prime at most.
        """
        worth = np.zeros((self.ends.stop, len(primes)), dtype=np.uint64)
        values = worth if taken is None else np.zeros_like(worth)
        if paid is not None:
            worth[self.ends] = values[self.ends] = paid
        inverses = divisible(self.divisors, primes)
        for level, rows, places in self._back():
            sums = rows @ worth
            if reward is not None:
                sums += self.totals[level.at] * (reward[level.at] if reward.ndim > 1 else reward)
            own = inverses[places] if level.which is None else inverses[places][level.which]
            values[level.at] = quotients(sums, level.leaving[:, None], own, primes)
            if taken is not None:
                stops, offered = taken
                worth[level.at] = values[level.at]
                inside = slice(*np.searchsorted(stops, (level.at.start, level.at.stop)).tolist())
                worth[stops[inside]] = offered[inside]
        return values

    def best_values_rounded_down(self, paid: Residues, offered: Residues) -> Residues:
        """The continuation value of each state under best play, whole numbers that are a little too low.

        paid      what the ends pay, one for each end
        offered   by place what may be taken there instead of playing on; 0 for nothing

        Both are rounded down and below 2^64 over the largest total. A value is an average of others or the
        greater of two, so each level takes off less than 1 beside what is off already: in all less than the
        number of levels and 1.
        """
        worth = np.zeros(self.ends.stop, dtype=np.uint64)
        values = np.zeros_like(worth)
        worth[self.ends] = values[self.ends] = paid
        for level, rows, _ in self._back():
            values[level.at] = rows @ worth // level.leaving
            worth[level.at] = np.maximum(values[level.at], offered[level.at])
        return values

    def _back(self) -> Iterator[tuple[Level, Any, Indices]]:
        """The levels, the last first, each with its rows and with the positions of its d among all.

        These share the arrays of the matrix.
        """
        from scipy.sparse import csr_array

        matrix = self.matrix
        for level, places in zip(reversed(self.levels), reversed(self._places), strict=True):
            at, offsets = level.at, matrix.indptr[level.at.start : level.at.stop + 1]
            inside = slice(offsets[0], offsets[-1])
            parts = matrix.data[inside], matrix.indices[inside], offsets - offsets[0]
            yield level, csr_array(parts, shape=(at.stop - at.start, matrix.shape[1])), places


def _levels(sizes: list[int], totals: Indices, leaving: Indices) -> Iterator[Level]:
    begin = 0
    for size in sizes:
        at = slice(begin, begin + size)
        begin = at.stop
        of, out = totals[at], leaving[at]
        if out.min() == out.max() and of.min() == of.max():
            yield Level(at, out[:1].astype(np.uint64), None, Fraction(int(of[0]), int(out[0])))
            continue
        pairs = np.unique(of << 30 | out).tolist()  # both are below 2^30
        longest = max(Fraction(pair >> 30, pair % LARGEST) for pair in pairs)
        divisors, which = np.unique(out, return_inverse=True)
        yield Level(at, divisors.astype(np.uint64), which, longest)
