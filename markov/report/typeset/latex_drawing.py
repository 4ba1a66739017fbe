"""Drawings in TikZ."""

from collections.abc import Iterator

from markov.report.drawing import Box, Circle, Drawing, Ink, Label, Line, Point, Shape
from markov.report.typeset.latex_preamble import MARGIN
from markov.report.typeset.tex_words import escaped, flat

_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def picture(drawing: Drawing) -> Iterator[str]:
    """The lines of the drawing, made smaller where it is wider than the text."""
    wide = drawing.width > (210 - 2 * MARGIN) * 100
    if wide:
        yield "\\resizebox{\\linewidth}{!}{%"
    yield "\\begin{tikzpicture}"
    yield f"\\path[use as bounding box] (0,0) rectangle {_at((drawing.width, drawing.height))};"
    yield from map(_shape, drawing.shapes)
    yield "\\end{tikzpicture}" + "}" * wide


def _shape(shape: Shape) -> str:
    match shape:
        case Line():
            return _line(shape)
        case Box(corner, (width, height), ink, fill, pen, radius):
            rounded = [f"rounded corners={_length(radius)}"] * bool(radius)
            across = (corner[0] + width, corner[1] + height)
            return f"\\path[{_options(ink, fill, pen, rounded)}] {_at(corner)} rectangle {_at(across)};"
        case Circle(centre, radius, ink, fill, pen):
            return f"\\path[{_options(ink, fill, pen, [])}] {_at(centre)} circle[radius={_length(radius)}];"
        case Label():
            return _label(shape)


def _line(line: Line) -> str:
    options = ["-{Stealth[round,length=2.2mm,width=1.7mm]}"] * line.arrow
    options += ["dash pattern=on 0.9mm off 0.7mm"] * line.dashed
    points = [_at(point) for point in line.points]
    if line.curved:
        first, leaving, arriving, last = points
        path = f"{first} .. controls {leaving} and {arriving} .. {last}"
    else:
        path = " -- ".join(points)
    return f"\\path[{_options(line.ink, None, line.width, ['line join=round', *options])}] {path};"


def _label(label: Label) -> str:
    size = f"\\fontsize{{{_length(label.size)}}}{{{_length(label.size)}}}"
    font = size + "\\sffamily" + "\\bfseries" * label.bold + "\\selectfont"
    options = f"anchor={_ANCHORS[label.anchor]},inner sep=0pt,outer sep=0pt,text={label.ink},font={font}"
    return f"\\node[{options}] at {_at(label.place)} {{\\strut {escaped(flat(label.words), 10**6)}}};"


def _options(ink: Ink | None, fill: Ink | None, width: int, more: list[str]) -> str:
    drawn = [f"draw={ink}", f"line width={_length(width)}"] if ink else []
    return ",".join([*drawn, *([f"fill={fill}"] if fill else []), *more])


def _at(point: Point) -> str:
    return f"({_length(point[0])},{_length(-point[1])})"


def _length(hundredths: int) -> str:
    sign, size = "-" * (hundredths < 0), abs(hundredths)
    return f"{sign}{size // 100}.{size % 100:02}mm"
