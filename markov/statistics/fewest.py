"""The fewest outcomes that make goals true."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import TypeAlias, cast

from markov.chain.solve_order import TooMuchWork
from markov.distribution import Distribution
from markov.race.goals import Count, CountGoal, Goal, Reach, WheelOutcome, renamed, tallies

MOST = 100_000  # counts looked at; some seconds

Counts: TypeAlias = tuple[int, ...]


def fewest(
    true: Sequence[Goal], false: Sequence[Goal], wheel: Distribution[WheelOutcome]
) -> dict[WheelOutcome, int] | None:
    """How often outcomes have to come for some lasting goals to be true and others not; as few as can be.

    None where that cannot be. Of outcomes that all goals count alike the likeliest is taken.

    >>> from markov.race.goals import AnyOf
    >>> die = Distribution.counted(range(1, 7))
    >>> low, ace = Reach(frozenset({1, 2}), 3), Reach(frozenset({1}), 1)
    >>> fewest([low, AnyOf((ace, Reach(frozenset({3}), 1)))], [], die)
    {1: 1, 2: 2}
    >>> fewest([low], [ace], die), fewest([ace], [low, ace], die)
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
    found = {start}
    while waiting:
        _, counts = heappop(waiting)
        if not all(_lacking(goal, counts) for goal in others):
            continue
        missing = next((goal for goal in goals if _lacking(goal, counts)), None)
        if missing is None:
            return {name: n for name, n in zip(names, counts, strict=True) if n}
        for i in sorted(_wanted(missing, counts)):
            more = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
            if more not in found:
                found.add(more)
                heappush(waiting, (sum(more) + bound(more), more))
        if len(found) > MOST:
            raise TooMuchWork(f"more than {MOST:,} counts would have to be compared")
    return None


def _alike(
    true: Sequence[Goal], false: Sequence[Goal], wheel: Distribution[WheelOutcome]
) -> tuple[list[WheelOutcome], list[Goal], list[Goal]]:
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


def _parts(goal: Goal) -> Iterator[Goal]:
    if isinstance(goal, Reach | Count) or goal.m < len(goal.parts):
        yield goal
    else:
        for part in goal.parts:
            yield from _parts(part)


def _forced(goals: Sequence[Goal], size: int) -> Counts:
    """What goals on one outcome alone leave no choice about."""
    least = [0] * size
    for goal in goals:
        if isinstance(goal, Reach) and len(goal.counts) == 1:
            (i,) = _numbers(goal)
            least[i] = max(least[i], goal.need)
    return tuple(least)


def _lacking(goal: Goal, counts: Counts) -> int:
    """How many more outcomes have to come, at least, until the goal is true; 0 where it is."""
    if isinstance(goal, Reach):
        return max(goal.need - sum(counts[i] for i in _numbers(goal)), 0)
    if isinstance(goal, Count):
        raise TypeError(f"{goal} is not lasting")
    return sorted(_lacking(part, counts) for part in goal.parts)[goal.m - 1] if goal.m else 0


def _wanted(goal: Goal, counts: Counts) -> set[int]:
    """The outcomes of which some more has to come until the goal is true."""
    open_ = [tally for tally in tallies(goal) if _lacking(tally, counts)]
    return {i for tally in open_ for i in _numbers(tally)}


def _numbers(tally: CountGoal) -> Iterable[int]:
    return cast(Iterable[int], tally.counts)
