"""An expression on a wheel: its labels as outcomes, and the goal as a machine and as a race of tallies."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeAlias

from markov.distribution import Distribution
from markov.race import goals as race
from markov.rules import expression as ex
from markov.rules.labels import Cycle, Outcomes, Wheel, homes, wheel
from markov.rules.machines import Counter, Deadline, EventBits, ExactCounter, First, Machine, Pattern, Several

_DEEPEST = 60  # goals inside of goals


@dataclass(frozen=True, slots=True)
class Racing:
    """The goal as tallies that race a stopper.

    goal      true when play stops; each outcome that it counts comes before the stopper
    settles   once it is true play is over; None where only the stopper ends play
    stop      the outcomes that stop play; none where nothing does
    """

    goal: race.RaceGoal
    settles: race.RaceGoal | None
    stop: Outcomes


@dataclass(frozen=True, eq=False, slots=True)
class Grounded:
    """An expression on a wheel.

    goal      with the members of sets told one by one
    outcomes  what the wheel shows, told apart no more finely than the goal asks
    machine   that reads letters
    reading   by state of the wheel's cycle, None where it has none, and outcome: the letter, which is the
              events of the goal that the outcome belongs to, and the state after it
    trials    the deadline, where the whole goal has one
    inner     the machine without that deadline
    """

    wheel: Wheel
    goal: ex.Goal
    outcomes: Distribution[Any]
    machine: Machine
    reading: "OutcomeReading"
    trials: int | None
    inner: Machine
    _sets: Mapping[ex.Set, Outcomes]

    @property
    def cycle(self) -> Cycle | None:
        """The machine that says labels beside those of the outcomes."""
        return self.wheel.cycle

    def shown(self, asked: ex.Set) -> Outcomes:
        """The outcomes of a set."""
        return self._sets[asked]

    def racing(self) -> Racing | None:
        """The goal as a race of tallies, its deadline left aside; None where it is none."""
        if self.cycle is not None or self.wheel.bag:
            return None
        goal = self.goal.goal if isinstance(self.goal, ex.Within) else self.goal
        stop: Outcomes | None = frozenset()
        if isinstance(goal, ex.Before):
            stop = self._event(goal.stop)
            goal = goal.goal
        if stop is None or (stop and not stop.intersection(self.outcomes)):
            return None
        try:
            found = self._raced(goal, stop)
            if found is None:
                return None
            if ex.lasting(goal):
                return Racing(found, found, stop)
            return Racing(found, self._passed(goal, stop), stop) if stop else None
        except _NoTallies:
            return None

    def _event(self, goal: ex.Goal) -> Outcomes | None:
        return _event(goal, self._sets)

    def _raced(self, goal: ex.Goal | ex.Each, stop: Outcomes) -> race.RaceGoal | None:
        """The goal on the outcomes that do not stop play; None where it cannot be true before."""
        event = None if isinstance(goal, ex.Each) else self._event(goal)
        if event is not None:
            left = event - stop
            return race.Reach(left, 1) if left else None
        match goal:
            case ex.Times(of=of, need=need, exactly=exactly):
                left = self._sets[of] - stop
                if exactly:
                    if not left:
                        raise _NoTallies
                    return race.Count(left, need)
                return race.Reach(left, need) if left else None
            case ex.Among(need=need, parts=parts, exactly=exactly):
                found = [self._raced(part, stop) for part in parts]
                possible = tuple(part for part in found if part is not None)
                need = len(parts) if need is None else need
                if not possible or need > len(possible):
                    return None
                return (race.Exactly if exactly else race.AtLeast)(need, possible)
        raise _NoTallies

    def _passed(self, goal: ex.Goal, stop: Outcomes) -> race.RaceGoal | None:
        """The goal of having passed an exact number, so that play is over; None where that cannot be."""
        match goal:
            case ex.Times(of=of, need=need):
                return race.Reach(self._sets[of] - stop, need + 1)
            case ex.Among(need=int(need), parts=parts) if all(map(ex.lasting, parts)):
                found = [self._raced(part, stop) for part in parts]
                possible = tuple(part for part in found if part is not None)
                return race.AtLeast(need + 1, possible) if need < len(possible) else None
        raise _NoTallies


def _event(goal: ex.Goal, known: Mapping[ex.Set, Outcomes]) -> Outcomes | None:
    """The outcomes that make the goal true at once; None where one trial may not be enough."""
    match goal:
        case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
            return known[goal]
        case ex.Times(of=of, need=1, exactly=False) | ex.InARow(of=of, need=1):
            return known[of]
        case ex.Among(need=1, parts=parts, exactly=False):
            events = [_event(part, known) for part in parts if not isinstance(part, ex.Each)]
            single = [event for event in events if event is not None]
            return frozenset().union(*single) if len(single) == len(parts) else None
    return None


def _needed(goal: "ex.Goal | ex.Each") -> Iterable[ex.Set]:
    """The sets of which an outcome has to come for the goal to be true."""
    match goal:
        case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
            return (goal,)
        case ex.InARow(of=of) | ex.Times(of=of, exactly=False):
            return (of,)
        case ex.Then():
            return goal.sets
        case ex.Among(need=need, parts=parts) if need == len(parts):
            return (one for part in parts for one in _needed(part))
        case ex.Before() | ex.Within():
            return _needed(goal.goal)
    return ()


def _apart(goal: "ex.Goal | ex.Each", known: Mapping[ex.Set, Outcomes]) -> None:
    """Refuses a goal in which what is needed stops play, which is always over before it then."""
    match goal:
        case ex.Among():
            for part in goal.parts:
                _apart(part, known)
        case ex.Within():
            _apart(goal.goal, known)
        case ex.Before():
            _apart(goal.goal, known)
            _apart(goal.stop, known)
            if (stop := _event(goal.stop, known)) is not None:
                for one in _needed(goal.goal):
                    if known[one] <= stop:
                        why = f"this can never be: {one} stops play, so it does not come before {goal.stop}"
                        raise ex.Unsayable(why, one.at)


OutcomeReading: TypeAlias = Mapping[tuple[Any, Any], tuple[EventBits, Any]]


class _NoTallies(Exception):
    """A goal that tallies alone do not tell."""


_SUPPOSED = ("two dice", "craps", "coin")


def supposed(goal: ex.Goal) -> str:
    """The wheel that is meant where none is named: two dice, unless only craps or a coin has such labels.

    >>> [supposed(ex.Label(name)) for name in ("6", "seven-out", "HHT", "red")]
    ['two dice', 'craps', 'coin', 'two dice']
    """
    names = {label for one in ex.sets(goal) for label in _labels(one)}
    for name in _SUPPOSED:
        on = wheel(name)
        if all(on.group(label) or on.spelled(label) for label in names):
            return name
    return _SUPPOSED[0]


def _labels(asked: ex.Set) -> Iterable[str]:
    match asked:
        case ex.Label():
            return (asked.name,)
        case ex.Range():
            return (str(asked.low), str(asked.high))
        case ex.Union():
            return (label for part in asked.sets for label in _labels(part))
        case ex.Complement():
            return _labels(asked.of)


@lru_cache(maxsize=512)
def grounded(goal: ex.Goal, on: str) -> Grounded:
    """The expression on the wheel of that name.

    Raises Unsayable where a label is not of the wheel, or the goal can be seen to mean nothing.
    """
    named = wheel(on)
    told = _told(goal, named, 0)
    named, shown, known = _plainest(named, ex.sets(told))
    _apart(told, known)
    events = _Events(known)
    machine = events.machine(told)
    if not ex.lasting(told):
        raise ex.Unsayable(
            "an exact number is judged when play stops, and nothing stops it; add a stopper or a deadline, "
            "such as before 7 or within 20",
            told.at,
        )
    if machine.settled(machine.start) is not None:
        raise ex.Unsayable("it is settled before the first trial, so there is nothing to ask", told.at)
    if not isinstance(told, ex.Within):
        return Grounded(named, told, shown, machine, events.reading(named, shown), None, machine, known)
    inner = events.machine(told.goal)
    return Grounded(named, told, shown, machine, events.reading(named, shown), told.trials, inner, known)


def _plainest(
    named: Wheel, asked: Iterable[ex.Set]
) -> tuple[Wheel, Distribution[Any], dict[ex.Set, Outcomes]]:
    """The wheel, its outcomes and the sets of them, told apart no more finely than the sets ask."""
    known = {each: outcomes(each, named) for each in dict.fromkeys(asked)}
    if named.cycle is not None:
        free = {each: frozenset(outcome for _, outcome in pairs) for each, pairs in known.items()}
        if all(len(pairs) == len(free[each]) * len(named.cycle.states) for each, pairs in known.items()):
            named, known = replace(named, cycle=None), free  # nothing that the cycle says is asked about
    shown, plainly = named.distribution(known.values())
    return named, shown, {each: plainly(one) for each, one in known.items()}


@dataclass(frozen=True, eq=False, slots=True)
class Ranked:
    """Goals in their rank, what stops play, and conditions of offers: machines that read the same letters."""

    wheel: Wheel
    told: tuple[ex.Goal, ...]
    until: ex.Goal | None
    conditions: tuple[ex.Goal, ...]
    outcomes: Distribution[Any]
    machines: tuple[Machine, ...]
    stop: Machine | None
    offered: tuple[Machine, ...]
    reading: OutcomeReading


@lru_cache(maxsize=512)
def ranked(
    goals: tuple[ex.Goal, ...], until: ex.Goal | None, on: str, offered: tuple[ex.Goal, ...] = ()
) -> Ranked:
    """The goals, the stopper and the offers on that wheel; raises Unsayable as `grounded` does."""
    named = wheel(on)
    told = tuple(_told(goal, named, 0) for goal in goals)
    conditions = tuple(_told(goal, named, 0) for goal in offered)
    stop = None if until is None else _told(until, named, 0)
    asked = (*told, *conditions, *(() if stop is None else (stop,)))
    named, shown, known = _plainest(named, (one for goal in asked for one in ex.sets(goal)))
    if stop is not None:
        for goal in (*told, *conditions):
            _apart(ex.Before(goal, stop), known)
    events = _Events(known)
    return Ranked(
        wheel=named,
        told=told,
        until=stop,
        conditions=conditions,
        outcomes=shown,
        machines=tuple(map(events.machine, told)),
        stop=None if stop is None else events.stopper(stop),
        offered=tuple(map(events.machine, conditions)),
        reading=events.reading(named, shown),
    )


def outcomes(asked: ex.Set, on: Wheel) -> Outcomes:
    """The outcomes of the set; raises Unsayable where there are none."""
    match asked:
        case ex.Label():
            if (group := on.group(asked.name)) is None:
                raise _unknown(asked, asked.name, on)
            return group.outcomes
        case ex.Range():
            return frozenset().union(*(outcomes(one, on) for one in members(asked, on)))
        case ex.Union():
            return frozenset().union(*(outcomes(one, on) for one in asked.sets))
        case ex.Complement():
            left = on.every - outcomes(asked.of, on)
            if not left:
                raise ex.Unsayable(f"nothing is left beside {asked.of}", asked.at)
            return left


def members(asked: ex.Set, on: Wheel) -> list[ex.Label]:
    """The parts of the set that have labels of their own: the totals of a range, the pockets of red."""
    match asked:
        case ex.Label():
            group = on.group(asked.name)
            if group is None:
                raise _unknown(asked, asked.name, on)
            return [ex.Label(name, asked.at) for name in group.members] or [asked]
        case ex.Range():
            if asked.low > asked.high:
                raise ex.Unsayable(
                    f"{asked.low} is more than {asked.high}; say {asked.high}..{asked.low}", asked.at
                )
            for end in (asked.low, asked.high):
                if on.group(str(end)) is None:
                    raise _unknown(asked, str(end), on)
            if asked.high - asked.low > ex.MOST_PARTS:
                raise ex.Unsayable(f"{asked} is too long; the limit is {ex.MOST_PARTS:,} outcomes", asked.at)
            numbers = map(str, range(asked.low, asked.high + 1))
            return [ex.Label(number, asked.at) for number in numbers if on.group(number)]
        case ex.Union():
            found = {one.name: one for part in asked.sets for one in members(part, on)}
            return list(found.values())
        case ex.Complement():
            left = outcomes(asked, on)
            return [ex.Label(one, asked.at) for one in on.parts if outcomes(ex.Label(one), on) <= left]


def _unknown(asked: ex.Set, name: str, on: Wheel) -> ex.Unsayable:
    others = [home for home in homes(name) if home != on.name]
    hint = f"; it is one of {', '.join(others)}: name the wheel" if others else ""
    return ex.Unsayable(
        f"no outcome of {on.name} is called {name!r}; there are {on.expected()}{hint}", asked.at
    )


def _told(goal: ex.Goal, on: Wheel, deep: int) -> ex.Goal:
    """The goal with patterns of a coin spelled out, and with members of sets as parts of their own."""
    if deep > _DEEPEST:
        raise ex.Unsayable(f"goals are inside of goals more than {_DEEPEST} deep", goal.at)
    match goal:
        case ex.Label() if on.group(goal.name) is None and (spelled := on.spelled(goal.name)):
            return ex.Then(tuple(ex.Label(side) for side in spelled), goal.at)
        case ex.Then():
            return replace(goal, parts=tuple(_in_place(part, on) for part in goal.parts))
        case ex.Among():
            parts = tuple(part for one in goal.parts for part in _parts(one, on, deep))
            need = len(parts) if goal.need is None else goal.need
            if need > len(parts):
                raise ex.Unsayable(f"{need} of {len(parts)} can never be", goal.at)
            if len(parts) > ex.MOST_PARTS:
                raise ex.Unsayable(
                    f"{len(parts):,} parts are too many; the limit is {ex.MOST_PARTS:,}", goal.at
                )
            return ex.Among(need, parts, goal.exactly, goal.at)
        case ex.Before():
            return replace(goal, goal=_told(goal.goal, on, deep + 1), stop=_told(goal.stop, on, deep + 1))
        case ex.Within():
            return replace(goal, goal=_told(goal.goal, on, deep + 1))
    return goal


def _in_place(part: ex.Set | ex.InARow, on: Wheel) -> ex.Set | ex.InARow:
    if isinstance(part, ex.Label) and on.group(part.name) is None and on.spelled(part.name):
        raise ex.Unsayable(
            f"{part.name} is a pattern already; write all of it in one, or as heads then tails", part.at
        )
    return part


def _parts(part: ex.Goal | ex.Each, on: Wheel, deep: int) -> Iterable[ex.Goal]:
    if not isinstance(part, ex.Each):
        return [_told(part, on, deep + 1)]
    found: list[ex.Goal] = []
    for member in members(part.of, on):
        if part.need == 1:
            found.append(member)
        else:
            found.append((ex.InARow if part.in_row else ex.Times)(member, part.need, at=part.at))
    return found


@dataclass(slots=True)
class _Events:
    """The events that machines read, numbered as they are met."""

    known: Mapping[ex.Set, Outcomes]
    numbers: dict[Outcomes, int] = field(default_factory=dict)

    def bit(self, asked: ex.Set) -> int:
        """The bit of the outcomes of the set."""
        return self.numbers.setdefault(self.known[asked], len(self.numbers))

    def letter(self, outcome: Any) -> EventBits:
        """The events that the outcome belongs to."""
        return sum(1 << bit for event, bit in self.numbers.items() if outcome in event)

    def reading(self, on: Wheel, shown: Distribution[Any]) -> "OutcomeReading":
        """The letter of each outcome and what comes after it, by state of the wheel's cycle."""
        if (cycle := on.cycle) is None:
            return {(None, one): (self.letter(one), None) for one in shown}
        return {
            (state, one): (self.letter((state, one)), cycle.after(state, on.plainly.get(one, one)))
            for state in cycle.states
            for one in shown
        }

    def machine(self, goal: ex.Goal | ex.Each) -> Machine:
        """The machine of the goal."""
        match goal:
            case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
                return Counter(self.bit(goal), 1)
            case ex.Times():
                return (ExactCounter if goal.exactly else Counter)(self.bit(goal.of), goal.need)
            case ex.InARow():
                return Pattern((self.bit(goal.of),) * goal.need)
            case ex.Then():
                return Pattern(tuple(self.bit(one) for one in goal.sets))
            case ex.Among(need=int(need)):
                if len(goal.parts) == need == 1:
                    return self.machine(goal.parts[0])
                return Several(need, tuple(self.machine(part) for part in goal.parts), goal.exactly)
            case ex.Before():
                stop = self.stopper(goal.stop)
                return First(self.machine(goal.goal), stop)
            case ex.Within():
                return Deadline(self.machine(goal.goal), goal.trials)
        raise AssertionError(goal)

    def stopper(self, stop: ex.Goal) -> Machine:
        """The machine of a stopper; one of several events is one event."""
        if isinstance(stop, ex.Among) and stop.need == 1 and not stop.exactly:
            events = [self.known[part] for part in stop.parts if isinstance(part, ex.Set)]
            if len(events) == len(stop.parts):
                every = frozenset().union(*events)
                return Counter(self.numbers.setdefault(every, len(self.numbers)), 1)
        return self.machine(stop)
