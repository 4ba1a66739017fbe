"""Rebate: where to quit, when a share of what has been lost is given back on quitting.

What a player has on quitting is g(x) = x for a gain x, and (1 − share)·x for a loss, which is convex. So what
playing on adds falls as a gain grows and as a loss grows, and best play goes on between two amounts. They are
sought by policy iteration in floats, and it goes on in whole numbers until the plan is proved best: v, its
value, is not below what quitting brings inside, nor below what another round brings outside, which at most a
round's reach beyond the two amounts has to be checked. The proof has v from a guess in whole numbers, and
what that is off in the equations, times the most rounds that are expected, is the error.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from markov.chain.chain import MAX_STATES
from markov.chain.transitions import TooMuchWork
from markov.exact import share
from markov.shown import HasView
from markov.statistics.bankroll import (
    FinalLaw,
    Gains,
    band_solver,
    check_reach,
    correction,
    most_rounds,
    settled,
)
from markov.statistics.bracket import Bracket
from markov.statistics.net_law import Amount, NetLaw, WagerOrLaw, money
from markov.wager.odds import Strategy

_MOST_CELLS = 10**9  # of all systems that are solved
_NEAR = 1e-11  # of the amounts; nearer floats are taken for a tie, at which a player quits
_SLOWER = 40  # times, in whole numbers, for each 50 binary places
_BITS = 70  # of the guess, and two more for each of the share
_NOTHING = Bracket.of(0)


@dataclass(frozen=True, slots=True)
class Rebate(HasView):
    """Best play with a rebate on the net loss, which is paid when the player quits.

    value        what the player has on average, the rebate in it: the cost to the house; 0 where no round is
                 worth playing
    break_even   the share from which a round is worth playing
    quit_behind  the least loss at which the player quits; None where no round is worth playing
    quit_ahead   the least gain at which the player quits; None likewise
    ties         gains at which to quit and to play on are equally good, or too near to be told apart
    law          of the gain before the rebate, in units; None where no round is worth playing
    rounds       the average number of rounds
    """

    net: NetLaw
    bet: Fraction
    share: Fraction
    break_even: Fraction
    value: Bracket = _NOTHING
    quit_behind: Fraction | None = None
    quit_ahead: Fraction | None = None
    ties: tuple[Fraction, ...] = ()
    law: FinalLaw | None = None
    rounds: Bracket = _NOTHING

    @property
    def ahead(self) -> Bracket | None:
        """The chance to quit ahead; None where no round is worth playing."""
        return None if self.law is None else self.law.chance(lambda x: x > 0)

    def __repr__(self) -> str:
        return (
            f"Rebate({self.share}, quit {self.quit_behind} behind or {self.quit_ahead} ahead, {self.value!r})"
        )


def rebate(
    wager: WagerOrLaw,
    back: "str | Fraction",
    *,
    bet: Amount = 1,
    play: Strategy = "never",
    limit: int = MAX_STATES,
) -> Rebate:
    """The best play with a rebate, and what the player then has.

    wager   or a law of one's own: what a round gains, with the chance of it
    back    the share of a net loss that is given back when the player quits
    bet     the stake of a round

    >>> import markov as mk
    >>> found = mk.rebate({-1: "37/38", 35: "1/38"}, "20%")
    >>> found.quit_behind, found.quit_ahead, found.break_even, found.value.rounded(4)
    (Fraction(37, 1), Fraction(24, 1), Fraction(2, 37), '1.7739')

    Raises ValueError where the player has no disadvantage without it, and TooMuchWork where the player would
    quit too far off.
    """
    given, stake, net = share(back), money("bet", bet), NetLaw.of(wager, play, limit)
    if not 0 < given < 1:
        raise ValueError(f"a rebate of {given} is not between 0 and 1")
    if net.mean >= 0:
        raise ValueError(
            f"a round gains {net.mean} on average without any rebate, so there is no best time to quit"
        )
    gains = net.gains(stake)
    break_even = net.mean / sum((gain * chance for gain, chance in net.law.items() if gain < 0), Fraction(0))
    if (plan := _best_plan(gains, given)) is None:
        return Rebate(net, stake, given, break_even)
    (low, goal, ties), unit = plan, gains.unit
    law = settled(gains, low, goal, None, [lambda x: x <= low, lambda x: x >= goal])
    if law.rounds is None:
        raise AssertionError(plan)
    lost = replace(law, chances={x: p for x, p in law.chances.items() if x < 0})
    value = (law.moment(1) - lost.moment(1) * given) * unit
    even = tuple(x * unit for x in ties)
    return Rebate(net, stake, given, break_even, value, -low * unit, goal * unit, even, law, law.rounds)


def _best_plan(gains: Gains, share: Fraction) -> tuple[int, int, list[int]] | None:
    """The totals at which a player quits, or beyond, and ties; None where not one round is worth playing."""
    check_reach(gains.weights)
    low, goal, work, proved = 0, 1, 0, False
    slower = _SLOWER * (1 + (_BITS + 3 * share.denominator.bit_length()) // 50)
    ties: list[int] = []
    while True:  # each plan is better than the one before, and goes on wherever that does
        if proved:
            better, ties = _proof(gains, share, low, goal)
        else:
            better = _better(gains, share, low, goal)
        if not better:
            return None
        before, (low, goal) = (low, goal), (better[0] - 1, better[-1] + 1)
        if (low, goal) == before:
            if proved:
                return low, goal, ties
            proved = True  # the floats tell no more
        cells = (len(gains.weights) + 1) * slower if proved else gains.win + 2 * gains.loss + 1
        work += (goal - low) * cells
        if work > _MOST_CELLS:
            raise TooMuchWork(
                "the player would quit so far from the start that it is out of reach; "
                "ask for a smaller rebate"
            )


def _better(gains: Gains, share: Fraction, low: int, goal: int) -> list[int]:
    """The totals at which to play on is better than to quit, by floats."""
    x, quitting, held = _values(gains, share, low, goal)
    inside = slice(gains.loss, len(x) - gains.win)
    near = _NEAR * (1 + np.abs(x[inside]))
    better: list[int] = x[inside][_after(gains, held, inside) > quitting[inside] + near].tolist()
    return better


def _values(gains: Gains, share: Fraction, low: int, goal: int) -> tuple[Any, Any, Any]:
    """The totals within two rounds' reach, what quitting brings, and what going on between the two does."""
    x = np.arange(low - gains.win - gains.loss, goal + gains.loss + gains.win + 1)
    quitting = np.where(x < 0, float(1 - share) * x, x)
    held, size = quitting.copy(), goal - low - 1
    if size:
        inside = slice(gains.win + gains.loss + 1, len(x) - gains.win - gains.loss - 1)
        held[inside] = 0
        held[inside] = band_solver(gains, size)(_after(gains, held, inside))
    return x, quitting, held


def _after(gains: Gains, held: Any, inside: slice) -> Any:
    """The value of one round more."""
    law = ((gain, weight / gains.total) for gain, weight in gains.weights.items())
    return sum(p * held[inside.start + gain : inside.stop + gain] for gain, p in law)


def _proof(gains: Gains, share: Fraction, low: int, goal: int) -> tuple[list[int], list[int]]:
    """The totals at which to play on is better, as far as they are told apart, and those that are not."""
    scale, inside = share.denominator << _BITS + 2 * share.denominator.bit_length(), range(low + 1, goal)
    kept = int((1 - share) * scale)
    reach = gains.loss + gains.win
    quitting = {y: y * (kept if y < 0 else scale) for y in range(low - reach, goal + reach + 1)}
    values = quitting | dict.fromkeys(inside, 0)

    def on(y: int) -> int:
        """The value of another round, times the weight of all outcomes."""
        return sum(weight * values[y + gain] for gain, weight in gains.weights.items())

    solve, known = band_solver(gains, len(inside)), -1
    while True:  # each guess is a float of what the one before is off by
        rest = [on(y) - gains.total * values[y] for y in inside]
        off = max(map(abs, rest))
        if not known or off * 4 > known > 0:
            break
        known = off
        for y, more in zip(inside, correction(solve, rest, gains.total), strict=True):
            values[y] += more
    error = int(off * most_rounds(gains, len(inside)) / gains.total) + 1
    better, ties = [], []
    for y in range(low - gains.win, goal + gains.loss + 1):
        gained = (values[y] if y in inside else on(y) // gains.total) - quitting[y]
        if abs(gained) <= 2 * error:
            ties.append(y)
        if gained > 2 * error or (y in inside and gained >= -2 * error):
            better.append(y)
    return better, ties
