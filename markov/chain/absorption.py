"""An absorbing chain: expected visits, chances of the ends, spins until then, values, optimal stopping.

The shape of the chain alone decides which solver serves: a wide chain without a cycle is solved level by
level, few states component by component, and more by elimination or lifting.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from markov.chain.solvers.dense import solve
from markov.chain.transitions import (
    FEW_ALIKE,
    Absorption,
    Indices,
    RowReader,
    TooMuchWork,
    Transitions,
    mask,
)
from markov.exact import FEW_STATES, ExactNumber, arithmetic, fraction, fractions

if TYPE_CHECKING:
    from markov.chain.solvers.elimination import Component
    from markov.chain.solvers.lifting import OverOne

_Found = TypeVar("_Found")

# Measured on repeater chains and on random ones: with no more states, or transitions in a level, rational
# numbers are done before the arrays of the modular road are laid out.
_BY_LEVELS = 500
_WIDE = 10
_NARROW = 1_000  # transitions of a level; with more, arrays are sooner done than whole numbers
_LONG = 1_000  # binary digits of the totals of a way; with fewer, primes are few
_WAITING = 4  # numbers that wait for a later level, by transition; with more, each is multiplied often

# Measured on one tally of need n, 2 cores: n = 6,000 takes 2 s and n = 20,000, which is this much, a minute.
MOST_BITS = 2**31
_FULL = 64  # transitions a state; with more, taking states out makes no chain smaller
_SHORT = 2**20  # bits times states; measured on ladders of dice: with less, fractions are as fast
_TOGETHER = 10  # states of a component; measured on 1,000 and 10,000 states in components of 12 to 60
MOST_ELIMINATED = 2**27  # bits of the totals of all states together; on a line or a band, minutes
MOST_KEPT = 2**33  # bits times states, half a gigabyte where all are as long as they can be
LARGEST_COMPONENT = 1_500  # dense: memory and time grow with its square and cube
_SHORT_WEIGHTS, _FEW_LEFT_OF_LONG = 24, 30  # bits; of longer numbers so few states are solved as one matrix
_MOST_UNIT = 60  # bits of the common denominator of payoffs and rewards; longer ones are not lifted
_MOST_APART = 8  # times the states of components in a row; more have no long denominator in common
FEW_LEFT = 200  # measured on grids and random chains: with more states left, lifting is faster than dense


def expected_visits(chain: Transitions) -> list[Fraction]:
    """For each state the expected number of spins made in it; where play is over, the chance of ending there.

    The first rows of the fundamental matrix and of the absorption matrix (Kemeny & Snell, Finite
    Markov Chains, 3.2 and 3.3).
    """
    return fractions(_visits(chain))


def _visits(chain: Transitions, largest: int | None = None) -> list[ExactNumber]:
    """The expected visits as Fraction or fmpq; to make fractions of all of them takes as long again."""
    eliminate = _large_components(chain, largest)
    digits = DigitCount(_digits(chain), len(chain))
    number = arithmetic(len(chain))
    visits = [number(0)] * len(chain)
    visits[0] = number(1)
    totals, row = chain.totals.tolist(), chain.row_reader()
    for component in reversed(list(chain.solve_order.components())):
        # Until its turn a component holds what arrives from the components before it.
        arriving = [visits[i] for i in component]
        if not totals[component[0]] or not any(arriving):
            continue
        # With share = visits / total: what leaves a state, less what enters it from inside, is what arrives.
        if eliminate and (eliminated := eliminate(component)):
            by_state = eliminated.shares(dict(zip(component, arriving, strict=True)))
            shares, inside = [by_state[i] for i in component], set(component)
            onward = [[(j, weight) for j, weight in row(i) if j not in inside] for i in component]
        else:
            matrix, onward = _equations(row, component)
            shares = (
                solve(list(zip(*matrix, strict=True)), arriving)
                if len(component) > 1
                else [arriving[0] / matrix[0][0]]
            )
        for i, ways, share in zip(component, onward, shares, strict=True):
            visits[i] = share * totals[i]
            for j, weight in ways:
                visits[j] += share * weight
        digits.add(visits, component)
    return visits


def absorption_probabilities(chain: Transitions) -> dict[int, Fraction]:
    """The chance that play, from the start, ends in each state in which it is over, by its index.

    The chances sum to exactly 1.
    """
    if stays_narrow(chain):
        from markov.chain.solvers.levels import absorption_by_levels

        return absorption_by_levels(chain)
    if suits_levels(chain):
        from markov.chain.solvers.levels import chances

        return chances(chain)
    small, block = smaller(chain)
    found = large_chances(small) or _visits(small)
    return {end: fraction(found[block[end]]) for end in chain.absorbing.tolist()}


def smaller(chain: Transitions, classes: Indices | None = None) -> tuple[Transitions, Sequence[int]]:
    """A chain that plays alike and is solved sooner, if there is one, and the state in it of each state.

    classes   a number for each state; those of different ones stay apart
    """
    if len(chain.weights) <= FEW_ALIKE:
        return chain, range(len(chain))
    from markov.chain.lumping import condensed

    smaller = condensed(chain, classes)
    return smaller.chain, smaller.block.tolist()


def absorption_with_spins(chain: Transitions) -> Absorption:
    """The chances of the ends and the number of spins until then, every spin counted.

    With n(s) the expected spins in state s and t(s) those to come from it, the mean is the sum of n and
    the mean square is the sum of n(2t - 1) (Kemeny & Snell, Finite Markov Chains, 3.3.5).
    """
    if suits_levels(chain):
        from markov.chain.solvers.levels import chances_and_moments

        return chances_and_moments(chain)
    small, block = smaller(chain)
    ended = large_moments(small) or _by_components(small)
    chances = {end: ended.chances[block[end]] for end in chain.absorbing.tolist()}
    return Absorption(chances, ended.spins)


def _by_components(chain: Transitions, largest: int | None = None) -> Absorption:
    """The chances of the ends and the number of spins of a chain that is solved component by component."""
    made = _visits(chain, largest)
    left = exact_values(chain, {}, Fraction(1), largest)
    playing = [i for i, total in enumerate(chain.totals.tolist()) if total]
    ends = chain.absorbing.tolist()
    mean = sum(made[i] for i in playing)
    square = sum(made[i] * (2 * left[i] - 1) for i in playing)
    *chances, mean, square = fractions((*(made[end] for end in ends), mean, square))
    return Absorption.of(dict(zip(ends, chances, strict=True)), mean, square)


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
    values = exact_values(chain, payoff, reward)
    return fractions(values if at is None else [values[i] for i in at])


def distinct_numbers(rewards: Sequence[Fraction]) -> tuple[Indices, list[Fraction]]:
    """The number of each reward among the distinct ones, of which 0 is the first; and these."""
    distinct: dict[Fraction, int] = {Fraction(0): 0}
    keys = list(map(id, rewards))
    made = dict(zip(keys, rewards, strict=True))  # they are often the same ones
    numbers = {key: distinct.setdefault(reward, len(distinct)) for key, reward in made.items()}
    return np.array(list(map(numbers.__getitem__, keys)), dtype=np.int64), list(distinct)


def exact_values(
    chain: Transitions,
    payoff: Mapping[int, Fraction],
    reward: Fraction | Sequence[Fraction],
    largest: int | None = None,
) -> list[ExactNumber]:
    """The value function, each value a Fraction or FLINT's fmpq.

    Values are often far shorter than the totals let them be, so where those are long digits are counted: it
    raises TooMuchWork as soon as there are so many on average that all values would have too many.
    """
    eliminate = _large_components(chain, largest)
    digits = DigitCount(_digits(chain), len(chain))
    number = arithmetic(len(chain))
    values = [number(0)] * len(chain)
    for i, paid in payoff.items():
        values[i] = number(paid)
    if isinstance(reward, Fraction):
        rewards = [number(reward)] * len(values)
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
                    gain += weight * values[j]
            values[i] = gain / leaving
        elif totals[i]:
            gained = [rewards[i] * totals[i] for i in component]
            if eliminate and (eliminated := eliminate(component)):
                eliminated.values(dict(zip(component, gained, strict=True)), values)
            else:
                for i, value in zip(component, component_values(row, component, values, gained), strict=True):
                    values[i] = value
        digits.add(values, component)
    return values


def lifted_values(
    chain: Transitions, payoff: Mapping[int, Fraction], reward: Sequence[Fraction], most: int | None = None
) -> "OverOne | None":
    """The value function over one denominator, where states are many and their digits come fast.

    most   binary digits of the denominator; left out, all that it can have

    No value is brought to lowest terms, which of long numbers takes far longer than to find them.

    Raises TooMuchWork when that would take more than some minutes, or the denominator has more digits.
    """
    enough = max(FEW_LEFT + 1, len(chain) // _MOST_APART)
    if not chain.solve_order.cycles or (chain.solve_order.largest < enough and _in_a_row(chain) < enough):
        return None
    unit = 1
    for paid_or_gained in {*payoff.values(), *reward}:
        unit = lcm(unit, paid_or_gained.denominator)
        if unit.bit_length() > _MOST_UNIT:
            return None
    from markov.chain.solvers.lifting import OverOne, values_by_lifting

    paid = {i: int(each * unit) for i, each in payoff.items()}
    gained = [total * int(each * unit) for total, each in zip(chain.totals.tolist(), reward, strict=True)]
    leads = np.flatnonzero(mask(len(chain), chain.absorbing)[chain.successors])
    for i, j, weight in zip(
        chain.origins()[leads].tolist(),
        chain.successors[leads].tolist(),
        chain.weights[leads].tolist(),
        strict=True,
    ):
        gained[i] += weight * paid[j]
    playing = np.flatnonzero(chain.totals)
    if (found := values_by_lifting(chain, np.array(gained, dtype=object)[playing], most)) is None:
        if most:
            raise TooMuchWork(f"the values have more than {most:,} binary digits; ask for fewer states")
        return None
    number = arithmetic(len(chain))
    above = [number(found.below * paid.get(i, 0)) for i in range(len(chain))]
    for i, each in zip(playing.tolist(), found.above, strict=True):
        above[i] = number(int(each))
    return OverOne(above, found.below * unit)


def _in_a_row(chain: Transitions) -> int:
    """The most states of components that lead to one another."""
    row, ahead = chain.row_reader(), [0] * len(chain)
    for component in chain.solve_order.components():
        most = max([ahead[j] for i in component for j, _ in row(i)], default=0)
        for i in component:
            ahead[i] = most + len(component)
    return max(ahead)


class DigitCount:
    """The binary digits of values as they are found; counted where they could be too many.

    most   that a value can have at all; their number is that of the states
    """

    def __init__(self, most: int, states: int) -> None:
        self._counts, self._states = most * states > MOST_BITS, states
        self._bits = self._done = 0

    def add(self, values: Sequence[ExactNumber], found: Iterable[int]) -> None:
        """Counts the values that were found; raises TooMuchWork where all would have too many digits."""
        if not self._counts:
            return
        for i in found:
            self._bits += int(values[i].denominator).bit_length()
            self._done += 1
        if self._bits * self._states > MOST_BITS * self._done:
            raise TooMuchWork(
                f"the exact answers have {self._bits // self._done:,} binary digits on average, too many for "
                f"{self._states:,} states; ask for fewer states"
            )


def component_values(
    row: RowReader, states: Sequence[int], values: Sequence[ExactNumber], gained: Sequence[ExactNumber]
) -> list[ExactNumber]:
    """The values of the states of a component, those of all states that it leads to being known.

    gained   for each of the states its total times what a spin from there brings
    """
    if len(states) == 1:
        return [continuation_value(row, values, states[0], gained[0])]
    matrix, onward = _equations(row, states)
    right = [
        gain + sum(weight * values[j] for j, weight in ways)
        for gain, ways in zip(gained, onward, strict=True)
    ]
    return solve(matrix, right)


def _equations(row: RowReader, states: Sequence[int]) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
    """The weights that leave each state less those between the states; and the transitions past them all."""
    position = {i: k for k, i in enumerate(states)}
    matrix = [[0] * len(states) for _ in states]
    onward: list[list[tuple[int, int]]] = [[] for _ in states]
    for k, i in enumerate(states):
        for j, weight in row(i):
            matrix[k][k] += weight
            if j in position:
                matrix[k][position[j]] -= weight
            else:
                onward[k].append((j, weight))
    return matrix, onward


def continuation_value(
    row: RowReader, values: Sequence[ExactNumber], i: int, gained: ExactNumber = 0
) -> ExactNumber:
    """The continuation value of state i: that of play once it leaves i, other values being known.

    gained   what its total times what a spin from there brings is
    """
    leaving = 0
    for j, weight in row(i):
        if j != i:
            leaving += weight
            gained += weight * values[j]
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
    play = _PolicyIteration(chain, row, payoff, offers)
    for component in chain.solve_order.components():
        play.settle(component)
    return Policy(
        frozenset(play.stops),
        {i: fraction(play.continuing[i]) for i in offers},
        {i: continuation_value(row, never, i) for i in offers},
    )


def optimal_stops(
    chain: Transitions, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]
) -> frozenset[int]:
    """States in which the optimal policy takes the offer.

    Raises what `optimal_policy` raises.
    """
    if not offers or not suits_levels(chain):
        return optimal_policy(chain, payoff, offers).stops
    from markov.chain.solvers.levels import best_stops
    from markov.chain.solvers.region import Region

    return best_stops(Region(chain), payoff, offers)


def _by_levels(chain: Transitions, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]) -> Policy:
    """The policy of a wide acyclic chain, whole levels at once."""
    from markov.chain.solvers.levels import best_stops, continuation_values
    from markov.chain.solvers.region import Region

    region, at = Region(chain), np.array(list(offers))
    values = never = continuation_values(region, payoff, at)
    if stops := best_stops(region, payoff, offers):
        values = continuation_values(region, payoff, at, taken={i: offers[i] for i in stops})
    while (better := frozenset(i for i, x in zip(offers, values, strict=True) if offers[i] > x)) != stops:
        stops = better
        values = continuation_values(region, payoff, at, taken={i: offers[i] for i in stops})
    return Policy(stops, dict(zip(offers, values, strict=True)), dict(zip(offers, never, strict=True)))


class _PolicyIteration:
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


def suits_levels(chain: Transitions) -> bool:
    """True for a chain to be solved level by level modulo primes, rather than component by component.

    That road needs a chain without cycles whose weights are small enough for it.
    """
    if _in_levels(chain):
        from markov.chain.solvers import levels  # only wide chains pay for the import

        return levels.fits(chain)
    return False


def stays_narrow(chain: Transitions) -> bool:
    """True for a chain to be followed level by level in whole numbers, where few starts are asked about.

    These are sooner done than primes.
    """
    levels, links = chain.solve_order.levels, len(chain.weights)
    short = _longest(chain) * len(levels) < _LONG
    if short or links > _NARROW * len(levels) or not _in_levels(chain):
        return False
    level = np.empty(len(chain), dtype=np.int64)
    for k, states in enumerate(levels):
        level[states] = k
    first = level.copy()
    np.maximum.at(first, chain.successors, level[chain.origins()])
    return int((first - level).sum()) <= _WAITING * links


def _in_levels(chain: Transitions) -> bool:
    """True for a chain without cycles whose levels are not those of a line."""
    order = chain.solve_order
    return order.acyclic and len(chain) > _BY_LEVELS and len(chain.weights) > _WIDE * len(order.levels)


def large_chances(
    chain: Transitions, start: int = 0, reward: Sequence[int] = ()
) -> dict[int, Fraction] | None:
    """The chances of the ends of a chain of many states; None where whole matrices or components do as well.

    Many components are each replaced by the ways through them. Else states are taken out one by one where
    they have few transitions. Where many would be left, digits are lifted, if they come fast enough; if not,
    what is left is solved whole.

    reward   for each state what a spin from there brings; what play brings in all then stands beside the
             chances, under the number of states

    Raises TooMuchWork when that would take more than some minutes.
    """
    if not _many(chain, start):
        return None
    from markov.chain.solvers.elimination import absorption_by_elimination
    from markov.chain.solvers.entries import absorption_by_entries
    from markov.chain.solvers.lifting import absorption_by_lifting

    if not reward and (passed := absorption_by_entries(chain, start)):
        return passed
    return _large(
        chain,
        lambda largest: absorption_by_elimination(chain, largest, start, reward),
        lambda: absorption_by_lifting(chain, start, reward),
    )


def large_moments(chain: Transitions) -> Absorption | None:
    """The chances of the ends and the moments of the spins, by the methods of `large_chances`."""
    if not _many(chain, 0):
        return None
    from markov.chain.solvers.elimination import Filled, moments
    from markov.chain.solvers.lifting import moments_by_lifting

    if _sparse(chain):
        with suppress(Filled):
            return moments(chain)
    return _large(chain, lambda largest: _by_components(chain, largest), lambda: moments_by_lifting(chain))


def _many(chain: Transitions, start: int) -> bool:
    """True where play goes on from the start, with a large component or long numbers ahead.

    Raises TooMuchWork where the numbers of so many states are too long.
    """
    few = chain.solve_order.largest <= FEW_STATES and _digits(chain) * len(chain) <= _SHORT
    if few or not chain.totals[start]:
        return False
    bits = _longest(chain) * len(chain)
    if _sparse(chain) and bits > MOST_ELIMINATED:
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for fewer states")
    return True


def _one_after_another(chain: Transitions) -> int:
    """The number of states in components that lead to others: past each an answer is as much longer."""
    cycles = chain.solve_order.cycles
    sizes = np.array([len(cycle) if len(cycle) > _TOGETHER else 0 for cycle in cycles], dtype=np.int64)
    if not sizes.any():
        return 0
    number = np.full(len(chain), -1)
    for k in np.flatnonzero(sizes).tolist():
        number[cycles[k]] = k
    out, into = number[chain.origins()], number[chain.successors]
    return int(sizes[np.unique(out[(out >= 0) & (into >= 0) & (out != into)])].sum())


def _large(
    chain: Transitions, eliminated: Callable[[int], _Found], lifted: Callable[[], _Found | None]
) -> _Found | None:
    """The result of the first method of `large_chances` that succeeds; None where none does.

    eliminated   what comes of taking states out, with so many left at most, which raises Filled
    """
    from markov.chain.solvers.elimination import Filled

    left = 0
    few_left = FEW_LEFT if _longest(chain) <= _SHORT_WEIGHTS else _FEW_LEFT_OF_LONG
    if _sparse(chain):
        try:
            return eliminated(few_left)
        except Filled as filled:
            (left,) = filled.args
    in_cycles = sum(map(len, chain.solve_order.cycles))
    if in_cycles > few_left and (found := lifted()):
        return found
    if few_left < left <= LARGEST_COMPONENT:
        with suppress(Filled):
            return eliminated(LARGEST_COMPONENT)
    return None


def _large_components(
    chain: Transitions, largest: int | None
) -> "Callable[[Sequence[int]], Component | None] | None":
    """A function that takes out the states of a component; None where whole matrices of them are solved.

    It gives None for a small component. Where more states are left than the largest number, it raises Filled;
    without one, TooMuchWork where more are left than are ever solved at once.

    Raises TooMuchWork where whole matrices would have more rows than that.
    """
    taken_out = _sparse(chain) and _kept(chain)
    if not taken_out and chain.solve_order.largest > LARGEST_COMPONENT:
        raise _too_large(chain)
    if not taken_out or chain.solve_order.largest <= FEW_STATES:
        return None
    from markov.chain.solvers.elimination import Component, Filled

    next_row, totals = chain.row_reader(), chain.totals.tolist()

    def eliminate(states: Sequence[int]) -> Component | None:
        if len(states) <= FEW_STATES:
            return None
        try:
            return Component(states, next_row, totals, largest or LARGEST_COMPONENT)
        except Filled:
            if largest:
                raise
            raise _too_large(chain) from None

    return eliminate


def _sparse(chain: Transitions) -> bool:
    """True where a state has few transitions."""
    return len(chain.weights) <= _FULL * len(chain)


def _kept(chain: Transitions) -> bool:
    """True where a long number can be kept for each state of the largest component."""
    return chain.solve_order.largest**2 * _longest(chain) <= MOST_KEPT


def _longest(chain: Transitions) -> int:
    """The binary digits of the largest total."""
    return int(chain.totals.max()).bit_length()


def _digits(chain: Transitions) -> int:
    """The most binary digits of an answer: past k levels it multiplies k totals, or those of components."""
    return _longest(chain) * (len(chain.solve_order.levels) + _one_after_another(chain))


def check_affordable(chain: Transitions) -> None:
    """Raises TooMuchWork when solving component by component would take more than some minutes."""
    if (bits := _digits(chain)) * len(chain) > MOST_BITS:
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for fewer states")
    if chain.solve_order.largest > LARGEST_COMPONENT:
        raise _too_large(chain)


def _too_large(chain: Transitions) -> TooMuchWork:
    largest = chain.solve_order.largest
    return TooMuchWork(
        f"{largest:,} states can all come to each other, and the most that are solved at once are "
        f"{LARGEST_COMPONENT:,}; ask for fewer states"
    )
