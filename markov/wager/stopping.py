"""Stopping problem: the chain of a wager whose player may stop or play on, and where to stop."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from markov.chain.absorption import Policy, optimal_policy, optimal_stops
from markov.chain.chain import Chain
from markov.wager.outcome import Affine, Outcome
from markov.wager.rule import ArrayRule, End, offer_of
from markov.wager.wager import PaytableMismatch, Wager, fits_endings

if TYPE_CHECKING:
    from markov.chain.lumping import Lumping

Stops: TypeAlias = tuple[int, ...]  # the positions of the states in which the offer is taken, rising


@dataclass(frozen=True, slots=True)
class StoppingProblem:
    """The chain of a wager, with what may be won in it. On an exact tie best play plays on.

    ends     by index: the end of each state in which play is over
    offers   by index: the end that the player may choose there
    """

    chain: Chain[Any]
    ends: Mapping[int, End]
    offers: Mapping[int, End]

    too_many = (
        "its offers can be taken in more than {:,} ways, too many to compare; ask for play to the end, "
        "--play never"
    )

    def __len__(self) -> int:
        """The number of states, ends included."""
        return len(self.chain)

    def payoff(self, pays: Mapping[str, Fraction]) -> dict[int, Fraction]:
        """The return of each end, by index of the state in which play is over."""
        return {i: pays[end.name] for i, end in self.ends.items()}

    def offered(self, pays: Mapping[str, Fraction]) -> dict[int, Fraction]:
        """The return of each offer, by index of the state in which it may be taken."""
        return {i: pays[end.name] for i, end in self.offers.items()}

    @property
    def decided(self) -> int:
        """The number of states in which there is something to choose."""
        return len(self.offers)

    def chosen(self) -> dict[str, list[Any]]:
        """The states in which each ending that the player may choose is on offer."""
        states: dict[str, list[Any]] = {}
        for i, end in self.offers.items():
            states.setdefault(end.name, []).append(self.chain.states[i])
        return states

    def plain(self) -> Outcome:
        """Play to the end, without an offer taken."""
        return Outcome(self.chain)

    def outcome(self, policy: Stops) -> Outcome:
        """The way of playing that takes the offers in those states, and no others."""
        return Outcome(self.chain, self.offers, policy)

    def best(self, pays: Mapping[str, Fraction]) -> Stops:
        """The stops of best play, endings bringing those pays."""
        payoff = self.payoff(pays)
        least = min(payoff.values())  # an offer of no more is never worth more
        offered = {i: pay for i, pay in self.offered(pays).items() if pay > least}
        return tuple(sorted(optimal_stops(self.chain.transitions, payoff, offered)))

    def solved(self, pays: Mapping[str, Fraction]) -> tuple[Stops, Policy]:
        """The same, and what playing on is worth wherever there is an offer."""
        policy = optimal_policy(self.chain.transitions, self.payoff(pays), self.offered(pays))
        return tuple(sorted(policy.stops)), policy

    def ties(self, policy: Policy, pays: Mapping[str, Fraction]) -> dict[int, End]:
        """The offers that are worth exactly what playing on is, by position."""
        offered = self.offered(pays)
        return {i: self.offers[i] for i, worth in policy.continuing.items() if worth == offered[i]}

    def gaining(
        self, outcome: Outcome, policy: Any, pays: Mapping[str, Fraction], gains: Mapping[str, Fraction]
    ) -> Stops:
        """Of all ways of playing that are as good as the best one, that which gains most by ending."""
        if not (ties := self.ties(policy, pays)):
            return tuple(outcome.taken)
        ends, offers = ({i: gains[end.name] for i, end in among.items()} for among in (outcome.ends, ties))
        return tuple(sorted({*outcome.taken, *optimal_stops(outcome.cut, ends, offers)}))

    def worths(self, outcome: Outcome, policy: Any) -> Mapping[Any, Mapping[str, Fraction]]:
        """No actions but to stop or to play on, of which the offers tell."""
        return {}

    def takes(self, policy: Stops) -> set[str]:
        """The endings of the offers that are taken."""
        return {self.offers[i].name for i in policy}

    def margins(self, policy: Stops, pays: Mapping[str, Affine]) -> Iterator[tuple[Affine, bool]]:
        """Functions of the pays, and whether each is above 0 wherever the policy is best: else 0 or less.

        A policy is best exactly where it stops in those states whose offer is worth more than playing on, as
        the policy itself values play: then no round of Howard's iteration changes it.
        """
        for i, worth in self.outcome(policy).worth(pays).playing_on(self.offers).items():
            yield pays[self.offers[i].name] - worth, i in policy

    def every(self) -> Iterator[Outcome]:
        """The ways of playing that differ from the start on; that which takes no offer comes first."""
        return map(self.outcome, _policies(self))


def priced(wager: Wager, chain: Chain[Any]) -> StoppingProblem:
    """The chain of the wager with its ends and its offers.

    Raises PaytableMismatch when an end has no price, or a price belongs to nothing that can happen, and
    SeveralActions where the player may do more than stop or play on.
    """
    ends: dict[int, End] = {i: chain.states[i] for i in chain.transitions.absorbing.tolist()}
    forced = {end.name for end in ends.values()}
    offers: dict[int, End] = {}
    chosen: set[str] = set()
    # A rule that lays out its own chain names its offers apart from its ends, and is slow to ask.
    if wager.pays.keys() - forced or not isinstance(wager.rule, ArrayRule):
        for i, state in enumerate(chain.states):
            offered = None if i in ends else offer_of(wager.rule, state)
            if offered is not None:
                chosen.add(offered.name)
                if offered.name in wager.pays:
                    offers[i] = offered
    # An offer that a sheet names may stand in no state that play comes to.
    fits_endings(wager, forced, {*chosen, *getattr(wager.rule, "offered", ())})
    if offers and wager.later_stakes:
        raise PaytableMismatch(
            f"{wager.name}: it has offers, and more money is put down on the way; "
            "what is offered cannot be compared with playing on and paying more",
            {end.name for end in offers.values()},
        )
    return StoppingProblem(chain, ends, offers)


def lumped_by_ending(table: StoppingProblem) -> "Lumping[Chain[Any]]":
    """The coarsest lumping of the chain of a wager that respects ends and offers: name, and what decides."""
    from markov.chain.chain import lumped

    labelled = {**table.offers, **table.ends}
    labels = {end: k for k, end in enumerate(set(labelled.values()), 1)}
    classes = np.zeros(len(table.chain), dtype=np.int64)
    classes[list(labelled)] = [labels[end] for end in labelled.values()]
    return lumped(table.chain, classes)


def _policies(table: StoppingProblem) -> Iterator[Stops]:
    """Sets of states in which the offer is taken: each says all that matters to play from the start."""
    row = table.chain.transitions.row_reader()

    def next_offer(stops: frozenset[int], declined: frozenset[int]) -> int | None:
        """The first offer that is met before any other undecided one."""
        seen, waiting, next_offers = {0}, [0], []
        while waiting:
            i = waiting.pop()
            if i in stops:
                continue
            if i in table.offers and i not in declined:
                next_offers.append(i)
                continue
            ahead = {to for to, _ in row(i)} - seen
            seen |= ahead
            waiting += ahead
        return min(next_offers, default=None)

    undecided = [(frozenset[int](), frozenset[int]())]
    while undecided:
        stops, declined = undecided.pop()
        if (i := next_offer(stops, declined)) is None:
            yield tuple(sorted(stops))
        else:
            undecided += [(stops | {i}, declined), (stops, declined | {i})]
