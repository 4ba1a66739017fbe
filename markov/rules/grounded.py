"""An expression on a wheel: its labels as outcomes, as goals that are played, and as a race of tallies."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from markov.distribution import Distribution, Tally
from markov.naming import did_you_mean
from markov.race import goals as race
from markov.rules import expression as ex
from markov.rules import progress
from markov.rules.expression import Outcomes
from markov.rules.labels import Group, Wheel, homes, wheel
from markov.rules.progress import Count, KOf, Pattern, Race, Timed, WheelGoal, event

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


@dataclass(frozen=True, eq=False)
class OnWheel:
    """The goals of one wager on a wheel.

    outcomes   what the wheel shows, told apart no more finely than the goals ask
    lines      in their rank
    stop       what stops play; None where nothing does
    offers     the conditions of offers
    """

    wheel: Wheel
    outcomes: Distribution[Any]
    lines: tuple[WheelGoal, ...]
    stop: WheelGoal | None
    offers: tuple[WheelGoal, ...]

    @property
    def goals(self) -> tuple[WheelGoal, ...]:
        """All goals: the lines, the conditions of offers, and the stopper."""
        return (*self.lines, *self.offers, *(() if self.stop is None else (self.stop,)))

    def told_apart(self, wheel: Distribution[Any]) -> Distribution[Any]:
        """The wheel with all outcomes that no goal tells apart joined in one."""
        alike: dict[Hashable, Any] = {}
        for outcome in wheel:
            alike.setdefault(self.kind(outcome), outcome)
        return wheel.map(lambda outcome: alike[self.kind(outcome)])

    def kind(self, outcome: Any) -> tuple[Hashable, ...]:
        """The sets that the outcome is in, in each state of a cycle: all that goals see of it."""
        if (cycle := self.wheel.cycle) is None:
            return tuple(outcome in each for each in self._sets)
        return tuple(
            (self.stage_after(at, outcome), *((at, outcome) in each for each in self._sets))
            for at in cycle.stages
        )

    @cached_property
    def _sets(self) -> tuple[Outcomes, ...]:
        return tuple(dict.fromkeys(each for goal in self.goals for each in progress.sets(goal)))

    def stage_after(self, at: Any, outcome: Any) -> Any:
        """The state of the wheel's cycle after the outcome."""
        cycle = self.wheel.cycle
        return cycle and cycle.step(at, self.wheel.plainly.get(outcome, outcome))

    def seen(self, at: Any, outcome: Any) -> tuple[Any, Any]:
        """The outcome as goals see it in a state of the wheel's cycle, and the state after it."""
        return (at, outcome), self.stage_after(at, outcome)

    @cached_property
    def position(self) -> dict[Any, int]:
        """The position of each outcome on the wheel."""
        return {outcome: i for i, outcome in enumerate(self.outcomes)}

    def racing(self) -> Racing | None:
        """The only line as a race of tallies, its deadline left aside; None where it is none."""
        if self.wheel.cycle is not None or self.wheel.bag or self.stop or self.offers or len(self.lines) > 1:
            return None
        line = goal = self.lines[0]
        stop: Outcomes = frozenset()
        if isinstance(line, Race):
            goal, stop = line.goal, event(line.stop) or stop
            if line.tie or not stop.intersection(self.outcomes):
                return None
        try:
            raced = _race_goal(goal, stop)
            if raced is None:
                return None
            if race.monotone(raced):
                return Racing(raced, raced, stop)
            return Racing(raced, _passed_goal(goal, stop), stop) if stop else None
        except _NoTallies:
            return None


def _race_goal(goal: WheelGoal, stop: Outcomes) -> race.RaceGoal | None:
    """The goal on the outcomes that do not stop play; None where it cannot be true before."""
    match goal:
        case Count(of=of, need=need, exactly=exactly):
            if exactly and of <= stop:
                raise _NoTallies
            return None if of <= stop else Tally(of - stop, need, exactly)
        case KOf(need=need, parts=parts, exactly=exactly):
            possible = _possible(parts, stop)
            if not possible or need > len(possible):
                return None
            return race.CompoundGoal(need, possible, exactly)
    raise _NoTallies


def _possible(parts: Iterable[WheelGoal], stop: Outcomes) -> tuple[race.RaceGoal, ...]:
    """The parts that can be true before the outcomes that stop play."""
    goals = (_race_goal(part, stop) for part in parts)
    return tuple(goal for goal in goals if goal is not None)


def _passed_goal(goal: WheelGoal, stop: Outcomes) -> race.RaceGoal | None:
    """The goal of having passed an exact number, so that play is over; None where that cannot be."""
    match goal:
        case Count(of=of, need=need):
            return Tally(of - stop, need + 1)
        case KOf(need=need, parts=parts) if all(ex.settles(part.said) for part in parts):
            possible = _possible(parts, stop)
            if len(race.independent_groups(possible)) < len(possible):
                raise _NoTallies  # one outcome may bring several at once, and pass the number by
            return race.at_least(need + 1, possible) if need < len(possible) else None
    raise _NoTallies


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
            return (needed for part in parts for needed in _needed(part))
        case ex.Before() | ex.Within():
            return _needed(goal.goal)
    return ()


def _refuse_stopped(goal: WheelGoal, known: Mapping[ex.Set, Outcomes]) -> None:
    """Refuses a goal in which what is needed stops play, which is always over before it then."""
    for part in progress.parts(goal):
        _refuse_stopped(part, known)
    if isinstance(goal, Race) and not goal.tie and (stop := event(goal.stop)) is not None:
        for needed in _needed(goal.said):
            if known[needed] <= stop:
                why = f"this can never be: {needed} stops play, so it does not come before {goal.stop.said}"
                raise ex.GoalError(why, needed.at)


class _NoTallies(Exception):
    """A goal that cannot be written as tallies."""


_BY_DEFAULT = ("two dice", "craps", "coin")


def default_wheel(goal: ex.Goal) -> str:
    """The wheel that is meant where none is named: two dice, unless only craps or a coin has such labels.

    >>> [default_wheel(ex.Label(name)) for name in ("6", "seven-out", "HHT", "red")]
    ['two dice', 'craps', 'coin', 'two dice']
    """
    names = {label for outcome_set in ex.sets(goal) for label in _labels(outcome_set)}
    for name in _BY_DEFAULT:
        on = wheel(name)
        if all(on.group(label) or on.spelled(label) for label in names):
            return name
    return _BY_DEFAULT[0]


def broken_order(goal: "ex.Goal | ex.Each", on: str) -> ex.GoalError | None:
    """The error for a pattern of which the cycle of that wheel never lets one part follow another, if any."""
    match goal:
        case ex.Then() if (table := wheel(on)).cycle is not None:
            for first, second in pairwise(goal.sets):
                if why := table.follow(outcomes(first, table), outcomes(second, table)):
                    return ex.GoalError(f"this can never be: after {first} {why} for {second}", goal.at)
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
    stop = None if until is None else _spelled_out(until, named)
    lines = tuple(_spelled_out(goal, named, stop) for goal in goals)
    conditions = tuple(_spelled_out(goal, named, stop) for goal in offered)
    every = (*lines, *conditions, *(() if stop is None else (stop,)))
    named, shown, known = _plainest(named, (outcome_set for goal in every for outcome_set in ex.sets(goal)))
    played = [_played(goal, known) for goal in (*lines, *conditions)]
    stopper = None if stop is None else _played(stop, known)
    for goal in played:
        _refuse_stopped(goal if stopper is None else Race(goal, stopper, tie, goal.said), known)
    return OnWheel(named, shown, tuple(played[: len(lines)]), stopper, tuple(played[len(lines) :]))


def _played(goal: "ex.Goal | ex.Each", known: Mapping[ex.Set, Outcomes]) -> WheelGoal:
    """The goal with the outcomes of its sets; where one trial may be enough, those that are."""
    match goal:
        case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
            return Count(known[goal], 1, said=goal)
        case ex.Times(of=of, need=need, exactly=exactly):
            return Count(known[of], need, exactly, goal)
        case ex.InARow(of=of, need=1):
            return Count(known[of], 1, said=goal)
        case ex.InARow(of=of, need=need):
            return Pattern((known[of],) * need, goal)
        case ex.Then():
            return Pattern(tuple(known[each] for each in goal.sets), goal)
        case ex.Among(need=1, parts=(only,)):
            return replace(_played(only, known), said=goal)
        case ex.Among(need=int(need), parts=listed):
            played = tuple(_played(part, known) for part in listed)
            events = [each for part in played if (each := event(part)) is not None]
            if need == 1 and not goal.exactly and len(events) == len(played):
                return Count(frozenset().union(*events), 1, said=goal)
            return KOf(need, played, goal.exactly, goal)
        case ex.Before():
            return Race(_played(goal.goal, known), _played(goal.stop, known), goal.tie, goal)
        case ex.Within():
            return Timed(_played(goal.goal, known), goal.trials, goal)
    raise AssertionError(goal)  # the members of a set have been said one by one


def _plainest(
    named: Wheel, sets: Iterable[ex.Set]
) -> tuple[Wheel, Distribution[Any], dict[ex.Set, Outcomes]]:
    """The wheel, its outcomes and the sets of them, told apart no more finely than the sets ask."""
    known = {each: outcomes(each, named) for each in dict.fromkeys(sets)}
    if named.cycle is not None:
        free = {each: frozenset(outcome for _, outcome in pairs) for each, pairs in known.items()}
        if all(len(pairs) == len(free[each]) * len(named.cycle.stages) for each, pairs in known.items()):
            named, known = replace(named, cycle=None), free  # nothing that the cycle says is asked about
    shown, plainly = named.distribution(known.values())
    return named, shown, {each: plainly(members) for each, members in known.items()}


def outcomes(outcome_set: ex.Set, on: Wheel) -> Outcomes:
    """The outcomes of the set; raises GoalError where there are none."""
    match outcome_set:
        case ex.Label():
            group = _group(outcome_set, outcome_set.name, on)
            if group.every:
                either = "|".join(group.members)
                why = f"{outcome_set} asks for every one of its totals; for any one of them write {either}"
                raise ex.GoalError(why, outcome_set.at)
            return group.outcomes
        case ex.Range():
            return frozenset().union(*(outcomes(label, on) for label in members(outcome_set, on)))
        case ex.Union():
            return frozenset().union(*(outcomes(inner, on) for inner in outcome_set.sets))
        case ex.Complement():
            left = on.every - outcomes(outcome_set.of, on)
            if not left:
                raise ex.GoalError(f"nothing is left beside {outcome_set.of}", outcome_set.at)
            return left


def members(outcome_set: ex.Set, on: Wheel) -> list[ex.Label]:
    """The parts of the set that have labels of their own: the totals of a range, the pockets of red.

    Raises GoalError for a label that the wheel has not, and for a set that has some outcomes of a part alone.
    """
    match outcome_set:
        case ex.Label():
            group = _group(outcome_set, outcome_set.name, on)
            return [ex.Label(name, at=outcome_set.at) for name in group.members] or [outcome_set]
        case ex.Range(low=low, high=high):
            if low > high:
                raise ex.GoalError(f"{low} is more than {high}; say {high}..{low}", outcome_set.at)
            for end in (low, high):
                _group(outcome_set, str(end), on)
            if high - low > ex.MOST_PARTS:
                raise ex.GoalError(
                    f"{outcome_set} is too long; the limit is {ex.MOST_PARTS:,} outcomes", outcome_set.at
                )
            numbers = map(str, range(low, high + 1))
            return [ex.Label(number, at=outcome_set.at) for number in numbers if on.group(number)]
        case ex.Union():
            return list(
                {label.name: label for part in outcome_set.sets for label in members(part, on)}.values()
            )
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
                    raise ex.GoalError(f"{why}; {meant}", outcome_set.at)
            return labels


def _group(outcome_set: ex.Set, name: str, on: Wheel) -> Group:
    """The group of that name in the set; raises GoalError where the wheel has none."""
    if (group := on.group(name)) is not None:
        return group
    number = {str(number): word for word, number in ex.NUMBER_WORDS.items()}.get(name, "")
    if number in on.groups:
        why = (
            f"{number!r} is a word of the language; an outcome of that name is written in quotes: '{number}'"
        )
        raise ex.GoalError(why, outcome_set.at)
    others = [home for home in homes(name) if home != on.name]
    hint = f"; it is one of {', '.join(others)}: name the wheel" if others else _meant(name, on)
    why = f"no outcome of {on.name} is called {name!r}; there are {on.expected()}{hint}"
    raise ex.GoalError(why, outcome_set.at, wheels=others)


_BEHIND = {
    "asleep": "17 asleep for 20 spins",
    "missing": "17 missing within 20",
    "repeated": "17 repeated, or any number repeated within 10",
}  # words that stand behind an outcome, each as it is used


def _meant(name: str, on: Wheel) -> str:
    """The end of a message about an unknown name: what may be meant by it, if that can be seen."""
    if name.lower() in _BEHIND:
        return f"; say first of what, as in {_BEHIND[name.lower()]}"
    if dice := re.search(r"\b[0-9]*d[0-9]+([a-z]+[0-9]+)?\b", name.lower()):
        return f"; name dice with --on {dice[0]}, and ask what they show, as in 13+ --on {dice[0]}"
    numbers = sorted(int(group) for group in on.groups if group.isdecimal()) or [0]
    if (ends := re.fullmatch("([0-9]+)[-–]([0-9]+)", name)) and {*map(int, ends.groups())} <= {*numbers}:
        return f"; numbers from one to another are written {ends[1]}..{ends[2]}"
    words = name.split()
    for k in range(1, len(words)):
        if (of := on.called(" ".join(words[k:]))) is None:
            continue
        if of.isdecimal() and (range_words := _compared(words[:k], int(of), numbers)):
            return f"; write {range_words}"
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
    if name.lower() in _HIGHER:
        return "; a number or a higher one is written 6 or more"
    if name.lower() in _LOWER:
        return f"; a number or a lower one is written as a range, as in {numbers[0]}..{numbers[-1] // 2}"
    if write := _HANDS.get(name.lower().removesuffix("s")):
        return f"; for cards write {write}, as in {write} within 5"
    for k in range(len(words) - 1, 0, -1):
        if (of := on.called(" ".join(words[:k]))) is not None:
            return f"; {of} is one, without {' '.join(words[k:])}"
    near = get_close_matches(name.lower(), on.groups, n=1, cutoff=0.75)
    return f"; {did_you_mean(near)}" if near else ""


_HIGHER = frozenset(
    ["higher", "above", "over", "better", "greater", "bigger", "larger", "up", "exceeds", "beats"]
)
_LOWER = frozenset(["lower", "below", "under", "less", "fewer", "smaller", "down", "worse"])


def _compared(words: list[str], number: int, numbers: list[int]) -> str:
    """The numbers that compare with that one as the words say, as they are written; empty for other words."""
    match [word.lower() for word in words if word.lower() not in ("than", "total", "roll", "a", "of")]:
        case ["up", "to"]:
            return f"{numbers[0]}..{number}"
        case ["between"]:
            return f"from one to another as in {number}..{numbers[-1]}"
        case [word] if word in _HIGHER:
            return f"{number + 1} or more"
        case [word] if word in _LOWER:
            return f"{numbers[0]}..{number - 1}"
        case []:
            return f"{number} alone"
    return ""


# Hands of cards, as goals of the ranks and suits that are drawn.
_HANDS = {
    "pair": "same rank x2",
    "two pair": "2 of (each rank x2)",
    "full house": "same rank x3 and 2 of (each rank x2)",
    "flush": "same suit x5",
}


def with_stopper(goal: ex.Goal, on: Wheel) -> ex.Goal:
    """The goal; an exact number of the ten totals, which nothing stops, is of those before a 7."""
    if isinstance(goal, ex.Among) and goal.exactly and (table := on.groups.get("all")):
        for part in goal.parts:
            if isinstance(part, ex.Each) and part.number == len(table.members):
                left = [label for label in members(part.of, on) if label.name not in table.members]
                if len(left) == 1:
                    return ex.Before(goal, left[0], at=goal.at)
    return goal


def _spelled_out(goal: ex.Goal, on: Wheel, stop: ex.Goal | None = None, deep: int = 0) -> ex.Goal:
    """The goal by the wheel's own labels, with patterns of a coin and members of sets one by one.

    stop   what stops play, in the same form; None where nothing does
    """
    if deep > _DEEPEST:
        raise ex.GoalError(f"goals are inside of goals more than {_DEEPEST} deep", goal.at)
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
            parts = tuple(part for listed in goal.parts for part in _parts(listed, on, stop, deep))
            need = len(parts) if goal.need is None else goal.need
            if need > len(parts):
                raise ex.GoalError(f"{need} of {len(parts)} can never be", goal.at)
            if len(parts) > ex.MOST_PARTS:
                raise ex.GoalError(
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
            return replace(outcome_set, sets=tuple(_in_wheel_labels(inner, on) for inner in outcome_set.sets))
        case ex.Complement():
            return replace(outcome_set, of=_in_wheel_labels(outcome_set.of, on))
    return outcome_set


def _pattern_part(part: ex.Set | ex.InARow, on: Wheel) -> ex.Set | ex.InARow:
    if isinstance(part, ex.InARow):
        return replace(part, of=_in_wheel_labels(part.of, on))
    if isinstance(part, ex.Label) and on.group(part.name) is None and on.spelled(part.name):
        raise ex.GoalError(
            f"{part.name} is a pattern already; write all of it in one, or as heads then tails", part.at
        )
    return _in_wheel_labels(part, on)


def _parts(part: ex.Goal | ex.Each, on: Wheel, stop: ex.Goal | None, deep: int) -> Iterable[ex.Goal]:
    if not isinstance(part, ex.Each):
        return [_spelled_out(part, on, stop, deep + 1)]
    goals: list[ex.Goal] = []
    for member in _so_many_members(part, members(part.of, on), on, stop):
        if part.need == 1:
            goals.append(member)
        else:
            goals.append((ex.InARow if part.in_row else ex.Times)(member, part.need, at=part.at))
    return goals


def _so_many_members(
    part: ex.Each, labels: list[ex.Label], on: Wheel, stop: ex.Goal | None
) -> Sequence[ex.Label]:
    """The members of the part, as many as it says: all, those that do not stop play, or all but the 7."""
    if part.number is None:
        return labels
    stopping = stop and event(_played(stop, {each: outcomes(each, on) for each in ex.sets(stop)}))
    table = on.groups.get("all")
    for some in (
        labels,
        [label for label in labels if stopping and not outcomes(label, on) <= stopping],
        [label for label in labels if table and label.name in table.members],
    ):
        if len(some) == part.number:
            return some
    raise ex.GoalError(
        f"there are {len(labels):,} {part.of} on {on.name}, not {part.number:,}; leave out the number, or "
        "list those that are meant in brackets",
        part.at,
    )
