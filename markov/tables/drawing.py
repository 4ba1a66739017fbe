"""Drawings of lines, boxes and words, and charts of bars, before they are drawn.

Lengths are whole numbers of hundredths of a millimetre, from the left and from the top, so that a drawing
is laid out in the same way on every machine.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[int, int]

INKS = {
    "ink": "#222222",
    "faint": "#999999",
    "first": "#1f5fa8",
    "second": "#c8551b",
    "third": "#3a8a4d",
    "fill": "#eef2f7",
}
"""The colour of each ink on paper; "fill" is for areas, the others for lines, words and bars."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line from point to point.

    arrow    it ends in an arrowhead
    curved   it has exactly four points: a cubic curve from the first to the last (Bézier)
    """

    points: tuple[Point, ...]
    arrow: bool = False
    curved: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its corner at the top left; `round` is the radius of its corners."""

    corner: Point
    size: tuple[int, int]
    filled: bool = False
    width: int = 18
    round: int = 0


@dataclass(frozen=True, slots=True)
class Caption:
    """Words on one line; the place is that of their base line, at the left, in the middle or at the right.

    size   of the type, the height of a capital being some seven tenths of it
    """

    place: Point
    words: str
    anchor: Literal["start", "middle", "end"] = "middle"
    size: int = 300


Shape: TypeAlias = Line | Box | Caption


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet of paper, drawn in their order."""

    width: int
    height: int
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of the chances of 0, 1, 2, … as bars, and a few numbers marked by upright lines.

    unit    what is counted, such as "spins"
    marks   name and number of each, such as "median" and 3; two at the most

    Raises ValueError where there is no chance to draw, or a mark too many.
    """

    chances: tuple[Fraction, ...]
    unit: str
    marks: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if not self.chances:
            raise ValueError("a chart needs a chance for 0 at least")
        if len(self.marks) > 2:
            raise ValueError(f"{len(self.marks)} marks on a chart; at most 2 can be told apart")


_NARROW, _WIDE = frozenset("ijlrft.,:;'!|()[]I "), frozenset("mwMW%@—–…=+−≈")


def breadth(words: str, size: int) -> int:
    """Greatest width of the words in the common fonts for text; in no font to the last hundredth.

    >>> breadth("31/38", 240), breadth("made", 300)
    (672, 771)
    """
    thousandths = 0
    for letter in words:
        if letter in _NARROW:
            thousandths += 360
        elif letter in _WIDE:
            thousandths += 890
        elif letter.isupper():
            thousandths += 740
        elif ord(letter) > 0x2E80:
            thousandths += 1050
        else:
            thousandths += 560
    return -(-thousandths * size // 1000)


def extent(label: Caption) -> tuple[int, int, int, int]:
    """Edges of the room that a label takes, as far as can be said: left, top, right, bottom."""
    x, y = label.place
    wide = breadth(label.words, label.size)
    left = x - {"start": 0, "middle": wide // 2, "end": wide}[label.anchor]
    return left, y - label.size * 3 // 4, left + wide, y + label.size * 22 // 100
