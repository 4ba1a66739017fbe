"""Progress of a goal: what each trial leaves of it, and whether it is true where play stops.

This is formula progression (Bacchus & Kabanza, Using temporal logics to express search control knowledge
for planning, 2000): the state of play is what is left of the goal, and every use of a goal, as a win, a
line, a stopper, an offer or the way to another phase, goes by the same functions. What is left is

of a count      how often its outcomes have come, up to the number that is asked for
of a pattern    the beginnings that the last trials match; of a streak its length
of K of parts   what is left of each part
of a race       what is left of its goal; with that of its stopper, unless one trial brings the stopper
of a deadline   what is left of its goal; how many trials have been made is told by who plays

and TRUE or FALSE of one of the last three, and of a goal that is a line of a wager, as soon as nothing can
change it. A state of play, the `Standing`, is what is left of all goals of a wager. A goal is the expression
that says it, its sets the events of a wheel. That of 6x2 and 8x1 before 7 is a race whose goal has two parts:

>>> six, seven, eight = (Event(frozenset({total}), str(total)) for total in (6, 7, 8))
>>> goal = Before(Among(2, (Times(six, 2), eight)), seven)
>>> left = begun(goal)
>>> for total in (6, 8, 6):
...     (left,) = moves([goal], total)([left])
...     print(left)
(1, 0)
(1, 1)
('won',)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple, TypeAlias

from markov.rules import expression as ex
from markov.rules.expression import Among, Before, Event, InARow, Outcomes, Then, Times, WheelGoal, Within

Left: TypeAlias = Any  # a whole number, or a tuple
Move: TypeAlias = Callable[[Left], Left]

TRUE: Left = ("won",)
FALSE: Left = ("lost",)
TRUTHS: Mapping[bool | None, Left] = {True: TRUE, False: FALSE}
_SETTLED = TRUE, FALSE


class Standing(NamedTuple):
    """The standing of play between two trials: what is left of all goals of a wager.

    lines    what is left of each line; TRUE or FALSE of one that is settled
    stop     what is left of the stopper
    offers   what is left of the condition of each offer
    trials   those that have been made, while a deadline is ahead; then always the same number
    stage    the state of the wheel's cycle
    bag      how many are left of each kind, where nothing is put back
    """

    lines: tuple[Left, ...]
    stop: Left
    offers: tuple[Left, ...]
    trials: int
    stage: Any
    bag: tuple[int, ...]

    @property
    def left(self) -> tuple[Left, ...]:
        """The rests of all goals: of the lines, the conditions of offers and the stopper."""
        return (*self.lines, *self.offers, *(() if self.stop is None else (self.stop,)))


def event(goal: WheelGoal) -> Outcomes | None:
    """The outcomes each of which makes the goal true at once; None where it is more than that."""
    single = isinstance(goal, Event | Times) and goal.need == 1 and not goal.exactly
    return goal.of.outcomes if single else None


def listed(goal: WheelGoal) -> bool:
    """True where what is left of the goal is a list: of K of parts, and of a race not over in one trial."""
    return isinstance(goal, Among) or (isinstance(goal, Before) and event(goal.stop) is None)


def rests(goal: WheelGoal, left: Left) -> Iterator[tuple[WheelGoal, Left]]:
    """The goals inside of one that is not settled, each with what is left of it."""
    return zip(ex.inside(goal), left if listed(goal) else (left, 0), strict=False)


def begun(goal: WheelGoal) -> Left:
    """The goal before the first trial, of which all is left."""
    parts = ex.inside(goal)
    return _joined(goal, tuple(map(begun, parts))) if parts else 0


def _joined(goal: WheelGoal, left: tuple[Left, ...]) -> Left:
    """The rest of a goal where that is left of the goals inside of it."""
    if not isinstance(goal, Among):
        return TRUTHS.get(settled(goal.goal, left[0]), left if listed(goal) else left[0])
    truths = list(map(settled, goal.parts, left))
    true, false = truths.count(True), truths.count(False)
    if len(truths) - false < goal.need or (goal.exactly and true > goal.need):
        return FALSE
    if (true + false == len(truths)) if goal.exactly else true >= goal.need:
        return TRUE
    return left


def moved_by(goal: WheelGoal, outcome: Any) -> Move | None:
    """The move from what is left of the goal to what the outcome leaves of it; None where it leaves all.

    It is for a goal that is not settled: see `moves`. Deadlines do not pass by it: see `at_deadline`.
    """
    match goal:
        case Event() | Times() | InARow() if outcome in goal.of.outcomes:
            return lambda left: left + 1
        case Event() | Times() | InARow():
            return (lambda left: 0) if isinstance(goal, InARow) else None
        case Then():  # the beginnings that the outcome carries on, as bits of a number
            fits = sum([1 << k for k, each in enumerate(goal.sets) if outcome in each.outcomes])
            return lambda left: min((left << 1 | 1) & fits, whole(goal))
    is_list, inner = listed(goal), moves(ex.inside(goal), outcome)
    if inner is None:
        return None

    def move(left: Left) -> Left:
        here = left if is_list else (left, 0)
        later = inner(here)
        if isinstance(goal, Before) and now(goal.stop, later[1]):
            return TRUTHS[now(goal.goal, later[0] if goal.tie else here[0])]
        return _joined(goal, later)

    return move


def moves(goals: Sequence[WheelGoal], outcome: Any) -> Move | None:
    """The move of what is left of several goals, but for those that are settled; None where it leaves all."""
    moving = [(i, goal, move) for i, goal in enumerate(goals) if (move := moved_by(goal, outcome))]

    def moved(lefts: Sequence[Left]) -> tuple[Left, ...]:
        later = list(lefts)
        for i, goal, move in moving:
            if settled(goal, lefts[i]) is None:
                later[i] = move(lefts[i])
        return tuple(later)

    return moved if moving else None


def at_deadline(goal: WheelGoal, left: Left, trial: int) -> Left:
    """The rest of the goal once that trial has been made, and the deadlines up to it have passed."""
    if left in _SETTLED or not ex.inside(goal):
        return left
    if isinstance(goal, Within) and goal.trials <= trial:
        return TRUTHS[now(goal.goal, left)]
    return _joined(goal, tuple(at_deadline(*each, trial) for each in rests(goal, left)))


def now(goal: WheelGoal, left: Left) -> bool:
    """True where the goal is true if play stops here."""
    if left in _SETTLED:
        return bool(left == TRUE)
    match goal:
        case Among():
            true = sum(map(now, goal.parts, left))
            return bool(true == goal.need if goal.exactly else true >= goal.need)
        case Before() | Within():
            return now(*next(rests(goal, left)))
    return bool(left == whole(goal))


def settled(goal: WheelGoal, left: Left) -> bool | None:
    """True or False where nothing that comes can change the truth of the goal any more; None elsewhere."""
    if left in _SETTLED:
        return bool(left == TRUE)
    if isinstance(goal, Times) and goal.exactly:
        return False if left > goal.need else None
    return True if left == whole(goal) else None


def whole(goal: WheelGoal) -> Left:
    """The rest of the goal once it has come; of a pattern the bit of its last trial."""
    match goal:
        case Event() | Times() | InARow():
            return goal.need
        case Then():
            return 1 << len(goal.sets) - 1
    return TRUE


def unsettled(goals: Iterable[tuple[WheelGoal, Left]]) -> Iterator[WheelGoal]:
    """The goals, and those inside of them, that are not settled yet, where that is left of each."""
    for goal, left in goals:
        if settled(goal, left) is None:
            yield goal
            yield from unsettled(rests(goal, left))


def is_reached(goal: WheelGoal) -> bool:
    """True where nothing in the goal can fail, so that it is reached at last where trials never end."""
    return not any(
        isinstance(part, Before | Within) or getattr(part, "exactly", False) for part in ex.every(goal)
    )


def highest_count(goal: WheelGoal, left: Left) -> int:
    """The count, or the streak, that is furthest on."""
    if left in _SETTLED:
        return 0
    if isinstance(goal, Then):
        return int(left).bit_length()
    counts = [highest_count(*rest) for rest in rests(goal, left)]
    return max(counts[: None if isinstance(goal, Among) else 1]) if counts else int(left)


def size(goal: WheelGoal) -> int:
    """The most that there can be of what is left of the goal, its deadlines left aside."""
    if isinstance(goal, Then):
        return len(goal.sets) + 1
    parts = ex.inside(goal)[: None if listed(goal) else 1]
    if parts:
        return 2 + prod(map(size, parts))
    return int(goal.need + 1 + (isinstance(goal, Times) and goal.exactly))
