"""What pictures hold, as text: `python -m tests.tables.pictures` writes it anew, to be read and kept."""

import re
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.spines import Spine

from markov.tables import picture
from markov.tables.drawing import Bars, Box, Caption, Drawing, Line
from markov.tables.picture import Trace

KEPT = Path(__file__).with_suffix(".txt")
F = Fraction
STEEP = [(F(0), F(1, 4)), (F(42), F(1, 7)), (F(50), F(-1, 7))]
CHANCES = (F(1, 2), F(1, 4), F(1, 8), F(1, 8))
MARKS = (("median", 1), ("99%", 3))
SHAPES = (
    Box((2000, 3000), (5000, 2500), filled=True),
    Box((2000, 3000), (5000, 2500), width=30, round=400),
    Line(((0, 0), (2000, 0), (2000, 1000))),
    Line(((0, 0), (2000, 0), (2000, 1000)), arrow=True),
    Line(((0, 0), (1000, 0), (2000, 500), (2000, 1000)), curved=True),
    Caption((2000, 5000), "p", "end", 250),
)
PICTURES = {
    "curves": (
        picture.curves,
        "A title " * 9,
        ("pay " + "x" * 59, "edge " * 12),
        [Trace("edge", STEEP, [STEEP[1]]), Trace("up " * 6, [(F(0), F(0)), (F(9), F(1))], [(F(0), F(0))])],
        {"posted": STEEP[:1], "payable": STEEP[1:]},
    ),
    "bars": (picture.bars, "t", "x", ["a", "b " * 20], {"one": [F(1), F(-2)], "two": [F(3), F(0)]}),
    "bars of a kind": (picture.bars, "A name " * 20, "x", ["a", "b"], {"one": [F(1), F(12345)]}),
    "dots": (
        picture.dots,
        *("t", "edge", ["a", "b"], {"before": [F(1, 10), None], "after": [F(1, 5), F(-1, 10)]}),
        *([(F(1, 10), F(1, 5)), (F(0), F(1, 3))], (None, F(1, 4))),
    ),
    "dots in a band": (picture.dots, "t", "edge", ["a"], {"n": [F(1, 9)]}, (), (F(1, 20), None)),
    "heat": (
        picture.heat,
        *("t", ("x", "y"), (["1", "2", "3"], ["4", "5"])),
        *([[F(1), F(0), F(1, 9)], [F(-2), F(2), F(1)]], (1, 0)),
    ),
    "heat of many": (
        picture.heat,
        *("t", ("x", "y"), ([*map(str, range(13))], ["1"]), [[F(k, 9) for k in range(13)]]),
    ),
    "heat of twelve": (
        picture.heat,
        *("t", ("x", "y"), ([*map(str, range(12))], ["1"]), [[F(k, 99) for k in range(12)]]),
    ),
    "heat of long numbers": (
        picture.heat,
        *("t", ("x", "y"), ([*map(str, range(12))], ["1"]), [[F(k) for k in range(12)]]),
    ),
    "heat of nothing": (picture.heat, "t", ("x", "y"), (["1"], ["1"]), [[F(0)]]),
    "falling": (picture.falling, "t", Bars(CHANCES, "spins", MARKS), 1, 1),
    "falling by tens": (picture.falling, "t", Bars(CHANCES, "rolls", MARKS), 20, 10),
    "histogram": (
        picture.histogram,
        *("t", ("money", "chance"), [(0, 1, 0.5), (4, 5, 0.25), (7, 9, 0.25)]),
        {"balance": F(4, 3), "goal " * 6: F(9)},
    ),
    "histogram of one": (picture.histogram, "t", ("money", "chance"), [(3, 3, 1.0)], {}),
    "chart": (picture._chart, Bars(CHANCES, "spins", MARKS)),
    "chart of many": (picture._chart, Bars((F(1, 10**6),) * 131, "spins")),
    "drawing": (picture.drawing, Drawing(9000, 6000, SHAPES)),
}
WORDS = """label text position color facecolor edgecolor linewidth linestyle marker markersize fillstyle
    drawstyle fontsize ha va alpha zorder xydata offsets sizes bbox boxstyle clim arrowstyle mutation_scale"""
ASKED = re.findall(r"\w+", WORDS)
SAID = ["xlabel", "ylabel", "xlim", "ylim"]
LOOKS = ["color", "facecolor", "linestyle", "marker", "alpha", "zorder"]
LONGEST = 400  # characters of a line
MOST = 12  # things on the axes that are told


def told():
    """The pictures, each with what is on its axes."""
    return "".join(f"{name}\n{''.join(_on(*asked))}\n" for name, asked in PICTURES.items())


def _on(draw, *asked):
    with rc_context({"font.size": 10}):
        figure = Figure(layout="constrained")
        draw(figure.subplots(), *asked)
    for plane in figure.axes:
        yield f"  {_asked(plane, SAID)}\n"
        for axis in (plane.xaxis, plane.yaxis):
            shown = axis.get_major_formatter()
            yield f"  {[shown(x, 0) for x in (0, -0.125, 1234)]} {_asked(axis.label, ['color'])}\n"
        for one in plane.get_children()[:MOST]:
            if not isinstance(one, Spine | Axis):
                yield f"    {type(one).__name__} {_asked(one, ASKED)}\n"
        if legend := plane.get_legend():
            place = np.round(legend.get_bbox_to_anchor().bounds).tolist()
            yield f"    {[words.get_text() for words in legend.get_texts()]} in {legend._ncols} at {place}\n"


def drawn(figure):
    """What is on the axes of a figure in their numbers, things that look alike on a line."""
    for plane in (plane for plane in figure.axes if plane.get_label() != "<colorbar>"):
        kinds = Line2D | Patch | Collection | AxesImage
        hidden = {plane.patch, *plane.spines.values()}
        shapes = [one for one in plane.get_children() if isinstance(one, kinds) and one not in hidden]
        for look, alike in groupby(shapes, lambda one: f"{type(one).__name__} {_asked(one, LOOKS)}"):
            yield f"{look}: {', '.join(map(_place, alike))}"[:LONGEST]


def _place(one):
    for name in ("xydata", "array", "offsets", "bbox"):
        if (value := getattr(one, f"get_{name}", lambda: None)()) is not None:
            return _short(name, value)
    return _short("path", getattr(one, "_path_original", one.get_path()).vertices)


def _asked(one, names):
    found = {name: getattr(one, f"get_{name}")() for name in names if hasattr(one, f"get_{name}")}
    if "xydata" in found:
        del found["bbox"]
    if "boxstyle" in found:
        found["boxstyle"] = vars(found["boxstyle"])
    return "; ".join(f"{name} {_short(name, value)}" for name, value in found.items() if _short(name, value))


def _short(name, value):
    if value is None or (isinstance(value, str) and (not value or value.startswith("_"))):
        return ""
    if "color" in name:
        colours = np.atleast_2d(np.asarray(value, dtype=object if isinstance(value, str) else float))
        return to_hex(value if isinstance(value, str) else colours[0]) if colours.size else ""
    if name == "arrowstyle":
        return f"{value.head_length} {value.head_width}"
    if isinstance(value, str | bool | dict):
        return str(value)
    if name == "bbox":
        value = value.bounds
    return str(np.round(np.asarray(value, dtype=float), 4).tolist())


if __name__ == "__main__":
    KEPT.write_text(told())
