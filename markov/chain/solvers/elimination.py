"""Chains that stay sparse: states are taken out one after another, and rows stay whole numbers.

**Theorem.** Let state i be worth v(i) = (sum of w(i, j) · v(j)) / d(i), with d(i) what leaves it. Put this
into the equation of a state h that leads to i:

    d(i) · d(h) · v(h) = sum of (d(i) · w(h, j) + w(h, i) · w(i, j)) · v(j)    over all j but i

What leads back to h itself, w(h, i) · w(i, h), is taken off its own side. The other states are worth what
they were, so the last one left leads to the ends alone, and its weights over d are the chances of the ends.
No d is ever 0, as from every state play can come to an end (state elimination; Grassmann, Taksar & Heyman,
Regenerative analysis and steady state distributions for Markov chains, Operations Research 33, 1985).

**Example.** A fair walk on 1, 2, 3 that ends at 0 and 4, from 2. Its rows are 2 · v(1) = v(0) + v(2), 2 ·
v(2) = v(1) + v(3) and 2 · v(3) = v(2) + v(4). Without 1: 4 · v(2) = v(0) + v(2) + 2 · v(3), that is 3 · v(2)
= v(0) + 2 · v(3). Without 3: 6 · v(2) = 2 · v(0) + 2 · v(2) + 2 · v(4), that is 4 · v(2) = 2 · v(0) + 2 ·
v(4): either end has the chance 2/4.

**What makes it quick.** A row stands for itself and all its multiples, so no fraction is formed before the
end, and a row is divided only by what divides all of it. The state that costs least is next: of states with
short numbers those with few neighbours, so a walk, a band or a tree fills with next to nothing, and long
numbers are made late and are few. As long as numbers fit a word, states that do not lead to each other are
taken out together, in arrays. What fills up is left as a smaller component, to be solved in another way.

Moments of a walk by one unit, or of what else has no state that two others lead to when its turn comes, are
found the same way: each spin is worth a factor 1 + e with e³ = 0, and the coefficients of 1, e and e² in what
is found are the chance, the mean number of spins there and half of its second factorial moment. Elsewhere
series get common factors that are no numbers, and grow.
"""

from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from operator import mul
from typing import Any, TypeAlias

import numpy as np

from markov.chain.solvers.dense import solve
from markov.chain.transitions import (
    Absorption,
    Indices,
    RowReader,
    Transitions,
    Weights,
    offsets_of,
    row_entries,
    row_sums,
    sums_by_key,
)
from markov.exact import fraction

FlintNumber: TypeAlias = Any  # fmpz, or fmpz_poly up to e²
Share: TypeAlias = Any  # fmpq
PassedOn: TypeAlias = tuple[int, FlintNumber, FlintNumber, FlintNumber]
Taken: TypeAlias = tuple[int, FlintNumber, Mapping[int, FlintNumber], list[PassedOn]]

# Measured on 400 random states with 4 ways each: 32 leaves 246 of them and 0.06 s in all, 150 leaves 181.
MOST = 64
FEW = 3  # with series: a state that more than one leads to would make them grow
_TERMS = 3
_CALLED = 2**18  # products of a bit by a bit that are done while one product of numbers is begun
_FEW_WAYS = 16  # transitions that taking out one of many states at once may make
_WORD_BITS = 61  # of a total that fits a word
_TOO_FEW = 20  # a round that takes out fewer than one state in so many is not made


class Filled(ArithmeticError):
    """A component that is left with so many states, more than are to be solved as one matrix."""


def moments(chain: Transitions, most: int = FEW) -> Absorption:
    """The absorption probabilities of play from the start, where it goes on, and the moments of its spins.

    most   transitions that taking out one state may make

    Raises Filled when every state that is left would make more.
    """
    from flint import fmpq_poly, fmpz_poly

    row, divisor = _last_row(chain, fmpz_poly([1, 1]), 0, most)
    # 1 / (a + be + ce²) = (1 - (b/a) e + ((b/a)² - c/a) e²) / a
    a, b, c = (fmpq_poly(divisor)[k] for k in range(_TERMS))
    over = fmpq_poly([1, -b / a, b / a * (b / a) - c / a]) / a
    shares = {end: _product(over, row.get(end, 0 * over)) for end in chain.absorbing.tolist()}
    mean, half = (sum((fraction(share[k]) for share in shares.values()), Fraction(0)) for k in (1, 2))
    return Absorption.of({end: fraction(share[0]) for end, share in shares.items()}, mean, 2 * half + mean)


def absorption_by_elimination(
    chain: Transitions,
    largest: int = 0,
    start: int = 0,
    reward: Sequence[int] = (),
    most: int = MOST,
) -> dict[int, Fraction]:
    """The absorption probabilities of play from a state in which it goes on, by the position of the end.

    largest  states that are solved as a whole matrix at most, where the chain fills up
    reward   for each state what a spin from there brings; then the number of states is the index under which
             all that play brings stands beside the ends
    most     transitions that taking out one state may make

    Raises Filled when more states are left than that.
    """
    from flint import fmpq, fmpz

    left = chain if reward else _thinned(chain, start, min(most, _FEW_WAYS))
    row, divisor = _last_row(left, fmpz(1), start, most, largest, reward)
    ends = [*chain.absorbing.tolist(), *([len(chain)] if reward else [])]
    return {end: fraction(fmpq(row.get(end, 0)) / divisor) for end in ends}


def _last_row(
    chain: Transitions,
    spin: FlintNumber,
    start: int,
    most: int,
    largest: int = 1,
    reward: Sequence[int] = (),
) -> tuple[Mapping[int, FlintNumber], FlintNumber]:
    """The row of the start, all else having been taken out, and its divisor."""
    playing = np.flatnonzero(chain.totals).tolist()
    equations = _Equations(playing, chain.row_reader(), chain.totals.tolist(), spin, reward)
    for _ in equations.eliminated(most, kept=start):
        pass
    left = len(equations.row)
    if left == 1:
        return equations.row[start], equations.divisor[start]
    if left > largest:
        raise Filled(left)
    from flint import fmpq

    row: dict[int, Share] = {}
    for i, share in equations.shares({start: fmpq(1)}).items():
        for j, weight in equations.leaving(i).items():
            row[j] = row.get(j, 0) + share * weight
    return row, spin


def _thinned(chain: Transitions, start: int, most: int) -> Transitions:
    """The chain without many of its states, whose rows are then empty; all numbers fit a word.

    A row takes up those of all states that it leads to and that go in the same round, each times the totals
    of the others.

    most   transitions that taking out one state may make
    """
    n, weights = len(chain), chain.weights
    if weights.dtype == object:
        return chain
    rank = np.random.default_rng(1).random(n)
    rank[::2] += 1  # of a walk whose states are numbered in order every second one goes
    tails, heads = chain.origins(), chain.successors
    while True:
        chain = _without_loops(n, tails, heads, weights)
        tails, heads, weights, totals = chain.origins(), chain.successors, chain.weights, chain.totals
        ways = np.diff(chain.indptr)
        out = (ways > 0) & (ways * np.bincount(heads, minlength=n) <= most)
        out[start] = False
        a, b = (states[out[tails] & out[heads]] for states in (tails, heads))
        out[np.where(rank[a] > rank[b], a, b)] = False
        bits, through = np.log2(np.maximum(totals, 1)), out[heads]
        long = bits + np.bincount(tails[through], bits[heads[through]], n) > _WORD_BITS
        out[heads[through & long[tails]]] = False
        if out.sum() * _TOO_FEW < np.count_nonzero(ways):
            return chain
        through = out[heads]
        kept, origins, gone = ~(through | out[tails]), tails[through], heads[through]
        factors = np.ones(n, dtype=np.int64)
        np.multiply.at(factors, origins, totals[gone])
        shares = weights[through] * (factors[origins] // totals[gone])
        onward = row_entries(chain.indptr, gone)
        passed_on = np.repeat(shares, ways[gone]) * weights[onward]
        weights = np.concatenate((weights[kept] * factors[tails[kept]], passed_on))
        heads = np.concatenate((heads[kept], heads[onward]))
        tails = np.concatenate((tails[kept], np.repeat(origins, ways[gone])))


def _without_loops(n: int, tails: Indices, heads: Indices, weights: Weights) -> Transitions:
    """So many states with these transitions, each row divided by what divides all of it."""
    away = tails != heads
    places, weights = sums_by_key((tails * n + heads)[away], weights[away])
    tails, heads = np.divmod(places, n)
    lengths = np.bincount(tails, minlength=n)
    indptr, playing = offsets_of(lengths), lengths > 0
    common = np.gcd.reduceat(weights, indptr[:-1][playing])
    weights //= np.repeat(common, lengths[playing])
    return Transitions(indptr, heads, weights, row_sums(weights, indptr))


class Component:
    """A component whose states have been taken out; what they led to is kept, as it is or made shorter.

    Raises Filled when more states than the largest number are left.
    """

    def __init__(
        self,
        states: Sequence[int],
        next_row: RowReader,
        totals: Sequence[int],
        largest: int,
        kept: Callable[[Taken], Taken] = lambda taken: taken,
    ) -> None:
        from flint import fmpz

        self._equations = _Equations(states, next_row, totals, fmpz(1), ())
        self._taken = list(map(kept, self._equations.eliminated(MOST)))
        if len(self._equations.row) > largest:
            raise Filled(len(self._equations.row))

    def values(self, gained: dict[int, Share], values: MutableSequence[Share]) -> None:
        """Sets what play is worth in the states; that of the states that these lead to is known.

        gained   for each state its total times what a spin from there brings; it is used up
        """
        for i, _, _, passed_on in self._taken:
            for j, through, factor, common in passed_on:
                gained[j] = (gained[j] * factor + gained[i] * through) / common
        left = self._equations
        if left.row:
            right = [gained[i] + _sum(left.leaving(i), values) for i in left.row]
            for i, value in zip(left.row, solve(left.matrix(), right), strict=True):
                values[i] = value
        for i, divisor, row, _ in reversed(self._taken):
            values[i] = (gained[i] + _sum(row, values)) / divisor

    def shares(self, arriving: Mapping[int, Share]) -> dict[int, Share]:
        """For each state its visits over its total, from the shares of play that arrive in the states.

        The equations of `values`, transposed: what is taken out first passes on what arrives, and takes what
        comes back to it last.
        """
        here = dict(arriving)
        for i, divisor, row, _ in self._taken:
            here[i] = share = here[i] / divisor
            for j, weight in row.items():
                if j in here:
                    here[j] += share * weight
        if self._equations.row:
            here |= self._equations.shares(here)
        for i, _, _, passed_on in reversed(self._taken):
            for j, through, factor, common in passed_on:
                share = here[j] / common
                here[i] += share * through
                here[j] = share * factor
        return here


def _sum(row: Mapping[int, FlintNumber], values: Sequence[Share]) -> Share:
    return sum(weight * values[j] for j, weight in row.items())


class _Equations:
    """Equations of states: divisor · value = sum of weight · value of where a state leads.

    What spins bring is led to as a state under the number of all states.

    row       of each state that is left: where it leads, and its weight
    divisor   of each state that is left
    """

    def __init__(
        self,
        states: Sequence[int],
        next_row: RowReader,
        totals: Sequence[int],
        spin: FlintNumber,
        reward: Sequence[int],
    ) -> None:
        self.row: dict[int, dict[int, FlintNumber]] = {}
        self.divisor: dict[int, FlintNumber] = {}
        self._series = not hasattr(spin, "bit_length")
        self._into: dict[int, set[int]] = {i: set() for i in states}
        self._bits: dict[int, int] = {}  # of the divisor
        self._size: dict[int, int] = {}  # the same, after the row was divided the last time
        for i in states:
            row: dict[int, FlintNumber] = {}
            for j, weight in next_row(i):
                row[j] = row.get(j, 0) + weight * spin  # a chain may list a successor twice
                if j in self._into:
                    self._into[j].add(i)
            self._into[i].discard(i)
            self.divisor[i] = totals[i] * spin**0 - row.pop(i, 0)
            if reward and reward[i]:
                row[len(totals)] = totals[i] * reward[i] * spin
            self.row[i] = row
            self._size[i] = self._measured(i)

    def eliminated(self, most: int, kept: int | None = None) -> Iterator[Taken]:
        """Takes states out while that makes no more transitions than the most.

        Each comes with its divisor, its row, and how that was passed on: for each state that led to it the
        factor of the row passed on, the factor of its own, and what divided both.

        kept   the state that is not taken out
        """
        work = {i: self._work(i, most) for i in self.row if i != kept}
        waiting = [(cost, i) for i, cost in work.items() if cost is not None]
        heapify(waiting)
        while waiting:
            cost, i = heappop(waiting)
            if work.get(i) != cost:
                continue  # it costs something else by now
            del work[i]
            out, divisor, origins = self.row.pop(i), self.divisor.pop(i), self._into.pop(i)
            yield i, divisor, out, self._eliminate(i, out, divisor, origins)
            for j in {*origins, *out}:
                if j in work and work[j] != (now := self._work(j, most)):
                    work[j] = now
                    if now is not None:
                        heappush(waiting, (now, j))

    def _work(self, i: int, most: int) -> int | None:
        """The cost of taking the state out: so many products, of numbers so long; None for too many."""
        own, bits, origins = self._bits[i], self._bits, self._into[i]
        if len(self.row[i]) * len(origins) > most:
            return None
        return len(self.row[i]) * (_CALLED * len(origins) + own * sum([bits[j] for j in origins]))

    def leaving(self, i: int) -> dict[int, FlintNumber]:
        """The transitions of a state to states that are not left."""
        return {j: weight for j, weight in self.row[i].items() if j not in self.row}

    def matrix(self) -> list[list[int]]:
        """The equations of the states that are left: matrix · values is what lies past them."""
        place = {i: k for k, i in enumerate(self.row)}
        matrix = [[0] * len(place) for _ in place]
        for i, k in place.items():
            matrix[k][k] = int(self.divisor[i])
            for j, weight in self.row[i].items():
                if j in place:
                    matrix[k][place[j]] = -int(weight)
        return matrix

    def shares(self, arriving: Mapping[int, Share]) -> dict[int, Share]:
        """For each state that is left its visits over its divisor.

        divisor · share - (weights entering from what is left) · shares is what arrives.
        """
        from flint import fmpq

        entering = [list(column) for column in zip(*self.matrix(), strict=True)]
        right = [arriving.get(i, fmpq(0)) for i in self.row]
        return dict(zip(self.row, solve(entering, right), strict=True))

    def _eliminate(
        self, i: int, out: dict[int, FlintNumber], divisor: FlintNumber, origins: set[int]
    ) -> list[PassedOn]:
        """Hands the transitions of the state to those that lead to it."""
        passed_on: list[PassedOn] = []
        product = _product if self._series else mul
        for j in out.keys() & self._into.keys():
            self._into[j].discard(i)
        for j in origins:
            row = self.row[j]
            through = row.pop(i)
            factor = divisor
            if not self._series and (common := through.gcd(divisor)) != 1:
                through, factor = through // common, divisor // common
            own = self.divisor[j]
            if factor != 1:  # a row of many transitions is left as it is wherever it can be
                for k in row:
                    row[k] = product(row[k], factor)
                own = product(own, factor)
            for k, weight in out.items():
                if k == j:
                    own -= product(through, weight)
                else:
                    row[k] = row.get(k, 0) + product(through, weight)
                    if k in self._into:
                        self._into[k].add(j)
            self.divisor[j] = own
            self._size[j] = max(self._size[j], self._size[i])
            passed_on.append((j, through, factor, self._divided(j)))
        return passed_on

    def _divided(self, i: int) -> FlintNumber:
        """Divides a row by the common divisor of its numbers, once its divisor has doubled in length."""
        from flint import fmpz

        if self._measured(i) <= 2 * self._size[i]:
            return fmpz(1)
        common = fmpz(0)
        for number in (self.divisor[i], *self.row[i].values()):
            common = common.gcd(number.content() if self._series else number)
            if common == 1:
                break
        else:
            self.divisor[i] //= common
            self.row[i] = {j: number // common for j, number in self.row[i].items()}
        self._size[i] = self._measured(i)
        return common

    def _measured(self, i: int) -> int:
        """The length of a divisor, which is noted."""
        divisor = self.divisor[i]
        self._bits[i] = bits = int((divisor[0] if self._series else divisor).bit_length())
        return bits


def _product(one: Any, other: Any) -> Any:
    """The product of two series in e, up to e²."""
    product = one * other
    return product.truncate(_TERMS) if product.degree() >= _TERMS else product
