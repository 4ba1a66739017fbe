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
    never = _valued(chain, payoff, {})
    stops, found = _improved(chain, payoff, offers, never, frozenset())
    ahead = {i: playing_on(chain, found, i) for i in offers}
    if not order(chain).acyclic:  # play may come back to a stop by way of states that play on
        for i in stops:
            others = {j: offered for j, offered in offers.items() if j != i}
            ahead[i] = _improved(chain, payoff, others, found)[1][i]
    return Policy(stops, ahead, {i: never[i] for i in offers})


def _improved(
    chain: Chain[S],
    payoff: Mapping[int, Fraction],
    offers: Mapping[int, Fraction],
    found: list[Fraction],
    stops: frozenset[int] | None = None,
) -> tuple[frozenset[int], list[Fraction]]:
    """Where best play stops and what every state is worth in it, from values to begin with.

    stops   where play stops that is worth those values; None where no policy over these offers is known to be
    """
    while True:
        better = frozenset(i for i, offered in offers.items() if offered > playing_on(chain, found, i))
        if better == stops:
            return better, found
        stops = better
        found = _valued(chain, payoff, {i: offers[i] for i in stops})


def _valued(chain: Chain[S], payoff: Mapping[int, Fraction], taken: Mapping[int, Fraction]) -> list[Fraction]:
    cut = chain.stopped(taken)
    return values(cut, order(cut), {**payoff, **taken})
