"""The transitions of a chain as a reader has them: by state one weight, or one chance, for each successor."""

from collections.abc import Mapping
from fractions import Fraction

from markov.chain.chain import Chain


def weights(chain: Chain) -> list[dict[int, int]]:
    """By state the weight with which it leads to each successor; several ways to the same one are added."""
    found: list[dict[int, int]] = []
    for i in range(len(chain.states)):
        row: dict[int, int] = {}
        for j, weight in chain.transitions.row(i):
            row[j] = row.get(j, 0) + weight
        found.append(row)
    return found


def chances(chain: Chain) -> list[dict[int, Fraction]]:
    """By state the probability of each successor; an absorbing state has none."""
    totals = chain.transitions.totals.tolist()
    return [
        {j: Fraction(weight, total) for j, weight in row.items()}
        for row, total in zip(weights(chain), totals, strict=True)
    ]


def labelled(chain: Chain) -> Mapping[object, dict[object, int]]:
    """The same weights, each state and each successor under its own name."""
    return {
        state: {chain.states[j]: weight for j, weight in row.items()}
        for state, row in zip(chain.states, weights(chain), strict=True)
    }
