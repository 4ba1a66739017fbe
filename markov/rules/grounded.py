"""An expression on a wheel: its labels as outcomes, as goals that are played, and as a race of tallies."""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from markov.distribution import Distribution, Tally
from markov.naming import did_you_mean
from markov.race import goals as race
from markov.rules import expression as ex
from markov.rules.expression import Outcomes
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

    outcomes   what the wheel shows, told apart no more finely than the goals ask
    lines      in their rank
    stop       what stops play; None where nothing does
    offers     the conditions of offers
    """

    wheel: Wheel
    outcomes: Distribution[Any]
    lines: tuple[ex.WheelGoal, ...]
    stop: ex.WheelGoal | None
    offers: tuple[ex.WheelGoal, ...]
    _moves: dict[Any, Move | None] = field(default_factory=dict, init=False, repr=False)

    @property
    def goals(self) -> tuple[ex.WheelGoal, ...]:
        """All goals: the lines, the conditions of offers, and the stopper."""
        return (*self.lines, *self.offers, *(() if self.stop is None else (self.stop,)))

    def told_apart(self, wheel: Distribution[Any]) -> Distribution[Any]:
        """The wheel with all outcomes that no goal tells apart joined in one."""
        kinds = self.kinds.copy()  # a wheel may show more than the goals know
        return wheel.map(lambda outcome: kinds.setdefault(self.kind(outcome), outcome))

    @cached_property
    def kinds(self) -> dict[Hashable, Any]:
        """The first outcome of each kind, by all that goals see of it."""
        kinds: dict[Hashable, Any] = {}
        for outcome in self.outcomes:
            kinds.setdefault(self.kind(outcome), outcome)
        return kinds

    def kind(self, outcome: Any) -> tuple[Hashable, ...]:
        """The sets that the outcome is in, in each state of a cycle: all that goals see of it."""
        if (cycle := self.wheel.cycle) is None:
            return tuple(outcome in each for each in self._sets)
        return tuple(
            (self.seen(at, outcome)[1], *((at, outcome) in each for each in self._sets))
            for at in cycle.stages
        )

    @cached_property
    def _sets(self) -> tuple[Outcomes, ...]:
        return tuple(dict.fromkeys(each for goal in self.goals for each in asked_for(goal)))

    def seen(self, at: Any, outcome: Any) -> tuple[Any, Any]:
        """The outcome as goals see it in a state of the wheel's cycle, and the state after it."""
        cycle = self.wheel.cycle
        if cycle is None:
            return outcome, None
        return (at, outcome), cycle.step(at, self.wheel.plainly.get(outcome, outcome))

    def moves(self, seen: Any) -> Move | None:
        """The move of all goals on an outcome, as they see it; None where it leaves all as it is."""
        if seen not in self._moves:
            self._moves[seen] = moves(self.goals, seen)
        return self._moves[seen]

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
        if isinstance(line, ex.Before):
            goal, stop = line.goal, event(line.stop) or stop
            if line.tie or not stop:
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


def asked_for(goal: ex.WheelGoal) -> Iterator[Outcomes]:
    """The outcomes that the goal on a wheel asks for, one set after the other."""
    return (each.outcomes for each in ex.sets(goal))


def _race_goal(goal: ex.WheelGoal, stop: Outcomes) -> race.RaceGoal | None:
    """The goal on the outcomes that do not stop play; None where it cannot be true before."""
    match goal:
        case ex.Event() | ex.Times():
            of = ex.shown(goal.of)
            if goal.exactly and of <= stop:
                raise _NoTallies
            return None if of <= stop else Tally(of - stop, goal.need, goal.exactly)
        case ex.Among(parts=parts, exactly=exactly):
            possible = _possible(parts, stop)
            if not possible or goal.needed > len(possible):
                return None
            return race.CompoundGoal(goal.needed, possible, exactly)
    raise _NoTallies


def _possible(parts: Iterable[ex.WheelGoal], stop: Outcomes) -> tuple[race.RaceGoal, ...]:
    """The parts that can be true before the outcomes that stop play."""
    goals = (_race_goal(part, stop) for part in parts)
    return tuple(goal for goal in goals if goal is not None)


def _passed_goal(goal: ex.WheelGoal, stop: Outcomes) -> race.RaceGoal:
    """The goal of having passed an exact number, so that play is over, of a goal that can be undone."""
    match goal:
        case ex.Event() | ex.Times():
            return Tally(ex.shown(goal.of) - stop, goal.need + 1)
        case ex.Among(needed=need, parts=parts) if all(map(ex.settles, parts)):
            possible = _possible(parts, stop)
            if len(race.independent_groups(possible)) < len(possible):
                raise _NoTallies  # one outcome may bring several at once, and pass the number by
            return race.at_least(need + 1, possible)
    raise _NoTallies


def _needed(goal: ex.WheelGoal) -> Iterable[Any]:
    """The events that have to come for the goal to be true."""
    match goal:
        case ex.Event():
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


def _refuse_stopped(whole: ex.WheelGoal) -> None:
    """Refuses a goal in which what is needed stops play, which is always over before it then."""
    for goal in ex.every(whole):
        if isinstance(goal, ex.Before) and not goal.tie and (stop := event(goal.stop)) is not None:
            for needed in _needed(goal.goal):
                if needed.outcomes <= stop:
                    why = f"this can never be: {needed} stops play, so it does not come before {goal.stop}"
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


def broken_order(whole: ex.Goal, on: str) -> ex.GoalError | None:
    """The error for trials in a row that the cycle of that wheel never brings one after another, if any."""
    table = wheel(on)
    for goal in ex.every(whole):
        sets: Sequence[ex.Set] = goal.sets if isinstance(goal, ex.Then) else ()
        if isinstance(goal, ex.InARow) or (isinstance(goal, ex.Each) and goal.in_row):
            sets = [goal.of] * min(goal.need, 2)
        for first, second in pairwise(sets):
            if why := table.follow(outcomes(first, table), outcomes(second, table)):
                return ex.GoalError(f"this can never be: after {first} {why} for {second}", goal.at)
    return None


def _labels(outcome_set: ex.Set) -> Iterable[str]:
    match outcome_set:
        case ex.Label():
            return (outcome_set.name,)
        case ex.Range():
            return (str(outcome_set.low), str(outcome_set.high))
        case ex.Union():
            return (label for part in outcome_set.sets for label in _labels(part))
        case ex.Complement(of=of):
            return _labels(of)


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
        _refuse_stopped(goal if stopper is None else ex.Before(goal, stopper, tie))
    return OnWheel(named, shown, tuple(played[: len(lines)]), stopper, tuple(played[len(lines) :]))


def _played(goal: ex.WheelGoal, known: Mapping[ex.Set, Outcomes]) -> ex.WheelGoal:
    """The goal with the events of its sets; where one trial may be enough, the event of all that are."""
    if isinstance(goal, ex.Set):
        return ex.Event(known[goal], goal, at=goal.at)
    match goal:
        case ex.InARow(of=of, need=1) | ex.Among(need=1, parts=(of,)):
            return _played(of, known)
        case ex.Then(sets=(first, *_)) if len({known[each] for each in goal.sets}) == 1:
            return ex.InARow(_played(first, known), len(goal.sets), at=goal.at)
    played = ex.rebuilt(goal, lambda part: _played(part, known))
    if isinstance(played, ex.Among) and played.need == 1 and not played.exactly:
        events = [each for part in played.parts if (each := event(part)) is not None]
        if len(events) == len(played.parts):
            return ex.Event(frozenset().union(*events), goal, at=goal.at)
    return played


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
        case ex.Label() if on.group(goal.name) is None and (sides := on.spelled(goal.name)):
            return ex.Then(tuple(map(ex.Label, sides)), at=goal.at)
        case ex.Among():
            parts = tuple(part for listed in goal.parts for part in _parts(listed, on, stop, deep))
            need = len(parts) if goal.need is None else goal.need
            if need > len(parts):
                raise ex.GoalError(f"{need} of {len(parts)} can never be", goal.at)
            return ex.Among(need, parts, goal.exactly, at=goal.at)
        case ex.Before():
            before = _spelled_out(goal.stop, on, stop, deep + 1)
            return replace(goal, goal=_spelled_out(goal.goal, on, before, deep + 1), stop=before)
        case ex.Within():
            return replace(goal, goal=_spelled_out(goal.goal, on, stop, deep + 1))
        case ex.Then():
            for part in goal.parts:
                if isinstance(part, ex.Label) and on.group(part.name) is None and on.spelled(part.name):
                    why = f"{part.name} is a pattern already; write all of it in one, or as heads then tails"
                    raise ex.GoalError(why, part.at)
    spelled: ex.Goal = _in_wheel_labels(goal, on)
    return spelled


def _in_wheel_labels(part: Any, on: Wheel) -> Any:
    """The sets of a part by the wheel's own labels: red for reds, 7 for sevens."""
    if not isinstance(part, ex.Label):
        return ex.rebuilt(part, lambda inner: _in_wheel_labels(inner, on))
    label = on.called(part.name)
    if label is None or label == " ".join(part.name.lower().split()):
        return part
    return replace(part, name=label)


def _parts(part: ex.Part, on: Wheel, stop: ex.Goal | None, deep: int) -> list[ex.Goal]:
    if not isinstance(part, ex.Each):
        return [_spelled_out(part, on, stop, deep + 1)]
    named = _so_many_members(part, members(part.of, on), on, stop)
    often = ex.InARow if part.in_row else ex.Times
    return list(named) if part.need == 1 else [often(member, part.need, at=part.at) for member in named]


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
