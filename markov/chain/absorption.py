"""Expected visits and absorption probabilities from the start, solved forward."""

from fractions import Fraction

from markov.chain.solvers import arithmetic, by_elimination, check_affordable, fraction, solve, suits_levels
from markov.chain.transitions import Transitions


def expected_visits(chain: Transitions) -> list[Fraction]:
    """For each state the expected number of spins made in it; where play is over, the chance of ending there.

    The first rows of the fundamental matrix and of the absorption matrix (Kemeny & Snell, Finite
    Markov Chains, 3.2 and 3.3).
    """
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
    return [fraction(x) for x in found]


def absorption_probabilities(chain: Transitions) -> dict[int, Fraction]:
    """The chance that play, from the start, ends in each state in which it is over, by its index.

    The chances sum to exactly 1.
    """
    if suits_levels(chain):
        from markov.chain.solvers.levels import chances

        return chances(chain)
    if ends := by_elimination(chain):
        return ends
    found = expected_visits(chain)
    return {end: found[end] for end in chain.absorbing.tolist()}
