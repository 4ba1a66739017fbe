"""The pay of the win at which an offer ceases to be worth taking.

Where the win pays x, playing on from a state, declined for good and played best elsewhere, is worth the most
of slope · x + constant over the policies there are elsewhere: slope is a policy's chance of the win, constant
what its other ends bring. A maximum of finitely many lines that do not fall is convex, piecewise linear and
never falls. So an offer is taken, if anywhere, at low pays of the win, and there is one pay at which that
flips.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

from markov.chain.absorption import component_values, optimal_policy
from markov.chain.chain import Chain
from markov.chain.solvers import check_affordable
from markov.chain.transitions import TooMuchWork
from markov.exact import ExactNumber, arithmetic, fraction

_MOST_SOLVED = 2 * 10**7  # transitions, and cubes of the sizes of components; measured, some minutes


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
    found: dict[int, Fraction | None] = dict.fromkeys(offers)
    if not offers:
        return found
    lines = _StateReturns(chain, payoff, offers, wins)
    if beyond := {i for i in offers if not lines.slope[i]}:
        lines.stop(beyond & optimal_policy(chain.transitions, payoff, offers).stops)
    while tied := lines.highest():
        x = fraction(lines.root[tied[0]])
        found |= dict.fromkeys(tied, x)
        lines.stop(tied)
    return found


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
        self.queue: list[
            tuple[ExactNumber, int]
        ] = []  # all roots that were ever found, negative, the highest first
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
        if self.solved > _MOST_SOLVED:
            raise TooMuchWork(
                "there are too many offers to find where each of them flips; leave some out with "
                "--pay surrender-K=none"
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
