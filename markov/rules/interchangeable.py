"""Parts of goals that may trade places: exchanging them, and their outcomes, changes neither goals nor wheel.

So it is enough to know what is left of such parts, not of which. Parts trade places where they stand in
the same lists, ask for the same, and read outcomes of equal weights that nothing else reads. Of a bag the
kinds count that are left of each, and kinds that no goal asks for any more are one.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from markov.rules.expression import Among, Before, Event, Outcomes, WheelGoal, Within, inside, rebuilt
from markov.rules.grounded import OnWheel, asked_for
from markov.rules.progress import FALSE, TRUE, Left, Standing, event, unsettled

Path: TypeAlias = tuple[int, ...]  # to what is left of a list, inside of what is left of all goals


@dataclass(frozen=True, slots=True)
class Family:
    """Parts that may trade places.

    places   the lists in which they stand, each with the position of every member
    kinds    of every member the kinds in a bag that it reads, in one order for all
    """

    places: tuple[tuple[Path, tuple[int, ...]], ...]
    kinds: tuple[tuple[int, ...], ...]


class Interchange:
    """The parts of the goals of a wager without offers that may trade places.

    weights   of the outcomes; of a bag it does not matter how many there are of a kind at first
    """

    def __init__(self, goals: OnWheel, weights: Mapping[Any, int]) -> None:
        self._goals = goals.goals
        self._kinds, self._held = list(goals.outcomes), list(goals.outcomes.values())
        self._bag = goals.wheel.bag
        self._weights = dict.fromkeys(goals.outcomes, 1) if self._bag else weights
        self._merged: dict[Hashable, tuple[Any, ...]] = {}
        self._alike: dict[Hashable, list[int]] = {}  # by what is left: of each kind the one that it counts as

    @cached_property
    def _never_asked(self) -> list[int]:
        asked = frozenset[Any]().union(*(each for goal in self._goals for each in asked_for(goal)))
        return [i for i, kind in enumerate(self._kinds) if kind not in asked]

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The families, those of the smallest parts first."""
        uses = Counter(each for goal in self._goals for each in asked_for(goal))
        places_of: dict[tuple[Outcomes, ...], list[tuple[Path, int, Hashable]]] = {}
        inside: dict[tuple[Outcomes, ...], Counter[Outcomes]] = {}
        for number, goal in enumerate(self._goals):
            for path, listed in _lists(goal, (number,)):
                for i, part in enumerate(listed.parts):
                    block = tuple(dict.fromkeys(asked_for(part)))
                    places_of.setdefault(block, []).append((path, i, _shape(part, block)))
                    inside.setdefault(block, Counter()).update(asked_for(part))
        alike: dict[Hashable, list[tuple[Outcomes, ...]]] = {}
        for block, places in places_of.items():
            own = frozenset[Any]().union(*block)
            alone = all(uses[each] == count for each, count in inside[block].items())
            if alone and all(each in block or own.isdisjoint(each) for each in uses):
                where = tuple((path, shape) for path, _, shape in places)
                alike.setdefault((where, self._read(block)), []).append(block)
        families = [
            Family(
                tuple(
                    (path, tuple(places_of[block][k][1] for block in blocks))
                    for k, (path, _, _) in enumerate(places_of[blocks[0]])
                ),
                tuple(self._own_kinds(block) if self._bag else () for block in blocks),
            )
            for blocks in alike.values()
            if len(blocks) > 1
        ]
        return tuple(sorted(families, key=lambda family: -len(family.places[0][0])))

    def _read(self, block: Sequence[Outcomes]) -> Hashable:
        """The weights of the outcomes that the parts read, by the sets that they are in."""
        weights: Counter[tuple[bool, ...]] = Counter()
        for outcome, weight in self._weights.items():
            if any(within := tuple(outcome in each for each in block)):
                weights[within] += weight
        return frozenset(weights.items())

    def _own_kinds(self, block: Sequence[Outcomes]) -> tuple[int, ...]:
        read = {i: tuple(kind in each for each in block) for i, kind in enumerate(self._kinds)}
        return tuple(sorted((i for i, within in read.items() if any(within)), key=read.__getitem__))

    def merged(self, at: Standing) -> Standing:
        """The one standing that stands for all that play like it."""
        key = at.left, at.bag
        if key not in self._merged:
            self._merged[key] = self._sorted(at)
        lines, stop, bag = self._merged[key]
        return at._replace(lines=lines, stop=stop, bag=bag)

    def _sorted(self, at: Standing) -> tuple[Any, ...]:
        """Lines, stopper and bag, with the members of families in order."""
        bag = self._pooled(at) if self._bag else []
        left = list(at.left)
        for family in self.families:
            lists = [
                (path, positions, listed)
                for path, positions in family.places
                if (listed := _at(left, path)) is not None
            ]
            # All that there is to know of each member.
            parts = [[listed[place] for place in places] for _, places, listed in lists]
            counts = [tuple(bag[kind] for kind in kinds) for kinds in family.kinds]
            profiles = [*zip(counts, *parts, strict=True)]
            keys = [*map(_key, profiles)]
            order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
            if order == [*range(len(keys))]:
                continue
            for path, positions, listed in lists:
                moved = list(listed)
                for m, of in zip(positions, order, strict=True):
                    moved[m] = listed[positions[of]]
                _put(left, path, tuple(moved))
            for kinds, of in zip(family.kinds, order, strict=True):
                for kind, number in zip(kinds, profiles[of][0], strict=True):
                    bag[kind] = number
        return tuple(left[: len(at.lines)]), left[-1] if at.stop is not None else None, tuple(bag)

    def _pooled(self, at: Standing) -> list[int]:
        """The rest of the bag, kinds that no goal tells apart any more as the one that counts for them."""
        pooled = [0] * len(self._kinds)
        for i, number in zip(self._counts_for(at.left), at.bag, strict=True):
            pooled[i] += number
        return pooled

    def _counts_for(self, left: tuple[Left, ...]) -> list[int]:
        """By kind in the bag: the one that counts for all that no goal tells from it any more.

        It is one that no goal ever asks for, where there is such a kind among them, or else the first.
        """
        if left not in self._alike:
            asked = {
                each
                for goal, here in zip(self._goals, left, strict=True)
                for part, _ in unsettled(goal, here)
                if not inside(part)
                for each in asked_for(part)
            }
            kinds = [tuple(kind in each for each in asked) for kind in self._kinds]
            one = {kind: i for i, kind in reversed([*enumerate(kinds)])}
            one |= {kinds[i]: i for i in self._never_asked}
            self._alike[left] = [one[kind] for kind in kinds]
        return self._alike[left]

    def together(self, at: Standing) -> list[list[int]]:
        """The kinds in the bag of a merged standing, by position, in groups of which it tells but the sum."""
        group = list(self._counts_for(at.left))
        for traded in self._unequal:
            _join(group, traded)
        return [[k for k, each in enumerate(group) if each == i] for i in dict.fromkeys(group)]

    @cached_property
    def _unequal(self) -> list[list[int]]:
        """Kinds that may trade places, not equally many at first, so that who is who is lost."""
        places = [*range(len(self._kinds))]
        for family in self.families:
            for traded in zip(*family.kinds, strict=True):
                _join(places, traded)
        alike = [[k for k, each in enumerate(places) if each == i] for i in dict.fromkeys(places)]
        return [kinds for kinds in alike if len({self._held[kind] for kind in kinds}) > 1]


def _join(group: list[int], members: Iterable[int]) -> None:
    """Makes the groups of the members one, where `group` has the number of the group of each."""
    numbers = {group[member] for member in members}
    group[:] = [min(numbers) if each in numbers else each for each in group]


def _lists(goal: WheelGoal, path: Path) -> Iterator[tuple[Path, Among]]:
    """The lists in the goal, each with the way to what is left of it."""
    match goal:
        case Among():
            yield path, goal
            for i, part in enumerate(goal.parts):
                yield from _lists(part, (*path, i))
        case Before() if event(goal.stop) is None:
            yield from _lists(goal.goal, (*path, 0))
            yield from _lists(goal.stop, (*path, 1))
        case Before() | Within():
            yield from _lists(goal.goal, path)


def _shape(goal: Any, block: Sequence[Outcomes]) -> Any:
    """The goal with the place in the block for each of its events."""
    return (
        block.index(goal.outcomes)
        if isinstance(goal, Event)
        else rebuilt(goal, lambda part: _shape(part, block))
    )


def _at(left: Any, path: Path) -> Left | None:
    """The rest of the list to which the path leads; None where what it is in is settled."""
    for i in path:
        if left in (TRUE, FALSE):
            return None
        left = left[i]
    return None if left in (TRUE, FALSE) else left


def _put(left: list[Any], path: Path, listed: Left) -> None:
    def put(inside: Any, rest: Path) -> Any:
        if not rest:
            return listed
        return (*inside[: rest[0]], put(inside[rest[0]], rest[1:]), *inside[rest[0] + 1 :])

    left[path[0]] = put(left[path[0]], path[1:])


@lru_cache(maxsize=1 << 16)
def _key(profile: tuple[Any, ...]) -> list[tuple[int, str]]:
    return [(each, "") if isinstance(each, int) else (-1, repr(each)) for each in profile]
