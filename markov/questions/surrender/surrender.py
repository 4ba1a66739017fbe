"""What the offers of a wager come to: which are never right to take, and what the others cost the house."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from markov.chain.absorption import absorption_probabilities
from markov.chain.chain import Chain
from markov.chain.optimal_stopping import optimal_policy
from markov.questions.surrender.indifference_pays import flips
from markov.shown import Viewed
from markov.wager.odds import Answer, Offer, Play, Solved
from markov.wager.pay_edits import edited, win
from markov.wager.wager import Priced, Wager, priced

Kind: TypeAlias = Literal["dead", "tie", "leak"]


@dataclass(frozen=True, slots=True)
class Judged(Offer):
    """A posted offer, judged. Money is per unit staked.

    cost               of a leak: how much less the player gets from the start, under best play, once the line
                       of its ending is off the sheet and all others are kept; 0 for other kinds, which best
                       play never takes
    flips_at_win_pay   the highest pay of the win at which playing on is worth exactly what is offered: above
                       it the offer is worth less, below it as much or more; None where there is no such pay
                       from 0 up
    """

    cost: Fraction
    flips_at_win_pay: Fraction | None

    @property
    def kind(self) -> Kind:
        """Whether taking it is never right, a matter of taste, or right."""
        if self.tie:
            return "tie"
        return "leak" if self.take else "dead"


@dataclass(frozen=True, slots=True)
class Unposted:
    """An ending that the rule lets the player choose and the paytable does not price.

    continuing   what playing on is worth there, under best play with the posted offers: a pay above it would
                 be worth taking
    """

    state: Any
    ending: str
    continuing: Fraction


@dataclass(frozen=True, slots=True)
class Surrender(Viewed):
    """The offers of a wager, posted or not, and what is lost by playing them badly.

    win      the ending whose pay the offers flip at
    always   what is returned to a player who takes the first offer met
    """

    answer: Answer
    win: str
    offers: tuple[Judged, ...]
    unposted: tuple[Unposted, ...]
    always: Fraction

    def __repr__(self) -> str:
        return f"Surrender({self.answer.wager.name!r}, {len(self.offers)} offers)"

    @property
    def never(self) -> Play:
        """The wager played to its end, without an offer taken."""
        return self.answer.never

    @property
    def optimal(self) -> Play:
        """The wager under best play."""
        return self.answer.optimal

    @property
    def never_regret(self) -> Fraction:
        """What never taking an offer loses against best play: what all offers together cost the house."""
        return self.optimal.returned - self.never.returned

    @property
    def always_regret(self) -> Fraction:
        """What taking the first offer met loses against best play."""
        return self.optimal.returned - self.always


def surrender(solved: Solved, wager: Wager) -> Surrender:
    """The offers of the wager, each against playing on.

    Raises Mispriced when the paytable does not fit what can happen, TooMuchWork when there are too many
    offers to find where each of them flips.
    """
    answered = solved.answer(wager)
    table = priced(wager, solved.chain)
    best_paid = win(answered)
    wins = {i for i, end in table.ends.items() if end.name == best_paid}
    payoff, offers = table.payoff(wager.pays), table.offered(wager.pays)
    flipping = flips(solved.chain, payoff, offers, wins)
    costs = {
        ending: answered.optimal.returned - solved.answer(edited(wager, {ending: None})).optimal.returned
        for ending in sorted({offer.ending for offer in answered.offers if offer.take})
    }
    nothing = Fraction(0)
    return Surrender(
        answer=answered,
        win=best_paid,
        offers=tuple(
            Judged(
                offer.state,
                offer.ending,
                offer.offered,
                offer.continuing,
                offer.never,
                costs[offer.ending] if offer.take else nothing,
                flipping[i],
            )
            for i, offer in zip(offers, answered.offers, strict=True)
        ),
        unposted=_unposted(wager, table, payoff, offers),
        always=_stopping(solved.chain, payoff, offers) if offers else answered.never.returned,
    )


def offerable(rule: Any, chain: Chain[Any]) -> dict[int, str]:
    """By index of a state in which the rule lets the player choose an ending: its name, priced or not."""
    playing = (i for i, total in enumerate(chain.transitions.totals.tolist()) if total)
    ends = ((i, rule.offer(chain.states[i])) for i in playing)
    return {i: end.name for i, end in ends if end is not None}


def _unposted(
    wager: Wager, table: Priced[Any], payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]
) -> tuple[Unposted, ...]:
    chain = table.chain
    more = {i: name for i, name in offerable(wager.rule, chain).items() if i not in offers}
    # The least that an end pays is never worth more than playing on, so best play stays as it is.
    least = min(payoff.values())
    found = (
        optimal_policy(chain.transitions, payoff, {**offers, **dict.fromkeys(more, least)}).continuing
        if more
        else {}
    )
    return tuple(Unposted(chain.states[i], name, found[i]) for i, name in more.items())


def _stopping(chain: Chain[Any], payoff: Mapping[int, Fraction], taken: Mapping[int, Fraction]) -> Fraction:
    """What is returned when play stops at every offer."""
    cut = chain.transitions.stopped(taken)
    chances = absorption_probabilities(cut)
    return sum((p * (taken[i] if i in taken else payoff[i]) for i, p in chances.items()), Fraction(0))
