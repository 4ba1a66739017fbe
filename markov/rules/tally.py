"""Tallies that race a stopper, and their chain on arrays."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from math import comb, prod
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.chain import Chain, TooManyStates, explore
from markov.chain.transitions import Indices, TooMuchWork, Transitions, offsets_of
from markov.distribution import Distribution, Tally, WheelOutcome
from markov.wager.rule import End, NestedRace, explored, stop_or_play_on

_ROWS = 2**13  # of a lattice, made together
_MOST_COUNTED = 100_000  # spins in one wager; what every state is worth grows with their square
_MOST_WALKED = 100_000  # states walked through for one policy; about a second
TallyState: TypeAlias = tuple[int, ...]
TallyGoal: TypeAlias = Literal["first", "all", "each"]


@dataclass(frozen=True, slots=True)
class _TallyFamily:
    """Tallies that play alike. Their counts are kept in rising order: not whose they are.

    members   their positions among all tallies
    need      of each
    weight    of each on the wheel
    counts    how many counts a tally in play can have: 0, 1, and so on

    A standing is the counts of the members.
    """

    members: list[int]
    need: int
    weight: int
    counts: int

    def advances(self, dtype: type) -> tuple[NDArray[Any], Indices, NDArray[Any]]:
        """The standings in rising order, and what a member brings in each by going on to its next count.

        By standing and member: how much further the standing is, 0 where play is over, and the weight.
        Of members with equal counts the last goes on, with the weight of all; the others have no weight.
        """
        standings = list(combinations_with_replacement(range(self.counts), len(self.members)))
        place = {standing: i for i, standing in enumerate(standings)}
        jumps = np.zeros((len(standings), len(self.members)), dtype=np.int64)
        weights: NDArray[Any] = np.zeros(jumps.shape, dtype=dtype)
        for i, standing in enumerate(standings):
            for k, (have, above) in enumerate(zip(standing, (*standing[1:], self.need), strict=True)):
                if have < above:
                    jumps[i, k] = place.get((*standing[:k], have + 1, *standing[k + 1 :]), i) - i
                    weights[i, k] = self.weight * standing.count(have)
        return np.array(standings, dtype=np.min_scalar_type(self.need)), jumps, weights


class _States(Sequence[TallyState | End]):
    """The states of a lattice, made of the rows of an array when asked for, then the ends."""

    def __init__(self, counts: NDArray[Any], ends: Sequence[End]) -> None:
        self._counts, self._ends = counts, ends

    def __len__(self) -> int:
        return len(self._counts) + len(self._ends)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(len(self))[i]]
        i, playing = range(len(self))[i], len(self._counts)
        return tuple(self._counts[i].tolist()) if i < playing else self._ends[i - playing]

    def __iter__(self) -> Iterator[TallyState | End]:
        return chain((tuple(row.tolist()) for row in self._counts), self._ends)


def _lattice(
    race: "TallyRace", families: Sequence[_TallyFamily], count: int, stopping: int, total: int
) -> Chain[TallyState | End]:
    """The chain of so many states in play, which are all standings of the families.

    stopping   the weight of the stopper, of so much in all
    """
    ends, needs = race.ends, [tally.need for tally in race.tallies]
    dtype = np.int64 if total < 2**62 else object  # Python's integers where int64 is too small
    # The standings of the families are the digits of the number of a state, the first being the lowest.
    counts = np.empty((count, len(needs)), dtype=np.min_scalar_type(max(needs)))
    digits, stride = [], 1
    for family in families:
        standings, jumps, weights = family.advances(dtype)
        counts[:, family.members] = standings[np.arange(count) // stride % len(standings)]
        digits.append((stride, stride * jumps, weights))
        stride *= len(standings)
    numbers = np.argsort(counts.sum(axis=1), kind="stable")  # so that play only leads to later states
    counts = counts[numbers]
    place = np.empty(count + 1, dtype=np.int64)
    place[numbers], place[count] = np.arange(count), count + len(ends) - 1

    def rows(at: slice) -> tuple[NDArray[Any], ...]:
        """The number of transitions of each of some states, and their successors and weights."""
        number = numbers[at]
        parts = [
            (jumps[i], each[i]) for stride, jumps, each in digits for i in [number // stride % len(jumps)]
        ]
        jumps, passing = map(np.hstack, zip(*parts, strict=True))
        over = jumps == 0
        lost = count + (counts[at] == needs).sum(axis=1) * (race.goal == "each")
        columns = [
            (place[number[:, None] + jumps], passing * ~over),
            (np.full_like(number, count + 1), (passing * over).sum(axis=1)),
            (lost, np.full_like(passing[:, 0], stopping)),
            (place[number], total - stopping - passing.sum(axis=1)),
        ]
        after, weights = map(np.column_stack, zip(*columns, strict=True))
        comes = weights > 0
        return comes.sum(axis=1), after[comes], weights[comes]

    blocks = [rows(slice(start, start + _ROWS)) for start in range(0, count, _ROWS)]
    lengths, successors, weights = map(np.concatenate, zip(*blocks, strict=True))
    offsets = offsets_of(np.append(lengths, [0] * len(ends)))

    def standing_for(state: TallyState | End) -> TallyState | End:
        """The state with the counts of each family in rising order."""
        if isinstance(state, End):
            return state
        ordered = np.array(state)
        for family in families:
            ordered[family.members] = np.sort(ordered[family.members])
        return tuple(ordered.tolist())

    names = ["/".join(sorted(map(str, tally.counts))) for tally in race.tallies]
    alike = [" and ".join(names[i] for i in each.members) for each in families if len(each.members) > 1]
    return Chain(
        _States(counts, ends),
        Transitions.of_arrays(offsets, successors, weights),
        f"tallies that play alike are one: {', '.join(alike)}" if alike else "",
        standing_for,
    )


@dataclass(frozen=True, slots=True)
class TallyRace:
    """Tallies racing a stopper; an outcome that is neither counted nor a stopper is ignored.

    goal   first: the wager is made, and over, when the first tally is full
           all: when every tally is full
           each: every tally that is full when play stops counts; play stops early when all are

    trial  what bringing up one outcome is called: a spin, a roll

    A state is the tallies so far, each up to its need. The stopper brings the ending `lost`, and under
    `each`, with K tallies full, `made-K`. The wager may be surrendered after any spin: `surrender-K`,
    where K is the tally that is furthest on.

    Raises ValueError for no tally, for one of exactly so many, and for one that counts a stopper.
    """

    tallies: tuple[Tally, ...]
    stop: frozenset[WheelOutcome]
    goal: TallyGoal = "first"
    trial: str = "spin"

    def __post_init__(self) -> None:
        unfit = any(tally.exactly or tally.counts & self.stop for tally in self.tallies)
        if unfit or not self.tallies:
            raise ValueError("a race has tallies of so many or more, none of which counts what stops it")

    @property
    def start(self) -> TallyState:
        """All tallies at 0."""
        return (0,) * len(self.tallies)

    @property
    def needed(self) -> int:
        """The number of full tallies with which play is over."""
        return 1 if self.goal == "first" else len(self.tallies)

    @property
    def ends(self) -> list[End]:
        """The ends to which it may come: lost, and then made."""
        made = [f"made-{k}" for k in range(1, len(self.tallies) + 1)] if self.goal == "each" else ["made"]
        return [End(name) for name in ("lost", *made)]

    @property
    def highest_count(self) -> int:
        """The highest tally at which play can go on, and so the highest that can be surrendered."""
        highest = max(tally.need for tally in self.tallies)
        return highest - (self.needed == 1)

    def step(self, state: TallyState, outcome: WheelOutcome) -> TallyState | End:
        """The tallies after the outcome, or how the race ends on it."""
        if outcome in self.stop:
            return self.ends[self._full(state) if self.goal == "each" else 0]
        # Lists and not generators: a simulation asks this of millions of states.
        after = tuple(
            [
                have + 1 if outcome in tally.counts and have < tally.need else have
                for have, tally in zip(state, self.tallies, strict=True)
            ]
        )
        return after if self._full(after) < self.needed else self.ends[-1]

    def _kind(self, outcome: WheelOutcome) -> tuple[bool, ...]:
        return (outcome in self.stop, *(outcome in tally.counts for tally in self.tallies))

    def _full(self, state: TallyState) -> int:
        """The number of full tallies."""
        return sum([have == tally.need for have, tally in zip(state, self.tallies, strict=True)])

    only_stops = True

    def actions(self, state: TallyState) -> Mapping[str, Any] | None:
        """To play on, or surrender at the tally that is furthest on, once there is one."""
        return stop_or_play_on(state, End(f"surrender-{max(state)}") if any(state) else None)

    def words(self, offers: bool) -> tuple[str, ...]:
        """Sentences on how the race is won and lost, and when it may be left."""
        # A question of figures alone does not wait for words.
        from markov.rules import expression as ex
        from markov.rules.goal_words import OTHERWISE, SURRENDER, has

        def event(outcomes: frozenset[WheelOutcome]) -> Any:
            names = sorted(map(str, outcomes), key=lambda name: (len(name), name))
            return ex.Event(outcomes, ex.any_of_labels(names))

        goals: Any = tuple(ex.Times(event(tally.counts), tally.need) for tally in self.tallies)
        goal = ex.Among(1 if self.goal == "first" else len(goals), goals) if len(goals) > 1 else goals[0]
        if self.goal == "each" and len(goals) > 1:
            until = f"{has(event(self.stop), self)}, or until " if self.stop else ""
            sentences = [f"Play goes on until {until}{has(goal, self)}."]
            sentences.append("With K of these done by then the ending is made-K.")
        else:
            goal = ex.Before(goal, event(self.stop)) if self.stop else goal
            sentences = [f"The wager wins when {has(goal, self)}.", OTHERWISE[bool(self.stop)]]
        return (*sentences, SURRENDER) if offers else tuple(sentences)

    def ladder(self, wheel: Distribution[WheelOutcome], taken: Set[TallyState]) -> NestedRace | None:
        """The race as lasting goals, when the player surrenders in the states that are taken.

        None where the order in which tallies come on matters too: the wager may be over before it is
        surrendered, or is surrendered at some height of the furthest tally in some states only.
        """
        from markov.race.goals import any_of, at_least

        stop = self.stop.intersection(wheel)
        high = min(map(max, taken), default=None)
        if not stop or (high is not None and not self._is_left_at(high, taken, wheel)):
            return None
        shown = [(tally, tally.counts.intersection(wheel)) for tally in self.tallies]
        parts = [Tally(counts, tally.need) for tally, counts in shown if counts]
        counted, over = (parts, []) if self.goal == "each" else ([], parts)
        needed, end = self.needed, "made"
        if high is not None:
            # Those that need less may be full by then, and count where the stopper comes before.
            counted = [part for part in counted if part.need < high]
            over = [Tally(part.counts, high) for part in parts if part.need >= high]
            needed, end = 1, f"surrender-{high}"
        last = [at_least(needed, over)] if needed <= len(over) else []
        full = range(1, len(counted) + 1)
        goals = (*(any_of((at_least(k, counted), *last)) for k in full), *last)
        return NestedRace(stop, goals, ("lost", *(f"made-{k}" for k in full), *(end for _ in last)))

    def _is_left_at(self, high: int, taken: Set[TallyState], wheel: Distribution[WheelOutcome]) -> bool:
        """True where play is left as soon as the furthest tally comes to the height, and is not over before.

        False too where that takes too many states to see.
        """
        counted = self._told_apart(wheel).keys() - self.stop

        def onward(state: Any) -> dict[Any, int]:
            left = isinstance(state, End) or max(state) >= high
            return {} if left else dict.fromkeys([self.step(state, each) for each in counted], 1)

        try:
            return taken >= {*explore(self.start, onward, _MOST_WALKED).ends}
        except TooManyStates:
            return False

    def _told_apart(self, wheel: Distribution[WheelOutcome]) -> Distribution[WheelOutcome]:
        """The wheel with one outcome for all that do the same."""
        one = {self._kind(outcome): outcome for outcome in wheel}
        return wheel.map(lambda outcome: one[self._kind(outcome)])

    def chart(self, wheel: Distribution[WheelOutcome], limit: int) -> Chain[TallyState | End]:
        """The chain on that wheel; raises TooManyStates beyond the limit."""
        laid_out = self.laid_out(wheel, limit)
        if laid_out is not None:
            return laid_out
        shown = self._told_apart(wheel)
        alone = {kind.index(True) for kind in map(self._kind, shown) if sum(kind) == 1}  # 0 is the stopper
        counts = [tally.need + (self.goal != "first") for tally in self.tallies]
        apart = prod(count for k, count in enumerate(counts, 1) if k in alone)  # of these all are reached
        if max(self.highest_count, apart) > limit:
            raise TooManyStates(limit)
        return explored(self, shown, limit)

    def laid_out(
        self, wheel: Mapping[Any, int], limit: int, most_apart: int | None = None
    ) -> Chain[TallyState | End] | None:
        """The chain laid out on arrays; None where an outcome is counted twice, or something cannot come.

        most_apart   states in play up to which tallies that play alike are kept apart; all up to the limit
                     where it is None

        Beyond that, and where the chain would pass the limit without it, they are merged: only how far each
        of them is counts, not which. Raises TooManyStates where it passes the limit all the same, TooMuchWork
        where it would be too deep to solve.
        """
        sets = [self.stop, *(tally.counts for tally in self.tallies)]
        stopping, *weights = (sum(wheel.get(outcome, 0) for outcome in each) for each in sets)
        if sum(map(len, sets)) > len(frozenset().union(*sets)) or not stopping or not all(weights):
            return None
        full = self.goal != "first"  # a tally that is full is still in play
        for merge in (False, True):
            families: dict[tuple[int, ...], _TallyFamily] = {}
            for i, (tally, weight) in enumerate(zip(self.tallies, weights, strict=True)):
                family = _TallyFamily([], tally.need, weight, tally.need + full)
                families.setdefault((tally.need, weight, 0 if merge else i), family).members.append(i)
            sizes = [
                comb(each.counts + len(each.members) - 1, len(each.members)) for each in families.values()
            ]
            count = prod(sizes) - full  # all full is an end
            states = count + len(self.ends)
            if states <= limit and (merge or most_apart is None or count <= most_apart):
                break
        else:
            raise TooManyStates(limit, states)
        if (deep := sum(tally.need for tally in self.tallies)) > _MOST_COUNTED:
            why = f"the wager can take {deep:,} counted spins, and the limit is {_MOST_COUNTED:,}"
            raise TooMuchWork(f"{why}; ask for smaller needs")
        return _lattice(self, [*families.values()], count, stopping, sum(wheel.values()))
