"""The order in which the equations of a chain can be solved: levels, then strongly connected components."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Indices: TypeAlias = NDArray[np.int64]

_THIN = 20  # states in a level, on average
FEW_LINKS = 2_000  # transitions; up to here networkx is done before scipy's graphs are imported
DEEPEST = 100_000  # levels; an answer past it has some hundred thousand digits


class TooMuchWork(ValueError):
    """A chain whose exact answer is out of reach: too many digits, or too large a component."""


class NotAbsorbing(ValueError):
    """A chain with a state from which no end can be reached."""

    def __init__(self, state: object) -> None:
        super().__init__(f"no end can be reached from state {state!r}, so play could go on for ever")
        self.state = state


class Linked(Protocol):
    """A chain as its links alone: which state leads to which, by position."""

    @property
    def indptr(self) -> Indices:
        """Offsets: the links of state i are those from indptr[i] up to indptr[i + 1]."""
        ...

    @property
    def successors(self) -> Indices:
        """For each link the position of the state it leads to."""
        ...

    @property
    def absorbing(self) -> Indices:
        """The positions of the absorbing states, in which play is over."""
        ...

    def origins(self) -> Indices:
        """For each link the position of the state it leaves."""
        ...

    def named(self, i: int, /) -> object:
        """The state at that position as a message names it."""
        ...

    def __len__(self) -> int:
        """The number of states."""
        ...


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

    def components(self) -> Iterator[list[int]]:
        """The components, ends first: every transition out of one leads into an earlier one."""
        for level in self.levels:
            for i in level.tolist():
                yield [i]
        for cycle in self.cycles:
            yield cycle.tolist()


def solve_order(chain: Linked) -> SolveOrder:
    """The order of the chain.

    Raises NotAbsorbing when some state can reach no end, TooMuchWork for a chain too deep to be solved.
    """
    numbered = _numbered(chain)
    if numbered is not None:
        return SolveOrder(numbered)
    origins = chain.origins()
    away = origins != chain.successors
    levels, left = _peeled(origins[away], chain.successors[away], chain.absorbing, len(chain))
    return SolveOrder(levels, _cycles(chain, left) if left.size else ())


def _numbered(chain: Linked) -> tuple[Indices, ...] | None:
    """The levels of a chain whose numbering already leads on: from a state only to later ones, the ends last.

    A level ends where the next state is a successor of one in it. None also where that makes levels so
    thin that they are better found by peeling.
    """
    n, over = len(chain), chain.absorbing
    playing = n - len(over)
    if over.size == 0 or over[0] != playing:
        return None
    onward = np.where(chain.successors == chain.origins(), n, chain.successors)
    nearest = np.minimum.reduceat(onward, chain.indptr[:playing]) if playing else onward
    if (nearest <= np.arange(playing)).any() or (nearest == n).any():
        return None
    # No state leads back, so the first one that states from here on lead to is led to from before it.
    met = np.minimum.accumulate(nearest[::-1])[::-1]
    levels = [over]
    begin = 0
    while begin < playing:
        end = int(met[begin])
        levels.append(np.arange(begin, min(end, playing)))
        begin = end
        if len(levels) * _THIN > n:
            return None
    return (over, *levels[:0:-1])


def _peeled(
    sources: Indices, targets: Indices, level: Indices, n: int
) -> tuple[tuple[Indices, ...], Indices]:
    """The levels of the nodes whose every way avoids cycles, the first being given; and the other nodes."""
    by_target = np.argsort(targets, kind="stable")
    entering = sources[by_target]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(targets, minlength=n))))
    waiting = np.bincount(sources, minlength=n)
    left = np.ones(n, dtype=bool)
    levels: list[Indices] = []
    while level.size:
        levels.append(level)
        left[level] = False
        if len(levels) > DEEPEST:
            raise TooMuchWork(
                f"play can go through more than {DEEPEST:,} states one after another, so the exact answer "
                "has too many digits; ask for smaller needs"
            )
        met = np.sort(entering[_spans(offsets, level)])
        np.subtract.at(waiting, met, 1)
        first = np.diff(met, prepend=-1) > 0
        level = met[first & (waiting[met] == 0)]
    return tuple(levels), np.flatnonzero(left)


def _spans(offsets: Indices, rows: Indices) -> Indices:
    """The positions of the entries of the given rows, row after row.

    >>> _spans(np.array([0, 2, 3, 6]), np.array([2, 0])).tolist()
    [3, 4, 5, 0, 1]
    """
    starts, lengths = offsets[rows], offsets[rows + 1] - offsets[rows]
    ends = np.cumsum(lengths)
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1] if ends.size else 0)


def _cycles(chain: Linked, rest: Indices) -> tuple[Indices, ...]:
    """The components of the states from which play can reach a cycle, each after those it leads to."""
    position = np.full(len(chain), -1)
    position[rest] = np.arange(len(rest))
    sources, targets = position[chain.origins()], position[chain.successors]
    inside = (sources >= 0) & (targets >= 0)
    count, label = _strong(sources[inside], targets[inside], len(rest))
    tails, heads = label[sources[inside]], label[targets[inside]]
    between = tails != heads
    closed = np.ones(count, dtype=bool)
    closed[tails[between]] = False
    closed[label[sources[(sources >= 0) & (targets < 0)]]] = False
    if closed.any():
        raise NotAbsorbing(chain.named(int(rest[closed[label]][0])))
    members = np.split(rest[np.argsort(label, kind="stable")], np.cumsum(np.bincount(label))[:-1])
    last = np.flatnonzero(np.bincount(tails[between], minlength=count) == 0)
    levels, _ = _peeled(tails[between], heads[between], last, count)
    return tuple(members[i] for level in levels for i in level.tolist())


def _strong(sources: Indices, targets: Indices, n: int) -> tuple[int, Indices]:
    """The number of strongly connected components of n nodes, and for each node the number of its own."""
    if len(sources) <= FEW_LINKS:
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(range(n))
        graph.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
        label = np.zeros(n, dtype=np.int64)
        count = 0
        for component in nx.strongly_connected_components(graph):
            label[list(component)] = count
            count += 1
        return count, label
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(sources)), (sources, targets)), shape=(n, n))
    count, label = connected_components(graph, connection="strong")
    return count, label.astype(np.int64)
