"""Chains with weights left open, and what they return: solved at whole numbers, and interpolated.

Let the weights of some outcomes be letters s, t, … that are numbers above 0. Every transition has a weight
linear in them, and so has d, the total of a state less the weight of its loop. Which transitions there are
does not depend on them.

*A denominator.* Chances to come from a state to another, and what play is worth there, have a common
denominator D(s, t, …) that is known beforehand. Play passes each level at most once, and the chances of its
ways are products of weight / d, so that the levels give the product of the least common multiples of their d
(`markov.chain.solvers.levels`). States that can all come to each other are left with chances M⁻¹R, where M
is the matrix of total · I - weights among them and R, linear too, leads out: det M is a denominator (Cramer).
M has an inverse for all weights above 0, as play can get out. So D has no root there, and neither have its
factors.

*A degree.* Chances are from 0 to 1 and what play is worth is between the least and the most that is paid,
whatever the weights above 0. A quotient N / D that stays bounded when one letter grows has a numerator of no
higher degree in that letter than D. So N is a polynomial whose degree in each letter is at most that of D,
and with one whole number more than this degree for every letter, at each combination of which the chain is
solved by itself, N is the one polynomial through the values of the answer times D. Nothing is guessed.

The result is an identity of rational functions, and holds for all weights above 0.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd, prod
from typing import Any, Self, TypeAlias

import numpy as np

from markov.chain.absorption import suits_levels
from markov.chain.chain import Chain
from markov.chain.transitions import SolveOrder, TooMuchWork, Weights
from markov.distribution import Distribution
from markov.questions.letters.algebra import (
    Letter,
    Polynomial,
    Quotient,
    factors,
    interpolated,
    polynomial,
    variables,
)
from markov.wager.outcome import Affine, CashFlows, Outcome, cash_flows
from markov.wager.stopping import priced
from markov.wager.wager import Wager

LinearWeight: TypeAlias = tuple[int, ...]  # a constant, and what each letter is multiplied with

MOST_CYCLIC = 10_000  # determinants times states that can all come to each other
MOST = 20_000_000  # solves times states where whole levels are solved at once; Citywide is 17 million, 8 s
MOST_SINGLY = 200_000  # the same where states are, and once more for each pay that is a letter; up to 15 s
_FAR = 1_009  # a weight far from those that the shape was taken from


@dataclass(frozen=True, slots=True, eq=False)
class ParametricChain:
    """A wager with the weights of some outcomes left open, and the shape that all its chains have.

    base   the weights of the transitions where all letters are 0, and the totals; `steps` what a letter adds
    """

    wager: Wager
    outcomes: tuple[Any, ...]
    letters: tuple[Letter, ...]
    shape: Chain[Any]
    base: tuple[Weights, Weights]
    steps: tuple[tuple[Weights, Weights], ...]

    @classmethod
    def of(cls, wager: Wager, weights: Mapping[Letter, Any], limit: int) -> Self:
        """The wager with letters in place of the weights of outcomes on its wheel.

        The weight of a transition is the sum of those of the outcomes that make it, so weights of 1 and 2
        say all; the wheel of today and one with far more of each outcome show that it is so.

        Raises TooManyStates beyond the limit, TooMuchWork where it is not so.
        """
        outcomes = tuple(weights.values())

        def laid_out(at: Sequence[int]) -> Chain[Any]:
            changed = Distribution({**wager.wheel, **dict(zip(outcomes, at, strict=True))})
            return (replace(wager, wheel=changed) if outcomes else wager).chain(limit)

        shape = laid_out([1] * len(outcomes))
        first, steps = shape.transitions, []
        base = first.weights, first.totals
        for k in range(len(outcomes)):
            chain = laid_out([1 + (i == k) for i in range(len(outcomes))])
            _same(shape, chain)
            more = chain.transitions
            steps.append((more.weights - first.weights, more.totals - first.totals))
            base = base[0] - steps[-1][0], base[1] - steps[-1][1]
        parametric = cls(wager, outcomes, tuple(weights), shape, base, tuple(steps))
        for at in ((*parametric.now,), [_FAR + k for k in range(len(outcomes))]) if outcomes else ():
            ruled, computed = laid_out(at), parametric.chain(at)
            _same(ruled, computed)
            if not np.array_equal(ruled.transitions.weights, computed.transitions.weights):
                raise TooMuchWork(f"{wager.name} is laid out differently where weights are {at}")
        return parametric

    def chain(self, weights: Sequence[int]) -> Chain[Any]:
        """The chain of the wager on the wheel with these weights."""
        rows, totals = self.base
        for letter, (step, more) in zip(weights, self.steps, strict=True):
            rows, totals = rows + letter * step, totals + letter * more
        weighted = replace(self.shape.transitions, weights=rows, totals=totals)
        return replace(self.shape, transitions=weighted)

    @property
    def now(self) -> tuple[int, ...]:
        """The weights on the wheel of the wager."""
        return tuple(self.wager.wheel[outcome] for outcome in self.outcomes)

    def denominator(self, ordered: SolveOrder) -> Counter[Polynomial]:
        """A denominator of all chances and worths, by its factors and their powers.

        Every factor is above 0 where all letters are: a linear one has no number below 0, and one in one
        letter has its first coefficient above 0, and no root there.

        Raises TooMuchWork where too many states can come to each other.
        """
        leaving, sums = self.leaving(), Counter[Polynomial]()
        for level in ordered.levels:
            sums.update({_primitive(leaving[i]) for i in level.tolist()} - {None})
        sums = Counter({self._linear(form): power for form, power in sums.items()})
        for component in ordered.cycles:
            if len(component) == 1:
                form = _primitive(leaving[int(component[0])])
                sums.update([self._linear(form)] if form else [])
            else:
                sums.update(dict(factors(self._determinant(component.tolist()))))
        return sums

    def leaving(self) -> list[LinearWeight]:
        """For each state its total less the weight of its loop."""
        links = self.shape.transitions
        origins = links.origins()
        away = origins != links.successors

        def sums(weights: Weights) -> list[int]:
            weights_of_states = np.zeros(len(self.shape.states), dtype=weights.dtype)
            np.add.at(weights_of_states, origins[away], weights[away])
            listed: list[int] = weights_of_states.tolist()
            return listed

        return list(zip(*(sums(weights) for weights, _ in (self.base, *self.steps)), strict=True))

    def _linear(self, form: LinearWeight) -> Polynomial:
        powers = [(0,) * len(self.letters), *_units(len(self.letters))]
        return polynomial(self.letters, {at: Fraction(c) for at, c in zip(powers, form, strict=True)})

    def _determinant(self, component: Sequence[int]) -> Polynomial:
        """Det M of states that can all come to each other; of a degree of at most their number."""
        from flint import fmpz_mat

        n, size = len(component), (len(component) + 1,) * len(self.letters)
        if prod(size) * n > MOST_CYCLIC:
            raise TooMuchWork(
                f"{n:,} states of {self.wager.name} can all come to each other, too many with "
                f"{len(self.letters)} weights as letters; give fewer letters"
            )
        place = {i: k for k, i in enumerate(component)}
        matrices = [self._matrix(place, weights) for weights, _ in (self.base, *self.steps)]
        values = []
        for point in product(*(range(1, m + 1) for m in size)):
            matrix = matrices[0]
            for letter, step in zip(point, matrices[1:], strict=True):
                matrix = matrix + letter * step
            values.append([Fraction(int(fmpz_mat(n, n, [int(x) for x in matrix.ravel()]).det()))])
        return interpolated(variables(self.letters), size, values)[0]

    def _matrix(self, place: Mapping[int, int], weights: Weights) -> Weights:
        """Total · I - weights among the states."""
        matrix = np.zeros((len(place), len(place)), dtype=object)
        links = self.shape.transitions
        indptr, successors = links.indptr, links.successors
        for i, k in place.items():
            at = slice(indptr[i], indptr[i + 1])
            for j, weight in zip(successors[at].tolist(), weights[at].tolist(), strict=True):
                matrix[k, k] += weight
                if j in place:
                    matrix[k, place[j]] -= weight
        return matrix


def _same(chain: Chain[Any], other: Chain[Any]) -> None:
    """Raises TooMuchWork unless the chains have the same transitions, whatever their weights."""
    if chain.merged != other.merged or not chain.transitions.same_links(other.transitions):
        raise TooMuchWork(
            "which states play alike depends on the weight of the outcome; a higher limit on "
            "states (--max-states) keeps them apart"
        )


def _units(size: int) -> list[tuple[int, ...]]:
    return [tuple(int(i == k) for i in range(size)) for k in range(size)]


def _primitive(form: LinearWeight) -> LinearWeight | None:
    """The form over the divisor that its numbers have in common; None where no letter is in it."""
    if not any(form[1:]):
        return None
    common = gcd(*form)
    return tuple(number // common for number in form)


@dataclass(frozen=True, slots=True, eq=False)
class FixedPlay:
    """Best play at the posted pays and on the posted wheel, to be kept whatever pays and weights become.

    cash_flows    what endings bring back and what was put down: as posted, or with the letters in it
    letters       the endings whose pays are letters
    solve_order   of the chain, `cut` that of the chain in which play stops
    """

    outcome: Outcome
    cash_flows: CashFlows
    letters: Sequence[str]
    solve_order: SolveOrder
    cut: SolveOrder

    @classmethod
    def of(cls, wager: Wager, chain: Chain[Any], letters: Sequence[str]) -> Self:
        """Best play of the wager on its chain; the pays of the endings in `letters` are letters.

        Raises PaytableMismatch when the paytable does not fit what can happen.
        """
        table = priced(wager, chain)
        outcome = table.outcome(table.best(wager.pays))
        money = cash_flows(wager, {name: Affine.unknown(name) for name in letters})
        return cls(outcome, money, letters, chain.transitions.solve_order, outcome.cut.solve_order)

    def affine_returns(self, chain: Chain[Any]) -> list[Affine]:
        """The return played to its end; and, where there are offers, that of this way, and each margin.

        A margin is what is offered less what playing on is worth, once play has left the state; from there
        on it goes this way.

        chain   with the same transitions, of any weights
        """
        never = Outcome(chain, solve_order=self.solve_order).returned.substituted(self.cash_flows.pays)
        offers = self.outcome.offers
        if not offers:
            return [never]
        worth = replace(self.outcome, chain=chain, solve_order=self.cut).worth(self.cash_flows.pays)
        onward = worth.playing_on(offers)
        return [never, worth.at(0), *(self.cash_flows.pays[offers[i].name] - onward[i] for i in offers)]


def quotients(
    parametric: ParametricChain, way: FixedPlay, progress: Callable[[int, int], None]
) -> list[Quotient]:
    """The affine returns of `FixedPlay`, as quotients of polynomials in the letters of the wheel.

    progress   called with the number of times the wager has been solved, and the number of all

    Raises TooMuchWork where that would take much more than a quarter of a minute.
    """
    gens, parts = variables(parametric.letters), len(way.letters) + 1
    below = parametric.denominator(way.solve_order)
    if way.outcome.taken:
        # What play is worth has the denominator of the chain in which it stops, and the margin of an offer
        # that is taken its own d besides: there these states are ends, the first level.
        below |= parametric.denominator(way.cut)
    degrees = [sum(factor.degree(x) * power for factor, power in below.items()) for x in parametric.letters]
    sizes = [degree + 1 for degree in degrees]
    _affordable(parametric, way, prod(sizes))
    values: list[list[Fraction]] = []
    for point in product(*(range(1, size + 1) for size in sizes)):
        scale = prod(int(factor(*point)) ** power for factor, power in below.items())
        returns = way.affine_returns(parametric.chain(point))
        numbers = (x for affine in returns for x in (affine.constant, *map(affine.coefficient, way.letters)))
        values.append([x * scale for x in numbers])
        progress(len(values), prod(sizes))
    above = interpolated(gens, sizes, values)
    reduced = cache(lambda key: Quotient.reduced(key, below))  # many offers have the same margin
    return [reduced(tuple(above[k : k + parts])) for k in range(0, len(above), parts)]


def _affordable(parametric: ParametricChain, way: FixedPlay, solves: int) -> None:
    states, most = len(parametric.shape.states), MOST
    if way.outcome.offers or not suits_levels(parametric.shape.transitions):
        most = MOST_SINGLY // (len(way.letters) + 1)
    if solves * states > most:
        raise TooMuchWork(
            f"{parametric.wager.name} has {states:,} states, to be solved {solves:,} times for these "
            f"letters; the limit is {most // states:,} times; give fewer letters"
        )
