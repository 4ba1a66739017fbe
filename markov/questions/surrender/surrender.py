"""The offers of a wager judged: those never right to take, and the cost of the others to the house."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Literal, TypeAlias

from markov.chain.absorption import check_affordable, component_values, optimal_policy
from markov.chain.chain import MAX_STATES, Chain
from markov.chain.transitions import TooMuchWork
from markov.exact import ExactNumber, arithmetic, fraction
from markov.naming import counted
from markov.shown import HasView
from markov.wager.envelope import Envelope
from markov.wager.odds import Answer, Odds, Offer, Solved, solved
from markov.wager.outcome import Affine, CashFlows, cash_flows, moved_commission
from markov.wager.pay_edits import edited
from markov.wager.rule import offer_of
from markov.wager.stopping import StoppingProblem
from markov.wager.wager import Wager

_FEW = 100  # offers that are asked one by one
MOST_SOLVED = 2 * 10**7  # transitions, and cubes of the sizes of components; measured, some minutes

OfferKind: TypeAlias = Literal["dead", "tie", "leak"]


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
    def kind(self) -> OfferKind:
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
class Surrender(HasView):
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
        return f"Surrender({self.answer.wager.name!r}, {counted(len(self.offers), 'offer')})"

    @property
    def never(self) -> Odds:
        """The wager with no offer taken."""
        return self.answer.never

    @property
    def optimal(self) -> Odds:
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


def surrender(wager: Wager, *, limit: int = MAX_STATES, solution: Solved | None = None) -> Surrender:
    """The offers: which are never right to take, what the others cost the house, and where that flips.

    solution   of the rule on its wheel, where it is solved already

    >>> import markov as mk
    >>> found = mk.game("repeater-bets-plus")["repeating-2"].surrender()
    >>> [(each.ending, each.kind, each.flips_at_win_pay) for each in found.offers]
    [('surrender-1', 'leak', Fraction(42, 1))]

    Raises PaytableMismatch when the paytable does not fit what can happen, TooMuchWork when there are too
    many offers to find where each of them flips.
    """
    solution = solution or solved(wager, limit)
    answered = solution.answer(wager)
    envelope = solution.envelope(wager)
    table = envelope.table
    best_paid = answered.win
    wins = {i for i, end in table.ends.items() if end.name == best_paid}
    payoff, offers = table.payoff(wager.pays), table.offered(wager.pays)
    if moved_commission(wager, (best_paid,)):
        flipping = _indifference_under_commission(envelope, best_paid)
    else:
        flipping = indifference_pays(solution.chain, payoff, offers, wins)
    costs = {
        ending: answered.optimal.returned - solution.answer(edited(wager, {ending: None})).optimal.returned
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
        always=envelope.playing(tuple(sorted(offers))).returned.at(wager.pays),
    )


def _indifference_under_commission(envelope: Envelope, win: str) -> dict[int, Fraction | None]:
    """For each offer the highest pay of the win, as posted, at which playing on is worth what is offered.

    The pay moves a commission, and perhaps what is offered with it. None moves where the pay wins nothing, so
    such pays are looked for only where there is none that wins.

    None too where the offer gains more by the pay than playing on does.
    """
    wager, table = envelope.wager, envelope.table
    if len(table.offers) > _FEW:
        raise TooMuchWork(
            f"{wager.name}: a commission moves with the pay of {win}, and there are too many offers to find "
            "where each of them flips; leave some out with --pay OFFER=none"
        )
    won = cash_flows(wager, {win: Affine(Fraction(1), {win: Fraction(1)})})  # by what is won
    lost = cash_flows(wager, {win: Affine.unknown(win)}, winning=False)
    still = {name: pay.at({win: Fraction(0)}) for name, pay in lost.pays.items()}
    wins = {i for i, end in table.ends.items() if end.name == win}
    low = indifference_pays(table.chain, table.payoff(still), table.offered(still), wins)
    worths: dict[int, Fraction | None] = {}
    for i in table.offers:
        root = _highest_root(envelope, won, win, i)
        worths[i] = low[i] if root is None else 1 + root
        if root is None and (below := low[i]) is not None and below > 1:
            worths[i] = None
    return worths


def _highest_root(envelope: Envelope, money: CashFlows, unknown: str, i: int) -> Fraction | None:
    """The highest unknown, from 0 up, at which playing on from a state is worth what is offered there.

    Playing on, the offer being declined for good, less the offer is the greatest of some lines: convex. From
    where the steepest of them is 0, each line that is greater leads down to a lower root of its own.
    """
    table = envelope.table
    offers = {j: end for j, end in table.offers.items() if j != i}
    declined, offered = StoppingProblem(table.chain, table.ends, offers), money.pays[table.offers[i].name]

    def margin(pays: Mapping[str, Fraction]) -> Affine:
        outcome = declined.outcome(declined.best(pays))
        return outcome.worth(money.pays).playing_on((i,))[i] - offered

    line = margin({name: pay.coefficient(unknown) for name, pay in money.pays.items()})
    while line.coefficient(unknown) > 0:
        if (root := line.solve_for(Fraction(0), unknown)) < 0:
            return None
        line = margin({name: pay.at({unknown: root}) for name, pay in money.pays.items()})
        if not line.at({unknown: root}):
            return root
    return None


def offerable(rule: Any, chain: Chain[Any]) -> dict[int, str]:
    """By index of a state in which the rule lets the player choose an ending: its name, priced or not."""
    totals = chain.transitions.totals.tolist()
    playing = (row for row in zip(totals, enumerate(chain.states), strict=True) if row[0])
    ends = ((i, offer_of(rule, state)) for _, (i, state) in playing)
    return {i: end.name for i, end in ends if end is not None}


def _unposted(
    wager: Wager, table: StoppingProblem, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]
) -> tuple[Unposted, ...]:
    chain = table.chain
    more = {i: name for i, name in offerable(wager.rule, chain).items() if i not in offers}
    # The least that an end pays is never worth more than playing on, so best play stays as it is.
    least = min(payoff.values())
    worths = (
        optimal_policy(chain.transitions, payoff, {**offers, **dict.fromkeys(more, least)}).continuing
        if more
        else {}
    )
    states = enumerate(chain.states) if more else ()
    return tuple(Unposted(state, more[i], worths[i]) for i, state in states if i in more)


# The pay of the win at which an offer ceases to be worth taking.
#
# Where the win pays x, playing on from a state, declined for good and played best elsewhere, is worth the
# most of slope · x + constant over the policies there are elsewhere: slope is a policy's chance of the win,
# constant what its other ends bring. A maximum of finitely many lines that do not fall is convex, piecewise
# linear and never falls. So an offer is taken, if anywhere, at low pays of the win, and there is one pay at
# which that flips.


def indifference_pays(
    chain: Chain[Any], payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction], wins: Set[int]
) -> dict[int, Fraction | None]:
    """For each offer the highest pay of the win, from 0 up, at which playing on is worth what is offered.

    None where there is no such pay.

    payoff   by index of a state in which play is over
    wins     those of them whose pay is looked for; what payoff says of them does not count

    The pay x comes down from infinity, with a policy that is best at it. Up there every state from which the
    win can be reached plays on, since that is worth more than any offer; the others do not depend on x. As
    long as the policy is best, playing on in a state that does so is worth its line. The policy ceases to be
    best where a line first meets the offer of its state: the highest root of all lines is the next x, and is
    what is looked for in the states that have it. From there down their offers are worth at least as much as
    playing on, which never falls in x, so they stop for good; others keep their policy, as playing on is
    still worth more there just below x. With every round a state stops, so the rounds are finitely many. A
    line of slope 0 meets nothing: at every lower x playing on is worth the same.

    Raises TooMuchWork when that would take more than some minutes.
    """
    worths: dict[int, Fraction | None] = dict.fromkeys(offers)
    if not offers:
        return worths
    lines = _StateReturns(chain, payoff, offers, wins)
    if beyond := {i for i in offers if not lines.slope[i]}:
        lines.stop(beyond & optimal_policy(chain.transitions, payoff, offers).stops)
    while tied := lines.highest():
        x = fraction(lines.root[tied[0]])
        worths |= dict.fromkeys(tied, x)
        lines.stop(tied)
    return worths


class _StateReturns:
    """The return from every state under a policy, slope · x + constant, and the x where it is the offer."""

    def __init__(
        self,
        chain: Chain[Any],
        payoff: Mapping[int, Fraction],
        offers: Mapping[int, Fraction],
        wins: Set[int],
    ) -> None:
        ordered = chain.transitions.solve_order
        check_affordable(chain.transitions)
        number, states = arithmetic(len(chain.states)), range(len(chain.states))
        self.row = chain.transitions.row_reader()
        self.offers = {i: number(offered) for i, offered in offers.items()}
        self.slope: list[ExactNumber] = [number(int(i in wins)) for i in states]
        self.constant: list[ExactNumber] = [number(0 if i in wins else payoff.get(i, 0)) for i in states]
        self.stops: set[int] = set()
        self.root: dict[int, ExactNumber] = {}
        # All roots that were ever found, negative, the highest first.
        self.queue: list[tuple[ExactNumber, int]] = []
        self.solved = 0
        totals = chain.transitions.totals.tolist()
        self.components = [component for component in ordered.components() if totals[component[0]]]
        self.home = {i: k for k, component in enumerate(self.components) for i in component}
        self.before: list[set[int]] = [set() for _ in self.components]  # those that lead into each
        for i, k in self.home.items():
            for j, _ in self.row(i):
                if self.home.get(j, k) != k:
                    self.before[self.home[j]].add(k)
        self._solve(range(len(self.components)))

    def highest(self) -> list[int]:
        """The states whose lines meet their offers at the highest x of all, from 0 up; none if none does."""
        tied: list[int] = []
        while self.queue:
            below, i = self.queue[0]
            if self.root.get(i) == -below:  # else the line has changed since
                if below > 0 or (tied and self.root[tied[0]] != -below):
                    break
                if i not in tied[-1:]:  # the same root twice stands together
                    tied.append(i)
            heappop(self.queue)
        return tied

    def stop(self, at: Iterable[int]) -> None:
        """Takes the offers in the states from now on."""
        stopped = list(at)
        for i in stopped:
            self.stops.add(i)
            self.root.pop(i, None)
            self.slope[i], self.constant[i] = 0 * self.slope[i], self.offers[i]
        self._solve({self.home[i] for i in stopped})

    def _solve(self, stale: Iterable[int]) -> None:
        """Finds the lines of some components anew, and of those that lead to one that has changed."""
        first = frozenset(stale)
        queue, waiting = sorted(first), set(first)
        while queue:
            k = heappop(queue)  # what it leads to is settled
            if self._changed(self.components[k]) or k in first:
                for leading in self.before[k] - waiting:
                    waiting.add(leading)
                    heappush(queue, leading)

    def _changed(self, component: Sequence[int]) -> bool:
        """Finds the lines of the states that play on, and says whether one is another than before."""
        playing = [i for i in component if i not in self.stops]
        self.solved += sum(1 for i in playing for _ in self.row(i)) + len(playing) ** 3
        if self.solved > MOST_SOLVED:
            raise TooMuchWork(
                "there are too many offers to find where each of them flips; leave some out with "
                "--pay OFFER=none"
            )
        if not playing:
            return False
        nothing = [0 * self.slope[i] for i in playing]
        slopes = component_values(self.row, playing, self.slope, nothing)
        constants = component_values(self.row, playing, self.constant, nothing)
        changed = False
        for i, slope, constant in zip(playing, slopes, constants, strict=True):
            if (slope, constant) != (self.slope[i], self.constant[i]):
                changed = True
                self.slope[i], self.constant[i] = slope, constant
                self.root.pop(i, None)
                if slope and i in self.offers:
                    self.root[i] = (self.offers[i] - constant) / slope
                    heappush(self.queue, (-self.root[i], i))
        return changed
