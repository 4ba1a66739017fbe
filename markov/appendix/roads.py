"""The same figures by roads that have nothing in common but the rules.

forward    chances of the ends carried from the start, on the chain as the rule makes it
backward   what every state is worth, from the ends back, on the chain with alike states merged
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.chain.values import values
from markov.wager.odds import Answer, Play, Way
from markov.wager.wager import Priced


@dataclass(frozen=True, slots=True)
class Roads:
    """A figure by each road.

    figure   "returned" or "spins", the mean number of them
    """

    way: Way
    figure: str
    forward: Fraction
    backward: Fraction

    @property
    def agree(self) -> bool:
        """Whether every road came to the same number."""
        return self.forward == self.backward


def roads(answered: Answer, table: Priced[Any], taken: frozenset[int]) -> tuple[Roads, ...]:
    """Return and spins of both plays.

    table   the merged chain with its ends and offers, and `taken` the states of it in which one is taken
    """
    found: list[Roads] = []
    plays: tuple[tuple[Way, Play, frozenset[int]], ...] = (
        ("never", answered.never, frozenset()),
        ("optimal", answered.optimal, taken),
    )
    pays = answered.wager.pays
    for way, play, stops in plays:
        if found and not stops:
            break
        cut = table.chain.stopped(stops)
        ordered = cut.solve_order
        offered = table.offered(pays)
        payoff = table.payoff(pays) | {i: offered[i] for i in stops}
        found.append(Roads(way, "returned", play.returned, values(cut, ordered, payoff)[0]))
        spins = values(cut, ordered, {}, reward=Fraction(1))[0]
        found.append(Roads(way, "spins", play.spins.mean, spins))
    return tuple(found)
