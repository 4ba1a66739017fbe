"""How long a wager lasts: its law of spins as far as a page shows it."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from markov.chain.chain import Chain
from markov.chain.law import duration_law

QUANTILES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
_SHOWN = 40  # bars of a chart


@dataclass(frozen=True, slots=True)
class Lasting:
    """The chances of each number of spins, and how many are enough how often.

    chances     P(T = n) for n from 0 up to the 99% quantile, or to the most that a chart shows
    beyond      the chance of more spins than that
    quantiles   for each q the smallest n with P(T ≤ n) at least q
    """

    chances: tuple[Fraction, ...]
    beyond: Fraction
    quantiles: tuple[tuple[Fraction, int], ...]


def lasting(chain: Chain[Any]) -> Lasting:
    """The law of the number of spins until play on the chain is over."""
    found = duration_law(chain, chain.solve_order)
    quantiles = tuple((q, found.quantile(q)) for q in QUANTILES)
    chances = tuple(islice(found.numbers(), min(quantiles[-1][1], _SHOWN) + 1))
    return Lasting(chances, found.beyond(len(chances) - 1), quantiles)
