"""The law of the number of spins: the chance of each number, and quantiles.

Let s be the row that is 1 at the start, P the chances between states in which play goes on, and r their
chances to be over at the next spin, in the ends asked about. Then P(T = n) = s P^(n-1) r for n > 0 (a
phase-type law; Neuts, Matrix-Geometric Solutions in Stochastic Models, chapter 2), and the sum of
P(T = n) z^n is the fraction of polynomials z s (I - zP)^-1 r (Kemeny & Snell, Finite Markov Chains, 3.2).

Over a common total L of all rows P(T = n) is a whole number over L^n, so y = z / L makes the powers of the
function whole numbers N(y) / D(y), with D(y) = det(I - y L P), 1 at 0. Far numbers of spins are read off it
by halving: N(y) / D(y) = N(y) D(-y) / (D(y) D(-y)), whose denominator is even, so that one half of the
numerator serves (Bostan & Mori, A Simple and Fast Algorithm for Computing the N-th Term, 2021).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice
from math import lcm
from typing import Any

import numpy as np

from markov.chain.absorption import absorption_with_spins, expected_visits, values
from markov.chain.transitions import Indices, Spins, TooMuchWork, Transitions, Weights, reachable
from markov.exact import arithmetic, exact, fraction, precision

FEW_STEPS = 64  # taken one by one before a far number of spins is jumped to
_BITS = 128  # of a ball, and more for far numbers and for chances near 1
FEW_STATES = 64  # states in which play goes on, for a jump: it pays from the first steps on


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """The law of the number T of spins until play is over, given that it is over in one of some ends.

    chance   that it is
    spins    mean and variance of T
    """

    chance: Fraction
    spins: Spins
    _walk: "_Walk"

    def numbers(self) -> Iterator[Fraction]:
        """The chances of 0, 1, 2, … spins, P(T = n), without end."""
        for n, weight in enumerate(self._walk.masses()):
            yield Fraction(weight, self._walk.total**n) / self.chance

    def at(self, n: int) -> Fraction:
        """The chance of exactly n spins, P(T = n).

        A chain of at most 64 states in play jumps there, 10^5 spins in a second; others go step by step.

        Raises ValueError when n is negative.
        """
        above, below = self.chance.as_integer_ratio()
        return Fraction(self._walk.mass(n) * below, self._walk.total**n * above)

    def beyond(self, n: int) -> Fraction:
        """The chance of more than n spins, P(T > n), in the time of `at` and with its errors."""
        above, below = self.chance.as_integer_ratio()
        whole = self._walk.total**n * above
        return Fraction(whole - self._walk.cumulative_mass(n) * below, whole)

    def quantile(self, q: str | int | Fraction, most: int | None = None) -> int:
        """The smallest n with P(T ≤ n) at least q, compared exactly.

        A chain of at most 64 states in play is asked for an interval that holds P(T ≤ n) for certain, and for
        the fraction itself only where the interval holds q as well.

        most   the most spins for which that may be

        Raises ValueError when q is no chance, or is 1 where no number of spins is sure to be enough, and
        TooMuchWork when more spins would have to be walked, or worked out, than may be.
        """
        wanted, walk = exact(q), self._walk
        if not 0 <= wanted <= 1:
            raise ValueError(f"{q} is not a chance, which is from 0 to 1")
        above, below = (wanted * self.chance).as_integer_ratio()
        # Play that can pass through more states than there are has come back to one, and can again.
        steps = max(FEW_STEPS, walk.size) if walk.size <= FEW_STATES or wanted == 1 else most
        if most is not None and steps is not None:
            steps = min(steps, most)
        for n, weight in enumerate(islice(walk.cumulative_masses(), steps and steps + 1)):
            if weight * below >= above * walk.total**n:
                return n
        if wanted == 1 and steps != most:
            raise ValueError("no number of spins is sure to be enough")
        if walk.size > FEW_STATES or wanted == 1:
            raise TooMuchWork(f"more than {most:,} spins are needed")
        balls = _Balls(walk, _BITS + 2 * (1 - wanted).denominator.bit_length())

        def reached(n: int) -> bool:
            told = balls.reached(n, above, below)
            if told is not None:
                return told
            if most is not None and n > most:
                raise TooMuchWork(f"more than {most:,} spins would have to be worked out")
            return bool(walk.cumulative_mass(n) * below >= above * walk.total**n)

        far = 2 * max(FEW_STEPS, walk.size)
        while not reached(far):
            far *= 2
        near = far // 2
        while near < far:  # bisect counts no further than a word
            middle = (near + far) // 2
            near, far = (near, middle) if reached(middle) else (middle + 1, far)
        return far


class _Balls:
    """P(T ≤ n) in balls, for any n: of the powers of a matrix whose exponents are powers of two."""

    def __init__(self, walk: "_Walk", bits: int) -> None:
        self._walk, self._bits = walk, bits
        self._held = 0  # bits of the powers
        self._powers: list[Any] = []

    def reached(self, n: int, above: int, below: int) -> bool | None:
        """True where P(T ≤ n) is at least above / below; None where the ball holds both."""
        from flint import arb, arb_mat, fmpz

        if (bits := self._bits + 4 * n.bit_length()) > self._held:
            self._held, self._powers = 2 * bits, []
        with precision(self._held):
            while len(self._powers) < n.bit_length():
                self._powers.append(self._powers[-1] * self._powers[-1] if self._powers else self._one_spin())
            row = arb_mat(1, self._walk.size + 1, [1] + [0] * self._walk.size)
            for k, power in enumerate(self._powers):
                if n >> k & 1:
                    row = row * power
            wanted = arb(fmpz(above)) / arb(fmpz(below))
            chance = row[0, self._walk.size]
            return True if chance >= wanted else False if chance < wanted else None

    def _one_spin(self) -> Any:
        """The chances of one spin from state to state, the last of which is to be over in the ends."""
        from flint import arb, arb_mat, fmpz

        walk, size = self._walk, self._walk.size
        whole = np.zeros((size + 1, size + 1), dtype=object)
        np.add.at(whole, (walk.sources, walk.targets), walk.shares)
        whole[:size, size] = walk.leaving
        whole[size, size] = walk.total
        total = arb(fmpz(walk.total))
        chances = [arb(fmpz(int(number))) / total for number in whole.ravel()]
        return arb_mat(size + 1, size + 1, chances)


def duration_law(chain: Transitions, ends: Collection[int] | None = None) -> Law:
    """The law of the number of spins, given that play is over in one of the ends.

    ends   indices of states in which play is over; left out, all of them

    >>> flip = Transitions.of([[(0, 1), (1, 1)], []])
    >>> found = duration_law(flip)
    >>> str(found.at(3)), str(found.beyond(3)), found.quantile("0.99")
    ('1/8', '1/8', 7)

    Raises ValueError when play goes on in one of the ends, or is never over in them.
    """
    over = chain.absorbing.tolist()
    asked = set(over if ends is None else ends)
    if wrong := sorted(asked - set(over)):
        raise ValueError(f"play is not over in state {chain.named(wrong[0])!r}")
    walk = _Walk.of(chain, sorted(asked))
    if len(asked) == len(over):
        return Law(Fraction(1), absorption_with_spins(chain).spins, walk)
    chances = values(chain, dict.fromkeys(asked, Fraction(1)))
    if not chances[0]:
        raise ValueError("play is never over in any of the given ends")
    return Law(chances[0], _spins_given(chain, chances), walk)


def _spins_given(chain: Transitions, chances: Sequence[Fraction]) -> Spins:
    """The moments of T given that play is over in some ends; chances are those of that, from each state.

    Let a be the chances, and a spin worth 1 if play is over so, else 0. From i one spin is worth a(i) on
    average, and all of them w(i) = a(i) + the sum of P(i, j) w(j): w(start) / a(start) is the mean of T. That
    of T², which is the sum of 2t - 1 over t = 1 … T, is the sum of v(i) (2 w(i) - a(i)) over a(start), where
    v are the expected visits.
    """
    worth, number = values(chain, {}, chances), arithmetic(len(chain))
    square, visits = number(0), expected_visits(chain)
    for i in np.flatnonzero(chain.totals).tolist():
        square += number(visits[i]) * (2 * number(worth[i]) - number(chances[i]))
    mean = worth[0] / chances[0]
    return Spins(mean, fraction(square) / chances[0] - mean**2)


@dataclass(frozen=True, slots=True, eq=False)
class _Walk:
    """The distribution over states after n spins, as whole numbers over the n-th power of a common total.

    size      how many states play can come to and goes on in, the start first
    sources   for each transition between these where it leaves, `targets` where it leads
    shares    for each its weight over the total
    leaving   by state the weight of being over at the next spin, in the ends asked about
    """

    size: int
    total: int
    sources: Indices
    targets: Indices
    shares: Weights
    leaving: Weights

    @classmethod
    def of(cls, chain: Transitions, ends: Sequence[int]) -> "_Walk":
        n, origins = len(chain), chain.origins()
        start = np.zeros(1, dtype=np.int64)
        met = np.flatnonzero(reachable(origins, chain.successors, start, n) & (chain.totals > 0))
        rank = np.full(n, -1)
        rank[met] = np.arange(len(met))
        total = lcm(*set(chain.totals[met].tolist()))
        used = rank[origins] >= 0
        sources, successors = rank[origins[used]], chain.successors[used]
        factors = np.array([total // t for t in chain.totals[met].tolist()], dtype=object)
        shares = chain.weights[used] * factors[sources]
        asked = np.isin(successors, ends)
        leaving = np.zeros(len(met), dtype=object)
        np.add.at(leaving, sources[asked], shares[asked])
        inside = rank[successors] >= 0
        return cls(len(met), total, sources[inside], rank[successors[inside]], shares[inside], leaving)

    def masses(self) -> Iterator[int]:
        """The weight of T = n for n = 0, 1, 2, …"""
        yield 0 if self.size else 1
        here = np.zeros(self.size, dtype=object)
        here[:1] = 1
        while True:
            yield int(here @ self.leaving) if self.size else 0
            after = np.zeros_like(here)
            np.add.at(after, self.targets, here[self.sources] * self.shares)
            here = after

    def cumulative_masses(self) -> Iterator[int]:
        """The weight of T ≤ n for n = 0, 1, 2, …"""
        return accumulate(self.masses(), lambda so_far, weight: so_far * self.total + weight)

    def generating_function(self) -> tuple[Any, Any]:
        """N(y) and D(y) in lowest terms, as polynomials.

        N has no powers above the number of states, so the first weights times D are all of it.
        """
        from flint import fmpz_mat, fmpz_poly

        matrix = np.zeros((self.size, self.size), dtype=object)
        np.add.at(matrix, (self.targets, self.sources), self.shares)
        characteristic = fmpz_mat(self.size, self.size, matrix.ravel().tolist()).charpoly()
        below = fmpz_poly(characteristic.coeffs()[::-1])
        first = fmpz_poly(list(islice(self.masses(), self.size + 1)))
        above = fmpz_poly((first * below).coeffs()[: self.size + 1])
        common = above.gcd(below)
        return above // common, below // common

    def mass(self, n: int) -> int:
        """The weight of T = n."""
        return self._nth(n, self.masses(), [1])

    def cumulative_mass(self, n: int) -> int:
        """The weight of T ≤ n."""
        return self._nth(n, self.cumulative_masses(), [1, -self.total])

    def _nth(self, n: int, weights: Iterator[int], summing: list[int]) -> int:
        """The n-th of the weights, or, where that is far, the coefficient of y^n in N / (D · summing)."""
        if n < 0:
            raise ValueError(f"the number of spins, {n}, is negative")
        if self.size > FEW_STATES or n <= FEW_STEPS:
            return next(islice(weights, n, None))
        from flint import fmpz_poly

        above, below = self.generating_function()
        below = below * fmpz_poly(summing)
        while n:
            mirrored = fmpz_poly([-x if k % 2 else x for k, x in enumerate(below.coeffs())])
            above = fmpz_poly((above * mirrored).coeffs()[n % 2 :: 2])
            below = fmpz_poly((below * mirrored).coeffs()[::2])
            n //= 2
        return int(above[0] * below[0])  # D(0) is 1 or -1
