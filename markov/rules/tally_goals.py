"""The goals and the ends of tallies that race a stopper, as a race without states knows them."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from markov.distribution import Tally
from markov.race.goals import RaceGoal, all_of, any_of, at_least
from markov.wager.rule import End

_MOST = 100_000  # states walked through for one policy; about a second

TallyHeights: TypeAlias = tuple[int, ...]  # how far each tally is
GoalsAndEnds: TypeAlias = tuple[tuple[RaceGoal, ...], tuple[str, ...]]


def goals_and_ends(parts: Sequence[Tally], size: int, goal: str, high: int | None = None) -> GoalsAndEnds:
    """The goals of a race, and the ends that they bring.

    parts   the tallies that can come to anything on the wheel
    size    how many tallies there are
    high    the height of the furthest tally at which the player surrenders; None where play goes to its end

    Under `each`, tallies that need less may be full by then, and count where the stopper comes before.
    """
    low = tuple(part for part in parts if high is None or part.need < high) if goal == "each" else ()
    best: tuple[RaceGoal, ...] = ()
    if high is not None:
        best = (_any([Tally(part.counts, high) for part in parts if part.need >= high]),)
    elif parts and (goal == "first" or (goal == "all" and len(parts) == size)):
        best = (_any(parts) if goal == "first" else all_of(parts),)
    full = range(1, len(low) + 1)
    counted = (at_least(k, low) for k in full)
    last = ("made" if high is None else f"surrender-{high}",) * len(best)
    return (
        (*(any_of((part, *best)) if best else part for part in counted), *best),
        ("lost", *(f"made-{k}" for k in full), *last),
    )


def states_at_height(
    start: TallyHeights,
    step: Callable[[TallyHeights, object], TallyHeights | End],
    counted: Collection[object],
    high: int,
) -> set[TallyHeights] | None:
    """The states in which the furthest tally first comes to the height.

    None where play can be over before, or where that takes too many states to see.
    """
    at_height: set[TallyHeights] = set()
    below = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for outcome in counted:
            after = step(state, outcome)
            if isinstance(after, End):
                return None
            if max(after) >= high:
                at_height.add(after)
            elif after not in below:
                below.add(after)
                waiting.append(after)
        if len(below) + len(at_height) > _MOST:
            return None
    return at_height


def _any(parts: Sequence[Tally]) -> RaceGoal:
    return parts[0] if len(parts) == 1 else any_of(parts)
