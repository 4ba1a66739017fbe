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
change it. Every goal has the expression that says it, `said`, for who puts it in words; a state of play, the
`Standing`, is what is left of all goals of a wager. A goal of 6x2 and 8x1 before 7 is a race whose goal has
two parts:

>>> two, one = (Count(frozenset({total}), need) for total, need in ((6, 2), (8, 1)))
>>> goal = Race(KOf(2, (two, one)), Count(frozenset({7}), 1))
>>> left = begun(goal)
>>> for total in (6, 5, 8, 6):
...     print(left := after(goal, left, total))
(1, 0)
(1, 0)
(1, 1)
('won',)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple, TypeAlias

from markov.rules.expression import Outcomes

Left: TypeAlias = Any  # a whole number, or a tuple

TRUE: Left = ("won",)
FALSE: Left = ("lost",)


@dataclass(frozen=True, eq=False, slots=True)
class Count:
    """Outcomes that come so often, or exactly so often when play stops."""

    of: Outcomes
    need: int
    exactly: bool = False
    said: Any = None

    @property
    def sets(self) -> tuple[Outcomes, ...]:
        """The outcomes, as the only set that is asked for."""
        return (self.of,)


@dataclass(frozen=True, eq=False, slots=True)
class Pattern:
    """Outcomes of consecutive trials."""

    sets: tuple[Outcomes, ...]
    said: Any = None
    streak: bool = field(init=False, repr=False)  # all trials show the same outcomes
    whole: int = field(init=False, repr=False)  # what is left once it has come
    _fits: dict[Any, int] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        streak, trials = len(set(self.sets)) == 1, len(self.sets)
        object.__setattr__(self, "streak", streak)
        object.__setattr__(self, "whole", trials if streak else 1 << trials - 1)

    def after(self, left: int, outcome: Any) -> int:
        """The beginnings that the outcome carries on, as bits of a number; of a streak its length."""
        if left == self.whole:
            return left
        if self.streak:
            return left + 1 if outcome in self.sets[0] else 0
        if outcome not in self._fits:
            self._fits[outcome] = sum(1 << k for k, each in enumerate(self.sets) if outcome in each)
        carried = (left << 1 | 1) & self._fits[outcome]
        return self.whole if carried & self.whole else carried


@dataclass(frozen=True, eq=False, slots=True)
class KOf:
    """So many of the parts, or exactly so many when play stops."""

    need: int
    parts: "tuple[WheelGoal, ...]"
    exactly: bool = False
    said: Any = None
    _read: dict[Any, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False)

    def read_by(self, outcome: Any) -> tuple[int, ...]:
        """The positions of the parts of which the outcome may leave something else."""
        if outcome not in self._read:
            self._read[outcome] = tuple(i for i, part in enumerate(self.parts) if _reads(part, outcome))
        return self._read[outcome]


@dataclass(frozen=True, eq=False, slots=True)
class Race:
    """A goal that is true just before its stopper comes.

    tie   the goal counts a trial that brings the stopper too
    """

    goal: "WheelGoal"
    stop: "WheelGoal"
    tie: bool = False
    said: Any = None
    at_once: bool = field(init=False, repr=False)  # one trial brings the stopper, so there is no more to know

    def __post_init__(self) -> None:
        object.__setattr__(self, "at_once", event(self.stop) is not None)


@dataclass(frozen=True, eq=False, slots=True)
class Timed:
    """A goal that is true after so many trials at the most."""

    goal: "WheelGoal"
    trials: int
    said: Any = None


WheelGoal: TypeAlias = Count | Pattern | KOf | Race | Timed
"""A goal whose outcomes are those of a wheel."""


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


def event(goal: WheelGoal) -> Outcomes | None:
    """The outcomes each of which makes the goal true at once; None where it is more than that."""
    return goal.of if isinstance(goal, Count) and goal.need == 1 and not goal.exactly else None


def begun(goal: WheelGoal) -> Left:
    """The goal before the first trial, of which all is left."""
    match goal:
        case KOf():
            return _counted_up(goal, tuple(map(begun, goal.parts)))
        case Race():
            return _raced(goal, begun(goal.goal), begun(goal.stop))
        case Timed():
            return kept(goal.goal, begun(goal.goal))
    return 0


def after(goal: WheelGoal, left: Left, outcome: Any) -> Left:
    """The rest of the goal after a trial. A deadline does not pass by it: see `at_deadline`."""
    if left in (TRUE, FALSE):
        return left
    if isinstance(goal, Count):
        return left + 1 if outcome in goal.of and left < goal.need + goal.exactly else left
    if isinstance(goal, Pattern):
        return goal.after(left, outcome)
    if isinstance(goal, KOf):
        moved, closed = list(left), False
        for i in goal.read_by(outcome):
            moved[i] = after(goal.parts[i], left[i], outcome)
            closed = closed or (moved[i] != left[i] and settled(goal.parts[i], moved[i]) is not None)
        # As long as no part is settled anew the truth of the whole stays as open as it was.
        return _counted_up(goal, tuple(moved)) if closed else tuple(moved)
    if isinstance(goal, Timed):
        return kept(goal.goal, after(goal.goal, left, outcome))
    here, stop = _both(goal, left)
    stopped = after(goal.stop, stop, outcome)
    if now(goal.stop, stopped):
        return truth_value(now(goal.goal, after(goal.goal, here, outcome) if goal.tie else here))
    return _raced(goal, after(goal.goal, here, outcome), stopped)


def at_deadline(goal: WheelGoal, left: Left, trial: int) -> Left:
    """The rest of the goal once that trial has been made, and the deadlines up to it have passed."""
    if isinstance(goal, Count | Pattern) or left in (TRUE, FALSE):
        return left
    if isinstance(goal, KOf):
        return _counted_up(
            goal, tuple(at_deadline(*each, trial) for each in zip(goal.parts, left, strict=True))
        )
    if isinstance(goal, Timed):
        if goal.trials <= trial:
            return truth_value(now(goal.goal, left))
        return kept(goal.goal, at_deadline(goal.goal, left, trial))
    here, stop = _both(goal, left)
    return _raced(goal, at_deadline(goal.goal, here, trial), at_deadline(goal.stop, stop, trial))


def now(goal: WheelGoal, left: Left) -> bool:
    """True where the goal is true if play stops here."""
    if left in (TRUE, FALSE):
        return bool(left == TRUE)
    if isinstance(goal, Count):
        return bool(left == goal.need if goal.exactly else left >= goal.need)
    if isinstance(goal, Pattern):
        return bool(left == goal.whole)
    if isinstance(goal, KOf):
        true = sum(map(now, goal.parts, left))
        return true == goal.need if goal.exactly else true >= goal.need
    return now(goal.goal, _both(goal, left)[0] if isinstance(goal, Race) else left)


def settled(goal: WheelGoal, left: Left) -> bool | None:
    """True or False where nothing that comes can change the truth of the goal any more; None elsewhere."""
    if left in (TRUE, FALSE):
        return bool(left == TRUE)
    if isinstance(goal, Count) and goal.exactly:
        return False if left > goal.need else None
    return True if isinstance(goal, Count | Pattern) and left == whole(goal) else None


def kept(goal: WheelGoal, left: Left) -> Left:
    """The same, or TRUE or FALSE where the goal is settled."""
    truth = settled(goal, left)
    return left if truth is None else truth_value(truth)


def truth_value(true: bool) -> Left:
    """The rest of a goal that is true for good, or of one that is lost."""
    return TRUE if true else FALSE


def whole(goal: WheelGoal) -> Left:
    """The rest of the goal once it is true for good."""
    return goal.need if isinstance(goal, Count) else goal.whole if isinstance(goal, Pattern) else TRUE


def _both(race: Race, left: Left) -> tuple[Left, Left]:
    """The rest of the goal of a race, and of its stopper."""
    return (left, 0) if race.at_once else left


def _raced(race: Race, here: Left, stop: Left) -> Left:
    truth = settled(race.goal, here)
    if truth is not None:
        return truth_value(truth)
    return here if race.at_once else (here, stop)


def _counted_up(goal: KOf, left: tuple[Left, ...]) -> Left:
    truths = [settled(part, each) for part, each in zip(goal.parts, left, strict=True)]
    true, false = truths.count(True), truths.count(False)
    if len(truths) - false < goal.need or (goal.exactly and true > goal.need):
        return FALSE
    if (true + false == len(truths)) if goal.exactly else true >= goal.need:
        return TRUE
    return left


def _reads(goal: WheelGoal, outcome: Any) -> bool:
    """True where the outcome may leave something else of the goal; any may break a pattern."""
    return any(
        isinstance(each, Pattern) or (isinstance(each, Count) and outcome in each.of) for each in every(goal)
    )


def parts(goal: WheelGoal) -> tuple[WheelGoal, ...]:
    """The goals of which the goal is made, in the order in which they are said."""
    match goal:
        case KOf():
            return goal.parts
        case Race():
            return goal.goal, goal.stop
        case Timed():
            return (goal.goal,)
    return ()


def every(goal: WheelGoal) -> Iterator[WheelGoal]:
    """The goal, and all goals inside of it."""
    yield goal
    for part in parts(goal):
        yield from every(part)


def unsettled(goal: WheelGoal, left: Left) -> Iterator[tuple[WheelGoal, Left]]:
    """The goal and the goals inside of it that are not settled yet, each with what is left of it."""
    if settled(goal, left) is not None:
        return
    yield goal, left
    inside = left if isinstance(goal, KOf) else _both(goal, left) if isinstance(goal, Race) else (left,)
    for part, each in zip(parts(goal), inside, strict=False):
        yield from unsettled(part, each)


def sets(goal: WheelGoal) -> Iterator[Outcomes]:
    """The outcomes that the goal asks for, one set after the other."""
    return (each for part in every(goal) if isinstance(part, Count | Pattern) for each in part.sets)


def deadlines(goal: WheelGoal) -> Iterator[int]:
    """The numbers of trials after which deadlines in the goal pass."""
    return (part.trials for part in every(goal) if isinstance(part, Timed))


def has_exact(goal: WheelGoal) -> bool:
    """True where the goal asks for an exact number somewhere, so that it may be true and not stay so."""
    return any(isinstance(part, Count | KOf) and part.exactly for part in every(goal))


def is_reached(goal: WheelGoal) -> bool:
    """True where nothing in the goal can fail, so that it is reached at last where trials never end."""
    return not has_exact(goal) and not any(isinstance(part, Race | Timed) for part in every(goal))


def highest_count(goal: WheelGoal, left: Left) -> int:
    """The count, or the streak, that is furthest on."""
    if left in (TRUE, FALSE):
        return 0
    match goal:
        case Count():
            return int(left)
        case Pattern():
            return int(left) if goal.streak else int(left).bit_length()
        case KOf():
            return max(map(highest_count, goal.parts, left))
        case Race():
            return highest_count(goal.goal, _both(goal, left)[0])
        case Timed():
            return highest_count(goal.goal, left)


def size(goal: WheelGoal) -> int:
    """The most that there can be of what is left of the goal, its deadlines left aside."""
    match goal:
        case Count():
            return goal.need + 1 + goal.exactly
        case Pattern():
            return len(goal.sets) + 1
        case KOf():
            return 2 + prod(map(size, goal.parts))
        case Race():
            return 2 + size(goal.goal) * (1 if goal.at_once else size(goal.stop))
        case Timed():
            return 2 + size(goal.goal)
