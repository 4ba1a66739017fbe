"""The largest sum that wagers can return together on one run of spins, where goals tell how each ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import groupby
from typing import Any

from markov.chain.solve_order import TooMuchWork
from markov.distribution import Distribution
from markov.race.goals import AllOf, Exactly, Goal, WheelOutcome
from markov.race.race import race
from markov.statistics.fewest import fewest
from markov.wager.wager import Ladder

MOST = 1_000  # sums looked at, the largest first


@dataclass(frozen=True, slots=True)
class Level:
    """What a wager returns as long as the goal that is under it is true and the one over it is not.

    under, over   empty where there is none
    """

    returned: Fraction
    under: tuple[Goal, ...]
    over: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Highest:
    """The largest sum, and the chance of it.

    runs   for each way to it how often outcomes have to come, as few as can be; a stopper may have to follow
    """

    total: Fraction
    chance: Fraction
    runs: tuple[dict[WheelOutcome, int], ...]


def levels(ladder: Ladder, returned: Sequence[Fraction]) -> tuple[Level, ...]:
    """What a wager can return, the most first; ends in a row that return the same are one level.

    returned   at each of its ends
    """
    goals = ((), *((goal,) for goal in ladder.goals), ())
    runs = [
        (value, [i for i, _ in run]) for value, run in groupby(enumerate(returned), key=lambda end: end[1])
    ]
    found = [Level(value, goals[run[0]], goals[run[-1] + 1]) for value, run in runs]
    return tuple(sorted(found, key=lambda level: -level.returned))


def highest(
    wagers: Sequence[tuple[Level, ...]], wheel: Distribution[Any], stop: frozenset[WheelOutcome]
) -> Highest:
    """The largest sum of what wagers return, one level of each, over all runs of spins until a stopper.

    Sums are looked at from the largest on until one can be. It never is the sum of what each may return for
    that reason alone: the goals of its levels have to agree.

    Raises TooMuchWork where that takes too long, TooManyTerms where the formula of the chance would be.
    """
    best = chance = Fraction(0)
    runs: list[dict[WheelOutcome, int]] = []
    for total, chosen in _sums(wagers):
        if runs and total < best:
            break
        true = list(dict.fromkeys(goal for level in chosen for goal in level.under))
        false = list(dict.fromkeys(goal for level in chosen for goal in level.over))
        run = fewest(true, false, wheel)
        if run is not None:
            best = total
            runs.append(run)
            chance += _chance(true, false, wheel, stop)
    return Highest(best, chance, tuple(runs))


def _sums(wagers: Sequence[tuple[Level, ...]]) -> Iterator[tuple[Fraction, list[Level]]]:
    """Each choice of a level of every wager, with its sum, the largest sums first."""
    top = sum((levels[0].returned for levels in wagers), Fraction(0))
    waiting = [(-top, (0,) * len(wagers), 0)]
    for _ in range(MOST):
        if not waiting:
            return
        below, places, last = heappop(waiting)
        yield -below, [levels[i] for levels, i in zip(wagers, places, strict=True)]
        for k in range(last, len(wagers)):  # only from the last that was lowered on, so that none comes twice
            if (i := places[k] + 1) < len(wagers[k]):
                less = wagers[k][i - 1].returned - wagers[k][i].returned
                heappush(waiting, (below + less, (*places[:k], i, *places[k + 1 :]), k))
    if waiting:
        raise TooMuchWork(f"more than {MOST:,} sums of returns would have to be compared")


def _chance(
    true: Sequence[Goal], false: Sequence[Goal], wheel: Distribution[Any], stop: frozenset[WheelOutcome]
) -> Fraction:
    goals = (*true, Exactly(0, tuple(false))) if false else tuple(true)
    return race(AllOf(goals), wheel, stop).chance if goals else Fraction(1)
