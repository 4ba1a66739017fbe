"""The largest sum that wagers can return together on one run of spins, where goals tell how each ends.

Choices of one level of return of each wager are tried from the largest sum on; the fewest outcomes that make
the goals of a choice true, and others not, show that it can be.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import groupby
from typing import Any, TypeAlias, cast

from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, Tally, WheelOutcome
from markov.race.goals import RaceGoal, exactly, renamed, tallies
from markov.race.race import joint_chance
from markov.wager.rule import NestedRace

MOST_COUNTS = 100_000  # counts looked at; some seconds

Counts: TypeAlias = tuple[int, ...]


def fewest_outcomes(
    true: Sequence[RaceGoal], false: Sequence[RaceGoal], wheel: Distribution[WheelOutcome]
) -> dict[WheelOutcome, int] | None:
    """The fewest outcomes that make some lasting goals true and leave others false, with their counts.

    None where that cannot be. Of outcomes that all goals count alike the likeliest is taken.

    >>> from markov.race.goals import any_of
    >>> die = Distribution.counted(range(1, 7))
    >>> low, ace = Tally(frozenset({1, 2}), 3), Tally(frozenset({1}), 1)
    >>> fewest_outcomes([low, any_of((ace, Tally(frozenset({3}), 1)))], [], die)
    {1: 1, 2: 2}
    >>> fewest_outcomes([low], [ace], die), fewest_outcomes([ace], [low, ace], die)
    ({2: 3}, None)

    A* search: from counts that leave a goal false, one more of some outcome that it counts has to come, and
    at least as many more as the goal that lacks most. What makes a goal true that has to stay false is left.

    Raises TooMuchWork beyond the limit on counts looked at.
    """
    names, goals, others = _alike(true, false, wheel)

    def bound(counts: Counts) -> int:
        return max((_lacking(goal, counts) for goal in goals), default=0)

    start = _forced(goals, len(names))
    waiting = [(sum(start) + bound(start), start)]
    seen = {start}
    while waiting:
        _, counts = heappop(waiting)
        if not all(_lacking(goal, counts) for goal in others):
            continue
        missing = next((goal for goal in goals if _lacking(goal, counts)), None)
        if missing is None:
            return {name: n for name, n in zip(names, counts, strict=True) if n}
        for i in sorted(_wanted(missing, counts)):
            more = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
            if more not in seen:
                seen.add(more)
                heappush(waiting, (sum(more) + bound(more), more))
        if len(seen) > MOST_COUNTS:
            raise TooMuchWork(
                f"the worst case takes more than {MOST_COUNTS:,} counts to compare; ask for smaller needs"
            )
    return None


def _alike(
    true: Sequence[RaceGoal], false: Sequence[RaceGoal], wheel: Distribution[WheelOutcome]
) -> tuple[list[WheelOutcome], list[RaceGoal], list[RaceGoal]]:
    """One name for all outcomes that every goal counts alike, and the goals over the numbers of the names.

    Where all parts of a goal have to be true, it is these parts.
    """
    sets = [tally.counts for goal in (*true, *false) for tally in tallies(goal)]
    kinds: dict[tuple[bool, ...], list[WheelOutcome]] = {}
    for outcome in wheel:
        if any(kind := tuple(outcome in counts for counts in sets)):
            kinds.setdefault(kind, []).append(outcome)
    number: dict[WheelOutcome, WheelOutcome] = {
        each: i for i, kind in enumerate(kinds.values()) for each in kind
    }
    return (
        [max(kind, key=wheel.__getitem__) for kind in kinds.values()],
        [renamed(part, number) for goal in true for part in _parts(goal)],
        [renamed(goal, number) for goal in false],
    )


def _parts(goal: RaceGoal) -> Iterator[RaceGoal]:
    if isinstance(goal, Tally) or goal.m < len(goal.parts):
        yield goal
    else:
        for part in goal.parts:
            yield from _parts(part)


def _forced(goals: Sequence[RaceGoal], size: int) -> Counts:
    """The counts that goals on one outcome alone make necessary."""
    least = [0] * size
    for goal in goals:
        if isinstance(goal, Tally) and len(goal.counts) == 1:
            (i,) = _numbers(goal)
            least[i] = max(least[i], goal.need)
    return tuple(least)


def _lacking(goal: RaceGoal, counts: Counts) -> int:
    """A lower bound on the outcomes that still have to come until the goal is true; 0 where it is."""
    if isinstance(goal, Tally):
        return max(goal.need - sum(counts[i] for i in _numbers(goal)), 0)
    return sorted(_lacking(part, counts) for part in goal.parts)[goal.m - 1] if goal.m else 0


def _wanted(goal: RaceGoal, counts: Counts) -> set[int]:
    """The outcomes of which some more has to come until the goal is true."""
    open_ = [tally for tally in tallies(goal) if _lacking(tally, counts)]
    return {i for tally in open_ for i in _numbers(tally)}


def _numbers(tally: Tally) -> Iterable[int]:
    return cast(Iterable[int], tally.counts)


MOST_SUMS = 1_000  # sums looked at, the largest first


@dataclass(frozen=True, slots=True)
class GoalLevel:
    """The return of a wager while the goal under it is true and the one over it is not.

    under, over   empty where there is none
    """

    returned: Fraction
    under: tuple[RaceGoal, ...]
    over: tuple[RaceGoal, ...]


@dataclass(frozen=True, slots=True)
class HighestSum:
    """The largest sum, and the chance of it.

    runs   for each way to it how often outcomes have to come, as few as can be; a stopper may have to follow
    """

    total: Fraction
    chance: Fraction
    runs: tuple[dict[WheelOutcome, int], ...]


def levels(ladder: NestedRace, returned: Sequence[Fraction]) -> tuple[GoalLevel, ...]:
    """The levels of return of a wager, the highest first; ends in a row that return the same are one.

    returned   at each of its ends
    """
    goals = ((), *((goal,) for goal in ladder.goals), ())
    runs = [
        (value, [i for i, _ in run]) for value, run in groupby(enumerate(returned), key=lambda end: end[1])
    ]
    levels = [GoalLevel(value, goals[run[0]], goals[run[-1] + 1]) for value, run in runs]
    return tuple(sorted(levels, key=lambda level: -level.returned))


def highest_sum(
    wagers: Sequence[tuple[GoalLevel, ...]], wheel: Distribution[Any], stop: frozenset[WheelOutcome]
) -> HighestSum:
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
        run = fewest_outcomes(true, false, wheel)
        if run is not None:
            best = total
            runs.append(run)
            none = [exactly(0, false)] if false else []
            chance += joint_chance((*true, *none), wheel, stop)
    return HighestSum(best, chance, tuple(runs))


def _sums(wagers: Sequence[tuple[GoalLevel, ...]]) -> Iterator[tuple[Fraction, list[GoalLevel]]]:
    """Each choice of a level of every wager, with its sum, the largest sums first."""
    top = sum((levels[0].returned for levels in wagers), Fraction(0))
    waiting = [(-top, (0,) * len(wagers), 0)]
    for _ in range(MOST_SUMS):
        if not waiting:
            return
        below, places, last = heappop(waiting)
        yield -below, [levels[i] for levels, i in zip(wagers, places, strict=True)]
        for k in range(last, len(wagers)):  # only from the last that was lowered on, so that none comes twice
            if (i := places[k] + 1) < len(wagers[k]):
                less = wagers[k][i - 1].returned - wagers[k][i].returned
                heappush(waiting, (below + less, (*places[:k], i, *places[k + 1 :]), k))
    if waiting:
        raise TooMuchWork(
            f"the worst case takes more than {MOST_SUMS:,} combinations to compare; ask for fewer wagers"
        )
