"""Layered layout of a picture with arrows: columns from left to right, and a height in each.

Longest ways first, then the order in each column that makes few arrows cross, then heights (Sugiyama,
Tagawa & Toda, Methods for Visual Understanding of Hierarchical System Structures, 1981). An arrow over
several columns has a knot in each that it passes, so that it has a place of its own there; arrows to one
node share knots, and so become one. All numbers are whole.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

Arrow: TypeAlias = tuple[int, int]  # from a node to another

_SWEEPS = 24


@dataclass(frozen=True, slots=True)
class Segment:
    """The part of an arrow from one column to the next, or of several that have become one.

    back   it is drawn from right to left
    """

    left: int
    right: int
    back: bool


@dataclass(frozen=True, slots=True)
class Layered:
    """Nodes and knots in columns, and what links them.

    columns   what is in each column, from the top: a number below that of the nodes is a node, others knots
    ways      for each arrow the links that it is drawn with, the one that leaves its node first
    """

    columns: tuple[tuple[int, ...], ...]
    ways: Mapping[Arrow, tuple[Segment, ...]]

    def links(self) -> list[Segment]:
        """Every link once."""
        return list(dict.fromkeys(link for way in self.ways.values() for link in way))


def layered(count: int, arrows: Sequence[Arrow], last: frozenset[int] = frozenset()) -> Layered:
    """The columns of so many nodes, the first of which stands at the left.

    last   nodes that stand below all others of their column
    """
    column = ranks(count, arrows)
    columns: list[list[int]] = [[] for _ in range(max(column) + 1)]
    for node in _depth_first(count, arrows)[0]:
        columns[column[node]].append(node)
    knots: dict[tuple[int, bool, int], int] = {}
    ways: dict[Arrow, tuple[Segment, ...]] = {}
    for tail, head in arrows:
        back = column[tail] > column[head]
        passed = [tail]
        for k in range(column[tail] + (-1 if back else 1), column[head], -1 if back else 1):
            if (head, back, k) not in knots:
                knots[head, back, k] = count + len(knots)
                columns[k].append(knots[head, back, k])
            passed.append(knots[head, back, k])
        steps = pairwise([*passed, head])
        ways[tail, head] = tuple(Segment(b, a, True) if back else Segment(a, b, False) for a, b in steps)
    listed = Layered(tuple(map(tuple, columns)), ways)
    return Layered(_fewest_crossings(listed, last), ways)


def ranks(count: int, arrows: Sequence[Arrow]) -> list[int]:
    """The column of each node: as many arrows as the longest way to it has, arrows that lead back turned.

    Of two walks, one of which goes first to where more arrows leave, that with fewer columns tells which lead
    back.

    >>> ranks(4, [(0, 1), (1, 2), (2, 0), (0, 3), (2, 3)])
    [0, 1, 2, 3]
    """
    leaving = [sum(tail == node for tail, _ in arrows) for node in range(count)]
    listed = (arrows, sorted(arrows, key=lambda arrow: -leaving[arrow[1]]))
    return min((_longest(count, order) for order in listed), key=max)


def _longest(count: int, arrows: Sequence[Arrow]) -> list[int]:
    place = {node: k for k, node in enumerate(_depth_first(count, arrows)[1][::-1])}
    onward = [(tail, head) if place[tail] < place[head] else (head, tail) for tail, head in arrows]
    column = [0] * count
    for tail, head in sorted(onward, key=lambda arrow: place[arrow[0]]):
        column[head] = max(column[head], column[tail] + 1)
    return column


def _depth_first(count: int, arrows: Sequence[Arrow]) -> tuple[list[int], list[int]]:
    """The nodes in the order in which a walk into the depth meets them, and in which it leaves them.

    Against the order of leaving only arrows lead that close a cycle.
    """
    following: list[list[int]] = [[] for _ in range(count)]
    for tail, head in arrows:
        following[tail].append(head)
    entered: dict[int, None] = {}
    finished: list[int] = []

    def walk(node: int) -> None:
        entered[node] = None
        for head in following[node]:
            if head not in entered:
                walk(head)
        finished.append(node)

    for first in range(count):
        if first not in entered:
            walk(first)
    return list(entered), finished


def _fewest_crossings(layout: Layered, last: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """The columns in the best order that sweeps to and fro come to."""
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    for a, b in dict.fromkeys((link.left, link.right) for link in layout.links()):
        after.setdefault(a, []).append(b)
        before.setdefault(b, []).append(a)
    swept: list[tuple[tuple[int, ...], ...]] = []
    for start in (1, -1):
        columns = [sorted(column[::start], key=last.__contains__) for column in layout.columns]
        for sweep in range(_SWEEPS):
            onward = sweep % 2 == 0
            beside = before if onward else after
            inner = range(1, len(columns)) if onward else range(len(columns) - 2, -1, -1)
            for k in inner:
                place = {node: i for i, node in enumerate(columns[k - 1 if onward else k + 1])}
                columns[k] = _by_mean_place(columns[k], place, beside, last)
            _swap_neighbours(columns, before, after, last)
            swept.append(tuple(map(tuple, columns)))
    return min(swept, key=lambda columns: sum(_crossings(a, b, after) for a, b in pairwise(columns)))


def _by_mean_place(
    column: list[int], place: Mapping[int, int], beside: Mapping[int, list[int]], last: frozenset[int]
) -> list[int]:
    """The column, each at the mean place of those beside it; one with none beside it stays where it is."""

    def mean(i: int) -> Fraction:
        near = beside.get(column[i], [])
        return Fraction(sum(place[node] for node in near), len(near)) if near else Fraction(i)

    by_mean = sorted(range(len(column)), key=lambda i: (column[i] in last, mean(i), i))
    return [column[i] for i in by_mean]


def _swap_neighbours(
    columns: list[list[int]],
    before: Mapping[int, list[int]],
    after: Mapping[int, list[int]],
    last: frozenset[int],
) -> None:
    """Neighbours swapped in place as long as fewer arrows cross."""
    for _ in range(8):
        better = False
        for k, column in enumerate(columns):
            for i in range(len(column) - 1):
                upper, lower = column[i], column[i + 1]
                if (upper in last) != (lower in last):
                    continue
                gain = 0
                for beside, other in ((before, k - 1), (after, k + 1)):
                    if 0 <= other < len(columns):
                        place = {node: j for j, node in enumerate(columns[other])}
                        above = [place[node] for node in beside.get(upper, [])]
                        below = [place[node] for node in beside.get(lower, [])]
                        gain += sum((a > b) - (a < b) for a in above for b in below)
                if gain > 0:
                    column[i], column[i + 1] = lower, upper
                    better = True
        if not better:
            return


def _crossings(left: Sequence[int], right: Sequence[int], after: Mapping[int, list[int]]) -> int:
    place = {node: j for j, node in enumerate(right)}
    seen: list[int] = []
    count = 0
    for node in left:
        ends = [place[other] for other in after.get(node, [])]
        count += sum(1 for old in seen for new in ends if old > new)
        seen += ends
    return count


def heights(
    layout: Layered, above: Mapping[int, int], below: Mapping[int, int], count: int
) -> dict[int, int]:
    """The height of the middle of each node and knot, from the top: near the mean of what it is linked to.

    above, below   how much room it takes above its middle, and below
    count          of nodes
    """
    near: dict[int, list[tuple[int, int]]] = {}
    for a, b in dict.fromkeys((link.left, link.right) for link in layout.links()):
        straight = 6 if a >= count and b >= count else 1 if a >= count or b >= count else 2
        near.setdefault(a, []).append((b, straight))
        near.setdefault(b, []).append((a, straight))
    down: dict[int, int] = {}
    for column in layout.columns:
        needed = _distances(column, above, below)
        middle = sum(needed) // 2
        for i, node in enumerate(column):
            down[node] = sum(needed[:i]) - middle
    for sweep in range(_SWEEPS):
        for column in layout.columns[:: 1 if sweep % 2 == 0 else -1]:
            wanted = []
            for node in column:
                links = near.get(node, [])
                pull = sum(w for _, w in links)
                mean = Fraction(sum(down[other] * w for other, w in links), pull) if links else down[node]
                wanted.append((Fraction(mean), max(pull, 1)))
            down |= zip(column, _nearest_apart(wanted, _distances(column, above, below)), strict=True)
    return down


def _distances(column: Sequence[int], above: Mapping[int, int], below: Mapping[int, int]) -> list[int]:
    return [below[a] + above[b] for a, b in pairwise(column)]


def _nearest_apart(wanted: Sequence[tuple[Fraction, int]], needed: Sequence[int]) -> list[int]:
    """The numbers nearest to those wanted, by weighted squares, that are as far apart as needed."""
    offset = [sum(needed[:i]) for i in range(len(wanted))]
    blocks: list[tuple[Fraction, int, int]] = []  # weighted sum, weight, members
    for (number, weight), moved in zip(wanted, offset, strict=True):
        block = ((number - moved) * weight, weight, 1)
        while blocks and blocks[-1][0] * block[1] > block[0] * blocks[-1][1]:
            total, heavy, members = blocks.pop()
            block = (total + block[0], heavy + block[1], members + block[2])
        blocks.append(block)
    flat = [round(total / weight) for total, weight, members in blocks for _ in range(members)]
    return [number + moved for number, moved in zip(flat, offset, strict=True)]
