"""Routing of arrows between columns: points on boxes, curves between columns, places of their chances.

The chance of an arrow stands where it leaves, on its line or over it. So the gap between two columns is
parted: level lines with words beside a column, and a part where lines cross.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from markov.tables.drawing import Caption, Point
from markov.typeset.diagrams.layered_layout import Layered, Segment
from markov.typeset.diagrams.state_boxes import CHANCE, Extent, Flow, StateBox, port

_PLAIN = 105  # half of what a link without words takes of a side of a box
_STUB, _LEVEL, SPARE = 130, 150, 55  # of a line before its words, after them, and around them
_HEAD = 260  # level before an arrow's head

Stroke: TypeAlias = tuple[Point, ...]  # two points: a line; four: a cubic curve (Bézier)
NodeSide: TypeAlias = tuple[int, bool]  # of a node; its right side is True


@dataclass(frozen=True, slots=True)
class DrawingPlan:
    """A picture of states and arrows before its parts have places.

    flow     which way play goes
    layout   the columns
    states   what each node looks like
    words    by link that leaves a node: its chance
    over     whether words stand over their lines, which have a side of a box for themselves
    """

    flow: Flow
    layout: Layered
    states: Sequence[StateBox]
    words: Mapping[Segment, str]
    over: bool

    def column(self) -> dict[int, int]:
        """The column of each node and of each knot of an arrow."""
        return {node: k for k, column in enumerate(self.layout.columns) for node in column}


def segments_by_side(layout: Layered, count: int) -> dict[NodeSide, list[Segment]]:
    """The links that touch each side of each node."""
    sides: dict[NodeSide, list[Segment]] = {
        (node, right): [] for node in range(count) for right in (True, False)
    }
    for link in layout.links():
        for side in ((link.left, True), (link.right, False)):
            if side in sides:
                sides[side].append(link)
    return sides


def _leaves(link: Segment, right: bool) -> bool:
    """True where the link leaves, rather than enters, what has it at that side."""
    return link.back != right


def leaving(links: Sequence[Segment], right: bool) -> bool:
    """True where any of the links at that side leaves."""
    return any(_leaves(link, right) for link in links)


def half_width(flow: Flow, words: Mapping[Segment, str], link: Segment, right: bool) -> int:
    """Half of what the link takes of that side of a box, where its words are if it leaves there."""
    return flow.aside(words[link]) // 2 + SPARE if _leaves(link, right) else _PLAIN


@dataclass(frozen=True, slots=True)
class ColumnGrid:
    """The left and right edges of columns, and how far from them lines are level."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]


def grid(plan: DrawingPlan, room: int) -> ColumnGrid | None:
    """The column grid in a given width; None where the columns need more."""
    place = plan.column()
    columns = plan.layout.columns
    widths = [max(plan.states[k].width for k in column if k < len(plan.states)) for column in columns]
    before, after = [_HEAD] * len(widths), [0] * len(widths)
    spare = 100 if plan.over else 2 * SPARE + _STUB + _LEVEL
    links = plan.layout.links()
    for link in links:
        needed = plan.flow.along(plan.words[link]) + spare if link in plan.words else 0
        if link.back:
            k = place[link.right]
            before[k] = max(before[k], needed)
            after[k - 1] = max(after[k - 1], _HEAD)
        else:
            k = place[link.left]
            after[k] = max(after[k], needed)
    least, ample = [], []
    for k in range(len(widths) - 1):
        fan = sum(place[link.left] == k for link in links) - 1
        level = after[k] + before[k + 1]
        least.append(level + (min(fan, 5) * 80 + 200 if fan else 100))
        ample.append(level + (min(fan, 9) * 300 + 400 if fan else 200))
    more = room - sum(widths) - sum(least)
    if more < 0:
        return None
    wanted = max(sum(ample) - sum(least), 1)
    left = [0]
    for width, low, high in zip(widths, least, ample, strict=False):
        left.append(left[-1] + width + low + (high - low) * min(more, wanted) // wanted)
    right = [x + width for x, width in zip(left, widths, strict=True)]
    return ColumnGrid(tuple(left), tuple(right), tuple(before), tuple(after))


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing plan with the places of its parts.

    boxes   of the nodes
    down    how far down each node and knot is
    """

    plan: DrawingPlan
    grid: ColumnGrid
    boxes: Sequence[Extent]
    down: Mapping[int, int]

    def heights(self) -> dict[tuple[Segment, bool], int]:
        """The height of each link where it touches the right side of something, or the left."""
        by_end: dict[tuple[Segment, bool], int] = {}
        for link in self.plan.layout.links():
            by_end[link, True], by_end[link, False] = self.down[link.left], self.down[link.right]
        for (node, right), links in segments_by_side(self.plan.layout, len(self.boxes)).items():

            def order(link: Segment, right: bool = right) -> tuple[int, bool]:
                return self.down[link.right if right else link.left], link.back

            box = self.boxes[node]
            half = {
                link: half_width(self.plan.flow, self.plan.words, link, right)
                for link in sorted(links, key=order)
            }
            y = (box[1] + box[3]) // 2 - sum(half.values())
            for link, taken in half.items():
                by_end[link, right] = y + taken
                y += 2 * taken
        return by_end

    def strokes(self) -> dict[Segment, list[Stroke]]:
        """The strokes of each link, in its direction."""
        place, grid, heights = self.plan.column(), self.grid, self.heights()
        by_link = {}
        for link in self.plan.layout.links():
            k = place[link.left]
            out, into = heights[link, True], heights[link, False]
            turns = [
                self._end(link.left, out, right=True),
                (grid.right[k] + grid.after[k], out),
                (grid.left[k + 1] - grid.before[k + 1], into),
                self._end(link.right, into, right=False),
            ]
            if out == into:
                turns = [turns[0], turns[-1]]
            strokes = [_level_curve(a, b) for a, b in pairwise(turns) if a != b]
            by_link[link] = [stroke[::-1] for stroke in strokes[::-1]] if link.back else strokes
        return by_link

    def _end(self, node: int, y: int, right: bool) -> Point:
        """The end of a link at that height: on the outline of a node, or in the middle of a knot."""
        if node < len(self.boxes):
            return port(self.plan.states[node], self.boxes[node], y, right)
        k = self.plan.column()[node]
        return (self.grid.left[k] + self.grid.right[k]) // 2, y

    def labels(self) -> dict[Segment, Caption]:
        """The chance of each link that has one, at the middle of its words."""
        place, heights, flow = self.plan.column(), self.heights(), self.plan.flow
        widest: dict[tuple[int, bool], int] = {}
        for link, words in self.plan.words.items():
            zone = place[link.right if link.back else link.left], link.back
            widest[zone] = max(widest.get(zone, 0), flow.along(words))
        captions = {}
        for link, words in self.plan.words.items():
            k = place[link.right if link.back else link.left]
            away = (50 if self.plan.over else _STUB + SPARE) + widest[k, link.back] // 2
            x = self.grid.left[k] - away if link.back else self.grid.right[k] + away
            y = heights[link, not link.back]
            if self.plan.over:
                y -= flow.aside(words) // 2 + SPARE
                if heights[link, True] == heights[link, False]:
                    x = (self.grid.right[place[link.left]] + self.grid.left[place[link.right]]) // 2
            captions[link] = Caption((x, y), words, size=CHANCE)
        return captions


def _level_curve(begin: Point, end: Point) -> Stroke:
    """A stroke that leaves and arrives level: a curve, or a line where both are on one height."""
    if begin[1] == end[1]:
        return begin, end
    reach = (end[0] - begin[0]) * 9 // 20
    return begin, (begin[0] + reach, begin[1]), (end[0] - reach, end[1]), end
