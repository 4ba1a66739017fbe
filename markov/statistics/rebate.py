"""Rebate: where to quit, when a share of what has been lost is given back on quitting.

What a player has on quitting is g(x) = x for a gain x, and (1 − share)·x for a loss, which is convex. So what
playing on adds falls as a gain grows and as a loss grows, and best play goes on between two amounts. They are
sought by policy iteration in floats, and the plan is then proved best: v, its value, is not below what
quitting brings inside, nor below what another round brings outside, which at most a round's reach beyond the
two amounts has to be checked. The proof has v from a guess in whole numbers, and what that is off in the
equations, times the most rounds that are expected, is the error.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from markov.chain.transitions import TooMuchWork
from markov.statistics.bankroll import Gains, band_solver, most_rounds, whole_numbers

_MOST_CELLS = 10**9  # of all systems that are solved
_NEAR = 1e-11  # of the amounts; nearer floats are taken for a tie, at which a player quits
_BITS = 70


@dataclass(frozen=True, slots=True)
class QuittingPlan:
    """Best play with a rebate: quit with a total of `low` or below, and of `goal` or above, in units.

    ties   totals at which playing on and quitting are too near to be told apart
    """

    low: int
    goal: int
    ties: tuple[int, ...]


def best_plan(gains: Gains, share: Fraction) -> QuittingPlan | None:
    """The totals at which a player quits; None where not one round is worth playing.

    Raises TooMuchWork where they are too far apart, and ArithmeticError where the plan is not proved.
    """
    low, goal, work = 0, 1, 0
    law = [(gain, weight / gains.total) for gain, weight in gains.weights.items()]
    while True:  # each plan is better than the one before, and goes on wherever that does
        first = low - gains.win - gains.loss  # of all that is reached from where another round is asked for
        x = np.arange(first, goal + gains.loss + gains.win + 1)
        held = np.where(x < 0, (1 - float(share)) * x, x)
        if goal - low > 1:
            held[low + 1 - first : goal - first] = _solved(gains, float(share), low, goal)
        inside = slice(gains.loss, len(x) - gains.win)
        at = x[inside]
        on = sum(p * held[inside.start + gain : inside.stop + gain] for gain, p in law)
        better = at[on > np.where(at < 0, (1 - float(share)) * at, at) + _NEAR * (1 + np.abs(at))]
        if not len(better):
            return None
        before, (low, goal) = (low, goal), (int(better[0]) - 1, int(better[-1]) + 1)
        if (low, goal) == before:
            return QuittingPlan(low, goal, _proved(gains, share, low, goal))
        work += (goal - low) * (gains.win + 2 * gains.loss + 1)
        if work > _MOST_CELLS:
            raise TooMuchWork(
                "the player would quit so far from the start that it is out of reach; try a larger bet"
            )


def _solved(gains: Gains, share: float, low: int, goal: int) -> Any:
    """The value of playing on between the two totals, in floats."""
    size = goal - low - 1
    i, right = np.arange(size), np.zeros(size)
    for gain, weight in gains.weights.items():
        x = i + low + 1 + gain
        out = (x <= low) | (x >= goal)
        right += np.where(out, np.where(x < 0, (1 - share) * x, x), 0.0) * (weight / gains.total)
    return band_solver(gains, size)(right)


def _proved(gains: Gains, share: Fraction, low: int, goal: int) -> tuple[int, ...]:
    """The totals that are not told apart; raises ArithmeticError where the plan is not the best."""
    scale = share.denominator << _BITS

    def quitting(x: int) -> int:
        return x * scale if x >= 0 else x * (scale - int(share * scale))

    guess = whole_numbers(_solved(gains, float(share), low, goal), _BITS).tolist()
    inside = {low + 1 + i: value * share.denominator for i, value in enumerate(guess)}

    def on(x: int) -> int:
        """The value of another round from x, times the weight of all outcomes."""
        reached = ((weight, x + gain) for gain, weight in gains.weights.items())
        return sum(weight * (inside[y] if y in inside else quitting(y)) for weight, y in reached)

    off = max(abs(on(x) - gains.total * value) for x, value in inside.items())
    error = int(off * most_rounds(gains, goal - low - 1) / gains.total) + 1
    outside = [*range(low - gains.win, low + 1), *range(goal, goal + gains.loss + 1)]
    ties = []
    for x in (*inside, *outside):
        margin = inside[x] - quitting(x) if x in inside else quitting(x) - on(x) // gains.total
        if margin < -2 * error:
            raise ArithmeticError(f"to quit at {low} and {goal} is not the best plan: not at {x}")
        if margin <= 2 * error:
            ties.append(x)
    return tuple(ties)
