"""Any chain will do: a gambler with 10 units on an even-money roulette bet, until 20 units or none.

Play can come back to every state, so all of them are solved together. Run it with
`python examples/gamblers_ruin.py`.
"""

from collections.abc import Iterator
from fractions import Fraction

from markov.chain import explore
from markov.components import order
from markov.duration import ended
from markov.exact import percent, rounded

GOAL = 20


def spin(units: int) -> Iterator[tuple[int, int]]:
    if 0 < units < GOAL:
        yield units + 1, 18
        yield units - 1, 20


def main() -> None:
    chain = explore(GOAL // 2, spin)
    found = ended(chain, order(chain))
    for end, chance in found.chances.items():
        print(f"ends with {chain.states[end]:>2} units: {chance} = {percent(chance)}")
    print(f"after {rounded(found.spins.mean, 4)} spins on average")
    # The second road: the classical formula with q/p = 20/18.
    ratio = Fraction(20, 18)
    assert max(found.chances.values()) == 1 - (ratio**10 - 1) / (ratio**20 - 1)


if __name__ == "__main__":
    main()
