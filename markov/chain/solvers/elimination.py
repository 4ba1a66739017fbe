"""Large sparse components: states are taken out one after another, and rows stay whole numbers.

Taking a state out hands its transitions to those that lead to it, so the others play as before (state
elimination; Grassmann, Taksar & Heyman, Regenerative analysis and steady state distributions for Markov
chains, 1985). The state that costs least is next, so a walk, a band or a tree fills with next to nothing, and
what fills up is left as a smaller component, to be solved in another way. Rows are whole numbers over a
divisor of their own, and only rows are divided, by what divides all of a row.

Components are worked on one after the other, in the order of play: what arrives in one is passed on along
its rows, and nothing of an earlier component is kept but that. A component in which play arrives in one state
keeps that state until the end, so that fractions are formed but once.

Moments of a walk by one unit, or of what else has no state that two others lead to when its turn comes, are
found the same way: each spin is worth a factor 1 + e with e³ = 0, and the coefficients of 1, e and e² in what
is found are the chance, the mean number of spins there and half of its second factorial moment. Elsewhere
series get common factors that are no numbers, and grow; there states are taken out in numbers, and what they
led to is kept: back along it goes what play is worth, and forward what arrives.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, MutableSequence, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from markov.chain.solvers.dense import solve
from markov.chain.transitions import Absorption, Transitions
from markov.exact import fraction

FlintNumber: TypeAlias = Any  # fmpz, or fmpz_poly up to e²
Share: TypeAlias = Any  # fmpq, or fmpq_poly up to e²
PassedOn: TypeAlias = tuple[int, FlintNumber, FlintNumber, FlintNumber]

# Measured on 400 random states with 4 ways each: 32 leaves 246 of them and 0.06 s in all, 150 leaves 181.
MOST = 64
FEW = 3  # with series: a state that more than one leads to would make them grow
_TERMS = 3


class Filled(ArithmeticError):
    """A component that elimination leaves with more states than are to be solved as one matrix."""

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.left = left


def moments(chain: Transitions, most: int = FEW) -> Absorption:
    """The absorption probabilities of play from the start, where it goes on, and the moments of its spins.

    most   transitions that taking out one state may make

    Raises Filled when every state that is left of a component would make more.
    """
    from flint import fmpq_poly, fmpz_poly

    begun = fmpq_poly([1])
    arriving = _arriving(chain, fmpz_poly([1, 1]), {0: begun}, most)
    found = {end: arriving.get(end, 0 * begun) for end in chain.absorbing.tolist()}
    mean, half = (sum((fraction(share[k]) for share in found.values()), Fraction(0)) for k in (1, 2))
    return Absorption.of({end: fraction(share[0]) for end, share in found.items()}, mean, 2 * half + mean)


def moments_by_component(chain: Transitions, largest: int, most: int = MOST) -> Absorption:
    """Absorption probabilities of play from the start, and the moments of its spins, by way of all values.

    With t(s) the spins to come from s on average, the mean is t of the start, and the mean square is what
    play brings when a spin from s brings 2t(s) - 1 (Kemeny & Snell, Finite Markov Chains, 3.3.5). The
    arguments and errors are those of `absorption_by_elimination`.
    """
    from flint import fmpq

    n, next_row, totals = len(chain), chain.row_reader(), chain.totals.tolist()
    ahead = [fmpq(0)] * n
    components: list[tuple[list[int], Component]] = []
    for states in chain.solve_order.components():
        if totals[states[0]]:
            made = Component(states, next_row, totals, largest, most)
            made.values({i: fmpq(totals[i]) for i in states}, ahead)
            components.append((states, made))
    arriving, square = {0: fmpq(1)}, fmpq(0)
    for states, made in reversed(components):
        square += made.reward({i: (2 * ahead[i] - 1) * totals[i] for i in states}, arriving)
    chances = {end: fraction(arriving.get(end, fmpq(0))) for end in chain.absorbing.tolist()}
    return Absorption.of(chances, fraction(ahead[0]), fraction(square))


def absorption_by_elimination(
    chain: Transitions,
    largest: int = 0,
    start: int = 0,
    reward: Sequence[int] = (),
    most: int = MOST,
) -> dict[int, Fraction]:
    """The absorption probabilities of play from a state in which it goes on, by the position of the end.

    largest  states that are solved as a whole matrix at most, where a component fills up
    reward   for each state what a spin from there brings; then the number of states is the index under which
             all that play brings stands beside the ends
    most     transitions that taking out one state may make

    Raises Filled when more states of a component are left than that.
    """
    from flint import fmpq, fmpz

    arriving = _arriving(chain, fmpz(1), {start: fmpq(1)}, most, largest, reward)
    ends = [*chain.absorbing.tolist(), *([len(chain)] if reward else [])]
    return {end: fraction(arriving.get(end, fmpq(0))) for end in ends}


def _arriving(
    chain: Transitions,
    spin: FlintNumber,
    arriving: dict[int, Share],
    most: int,
    largest: int = 1,
    reward: Sequence[int] = (),
) -> dict[int, Share]:
    """The shares that arrive in the ends, and in rewards beside them, from the shares of the first states."""
    next_row, totals = chain.row_reader(), chain.totals.tolist()
    for component in reversed(list(chain.solve_order.components())):
        if not totals[component[0]]:
            continue
        here = {i: arriving.pop(i) for i in component if i in arriving}
        if not here:
            continue
        rows = _RestOfComponent(component, next_row, totals, spin, reward)
        kept = next(iter(here)) if len(here) == 1 else None
        for i, divisor, row, _ in rows.eliminated(here, kept, most):
            if i in here:
                _pass_on(_quotient(here.pop(i), divisor), row, rows.row, here, arriving)
        if len(rows.row) == 1:
            ((i, row),) = rows.row.items()
            if i in here:
                _pass_on(_quotient(here[i], rows.divisor[i]), row, (), here, arriving)
        elif rows.row:
            if len(rows.row) > largest:
                raise Filled(len(rows.row))
            for i, share in rows.shares(here).items():
                _pass_on(share, rows.leaving(i), (), here, arriving)
    return arriving


def _pass_on(
    share: Share,
    row: Mapping[int, FlintNumber],
    inside: Container[int],
    here: dict[int, Share],
    arriving: dict[int, Share],
) -> None:
    """Adds a share of a state, times each weight of its row, to what arrives in the successors."""
    for j, weight in row.items():
        into = here if j in inside else arriving
        into[j] = into[j] + _product(share, weight) if j in into else _product(share, weight)


class Component:
    """A component whose states have been taken out, and that keeps what they led to.

    Raises Filled when more states than the largest number are left.
    """

    def __init__(
        self,
        states: Sequence[int],
        next_row: Callable[[int], Iterable[tuple[int, int]]],
        totals: Sequence[int],
        largest: int,
        most: int = MOST,
    ) -> None:
        from flint import fmpz

        self._rows = _RestOfComponent(states, next_row, totals, fmpz(1), ())
        self._taken = list(self._rows.eliminated((), None, most))
        if len(self._rows.row) > largest:
            raise Filled(len(self._rows.row))

    def values(self, gained: dict[int, Share], found: MutableSequence[Share]) -> None:
        """Sets what play is worth in the states; that of the states that these lead to is known.

        gained   for each state its total times what a spin from there brings
        """
        self._collect(gained)
        left = list(self._rows.row)
        if left:
            right = [gained[i] + _sum(self._rows.leaving(i), found) for i in left]
            for i, value in zip(left, solve(self._rows.matrix(), right), strict=True):
                found[i] = value
        for i, divisor, row, _ in reversed(self._taken):
            found[i] = (gained[i] + _sum(row, found)) / divisor

    def reward(self, gained: dict[int, Share], arriving: dict[int, Share]) -> Share:
        """The reward of spins in these states, from the shares that arrive there; the shares are passed on.

        gained   for each state its total times what a spin from there brings
        """
        from flint import fmpq

        rows, brought = self._rows, fmpq(0)
        here = {i: arriving.pop(i) for i in gained if i in arriving}
        if not here:
            return brought
        self._collect(gained)
        for i, divisor, row, _ in self._taken:
            if i in here:
                share = here.pop(i) / divisor
                brought += share * gained[i]
                _pass_on(share, row, gained, here, arriving)
        if rows.row:
            for i, share in rows.shares(here).items():
                brought += share * gained[i]
                _pass_on(share, rows.leaving(i), (), here, arriving)
        return brought

    def _collect(self, gained: dict[int, Share]) -> None:
        """Adds what spins bring in states that are taken out to what they bring in those that lead there."""
        for i, _, _, passed_on in self._taken:
            for j, through, factor, common in passed_on:
                gained[j] = (gained[j] * factor + gained[i] * through) / common


def _sum(row: Mapping[int, FlintNumber], found: Sequence[Share]) -> Share:
    return sum(weight * found[j] for j, weight in row.items())


class _RestOfComponent:
    """The rest of a component as equations: divisor · value = sum of weight · value of where a state leads.

    What spins bring is led to as a state under the number of all states.

    row       of each state that is left: where it leads, and its weight
    divisor   of each state that is left
    """

    def __init__(
        self,
        component: Sequence[int],
        next_row: Callable[[int], Iterable[tuple[int, int]]],
        totals: Sequence[int],
        spin: FlintNumber,
        reward: Sequence[int],
    ) -> None:
        self.row: dict[int, dict[int, FlintNumber]] = {}
        self.divisor: dict[int, FlintNumber] = {}
        self.series = not hasattr(spin, "bit_length")
        self._into: dict[int, set[int]] = {i: set() for i in component}
        self._size: dict[int, int] = {}  # of the divisor after the row was divided the last time
        for i in component:
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
            self._size[i] = self._bits(self.divisor[i])

    def eliminated(
        self, here: Container[int], kept: int | None, most: int
    ) -> Iterator[tuple[int, FlintNumber, dict[int, FlintNumber], list[PassedOn]]]:
        """Takes states out while that makes no more transitions than the most.

        Each comes with its divisor, its row, and how that was passed on: for each state that led to it the
        factor of the row passed on, the factor of its own, and what divided both.

        here   the states in which play arrives, which may grow; kept, the one that is not taken out
        """
        waiting = [(self._cost(i, here), i) for i in self.row if i != kept]
        heapify(waiting)
        while waiting:
            cost, i = heappop(waiting)
            if i not in self.row:
                continue
            if cost != (now := self._cost(i, here)):
                heappush(waiting, (now, i))
                continue
            if cost > most:
                break
            out, divisor, origins = self.row.pop(i), self.divisor.pop(i), self._into.pop(i)
            yield i, divisor, out, self._eliminate(i, out, divisor, origins)
            for j in (*origins, *out):
                if j != kept and j in self.row:
                    heappush(waiting, (self._cost(j, here), j))

    def _cost(self, i: int, here: Container[int]) -> int:
        """The most transitions that taking the state out can make."""
        return (len(self._into[i]) + (i in here)) * len(self.row[i])

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

    def shares(self, here: Mapping[int, Share]) -> dict[int, Share]:
        """For each state that is left its visits over its divisor.

        divisor · share - (weights entering from what is left) · shares is what arrives.
        """
        from flint import fmpq

        entering = [list(column) for column in zip(*self.matrix(), strict=True)]
        return dict(zip(self.row, solve(entering, [here.get(i, fmpq(0)) for i in self.row]), strict=True))

    def _eliminate(
        self, i: int, out: dict[int, FlintNumber], divisor: FlintNumber, origins: set[int]
    ) -> list[PassedOn]:
        """Hands the transitions of the state to those that lead to it."""
        passed_on: list[PassedOn] = []
        for j in out:
            if j in self._into:
                self._into[j].discard(i)
        for j in origins:
            row = self.row[j]
            through = row.pop(i)
            factor = divisor
            if not self.series and (common := through.gcd(divisor)) != 1:
                through, factor = through // common, divisor // common
            own = self.divisor[j]
            if factor != 1:  # a row of many transitions is left as it is wherever it can be
                for k in row:
                    row[k] = _product(row[k], factor)
                own = _product(own, factor)
            for k, weight in out.items():
                if k == j:
                    own -= _product(through, weight)
                else:
                    row[k] = row.get(k, 0) + _product(through, weight)
                    if k in self._into:
                        self._into[k].add(j)
            self.divisor[j] = own
            self._size[j] = max(self._size[j], self._size[i])
            passed_on.append((j, through, factor, self._divided(j)))
        return passed_on

    def _divided(self, i: int) -> FlintNumber:
        """Divides a row by the common divisor of its numbers, once its divisor has doubled in length."""
        from flint import fmpz

        if self._bits(self.divisor[i]) <= 2 * self._size[i]:
            return fmpz(1)

        common = fmpz(0)
        for number in (self.divisor[i], *self.row[i].values()):
            common = common.gcd(self._content(number))
            if common == 1:
                break
        else:
            self.divisor[i] //= common
            self.row[i] = {j: number // common for j, number in self.row[i].items()}
        self._size[i] = self._bits(self.divisor[i])
        return common

    def _content(self, number: FlintNumber) -> FlintNumber:
        """The greatest whole number that divides a number, or every coefficient of a series."""
        return number.content() if self.series else number

    def _bits(self, number: FlintNumber) -> int:
        return int((number[0] if self.series else number).bit_length())


def _product(one: Any, other: Any) -> Any:
    """The product of two numbers; of two series in e, its terms up to e²."""
    found = one * other
    if hasattr(found, "truncate") and found.degree() >= _TERMS:
        return found.truncate(_TERMS)
    return found


def _quotient(share: Share, divisor: FlintNumber) -> Share:
    """The share over a divisor, as a series in e where they are series."""
    if not hasattr(divisor, "degree"):
        return share / divisor
    from flint import fmpq_poly

    # 1 / (a + be + ce²) = (1 - (b/a) e + ((b/a)² - c/a) e²) / a
    a, b, c = (fmpq_poly(divisor)[k] for k in range(_TERMS))
    return _product(share, fmpq_poly([1, -b / a, b / a * (b / a) - c / a]) / a)
