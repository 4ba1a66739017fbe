"""Many components of some size: each becomes the ways from where play enters it to where it leaves.

**Theorem.** Let A be the matrix of what leaves the states of a component, less what leads from one to
another, and y the row of its inverse for a state e. From e play leaves the component, surely, and to a state
t past it with the chance y · w(t), where w(t) are the weights that lead to t (Kemeny & Snell, Finite Markov
Chains, 3.3). So ends keep their chances where each state by which a component is entered leads to such t
straight, and its other states go. No cycle is left, and no equations are larger than a component.

**Example.** 1 and 2 lead to each other with 1, 1 to 0 with 1, 2 to 3 with 1, and 3 to 0 or 4 with 1 each;
play starts in 1. A has the rows (2, -1) and (-1, 2), and y is (2/3, 1/3). So 1 leads to 0 with 2 and to 3
with 1, and play ends in 0 with the chance 2/3 + 1/3 · 1/2, which is 5/6.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd

import numpy as np

from markov.chain.solvers.levels import absorption_by_levels
from markov.chain.transitions import Indices, RowReader, Transitions

# Measured on 900 to 10,000 states in components of 100 to 500: with more, lifting takes as long.
MOST = 20  # sum of the cubes of the sizes of components, over the square of the number of states
_FEW = 8  # entries of a component on average


def absorption_by_entries(chain: Transitions, start: int = 0) -> dict[int, Fraction] | None:
    """The absorption probabilities of play from a state in which it goes on; None for other components.

    They are several that are not large, hold most states, and are entered by few.

    Raises TooMuchWork when that would take more than some minutes.
    """
    cycles, n = chain.solve_order.cycles, len(chain)
    sizes = [len(states) for states in cycles]
    if len(cycles) < 2 or 2 * sum(sizes) < n or sum(size**3 for size in sizes) > MOST * n**2:
        return None
    component = np.full(n, -1)
    for k, states in enumerate(cycles):
        component[states] = k
    kept = component < 0
    kept[chain.successors[component[chain.origins()] != component[chain.successors]]] = True
    kept[start] = True
    entries = np.flatnonzero(kept & (component >= 0))
    if len(entries) > _FEW * len(cycles):
        return None
    next_row, place = chain.row_reader(), np.cumsum(kept) - 1
    rows: list[Iterable[tuple[int, int]]] = [next_row(i) for i in np.flatnonzero(kept).tolist()]
    for states in cycles:
        into = states[kept[states]]
        for entry, row in zip(into.tolist(), _ways_through(next_row, states, into), strict=True):
            rows[place[entry]] = row
    at = place.tolist()
    passed = Transitions.of([[(at[j], weight) for j, weight in row] for row in rows])
    found = absorption_by_levels(passed, at[start])
    return {end: found[at[end]] for end in chain.absorbing.tolist()}


def _ways_through(next_row: RowReader, states: Indices, into: Indices) -> list[list[tuple[int, int]]]:
    """For each state by which a component is entered the states past it, and weights in proportion."""
    from flint import fmpz_mat

    own = {i: k for k, i in enumerate(states.tolist())}
    past: dict[int, int] = {}
    arriving, out = fmpz_mat(len(own), len(own)), []
    for i, k in own.items():
        for j, weight in next_row(i):
            arriving[k, k] += weight
            if j in own:
                arriving[own[j], k] -= weight
            else:
                out.append((k, past.setdefault(j, len(past)), weight))
    leaving, units = fmpz_mat(len(past), len(own)), fmpz_mat(len(own), len(into))
    for k, t, weight in out:
        leaving[t, k] += weight
    for k, entry in enumerate(into.tolist()):
        units[own[entry], k] = 1
    visits, _ = arriving.solve(units).numer_denom()
    ways = []
    for weights in (leaving * visits).transpose().tolist():
        common = gcd(*map(int, weights))
        ways.append([(j, int(weight) // common) for j, weight in zip(past, weights, strict=True) if weight])
    return ways
