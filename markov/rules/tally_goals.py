"""The goals and the ends of tallies that race a stopper, as a race without states knows them."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from markov.distribution import Tally
from markov.race.goals import RaceGoal, all_of, any_of, at_least
from markov.wager.rule import End

_MOST = 100_000  # states walked through for one policy; about a second

TallyHeights: TypeAlias = tuple[int, ...]  # how far each tally is
GoalsAndEnds: TypeAlias = tuple[tuple[RaceGoal, ...], tuple[str, ...]]


def goals_to_the_end(parts: Sequence[Tally], size: int, goal: str) -> GoalsAndEnds:
    """The goals of a race that is played to its end, and the ends that they bring.

    parts   the tallies that can come to anything on the wheel
    size    how many tallies there are
    """
    if goal == "each":
        made = tuple(at_least(k, parts) for k in range(1, len(parts) + 1))
        return made, ("lost", *(f"made-{k}" for k in range(1, len(parts) + 1)))
    if not parts or (goal == "all" and len(parts) < size):
        return (), ("lost",)
    return ((_any(parts) if goal == "first" else all_of(parts)),), ("lost", "made")


def goals_to_surrender(parts: Sequence[Tally], goal: str, high: int) -> GoalsAndEnds:
    """The goals and ends of a race in which the player surrenders once the furthest tally has that height.

    Under `each`, tallies that need less may be full by then, and count where the stopper comes before.
    """
    top = _any([Tally(part.counts, high) for part in parts if part.need >= high])
    low = tuple(part for part in parts if part.need < high) if goal == "each" else ()
    full = range(1, len(low) + 1)
    goals = (*(any_of((at_least(k, low), top)) for k in full), top)
    return goals, ("lost", *(f"made-{k}" for k in full), f"surrender-{high}")


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
