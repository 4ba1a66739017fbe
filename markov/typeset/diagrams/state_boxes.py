"""Drawing a state: a rounded box with its name, a double one where play is over, a loop above it.

A diagram that goes downwards is laid out as one that goes to the right, and turned at the end, so that right
is down and down is right. Only words lie level in both: `Flow` says how much of either way they take.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import TypeAlias

from markov.tables.drawing import Box, Caption, Line, Point, Shape, breadth

Extent: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom

NAME, CHANCE = 300, 240
"""Sizes of type."""

ROUND = 350

_LINE, _BESIDE, _HEIGHT = 380, 190, 700
_RISE, _HALF, _BULGE, _GAP = 560, 130, 330, 60  # of a loop


@dataclass(frozen=True, slots=True)
class Flow:
    """The way that play goes in a diagram: to the right, or down."""

    down: bool

    def along(self, words: str) -> int:
        """Room that a chance takes along the way that play goes."""
        return CHANCE if self.down else breadth(words, CHANCE)

    def aside(self, words: str) -> int:
        """Room that a chance takes across that way."""
        return breadth(words, CHANCE) if self.down else CHANCE

    def looped(self, words: str) -> int:
        """The height of a loop and its chance above a state."""
        return _RISE + _GAP + self.aside(words)

    def turned(self, shape: Shape) -> Shape:
        """The shape where it stands on paper; words come with the middle of their line."""
        if isinstance(shape, Caption):
            x, y = self.point(shape.place)
            return replace(shape, place=(x, y + shape.size * 35 // 100))
        if isinstance(shape, Line):
            return replace(shape, points=tuple(map(self.point, shape.points)))
        return replace(shape, corner=self.point(shape.corner), size=self.point(shape.size))

    def point(self, point: Point) -> Point:
        """The point, or the size, on paper."""
        return (point[1], point[0]) if self.down else point


@dataclass(frozen=True, slots=True)
class StateBox:
    """A state: the lines of its name, its size, whether play is over there, the chance of its loop."""

    lines: tuple[str, ...]
    width: int
    height: int
    over: bool
    loop: str

    def around(self, x: int, y: int) -> Extent:
        """The rectangle that it covers around that middle."""
        left, top = x - self.width // 2, y - self.height // 2
        return left, top, left + self.width, top + self.height


def state_box(flow: Flow, name: str, over: bool, loop: str, room: int, longest: int) -> StateBox:
    """The box of a state, with its size.

    room      for arrows at its sides
    longest   how many letters a line of its name may have where it can be broken
    """
    lines = _folded(name, longest)
    high = _HEIGHT + _LINE * (len(lines) - 1)
    wide = max(max(breadth(line, NAME) for line in lines) + 2 * _BESIDE, _HEIGHT)
    width, height = flow.point((wide, high))
    return StateBox(lines, width, max(height, room + 200), over, loop)


def _folded(name: str, longest: int) -> tuple[str, ...]:
    """The name on one line, or on more if it is long and has spaces."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > longest:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def box_shapes(flow: Flow, state: StateBox, box: Extent) -> list[Shape]:
    """The shapes of the state."""
    left, top, right, bottom = box
    size = right - left, bottom - top
    shapes: list[Shape]
    if state.over:
        inner = Box((left + 70, top + 70), (size[0] - 140, size[1] - 140), filled=True, width=12, round=40)
        shapes = [Box((left, top), size, round=100), inner]
    else:
        shapes = [Box((left, top), size, round=ROUND)]
    x, y = flow.point(((left + right) // 2, (top + bottom) // 2))
    first = y - _LINE * (len(state.lines) - 1) // 2
    names = enumerate(state.lines)
    return shapes + [Caption(flow.point((x, first + _LINE * k)), line) for k, line in names]


def loop_shapes(flow: Flow, state: StateBox, box: Extent) -> tuple[Line, Caption]:
    """The arrow from the state to itself, above it, and its chance."""
    middle, top = (box[0] + box[2]) // 2, box[1]
    corner = max(ROUND - state.width // 2 + _HALF, 0)
    foot = top + ROUND - isqrt(ROUND**2 - corner**2)
    high = top - _RISE * 4 // 3
    line = Line(
        (
            (middle - _HALF, foot),
            (middle - _HALF - _BULGE, high),
            (middle + _HALF + _BULGE, high),
            (middle + _HALF, foot),
        ),
        arrow=True,
        curved=True,
    )
    place = middle, top - _RISE - _GAP - flow.aside(state.loop) // 2
    return line, Caption(place, state.loop, size=CHANCE)


def port(state: StateBox, box: Extent, y: int, right: bool) -> Point:
    """The point on the outline of a state at that height, on its right side or its left."""
    near = min(y - box[1], box[3] - y)
    inside = 0
    if not state.over and near < ROUND:
        inside = ROUND - isqrt(ROUND**2 - (ROUND - near) ** 2)
    return (box[2] - inside if right else box[0] + inside), y


def wider(extent: Extent, by: int) -> Extent:
    """The rectangle, larger by so much on each side."""
    return extent[0] - by, extent[1] - by, extent[2] + by, extent[3] + by


def bounding_box(extents: Sequence[Extent]) -> Extent:
    """The smallest rectangle around all of them."""
    left, top, right, bottom = zip(*extents, strict=True)
    return min(left), min(top), max(right), max(bottom)
