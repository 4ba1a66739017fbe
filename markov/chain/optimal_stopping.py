"""Optimal stopping: the states in which an offer is worth more than playing on."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from markov.chain.absorption import RowReader, component_values, continuation_value, values
from markov.chain.solvers import ExactNumber, arithmetic, fraction, suits_levels
from markov.chain.transitions import Transitions


@dataclass(frozen=True, slots=True)
class Policy:
    """A stopping policy, and the value of play on either side of each choice.

    stops        indices of the states in which the offer is taken
    continuing   by index of a state with an offer: what play is worth when the offer is declined
                 there, now and at every return, and play is best elsewhere
    never        the same when no offer is ever taken
    """

    stops: frozenset[int]
    continuing: Mapping[int, Fraction]
    never: Mapping[int, Fraction]


def optimal_policy(
    chain: Transitions, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]
) -> Policy:
    """The policy that is worth most from every state; on an exact tie it plays on.

    payoff   by index of a state in which play is over
    offers   by index of a state in which the player may take so much instead of playing on

    Howard's policy iteration: value a policy, then stop exactly where the offer beats leaving the state. Each
    round is worth at least as much in every state as the one before, and the policies are finitely many; the
    one that no round changes is best.

    Raises TooMuchWork when that would take more than some minutes.
    """
    if not offers:
        return Policy(frozenset(), {}, {})
    if suits_levels(chain):
        return _by_levels(chain, payoff, offers)
    never = values(chain, payoff)
    row = chain.row_reader()
    play = _Play(chain, row, payoff, offers)
    for component in chain.solve_order.components():
        play.settle(component)
    return Policy(
        frozenset(play.stops),
        {i: fraction(play.continuing[i]) for i in offers},
        {i: continuation_value(row, never, i) for i in offers},
    )


def _by_levels(chain: Transitions, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]) -> Policy:
    """The policy of a wide acyclic chain, whole levels at once; floats only say where to begin."""
    from markov.chain.solvers.levels import estimated_policy, worth
    from markov.chain.solvers.region import Region

    region, at = Region(chain), np.array(list(offers))
    never = worth(region, payoff, at)
    stops = estimated_policy(region, payoff, offers)
    while True:
        found = worth(region, payoff, at, taken={i: offers[i] for i in stops})
        better = frozenset(i for i, x in zip(offers, found, strict=True) if offers[i] > x)
        if better == stops:
            return Policy(stops, dict(zip(offers, found, strict=True)), dict(zip(offers, never, strict=True)))
        stops = better


class _Play:
    """Best play, component by component from the ends on."""

    def __init__(
        self,
        chain: Transitions,
        row: RowReader,
        payoff: Mapping[int, Fraction],
        offers: Mapping[int, Fraction],
    ) -> None:
        number = arithmetic(len(chain))
        self.row = row
        self.totals = chain.totals.tolist()
        self.offers = {i: number(offered) for i, offered in offers.items()}
        self.found: list[ExactNumber] = [number(payoff.get(i, Fraction(0))) for i in range(len(chain))]
        self.stops: set[int] = set()
        self.continuing: dict[int, ExactNumber] = {}

    def settle(self, component: Sequence[int]) -> None:
        """Finds best play in a component, all that it leads to being settled."""
        if not self.totals[component[0]]:
            return
        offered = self.offers.keys() & set(component)
        stops = self._improved(component, offered, set())
        ahead = {i: continuation_value(self.row, self.found, i) for i in offered}
        if len(component) > 1:  # play may come back to a stop by way of states that play on
            settled = [self.found[i] for i in component]
            for i in stops:
                self._improved(component, offered - {i}, stops - {i})
                ahead[i] = self.found[i]
            for i, value in zip(component, settled, strict=True):
                self.found[i] = value
        self.stops |= stops
        self.continuing |= ahead

    def _improved(self, component: Sequence[int], offered: Set[int], stops: set[int]) -> set[int]:
        """The stops of best play when only some offers are there; finds the values of states too."""
        while True:
            for i in stops:
                self.found[i] = self.offers[i]
            playing = [i for i in component if i not in stops]
            for i, value in self._worth(playing):
                self.found[i] = value
            better = {i for i in offered if self.offers[i] > continuation_value(self.row, self.found, i)}
            if better == stops:
                return stops
            stops = better

    def _worth(self, playing: Sequence[int]) -> Iterator[tuple[int, ExactNumber]]:
        if not playing:
            return iter(())
        nothing = [0 * self.found[i] for i in playing]
        return zip(playing, component_values(self.row, playing, self.found, nothing), strict=True)
