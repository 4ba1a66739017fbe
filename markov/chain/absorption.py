"""An absorbing chain: expected visits, chances of the ends, spins until then, values, optimal stopping."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from markov.chain.solvers import (
    check_affordable,
    large_chances,
    large_components,
    large_moments,
    solve,
    suits_levels,
)
from markov.chain.transitions import FEW_ALIKE, Absorption, Indices, Transitions
from markov.exact import ExactNumber, arithmetic, fraction


def expected_visits(chain: Transitions) -> list[Fraction]:
    """For each state the expected number of spins made in it; where play is over, the chance of ending there.

    The first rows of the fundamental matrix and of the absorption matrix (Kemeny & Snell, Finite
    Markov Chains, 3.2 and 3.3).
    """
    return [fraction(number) for number in _visits(chain)]


def _visits(chain: Transitions) -> list[ExactNumber]:
    """The expected visits as Fraction or fmpq; to make fractions of all of them takes as long again."""
    check_affordable(chain)
    number = arithmetic(len(chain))
    found = [number(0)] * len(chain)
    found[0] = number(1)
    totals, row = chain.totals.tolist(), chain.row_reader()
    for component in reversed(list(chain.solve_order.components())):
        # Until its turn a component holds what arrives from the components before it.
        arriving = [found[i] for i in component]
        if not totals[component[0]] or not any(arriving):
            continue
        position = {i: k for k, i in enumerate(component)}
        # With share = visits / total: total · share - (weights entering from inside) · shares = arriving.
        matrix = [[0] * len(component) for _ in component]
        onward: list[list[tuple[int, int]]] = [[] for _ in component]
        for k, i in enumerate(component):
            matrix[k][k] += totals[i]
            for j, weight in row(i):
                if j in position:
                    matrix[position[j]][k] -= weight
                else:
                    onward[k].append((j, weight))
        for i, ways, share in zip(component, onward, solve(matrix, arriving), strict=True):
            found[i] = share * totals[i]
            for j, weight in ways:
                found[j] += share * weight
    return found


def absorption_probabilities(chain: Transitions) -> dict[int, Fraction]:
    """The chance that play, from the start, ends in each state in which it is over, by its index.

    The chances sum to exactly 1.
    """
    if suits_levels(chain):
        from markov.chain.solvers.levels import chances

        return chances(chain)
    small, block = smaller(chain)
    found = large_chances(small) or _visits(small)
    return {end: fraction(found[block[end]]) for end in chain.absorbing.tolist()}


def smaller(chain: Transitions, classes: Indices | None = None) -> tuple[Transitions, Sequence[int]]:
    """A chain that plays alike and is solved sooner, where there is one, and by state its state there.

    classes   a number for each state; those of different ones stay apart
    """
    if len(chain.weights) <= FEW_ALIKE:
        return chain, range(len(chain))
    from markov.chain.lumping import condensed

    found = condensed(chain, classes)
    return found.chain, found.block.tolist()


def absorption_with_spins(chain: Transitions) -> Absorption:
    """The chances of the ends and the number of spins until then, every spin counted.

    With n(s) the expected spins in state s and t(s) those to come from it, the mean is the sum of n and
    the mean square is the sum of n(2t - 1) (Kemeny & Snell, Finite Markov Chains, 3.3.5).
    """
    if suits_levels(chain):
        from markov.chain.solvers.levels import chances_and_moments

        return chances_and_moments(chain)
    small, block = smaller(chain)
    ended = _by_components(small)
    chances = {end: ended.chances[block[end]] for end in chain.absorbing.tolist()}
    return Absorption(chances, ended.spins)


def _by_components(chain: Transitions) -> Absorption:
    """The chances of the ends and the number of spins of a chain that is solved component by component."""
    if ends := large_moments(chain):
        return ends
    made = _visits(chain)
    left = exact_values(chain, {}, reward=Fraction(1))
    playing = [i for i, total in enumerate(chain.totals.tolist()) if total]
    nothing = arithmetic(len(chain))(0)
    mean = fraction(sum((made[i] for i in playing), nothing))
    square = fraction(sum((made[i] * (2 * left[i] - 1) for i in playing), nothing))
    chances = {end: fraction(made[end]) for end in chain.absorbing.tolist()}
    return Absorption.of(chances, mean, square)


RowReader: TypeAlias = Callable[[int], Iterable[tuple[int, int]]]  # the transitions of a state

_NOTHING = Fraction(0)


def values(
    chain: Transitions,
    payoff: Mapping[int, Fraction],
    reward: Fraction | Sequence[Fraction] = _NOTHING,
    at: Sequence[int] | None = None,
) -> list[Fraction]:
    """For each state the expected payoff of the end reached from it, plus a reward for every spin until then.

    payoff   by index of a state in which play is over; an end that is left out pays 0
    reward   what one spin brings, from whatever state or from each of them: 1 counts spins
    at       the states asked about; left out, all of them

    >>> chain = Transitions.of([[(0, 1), (1, 1), (2, 1)], [], []])
    >>> [str(x) for x in values(chain, {2: Fraction(2)})]
    ['1', '0', '2']
    >>> str(values(chain, {}, reward=Fraction(1))[0])
    '3/2'
    """
    found = exact_values(chain, payoff, reward)
    return [fraction(number) for number in (found if at is None else [found[i] for i in at])]


def distinct_numbers(rewards: Sequence[Fraction]) -> tuple[Indices, list[Fraction]]:
    """The number of each reward among the distinct ones, of which 0 is the first; and these."""
    distinct: dict[Fraction, int] = {Fraction(0): 0}
    made = {id(reward): reward for reward in rewards}  # they are often the same ones
    numbers = {key: distinct.setdefault(reward, len(distinct)) for key, reward in made.items()}
    return np.array([numbers[id(reward)] for reward in rewards], dtype=np.int64), list(distinct)


def exact_values(
    chain: Transitions, payoff: Mapping[int, Fraction], reward: Fraction | Sequence[Fraction]
) -> list[ExactNumber]:
    """The value function, each value a Fraction or FLINT's fmpq."""
    eliminate = large_components(chain)
    check_affordable(chain, whole=eliminate is None)
    number = arithmetic(len(chain))
    found = [number(0)] * len(chain)
    for i, paid in payoff.items():
        found[i] = number(paid)
    if isinstance(reward, Fraction):
        rewards = [number(reward)] * len(found)
    else:
        which, distinct = distinct_numbers(reward)
        numbers = [number(each) for each in distinct]
        rewards = [numbers[k] for k in which.tolist()]
    totals, row = chain.totals.tolist(), chain.row_reader()
    for component in chain.solve_order.components():
        i = component[0]
        if totals[i] and len(component) == 1:
            leaving, gain = totals[i], rewards[i] * totals[i]
            for j, weight in row(i):
                if j == i:
                    leaving -= weight
                else:
                    gain += weight * found[j]
            found[i] = gain / leaving
        elif totals[i]:
            gained = [rewards[i] * totals[i] for i in component]
            if eliminate and (eliminated := eliminate(component)):
                eliminated.values(dict(zip(component, gained, strict=True)), found)
                continue
            for i, value in zip(component, component_values(row, component, found, gained), strict=True):
                found[i] = value
    return found


def component_values(
    row: RowReader, states: Sequence[int], found: Sequence[ExactNumber], gained: Sequence[ExactNumber]
) -> list[ExactNumber]:
    """The values of the states of a component, those of all states that it leads to being known.

    gained   for each of the states its total times what a spin from there brings
    """
    if len(states) == 1:
        return [continuation_value(row, found, states[0], gained[0])]
    position = {i: k for k, i in enumerate(states)}
    matrix = [[0] * len(states) for _ in states]
    right = list(gained)
    for k, i in enumerate(states):
        for j, weight in row(i):
            matrix[k][k] += weight
            if j in position:
                matrix[k][position[j]] -= weight
            else:
                right[k] += weight * found[j]
    return solve(matrix, right)


def continuation_value(
    row: RowReader, found: Sequence[ExactNumber], i: int, gained: ExactNumber = 0
) -> ExactNumber:
    """The continuation value of state i: that of play once it leaves i, other values being known.

    gained   what its total times what a spin from there brings is
    """
    leaving = 0
    for j, weight in row(i):
        if j != i:
            leaving += weight
            gained += weight * found[j]
    return gained / leaving


@dataclass(frozen=True, slots=True)
class Policy:
    """A stopping policy, and the value of play on either side of each choice.

    stops        indices of the states in which the offer is taken
    continuing   by index of a state with an offer: what play is worth when the offer is declined
                 there, now and at every return, and play is best elsewhere
    never        the same when no offer is ever taken
    """

    stops: frozenset[int]
    continuing: Mapping[int, Fraction]
    never: Mapping[int, Fraction]


def optimal_policy(
    chain: Transitions, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]
) -> Policy:
    """The policy that is worth most from every state; on an exact tie it plays on.

    payoff   by index of a state in which play is over
    offers   by index of a state in which the player may take so much instead of playing on

    Howard's policy iteration: value a policy, then stop exactly where the offer beats leaving the state. Each
    round is worth at least as much in every state as the one before, and the policies are finitely many; the
    one that no round changes is best.

    Raises TooMuchWork when that would take more than some minutes.
    """
    if not offers:
        return Policy(frozenset(), {}, {})
    if suits_levels(chain):
        return _by_levels(chain, payoff, offers)
    never = values(chain, payoff)
    row = chain.row_reader()
    play = _Play(chain, row, payoff, offers)
    for component in chain.solve_order.components():
        play.settle(component)
    return Policy(
        frozenset(play.stops),
        {i: fraction(play.continuing[i]) for i in offers},
        {i: continuation_value(row, never, i) for i in offers},
    )


def _by_levels(chain: Transitions, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]) -> Policy:
    """The policy of a wide acyclic chain, whole levels at once."""
    from markov.chain.solvers.levels import continuation_values
    from markov.chain.solvers.region import Region

    region, at = Region(chain), np.array(list(offers))
    found = never = continuation_values(region, payoff, at)
    stops: frozenset[int] = frozenset()
    while (better := frozenset(i for i, x in zip(offers, found, strict=True) if offers[i] > x)) != stops:
        stops = better
        found = continuation_values(region, payoff, at, taken={i: offers[i] for i in stops})
    return Policy(stops, dict(zip(offers, found, strict=True)), dict(zip(offers, never, strict=True)))


class _Play:
    """Best play, component by component from the ends on."""

    def __init__(
        self,
        chain: Transitions,
        row: RowReader,
        payoff: Mapping[int, Fraction],
        offers: Mapping[int, Fraction],
    ) -> None:
        number = arithmetic(len(chain))
        self.row = row
        self.totals = chain.totals.tolist()
        self.offers = {i: number(offered) for i, offered in offers.items()}
        self.found: list[ExactNumber] = [number(payoff.get(i, Fraction(0))) for i in range(len(chain))]
        self.stops: set[int] = set()
        self.continuing: dict[int, ExactNumber] = {}

    def settle(self, component: Sequence[int]) -> None:
        """Finds best play in a component, all that it leads to being settled."""
        if not self.totals[component[0]]:
            return
        offered = self.offers.keys() & set(component)
        stops = self._improved(component, offered, set())
        continuing = {i: continuation_value(self.row, self.found, i) for i in offered}
        if len(component) > 1:  # play may come back to a stop by way of states that play on
            settled = [self.found[i] for i in component]
            for i in stops:
                self._improved(component, offered - {i}, stops - {i})
                continuing[i] = self.found[i]
            for i, value in zip(component, settled, strict=True):
                self.found[i] = value
        self.stops |= stops
        self.continuing |= continuing

    def _improved(self, component: Sequence[int], offered: Set[int], stops: set[int]) -> set[int]:
        """The stops of best play when only some offers are there; finds the values of states too."""
        while True:
            for i in stops:
                self.found[i] = self.offers[i]
            playing = [i for i in component if i not in stops]
            if playing:
                nothing = [0 * self.found[i] for i in playing]
                worth = component_values(self.row, playing, self.found, nothing)
                for i, value in zip(playing, worth, strict=True):
                    self.found[i] = value
            better = {i for i in offered if self.offers[i] > continuation_value(self.row, self.found, i)}
            if better == stops:
                return stops
            stops = better
