"""Goals: conditions on the counts of outcomes that have come before a stopper."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from markov.distribution import Tally, WheelOutcome


@dataclass(frozen=True, slots=True)
class CompoundGoal:
    """A goal made of others, its parts: at least m of them are true, or exactly m.

    Raises ValueError where there is no part, or for an m that is always or never true.
    """

    m: int
    parts: tuple["RaceGoal", ...]
    exactly: bool = False

    def __post_init__(self) -> None:
        if self.m < 1 and not self.exactly:
            raise ValueError(f"at least {self.m} of the parts is always true; ask for 1 or more")
        if not self.parts:
            raise ValueError("a goal has at least one part")
        if not 0 <= self.m <= len(self.parts):
            raise ValueError(
                f"{self.m} of {len(self.parts)} parts can never be true; ask for 0 to {len(self.parts)}"
            )


RaceGoal: TypeAlias = Tally | CompoundGoal


def at_least(m: int, parts: Iterable[RaceGoal]) -> CompoundGoal:
    """At least m of the parts."""
    return CompoundGoal(m, tuple(parts))


def exactly(m: int, parts: Iterable[RaceGoal]) -> CompoundGoal:
    """Exactly m of the parts."""
    return CompoundGoal(m, tuple(parts), exactly=True)


def any_of(parts: Iterable[RaceGoal]) -> CompoundGoal:
    """One of the parts, or more."""
    return at_least(1, parts)


def all_of(parts: Iterable[RaceGoal]) -> CompoundGoal:
    """Every one of the parts."""
    listed = tuple(parts)
    return at_least(max(len(listed), 1), listed)


def monotone(goal: RaceGoal) -> bool:
    """True for a goal that stays true once it is, as no outcome can undo it.

    >>> six = frozenset({6})
    >>> monotone(Tally(six, 2)), monotone(Tally(six, 2, exactly=True)), monotone(exactly(0, [Tally(six, 2)]))
    (True, False, False)
    """
    if isinstance(goal, Tally):
        return not goal.exactly
    return not (goal.exactly and goal.m < len(goal.parts)) and all(map(monotone, goal.parts))


def tallies(goal: RaceGoal) -> Iterator[Tally]:
    """All tallies in the goal, those of its parts included."""
    if isinstance(goal, Tally):
        yield goal
    else:
        for part in goal.parts:
            yield from tallies(part)


def outcomes(goal: RaceGoal) -> frozenset[WheelOutcome]:
    """All outcomes that the goal counts."""
    return frozenset[WheelOutcome]().union(*(tally.counts for tally in tallies(goal)))


def saturation(goal: RaceGoal, outcome: WheelOutcome) -> int:
    """The count of the outcome from which on more of it do not change whether the goal is true."""
    return max(tally.need + tally.exactly for tally in tallies(goal) if outcome in tally.counts)


def independent_groups(parts: Iterable[RaceGoal]) -> list[tuple[RaceGoal, ...]]:
    """The parts in groups, such that no outcome is counted in two of them.

    >>> six, two, ends = (Tally(frozenset(counts), 1) for counts in ({6}, {2}, {2, 12}))
    >>> [len(group) for group in independent_groups([two, six, ends])]
    [1, 2]
    """
    groups: list[tuple[frozenset[WheelOutcome], tuple[RaceGoal, ...]]] = []
    for part in parts:
        counted = outcomes(part)
        sharing = [group for group in groups if group[0] & counted]
        joined = (
            counted.union(*(those for those, _ in sharing)),
            (*(p for _, ps in sharing for p in ps), part),
        )
        groups = [group for group in groups if group not in sharing] + [joined]
    return [group for _, group in groups]


def renamed(goal: RaceGoal, name: Mapping[WheelOutcome, WheelOutcome]) -> RaceGoal:
    """The goal over the names of its outcomes; outcomes may share one that every tally counts alike."""
    if isinstance(goal, Tally):
        return replace(goal, counts=frozenset(name[outcome] for outcome in goal.counts))
    return replace(goal, parts=tuple(renamed(part, name) for part in goal.parts))


def conditioned(goal: RaceGoal, outcome: WheelOutcome, n: int, more: bool = False) -> RaceGoal | bool:
    """The goal once the outcome has come n times: a goal on the other outcomes, or True or False.

    more   whether the outcome may come again, so that the goal still counts it

    >>> conditioned(Tally(frozenset({2, 12}), 3), 12, 1)
    Tally(counts=frozenset({2}), need=2, exactly=False)
    >>> conditioned(Tally(frozenset({2, 12}), 3), 12, 1, more=True)
    Tally(counts=frozenset({2, 12}), need=2, exactly=False)
    >>> conditioned(all_of((Tally(frozenset({2}), 3), Tally(frozenset({12}), 3))), 12, 1)
    False
    """
    if isinstance(goal, CompoundGoal):
        return _with_parts(goal, [conditioned(part, outcome, n, more) for part in goal.parts])
    if outcome not in goal.counts:
        return goal
    counts, left = goal.counts if more else goal.counts - {outcome}, goal.need - n
    if left < 0 or (left == 0 and not goal.exactly):
        return not goal.exactly
    return replace(goal, counts=counts, need=left) if counts else left == 0


def _with_parts(goal: CompoundGoal, parts: Iterable[RaceGoal | bool]) -> RaceGoal | bool:
    """The goal with other parts, of which some may be known."""
    known = list(parts)
    rest = tuple(part for part in known if not isinstance(part, bool))
    m = goal.m - sum(part is True for part in known)
    if goal.exactly:
        return exactly(m, rest) if rest and 0 <= m <= len(rest) else not rest and m == 0
    return True if m <= 0 else at_least(m, rest) if m <= len(rest) else False
