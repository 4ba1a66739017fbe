"""The offers of a wager judged: those never right to take, and the cost of the others to the house."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from markov.chain.absorption import optimal_policy
from markov.chain.chain import Chain
from markov.chain.transitions import TooMuchWork
from markov.questions.surrender.indifference_pays import indifference_pays
from markov.shown import Viewed
from markov.wager.envelope import Envelope, best_play
from markov.wager.odds import Answer, Offer, Play, Solved
from markov.wager.outcome import Affine, PayTerms, moves, terms
from markov.wager.pay_edits import edited
from markov.wager.wager import Priced, Wager

_FEW = 100  # offers that are asked one by one

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
        """The judgement: taking it is never right (dead), a matter of taste (tie), or right (leak)."""
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
    """The offers of a wager, posted or not, and the loss from playing them badly.

    win      the ending whose pay the offers flip at
    always   the return to a player who takes the first offer met
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
        """The loss from never taking an offer, against best play: the cost of all offers to the house."""
        return self.optimal.returned - self.never.returned

    @property
    def always_regret(self) -> Fraction:
        """The loss from taking the first offer met, against best play."""
        return self.optimal.returned - self.always


def surrender(solved: Solved, wager: Wager) -> Surrender:
    """The offers of the wager, each against playing on.

    Raises Mispriced when the paytable does not fit what can happen, TooMuchWork when there are too many
    offers to find where each of them flips.
    """
    answered = solved.answer(wager)
    envelope = solved.envelope(wager)
    table = envelope.table
    best_paid = answered.win
    wins = {i for i, end in table.ends.items() if end.name == best_paid}
    payoff, offers = table.payoff(wager.pays), table.offered(wager.pays)
    if moves(wager, (best_paid,)):
        flipping = _flips(envelope, best_paid)
    else:
        flipping = indifference_pays(solved.chain, payoff, offers, wins)
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
        always=envelope.playing(offers).returned.at(wager.pays),
    )


def _flips(envelope: Envelope, win: str) -> dict[int, Fraction | None]:
    """For each offer the highest pay of the win, as posted, at which playing on is worth what is offered.

    The pay moves a commission, and perhaps what is offered with it. None moves where the pay wins nothing, so
    such pays are looked for only where there is none that wins.

    None too where the offer gains more by the pay than playing on does.
    """
    wager, table = envelope.wager, envelope.table
    if len(table.offers) > _FEW:
        raise TooMuchWork(
            f"{wager.name}: a commission moves with the pay of {win}, and there are too many offers to find "
            "where each of them flips; leave some out with --pay surrender-K=none"
        )
    won = terms(wager, {win: Affine(Fraction(1), {win: Fraction(1)})})  # by what is won
    lost = terms(wager, {win: Affine.unknown(win)}, winning=False)
    still = {name: pay.at({win: Fraction(0)}) for name, pay in lost.pays.items()}
    wins = {i for i, end in table.ends.items() if end.name == win}
    low = indifference_pays(table.chain, table.payoff(still), table.offered(still), wins)
    found: dict[int, Fraction | None] = {}
    for i in table.offers:
        root = _highest_root(envelope, won, win, i)
        found[i] = low[i] if root is None else 1 + root
        if root is None and (below := low[i]) is not None and below > 1:
            found[i] = None
    return found


def _highest_root(envelope: Envelope, money: PayTerms, unknown: str, i: int) -> Fraction | None:
    """The highest unknown, from 0 up, at which playing on from a state is worth what is offered there.

    Playing on, the offer being declined for good, less the offer is the greatest of some lines: convex. From
    where the steepest of them is 0, each line that is greater leads down to a lower root of its own.
    """
    table = envelope.table
    offers = {j: end for j, end in table.offers.items() if j != i}
    declined, offered = Priced(table.chain, table.ends, offers), money.pays[table.offers[i].name]

    def margin(pays: Mapping[str, Fraction]) -> Affine:
        outcome = best_play(declined, pays)
        return outcome.worth(money.pays).playing_on((i,))[i] - offered

    line = margin({name: pay.coefficient(unknown) for name, pay in money.pays.items()})
    while line.coefficient(unknown) > 0:
        if (root := line.reaches(Fraction(0), unknown)) < 0:
            return None
        line = margin({name: pay.at({unknown: root}) for name, pay in money.pays.items()})
        if not line.at({unknown: root}):
            return root
    return None


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
