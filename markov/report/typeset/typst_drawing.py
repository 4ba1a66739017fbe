"""Drawings in Typst's own lines, circles and words, so that these are in the fonts of the page."""

from markov.report.drawing import INKS, Box, Circle, Drawing, Ink, Label, Line, Point, Shape
from markov.report.typeset.typst_words import quoted

_ACROSS = {"start": "0", "middle": "0.5", "end": "1"}  # of the width of the words, left of their place


def drawing(drawn: Drawing) -> str:
    """The drawing as an expression; it is made smaller where it is larger than the page."""
    shapes = "\n".join(map(_shape, drawn.shapes))
    return f"drawing({_length(drawn.width)}, {_length(drawn.height)}, {{\n{shapes}\n}})"


def _shape(shape: Shape) -> str:
    match shape:
        case Line():
            points = "".join(f"{_point(point)}, " for point in shape.points)
            how = ", curved: true" * shape.curved + ", arrow: true" * shape.arrow
            return f"drawn(({points}){how}, {_stroke(shape.ink, shape.width, shape.dashed)})"
        case Box():
            width, height = map(_length, shape.size)
            size = f"width: {width}, height: {height}, radius: {_length(shape.round)}"
            return _placed(
                shape.corner, f"rect({size}, {_fill(shape.fill)}, {_stroke(shape.ink, shape.width)})"
            )
        case Circle():
            x, y = shape.centre
            look = f"radius: {_length(shape.radius)}, {_fill(shape.fill)}, {_stroke(shape.ink, shape.width)}"
            return _placed((x - shape.radius, y - shape.radius), f"circle({look})")
        case Label():
            across, down = map(_length, shape.place)
            weight = '"semibold"' if shape.bold else '"regular"'
            look = f"{_ACROSS[shape.anchor]}, {_length(shape.size)}, {_colour(shape.ink)}, {weight}"
            return f"said({across}, {down}, {look}, {quoted(shape.words)})"


def _placed(corner: Point, what: str) -> str:
    x, y = map(_length, corner)
    return f"place(top + left, dx: {x}, dy: {y}, {what})"


def _stroke(ink: Ink | None, width: int, dashed: bool = False) -> str:
    if ink is None:
        return "stroke: none"
    dash = f", dash: ({_length(5 * width)}, {_length(4 * width)})" * dashed
    return f"stroke: stroke(paint: {_colour(ink)}, thickness: {_length(width)}{dash})"


def _fill(ink: Ink | None) -> str:
    return f"fill: {_colour(ink) if ink else 'none'}"


def _colour(ink: Ink) -> str:
    return f'rgb("{INKS[ink]}")'


def _point(point: Point) -> str:
    return f"({_length(point[0])}, {_length(point[1])})"


def _length(hundredths: int) -> str:
    """The length in millimetres; whole hundredths have two places."""
    sign, size = "-" * (hundredths < 0), abs(hundredths)
    return f"{sign}{size // 100}.{size % 100:02d}mm"
