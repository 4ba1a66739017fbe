"""Best play: where an offer is worth more than playing on."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markov.chain import Chain, S
from markov.components import order
from markov.value import playing_on, values


@dataclass(frozen=True, slots=True)
class Policy:
    """Where to stop, and what play is worth on either side of the choice.

    stops        indices of the states in which the offer is taken
    continuing   by index of a state with an offer: what play is worth when the offer is declined
                 there, now and at every return, and play is best elsewhere
    never        the same when no offer is ever taken
    """

    stops: frozenset[int]
    continuing: Mapping[int, Fraction]
    never: Mapping[int, Fraction]


def best(chain: Chain[S], payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]) -> Policy:
    """The policy that is worth most from every state; on an exact tie it plays on.

    payoff   by index of a state in which play is over
    offers   by index of a state in which the player may take so much instead of playing on

    Howard's policy iteration: value a policy as a chain that is cut where it stops, then stop exactly
    where the offer beats leaving the state. Each round is worth at least as much in every state as the
    one before, and the policies are finitely many.
    """

    def valued(stops: frozenset[int]) -> list[Fraction]:
        cut = chain.stopped(stops)
        return values(cut, order(cut), {**payoff, **{i: offers[i] for i in stops}})

    stops: frozenset[int] = frozenset()
    never = found = valued(stops)
    while True:
        ahead = {i: playing_on(chain, found, i) for i in offers}
        better = frozenset(i for i, offered in offers.items() if offered > ahead[i])
        if better == stops:
            break
        stops = better
        found = valued(stops)
    if not order(chain).acyclic:  # play may come back to a stop by way of other states
        ahead.update((i, valued(stops - {i})[i]) for i in stops)
    return Policy(stops, ahead, {i: never[i] for i in offers})
