"""How many packets until all four cards are collected, when some are rarer than others.

Run it with `python examples/coupon_collector.py`; in one line it is
`markov ask "all of (ash, birch, cedar, doum)" --on "ash:4,birch:3,cedar:2,doum:1"`.
"""

from fractions import Fraction
from itertools import combinations

import markov as mk

CARDS = {"ash": 4, "birch": 3, "cedar": 2, "doum": 1}


def main() -> None:
    on = ",".join(f"{card}:{weight}" for card, weight in CARDS.items())
    found = mk.ask(f"all of ({', '.join(CARDS)})", on=on, within=20)
    assert found.within is not None
    print(
        f"{found.spins.mean} packets on average, within 20 with chance {mk.percent(found.within.probability)}"
    )
    # A second way: by inclusion and exclusion over the cards that are still missing.
    missing = [sum(some) for n in range(1, 5) for some in combinations(CARDS.values(), n)]
    signs = [(-1) ** (n + 1) for n in range(1, 5) for _ in combinations(CARDS, n)]
    total = sum(CARDS.values())
    waits = zip(signs, missing, strict=True)
    assert found.spins.mean == sum(Fraction(sign * total, weight) for sign, weight in waits)


if __name__ == "__main__":
    main()
