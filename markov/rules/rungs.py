"""A race of tallies as lasting goals, so that its states need not be told apart."""

from collections.abc import Callable, Collection, Sequence

from markov.race.goals import AllOf, AnyOf, AtLeast, Goal, Reach
from markov.rules.lattice import State, TallyGoal
from markov.wager.wager import End

_MOST = 100_000  # states walked through for one policy; about a second

Rungs = tuple[tuple[Goal, ...], tuple[str, ...]]


def rungs(parts: Sequence[Reach], size: int, goal: TallyGoal) -> Rungs:
    """The goals of a race that is played to its end, and the ends that they bring.

    parts   the tallies that can come to anything on the wheel
    size    how many tallies there are
    """
    if goal == "each":
        made = tuple(AtLeast(k, tuple(parts)) for k in range(1, len(parts) + 1))
        return made, ("lost", *(f"made-{k}" for k in range(1, len(parts) + 1)))
    if not parts or (goal == "all" and len(parts) < size):
        return (), ("lost",)
    return ((_any(parts) if goal == "first" else AllOf(tuple(parts))),), ("lost", "made")


def surrendered(parts: Sequence[Reach], goal: TallyGoal, high: int) -> Rungs:
    """The same where the player surrenders as soon as the furthest tally comes to that height.

    Under `each`, tallies that need less may be full by then, and count where the stopper comes before.
    """
    top = _any([Reach(part.counts, high) for part in parts if part.need >= high])
    low = tuple(part for part in parts if part.need < high) if goal == "each" else ()
    full = range(1, len(low) + 1)
    goals = (*(AnyOf((AtLeast(k, low), top)) for k in full), top)
    return goals, ("lost", *(f"made-{k}" for k in full), f"surrender-{high}")


def met(
    start: State, step: Callable[[State, object], State | End], counted: Collection[object], high: int
) -> set[State] | None:
    """The states in which the furthest tally first comes to the height.

    None where play can be over before, or where that takes too many states to see.
    """
    found: set[State] = set()
    below = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for outcome in counted:
            after = step(state, outcome)
            if isinstance(after, End):
                return None
            if max(after) >= high:
                found.add(after)
            elif after not in below:
                below.add(after)
                waiting.append(after)
        if len(below) + len(found) > _MOST:
            return None
    return found


def _any(parts: Sequence[Reach]) -> Goal:
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))
