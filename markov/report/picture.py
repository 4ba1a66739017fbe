"""Pictures as SVG or PNG, through matplotlib: rounded to what an eye can see, as figures are in tables.

The same figures give the same bytes: no date and no random name goes into a file.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from markov.report.file import write

Point: TypeAlias = tuple[Fraction, Fraction]

KINDS = ("svg", "png")
_INK, _FAINT = "#222222", "#999999"
_COLOURS = ("#1f5fa8", "#c8551b", "#3a8a4d", "#7a4fa3")
_STYLE = {
    "svg.hashsalt": "markov",
    "svg.fonttype": "none",
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "legend.frameon": False,
}


class NoPicture(ValueError):
    """A picture that cannot be drawn: an unknown kind of file, or no matplotlib."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A line from point to point, with a mark where it bends."""

    name: str
    points: Sequence[Point]
    bends: Sequence[Point] = ()


def curves(
    path: Path, title: str, axes: tuple[str, str], drawn: Sequence[Trace], at: Point | None = None
) -> None:
    """Lines over one figure, the second axis in percent.

    at   a point to be marked: what is posted

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(path, title) as (_, plane):
        for curve, colour in zip(drawn, _COLOURS, strict=False):
            plane.plot(*_floats(curve.points), color=colour, label=curve.name, linewidth=1.8)
            if curve.bends:
                plane.plot(*_floats(curve.bends), "o", color=colour, markersize=6)
            for x, y in curve.bends:
                plane.annotate(str(x), (float(x), float(y)), (6, 6), textcoords="offset points", color=colour)
        if at is not None:
            plane.plot(*_floats([at]), "D", color=_INK, markersize=6, label="as posted")
        _named(plane, axes)
        plane.yaxis.set_major_formatter(_percent())
        plane.axhline(0, color=_FAINT, linewidth=0.8)
        plane.legend()


def bars(
    path: Path, title: str, axis: str, labels: Sequence[str], drawn: Mapping[str, Sequence[Fraction]]
) -> None:
    """Horizontal bars, some beside each other for each label, the first label on top.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(path, title, height=1.6 + 0.35 * len(labels) * max(len(drawn), 1)) as (_, plane):
        thick = 0.8 / len(drawn)
        for k, ((name, numbers), colour) in enumerate(zip(drawn.items(), _COLOURS, strict=False)):
            places = [i + (k - (len(drawn) - 1) / 2) * thick for i in range(len(labels))]
            plane.barh(places, [float(x) for x in numbers], thick, color=colour, label=name)
        plane.set_yticks(range(len(labels)), labels)
        plane.invert_yaxis()
        plane.axvline(0, color=_FAINT, linewidth=0.8)
        plane.set_xlabel(axis)
        if len(drawn) > 1:
            plane.legend()


def heat(
    path: Path,
    title: str,
    axes: tuple[str, str],
    ticks: tuple[Sequence[str], Sequence[str]],
    rows: Sequence[Sequence[Fraction]],
) -> None:
    """A heat map of percentages, a row for each tick of the second axis, from the bottom up.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    with _figure(path, title) as (figure, plane):
        percentages = [[float(x) * 100 for x in row] for row in rows]
        image = plane.imshow(percentages, origin="lower", aspect="auto", cmap="RdYlBu_r")
        figure.colorbar(image, ax=plane, format="%g%%")
        for axis, names in zip((plane.xaxis, plane.yaxis), ticks, strict=True):
            every = max(1, len(names) // 12)
            axis.set_ticks(range(0, len(names), every), names[::every])
        _named(plane, axes)


@contextmanager
def _figure(path: Path, title: str, height: float = 4.5) -> Iterator[tuple[Any, Any]]:
    """An empty figure and its plane; what is drawn there is written to the path, whole or not at all."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise NoPicture(f"a picture is written as {' or '.join(KINDS)}, by the suffix of its file")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPicture("a picture needs matplotlib: pip install 'markov[plot]'") from None
    with rc_context(_STYLE):
        figure = Figure(figsize=(7.5, height), layout="constrained")
        plane = figure.subplots()
        plane.set_title(title)
        yield figure, plane
        data = BytesIO()
        figure.savefig(data, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
        write(path, data.getvalue())


def _floats(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    return [float(x) for x, _ in points], [float(y) for _, y in points]


def _named(plane: Any, axes: tuple[str, str]) -> None:
    plane.set_xlabel(axes[0])
    plane.set_ylabel(axes[1])


def _percent() -> Any:
    from matplotlib.ticker import PercentFormatter

    return PercentFormatter(1.0)
