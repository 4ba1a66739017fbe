"""Transitions between positions as whole-number weights: all of a chain that a solver sees."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.solve_order import Indices, SolveOrder, solve_order

Weights: TypeAlias = NDArray[Any]  # int64, or Python objects where int64 is too small

_WIDEST = 2**62  # a row total below this leaves the sum of its int64 weights no room to overflow


@dataclass(frozen=True, slots=True, eq=False)
class Transitions:
    """The transitions of a chain, each state being known by its position alone.

    indptr       n + 1 offsets: the transitions of state i are those from indptr[i] up to indptr[i + 1]
    successors   for each transition the position of the state it leads to
    weights      for each transition its positive weight; its chance is weight / totals[i]
    totals       n row totals; 0 where there are no transitions, that is, where play is over
    named        the name by which an error message calls the state at a position; left out, the position

    Raises TypeError when an array does not hold whole numbers, ValueError when the arrays do not fit
    together or a row does not sum to its total: rows are never rescaled.
    """

    indptr: Indices
    successors: Indices
    weights: Weights
    totals: Weights
    named: Callable[[int], object] = field(default=int, repr=False)
    _solve_order: SolveOrder | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        n = len(self.totals)
        if n == 0 or len(self.indptr) != n + 1:
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
            raise ValueError("the offsets do not span the transitions, from 0 to their number")
        if (np.diff(self.indptr) < 0).any():
            raise ValueError("the offsets fall from one state to the next")
        if size and not (self.weights > 0).all():
            raise ValueError("a weight is a whole number from 1 up")
        if size and not (0 <= self.successors.min() <= self.successors.max() < n):
            raise ValueError(f"a transition leads to a state that is not there; positions are 0 to {n - 1}")
        weights = self.weights
        if size and int(weights.max()) * int(np.diff(self.indptr).max()) >= 2**63:
            weights = weights.astype(object)  # a row might sum past int64
        sums = row_sums(weights, self.indptr)
        if (wrong := np.flatnonzero(sums != self.totals)).size:
            i = int(wrong[0])
            state, found, expected = self.named(i), sums[i], self.totals[i]
            raise ValueError(f"the weights of state {state!r} sum to {found}, not to {expected}")

    @classmethod
    def of(cls, rows: Sequence[Iterable[tuple[int, int]]]) -> Self:
        """The transitions in which state i goes to j with weight w for each (j, w) of rows[i].

        >>> found = Transitions.of([[(1, 1), (2, 1)], [], []])
        >>> [array.tolist() for array in (found.indptr, found.successors, found.weights, found.totals)]
        [[0, 2, 2, 2], [1, 2], [1, 1], [2, 0, 0]]
        """
        listed = [[(successor, index(weight)) for successor, weight in row] for row in rows]
        totals = [sum(weight for _, weight in row) for row in listed]
        kind = np.int64 if max(totals, default=0) < _WIDEST else object
        return cls(
            np.cumsum([0, *map(len, listed)], dtype=np.int64),
            np.array([successor for row in listed for successor, _ in row], dtype=np.int64),
            np.array([weight for row in listed for _, weight in row], dtype=kind),
            np.array(totals, dtype=kind),
        )

    def __len__(self) -> int:
        """The number of states."""
        return len(self.totals)

    def renamed(self, named: Callable[[int], object]) -> Self:
        """The same transitions, whose states error messages call by other names."""
        return self._with("named", named)

    def with_solve_order(self, order: SolveOrder) -> Self:
        """The same transitions, their solve order being known from others of the same shape."""
        return self._with("_solve_order", order)

    def _with(self, field: str, value: object) -> Self:
        found = copy(self)  # the arrays, which were checked, are shared
        object.__setattr__(found, field, value)
        return found

    @property
    def solve_order(self) -> SolveOrder:
        """The order in which the equations of the chain are solved, found once.

        Raises NotAbsorbing when some state can reach no end, TooMuchWork for a chain too deep to be solved.
        """
        if self._solve_order is None:
            found = solve_order(self)
            object.__setattr__(self, "_solve_order", found)  # it follows from the fields that are frozen
            return found
        return self._solve_order

    @property
    def absorbing(self) -> Indices:
        """The positions of the absorbing states, in which play is over."""
        return np.flatnonzero(self.indptr[1:] == self.indptr[:-1])

    def row(self, i: int) -> list[tuple[int, int]]:
        """The transitions of state i: (position of successor, weight)."""
        at = slice(self.indptr[i], self.indptr[i + 1])
        return list(zip(self.successors[at].tolist(), self.weights[at].tolist(), strict=True))

    def row_reader(self) -> Callable[[int], Iterator[tuple[int, int]]]:
        """A function that gives the row of a state: for many rows, from lists made once."""
        indptr, successors, weights = self.indptr.tolist(), self.successors.tolist(), self.weights.tolist()

        def row(i: int) -> Iterator[tuple[int, int]]:
            at = slice(indptr[i], indptr[i + 1])
            return zip(successors[at], weights[at], strict=True)

        return row

    def same_links(self, other: "Transitions") -> bool:
        """True where the same states lead to the same states, whatever the weights."""
        return np.array_equal(self.indptr, other.indptr) and np.array_equal(self.successors, other.successors)

    def origins(self) -> Indices:
        """For each transition the position of the state it leaves."""
        return np.repeat(np.arange(len(self)), np.diff(self.indptr))

    def stopped(self, at: Iterable[int]) -> Self:
        """The transitions when play is also over at the given positions; every state keeps its own."""
        positions = list(at)
        if not positions:
            return self
        ends = np.zeros(len(self), dtype=bool)
        ends[positions] = True
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
