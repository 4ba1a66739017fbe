"""Transitions: the whole-number weights of a chain, as arrays, their solve order, and what comes of play."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import index
from sys import modules
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from networkx import DiGraph

Indices: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]
RowReader: TypeAlias = Callable[[int], Iterable[tuple[int, int]]]  # the transitions of a state

FEW_ALIKE = 5_000  # transitions; fewer are solved before states that play alike are found
FEW_LINKS = 2_000  # transitions; up to here networkx is done before scipy's graphs would be imported
_FEW_AT_ONCE = 30  # links into a level; so few are counted one by one before numpy would have begun
_ROWS = 2**14  # whose transitions are looked at together
DEEPEST = 1_000_000  # levels; an answer past it has some million digits


@dataclass(frozen=True, slots=True)
class Spins:
    """The mean and the variance of a number of spins."""

    mean: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class Absorption:
    """The absorption probabilities of play from the start, and the moments of its number of spins.

    chances   by index of each state in which play is over; they sum to exactly 1
    """

    chances: Mapping[int, Fraction]
    spins: Spins

    @classmethod
    def of(cls, chances: Mapping[int, Fraction], mean: Fraction, square: Fraction) -> Self:
        """The absorption with the moments of the spins, from their mean and the mean of their square."""
        return cls(chances, Spins(mean, square - mean**2))


class TooMuchWork(ValueError):
    """A chain whose exact answer is out of reach: too many digits, or too large a component."""


class NotAbsorbing(ValueError):
    """A chain with a state from which no end can be reached.

    how   the way of playing it, where there are several: " by the first choices"
    """

    def __init__(self, state: object, how: str = "") -> None:
        super().__init__(f"no end can be reached from state {state!r}{how}, so play could go on for ever")
        self.state = state


@dataclass(frozen=True, slots=True)
class SolveOrder:
    """The strongly connected components of a chain, in an order in which they can be solved.

    A state with a loop on itself alone still counts as one state, without a cycle.

    levels   arrays of indices, the ends first: no state leads to another of its level, or to a later one
    cycles   the components of the states from which play can reach a cycle, after all levels, in the same
             order
    """

    levels: tuple[Indices, ...]
    cycles: tuple[Indices, ...] = ()

    @property
    def acyclic(self) -> bool:
        """True where every state is a component of its own."""
        return not self.cycles

    @property
    def consecutive(self) -> bool:
        """True where the states are numbered level after level, the ends last."""
        bounds = [int(level[0]) for level in self.levels]
        ends = [int(level[-1]) + 1 for level in self.levels]
        return bounds[:-1] == ends[1:] and all(
            len(a) == e - b for a, b, e in zip(self.levels, bounds, ends, strict=True)
        )

    @property
    def largest(self) -> int:
        """The number of states of the largest component that has a cycle; 0 where none has."""
        return max(map(len, self.cycles), default=0)

    def components(self) -> Iterator[list[int]]:
        """The components, ends first: every transition out of one leads into an earlier one."""
        for level in self.levels:
            for i in level.tolist():
                yield [i]
        for cycle in self.cycles:
            yield cycle.tolist()


def solve_order(chain: "Transitions") -> SolveOrder:
    """The order of the chain.

    Raises NotAbsorbing when some state can reach no end, TooMuchWork for a chain too deep to be solved.
    """
    numbered = _numbered(chain)
    if numbered is not None:
        return SolveOrder(numbered)
    origins = chain.origins()
    away = origins != chain.successors
    levels, left = peeled(origins[away], chain.successors[away], chain.absorbing, len(chain))
    return SolveOrder(levels, _cycles(chain, left) if left.size else ())


def _numbered(chain: "Transitions") -> tuple[Indices, ...] | None:
    """The levels of a chain whose numbering already leads on: from a state only to later ones, the ends last.

    A level ends where the next state is a successor of one in it. None unless one way through the chain is
    seen to meet every level, so that no order has fewer: each brings a factor to the bound on an answer.
    Tallies are numbered so, count after count, and their levels are found without looking at the
    transitions one by one, and solved where they lie; states numbered as they come may be cut into many
    times as many levels as are needed.
    """
    n, over = len(chain), chain.absorbing
    playing = n - len(over)
    if over.size == 0 or over[0] != playing:
        return None
    nearest = np.empty(playing, dtype=np.int64)
    for start in range(0, playing, _ROWS):  # a part at a time takes no room beside the transitions
        bounds = chain.indptr[start : min(start + _ROWS, playing) + 1]
        onward = chain.successors[bounds[0] : bounds[-1]].copy()
        onward[onward == start + np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))] = n
        nearest[start : start + len(bounds) - 1] = np.minimum.reduceat(onward, bounds[:-1] - bounds[0])
    if (nearest <= np.arange(playing)).any() or (nearest == n).any():
        return None
    # No state leads back, so the first one that states from here on lead to is led to from before it.
    met = np.minimum.accumulate(nearest[::-1])[::-1]
    levels = [over]
    begin = at = 0
    while begin < playing:
        end = int(met[begin])
        if not begin <= at < min(end, playing) or len(levels) > DEEPEST:
            return None
        at = int(nearest[at])
        levels.append(np.arange(begin, min(end, playing)))
        begin = end
    return (over, *levels[:0:-1])


def peeled(sources: Indices, targets: Indices, level: Indices, n: int) -> tuple[tuple[Indices, ...], Indices]:
    """The levels of the nodes whose every way avoids cycles, the first being given; and the other nodes."""
    entering = sources[np.argsort(targets, kind="stable")]
    offsets = offsets_of(np.bincount(targets, minlength=n))
    waiting = np.bincount(sources, minlength=n)  # links to nodes that are of no level yet
    entries, bounds, counts = entering.data, offsets.data, waiting.data  # the same, to be read singly
    left = np.ones(n, dtype=bool)
    levels: list[Indices] = []
    while level.size:
        levels.append(level)
        left[level] = False
        if len(levels) > DEEPEST:
            raise TooMuchWork(
                f"play can go through more than {DEEPEST:,} states one after another, so the exact answer "
                "has too many digits; ask for fewer states"
            )
        few = len(level) <= _FEW_AT_ONCE
        rows = [entries[bounds[i] : bounds[i + 1]] for i in level.tolist()] if few else []
        if few and sum(map(len, rows)) <= _FEW_AT_ONCE:
            free = []
            for row in rows:
                for source in row:
                    counts[source] -= 1
                    if not counts[source]:
                        free.append(source)
            level = np.array(sorted(free), dtype=np.int64)
        else:
            leading, links = np.unique(entering[row_entries(offsets, level)], return_counts=True)
            waiting[leading] -= links
            level = leading[waiting[leading] == 0]
    return tuple(levels), np.flatnonzero(left)


def added_up(row: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The weights of a row by successor; of one that is listed twice the sum of both."""
    weights: dict[int, int] = {}
    for j, weight in row:
        weights[j] = weights.get(j, 0) + weight
    return weights


def mask(n: int, at: Indices | Sequence[int]) -> Mask:
    """True at the given positions of n."""
    reached = np.zeros(n, dtype=bool)
    reached[at] = True
    return reached


def offsets_of(lengths: Indices) -> Indices:
    """The offsets of rows that lie one after the other: the beginning of each, and the end of the last.

    >>> offsets_of(np.array([2, 1, 3])).tolist()
    [0, 2, 3, 6]
    """
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


def row_entries(offsets: Indices, rows: Indices) -> Indices:
    """The positions of the entries of the given rows, row after row.

    >>> row_entries(np.array([0, 2, 3, 6]), np.array([2, 0])).tolist()
    [3, 4, 5, 0, 1]
    """
    starts, lengths = offsets[rows], offsets[rows + 1] - offsets[rows]
    ends = np.cumsum(lengths)
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1] if ends.size else 0)


def _cycles(chain: "Transitions", rest: Indices) -> tuple[Indices, ...]:
    """The components of the states from which play can reach a cycle, each after those it leads to."""
    position = np.full(len(chain), -1)
    position[rest] = np.arange(len(rest))
    sources, targets = position[chain.origins()], position[chain.successors]
    inside = (sources >= 0) & (targets >= 0)
    count, label = strong_components(sources[inside], targets[inside], len(rest))
    tails, heads = label[sources[inside]], label[targets[inside]]
    between = tails != heads
    closed = np.ones(count, dtype=bool)
    closed[tails[between]] = False
    closed[label[sources[(sources >= 0) & (targets < 0)]]] = False
    if closed.any():
        raise NotAbsorbing(chain.named(int(rest[closed[label]][0])))
    members = np.split(rest[np.argsort(label, kind="stable")], np.cumsum(np.bincount(label))[:-1])
    last = np.flatnonzero(np.bincount(tails[between], minlength=count) == 0)
    levels, _ = peeled(tails[between], heads[between], last, count)
    return tuple(members[i] for level in levels for i in level.tolist())


def digraph(nodes: Iterable[Any], links: Iterable[tuple[Any, ...]]) -> "DiGraph":
    """The graph of networkx with those nodes, which may have attributes, and links from one to another."""
    from networkx import DiGraph

    graph = DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(links)
    return graph


def strong_components(sources: Indices, targets: Indices, n: int) -> tuple[int, Indices]:
    """The number of strongly connected components of n nodes, and for each node the number of its own."""
    if not len(sources):
        return n, np.arange(n)
    if len(sources) <= FEW_LINKS and "scipy.sparse.csgraph" not in modules:
        from networkx import strongly_connected_components

        links = zip(sources.tolist(), targets.tolist(), strict=True)
        label = np.zeros(n, dtype=np.int64)
        components = list(strongly_connected_components(digraph(range(n), links)))
        for number, component in enumerate(components):
            label[list(component)] = number
        return len(components), label
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(sources)), (sources, targets)), shape=(n, n))
    count, label = connected_components(graph, connection="strong")
    return count, label.astype(np.int64)


def reachable(sources: Indices, successors: Indices, starts: Indices, n: int) -> Mask:
    """The states among n that can be reached from the starts, these included."""
    if len(sources) <= FEW_LINKS:
        return _reachable_singly(sources, successors, starts, n)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    # One state more, numbered n, leads to every start.
    tails = np.concatenate((sources, np.full(len(starts), n)))
    heads = np.concatenate((successors, starts))
    graph = coo_array((np.ones(len(tails)), (tails, heads)), shape=(n + 1, n + 1)).tocsr()
    return mask(n + 1, breadth_first_order(graph, n, return_predecessors=False))[:n]


def _reachable_singly(sources: Indices, successors: Indices, starts: Indices, n: int) -> Mask:
    """The states that `reachable` finds, link after link: done before scipy's graphs are imported."""
    onward: dict[int, list[int]] = {}  # of few of the states
    for source, successor in zip(sources.tolist(), successors.tolist(), strict=True):
        onward.setdefault(source, []).append(successor)
    waiting = starts.tolist()
    met = set(waiting)
    while waiting:
        for successor in onward.get(waiting.pop(), ()):
            if successor not in met:
                met.add(successor)
                waiting.append(successor)
    return mask(n, np.fromiter(met, dtype=np.int64, count=len(met)))


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
            state, total, expected = self.named(i), sums[i], self.totals[i]
            raise ValueError(f"the weights of state {state!r} sum to {total}, not to {expected}")

    @classmethod
    def of(cls, rows: Sequence[Iterable[tuple[int, int]]]) -> Self:
        """The transitions in which state i goes to j with weight w for each (j, w) of rows[i].

        >>> found = Transitions.of([[(1, 1), (2, 1)], [], []])
        >>> [array.tolist() for array in (found.indptr, found.successors, found.weights, found.totals)]
        [[0, 2, 2, 2], [1, 2], [1, 1], [2, 0, 0]]
        """
        listed = [[(successor, index(weight)) for successor, weight in row] for row in rows]
        weights = [weight for row in listed for _, weight in row]
        return cls.of_arrays(
            np.cumsum([0, *map(len, listed)], dtype=np.int64),
            np.array([successor for row in listed for successor, _ in row], dtype=np.int64),
            np.array(weights, dtype=object if max(weights, default=0) >= _WIDEST else np.int64),
        )

    @classmethod
    def of_arrays(cls, indptr: Indices, successors: Indices, weights: Weights) -> Self:
        """The transitions with the totals that follow, of int64 where every total is below 2^62."""
        longest = int(np.diff(indptr).max(initial=1))
        if weights.size and int(weights.max()) * longest >= _WIDEST:
            weights = weights.astype(object)
        totals = row_sums(weights, indptr)
        if max(totals.tolist(), default=0) < _WIDEST:
            weights, totals = weights.astype(np.int64), totals.astype(np.int64)
        return cls(indptr, successors, weights, totals)

    def __len__(self) -> int:
        """The number of states."""
        return len(self.totals)

    def renamed(self, named: Callable[[int], object]) -> Self:
        """The transitions with other names of states for error messages."""
        return self._with("named", named)

    def with_solve_order(self, order: SolveOrder) -> Self:
        """The transitions with their solve order, known from others of the same shape."""
        return self._with("_solve_order", order)

    def _with(self, field: str, value: object) -> Self:
        renamed = copy(self)  # the arrays, which were checked, are shared
        object.__setattr__(renamed, field, value)
        return renamed

    @property
    def solve_order(self) -> SolveOrder:
        """The order in which the equations of the chain are solved, found once.

        Raises NotAbsorbing when some state can reach no end, TooMuchWork for a chain too deep to be solved.
        """
        if self._solve_order is None:
            order = solve_order(self)
            object.__setattr__(self, "_solve_order", order)  # it follows from the fields that are frozen
            return order
        return self._solve_order

    @property
    def absorbing(self) -> Indices:
        """The positions of the absorbing states, in which play is over."""
        return np.flatnonzero(self.indptr[1:] == self.indptr[:-1])

    def row(self, i: int) -> list[tuple[int, int]]:
        """The transitions of state i: (position of successor, weight)."""
        at = slice(self.indptr[i], self.indptr[i + 1])
        return list(zip(self.successors[at].tolist(), self.weights[at].tolist(), strict=True))

    def successor_weights(self, i: int) -> dict[int, int]:
        """The weights of the successors of state i, by position; one that is listed twice has both added."""
        return added_up(self.row(i))

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

    def selected(self, rows: Indices, number: Indices | None = None, ends: int = 0) -> "Transitions":
        """Some of the rows, in the order given, and after them states in which play is over.

        number   by state its position among the new ones; left out, it keeps its own
        ends     how many states are put after the rows
        """
        at = row_entries(self.indptr, rows)
        successors, over = self.successors[at], np.zeros(ends, dtype=np.int64)
        return Transitions(
            offsets_of(np.append(self.indptr[rows + 1] - self.indptr[rows], over)),
            successors if number is None else number[successors],
            self.weights[at],
            np.append(self.totals[rows], over.astype(self.totals.dtype)),
        )

    def stopped(self, at: Iterable[int]) -> Self:
        """The transitions when play is also over at the given positions; every state keeps its own."""
        positions = list(at)
        if not positions:
            return self
        ends = mask(len(self), positions)
        kept = ~ends[self.origins()]
        lengths = np.where(ends, 0, np.diff(self.indptr))
        totals = self.totals.copy()
        totals[ends] = 0
        return replace(
            self,
            indptr=offsets_of(lengths),
            successors=self.successors[kept],
            weights=self.weights[kept],
            totals=totals,
        )


def sums_by_key(keys: Indices, weights: Weights) -> tuple[Indices, Weights]:
    """The distinct keys in order, and for each of them the sum of its weights.

    >>> [each.tolist() for each in sums_by_key(np.array([7, 2, 7]), np.array([1, 10, 100]))]
    [[2, 7], [10, 101]]
    """
    by_key = np.argsort(keys, kind="stable")
    keys = keys[by_key]
    new = np.flatnonzero(np.diff(keys, prepend=-1))
    sums: Weights = np.add.reduceat(weights[by_key], new)
    return keys[new], sums


def row_sums(values: Weights, indptr: Indices) -> Weights:
    """The sum of each row's values; 0 for an empty row."""
    sums: Weights = np.zeros(len(indptr) - 1, dtype=values.dtype)
    filled = indptr[1:] > indptr[:-1]
    if filled.any():
        sums[filled] = np.add.reduceat(values, indptr[:-1][filled])
    return sums
