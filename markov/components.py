"""Which states can meet again, and an order in which equations can be solved."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from markov.chain import Chain, Indices, S


class NotAbsorbing(ValueError):
    """A chain with a state from which no end can be reached."""

    def __init__(self, state: object) -> None:
        super().__init__(f"no end can be reached from state {state!r}, so play could go on for ever")
        self.state = state


@dataclass(frozen=True, slots=True)
class Order:
    """The strongly connected components of a chain, in an order in which they can be solved.

    A state with a loop on itself alone still counts as one state, without a cycle.

    depth    for each state the longest way to an end, counted in states, where no cycle lies below it;
             0 is over, -1 is a state from which play can reach a cycle
    cycles   the components of the states of depth -1, each an array of indices
    """

    depth: Indices
    cycles: tuple[Indices, ...]

    @property
    def acyclic(self) -> bool:
        """Whether every state is a component of its own, so that the depths alone are the order."""
        return not self.cycles

    def components(self) -> Iterator[list[int]]:
        """The components, ends first: every transition out of one leads into an earlier one."""
        by_depth = np.argsort(self.depth, kind="stable")
        for i in by_depth[np.count_nonzero(self.depth < 0) :].tolist():
            yield [i]
        for cycle in self.cycles:
            yield cycle.tolist()


def order(chain: Chain[S]) -> Order:
    """The order of the chain.

    Raises NotAbsorbing when some state can reach no end.
    """
    depth = _depth(chain)
    rest = np.flatnonzero(depth < 0)
    return Order(depth, _cycles(chain, rest) if rest.size else ())


def _depth(chain: Chain[S]) -> Indices:
    """Peels states whose every transition leads to what is peeled already, a whole layer at a time."""
    n = len(chain.states)
    origins = chain.origins()
    away = origins != chain.successors
    sources, targets = origins[away], chain.successors[away]
    by_target = np.argsort(targets, kind="stable")
    sources = sources[by_target]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(targets, minlength=n))))
    waiting = np.bincount(origins[away], minlength=n)
    depth = np.full(n, -1, dtype=np.int64)
    layer, level = chain.over, 0
    while layer.size:
        depth[layer] = level
        met, times = np.unique(sources[spans(offsets, layer)], return_counts=True)
        waiting[met] -= times
        layer, level = met[waiting[met] == 0], level + 1
    return depth


def spans(offsets: Indices, rows: Indices) -> Indices:
    """The positions of the entries of the given rows, row after row.

    >>> spans(np.array([0, 2, 3, 6]), np.array([2, 0])).tolist()
    [3, 4, 5, 0, 1]
    """
    starts, lengths = offsets[rows], offsets[rows + 1] - offsets[rows]
    ends = np.cumsum(lengths)
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1] if ends.size else 0)


def _cycles(chain: Chain[S], rest: Indices) -> tuple[Indices, ...]:
    import networkx as nx  # only chains with cycles pay for the import

    graph = nx.DiGraph()
    graph.add_nodes_from(rest.tolist())
    cyclic = set(graph)
    leaves: set[int] = set()
    for i in graph:
        for successor, _ in chain.row(i):
            if successor in cyclic:
                graph.add_edge(i, successor)
            else:
                leaves.add(i)
    condensed = nx.condensation(graph)
    found: list[Indices] = []
    for component in reversed(list(nx.topological_sort(condensed))):
        members = sorted(condensed.nodes[component]["members"])
        if condensed.out_degree(component) == 0 and leaves.isdisjoint(members):
            raise NotAbsorbing(chain.states[members[0]])
        found.append(np.array(members))
    return tuple(found)
