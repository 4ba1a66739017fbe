"""Pictures through matplotlib: rounded to what an eye can see, as figures are in tables.

The same figures give the same bytes: no date and no random name goes into a file.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from itertools import accumulate, cycle, pairwise, product
from pathlib import Path
from textwrap import fill
from types import MappingProxyType
from typing import Any, Literal, TypeAlias
from warnings import catch_warnings

from markov.package import needs
from markov.tables.drawing import INKS, Bars, Box, Caption, Drawing, Shape
from markov.tables.file import write

PlotPoint: TypeAlias = tuple[Fraction, Fraction]
Axes: TypeAlias = Any
"""The axes of a figure of matplotlib."""
Canvas: TypeAlias = Path | Axes
"""Where a picture is drawn: a file of its own, or axes of the caller's."""

_INK, _FAINT = INKS["ink"], INKS["faint"]
_COLOURS = (INKS["first"], INKS["second"], INKS["third"], "#7a4fa3")
_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
_BYTES = b"%\xac\xdc \xab\xba"
_PT = 72 / 2540  # of a hundredth of a millimetre
_OURS, _LARGEST = "markov", 6.4  # the label of a figure that is made here, and its greatest width in inches
_WIDTH, _HEIGHT = 15000, 6000  # of a chart in a report
_MANY = 130  # bars; more are drawn several in one
_STROKE = 18
_LINE = 62  # letters of a title
_MOST_FIELDS = 12  # in a row of a heat map, with their numbers; more could not be read on a telephone
_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5))
_HEAD = "-|>,head_length=6,head_width=2.3"
_STYLE = {
    "svg.hashsalt": "markov",
    "svg.fonttype": "none",
    "text.parse_math": False,  # words are whatever a sheet says, dollars too
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "legend.frameon": False,
}
_ON_PAPER = _STYLE | {
    "font.family": ["STIXGeneral", "DejaVu Sans"],  # they come with matplotlib
    "font.size": 8.0,
    "axes.labelsize": 8.0,
    "axes.linewidth": 0.5,
    "axes.facecolor": "none",
    "pdf.compression": 0,
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}


class NoPicture(ValueError):
    """A picture that cannot be drawn: an unknown kind of file, or no matplotlib."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A line from point to point, with a mark where it bends."""

    name: str
    points: Sequence[PlotPoint]
    bends: Sequence[PlotPoint] = ()


def curves(
    to: Canvas,
    title: str,
    axes: tuple[str, str],
    drawn: Sequence[Trace],
    marks: Mapping[str, Sequence[PlotPoint]] = MappingProxyType({}),
) -> None:
    """Lines over one figure, the second axis in percent.

    marks   points by what they are, such as what is posted

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(to, title) as (_, plane):
        for curve, colour in zip(drawn, cycle(_COLOURS), strict=False):
            plane.plot(*_floats(curve.points), color=colour, label=curve.name, linewidth=1.8)
            if curve.bends:
                plane.plot(*_floats(curve.bends), "o", color=colour, markersize=5)
            beside = (6, -12) if curve.points[0][1] < curve.points[-1][1] else (6, 6)  # off the line
            for x, y in curve.bends:
                bend = _signed(f"{float(x):g}")
                plane.annotate(bend, (float(x), float(y)), beside, textcoords="offset points", color=colour)
        for (name, points), shape in zip(marks.items(), cycle("DsP^"), strict=False):
            look = {"color": _ink(plane), "fillstyle": "none", "markersize": 8}
            plane.plot(*_floats(points), shape, label=name, **look)
        _named(plane, axes)
        plane.yaxis.set_major_formatter(_percent())
        plane.xaxis.set_major_formatter(_plain())
        plane.axhline(0, color=_FAINT, linewidth=0.8)
        _legend(plane)


def bars(
    to: Canvas, title: str, axis: str, labels: Sequence[str], drawn: Mapping[str, Sequence[Fraction]]
) -> None:
    """Horizontal bars, some beside each other for each label, the first label on top, each with its number.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(to, title, height=1.6 + 0.35 * len(labels) * max(len(drawn), 1)) as (_, plane):
        thick = 0.8 / len(drawn)
        for k, ((name, numbers), colour) in enumerate(zip(drawn.items(), cycle(_COLOURS), strict=False)):
            places = [i + (k - (len(drawn) - 1) / 2) * thick for i in range(len(labels))]
            beside = plane.barh(places, [float(x) for x in numbers], thick, color=colour, label=name)
            plane.bar_label(beside, [_signed(f"{float(x):.4g}") for x in numbers], padding=3)
        plane.margins(x=0.18)
        _rows(plane, labels)
        plane.axvline(0, color=_FAINT, linewidth=0.8)
        plane.xaxis.set_major_formatter(_plain())
        plane.set_xlabel(axis)
        if len(drawn) > 1:
            _legend(plane)


def dots(
    to: Canvas,
    title: str,
    axis: str,
    labels: Sequence[str],
    drawn: Mapping[str, Sequence[Fraction | None]],
    spans: Sequence[PlotPoint] = (),
    band: tuple[Fraction | None, Fraction | None] = (None, None),
) -> None:
    """Points on a line for each label, in percent, the first label on top.

    drawn   the numbers by what they are; None where a label has none
    spans   for each label from where to where its line goes
    band    what is aimed at; None is an open end

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(to, title, height=1.6 + 0.3 * len(labels)) as (_, plane):
        for i, (low_end, high_end) in enumerate(spans):
            plane.plot([float(low_end), float(high_end)], [i, i], color=_FAINT, linewidth=3, zorder=1)
        for (name, numbers), colour, shape in zip(
            drawn.items(), cycle(_COLOURS), cycle("oDs^"), strict=False
        ):
            at = [(float(x), i) for i, x in enumerate(numbers) if x is not None]
            under = name != [*drawn][-1]  # larger, so that it is seen below a point at the same place
            look = {"color": colour, "marker": shape, "s": 90 if under else 30}
            plane.scatter(*zip(*at, strict=True), label=name, zorder=2, **look)
        if band != (None, None):
            seen = plane.get_xlim()  # an open end is where the picture ends
            low, high = (edge if x is None else float(x) for x, edge in zip(band, seen, strict=True))
            plane.axvspan(low, high, color=INKS["third"], alpha=0.15, label="asked for", linewidth=0)
            plane.set_xlim(min(*seen, low), max(*seen, high))
        _rows(plane, labels)
        plane.set_ylim(len(labels) - 0.5, -0.5)
        plane.grid(axis="y", color=_FAINT, linewidth=0.2)
        plane.xaxis.set_major_formatter(_percent())
        plane.set_xlabel(axis)
        _legend(plane)


def heat(
    to: Canvas,
    title: str,
    axes: tuple[str, str],
    ticks: tuple[Sequence[str], Sequence[str]],
    rows: Sequence[Sequence[Fraction]],
    posted: tuple[int, int] | None = None,
) -> None:
    """A heat map of percentages around 0, a row for each tick of the second axis, from the bottom up.

    posted   the column and the row of a field that is framed

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(to, title) as (figure, plane):
        percentages = [[float(x) * 100 for x in row] for row in rows]
        most = max(abs(x) for row in percentages for x in row) or 1.0
        look = {"origin": "lower", "aspect": "auto", "cmap": "RdBu_r"}
        image = plane.imshow(percentages, vmin=-most, vmax=most, **look)
        figure.colorbar(image, ax=plane, format=lambda x, _: _signed(f"{x:g}%"))
        if max(len(rows), len(rows[0])) <= _MOST_FIELDS:
            digits = max(len(f"{x:.1f}") for row in percentages for x in row)
            size = min(9.0, 95 / len(rows[0]) * min(5 / digits, 1))
            for j, i in product(range(len(rows)), range(len(rows[0]))):
                x = percentages[j][i]
                colour = "white" if abs(x) > 0.6 * most else INKS["ink"]
                plane.text(i, j, _signed(f"{x:.1f}"), ha="center", va="center", size=size, color=colour)
        if posted is not None:
            frame = [(posted[0] + dx, posted[1] + dy) for dx, dy in _CORNERS]
            plane.plot(*zip(*frame, strict=True), color=INKS["ink"], linewidth=2, label="as posted")
            _legend(plane)
        for axis, names in zip((plane.xaxis, plane.yaxis), ticks, strict=True):
            every = -(-len(names) // 13)
            axis.set_ticks(range(0, len(names), every), names[::every])
        _named(plane, axes)


def falling(to: Canvas, title: str, chart: Bars, first: int, width: int) -> None:
    """A chart of chances as bars, and over them, as a line, the chance of more than that.

    first   the number that the first bar stands for, or begins with
    width   how many numbers are in one bar; where it is one the line is a step at each number

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(to, title) as (_, plane):
        bars, line = INKS["first"], INKS["second"]
        ends = [first + k * width for k in range(len(chart.chances) + 1)]
        middles = [end + (width - 1) / 2 for end in ends[:-1]]
        plane.bar(middles, [float(p) for p in chart.chances], 0.8 * width, color=bars)
        _named(plane, (chart.unit, f"chance, {width} {chart.unit} a bar" if width > 1 else "chance"))
        plane.yaxis.set_major_formatter(_percent())
        plane.yaxis.label.set_color(bars)
        for (name, number), dash in zip(chart.marks, ("--", ":"), strict=False):
            plane.axvline(number, color=_ink(plane), linestyle=dash, linewidth=1.0, label=name)
        left = [1.0, *(float(1 - p) for p in accumulate(chart.chances))]
        over = plane.twinx()
        course = "steps-post" if width == 1 else "default"
        over.plot([end - 1 for end in ends], left, color=line, linewidth=1.8, drawstyle=course)
        over.set_ylim(0, 1.02)
        over.set_ylabel(f"chance of more {chart.unit}", color=line)
        over.yaxis.set_major_formatter(_percent())
        over.spines["right"].set_visible(True)
        plane.xaxis.get_major_locator().set_params(integer=True)
        plane.set_xlim(first - 1, ends[-1] - 0.5)
        _legend(plane)


def histogram(
    to: Canvas,
    title: str,
    axes: tuple[str, str],
    bins: Sequence[tuple[float, float, float]],
    marks: Mapping[str, Fraction],
) -> None:
    """Chances as bars, each over the numbers from its first to its last, and marks at some numbers.

    bins   the first number, the last, and the chance

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(to, title) as (_, plane):
        middles = [(low + high) / 2 for low, high, _ in bins]
        gaps = [after - before for (before, *_), (after, *_) in pairwise(bins)] or [1.0]
        wide = max(min(gaps), sum(gaps) / _MANY)  # no bar covers its neighbour
        plane.bar(middles, [chance for *_, chance in bins], 0.9 * wide, color=INKS["first"])
        for (name, number), dash in zip(marks.items(), ("--", ":"), strict=False):
            words = _signed(f"{name} {round(float(number), 4):,.10g}")
            plane.axvline(float(number), color=_ink(plane), linestyle=dash, linewidth=1.0, label=words)
        _named(plane, axes)
        plane.yaxis.set_major_formatter(_percent())
        plane.xaxis.set_major_formatter(_plain())
        if marks:
            _legend(plane)


@contextmanager
def _figure(to: Canvas, title: str, height: float = 4.2) -> Iterator[tuple[Any, Any]]:
    """A figure and its plane; to a path it is written when it is drawn, whole or not at all."""
    if isinstance(to, Path):
        check(to)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE):
        if not isinstance(to, Path):
            to.set_title(fill(title, _LINE))
            yield to.figure, to
            return
        figure = Figure(figsize=(6.3, height), layout="constrained")
        plane = figure.subplots()
        figure.suptitle(fill(title, _LINE), x=0.01, ha="left", weight="bold")
        yield figure, plane
        data = BytesIO()
        figure.savefig(data, format=_kind(to), dpi=150, metadata=_DATES[_kind(to)])
        write(to, data.getvalue())


def new_axes() -> Axes:
    """Axes in a new figure of matplotlib's pyplot, which a notebook shows.

    Raises NoPicture where matplotlib is not installed.
    """
    library()
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(layout="constrained")
    figure.set_label(_OURS)
    return axes


def check(path: Path) -> None:
    """Nothing, where a picture can be drawn to that file.

    Raises NoPicture for a suffix of another kind of file, and where matplotlib is not installed.
    """
    _kind(path)
    library()


def library() -> None:
    """Nothing, where matplotlib is installed; raises NoPicture where it is not."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise NoPicture(needs("a picture", "matplotlib", "plot")) from None


def drawn(picture: Drawing | Bars, kind: Literal["svg", "png", "pdf"]) -> bytes:
    """The drawing or chart as a file for a report; only PNG has a ground of its own, the page is that of
    others.

    A PDF is one page and nothing but ASCII, so that a text may carry it.

    Raises NoPicture.
    """
    file = _saved(picture, kind, {}, "white" if kind == "png" else "none")
    if kind == "pdf":
        from matplotlib.patheffects import Normal

        # Its second line is a comment of four bytes, whose only use is not to be ASCII.
        file = file.replace(_BYTES, b"%ASCII")
        if not file.isascii():  # some letters have codes that are not: now all words are outlines
            file = _saved(picture, kind, {"path.effects": [Normal()]}, "none").replace(_BYTES, b"%ASCII")
    return file


def drawing(to: Canvas, picture: Drawing) -> None:
    """The drawing as a file of its own, on white, so that it is seen on a dark page too: SVG, PNG or PDF,
    by its suffix; or on axes, as large as they are.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    if isinstance(to, Path):
        write(to, _saved(picture, _kind(to), {}, "white"))
        return
    from matplotlib import rc_context
    from matplotlib.patches import Rectangle

    if to.figure.get_label() == _OURS:  # a long chain has room
        wide = min(_LARGEST, picture.width / 2540)
        to.figure.set_size_inches(wide, wide * picture.height / picture.width)
        to.figure.set_layout_engine("none")
        to.set_position((0, 0, 1, 1))
    wide, high = to.get_window_extent().size / to.figure.dpi * 2540
    with rc_context(_ON_PAPER):
        to.add_patch(Rectangle((0, 0), picture.width, picture.height, color="white"))
        _on_plane(to, picture, min(wide / picture.width, high / picture.height))
        to.set_aspect("equal")


def _kind(path: Path) -> Literal["svg", "png", "pdf"]:
    match path.suffix.lower():
        case ".svg":
            return "svg"
        case ".png":
            return "png"
        case ".pdf":
            return "pdf"
    raise NoPicture("a picture is written as svg, png or pdf, by the suffix of its file")


def _saved(picture: Drawing | Bars, kind: str, look: Mapping[str, Any], ground: str) -> bytes:
    library()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({**_ON_PAPER, **look}), catch_warnings(action="ignore"):  # of letters in no font
        if isinstance(picture, Bars):
            figure = Figure(figsize=(_WIDTH / 2540, _HEIGHT / 2540), layout="constrained")
            _chart(figure.subplots(), picture)
        else:
            figure = Figure(figsize=(picture.width / 2540, picture.height / 2540))
            _on_plane(figure.add_axes((0, 0, 1, 1)), picture)
        file = BytesIO()
        figure.savefig(file, format=kind, dpi=220, metadata=_DATES[kind], facecolor=ground)
    return file.getvalue()


def _chart(plane: Any, chart: Bars) -> None:
    """The chances as bars, several in one where there are many, and the marks."""
    count = len(chart.chances)
    width = next(k * 10**ten for ten in range(count) for k in (1, 2, 5) if count <= _MANY * k * 10**ten)
    sums = [float(sum(chart.chances[k : k + width], Fraction(0))) for k in range(0, count, width)]
    places = [k * width + (width - 1) / 2 for k in range(len(sums))]
    plane.bar(places, sums, 0.8 * width, color=INKS["first"], zorder=2, clip_on=False)
    for (name, number), colour, dash in zip(chart.marks, _COLOURS[1:], ("--", ":"), strict=False):
        label = f"{name} {number:,}"
        plane.axvline(number, color=colour, linestyle=dash, linewidth=1.2, label=label, clip_on=False)
    last = max([count - 1, 1, *(number for _, number in chart.marks)])
    plane.set_xlim(-0.5, last + 0.5)
    plane.xaxis.get_major_locator().set_params(integer=True)
    plane.set_ylim(0, max(sums) * 1.05 or 1)
    if max(sums) > 1e-5:
        plane.yaxis.set_major_formatter(_percent())
    _named(plane, (chart.unit, f"chance, {width} {chart.unit} a bar" if width > 1 else "chance"))
    plane.set_axisbelow(True)
    plane.grid(axis="y", color=_FAINT, linewidth=0.2)
    if chart.marks:
        plane.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=len(chart.marks))


def _on_plane(plane: Axes, picture: Drawing, scale: float = 1.0) -> None:
    """Draws the shapes; words and lines are as large as the scale says."""
    plane.set(xlim=(0, picture.width), ylim=(picture.height, 0))
    plane.set_axis_off()
    for shape in picture.shapes:
        _shaped(plane, shape, scale * _PT)


def _shaped(plane: Axes, shape: Shape, pt: float) -> None:
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, PathPatch
    from matplotlib.path import Path as Course

    if isinstance(shape, Caption):
        words = "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in shape.words)
        side = {"start": "left", "middle": "center", "end": "right"}[shape.anchor]
        plane.text(*shape.place, words, ha=side, va="baseline", size=shape.size * pt)
        return
    look: dict[str, Any] = {"edgecolor": _INK, "clip_on": False}
    if isinstance(shape, Box):
        corners = f"round,pad=0,rounding_size={shape.round}" if shape.round else "square,pad=0"
        look |= {"facecolor": INKS["fill"] if shape.filled else "none", "linewidth": shape.width * pt}
        plane.add_patch(FancyBboxPatch(shape.corner, *shape.size, boxstyle=corners, **look))
        return
    further = Course.CURVE4 if shape.curved else Course.LINETO
    course = Course(shape.points, [Course.MOVETO, *[further] * (len(shape.points) - 1)])
    look |= {"linewidth": _STROKE * pt, "facecolor": _INK if shape.arrow else "none"}
    if shape.arrow:
        look |= {"arrowstyle": _HEAD, "mutation_scale": pt / _PT, "shrinkA": 0, "shrinkB": 0}
        plane.add_patch(FancyArrowPatch(path=course, **look))
    else:
        plane.add_patch(PathPatch(course, **look))


def _floats(points: Sequence[PlotPoint]) -> tuple[list[float], list[float]]:
    return [float(x) for x, _ in points], [float(y) for _, y in points]


def _named(plane: Any, axes: tuple[str, str]) -> None:
    plane.set_xlabel(fill(axes[0], _LINE))
    plane.set_ylabel(fill(axes[1], 2 * _LINE // 3))


def _rows(plane: Any, labels: Sequence[str]) -> None:
    """A row for each label, from the top."""
    plane.set_yticks(range(len(labels)), [fill(label, _LINE // 2) for label in labels])
    plane.invert_yaxis()


def _legend(plane: Any) -> None:
    """Below the plane, where it covers nothing; on axes of a caller's that leave it no room, within."""
    from matplotlib.transforms import ScaledTranslation

    handles, names = plane.get_legend_handles_labels()
    names = [fill(name, _LINE) for name in names]
    columns = len(names) if sum(map(len, names)) + 8 * len(names) <= _LINE else 1
    place: dict[str, Any] = {}
    if plane.figure.get_layout_engine() is not None:
        below = plane.transAxes + ScaledTranslation(0, -0.55, plane.figure.dpi_scale_trans)
        place = {"loc": "upper left", "bbox_to_anchor": (0, 0), "bbox_transform": below, "borderaxespad": 0}
    plane.legend(handles, names, ncols=columns, **place)


def _ink(plane: Any) -> Any:
    """The colour of words on the plane, which may be dark."""
    return plane.xaxis.label.get_color()


def _signed(number: str) -> str:
    """The number with the sign for minus."""
    return number.replace("-", "\N{MINUS SIGN}")


def _percent() -> Any:
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(lambda x, _: _signed(f"{round(100 * x, 9):g}%"))


def _plain() -> Any:
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(lambda x, _: _signed(f"{round(x, 9):,.10g}"))
