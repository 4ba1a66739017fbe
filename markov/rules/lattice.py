"""The chain of a race between tallies that share no outcome, laid out on arrays.

The states are all combinations of how far each tally is, so a state is a number in a mixed radix, and
a transition is a number added to it. No step is taken state by state.
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from markov.chain.chain import Chain, TooManyStates
from markov.chain.solve_order import DEEPEST, Indices, TooMuchWork
from markov.chain.transitions import Transitions
from markov.wager.wager import End

State: TypeAlias = tuple[int, ...]
TallyGoal: TypeAlias = Literal["first", "all", "each"]


@dataclass(frozen=True, slots=True)
class WeightedTally:
    """A tally as the lattice sees it: its name, how many it needs, and the weight of what it counts."""

    name: str
    need: int
    weight: int


def disjoint(sets: Sequence[Collection[Hashable]]) -> bool:
    """True where no outcome is in two of the sets."""
    return sum(map(len, sets)) == len(set().union(*sets))


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

    def positions(self) -> list["State"]:
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


def _digits(tallies: Sequence[WeightedTally], goal: TallyGoal, merge: bool) -> list[_Digit]:
    alike: dict[tuple[int, int, int], list[int]] = {}
    for i, tally in enumerate(tallies):
        alike.setdefault((tally.need, tally.weight, 0 if merge else i), []).append(i)
    return [
        _Digit(tuple(members), need, weight, goal != "first") for (need, weight, _), members in alike.items()
    ]


class _States(Sequence[State | End]):
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

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of the state, or of the one that stands for it where tallies that play alike are merged.

        Raises ValueError where there is none.
        """
        if isinstance(value, End):
            return len(self._codes) + self._ends.index(value)
        code, stride = 0, 1
        for members, positions in self._digits:
            code += positions.index(tuple(sorted(value[member] for member in members))) * stride
            stride *= len(positions)
        return int(self._places[code])

    @cached_property
    def _places(self) -> Indices:
        places = np.empty(len(self._codes), dtype=np.int64)
        places[self._codes] = np.arange(len(self._codes))
        return places


def lattice_chain(
    tallies: Sequence[WeightedTally], goal: TallyGoal, stopping: int, total: int, limit: int
) -> Chain[State | End]:
    """The chain of tallies that share no outcome, racing a stopper.

    stopping   weight of the stopper, out of the total of the wheel

    Tallies that play alike are merged where the chain would pass the limit without it. Raises
    TooManyStates where it passes the limit all the same, TooMuchWork where it would be too deep to solve.
    """
    made = [f"made-{k + 1}" for k in range(len(tallies))] if goal == "each" else ["made"]
    ends = [End(name) for name in ("lost", *made)]
    for merge in (False, True):
        digits = _digits(tallies, goal, merge)
        count = prod(digit.size for digit in digits) - (goal != "first")  # all full is an end
        if count + len(ends) <= limit:
            break
    else:
        raise TooManyStates(limit, count + len(ends))
    if (deep := sum(tally.need for tally in tallies)) > DEEPEST:
        raise TooMuchWork(
            f"the wager can take {deep:,} counted spins, and {DEEPEST:,} are the most; ask for smaller needs"
        )
    codes = _by_progress(digits, count)
    successors, weights, full = _counted(digits, codes, total)
    if goal != "first":
        successors[successors == count] = count + len(ends) - 1
    weights[:, -2] = stopping
    weights[:, -1] = total - weights[:, :-1].sum(axis=1)
    successors[:, -2] = count + full if goal == "each" else count
    successors[:, -1] = np.arange(count)
    successors[:, -3] = count + 1
    present = weights > 0
    over = np.zeros(len(ends), dtype=np.int64)
    transitions = Transitions(
        np.concatenate(([0], np.cumsum(np.concatenate((present.sum(axis=1), over))))),
        successors[present],
        weights[present],
        np.concatenate((np.full(count, total, dtype=weights.dtype), over.astype(weights.dtype))),
    )
    return Chain(
        cast(Sequence[State | End], _States(digits, codes, ends)),
        transitions,
        _merged([[tallies[i].name for i in digit.members] for digit in digits]),
    )


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


def _counted(digits: Sequence[_Digit], codes: Indices, total: int) -> tuple[Indices, NDArray[Any], Indices]:
    """Successors and weights of counted outcomes by (state, column), and how many tallies are full by state.

    A weight of 0 is no transition. Index `count` stands for all tallies full. The last three columns are to
    be filled; the first of them has the weight with which some tally becomes full where play is then over.
    """
    count = len(codes)
    rank = np.empty(count + 1, dtype=np.int64)
    rank[codes] = np.arange(count)
    rank[count] = count
    full = np.zeros(count, dtype=np.int64)
    columns = sum(len(digit.members) for digit in digits) + 3
    successors = np.empty((count, columns), dtype=np.int64)
    weights = np.zeros((count, columns), dtype=np.int64 if total < 2**62 else object)
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
