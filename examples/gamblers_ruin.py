"""Any chain will do: a gambler with 10 units on an even-money roulette bet, until 20 units or none.

Play can come back to every state, so all of them are solved together. Run it with
`python examples/gamblers_ruin.py`.
"""

from fractions import Fraction

import markov as mk

GOAL = 20


def spin(units: int) -> dict[int, int]:
    return {units + 1: 18, units - 1: 20} if 0 < units < GOAL else {}


def main() -> None:
    ruin = mk.explore(GOAL // 2, spin)
    for units, chance in ruin.absorption().items():
        print(f"ends with {units:>2} units: {chance} = {mk.percent(chance)}")
    print(f"after {mk.rounded(ruin.duration().mean, 4)} spins on average")
    offers = {units: Fraction(4 * units, 5) for units in range(1, GOAL)}
    best = ruin.optimal_stopping({GOAL: GOAL}, offers)
    print(f"who may leave with four fifths of it does so with {sorted(best.stops)} units")
    # A second way: the classical formula with q/p = 20/18.
    ratio = Fraction(20, 18)
    assert ruin.absorption()[GOAL] == (ratio**10 - 1) / (ratio**20 - 1)
    assert ruin.values({GOAL: 1})[10] == ruin.absorption()[GOAL]


if __name__ == "__main__":
    main()
