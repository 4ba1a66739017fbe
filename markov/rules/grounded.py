"""An expression on a wheel: its labels as outcomes, and the goal as a machine and as a race of tallies."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
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
        """The wheel with all outcomes that machines read alike joined in one."""
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

    def shown(self, outcome_set: ex.Set) -> Outcomes:
        """The outcomes of a set."""
        return self._sets[outcome_set]

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
            raced = self._race_goal(goal, stop)
            if raced is None:
                return None
            if ex.lasting(goal):
                return Racing(raced, raced, stop)
            return Racing(raced, self._passed_goal(goal, stop), stop) if stop else None
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
                possible = self._possible(parts, stop)
                need = len(parts) if need is None else need
                if not possible or need > len(possible):
                    return None
                return race.CompoundGoal(need, possible, exactly)
        raise _NoTallies

    def _possible(self, parts: Sequence[ex.Goal | ex.Each], stop: Outcomes) -> tuple[race.RaceGoal, ...]:
        """The parts that can be true before the outcomes that stop play."""
        goals = (self._race_goal(part, stop) for part in parts)
        return tuple(goal for goal in goals if goal is not None)

    def _passed_goal(self, goal: ex.Goal, stop: Outcomes) -> race.RaceGoal | None:
        """The goal of having passed an exact number, so that play is over; None where that cannot be."""
        match goal:
            case ex.Times(of=of, need=need):
                return Tally(self._sets[of] - stop, need + 1)
            case ex.Among(need=int(need), parts=parts) if all(map(ex.lasting, parts)):
                possible = self._possible(parts, stop)
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
    """A goal that cannot be written as tallies."""


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


def broken_order(goal: "ex.Goal | ex.Each", on: str) -> ex.Unsayable | None:
    """The error for a pattern of which the cycle of that wheel never lets one part follow another, if any."""
    match goal:
        case ex.Then() if (table := wheel(on)).cycle is not None:
            for first, second in pairwise(goal.sets):
                if why := table.follow(outcomes(first, table), outcomes(second, table)):
                    return ex.Unsayable(f"this can never be: after {first} {why} for {second}", goal.at)
        case ex.Among():
            return next(filter(None, (broken_order(part, on) for part in goal.parts)), None)
        case ex.Before() | ex.Within():
            return broken_order(goal.goal, on)
    return None


def _labels(outcome_set: ex.Set) -> Iterable[str]:
    match outcome_set:
        case ex.Label():
            return (outcome_set.name,)
        case ex.Range():
            return (str(outcome_set.low), str(outcome_set.high))
        case ex.Union():
            return (label for part in outcome_set.sets for label in _labels(part))
        case ex.Complement():
            return _labels(outcome_set.of)


@lru_cache(maxsize=512)
def grounded(goal: ex.Goal, on: str) -> Grounded:
    """The expression on the wheel of that name.

    Raises Unsayable where a label is not of the wheel, or the goal can be seen to mean nothing.
    """
    named = wheel(on)
    spelled = _spelled_out(_with_stopper(goal, named), named)
    named, shown, known = _plainest(named, ex.sets(spelled))
    _refuse_stopped(spelled, known)
    events = _Events(known)
    machine = events.machine(spelled)
    if not ex.lasting(spelled):
        raise ex.Unsayable(
            "an exact number is judged when play stops, and nothing stops it; add a stopper or a deadline, "
            "such as before 7 or within 20",
            spelled.at,
        )
    if machine.settled(machine.start) is not None:
        raise ex.Unsayable("it is settled before the first trial, so there is nothing to ask", spelled.at)
    return Grounded(named, spelled, shown, machine, events.reading(named, shown), known)


def _plainest(
    named: Wheel, sets: Iterable[ex.Set]
) -> tuple[Wheel, Distribution[Any], dict[ex.Set, Outcomes]]:
    """The wheel, its outcomes and the sets of them, told apart no more finely than the sets ask."""
    known = {each: outcomes(each, named) for each in dict.fromkeys(sets)}
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
    every = (*lines, *conditions, *(() if stop is None else (stop,)))
    named, shown, known = _plainest(named, (one for goal in every for one in ex.sets(goal)))
    if stop is not None:
        for goal in (*lines, *conditions):
            _refuse_stopped(ex.Before(goal, stop), known)
    events = _Events(known)
    on_wheel = tuple(WheelGoal(goal, events.machine(goal)) for goal in lines)
    stopper = None if stop is None else WheelGoal(stop, events.stopper(stop))
    open_when = tuple(WheelGoal(goal, events.machine(goal)) for goal in conditions)
    return Ranked(named, shown, events.reading(named, shown), on_wheel, stopper, open_when)


def outcomes(outcome_set: ex.Set, on: Wheel) -> Outcomes:
    """The outcomes of the set; raises Unsayable where there are none."""
    match outcome_set:
        case ex.Label():
            if (group := on.group(outcome_set.name)) is None:
                raise _unknown(outcome_set, outcome_set.name, on)
            if group.every:
                either = "|".join(group.members)
                why = f"{outcome_set} asks for every one of its totals; for any one of them write {either}"
                raise ex.Unsayable(why, outcome_set.at)
            return group.outcomes
        case ex.Range():
            return frozenset().union(*(outcomes(one, on) for one in members(outcome_set, on)))
        case ex.Union():
            return frozenset().union(*(outcomes(one, on) for one in outcome_set.sets))
        case ex.Complement():
            left = on.every - outcomes(outcome_set.of, on)
            if not left:
                raise ex.Unsayable(f"nothing is left beside {outcome_set.of}", outcome_set.at)
            return left


def members(outcome_set: ex.Set, on: Wheel) -> list[ex.Label]:
    """The parts of the set that have labels of their own: the totals of a range, the pockets of red.

    Raises Unsayable for a label that the wheel has not, and for a set that has some outcomes of a part alone.
    """
    match outcome_set:
        case ex.Label():
            group = on.group(outcome_set.name)
            if group is None:
                raise _unknown(outcome_set, outcome_set.name, on)
            return [ex.Label(name, at=outcome_set.at) for name in group.members] or [outcome_set]
        case ex.Range(low=low, high=high):
            if low > high:
                raise ex.Unsayable(f"{low} is more than {high}; say {high}..{low}", outcome_set.at)
            for end in (low, high):
                if on.group(str(end)) is None:
                    raise _unknown(outcome_set, str(end), on)
            if high - low > ex.MOST_PARTS:
                raise ex.Unsayable(
                    f"{outcome_set} is too long; the limit is {ex.MOST_PARTS:,} outcomes", outcome_set.at
                )
            numbers = map(str, range(low, high + 1))
            return [ex.Label(number, at=outcome_set.at) for number in numbers if on.group(number)]
        case ex.Union():
            return list({one.name: one for part in outcome_set.sets for one in members(part, on)}.values())
        case ex.Complement():
            left = outcomes(outcome_set, on)
            labels = []
            for name in on.parts:
                of_name = outcomes(ex.Label(name), on)
                if of_name <= left:
                    labels.append(ex.Label(name, at=outcome_set.at))
                elif not of_name.isdisjoint(left):
                    why = f"{outcome_set} leaves out a part of {name} and not all of it"
                    meant = "list in brackets what is meant, as in any of (2, 3, 12)"
                    raise ex.Unsayable(f"{why}; {meant}", outcome_set.at)
            return labels


def _unknown(outcome_set: ex.Set, name: str, on: Wheel) -> ex.Unsayable:
    number = {str(number): word for word, number in ex.NUMBER_WORDS.items()}.get(name, "")
    if number in on.groups:
        why = (
            f"{number!r} is a word of the language; an outcome of that name is written in quotes: '{number}'"
        )
        return ex.Unsayable(why, outcome_set.at)
    others = [home for home in homes(name) if home != on.name]
    hint = f"; it is one of {', '.join(others)}: name the wheel" if others else _meant(name, on)
    why = f"no outcome of {on.name} is called {name!r}; there are {on.expected()}{hint}"
    return ex.Unsayable(why, outcome_set.at, wheels=others)


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
    if name.lower() in ("higher", "above", "over", "better"):
        return "; a number or a higher one is written 6 or more"
    if write := _HANDS.get(name.lower().removesuffix("s")):
        return f"; for cards write {write}, as in {write} within 5"
    for k in range(len(words) - 1, 0, -1):
        if (of := on.called(" ".join(words[:k]))) is not None:
            return f"; {of} is one, without {' '.join(words[k:])}"
    near = get_close_matches(name.lower(), on.groups, n=1, cutoff=0.75)
    return f"; {did_you_mean(near)}" if near else ""


# Hands of cards, as goals of the ranks and suits that are drawn.
_HANDS = {
    "pair": "same rank x2",
    "two pair": "2 of (each rank x2)",
    "full house": "same rank x3 and 2 of (each rank x2)",
    "flush": "same suit x5",
}


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


def _in_wheel_labels(outcome_set: ex.Set, on: Wheel) -> ex.Set:
    """The set by the wheel's own labels: red for reds, 7 for sevens."""
    match outcome_set:
        case ex.Label():
            label = on.called(outcome_set.name)
            if label is None or label == " ".join(outcome_set.name.lower().split()):
                return outcome_set
            return replace(outcome_set, name=label)
        case ex.Union():
            return replace(outcome_set, sets=tuple(_in_wheel_labels(one, on) for one in outcome_set.sets))
        case ex.Complement():
            return replace(outcome_set, of=_in_wheel_labels(outcome_set.of, on))
    return outcome_set


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
    goals: list[ex.Goal] = []
    for member in _counted(part, members(part.of, on), on, stop):
        if part.need == 1:
            goals.append(member)
        else:
            goals.append((ex.InARow if part.in_row else ex.Times)(member, part.need, at=part.at))
    return goals


def _counted(part: ex.Each, labels: list[ex.Label], on: Wheel, stop: ex.Goal | None) -> Sequence[ex.Label]:
    """The members of the part, as many as it says: all, those that do not stop play, or all but the 7."""
    if part.counted is None:
        return labels
    stopping = None if stop is None else _event(stop, {one: outcomes(one, on) for one in ex.sets(stop)})
    table = on.groups.get("all")
    for some in (
        labels,
        [one for one in labels if stopping and not outcomes(one, on) <= stopping],
        [one for one in labels if table and one.name in table.members],
    ):
        if len(some) == part.counted:
            return some
    raise ex.Unsayable(
        f"there are {len(labels):,} {part.of} on {on.name}, not {part.counted:,}; leave out the number, or "
        "list those that are meant in brackets",
        part.at,
    )


@dataclass(slots=True)
class _Events:
    """The events that machines read, numbered as they are met."""

    known: Mapping[ex.Set, Outcomes]
    numbers: dict[Outcomes, int] = field(default_factory=dict)

    def bit(self, outcome_set: ex.Set) -> int:
        """The bit of the outcomes of the set."""
        return self.numbers.setdefault(self.known[outcome_set], len(self.numbers))

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
