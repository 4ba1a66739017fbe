"""An expression on a wheel: its labels as outcomes, and the goal as a machine and as a race of tallies."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from markov.distribution import Distribution, Tally
from markov.naming import did_you_mean
from markov.race import goals as race
from markov.rules import expression as ex
from markov.rules.labels import Cycle, Outcomes, Wheel, homes, wheel
from markov.rules.machines import Deadline, EventBits, EventCount, First, Machine, Pattern, Several

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
class WheelReading:
    """The letters that machines read for the outcomes of a wheel.

    cycle    of the wheel, which says labels beside those of the outcomes; None where it has none
    letters  by state of the cycle, None where there is none, and outcome: the letter, which is the events
             that the outcome belongs to, and the state of the cycle after it
    """

    cycle: Cycle | None
    letters: Mapping[tuple[Any, Any], tuple[EventBits, Any]]

    def read(self, at: Any, outcome: Any) -> tuple[EventBits, Any]:
        """The letter of an outcome in a state of the cycle, and the state of the cycle after it."""
        return self.letters.get((at, outcome), (0, at))

    def plainest(self, wheel: Distribution[Any]) -> Distribution[Any]:
        """The wheel with outcomes that are read alike as one of them."""
        states = self.cycle.states if self.cycle else (None,)
        alike: dict[Hashable, Any] = {}
        for outcome in wheel:
            alike.setdefault(tuple(self.read(at, outcome) for at in states), outcome)
        return wheel.map(lambda outcome: alike[tuple(self.read(at, outcome) for at in states)])


@dataclass(frozen=True, eq=False, slots=True)
class Grounded:
    """An expression on a wheel.

    goal      with the members of sets one by one
    outcomes  what the wheel shows, told apart no more finely than the goal asks
    machine   that reads letters
    """

    wheel: Wheel
    goal: ex.Goal
    outcomes: Distribution[Any]
    machine: Machine
    reading: WheelReading
    _sets: Mapping[ex.Set, Outcomes]

    @property
    def trials(self) -> int | None:
        """The deadline, where the whole goal has one."""
        return self.goal.trials if isinstance(self.goal, ex.Within) else None

    @property
    def untimed(self) -> "Grounded":
        """The goal without that deadline."""
        if isinstance(self.goal, ex.Within) and isinstance(self.machine, Deadline):
            return replace(self, goal=self.goal.goal, machine=self.machine.goal)
        return self

    def shown(self, asked: ex.Set) -> Outcomes:
        """The outcomes of a set."""
        return self._sets[asked]

    def racing(self) -> Racing | None:
        """The goal as a race of tallies, its deadline left aside; None where it is none."""
        if self.wheel.cycle is not None or self.wheel.bag:
            return None
        goal = self.untimed.goal
        stop: Outcomes | None = frozenset()
        if isinstance(goal, ex.Before):
            stop = self._event(goal.stop)
            goal = goal.goal
        if stop is None or (stop and not stop.intersection(self.outcomes)):
            return None
        try:
            found = self._race_goal(goal, stop)
            if found is None:
                return None
            if ex.lasting(goal):
                return Racing(found, found, stop)
            return Racing(found, self._passed_goal(goal, stop), stop) if stop else None
        except _NoTallies:
            return None

    def _event(self, goal: ex.Goal) -> Outcomes | None:
        return _event(goal, self._sets)

    def _race_goal(self, goal: ex.Goal | ex.Each, stop: Outcomes) -> race.RaceGoal | None:
        """The goal on the outcomes that do not stop play; None where it cannot be true before."""
        event = None if isinstance(goal, ex.Each) else self._event(goal)
        if event is not None:
            left = event - stop
            return Tally(left, 1) if left else None
        match goal:
            case ex.Times(of=of, need=need, exactly=exactly):
                left = self._sets[of] - stop
                if exactly:
                    if not left:
                        raise _NoTallies
                    return Tally(left, need, exactly=True)
                return Tally(left, need) if left else None
            case ex.Among(need=need, parts=parts, exactly=exactly):
                found = [self._race_goal(part, stop) for part in parts]
                possible = tuple(part for part in found if part is not None)
                need = len(parts) if need is None else need
                if not possible or need > len(possible):
                    return None
                return race.CompoundGoal(need, possible, exactly)
        raise _NoTallies

    def _passed_goal(self, goal: ex.Goal, stop: Outcomes) -> race.RaceGoal | None:
        """The goal of having passed an exact number, so that play is over; None where that cannot be."""
        match goal:
            case ex.Times(of=of, need=need):
                return Tally(self._sets[of] - stop, need + 1)
            case ex.Among(need=int(need), parts=parts) if all(map(ex.lasting, parts)):
                found = [self._race_goal(part, stop) for part in parts]
                possible = tuple(part for part in found if part is not None)
                return race.at_least(need + 1, possible) if need < len(possible) else None
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


def _refuse_stopped(goal: "ex.Goal | ex.Each", known: Mapping[ex.Set, Outcomes]) -> None:
    """Refuses a goal in which what is needed stops play, which is always over before it then."""
    match goal:
        case ex.Among():
            for part in goal.parts:
                _refuse_stopped(part, known)
        case ex.Within():
            _refuse_stopped(goal.goal, known)
        case ex.Before():
            _refuse_stopped(goal.goal, known)
            _refuse_stopped(goal.stop, known)
            if (stop := _event(goal.stop, known)) is not None:
                for one in _needed(goal.goal):
                    if known[one] <= stop:
                        why = f"this can never be: {one} stops play, so it does not come before {goal.stop}"
                        raise ex.Unsayable(why, one.at)


class _NoTallies(Exception):
    """A goal that tallies alone do not tell."""


_BY_DEFAULT = ("two dice", "craps", "coin")


def default_wheel(goal: ex.Goal) -> str:
    """The wheel that is meant where none is named: two dice, unless only craps or a coin has such labels.

    >>> [default_wheel(ex.Label(name)) for name in ("6", "seven-out", "HHT", "red")]
    ['two dice', 'craps', 'coin', 'two dice']
    """
    names = {label for one in ex.sets(goal) for label in _labels(one)}
    for name in _BY_DEFAULT:
        on = wheel(name)
        if all(on.group(label) or on.spelled(label) for label in names):
            return name
    return _BY_DEFAULT[0]


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
    asked = _spelled_out(_with_stopper(goal, named), named)
    named, shown, known = _plainest(named, ex.sets(asked))
    _refuse_stopped(asked, known)
    events = _Events(known)
    machine = events.machine(asked)
    if not ex.lasting(asked):
        raise ex.Unsayable(
            "an exact number is judged when play stops, and nothing stops it; add a stopper or a deadline, "
            "such as before 7 or within 20",
            asked.at,
        )
    if machine.settled(machine.start) is not None:
        raise ex.Unsayable("it is settled before the first trial, so there is nothing to ask", asked.at)
    return Grounded(named, asked, shown, machine, events.reading(named, shown), known)


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
class WheelGoal:
    """A goal in the labels of a wheel, with the members of sets one by one, and its machine."""

    goal: ex.Goal
    machine: Machine


@dataclass(frozen=True, eq=False, slots=True)
class Ranked:
    """Goals in their rank, what stops play, and conditions of offers: their machines read the same letters.

    outcomes   what the wheel shows, told apart no more finely than all of these ask
    """

    wheel: Wheel
    outcomes: Distribution[Any]
    reading: WheelReading
    goals: tuple[WheelGoal, ...]
    stop: WheelGoal | None
    conditions: tuple[WheelGoal, ...]


@lru_cache(maxsize=512)
def ranked(
    goals: tuple[ex.Goal, ...], until: ex.Goal | None, on: str, offered: tuple[ex.Goal, ...] = ()
) -> Ranked:
    """The goals, the stopper and the offers on that wheel; raises Unsayable as `grounded` does."""
    named = wheel(on)
    stop = None if until is None else _spelled_out(until, named)
    lines = tuple(_spelled_out(goal, named, stop) for goal in goals)
    conditions = tuple(_spelled_out(goal, named, stop) for goal in offered)
    asked = (*lines, *conditions, *(() if stop is None else (stop,)))
    named, shown, known = _plainest(named, (one for goal in asked for one in ex.sets(goal)))
    if stop is not None:
        for goal in (*lines, *conditions):
            _refuse_stopped(ex.Before(goal, stop), known)
    events = _Events(known)
    on_wheel = tuple(WheelGoal(goal, events.machine(goal)) for goal in lines)
    stopper = None if stop is None else WheelGoal(stop, events.stopper(stop))
    open_when = tuple(WheelGoal(goal, events.machine(goal)) for goal in conditions)
    return Ranked(named, shown, events.reading(named, shown), on_wheel, stopper, open_when)


def outcomes(asked: ex.Set, on: Wheel) -> Outcomes:
    """The outcomes of the set; raises Unsayable where there are none."""
    match asked:
        case ex.Label():
            if (group := on.group(asked.name)) is None:
                raise _unknown(asked, asked.name, on)
            if group.every:
                either = "|".join(group.members)
                why = f"{asked} asks for every one of its totals; for any one of them write {either}"
                raise ex.Unsayable(why, asked.at)
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
            return [ex.Label(name, at=asked.at) for name in group.members] or [asked]
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
            return [ex.Label(number, at=asked.at) for number in numbers if on.group(number)]
        case ex.Union():
            found = {one.name: one for part in asked.sets for one in members(part, on)}
            return list(found.values())
        case ex.Complement():
            left = outcomes(asked, on)
            return [ex.Label(one, at=asked.at) for one in on.parts if outcomes(ex.Label(one), on) <= left]


def _unknown(asked: ex.Set, name: str, on: Wheel) -> ex.Unsayable:
    number = {str(number): word for word, number in ex.NUMBER_WORDS.items()}.get(name, "")
    if number in on.groups:
        why = (
            f"{number!r} is a word of the language; an outcome of that name is written in quotes: '{number}'"
        )
        return ex.Unsayable(why, asked.at)
    others = [home for home in homes(name) if home != on.name]
    hint = f"; it is one of {', '.join(others)}: name the wheel" if others else _meant(name, on)
    why = f"no outcome of {on.name} is called {name!r}; there are {on.expected()}{hint}"
    return ex.Unsayable(why, asked.at, wheels=others)


def _meant(name: str, on: Wheel) -> str:
    """The end of a message about an unknown name: what may be meant by it, if that can be seen."""
    words = name.split()
    for k in range(1, len(words)):
        if (of := on.called(" ".join(words[k:]))) is None:
            continue
        match words[k - 1].lower():
            case "no":
                return f"; for none at all write exactly {of} x0"
            case "consecutive" | "back-to-back" | "back":
                return f"; for two trials in a row write {of} x2 in a row"
            case "double" if f"{of}-{of}" in on.groups:
                return f"; {did_you_mean([f'{of}-{of}'])}"
            case "to" | "through":
                return "; numbers from one to another are written as in all of 2..12"
            case "by":
                return f"; for the very next trial write then {of}"
            case ordinal if ordinal in ex.ORDINALS:
                return f"; write the {ordinal} {of}"
        if all(map(on.called, words)):
            return f"; outcomes of trials in a row are joined by then: {' then '.join(words)}"
        return f"; {of} is one, without {' '.join(words[:k])}"
    for k in range(len(words) - 1, 0, -1):
        if (of := on.called(" ".join(words[:k]))) is not None:
            return f"; {of} is one, without {' '.join(words[k:])}"
    near = get_close_matches(name.lower(), on.groups, n=1, cutoff=0.75)
    return f"; {did_you_mean(near)}" if near else ""


def _with_stopper(goal: ex.Goal, on: Wheel) -> ex.Goal:
    """The goal; an exact number of the ten totals, which nothing stops, is of those before a 7."""
    if isinstance(goal, ex.Among) and goal.exactly and (table := on.groups.get("all")):
        for part in goal.parts:
            if isinstance(part, ex.Each) and part.counted == len(table.members):
                left = [one for one in members(part.of, on) if one.name not in table.members]
                if len(left) == 1:
                    return ex.Before(goal, left[0], at=goal.at)
    return goal


def _spelled_out(goal: ex.Goal, on: Wheel, stop: ex.Goal | None = None, deep: int = 0) -> ex.Goal:
    """The goal by the wheel's own labels, with patterns of a coin and members of sets one by one.

    stop   what stops play, in the same form; None where nothing does
    """
    if deep > _DEEPEST:
        raise ex.Unsayable(f"goals are inside of goals more than {_DEEPEST} deep", goal.at)
    match goal:
        case ex.Label() if (group := on.group(goal.name)) is not None and group.every:
            return ex.Among(len(group.members), tuple(map(ex.Label, group.members)), at=goal.at)
        case ex.Label() if on.group(goal.name) is None and (spelled := on.spelled(goal.name)):
            return ex.Then(tuple(ex.Label(side) for side in spelled), at=goal.at)
        case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
            return _in_wheel_labels(goal, on)
        case ex.Times() | ex.InARow():
            return replace(goal, of=_in_wheel_labels(goal.of, on))
        case ex.Then():
            return replace(goal, parts=tuple(_pattern_part(part, on) for part in goal.parts))
        case ex.Among():
            parts = tuple(part for one in goal.parts for part in _parts(one, on, stop, deep))
            need = len(parts) if goal.need is None else goal.need
            if need > len(parts):
                raise ex.Unsayable(f"{need} of {len(parts)} can never be", goal.at)
            if len(parts) > ex.MOST_PARTS:
                raise ex.Unsayable(
                    f"{len(parts):,} parts are too many; the limit is {ex.MOST_PARTS:,}", goal.at
                )
            return ex.Among(need, parts, goal.exactly, at=goal.at)
        case ex.Before():
            before = _spelled_out(goal.stop, on, stop, deep + 1)
            return replace(goal, goal=_spelled_out(goal.goal, on, before, deep + 1), stop=before)
        case ex.Within():
            return replace(goal, goal=_spelled_out(goal.goal, on, stop, deep + 1))


def _in_wheel_labels(asked: ex.Set, on: Wheel) -> ex.Set:
    """The set by the wheel's own labels: red for reds, 7 for sevens."""
    match asked:
        case ex.Label():
            found = on.called(asked.name)
            if found is None or found == " ".join(asked.name.lower().split()):
                return asked
            return replace(asked, name=found)
        case ex.Union():
            return replace(asked, sets=tuple(_in_wheel_labels(one, on) for one in asked.sets))
        case ex.Complement():
            return replace(asked, of=_in_wheel_labels(asked.of, on))
    return asked


def _pattern_part(part: ex.Set | ex.InARow, on: Wheel) -> ex.Set | ex.InARow:
    if isinstance(part, ex.InARow):
        return replace(part, of=_in_wheel_labels(part.of, on))
    if isinstance(part, ex.Label) and on.group(part.name) is None and on.spelled(part.name):
        raise ex.Unsayable(
            f"{part.name} is a pattern already; write all of it in one, or as heads then tails", part.at
        )
    return _in_wheel_labels(part, on)


def _parts(part: ex.Goal | ex.Each, on: Wheel, stop: ex.Goal | None, deep: int) -> Iterable[ex.Goal]:
    if not isinstance(part, ex.Each):
        return [_spelled_out(part, on, stop, deep + 1)]
    found: list[ex.Goal] = []
    for member in _counted(part, members(part.of, on), on, stop):
        if part.need == 1:
            found.append(member)
        else:
            found.append((ex.InARow if part.in_row else ex.Times)(member, part.need, at=part.at))
    return found


def _counted(part: ex.Each, found: list[ex.Label], on: Wheel, stop: ex.Goal | None) -> Sequence[ex.Label]:
    """The members of the part, as many as it says: all, those that do not stop play, or all but the 7."""
    if part.counted is None:
        return found
    stopping = None if stop is None else _event(stop, {one: outcomes(one, on) for one in ex.sets(stop)})
    table = on.groups.get("all")
    for some in (
        found,
        [one for one in found if stopping and not outcomes(one, on) <= stopping],
        [one for one in found if table and one.name in table.members],
    ):
        if len(some) == part.counted:
            return some
    raise ex.Unsayable(
        f"there are {len(found):,} {part.of} on {on.name}, not {part.counted:,}; leave out the number, or "
        "list those that are meant in brackets",
        part.at,
    )


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

    def reading(self, on: Wheel, shown: Distribution[Any]) -> WheelReading:
        """The letters of the outcomes, once all machines are made."""
        if (cycle := on.cycle) is None:
            return WheelReading(None, {(None, one): (self.letter(one), None) for one in shown})
        letters = {
            (state, one): (self.letter((state, one)), cycle.after(state, on.plainly.get(one, one)))
            for state in cycle.states
            for one in shown
        }
        return WheelReading(cycle, letters)

    def machine(self, goal: ex.Goal | ex.Each) -> Machine:
        """The machine of the goal."""
        match goal:
            case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
                return EventCount(self.bit(goal), 1)
            case ex.Times():
                return EventCount(self.bit(goal.of), goal.need, goal.exactly)
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
                return EventCount(self.numbers.setdefault(every, len(self.numbers)), 1)
        return self.machine(stop)
