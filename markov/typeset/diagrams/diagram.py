"""The transition diagram of a small chain, drawn by us: states, ends, and an arrow for every transition.

Play goes from left to right, or downwards where that has no room. An end that is reached from one state in
each of several columns, as a lost wager mostly is, lies beyond them as a bar. Chances are said as posted, a
weight over its total.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markov.chain.chain import Chain
from markov.tables.drawing import Caption, Drawing, Line, Shape, extent
from markov.typeset.diagrams.arrow_routing import (
    SPARE,
    DrawingPlan,
    Placed,
    Stroke,
    grid,
    half_width,
    leaving,
    segments_by_side,
)
from markov.typeset.diagrams.layered_layout import Arrow, heights, layered, ranks
from markov.typeset.diagrams.state_boxes import (
    CHANCE,
    Extent,
    Flow,
    bounding_box,
    box_shapes,
    loop_shapes,
    state_box,
    wider,
)
from markov.wager.rule import label

ALONE = (12_000, 100_000), (14_500, 100_000)
"""Widths and heights of a picture of its own: shown 400 pixels wide, chances are 8 pixels high, or 7."""

_ENTRY = 800
_MARGIN = 120
_BESIDE, _KNOT = 230, 190  # half of what is between two states of a column, and between two arrows over it
_FALL = 1000  # from the lowest state to the bar below
_MOST = 24  # states
_LYING = 42  # letters of a line in an end that lies below
_WAYS = [
    (Flow(down), longest, over) for down in (False, True) for longest in (12, 7) for over in (True, False)
]


def diagram(
    chain: Chain[Any],
    names: Mapping[int, str] | None = None,
    rooms: Sequence[tuple[int, int]] = ALONE,
    below: str = "",
) -> Drawing | None:
    """The diagram of the states that can be reached; None where there are more than 24, or no room.

    names   by index of a state: what to call it, if not by its label
    rooms   the greatest width and height; the second is for what the first is too small for
    below   an end that comes from anywhere, such as a deadline, in words; it lies below all states
    """
    rows = _rows(chain)
    if rows is None:
        return None
    number = {i: k for k, i in enumerate(rows)}
    called = [(names or {}).get(i) or label(chain.states[i]) for i in rows]
    chances = {
        (number[i], number[j]): f"{weight}/{chain.transitions.totals[i]}"
        for i, row in rows.items()
        for j, weight in row.items()
    }
    bar = _end_below(len(called), [arrow for arrow in chances if arrow[0] != arrow[1]])
    parts = [_DiagramParts(called, chances, bar, room, below) for room in rooms]
    return next(filter(None, (there.drawing(*way) for there in parts for way in _WAYS)), None)


def _rows(chain: Chain[Any]) -> dict[int, dict[int, int]] | None:
    """The weights of the successors of each state that can be reached, by index."""
    rows: dict[int, dict[int, int]] = {}
    waiting = [0]
    for i in waiting:  # grows while it is walked
        if i in rows:
            continue
        if len(rows) == _MOST:
            return None
        rows[i] = chain.transitions.successor_weights(i)
        waiting += rows[i]
    return rows


@dataclass(frozen=True, slots=True)
class _DiagramParts:
    """States by name, the chance of each arrow, ends that lie below, and the room for it all."""

    called: Sequence[str]
    chances: Mapping[Arrow, str]
    bar: int | None
    room: tuple[int, int]
    below: str

    def drawing(self, flow: Flow, longest: int, over: bool) -> Drawing | None:
        """The diagram, names being broken at so many letters; None where it has no room so."""
        kept = [k for k in range(len(self.called)) if k != self.bar]
        number = {k: i for i, k in enumerate(kept)}
        chances = {(number[a], number[b]): p for (a, b), p in self.chances.items() if b != self.bar}
        falling = {number[a]: p for (a, b), p in self.chances.items() if b == self.bar}
        layout = layered(len(kept), [arrow for arrow in chances if arrow[0] != arrow[1]], frozenset(falling))
        words = {way[0]: chances[arrow] for arrow, way in layout.ways.items()}
        sides = segments_by_side(layout, len(kept))
        if over and any(len(links) > 1 and leaving(links, right) for (_, right), links in sides.items()):
            return None
        states = []
        for k in range(len(kept)):
            room = max(
                sum(2 * half_width(flow, words, link, right) for link in sides[k, right])
                for right in (True, False)
            )
            going = any(tail == k for tail, _ in chances) or k in falling
            name, loop = self.called[kept[k]], chances.get((k, k), "")
            states.append(state_box(flow, name, not going, loop, room, longest))
        for column in layout.columns:  # all as wide as the widest
            inside = [k for k in column if k < len(kept)]
            for k in inside:
                states[k] = replace(states[k], width=max(states[i].width for i in inside))
        plan = DrawingPlan(flow, layout, states, words, over)
        across = grid(plan, flow.point(self.room)[0] - _ENTRY - 2 * _MARGIN)
        if across is None:
            return None
        down = _middle_heights(plan)
        place = plan.column()
        boxes = [
            state.around((across.left[place[k]] + across.right[place[k]]) // 2, down[k])
            for k, state in enumerate(states)
        ]
        shapes = _shapes(Placed(plan, across, boxes, down))
        if self.bar is not None:
            called = self.called[self.bar]
            shapes += _bar_shapes(flow, called, falling, boxes, max(down.values()))
        if self.below:
            playing = [boxes[k] for k in sorted({a for a, _ in chances})]
            shapes += _below_all(flow, self.below, shapes, playing)
        return _on_paper(list(map(flow.turned, shapes)), self.room)


def _shapes(placed: Placed) -> list[Shape]:
    """The states, the arrows between them, and the one that play comes in by."""
    shapes: list[Shape] = []
    for state, box in zip(placed.plan.states, placed.boxes, strict=True):
        shapes += box_shapes(placed.plan.flow, state, box)
        if state.loop:
            shapes += loop_shapes(placed.plan.flow, state, box)
    box = placed.boxes[0]
    y = (box[1] + box[3]) // 2
    shapes.append(Line(((box[0] - _ENTRY, y), (box[0], y)), arrow=True))
    labels = placed.labels()
    for link, strokes in placed.strokes().items():
        parts = strokes
        if link in labels and not placed.plan.over:
            parts = [*_cut_for_label(placed.plan.flow, strokes[0], labels[link]), *strokes[1:]]
        ends = (link.left if link.back else link.right) < len(placed.boxes)
        shapes += [
            Line(stroke, arrow=ends and k == len(parts) - 1, curved=len(stroke) == 4)
            for k, stroke in enumerate(parts)
        ]
    return shapes + list(labels.values())


def _cut_for_label(flow: Flow, stroke: Stroke, label: Caption) -> list[Stroke]:
    """The level line without what the words take of it."""
    half = flow.along(label.words) // 2 + SPARE
    left, right = label.place[0] - half, label.place[0] + half
    (a, y), (b, _) = stroke
    return (
        [((a, y), (left, y)), ((right, y), (b, y))] if a < b else [((a, y), (right, y)), ((left, y), (b, y))]
    )


def _bar_shapes(
    flow: Flow, called: str, falling: Mapping[int, str], boxes: Sequence[Extent], lowest: int
) -> list[Shape]:
    """The end that lies below, and the arrows that fall on it."""
    lying = state_box(flow, called, True, "", 0, _lying(flow))
    above = bounding_box([boxes[k] for k in falling])
    fall = max(map(flow.aside, falling.values())) + _FALL
    top = max(lowest, *(box[3] for box in boxes)) + fall
    more = max(lying.width - (above[2] - above[0]), 0) // 2
    shapes = box_shapes(flow, lying, (above[0] - more, top, above[2] + more, top + lying.height))
    for k, chance in falling.items():
        x = (boxes[k][0] + boxes[k][2]) // 2
        beside = flow.along(chance) // 2 + 2 * SPARE
        shapes.append(Line(((x, boxes[k][3]), (x, top)), arrow=True))
        shapes.append(Caption((x - beside, top - fall // 2), chance, size=CHANCE))
    return shapes


def _below_all(flow: Flow, called: str, shapes: Sequence[Shape], playing: Sequence[Extent]) -> list[Shape]:
    """An end that comes from any state in play: a line below them all, and an arrow from it."""
    lying = state_box(flow, called, True, "", 0, _lying(flow))
    left, _, right, _ = bounding_box(playing)
    covers = bounding_box([covered(flow.turned(shape)) for shape in shapes])
    y = flow.point(covers[2:])[1] + 2 * _BESIDE
    middle, top = (left + right) // 2, y + _FALL // 2
    half = lying.width // 2
    line = Line(((left, y - _BESIDE), (left, y), (right, y), (right, y - _BESIDE)))
    shaft = Line(((middle, y), (middle, top)), arrow=True)
    return [line, shaft, *box_shapes(flow, lying, (middle - half, top, middle + half, top + lying.height))]


def _lying(flow: Flow) -> int:
    """Letters of a line in an end that lies below, or stands at the right."""
    return 12 if flow.down else _LYING


def _end_below(count: int, arrows: Sequence[Arrow]) -> int | None:
    """The end that is to lie below: the one that most states lead to, if each is in a column of its own."""
    going = {tail for tail, _ in arrows}
    tails: dict[int, list[int]] = {}
    for tail, head in arrows:
        if head not in going:
            tails.setdefault(head, []).append(tail)
    for end in sorted(tails, key=lambda end: (-len(tails[end]), end)):
        column = ranks(count, [arrow for arrow in arrows if arrow[1] != end])
        if 1 < len(tails[end]) == len({column[tail] for tail in tails[end]}):
            return end
    return None


def _middle_heights(plan: DrawingPlan) -> dict[int, int]:
    """The height of the middle of each state and knot, from the top."""
    above, below = {}, {}
    for node in plan.column():
        state = plan.states[node] if node < len(plan.states) else None
        below[node] = state.height // 2 + _BESIDE if state else _KNOT
        above[node] = below[node] + (plan.flow.looped(state.loop) if state and state.loop else 0)
    return heights(plan.layout, above, below, len(plan.states))


def _on_paper(shapes: Sequence[Shape], room: tuple[int, int]) -> Drawing | None:
    """The shapes on a sheet with a margin; None where that is larger than there is room."""
    left, top, right, bottom = wider(bounding_box([covered(shape) for shape in shapes]), _MARGIN)
    if right - left > room[0] or bottom - top > room[1]:
        return None
    return Drawing(right - left, bottom - top, tuple(_shifted(shape, -left, -top) for shape in shapes))


def covered(shape: Shape) -> Extent:
    """The corners of a shape's outline; a curve stays within its four points."""
    if isinstance(shape, Caption):
        return extent(shape)
    if isinstance(shape, Line):
        xs, ys = zip(*shape.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    return *shape.corner, shape.corner[0] + shape.size[0], shape.corner[1] + shape.size[1]


def _shifted(shape: Shape, x: int, y: int) -> Shape:
    if isinstance(shape, Caption):
        return replace(shape, place=(shape.place[0] + x, shape.place[1] + y))
    if isinstance(shape, Line):
        return replace(shape, points=tuple((a + x, b + y) for a, b in shape.points))
    return replace(shape, corner=(shape.corner[0] + x, shape.corner[1] + y))
