"""The largest schedule of offers that keeps an edge, whatever the player does.

Where some offers pay s times a weight of their own, the return under best play is convex and piecewise linear
in s, and never falls (`markov.wager.envelope`): there is a highest s at which it is at most a target.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from markov.chain.chain import MAX_STATES
from markov.exact import share
from markov.questions.surrender.surrender import offerable
from markov.wager.odds import Solved, solved
from markov.wager.outcome import Affine
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.stopping import priced
from markov.wager.wager import Wager, needs_one_stake

_NONE: Mapping[str, Fraction] = MappingProxyType({})
_ONE = Fraction(1)
_S = "s"  # the unknown that all pays of a schedule are multiples of


@dataclass(frozen=True, slots=True)
class LargestPay:
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
    factor   the bounds of single endings times it hold together
    exact    the return under best play of the schedule, other offers being away
    floors   the same when each pay is the whole number below
    """

    edge: Fraction
    target: Fraction
    bounds: tuple[LargestPay, ...]
    factor: Fraction
    exact: Fraction
    floors: Fraction


def schedule(
    wager: Wager,
    *,
    edge: str | Fraction,
    only_posted: bool = False,
    limit: int = MAX_STATES,
    solution: Solved | None = None,
    done: Callable[[int], None] = lambda _: None,
) -> Schedule | None:
    """The largest schedule of offers under which the house keeps an edge, whatever the player does.

    edge          per stake: a percentage with its sign, such as "15%", or a fraction
    only_posted   of the endings that the paytable prices, not of all that the rule could offer
    solution      of the rule on its wheel, where it is solved already
    done          called with the number of bounds found, of two for each ending and one for all at once

    None where no schedule keeps it, because the wager returns too much already with no offer taken.

    >>> import markov as mk
    >>> found = mk.game("repeater-bets-plus")["repeating-2"].schedule(edge="15%")
    >>> [(bound.ending, bound.pay) for bound in found.bounds]
    [('surrender-1', Fraction(119, 20))]

    Each ending is bounded alone first, all other offers being away. No schedule can pay more for it, for
    further offers never make best play return less. Where a round comes to the offers always in the same
    order, and to one only past those before it, as with a single tally, all bounds can be paid at once: a
    policy is over at the first of the offers that it takes, hence returns what it does where that is the only
    one, the target at most. In general one policy takes one offer on some ways and another on others, and may
    return more than that. Then all bounds are multiplied by the largest factor with which they can be paid
    together; single pays may have some room left, which is given for each when the others are kept.

    Raises PaytableMismatch when the paytable does not fit what can happen, TooMuchWork when best play is out
    of reach.
    """
    edge = share(edge)
    needs_one_stake(wager, "a schedule of offers")
    solution = solution or solved(wager, limit)
    table = priced(wager, solution.chain)
    target = wager.outlay - edge
    offers = dict.fromkeys(offerable(wager.rule, solution.chain).values(), Fraction(0))
    if only_posted:
        offers = {ending: pay for ending, pay in offers.items() if ending in wager.pays}
    bare = edited(replace(wager, envy=Paytable({})), dict.fromkeys({e.name for e in table.offers.values()}))
    if solution.answer(bare).never.returned > target:
        return None
    envelope = solution.envelope(edited(bare, offers))

    def best_return(pays: Mapping[str, Fraction]) -> Fraction:
        """The return under best play where these offers are paid and no others."""
        return envelope.section(_S, {ending: Affine(pay) for ending, pay in pays.items()}).line(_ONE).constant

    def largest(
        weights: Mapping[str, Fraction],
        fixed: Mapping[str, Fraction] = _NONE,
        most: Fraction | None = None,
    ) -> Fraction | None:
        """The highest s at which best play returns at most the target, offers paying s times their weight.

        None where every s will do. Offers that are fixed pay the same at every s. It is known not to exceed
        `most`.
        """
        rising = {ending: Affine(coefficients={_S: weight}) for ending, weight in weights.items()}
        known = {ending: Affine(pay) for ending, pay in fixed.items()}
        return envelope.section(_S, known | rising).highest(target, most)

    alone: dict[str, Fraction] = {}
    for k, ending in enumerate(offers, 1):
        if (pay := largest({ending: _ONE})) is not None:
            alone[ending] = pay
        done(k)
    together = largest(alone, most=_ONE)  # no bound alone can be raised
    done(len(offers) + 1)
    factor = _ONE if together is None else together
    pays = {ending: factor * pay for ending, pay in alone.items()}
    upto: dict[str, Fraction | None] = dict(pays)
    for k, ending in enumerate(pays if factor < 1 else (), len(offers) + 2):
        upto[ending] = largest({ending: _ONE}, pays, alone[ending])
        done(k)
    return Schedule(
        edge,
        target,
        tuple(LargestPay(ending, *(each.get(ending) for each in (alone, pays, upto))) for ending in offers),
        factor,
        best_return(pays),
        best_return({ending: Fraction(int(pay)) for ending, pay in pays.items()}),
    )
