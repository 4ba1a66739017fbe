"""The process: states, and the transitions between them as whole-number weights."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from markov.shown import Shown

S = TypeVar("S", bound=Hashable)
Indices: TypeAlias = NDArray[np.int64]
Weights: TypeAlias = NDArray[Any]  # int64, or Python objects where int64 is too small

MAX_STATES = 5_000_000
_WIDEST = 2**62  # a row total below this leaves the sum of its int64 weights no room to overflow


class TooManyStates(ValueError):
    """A chain that would need more states than the limit."""

    def __init__(self, limit: int, needed: int | None = None) -> None:
        size = f"needs {needed:,} states, more than" if needed else "needs more states than"
        super().__init__(f"the chain {size} the limit of {limit:,}; --max-states sets another")


@dataclass(frozen=True, slots=True, eq=False)
class Chain(Shown, Generic[S]):
    """States, and the transitions out of each as whole-number weights.

    states       n distinct states (a sequence, it may be lazy); play starts at states[0]
    indptr       n + 1 offsets: the transitions of state i are those from indptr[i] up to indptr[i + 1]
    successors   for each transition the index of the state it leads to
    weights      for each transition its positive weight; its chance is weight / totals[i]
    totals       n row totals; 0 where there are no transitions, that is, where play is over
    merged       says which states that play alike are one state here; empty where none are

    Raises TypeError when an array does not hold whole numbers, ValueError when the arrays do not fit
    together or a row does not sum to its total: rows are never rescaled.
    """

    states: Sequence[S]
    indptr: Indices
    successors: Indices
    weights: Weights
    totals: Weights
    merged: str = ""

    def __post_init__(self) -> None:
        n = len(self.states)
        if n == 0 or len(self.indptr) != n + 1 or len(self.totals) != n:
            raise ValueError(f"{n} states need {n + 1} offsets and {n} totals, and at least one state")
        size = len(self.weights)
        for array, kinds in (
            (self.weights, "iO"),
            (self.totals, "iO"),
            (self.successors, "i"),
            (self.indptr, "i"),
        ):
            if array.dtype.kind not in kinds:
                raise TypeError(f"an array of {array.dtype} cannot be exact; use whole numbers")
            if "O" in kinds and array.dtype not in (np.int64, object):
                raise TypeError(
                    f"weights and totals are of int64 or of Python's integers, not of {array.dtype}"
                )
        if len(self.successors) != size or self.indptr[0] or self.indptr[-1] != size:
            raise ValueError("the offsets do not span the transitions")
        if (np.diff(self.indptr) < 0).any():
            raise ValueError("the offsets do not rise")
        if size and not (self.weights > 0).all():
            raise ValueError("a weight is a whole number from 1 up")
        if size and not (0 <= self.successors.min() <= self.successors.max() < n):
            raise ValueError("a transition leads to a state that is not there")
        weights = self.weights
        if size and int(weights.max()) * int(np.diff(self.indptr).max()) >= 2**63:
            weights = weights.astype(object)  # a row might sum past int64
        sums = row_sums(weights, self.indptr)
        if (wrong := np.flatnonzero(sums != self.totals)).size:
            i = int(wrong[0])
            state, found, expected = self.states[i], sums[i], self.totals[i]
            raise ValueError(f"the weights of state {state!r} sum to {found}, not to {expected}")

    def __repr__(self) -> str:
        ends = f"{len(self.over):,} of them ends"
        return f"Chain({len(self.states):,} states, {ends}, {len(self.weights):,} transitions)"

    @classmethod
    def of(cls, states: Sequence[S], rows: Sequence[Iterable[tuple[int, int]]]) -> "Chain[S]":
        """The chain whose state i goes to j with weight w for each (j, w) of rows[i].

        >>> ruin = Chain.of(("one", "none", "two"), [[(1, 1), (2, 1)], [], []])
        >>> ruin.row(0), ruin.over.tolist()
        ([(1, 1), (2, 1)], [1, 2])
        """
        listed = [[(successor, index(weight)) for successor, weight in row] for row in rows]
        totals = [sum(weight for _, weight in row) for row in listed]
        kind = np.int64 if max(totals, default=0) < _WIDEST else object
        return cls(
            states,
            np.cumsum([0, *map(len, listed)], dtype=np.int64),
            np.array([successor for row in listed for successor, _ in row], dtype=np.int64),
            np.array([weight for row in listed for _, weight in row], dtype=kind),
            np.array(totals, dtype=kind),
        )

    @property
    def over(self) -> Indices:
        """The indices of the states in which play is over."""
        return np.flatnonzero(self.indptr[1:] == self.indptr[:-1])

    def row(self, i: int) -> list[tuple[int, int]]:
        """The transitions of state i: (index of successor, weight)."""
        at = slice(self.indptr[i], self.indptr[i + 1])
        return list(zip(self.successors[at].tolist(), self.weights[at].tolist(), strict=True))

    def rows(self) -> Callable[[int], Iterator[tuple[int, int]]]:
        """The same for one state after another, from lists made once."""
        indptr, successors, weights = self.indptr.tolist(), self.successors.tolist(), self.weights.tolist()

        def row(i: int) -> Iterator[tuple[int, int]]:
            at = slice(indptr[i], indptr[i + 1])
            return zip(successors[at], weights[at], strict=True)

        return row

    def origins(self) -> Indices:
        """For each transition the index of the state it leaves."""
        return np.repeat(np.arange(len(self.states)), np.diff(self.indptr))

    def stopped(self, at: Iterable[int]) -> "Chain[S]":
        """The chain in which play is also over at the given indices; every state keeps its index."""
        ends = np.zeros(len(self.states), dtype=bool)
        ends[list(at)] = True
        kept = ~ends[self.origins()]
        lengths = np.where(ends, 0, np.diff(self.indptr))
        totals = self.totals.copy()
        totals[ends] = 0
        return replace(
            self,
            indptr=np.concatenate(([0], np.cumsum(lengths))),
            successors=self.successors[kept],
            weights=self.weights[kept],
            totals=totals,
        )


def row_sums(values: Weights, indptr: Indices) -> Weights:
    """The sum of each row's values along the last axis; 0 for an empty row.

    Running sums of int64 and uint64 may wrap around; their differences are exact as long as each
    row's own sum fits.
    """
    running = np.cumsum(values, axis=-1)
    before = np.zeros((*values.shape[:-1], 1), dtype=values.dtype)
    running = np.concatenate((before, running), axis=-1)
    sums: Weights = running[..., indptr[1:]] - running[..., indptr[:-1]]
    return sums


def explore(start: S, moves: Callable[[S], Iterable[tuple[S, int]]], limit: int = MAX_STATES) -> Chain[S]:
    """The chain of all states that can be reached from the start.

    moves(state) yields (successor, weight) pairs, weights of equal successors being added, and
    nothing where play is over. States are numbered in the order in which they are first met.

    >>> halves = explore(4, lambda n: [(n // 2, 1), (0, 2)] if n else [])
    >>> list(halves.states), halves.row(1)
    ([4, 2, 0, 1], [(3, 1), (2, 2)])

    Raises TooManyStates beyond the limit.
    """
    found: dict[S, int] = {start: 0}
    states = [start]
    rows: list[list[tuple[int, int]]] = []
    for state in states:  # grows while it is walked
        row: dict[int, int] = {}
        for successor, weight in moves(state):
            i = found.get(successor)
            if i is None:
                if len(states) >= limit:
                    raise TooManyStates(limit)
                i = found[successor] = len(states)
                states.append(successor)
            row[i] = row.get(i, 0) + weight
        rows.append(list(row.items()))
    return Chain.of(states, rows)
