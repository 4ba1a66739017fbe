"""Charts of an appendix: the law of the spins, a chance by the number of wagers, a band that narrows.

Coordinates are fractions, rounded once to whole hundredths of a millimetre, so the same figures give the same
drawing on every machine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from markov.exact import rounded
from markov.report.drawing import Box, Circle, Drawing, Ink, Line, Shape, breadth
from markov.report.drawn.axes import logarithm, percentages, ticks
from markov.report.drawn.plane import HEIGHT, SIZE, WIDTH, Axis, Mark, Plane

_BARS = 130  # more are drawn several together
_MARKS = 4
_DECADES = 9
_INKS: tuple[Ink, ...] = ("first", "second", "third")
_WIDEST = 900  # of a bar
_HATCH = 50
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Reach:
    """A figure after so many wagers, and what it lies between."""

    wagers: int
    figure: Fraction
    low: Fraction
    high: Fraction


def law(chances: Sequence[Fraction], marks: Mapping[str, int | Fraction], spins: str = "spins") -> Drawing:
    """The chance that the wager is over after 0, 1, 2, … spins, as bars; several in one where there are many.

    marks   four at the most, by name, such as "mean": a number of spins, drawn as an upright line

    Raises ValueError where there is no chance at all to draw, or there are too many marks.
    """
    if not chances:
        raise ValueError("a law needs a chance for 0 spins at least")
    if len(marks) > _MARKS:
        raise ValueError(f"{len(marks)} marks on a law have no room; {_MARKS} are the most")
    last = max(len(chances) - 1, 1, *(-(-mark // 1) for mark in marks.values()))
    together = next(step for step in _rounds() if len(chances) <= _BARS * step)
    bars = [sum(chances[k : k + together], Fraction(0)) for k in range(0, len(chances), together)]
    rising = ticks(Fraction(0), max(bars), 5)
    said, unit = percentages(rising)
    title = f"chance, {together} {spins} a bar" if together > 1 else "chance"
    widest = breadth(f"{last:,}", SIZE) + 200
    most = max(min(12, WIDTH * 4 // 5 // widest), 2)
    counted = [tick for tick in ticks(Fraction(0), Fraction(last), most, whole=True) if tick <= last]
    plane = Plane(
        Axis(counted, [f"{int(tick):,}" for tick in counted], spins, -_HALF, last + _HALF),
        Axis(rising, said, f"{title}, times {unit}" if unit else title, rising[0], rising[-1]),
    )
    plane, marked = plane.marked([Mark(f"{name} {_counted(at)}", Fraction(at)) for name, at in marks.items()])
    shapes = list(plane.grid())
    for k, chance in enumerate(bars):
        begin = plane.x(k * together - _HALF)
        end = plane.x(min((k + 1) * together, len(chances)) - _HALF)
        gap = max((end - begin) // 10, (end - begin - _WIDEST) // 2)
        height = plane.bottom - plane.y(chance)
        if height:
            corner = begin + gap, plane.bottom - height
            shapes.append(Box(corner, (max(end - begin - 2 * gap, 8), height), None, "first", 0))
    return Drawing(WIDTH, HEIGHT, (*shapes, *plane.frame(), *marked))


def curve(drawn: Mapping[str, Sequence[Reach]], title: str = "chance to be ahead") -> Drawing:
    """Figures by the number of wagers, a line each; a figure that is not exact has what it lies between.

    Raises ValueError where there is nothing to draw.
    """
    plane = _by_wagers([one for line in drawn.values() for one in line], title, rows=int(len(drawn) > 1))
    shapes = list(plane.grid())
    for ink, line in zip(_INKS, drawn.values(), strict=False):
        shapes += _line(plane, line, ink)
        for one in line:
            x, low, high = plane.x(logarithm(one.wagers)), plane.y(one.low), plane.y(one.high)
            if low - high > 20:
                shapes.append(Line(((x, low), (x, high)), ink, 14))
                shapes += [Line(((x - 60, y), (x + 60, y)), ink, 14) for y in (low, high)]
    if len(drawn) > 1:
        shapes += plane.legend(list(zip(drawn, _INKS, strict=False)))
    return Drawing(WIDTH, HEIGHT, (*shapes, *plane.frame()))


def band(drawn: Sequence[Reach], within: str, title: str = "result per wager, over the stake") -> Drawing:
    """The expected result by the number of wagers, and a band about it.

    within   what the band is, such as "95 of 100"

    Raises ValueError where there is nothing to draw.
    """
    plane = _by_wagers(drawn, title, rows=1)
    line = sorted(drawn, key=lambda one: one.wagers)
    edges = [(plane.x(logarithm(one.wagers)), plane.y(one.high), plane.y(one.low)) for one in line]
    shapes: list[Shape] = []
    for (a, high, low), (b, higher, lower) in pairwise(edges):
        for x in range(a + _HATCH // 2, b, _HATCH):
            top, bottom = (p + (q - p) * (x - a) // (b - a) for p, q in ((high, higher), (low, lower)))
            shapes.append(Line(((x, top), (x, bottom)), "fill", _HATCH + 30))
    shapes += plane.grid()
    for side in (1, 2):
        shapes += [Line(((p[0], p[side]), (q[0], q[side])), "first", 14) for p, q in pairwise(edges)]
    if len(edges) == 1:
        shapes.append(Line(((edges[0][0], edges[0][1]), (edges[0][0], edges[0][2])), "first", 14))
    shapes += _line(plane, line, "second")
    shapes += plane.legend([("expected", "second"), (within, "first")])
    return Drawing(WIDTH, HEIGHT, (*shapes, *plane.frame()))


def _by_wagers(drawn: Sequence[Reach], title: str, rows: int) -> Plane:
    """The plane with the number of wagers on a logarithmic axis."""
    if not drawn:
        raise ValueError("a chart needs a figure")
    numbers = [number for one in drawn for number in (one.figure, one.low, one.high)]
    rising = ticks(min(*numbers, Fraction(0)), max(*numbers, Fraction(0)), 6)
    said, unit = percentages(rising)
    first = min(logarithm(one.wagers) for one in drawn) // 1
    last = max(-(-max(logarithm(one.wagers) for one in drawn) // 1), first + 1)
    powers = range(first, last + 1, -(-(last - first) // _DECADES))
    names = (
        [f"{10**power:,}" for power in powers] if last <= _DECADES else [f"10^{power}" for power in powers]
    )
    level = Axis([Fraction(power) for power in powers], names, "wagers", Fraction(first), Fraction(last))
    upright = Axis(rising, said, f"{title}, times {unit}" if unit else title, rising[0], rising[-1])
    return Plane(level, upright, rows)


def _line(plane: Plane, line: Sequence[Reach], ink: Ink) -> Iterator[Shape]:
    """From figure to figure, with a dot at each where there are few."""
    points = [(plane.x(logarithm(one.wagers)), plane.y(one.figure)) for one in line]
    for one, other in pairwise(points):
        yield Line((one, other), ink, 28)
    if len(points) <= 30:
        for point in points:
            yield Circle(point, 55, ink, ink, 0)


def _rounds() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, …"""
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def _counted(number: int | Fraction) -> str:
    exact = Fraction(number)
    return f"{exact.numerator:,}" if exact.denominator == 1 else rounded(exact, 2)
