"""Goals: conditions on the counts of outcomes that have come before a stopper."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from markov.distribution import WheelOutcome


@dataclass(frozen=True, slots=True)
class Reach:
    """At least `need` of the outcomes, counted together."""

    counts: frozenset[WheelOutcome]
    need: int

    def __post_init__(self) -> None:
        _tally(self.counts, self.need, 1)


@dataclass(frozen=True, slots=True)
class Count:
    """Exactly `k` of the outcomes, counted together."""

    counts: frozenset[WheelOutcome]
    k: int

    def __post_init__(self) -> None:
        _tally(self.counts, self.k, 0)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least m of the parts."""

    m: int
    parts: tuple["RaceGoal", ...]

    def __post_init__(self) -> None:
        if self.m < 1:
            raise ValueError(f"at least {self.m} of the parts is always true; ask for 1 or more")
        _among(self.m, self.parts)


@dataclass(frozen=True, slots=True)
class Exactly:
    """Exactly m of the parts."""

    m: int
    parts: tuple["RaceGoal", ...]

    def __post_init__(self) -> None:
        _among(self.m, self.parts)


CountGoal: TypeAlias = Reach | Count
CompoundGoal: TypeAlias = AtLeast | Exactly
RaceGoal: TypeAlias = CountGoal | CompoundGoal


def _tally(counts: frozenset[WheelOutcome], number: int, least: int) -> None:
    if not counts:
        raise ValueError("a tally counts at least one outcome")
    if number < least:
        raise ValueError(f"a tally is of {least} or more, not of {number}")


def _among(m: int, parts: tuple[RaceGoal, ...]) -> None:
    if not parts:
        raise ValueError("a goal has at least one part")
    if not 0 <= m <= len(parts):
        raise ValueError(f"{m} of {len(parts)} parts can never be true; ask for 0 to {len(parts)}")


def any_of(parts: Iterable[RaceGoal]) -> AtLeast:
    """One of the parts, or more."""
    return AtLeast(1, tuple(parts))


def all_of(parts: Iterable[RaceGoal]) -> AtLeast:
    """Every one of the parts."""
    listed = tuple(parts)
    return AtLeast(max(len(listed), 1), listed)


def lasting(goal: RaceGoal) -> bool:
    """True for a goal that stays true once it is, as no outcome can undo it.

    >>> six = frozenset({6})
    >>> lasting(Reach(six, 2)), lasting(Count(six, 2)), lasting(Exactly(0, (Reach(six, 2),)))
    (True, False, False)
    """
    if isinstance(goal, Reach | Count):
        return isinstance(goal, Reach)
    if isinstance(goal, Exactly) and goal.m < len(goal.parts):
        return False
    return all(map(lasting, goal.parts))


def tallies(goal: RaceGoal) -> Iterator[CountGoal]:
    """All tallies in the goal, those of its parts included."""
    if isinstance(goal, Reach | Count):
        yield goal
    else:
        for part in goal.parts:
            yield from tallies(part)


def outcomes(goal: RaceGoal) -> frozenset[WheelOutcome]:
    """All outcomes that the goal counts."""
    return frozenset[WheelOutcome]().union(*(tally.counts for tally in tallies(goal)))


def saturation(goal: RaceGoal, outcome: WheelOutcome) -> int:
    """The count of the outcome from which on more of it do not change whether the goal is true."""
    return max(
        tally.need if isinstance(tally, Reach) else tally.k + 1
        for tally in tallies(goal)
        if outcome in tally.counts
    )


def independent_groups(parts: Iterable[RaceGoal]) -> list[tuple[RaceGoal, ...]]:
    """The parts in groups, such that no outcome is counted in two of them.

    >>> six, two, ends = (Reach(frozenset(counts), 1) for counts in ({6}, {2}, {2, 12}))
    >>> [len(group) for group in independent_groups([two, six, ends])]
    [1, 2]
    """
    groups: list[tuple[frozenset[WheelOutcome], tuple[RaceGoal, ...]]] = []
    for part in parts:
        counted = outcomes(part)
        met = [group for group in groups if group[0] & counted]
        together = (counted.union(*(those for those, _ in met)), (*(p for _, ps in met for p in ps), part))
        groups = [group for group in groups if group not in met] + [together]
    return [group for _, group in groups]


def renamed(goal: RaceGoal, name: Mapping[WheelOutcome, WheelOutcome]) -> RaceGoal:
    """The goal over the names of its outcomes; outcomes may share one that every tally counts alike."""
    if isinstance(goal, Reach | Count):
        return replace(goal, counts=frozenset(name[outcome] for outcome in goal.counts))
    return replace(goal, parts=tuple(renamed(part, name) for part in goal.parts))


def conditioned(goal: RaceGoal, outcome: WheelOutcome, n: int, more: bool = False) -> RaceGoal | bool:
    """The goal once the outcome has come n times: a goal on the other outcomes, or True or False.

    more   whether the outcome may come again, so that the goal still counts it

    >>> conditioned(Reach(frozenset({2, 12}), 3), 12, 1)
    Reach(counts=frozenset({2}), need=2)
    >>> conditioned(Reach(frozenset({2, 12}), 3), 12, 1, more=True)
    Reach(counts=frozenset({2, 12}), need=2)
    >>> conditioned(all_of((Reach(frozenset({2}), 3), Reach(frozenset({12}), 3))), 12, 1)
    False
    """
    if not isinstance(goal, Reach | Count):
        return _of(goal, [conditioned(part, outcome, n, more) for part in goal.parts])
    if outcome not in goal.counts:
        return goal
    counts = goal.counts if more else goal.counts - {outcome}
    if isinstance(goal, Reach):
        left = goal.need - n
        return True if left <= 0 else Reach(counts, left) if counts else False
    left = goal.k - n
    return Count(counts, left) if counts and left >= 0 else left == 0


def _of(goal: CompoundGoal, parts: Iterable[RaceGoal | bool]) -> RaceGoal | bool:
    """The goal with other parts, of which some may be known."""
    known = list(parts)
    rest = tuple(part for part in known if not isinstance(part, bool))
    m = goal.m - sum(part is True for part in known)
    if isinstance(goal, Exactly):
        return Exactly(m, rest) if rest and 0 <= m <= len(rest) else not rest and m == 0
    return True if m <= 0 else AtLeast(m, rest) if m <= len(rest) else False
