"""An expression on a wheel: its labels as outcomes, as goals that are played, and as a race of tallies."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache, partial
from itertools import pairwise, product
from typing import Any

from markov.distribution import Distribution, Tally
from markov.naming import did_you_mean
from markov.race import goals as race
from markov.rules import expression as ex
from markov.rules.expression import Outcomes
from markov.rules.hints import what_to_write
from markov.rules.labels import Group, Wheel, homes, wheel
from markov.rules.progress import Move, event, moves

_DEEPEST = 60  # goals inside of goals


@dataclass(frozen=True, slots=True)
class Racing:
    """The goal as tallies that race a stopper.

    goal      true when play stops; each outcome that it counts comes before the stopper
    settles   once it is true play is over: the goal, or that an exact number is passed
    stop      the outcomes that stop play; none where nothing does
    """

    goal: race.RaceGoal
    settles: race.RaceGoal
    stop: Outcomes


@dataclass(frozen=True, eq=False)
class OnWheel:
    """The goals of one wager on a wheel.

    wheel      tells its outcomes apart no more finely than the goals ask
    lines      in their rank
    stop       what stops play; None where nothing does
    offers     the conditions of offers
    """

    wheel: Wheel
    lines: tuple[ex.WheelGoal, ...]
    stop: ex.WheelGoal | None
    offers: tuple[ex.WheelGoal, ...]

    @property
    def outcomes(self) -> Distribution[Any]:
        """The outcomes of the wheel, with their weights."""
        return self.wheel.shown

    @property
    def goals(self) -> tuple[ex.WheelGoal, ...]:
        """All goals: the lines, the conditions of offers, and the stopper."""
        return (*self.lines, *self.offers, *(() if self.stop is None else (self.stop,)))

    def told_apart(self, wheel: Distribution[Any]) -> Distribution[Any]:
        """The wheel with all outcomes that no goal tells apart joined in the first of them."""
        kinds: dict[Hashable, Any] = {}
        return wheel.map(lambda outcome: kinds.setdefault(self.kind(outcome), outcome))

    @cached_property
    def kinds(self) -> tuple[Any, ...]:
        """The first outcome of each kind, by all that goals see of it."""
        return tuple(self.told_apart(self.outcomes))

    def kind(self, outcome: Any) -> Hashable:
        """The sets that the outcome is in, in each stage of a cycle, and what comes then: all that counts."""
        stages = self.wheel.cycle.stages if self.wheel.cycle else (None,)
        seen = (self.seen(at, outcome) for at in stages)
        return tuple((after, *(shown in each for each in self._sets)) for shown, after in seen)

    @cached_property
    def _sets(self) -> tuple[Outcomes, ...]:
        return tuple(dict.fromkeys(each for goal in self.goals for each in asked_for(goal)))

    def seen(self, at: Any, outcome: Any) -> tuple[Any, Any]:
        """The outcome as goals see it in a stage of the wheel's cycle, and the stage after it."""
        cycle = self.wheel.cycle
        if cycle is None:
            return outcome, None
        return (at, outcome), cycle.step(at, self.wheel.plainly.get(outcome, outcome))

    @cached_property
    def moves(self) -> Callable[[Any], Move | None]:
        """Of an outcome as goals see it: the move of all of them; None where it leaves all as it is."""
        return cache(partial(moves, self.goals))

    def racing(self) -> Racing | None:
        """The only line as a race of tallies, its deadline left aside; None where it is none."""
        line, *others = self.goals
        goal: ex.WheelGoal = line
        stop: Outcomes | None = frozenset()
        if isinstance(line, ex.Before) and not line.tie:
            goal, stop = line.goal, event(line.stop)
        raced: Any = _tallies(goal)
        if raced is None or stop is None or others or self.wheel.cycle or self.wheel.bag:
            return None
        for outcome in stop:  # which does not come before it
            raced = raced if isinstance(raced, bool) else race.conditioned(raced, outcome, 0)
        if isinstance(raced, bool):
            return None
        settles = raced if race.monotone(raced) else _passed(raced) if stop else None
        return None if settles is None else Racing(raced, settles, stop)


def asked_for(goal: ex.WheelGoal) -> Iterator[Outcomes]:
    """The outcomes that the goal on a wheel asks for, one set after the other."""
    return (each.outcomes for each in ex.sets(goal))


def _tallies(goal: ex.WheelGoal) -> race.RaceGoal | None:
    """The goal as tallies; None where it asks for more than numbers."""
    match goal:
        case ex.Event() | ex.Times():
            return Tally(goal.of.outcomes, goal.need, goal.exactly)
        case ex.Among():
            parts = [tallies for part in goal.parts if (tallies := _tallies(part))]
            if len(parts) == len(goal.parts):
                return race.CompoundGoal(goal.need, tuple(parts), goal.exactly)
    return None


def _passed(goal: race.RaceGoal) -> race.RaceGoal | None:
    """The goal of having passed the exact number of another, so that play is over; None where it is none."""
    if isinstance(goal, Tally):
        return Tally(goal.counts, goal.need + 1)
    # Where one outcome counts for several parts it may bring them at once, and pass the number by.
    apart = len(race.independent_groups(goal.parts)) == len(goal.parts)
    return race.at_least(goal.m + 1, goal.parts) if apart and all(map(race.monotone, goal.parts)) else None


def _refuse_stopped(goal: ex.WheelGoal, stops: tuple[ex.WheelGoal, ...] = ()) -> None:
    """Refuses a goal in which what is needed stops play, which is always over before it then.

    stops   the events each of which stops play where the goal is needed
    """
    match goal:
        case ex.Among(need=need, parts=parts):
            for part in parts:
                _refuse_stopped(part, stops if need == len(parts) else ())
        case ex.Before(goal=raced, stop=stop, tie=tie):
            _refuse_stopped(raced, stops if tie or event(stop) is None else (*stops, stop))
            _refuse_stopped(stop)
        case ex.Within():
            _refuse_stopped(goal.goal, stops)
        case _ if not getattr(goal, "exactly", False):
            for needed, stop in product(ex.sets(goal), stops):
                if needed.outcomes <= event(stop):
                    why = f"this can never be: {needed} stops play, so it does not come before {stop}"
                    raise ex.GoalError(why, needed.at)


def default_wheel(goal: ex.Goal) -> str:
    """The wheel that is meant where none is named: two dice, unless only craps or a coin has such labels.

    >>> [default_wheel(ex.Label(name)) for name in ("6", "seven-out", "HHT", "red")]
    ['two dice', 'craps', 'coin', 'two dice']
    """
    for name in ("two dice", "craps", "coin"):
        with suppress(ex.GoalError):
            on_wheel((goal,), None, name)
            return name
    return "two dice"


def broken_order(whole: ex.Goal, on: str) -> ex.GoalError | None:
    """The error for trials in a row that the cycle of that wheel never brings one after another, if any."""
    goals = on_wheel((whole,), None, on)
    for goal in ex.every(goals.lines[0]) if goals.wheel.cycle else ():
        in_turn = goal.sets if isinstance(goal, ex.Then | ex.InARow) else ()
        for first, second in dict.fromkeys(pairwise(in_turn)):
            after = {goals.seen(*each)[1] for each in first.outcomes}
            if after.isdisjoint(at for at, _ in second.outcomes):
                why = f"this can never be: the roll right after {first} never brings {second}"
                return ex.GoalError(why, goal.at)
    return None


@lru_cache(maxsize=512)
def on_wheel(
    goals: tuple[ex.Goal, ...],
    until: ex.Goal | None,
    on: str,
    offered: tuple[ex.Goal, ...] = (),
    tie: bool = False,
) -> OnWheel:
    """The lines of a wager, its stopper and the conditions of its offers on the wheel of that name.

    tie   a trial that brings the stopper counts for the lines

    Raises GoalError where a label is not of the wheel, or a goal can be seen to mean nothing.
    """
    named = wheel(on)
    every = [_grounded(goal, named, until) for goal in (*goals, *offered)]
    every += [] if until is None else [_grounded(until, named)]
    named, plainly = named.plainest([each for goal in every for each in asked_for(goal)])
    played = [_played(goal, plainly) for goal in every]
    stop = None if until is None else played.pop()
    for goal in played:
        _refuse_stopped(goal if stop is None else ex.Before(goal, stop, tie))
    return OnWheel(named, tuple(played[: len(goals)]), stop, tuple(played[len(goals) :]))


def _played(goal: ex.WheelGoal, plainly: Callable[[Outcomes], Outcomes]) -> ex.WheelGoal:
    """The goal on plainer outcomes; where one trial may be enough, the event of all that are."""
    match goal:
        case ex.Event():
            return replace(goal, outcomes=plainly(goal.outcomes))
        case ex.InARow(of=of, need=1) | ex.Among(need=1, parts=(of,)):
            return _played(of, plainly)
        case ex.Then(sets=(first, *_)) if len({*asked_for(goal)}) == 1:
            return ex.InARow(_played(first, plainly), len(goal.sets), at=goal.at)
    played = ex.rebuilt(goal, lambda part: _played(part, plainly))
    if isinstance(played, ex.Among) and played.need == 1 and not played.exactly:
        events = [each for part in played.parts if (each := event(part)) is not None]
        if len(events) == len(played.parts):
            return ex.Event(frozenset().union(*events), goal, at=goal.at)
    return played


def event_of(outcome_set: ex.Set, on: Wheel) -> ex.WheelGoal:
    """The outcomes of the set, by the wheel's own labels; raises GoalError where there are none."""
    outcomes, said = frozenset[Any](), outcome_set
    match outcome_set:
        case ex.Label(name=name):
            group, label = _group(outcome_set, name, on), on.called(name)
            if group.asks == "every":
                either = "|".join(group.members)
                why = f"{outcome_set} asks for every one of its totals; for any one of them write {either}"
                raise ex.GoalError(why, outcome_set.at)
            outcomes = group.outcomes
            if label and label != " ".join(name.lower().split()):  # red for reds, 7 for sevens
                said = replace(outcome_set, name=label)
        case ex.Complement():
            left_out = event_of(outcome_set.of, on)
            outcomes, said = on.every - left_out.outcomes, replace(outcome_set, of=left_out.said)
            if not outcomes:
                raise ex.GoalError(f"nothing is left beside {outcome_set.of}", outcome_set.at)
        case ex.Union():
            events = [event_of(each, on) for each in outcome_set.sets]
            outcomes = outcomes.union(*(each.outcomes for each in events))
            said = replace(outcome_set, sets=tuple(each.said for each in events))
        case ex.Range():
            outcomes = outcomes.union(*(event_of(each, on).outcomes for each in members(outcome_set, on)))
    return ex.Event(outcomes, said, at=outcome_set.at)


def members(outcome_set: ex.Set, on: Wheel) -> list[ex.Label]:
    """The parts of the set that have labels of their own: the totals of a range, the pockets of red.

    Raises GoalError for a label that the wheel has not, and for a set that has some outcomes of a part alone.
    """
    names: Iterable[object]
    match outcome_set:
        case ex.Union():
            labels = (label for part in outcome_set.sets for label in members(part, on))
            return list({label.name: label for label in labels}.values())
        case ex.Label(name=name):
            names = _group(outcome_set, name, on).members or (name,)
        case ex.Range(low=low, high=high):
            if low > high:
                raise ex.GoalError(f"{low} is more than {high}; say {high}..{low}", outcome_set.at)
            for end in (low, high):
                _group(outcome_set, str(end), on)
            if high - low > ex.MOST_PARTS:
                why = f"{outcome_set} is too long; the limit is {ex.MOST_PARTS:,} outcomes"
                raise ex.GoalError(why, outcome_set.at)
            names = [number for number in on.numbers if low <= number <= high]
        case ex.Complement():
            left = event_of(outcome_set, on).outcomes
            parts = {name: event_of(ex.Label(name), on).outcomes for name in on.parts}
            if cut := [name for name, part in parts.items() if part & left and part - left]:
                why = f"{outcome_set} leaves out a part of {cut[0]} and not all of it; list what is meant"
                raise ex.GoalError(f"{why}, as in any of (2, 3, 12)", outcome_set.at)
            names = [name for name, part in parts.items() if part <= left]
    return [ex.Label(str(name), at=outcome_set.at) for name in names]


def _group(outcome_set: ex.Set, name: str, on: Wheel) -> Group:
    """The group of that name in the set; raises GoalError where the wheel has none."""
    group = on.group(name)
    if group is not None and group.asks != "in turn":
        return group
    hint = _meant(name, on)
    why = f"no outcome of {on.name} is called {name!r}; there are {on.expected()}{'; ' * bool(hint)}{hint}"
    raise ex.GoalError(why, outcome_set.at)


def _meant(name: str, on: Wheel) -> str:
    """A hint at what may be meant by an unknown name; empty where that cannot be seen."""
    if on.group(name):
        return f"{name} is a pattern already; write all of it in one, or as heads then tails"
    if others := [home for home in homes(name) if home != on.name]:
        return f"it is one of {', '.join(others)}: name the wheel, as in --on {others[0]!r}"
    if write := what_to_write(name.lower()):
        return write
    if near := get_close_matches(name.lower(), on.groups, n=1, cutoff=0.75):
        return did_you_mean(near)
    words = name.split() if all(map(on.called, name.split())) else ()
    return f"outcomes of trials in a row are joined by then: {' then '.join(words)}" if words else ""


def with_stopper(goal: ex.Goal, on: Wheel) -> ex.Goal:
    """The goal; an exact number of the ten totals, which nothing stops, is of those before a 7."""
    match goal:
        case ex.Among(exactly=True, parts=(ex.Each(number=10, of=ex.Label(name=name)),)):
            if "all" in on.groups and on.called(name) == "total":
                return ex.Before(goal, ex.Label("7", at=goal.at), at=goal.at)
    return goal


def _grounded(goal: ex.Goal, on: Wheel, stop: ex.Goal | None = None, deep: int = 0) -> ex.WheelGoal:
    """The goal with the events of the wheel for its sets, patterns of a coin and members of sets one by one.

    stop   what stops play; None where nothing does
    """
    if deep > _DEEPEST:
        raise ex.GoalError(f"goals are inside of goals more than {_DEEPEST} deep", goal.at)
    match goal:
        case ex.Label() if (group := on.group(goal.name)) is not None and group.asks != "any":
            parts = tuple(event_of(ex.Label(name), on) for name in group.members)
            in_turn = group.asks == "in turn"
            return ex.Then(parts, at=goal.at) if in_turn else ex.Among(len(parts), parts, at=goal.at)
        case ex.Among():
            listed: list[ex.WheelGoal] = []
            for part in goal.parts:
                if isinstance(part, ex.Each):
                    listed += _members(part, on, stop)
                else:
                    listed.append(_grounded(part, on, stop, deep + 1))
            if goal.need is None and len(listed) == 1 and isinstance(part, ex.Each):
                why = f"all is said of several, and {part.of} is one outcome; write {part.of} x3"
                raise ex.GoalError(f"{why}, or {part.of} x3 in a row", goal.at)
            need = len(listed) if goal.need is None else goal.need
            if need > len(listed):
                raise ex.GoalError(f"{need} of {len(listed)} can never be", goal.at)
            return ex.Among(need, tuple(listed), goal.exactly, at=goal.at)
        case ex.Before():
            ahead = _grounded(goal.goal, on, goal.stop, deep + 1)
            return replace(goal, goal=ahead, stop=_grounded(goal.stop, on, stop, deep + 1))
        case ex.Within():
            return replace(goal, goal=_grounded(goal.goal, on, stop, deep + 1))
        case ex.Times() | ex.InARow() | ex.Then():  # of outcomes, and a pattern of streaks too
            return ex.rebuilt(goal, lambda of: (_grounded if isinstance(of, ex.InARow) else event_of)(of, on))
    return event_of(goal, on)


def _members(part: ex.Each, on: Wheel, stop: ex.Goal | None) -> list[ex.WheelGoal]:
    """The members of the part, as many as it says: all, those that do not stop play, or all but the 7."""
    events = [event_of(label, on) for label in members(part.of, on)]
    if part.number not in (None, len(events)):
        stopping = stop and event(_played(_grounded(stop, on), lambda outcomes: outcomes))
        going_on = [each for each in events if stopping and not each.outcomes <= stopping]
        table = [each for each in events if "all" in on.groups and str(each) in on.groups["all"].members]
        if part.number not in (len(going_on), len(table)):
            why = (
                f"there are {len(events):,} {part.of} on {on.name}, not {part.number:,}; leave out the number"
            )
            raise ex.GoalError(f"{why}, or list those that are meant in brackets", part.at)
        events = going_on if len(going_on) == part.number else table
    often = ex.InARow if part.in_row else ex.Times
    return events if part.need == 1 else [often(member, part.need, at=part.at) for member in events]
