"""Slopes: exact derivatives of what a wager returns by its pays, and the play that they hold under."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.chain.absorption import absorption_probabilities
from markov.chain.chain import Chain
from markov.chain.optimal_stopping import optimal_policy
from markov.chain.transitions import Transitions
from markov.wager.odds import Way
from markov.wager.wager import Wager, priced


@dataclass(frozen=True, slots=True)
class Slope:
    """A derivative, seen from smaller and from larger numbers; they differ where best play has a kink."""

    left: Fraction
    right: Fraction

    @property
    def both(self) -> Fraction | None:
        """The derivative; None at a kink."""
        return self.left if self.left == self.right else None


@dataclass(frozen=True, slots=True)
class Cut:
    """A chain under one way of playing it, cut where an offer is taken.

    ends   by index: the ending of each state in which play is over, taken offers included
    ties   by index: the ending on offer in each state in which it is worth exactly what playing on is;
           none where offers are never taken
    pays   by ending: what it returns
    """

    chain: Transitions
    ends: Mapping[int, str]
    ties: Mapping[int, str]
    pays: Mapping[str, Fraction]

    def chances(self, stops: Mapping[int, str]) -> dict[str, Fraction]:
        """The chance of each ending when play stops at some of the ties as well."""
        cut = self.chain.stopped(stops)
        ends, found = {**self.ends, **stops}, dict.fromkeys(self.pays, Fraction(0))
        for i, chance in absorption_probabilities(cut).items():
            found[ends[i]] += chance
        return found

    @property
    def returned(self) -> Fraction:
        """The expected return per unit staked."""
        return sum((p * self.pays[ending] for ending, p in self.chances({}).items()), Fraction(0))


def played(wager: Wager, chain: Chain[Any], way: Way) -> Cut:
    """The chain of the wager under best play, or played to its end.

    Raises Mispriced when the paytable does not fit what can happen.
    """
    table = priced(wager, chain)
    ends = {i: end.name for i, end in table.ends.items()}
    if way == "never" or not table.offers:
        return Cut(chain.transitions, ends, {}, wager.pays)
    offers = {i: end.name for i, end in table.offers.items()}
    offered = table.offered(wager.pays)
    policy = optimal_policy(chain.transitions, table.payoff(wager.pays), offered)
    taken = {i: offers[i] for i in policy.stops}
    ties = {i: offers[i] for i, worth in policy.continuing.items() if worth == offered[i]}
    return Cut(chain.transitions.stopped(taken), {**ends, **taken}, ties, wager.pays)


def by_pays(play: Cut) -> dict[str, Slope]:
    """By ending: how the expected return moves with its pay.

    For one policy the return is the sum of chance times pay, so the derivative is the chance of the ending.
    Best play is the best of finitely many policies. With a little more of a pay the best are those that were
    best and now gain most, with a little less those that lose least (Danskin): the slope to the right is the
    highest chance of the ending under a policy that is best now, to the left the lowest. Those policies
    differ at ties alone, so this is best play once more, with the ties on offer, where just the ending pays.
    """
    if not play.ties:
        return {ending: Slope(chance, chance) for ending, chance in play.chances({}).items()}

    def extreme(ending: str, sign: int) -> Fraction:
        gains = {i: Fraction(sign * (name == ending)) for i, name in play.ends.items()}
        offers = {i: Fraction(sign * (name == ending)) for i, name in play.ties.items()}
        stops = optimal_policy(play.chain, gains, offers).stops
        return play.chances({i: play.ties[i] for i in stops})[ending]

    return {ending: Slope(extreme(ending, -1), extreme(ending, 1)) for ending in play.pays}
