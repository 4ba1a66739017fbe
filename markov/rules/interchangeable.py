"""Parts of goals that may trade places: exchanging them, and their outcomes, changes neither goals nor wheel.

So it is enough to know what is left of such parts, not of which. Parts trade places where they stand in
the same lists, ask for the same, and read outcomes of equal weights that nothing else reads. Of a bag the
kinds count that are left of each, and kinds that no goal asks for any more are one.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from markov.rules.expression import Among, Event, Outcomes, WheelGoal, inside, rebuilt
from markov.rules.grounded import OnWheel, asked_for
from markov.rules.progress import FALSE, TRUE, Left, Standing, listed, unsettled
from markov.wager.rule import End

Path: TypeAlias = tuple[int, ...]  # to what is left of a goal, inside of what is left of all goals


class Member(NamedTuple):
    """All parts that ask for the same outcomes: they trade places with those of the other members."""

    places: list[Path]  # in one order for all members
    kinds: list[int]  # in a bag, that they read


class Interchange:
    """The parts of the goals of a wager without offers that may trade places.

    weights   of the outcomes; of a bag it does not matter how many there are of a kind at first
    """

    def __init__(self, goals: OnWheel, weights: Mapping[Any, int]) -> None:
        self._goals = goals.goals
        self._kinds, self._held = list(goals.outcomes), list(goals.outcomes.values())
        self._bag = goals.wheel.bag
        self._weights = dict.fromkeys(goals.outcomes, 1) if self._bag else weights
        ever = {kind for goal in self._goals for each in asked_for(goal) for kind in each}
        # The kinds in a bag that may count for others, the best last.
        self._by_preference = sorted(range(len(self._kinds)), key=lambda i: (self._kinds[i] not in ever, -i))
        # By what is left, and of a bag by what is in it.
        self._sorted, self._counts_for = cache(self._in_order), cache(self._counted_as)

    @cached_property
    def families(self) -> list[list[Member]]:
        """The families, those of the smallest parts first."""
        uses = [each for goal in self._goals for each in asked_for(goal)]
        parts: dict[tuple[Outcomes, ...], list[tuple[Path, WheelGoal]]] = defaultdict(list)
        for number, goal in enumerate(self._goals):
            for place, part in _listed_parts(goal, (number,)):
                parts[tuple(dict.fromkeys(asked_for(part)))].append((place, part))
        alike: dict[Hashable, list[Member]] = defaultdict(list)
        for block, placed in parts.items():
            read = {
                kind: sets for kind in self._weights if any(sets := tuple(kind in each for each in block))
            }
            own_uses = sum(1 for _, part in placed for _ in asked_for(part))
            if own_uses == sum(not read.keys().isdisjoint(each) for each in uses):
                weights: Counter[Hashable] = Counter()
                for kind, sets in read.items():
                    weights[sets] += self._weights[kind]
                shapes = tuple((place[:-1], _shape(part, block)) for place, part in placed)
                kinds = map(self._kinds.index, sorted(read, key=read.__getitem__)) if self._bag else ()
                member = Member([place for place, _ in placed], [*kinds])
                alike[shapes, frozenset(weights.items())].append(member)
        families = [members for members in alike.values() if len(members) > 1]
        return sorted(families, key=lambda members: -len(members[0].places[0]))

    def merged(self, at: Any) -> Any:
        """The one standing that stands for all that play like it; an end is as it is."""
        if isinstance(at, End) or not (self.families or at.bag):
            return at
        left, bag = self._sorted(at.left, at.bag)
        stop = None if at.stop is None else left[-1]
        return at._replace(lines=left[: len(at.lines)], stop=stop, bag=bag)

    def _in_order(self, left: tuple[Left, ...], bag: tuple[int, ...]) -> tuple[Any, ...]:
        """The rests of goals and of the bag, with the members of families in order."""
        counts = [0] * len(bag)
        for i, number in zip(self._counts_for(left) if bag else (), bag, strict=True):
            counts[i] += number
        for members in self.families:
            # All that there is to know of each member.
            known = [
                (tuple([counts[kind] for kind in kinds]), *[_at(left, place) for place in places])
                for places, kinds in members
            ]
            in_order = sorted(known, key=_key, reverse=True)
            for (places, kinds), before, after in zip(members, known, in_order, strict=True):
                if before != after:
                    for kind, number in zip(kinds, after[0], strict=True):
                        counts[kind] = number
                    for place, rest in zip(places, after[1:], strict=True):
                        left = _with(left, place, rest)
        return left, tuple(counts)

    def _counted_as(self, left: tuple[Left, ...]) -> list[int]:
        """By kind in the bag: the one that counts for all that no goal tells from it any more.

        That is one that no goal ever asks for, or the first.
        """
        asked = {
            each
            for part in unsettled(zip(self._goals, left, strict=True))
            if not inside(part)
            for each in asked_for(part)
        }
        kinds = [tuple(kind in each for each in asked) for kind in self._kinds]
        one = {kinds[i]: i for i in self._by_preference}
        return [one[kind] for kind in kinds]

    def together(self, at: Standing) -> list[list[int]]:
        """The kinds in the bag of a merged standing, by position, in groups of which it tells but the sum."""
        kinds = [[member.kinds for member in members] for members in self.families]
        groups = _groups(len(self._kinds), chain.from_iterable(zip(*each, strict=True) for each in kinds))
        # Of kinds that trade places, and are not equally many at first, who is who is lost.
        unequal = [group for group in groups if len({self._held[kind] for kind in group}) > 1]
        return _groups(len(self._kinds), (*enumerate(self._counts_for(at.left)), *unequal))


def _groups(kinds: int, joined: Iterable[Iterable[int]]) -> list[list[int]]:
    """The kinds by position, in groups: all that are joined are in one."""
    group = list(range(kinds))
    for members in joined:
        numbers = {group[member] for member in members}
        group = [min(numbers) if each in numbers else each for each in group]
    return [[kind for kind, each in enumerate(group) if each == i] for i in dict.fromkeys(group)]


def _listed_parts(goal: WheelGoal, path: Path) -> Iterator[tuple[Path, WheelGoal]]:
    """The parts of all lists in the goal, each with the way to what is left of it."""
    inner = [((*path, i) if listed(goal) else path, part) for i, part in enumerate(inside(goal))]
    if isinstance(goal, Among):
        yield from inner
    for place, part in inner:
        yield from _listed_parts(part, place)


def _shape(goal: Any, block: Sequence[Outcomes]) -> Any:
    """The goal with the place in the block for each of its events."""
    if isinstance(goal, Event):
        return block.index(goal.outcomes)
    return rebuilt(goal, lambda part: _shape(part, block))


def _at(left: Left, path: Path) -> Left:
    """The rest to which the path leads; or of one around it that is settled."""
    for i in path:
        if left in (TRUE, FALSE):
            break
        left = left[i]
    return left


def _with(left: Left, path: Path, rest: Left) -> Left:
    """The same with that rest where the path leads."""
    if not path or left in (TRUE, FALSE):
        return rest
    i = path[0]
    return (*left[:i], _with(left[i], path[1:], rest), *left[i + 1 :])


@lru_cache(maxsize=1 << 16)
def _key(profile: tuple[Any, ...]) -> list[tuple[int, str]]:
    return [(each, "") if isinstance(each, int) else (-1, repr(each)) for each in profile]
