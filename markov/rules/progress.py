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
>>> for total in (6, 5, 8, 6):
...     print(left := after(goal, left, total))
(1, 0)
(1, 0)
(1, 1)
('won',)
"""

from collections.abc import Callable, Iterator
from math import prod
from typing import Any, NamedTuple, TypeAlias

from markov.rules.expression import (
    Among,
    Before,
    Event,
    InARow,
    Outcomes,
    Then,
    Times,
    WheelGoal,
    Within,
    every,
    inside,
    shown,
)

Left: TypeAlias = Any  # a whole number, or a tuple
Move: TypeAlias = Callable[[Left], Left]

TRUE: Left = ("won",)
FALSE: Left = ("lost",)


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
    return shown(goal.of) if single else None


def begun(goal: WheelGoal) -> Left:
    """The goal before the first trial, of which all is left."""
    match goal:
        case Among():
            return _counted_up(goal, tuple(map(begun, goal.parts)))
        case Before():
            return _raced(goal, begun(goal.goal), begun(goal.stop))
        case Within():
            return kept(goal.goal, begun(goal.goal))
    return 0


def after(goal: WheelGoal, left: Left, outcome: Any) -> Left:
    """The rest of the goal after a trial. A deadline does not pass by it: see `at_deadline`."""
    move = moved_by(goal, outcome)
    return left if move is None or left in (TRUE, FALSE) else move(left)


def moved_by(goal: WheelGoal, outcome: Any) -> Move | None:
    """The move from what is left of the goal to what the outcome leaves of it; None where it leaves all."""
    match goal:
        case Event() | Times():
            full = goal.need + goal.exactly
            return (lambda left: left + (left < full)) if outcome in shown(goal.of) else None
        case InARow(need=need):
            if outcome in shown(goal.of):
                return lambda left: left + (left < need)
            return lambda left: left if left == need else 0
        case Then():
            fits = sum([1 << k for k, each in enumerate(goal.sets) if outcome in shown(each)])
            complete = whole(goal)

            def carried(left: int) -> int:
                """The beginnings that the outcome carries on, as bits of a number."""
                longer = left if left == complete else (left << 1 | 1) & fits
                return complete if longer & complete else longer

            return carried
        case Among():
            return _parts_moved(goal, outcome)
        case Before():
            return _race_moved(goal, moved_by(goal.goal, outcome), moved_by(goal.stop, outcome))
    move = moved_by(goal.goal, outcome)
    return move and _unless_settled(lambda left: kept(goal.goal, move(left)))


def _parts_moved(goal: WheelGoal, outcome: Any) -> Move | None:
    moves = [(i, part, move) for i, part in enumerate(goal.parts) if (move := moved_by(part, outcome))]

    def moved(left: Left) -> Left:
        parts, closed = list(left), False
        for i, part, move in moves:
            parts[i] = move(left[i])
            closed = closed or (parts[i] != left[i] and settled(part, parts[i]) is not None)
        # As long as no part is settled anew the truth of the whole stays as open as it was.
        return _counted_up(goal, tuple(parts)) if closed else tuple(parts)

    return _unless_settled(moved) if moves else None


def _race_moved(race: Before, ahead: Move | None, stops: Move | None) -> Move | None:
    def moved(left: Left) -> Left:
        here, stop = _both(race, left)
        later, stopped = ahead(here) if ahead else here, stops(stop) if stops else stop
        if now(race.stop, stopped):
            return truth_value(now(race.goal, later if race.tie else here))
        return _raced(race, later, stopped)

    return _unless_settled(moved) if ahead or stops else None


def _unless_settled(move: Move) -> Move:
    return lambda left: left if left in (TRUE, FALSE) else move(left)


def at_deadline(goal: WheelGoal, left: Left, trial: int) -> Left:
    """The rest of the goal once that trial has been made, and the deadlines up to it have passed."""
    if left in (TRUE, FALSE):
        return left
    match goal:
        case Among():
            passed = (at_deadline(*each, trial) for each in zip(goal.parts, left, strict=True))
            return _counted_up(goal, tuple(passed))
        case Within():
            if goal.trials <= trial:
                return truth_value(now(goal.goal, left))
            return kept(goal.goal, at_deadline(goal.goal, left, trial))
        case Before():
            here, stop = _both(goal, left)
            return _raced(goal, at_deadline(goal.goal, here, trial), at_deadline(goal.stop, stop, trial))
    return left


def now(goal: WheelGoal, left: Left) -> bool:
    """True where the goal is true if play stops here."""
    if left in (TRUE, FALSE):
        return bool(left == TRUE)
    match goal:
        case Among(needed=need, exactly=exactly):
            true = sum(map(now, goal.parts, left))
            return true == need if exactly else true >= need
        case Before() | Within():
            return now(*next(rests(goal, left)))
    return bool(left == whole(goal))


def settled(goal: WheelGoal, left: Left) -> bool | None:
    """True or False where nothing that comes can change the truth of the goal any more; None elsewhere."""
    if left in (TRUE, FALSE):
        return bool(left == TRUE)
    if isinstance(goal, Times) and goal.exactly:
        return False if left > goal.need else None
    return True if left == whole(goal) else None


def kept(goal: WheelGoal, left: Left) -> Left:
    """The same, or TRUE or FALSE where the goal is settled."""
    truth = settled(goal, left)
    return left if truth is None else truth_value(truth)


def truth_value(true: bool) -> Left:
    """The rest of a goal that is true for good, or of one that is lost."""
    return TRUE if true else FALSE


def whole(goal: WheelGoal) -> Left:
    """The rest of the goal once it has come; of a pattern the bit of its last trial."""
    match goal:
        case Event() | Times() | InARow():
            return goal.need
        case Then():
            return 1 << len(goal.sets) - 1
    return TRUE


def _both(race: Before, left: Left) -> tuple[Left, Left]:
    """The rest of the goal of a race, and of its stopper, which is all there where one trial brings it."""
    return left if event(race.stop) is None else (left, 0)


def _raced(race: Before, here: Left, stop: Left) -> Left:
    truth = settled(race.goal, here)
    if truth is not None:
        return truth_value(truth)
    return (here, stop) if event(race.stop) is None else here


def _counted_up(goal: WheelGoal, left: tuple[Left, ...]) -> Left:
    truths = [settled(part, each) for part, each in zip(goal.parts, left, strict=True)]
    true, false = truths.count(True), truths.count(False)
    if len(truths) - false < goal.need or (goal.exactly and true > goal.need):
        return FALSE
    if (true + false == len(truths)) if goal.exactly else true >= goal.need:
        return TRUE
    return left


def rests(goal: WheelGoal, left: Left) -> Iterator[tuple[WheelGoal, Left]]:
    """The goals inside of one that is not settled, each with what is left of it."""
    of_parts = left if isinstance(goal, Among) else _both(goal, left) if isinstance(goal, Before) else (left,)
    return zip(inside(goal), of_parts, strict=False)


def unsettled(goal: WheelGoal, left: Left) -> Iterator[tuple[WheelGoal, Left]]:
    """The goal and the goals inside of it that are not settled yet, each with what is left of it."""
    if settled(goal, left) is not None:
        return
    yield goal, left
    for part, rest in rests(goal, left):
        yield from unsettled(part, rest)


def has_exact(goal: WheelGoal) -> bool:
    """True where the goal asks for an exact number somewhere, so that it may be true and not stay so."""
    return any(isinstance(part, Times | Among) and part.exactly for part in every(goal))


def is_reached(goal: WheelGoal) -> bool:
    """True where nothing in the goal can fail, so that it is reached at last where trials never end."""
    return not has_exact(goal) and not any(isinstance(part, Before | Within) for part in every(goal))


def highest_count(goal: WheelGoal, left: Left) -> int:
    """The count, or the streak, that is furthest on."""
    if left in (TRUE, FALSE):
        return 0
    if isinstance(goal, Then):
        return int(left).bit_length()
    counts = [highest_count(*rest) for rest in rests(goal, left)]
    return max(counts[: None if isinstance(goal, Among) else 1]) if counts else int(left)


def size(goal: WheelGoal) -> int:
    """The most that there can be of what is left of the goal, its deadlines left aside."""
    if isinstance(goal, Then):
        return len(goal.sets) + 1
    parts = inside(goal)[: 1 if isinstance(goal, Before) and event(goal.stop) is not None else None]
    if parts:
        return 2 + prod(map(size, parts))
    return int(goal.need + 1 + (isinstance(goal, Times) and goal.exactly))
