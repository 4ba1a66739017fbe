"""The plane of a chart: two axes with ticks and names, a light grid, and words in rows above it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Literal, TypeAlias

from markov.report.drawing import Ink, Label, Line, Shape, breadth, extent
from markov.report.drawn.axes import Scale

Anchor: TypeAlias = Literal["start", "end"]

WIDTH, HEIGHT = 15000, 6000
SIZE = 250  # of type

_ROW = 350
_TOP = 640  # for the name of the upright axis
_BELOW = 960  # for ticks, and the name of the level axis
_RIGHT = 300  # at the least
_TICK = 90
_GRID = 6
_ANCHORS: tuple[Anchor, ...] = ("start", "end")


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows.

    ticks   where numbers stand, and names of them
    title   what the numbers are
    """

    ticks: Sequence[Fraction]
    names: Sequence[str]
    title: str
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Mark:
    """An upright line at a number, with words at its top."""

    words: str
    at: Fraction


@dataclass(frozen=True, slots=True)
class Plane:
    """Where a chart is drawn.

    rows   of words between the name of the upright axis and the plane
    """

    level: Axis
    upright: Axis
    rows: int = 0

    @property
    def left(self) -> int:
        """Where the level axis begins."""
        return max(breadth(name, SIZE) for name in self.upright.names) + 300

    @property
    def top(self) -> int:
        """Where the upright axis ends."""
        return _TOP + self.rows * _ROW

    @property
    def bottom(self) -> int:
        """Where the upright axis begins."""
        return HEIGHT - _BELOW

    @property
    def right(self) -> int:
        """Where the level axis ends: what stands below its end has room."""
        return WIDTH - max(_RIGHT, breadth(self.level.names[-1], SIZE) // 2 + 60)

    def x(self, number: Fraction) -> int:
        """Where the number is from the left."""
        return Scale(self.level.low, self.level.high, self.left, self.right).at(number)

    def y(self, number: Fraction) -> int:
        """Where the number is from the top."""
        return Scale(self.upright.low, self.upright.high, self.bottom, self.top).at(number)

    def grid(self) -> Iterator[Shape]:
        """The lines below what is drawn."""
        for tick in self.upright.ticks:
            y = self.y(tick)
            yield Line(((self.left, y), (self.right, y)), "faint", _GRID if tick else 2 * _GRID)

    def frame(self) -> Iterator[Shape]:
        """The level axis, and all ticks and names: over what is drawn."""
        yield Line(((self.left, self.bottom), (self.right, self.bottom)), width=12)
        for tick, name in zip(self.upright.ticks, self.upright.names, strict=True):
            yield Label((self.left - 130, self.y(tick) + SIZE * 35 // 100), name, "end", SIZE)
        for tick, name in zip(self.level.ticks, self.level.names, strict=True):
            x = self.x(tick)
            yield Line(((x, self.bottom), (x, self.bottom + _TICK)), width=12)
            yield Label((x, self.bottom + _TICK + SIZE), name, size=SIZE)
        yield Label((100, 330), self.upright.title, "start", SIZE)
        yield Label((self.right, HEIGHT - 170), self.level.title, "end", SIZE)

    def marked(self, marks: Sequence[Mark]) -> tuple["Plane", list[Shape]]:
        """The plane with as many rows as the words of the marks need, and the marks.

        Words stand beside the tops of their lines, and meet no other words or lines. Where there is no room
        for that, no marks come back.
        """
        for rows in range(len(marks) + 1):
            plane = replace(self, rows=rows)
            if (labels := plane._labels(marks, [])) is not None:
                return plane, list(plane._lines(marks, labels))
        return self, []

    def _labels(self, marks: Sequence[Mark], placed: list[Label]) -> list[Label] | None:
        """The words of all marks, those of the first ones being placed; None where there is no room."""
        if len(placed) == len(marks):
            return placed
        for row, anchor in product(range(self.rows), _ANCHORS):
            longer = [*placed, self._label(marks[len(placed)], row, anchor)]
            if _clear(marks[: len(longer)], longer, self) and (found := self._labels(marks, longer)):
                return found
        return None

    def _lines(self, marks: Sequence[Mark], labels: Sequence[Label]) -> Iterator[Shape]:
        for mark, label in zip(marks, labels, strict=True):
            x = self.x(mark.at)
            top = label.place[1] - SIZE * 7 // 10
            yield Line(((x, self.bottom), (x, top)), label.ink, 14, dashed=True)
            yield label

    def _label(self, mark: Mark, row: int, anchor: Anchor) -> Label:
        x, y = self.x(mark.at), self.top - 110 - row * _ROW
        return Label((x + 70 if anchor == "start" else x - 70, y), mark.words, anchor, SIZE, "second")

    def legend(self, entries: Sequence[tuple[str, Ink]]) -> Iterator[Shape]:
        """What the lines are, in one row above the plane, from the right."""
        right = self.right
        for name, ink in reversed(entries):
            yield Label((right, self.top - 180), name, "end", SIZE)
            right -= breadth(name, SIZE) + 170
            y = self.top - 180 - SIZE * 35 // 100
            yield Line(((right - 500, y), (right, y)), ink, 40)
            right -= 850


def _clear(marks: Sequence[Mark], labels: Sequence[Label], plane: Plane) -> bool:
    """Whether no words meet other words, a line of another mark, or the edge."""
    covered = [extent(label) for label in labels]
    for k, (left, top, right, bottom) in enumerate(covered):
        if left < plane.left or right > WIDTH:
            return False
        for j, other in enumerate(covered):
            if j == k:
                continue
            if left < other[2] + 60 and other[0] < right + 60 and top < other[3] and other[1] < bottom:
                return False
            if left - 30 < plane.x(marks[j].at) < right + 30 and other[1] < bottom:
                return False
    return True
