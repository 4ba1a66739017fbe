"""Backward: what play is worth from each state."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from markov.chain import Chain, S
from markov.components import Order
from markov.solvers import affordable, solve

_NOTHING = Fraction(0)


def values(
    chain: Chain[S],
    order: Order,
    payoff: Mapping[int, Fraction],
    reward: Fraction | Sequence[Fraction] = _NOTHING,
) -> list[Fraction]:
    """For each state the expected payoff of the end reached from it, plus a reward for every spin until then.

    payoff   by index of a state in which play is over; an end that is left out pays 0
    reward   what one spin brings, from whatever state or from each of them: 1 counts spins

    >>> from markov.components import order
    >>> chain = Chain.of(("one", "none", "two"), [[(0, 1), (1, 1), (2, 1)], [], []])
    >>> [str(x) for x in values(chain, order(chain), {2: Fraction(2)})]
    ['1', '0', '2']
    >>> str(values(chain, order(chain), {}, reward=Fraction(1))[0])
    '3/2'
    """
    affordable(chain, order)
    found = [payoff.get(i, _NOTHING) for i in range(len(chain.states))]
    for component in order.components():
        if not chain.totals[component[0]]:
            continue
        position = {i: k for k, i in enumerate(component)}
        matrix = [[0] * len(component) for _ in component]
        right = []
        for k, i in enumerate(component):
            matrix[k][k] = total = int(chain.totals[i])
            gained = total * (reward if isinstance(reward, Fraction) else reward[i])
            for j, weight in chain.row(i):
                if j in position:
                    matrix[k][position[j]] -= weight
                else:
                    gained += weight * found[j]
            right.append(gained)
        for i, value in zip(component, solve(matrix, right), strict=True):
            found[i] = value
    return found


def playing_on(chain: Chain[S], found: Sequence[Fraction], i: int) -> Fraction:
    """What play from state i is worth once it leaves i, other states being worth what was found."""
    leaving, gained = 0, _NOTHING
    for j, weight in chain.row(i):
        if j != i:
            leaving += weight
            gained += weight * found[j]
    return gained / leaving
