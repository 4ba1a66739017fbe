"""The value function of a chain: the expected payoff and reward from each state, solved backward."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from markov.chain.solvers import Number, arithmetic, check_affordable, fraction, solve
from markov.chain.transitions import Transitions

RowReader: TypeAlias = Callable[[int], Iterable[tuple[int, int]]]  # the transitions of a state

_NOTHING = Fraction(0)


def values(
    chain: Transitions,
    payoff: Mapping[int, Fraction],
    reward: Fraction | Sequence[Fraction] = _NOTHING,
) -> list[Fraction]:
    """For each state the expected payoff of the end reached from it, plus a reward for every spin until then.

    payoff   by index of a state in which play is over; an end that is left out pays 0
    reward   what one spin brings, from whatever state or from each of them: 1 counts spins

    >>> chain = Transitions.of([[(0, 1), (1, 1), (2, 1)], [], []])
    >>> [str(x) for x in values(chain, {2: Fraction(2)})]
    ['1', '0', '2']
    >>> str(values(chain, {}, reward=Fraction(1))[0])
    '3/2'
    """
    check_affordable(chain)
    number = arithmetic(len(chain))
    found = [number(payoff.get(i, _NOTHING)) for i in range(len(chain))]
    if isinstance(reward, Fraction):
        rewards = [number(reward)] * len(found)
    else:
        rewards = [number(each) for each in reward]
    totals, row = chain.totals.tolist(), chain.row_reader()
    for component in chain.solve_order.components():
        if totals[component[0]]:
            gained = [rewards[i] * totals[i] for i in component]
            for i, value in zip(component, component_values(row, component, found, gained), strict=True):
                found[i] = value
    return [fraction(value) for value in found]


def component_values(
    row: RowReader, states: Sequence[int], found: Sequence[Number], gained: Sequence[Number]
) -> list[Number]:
    """The values of the states of a component, those of all states that it leads to being known.

    gained   for each of the states its total times what a spin from there brings
    """
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


def continuation_value(row: RowReader, found: Sequence[Number], i: int) -> Number:
    """The continuation value of state i: that of play once it leaves i, other values being known."""
    leaving, gained = 0, 0 * found[i]
    for j, weight in row(i):
        if j != i:
            leaving += weight
            gained += weight * found[j]
    return gained / leaving
