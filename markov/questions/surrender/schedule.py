"""The largest schedule of offers that keeps an edge, whatever the player does.

Where some offers pay s times a weight of their own, a policy returns slope · s + constant: slope is the
weights of those of them that it takes, each times its chance, constant what all other ends bring. Best play
returns the most of these lines, and they are finitely many: its return is convex and piecewise linear in s,
and never falls. `_Race.largest` finds the highest s at which it is at most a target.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias

from markov.chain.absorption import absorption_probabilities
from markov.chain.chain import Chain
from markov.chain.optimal_stopping import optimal_policy
from markov.questions.surrender.surrender import offerable
from markov.wager.odds import Solved
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager, priced

Offers: TypeAlias = Mapping[int, Fraction]  # by index of a state: what is offered there

_NONE: Offers = MappingProxyType({})
_ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Bound:
    """The most that can be paid for an ending. None where no pay is too much, as play never comes to it.

    alone   when it is the only offer
    pay     in the schedule
    upto    when the rest of the schedule is kept
    """

    ending: str
    alone: Fraction | None
    pay: Fraction | None
    upto: Fraction | None

    @property
    def whole(self) -> int:
        """The whole number of units that the pay in the schedule comes to; 0 is no offer."""
        return int(self.pay) if self.pay is not None else 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """Pays of offers under which the house keeps an edge, whatever the player does. Per unit staked.

    target   what best play may return at most: the outlay less the edge
    bounds   the endings in the order of the states
    factor   what the bounds of single endings had to be multiplied by, so that they hold together
    exact    what best play returns under the schedule, other offers being away
    floors   what it returns when each pay is the whole number below
    """

    edge: Fraction
    target: Fraction
    bounds: tuple[Bound, ...]
    factor: Fraction
    exact: Fraction
    floors: Fraction


def schedule(
    solved: Solved,
    wager: Wager,
    edge: Fraction,
    only_posted: bool = False,
    done: Callable[[int], None] = lambda _: None,
) -> Schedule | None:
    """The largest schedule of offers whose edge per stake, under best play, is the given one or more.

    None where no schedule is, because play to the end without any offer returns too much already.

    only_posted   of the endings that the paytable prices, not of all that the rule could offer
    done          is told how many endings have been bounded

    Each ending is bounded alone first, all other offers being away. No schedule can pay more for it, for
    further offers never make best play return less. Where a round comes to the offers always in the same
    order, and to one only past those before it, as with a single tally, all bounds can be paid at once: a
    policy is over at the first of the offers that it takes, hence returns what it does where that is the only
    one, the target at most. In general one policy takes one offer on some ways and another on others, and may
    return more than that. Then all bounds are multiplied by the largest factor with which they can be paid
    together; single pays may have some room left, which is told for each when the others are kept.

    Raises Mispriced when the paytable does not fit what can happen, TooMuchWork when best play is out of
    reach.
    """
    table = priced(wager, solved.chain)
    target = wager.outlay - edge
    where: dict[str, list[int]] = {}
    for i, ending in offerable(wager.rule, solved.chain).items():
        if not only_posted or ending in wager.pays:
            where.setdefault(ending, []).append(i)
    bare = edited(replace(wager, envy=Paytable({})), dict.fromkeys({e.name for e in table.offers.values()}))
    if solved.answer(bare).never.returned > target:
        return None
    race = _Race(solved.chain, table.payoff(wager.pays), target)
    alone: dict[str, Fraction] = {}
    for k, (ending, at) in enumerate(where.items(), 1):
        if (pay := race.largest(dict.fromkeys(at, _ONE))) is not None:
            alone[ending] = pay
        done(k)
    together = race.largest({i: pay for ending, pay in alone.items() for i in where[ending]})
    factor = _ONE if together is None else together  # at most 1, as no bound alone can be raised
    pays = {ending: factor * pay for ending, pay in alone.items()}
    upto = pays if factor == 1 else {ending: race.room(ending, pays, where) for ending in pays}
    return Schedule(
        edge,
        target,
        tuple(Bound(ending, *(each.get(ending) for each in (alone, pays, upto))) for ending in where),
        factor,
        solved.answer(edited(bare, pays)).optimal.returned,
        solved.answer(edited(bare, {k: Fraction(int(pay)) for k, pay in pays.items()})).optimal.returned,
    )


@dataclass(frozen=True, slots=True)
class _Race:
    """A chain whose ends pay, and what best play may return at most."""

    chain: Chain[Any]
    payoff: Mapping[int, Fraction]
    target: Fraction

    def room(
        self, ending: str, pays: Mapping[str, Fraction], where: Mapping[str, Sequence[int]]
    ) -> Fraction | None:
        """The most that can be paid for one ending, the others paying as they do."""
        others = {i: pay for other, pay in pays.items() if other != ending for i in where[other]}
        return self.largest(dict.fromkeys(where[ending], _ONE), others)

    def largest(self, weights: Offers, fixed: Offers = _NONE) -> Fraction | None:
        """The highest s at which best play returns at most the target, offers paying s times their weight.

        None where every s will do, because play comes to no offer of weight. Best play without those offers
        returns at most the target.

        fixed   other offers, which pay the same at every s

        Newton's search. The first s is where the line of the policy that takes every offer of weight meets
        the target; best play returns at least that there. As long as it returns more, the line of a best
        policy rises, for one without slope returns what best play without those offers does at most. It
        meets the target at a lower s, where best play again returns at least the target. There and below no
        line used before is above the target, so none is used twice, and they are finitely many. At the last
        s best play returns just the target; above it more, as the line used last rises.
        """
        slope, constant = self._line(weights, weights.keys(), fixed)
        if not slope:
            return None
        while True:
            s = (self.target - constant) / slope
            offers = {**fixed, **{i: s * weight for i, weight in weights.items()}}
            slope, constant = self._line(
                weights, optimal_policy(self.chain.transitions, self.payoff, offers).stops, fixed
            )
            if slope * s + constant <= self.target:
                return s

    def _line(self, weights: Offers, stops: Set[int], fixed: Offers) -> tuple[Fraction, Fraction]:
        """The slope and the constant of what a policy returns that stops in the given states."""
        cut = self.chain.transitions.stopped(stops)
        slope = constant = Fraction(0)
        for i, chance in absorption_probabilities(cut).items():
            if i not in stops:
                constant += chance * self.payoff[i]
            elif i in weights:
                slope += chance * weights[i]
            else:
                constant += chance * fixed[i]
        return slope, constant
