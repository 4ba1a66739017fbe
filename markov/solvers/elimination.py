"""A large sparse component: its states are taken out one after another, and no fraction is ever formed.

Taking a state out hands its transitions to those that lead to it, so the others play as before (state
elimination; Grassmann, Taksar & Heyman, Regenerative analysis and steady state distributions for Markov
chains, 1985). The state that costs least is next, so a walk, a band or a tree fills with next to nothing.
Rows are whole numbers over a divisor of their own, and only rows are divided, by what divides all of a row.

Where moments are asked for, each spin is worth a factor 1 + e with e³ = 0: the coefficients of 1, e and e²
in what is found are the chance, the mean number of spins there and half of its second factorial moment.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from markov.chain import Chain, S

Number: TypeAlias = Any  # fmpz, or fmpz_poly up to e²
_TERMS = 3


class Filled(ArithmeticError):
    """A chain that fills up, so that another road is shorter."""


@dataclass(frozen=True, slots=True)
class Ends:
    """For each end, by its index, the chance of it, and E[T; end] and E[T(T - 1); end] with T the spins."""

    chances: dict[int, Fraction]
    mean: Fraction
    factorial: Fraction


def eliminated(chain: Chain[S], moments: bool, start: int = 0, most: int = 64) -> Ends:
    """What play from a state in which it is not over comes to; moments are 0 where they are not asked for.

    most   transitions that taking out one state may make

    Raises Filled when every state that is left would make more.
    """
    from flint import fmpz, fmpz_poly

    spin = fmpz_poly([1, 1]) if moments else fmpz(1)
    rows = _Rows(chain, spin)
    waiting = [(rows.cost(i), i) for i in rows.playing if i != start]
    heapify(waiting)
    while waiting:
        cost, i = heappop(waiting)
        if i not in rows.row or cost != (now := rows.cost(i)):
            if i in rows.row:
                heappush(waiting, (now, i))
            continue
        if cost > most:
            raise Filled
        for j in rows.take_out(i):
            if j != start:
                heappush(waiting, (rows.cost(j), j))
    divisor, row = rows.divisor[start], rows.row[start]
    found = {end: _quotient(row[end], divisor) if end in row else [Fraction(0)] * _TERMS for end in rows.over}
    return Ends(
        {end: terms[0] for end, terms in found.items()},
        sum((terms[1] for terms in found.values()), Fraction(0)),
        sum((2 * terms[2] for terms in found.values()), Fraction(0)),
    )


class _Rows:
    """What is left of the chain: divisor · value = sum of weight · value of where it leads."""

    def __init__(self, chain: Chain[S], spin: Number) -> None:
        self.over = chain.over.tolist()
        self.playing = [i for i, total in enumerate(chain.totals.tolist()) if total]
        self.row: dict[int, dict[int, Number]] = {}
        self.divisor: dict[int, Number] = {}
        self._into: dict[int, set[int]] = {i: set() for i in range(len(chain.states))}
        self._size: dict[int, int] = {}
        self._series = not hasattr(spin, "bit_length")
        for i in self.playing:
            row: dict[int, Number] = {}
            for j, weight in chain.row(i):
                row[j] = row.get(j, 0) + weight * spin  # a chain may list a successor twice
                self._into[j].add(i)
            self._into[i].discard(i)
            self.divisor[i] = int(chain.totals[i]) * spin**0 - row.pop(i, 0)
            self.row[i] = row
            self._size[i] = self._bits(self.divisor[i])

    def cost(self, i: int) -> int:
        """How many transitions taking the state out may make."""
        return len(self._into[i]) * len(self.row[i])

    def take_out(self, i: int) -> Iterable[int]:
        """Takes the state out; the states whose transitions that changes."""
        out, divisor, origins = self.row.pop(i), self.divisor.pop(i), self._into.pop(i)
        for j in out:
            self._into[j].discard(i)
        for j in origins:
            row = self.row[j]
            through = row.pop(i)
            for k in row:
                row[k] = self._cut(row[k] * divisor)
            own = self.divisor[j] * divisor
            for k, weight in out.items():
                if k == j:
                    own -= through * weight
                else:
                    row[k] = self._cut(row.get(k, 0) + through * weight)
                    self._into[k].add(j)
            self.divisor[j] = self._cut(own)
            self._size[j] = max(self._size[j], self._size[i])
            self._divided(j)
        return (*origins, *(j for j in out if j in self.row))

    def _divided(self, i: int) -> None:
        """Divides the row by what divides all of it, once it is twice as long as after the last time."""
        if self._bits(self.divisor[i]) <= 2 * self._size[i]:
            return
        from flint import fmpz

        common = fmpz(0)
        for number in (self.divisor[i], *self.row[i].values()):
            common = common.gcd(number.content() if self._series else number)
        if common != 1:
            self.divisor[i] //= common
            self.row[i] = {j: number // common for j, number in self.row[i].items()}
        self._size[i] = self._bits(self.divisor[i])

    def _bits(self, number: Number) -> int:
        return int((number[0] if self._series else number).bit_length())

    def _cut(self, number: Number) -> Number:
        """The number without what is worth e³ and more."""
        if not self._series or number.degree() < _TERMS:
            return number
        return type(number)(number.coeffs()[:_TERMS])


def _quotient(number: Number, divisor: Number) -> list[Fraction]:
    """The first terms of number / divisor as a series in e."""
    series = not hasattr(number, "bit_length")
    above = [int(number[k]) for k in range(_TERMS)] if series else [int(number), 0, 0]
    below = [int(divisor[k]) for k in range(_TERMS)] if series else [int(divisor), 0, 0]
    found: list[Fraction] = []
    for k in range(_TERMS):
        known = sum((below[k - m] * found[m] for m in range(k)), Fraction(0))
        found.append((above[k] - known) / below[0])
    return found
