"""Drawings as SVG, fit for a file of its own and for a page."""

from math import isqrt

from markov.report.drawing import INKS, Box, Circle, Drawing, Ink, Label, Line, Point, Shape
from markov.report.typeset.markup import element, escaped

_FACE = "Charter, 'Bitstream Charter', Cambria, Caladea, 'Noto Serif', 'Times New Roman', serif"
_HEAD = 200, 75  # an arrowhead's length, and half its width
_STROKES = 4  # widths of the line by which the head of a thick one is longer, in all


def svg(drawing: Drawing, alternative: str) -> str:
    """The drawing as one element that says what is to be seen in it.

    >>> svg(Drawing(1250, 500, (Circle((600, 250), 100, fill="fill"),)), "A circle.")[-99:]
    '<circle cx="600" cy="250" r="100" fill="#eef2f7" stroke="#222222" stroke-width="18"></circle></svg>'
    """
    title = element("title", escaped(alternative))
    return element(
        "svg",
        title + "".join(map(_drawn, drawing.shapes)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {drawing.width} {drawing.height}",
        width=_millimetres(drawing.width),
        height=_millimetres(drawing.height),
        role="img",
        aria_label=alternative,
        font_family=_FACE,
    )


def _millimetres(length: int) -> str:
    return f"{length // 100}.{length % 100:02d}mm"


def _drawn(shape: Shape) -> str:
    match shape:
        case Line():
            return _line(shape)
        case Box():
            (x, y), (width, height) = shape.corner, shape.size
            place = {"x": x, "y": y, "width": width, "height": height, "rx": shape.round or ""}
            return element("rect", **place, **_inked(shape.ink, shape.fill, shape.width))
        case Circle():
            x, y = shape.centre
            return element("circle", cx=x, cy=y, r=shape.radius, **_inked(shape.ink, shape.fill, shape.width))
        case Label():
            x, y = shape.place
            return element(
                "text",
                escaped(shape.words),
                x=x,
                y=y,
                text_anchor=shape.anchor,
                font_size=shape.size,
                font_weight="bold" if shape.bold else "",
                fill=INKS[shape.ink],
            )


def _inked(ink: Ink | None, fill: Ink | None, width: int) -> dict[str, str | int]:
    inked: dict[str, str | int] = {"fill": INKS[fill] if fill else "none"}
    return inked | ({"stroke": INKS[ink], "stroke_width": width} if ink else {})


def _line(line: Line) -> str:
    points, head = _headed(line) if line.arrow else (line.points, "")
    (x, y), *rest = points
    course = " ".join(f"{u} {v}" for u, v in rest)
    path = element(
        "path",
        d=f"M{x} {y} {'C' if line.curved else 'L'}{course}",
        **_inked(line.ink, None, line.width),
        stroke_dasharray=f"{5 * line.width} {4 * line.width}" if line.dashed else "",
        stroke_linejoin="round",
    )
    return path + head


def _headed(line: Line) -> tuple[tuple[Point, ...], str]:
    """The points of the line up to its arrowhead, and the head, whose tip is where the line ends."""
    *before, (x, y) = line.points
    u, v = next((point for point in reversed(before) if point != (x, y)), (x - 1, y))
    dx, dy = x - u, y - v
    size = isqrt(10**8 * (dx * dx + dy * dy))  # in ten-thousandths, so that a short way is rounded as well
    long, half = _HEAD[0] + _STROKES * line.width, _HEAD[1] + _STROKES * line.width // 2

    def off(back: int, aside: int) -> Point:
        return x + _divided(-back * dx - aside * dy, size), y + _divided(-back * dy + aside * dx, size)

    corners = off(long, half), off(long * 4 // 5, 0), off(long, -half)
    head = element(
        "path",
        d=f"M{x} {y} L" + " ".join(f"{a} {b}" for a, b in corners) + " Z",
        fill=INKS[line.ink],
    )
    return (*before, corners[1]), head


def _divided(above: int, size: int) -> int:
    """The quotient to the nearest whole number, `size` being ten thousand times the divisor."""
    return (2 * above * 10**4 + size) // (2 * size)
