"""Tallies that race a stopper, and their chain on arrays."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from markov.chain.chain import Chain, TooManyStates
from markov.chain.transitions import Indices, TooMuchWork, Transitions
from markov.distribution import Distribution, Tally, WheelOutcome
from markov.wager.rule import End, NestedRace, explored, stop_or_play_on

if TYPE_CHECKING:
    from markov.race.goals import RaceGoal
    from markov.rules import expression


_ROWS = 2**13  # of a lattice, made together
_MOST_COUNTED = (
    100_000  # spins that are counted in one wager; what every state is worth grows with their square
)
_MOST_WALKED = 100_000  # states walked through for one policy; about a second
TallyState: TypeAlias = tuple[int, ...]
TallyGoal: TypeAlias = Literal["first", "all", "each"]


@dataclass(frozen=True, slots=True)
class _Digit:
    """Tallies that play alike, as one digit of a state: how far each of them is, in rising order.

    members   positions of the tallies
    need      of each
    weight    of each on the wheel
    open      whether a full tally is a state to play on from
    """

    members: tuple[int, ...]
    need: int
    weight: int
    open: bool

    @property
    def size(self) -> int:
        return comb(self.need + self.open + len(self.members) - 1, len(self.members))

    def positions(self) -> list["TallyState"]:
        """The counts that the members can have, in rising order: the start first and all full last."""
        return list(combinations_with_replacement(range(self.need + self.open), len(self.members)))

    def advances(self) -> tuple[Indices, NDArray[Any], Indices]:
        """The successors of each position, as arrays.

        Three arrays: (position, k) → the position after, -1 where a tally is full and play is over;
        (position, k) → its weight, 0 where there is no k-th; position → how many tallies are full.
        """
        positions = self.positions()
        index = {position: i for i, position in enumerate(positions)}
        shape = (len(positions), len(self.members))
        after, weights = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=object)
        for i, position in enumerate(positions):
            for k, have in enumerate(position):
                if have == self.need:
                    continue
                # Equal members advance to the same position: the last of them carries the weight of all.
                if k + 1 < len(position) and position[k + 1] == have:
                    continue
                raised = tuple(sorted((*position[:k], have + 1, *position[k + 1 :])))
                after[i, k] = index.get(raised, -1)
                weights[i, k] = self.weight * position.count(have)
        full = np.array([position.count(self.need) for position in positions])
        return after, weights, full


def _digits(needs: Iterable[int], weights: Iterable[int], goal: TallyGoal, merge: bool) -> list[_Digit]:
    alike: dict[tuple[int, int, int], list[int]] = {}
    for i, (need, weight) in enumerate(zip(needs, weights, strict=True)):
        alike.setdefault((need, weight, 0 if merge else i), []).append(i)
    return [
        _Digit(tuple(members), need, weight, goal != "first") for (need, weight, _), members in alike.items()
    ]


class _States(Sequence[TallyState | End]):
    """The states of a lattice, decoded from their codes when asked for, then the ends."""

    def __init__(self, digits: Sequence[_Digit], codes: Indices, ends: Sequence[End]) -> None:
        self._digits = [(digit.members, digit.positions()) for digit in digits]
        self._tallies = sum(len(digit.members) for digit in digits)
        self._codes, self._ends = codes, ends

    def __len__(self) -> int:
        return len(self._codes) + len(self._ends)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        i = range(len(self))[i]
        if i >= len(self._codes):
            return self._ends[i - len(self._codes)]
        code = int(self._codes[i])
        state = [0] * self._tallies
        for members, positions in self._digits:
            code, digit = divmod(code, len(positions))
            for member, have in zip(members, positions[digit], strict=True):
                state[member] = have
        return tuple(state)

    def __iter__(self) -> Iterator[TallyState | End]:
        """The states one after another, decoded many at once."""
        for start in range(0, len(self._codes), _ROWS):
            code = self._codes[start : start + _ROWS]
            counts: dict[int, list[int]] = {}
            for members, positions in self._digits:
                code, digit = np.divmod(code, len(positions))
                counts |= zip(members, np.array(positions)[digit].T.tolist(), strict=True)
            yield from zip(*(counts[member] for member in range(self._tallies)), strict=True)
        yield from self._ends


def _standing_for(digits: Sequence[_Digit], state: TallyState | End) -> TallyState | End:
    """The same state with the counts of tallies that are one digit in rising order."""
    if isinstance(state, End):
        return state
    ordered = list(state)
    for digit in digits:
        for member, have in zip(digit.members, sorted(state[i] for i in digit.members), strict=True):
            ordered[member] = have
    return tuple(ordered)


def lattice_chain(
    named: Sequence[tuple[str, Tally]],
    goal: TallyGoal,
    stop: frozenset[WheelOutcome],
    wheel: Mapping[Any, int],
    limit: int,
    most_apart: int | None = None,
) -> Chain[TallyState | End] | None:
    """The chain of tallies, each with its name, racing a stopper.

    None where an outcome is counted twice, or something cannot come: a lattice would hold states that play
    never comes to.

    most_apart   states in play up to which tallies that play alike are kept apart; all up to the limit where
                 it is None

    Beyond that, and where the chain would pass the limit without it, they are merged. Raises
    TooManyStates where it passes the limit all the same, TooMuchWork where it would be too deep to solve.
    """
    names, tallies = zip(*named, strict=True)
    needs = [tally.need for tally in tallies]
    sets = [stop, *(tally.counts for tally in tallies)]
    stopping, *by_tally = (sum(wheel.get(outcome, 0) for outcome in each) for each in sets)
    total = sum(wheel.values())
    if sum(map(len, sets)) > len(frozenset().union(*sets)) or not stopping or not all(by_tally):
        return None
    made = [f"made-{k + 1}" for k in range(len(tallies))] if goal == "each" else ["made"]
    ends = [End(name) for name in ("lost", *made)]
    for merge in (False, True):
        digits = _digits(needs, by_tally, goal, merge)
        count = prod(digit.size for digit in digits) - (goal != "first")  # all full is an end
        if count + len(ends) <= limit and (merge or most_apart is None or count <= most_apart):
            break
    else:
        raise TooManyStates(limit, count + len(ends))
    if (deep := sum(needs)) > _MOST_COUNTED:
        raise TooMuchWork(
            f"the wager can take {deep:,} counted spins, and the limit is {_MOST_COUNTED:,}; "
            "ask for smaller needs"
        )
    codes = _by_progress(digits, count)
    rank = np.empty(count + 1, dtype=np.int64)
    rank[codes] = np.arange(count)
    rank[count] = count + len(ends) - 1 if goal != "first" else count
    # Room for as many transitions as there can be, of which only that which is filled takes memory.
    most = count * (len(tallies) + 3)
    rows, size = [np.zeros(1, dtype=np.int64)], 0
    onward = np.empty(most, dtype=np.int64)
    shares: NDArray[Any] = np.empty(most, dtype=_kind(total))
    for start in range(0, count, _ROWS):
        here = codes[start : start + _ROWS]
        successors, weights, full = _advances_by_state(digits, rank, here, total)
        weights[:, -2] = stopping
        weights[:, -1] = total - weights[:, :-1].sum(axis=1)
        successors[:, -2] = count + full if goal == "each" else count
        successors[:, -1] = np.arange(start, start + len(here))
        successors[:, -3] = count + 1
        present = weights > 0
        rows.append(present.sum(axis=1))
        end = size + int(present.sum())
        onward[size:end], shares[size:end] = successors[present], weights[present]
        size = end
    over = np.zeros(len(ends), dtype=np.int64)
    transitions = Transitions(
        np.cumsum(np.concatenate((*rows, over))),
        onward[:size],
        shares[:size],
        np.concatenate((np.full(count, total, dtype=shares.dtype), over.astype(shares.dtype))),
    )
    return Chain(
        cast(Sequence[TallyState | End], _States(digits, codes, ends)),
        transitions,
        _merged([[names[i] for i in digit.members] for digit in digits]),
        partial(_standing_for, digits),
    )


def _kind(total: int) -> type:
    """The type of weights of so many in all: Python's integers where int64 is too small."""
    return np.int64 if total < 2**62 else object


def _by_progress(digits: Sequence[_Digit], count: int) -> Indices:
    """The codes of the states, those with more counted later, so that play only leads to later states."""
    codes = np.arange(count)
    progress = np.zeros(count, dtype=np.int64)
    stride = 1
    for digit in digits:
        counted = np.array([sum(position) for position in digit.positions()])
        progress += counted[codes // stride % digit.size]
        stride *= digit.size
    return np.argsort(progress, kind="stable")


def _advances_by_state(
    digits: Sequence[_Digit], rank: Indices, codes: Indices, total: int
) -> tuple[Indices, NDArray[Any], Indices]:
    """Successors and weights of counted outcomes by (state, column), and how many tallies are full by state.

    rank    the position of each state by its code, and behind them that of all tallies full
    codes   the states whose rows are wanted

    A weight of 0 is no transition. The last three columns are to be filled; the first of them has the weight
    with which some tally becomes full where play is then over.
    """
    count = len(codes)
    full = np.zeros(count, dtype=np.int64)
    columns = sum(len(digit.members) for digit in digits) + 3
    successors = np.empty((count, columns), dtype=np.int64)
    weights: NDArray[Any] = np.zeros((count, columns), dtype=_kind(total))
    column, stride = 0, 1
    for digit in digits:
        after, weight, filled = digit.advances()
        place = codes // stride % digit.size
        full += filled[place]
        for k in range(len(digit.members)):
            target, passing = after[place, k], weight[:, k].astype(weights.dtype)[place]
            over = target < 0
            successors[:, column] = rank[np.where(over, 0, codes + (target - place) * stride)]
            weights[:, column] = np.where(over, 0, passing)
            weights[:, -3] += np.where(over, passing, 0)
            column += 1
        stride *= digit.size
    return successors, weights, full


def _merged(groups: Sequence[Sequence[str]]) -> str:
    alike = [" and ".join(group) for group in groups if len(group) > 1]
    return f"tallies that play alike are one: {', '.join(alike)}" if alike else ""


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

    Raises ValueError when an outcome is counted by a tally and is a stopper too.
    """

    tallies: tuple[Tally, ...]
    stop: frozenset[WheelOutcome]
    goal: TallyGoal = "first"
    trial: str = "spin"

    def __post_init__(self) -> None:
        if not self.tallies:
            raise ValueError("there is no tally to race")
        if any(tally.exactly for tally in self.tallies):
            raise ValueError("tallies that race are full at so many or more; none can need exactly so many")
        counted = frozenset().union(*(tally.counts for tally in self.tallies))
        if both := sorted(map(str, counted & self.stop)):
            raise ValueError(f"{both[0]} is counted and is the stopper too")

    @property
    def start(self) -> TallyState:
        """All tallies at 0."""
        return (0,) * len(self.tallies)

    @property
    def highest_count(self) -> int:
        """The highest tally at which play can go on, and so the highest that can be surrendered."""
        highest = max(tally.need for tally in self.tallies)
        return highest - (self.goal == "first" or len(self.tallies) == 1)

    def step(self, state: TallyState, outcome: WheelOutcome) -> TallyState | End:
        """The tallies after the outcome, or how the race ends on it."""
        if outcome in self.stop:
            full = self._full(state) if self.goal == "each" else 0
            return End(f"made-{full}") if full else End("lost")
        # Lists and not generators: a simulation asks this of millions of states.
        after = tuple(
            [
                have + 1 if outcome in tally.counts and have < tally.need else have
                for have, tally in zip(state, self.tallies, strict=True)
            ]
        )
        full = self._full(after)
        if self.goal == "first":
            return End("made") if full else after
        if full < len(self.tallies):
            return after
        return End("made") if self.goal == "all" else End(f"made-{full}")

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
        from markov.rules.expression import Among, Times
        from markov.rules.goal_words import has, stopped, stopper

        counted = [(_as_set(tally.counts), tally.need) for tally in self.tallies]
        goals = tuple(outcomes if need == 1 else Times(outcomes, need) for outcomes, need in counted)
        stop = _as_set(self.stop) if self.stop else None
        rest = f"Any other {self.trial} changes nothing."
        if self.goal == "each" and len(goals) > 1:
            until = f"{stopper(stop, self)}, or until " if stop else ""
            clauses = "; ".join(has(goal, self) for goal in goals)
            sentences = [
                f"Play goes on until {until}all of these are true: {clauses}.",
                f"Each that is true by then is made. {rest}",
            ]
        else:
            joined = goals[0] if len(goals) == 1 else Among(None if self.goal == "all" else 1, goals)
            before = f" before {stopper(stop, self)}" if stop else ""
            lost = f"It loses when {stopped(stop, self)} first. " if stop else ""
            sentences = [f"The wager wins when {has(joined, self)}{before}.", f"{lost}{rest}"]
        if offers:
            count = "furthest count" if len(goals) > 1 else "count"
            sentences.append(
                f"After any {self.trial} it may be surrendered for the pay posted for its {count}."
            )
        return tuple(sentences)

    def ladder(self, wheel: Distribution[WheelOutcome], taken: Set[TallyState]) -> NestedRace | None:
        """The race as lasting goals, when the player surrenders in the states that are taken.

        None where the order in which tallies come on matters too: the wager may be over before it is
        surrendered, or is surrendered at some height of the furthest tally in some states only.
        """
        stop = self.stop.intersection(wheel)
        shown = [(tally, tally.counts.intersection(wheel)) for tally in self.tallies]
        parts = [replace(tally, counts=counts) for tally, counts in shown if counts]
        high = min(map(max, taken), default=None)
        if not stop:
            return None
        if high:
            counted = {self._kind(outcome): outcome for outcome in wheel if outcome not in stop}
            if not self._is_left_at(high, taken, counted.values()):
                return None
        return NestedRace(stop, *self._goals_and_ends(parts, high))

    def _goals_and_ends(
        self, parts: Sequence[Tally], high: int | None
    ) -> "tuple[tuple[RaceGoal, ...], tuple[str, ...]]":
        """The goals of the race of the parts that can come to anything, and the ends that they bring.

        high   the height of the furthest tally at which the player surrenders; None where play goes on

        Under `each`, tallies that need less may be full by then, and count where the stopper comes before.
        """
        from markov.race.goals import all_of, any_of, at_least

        low: list[Tally] = []
        best: list[RaceGoal] = []
        if self.goal == "each":
            low = [part for part in parts if high is None or part.need < high]
        if high is not None:
            parts = [Tally(part.counts, high) for part in parts if part.need >= high]
        if parts and (high is not None or self.goal == "first"):
            best = [parts[0] if len(parts) == 1 else any_of(parts)]
        elif parts and self.goal == "all" and len(parts) == len(self.tallies):
            best = [all_of(parts)]
        full = range(1, len(low) + 1)
        counted = (at_least(k, low) for k in full)
        last = ("made" if high is None else f"surrender-{high}",) * len(best)
        goals = (*(any_of((part, *best)) if best else part for part in counted), *best)
        return goals, ("lost", *(f"made-{k}" for k in full), *last)

    def _is_left_at(self, high: int, taken: Set[TallyState], counted: Collection[WheelOutcome]) -> bool:
        """True where play is left as soon as the furthest tally comes to the height, and is not over before.

        False too where that takes too many states to see.
        """
        met = {self.start}
        waiting, left = [self.start], False
        while waiting and len(met) <= _MOST_WALKED:
            state = waiting.pop()
            for outcome in counted:
                after = self.step(state, outcome)
                if isinstance(after, End) or (max(after) >= high and after not in taken):
                    return False
                if after not in met:
                    met.add(after)
                    if max(after) < high:
                        waiting.append(after)
                    else:
                        left = True
        return left and not waiting

    def chart(self, wheel: Distribution[WheelOutcome], limit: int) -> Chain[TallyState | End]:
        """The chain on that wheel, laid out on arrays where no outcome is counted twice.

        Where that would pass the limit, tallies with the same need and weight, which play alike, are
        merged: only how far each of them is counts, not which.

        Raises TooManyStates beyond the limit.
        """
        named = [("/".join(sorted(map(str, tally.counts))), tally) for tally in self.tallies]
        laid_out = lattice_chain(named, self.goal, self.stop, wheel, limit)
        if laid_out is not None:
            return laid_out
        alike = {self._kind(outcome): outcome for outcome in wheel}  # outcomes that do the same are one
        alone = {kind.index(True) for kind in alike if sum(kind) == 1}  # 0 is the stopper
        counts = [tally.need + (self.goal != "first") for tally in self.tallies]
        apart = prod(count for k, count in enumerate(counts, 1) if k in alone)  # of these all are reached
        if max(self.highest_count, apart) > limit:
            raise TooManyStates(limit)
        return explored(self, wheel.map(lambda outcome: alike[self._kind(outcome)]), limit)


def _as_set(outcomes: frozenset[WheelOutcome]) -> "expression.Set":
    """The outcomes as the wager language says them, in a fixed order."""
    from markov.rules.expression import any_of_labels

    return any_of_labels(sorted(map(str, outcomes), key=lambda name: (len(name), name)))
