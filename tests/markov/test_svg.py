"""Drawings as SVG, read as XML."""

import re
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from markov.report.drawing import INKS, Box, Circle, Drawing, Label, Line
from markov.report.manuscript import Picture, walked
from markov.report.typeset.svg import svg
from tests.markov.sample import sample

SPACE = "{http://www.w3.org/2000/svg}"
(PICTURE,) = (block for block in walked(sample().sections) if isinstance(block, Picture))


def read(text):
    return ElementTree.fromstring(text)


def drawn(*shapes):
    return list(read(svg(Drawing(12000, 5025, shapes), "seen")))[1:]


def test_a_drawing_says_what_is_to_be_seen_and_how_large_it_is():
    tree = read(svg(Drawing(12000, 5025, ()), "a < b"))
    assert tree.tag == f"{SPACE}svg"
    assert tree.attrib["role"] == "img"
    assert tree.attrib["aria-label"] == tree.findtext(f"{SPACE}title") == "a < b"
    assert [tree.attrib[key] for key in ("viewBox", "width", "height")] == [
        "0 0 12000 5025",
        "120.00mm",
        "50.25mm",
    ]


def test_every_shape_of_the_sample_is_there_in_its_order():
    tree = read(svg(PICTURE.drawing, PICTURE.alternative))
    tags = [node.tag.removeprefix(SPACE) for node in tree]
    assert tags == ["title", "rect", "circle", "path", "path", "path", "text", "text", "text", "text"]
    words = [shape.words for shape in PICTURE.drawing.shapes if isinstance(shape, Label)]
    assert [node.text for node in tree.iter(f"{SPACE}text")] == words


def test_shapes_have_their_places_and_inks():
    box, circle, dashed, label = drawn(
        Box((500, 600), (3000, 1500), ink=None, fill="fill", round=300),
        Circle((9000, 2500), 900, ink="first", width=30),
        Line(((0, 0), (100, 0), (100, 50)), ink="faint", dashed=True),
        Label((7, 8), "p", "end", 240, "second", bold=True),
    )
    assert box.attrib == {
        "x": "500",
        "y": "600",
        "width": "3000",
        "height": "1500",
        "rx": "300",
        "fill": INKS["fill"],
    }
    assert circle.attrib == {
        "cx": "9000",
        "cy": "2500",
        "r": "900",
        "fill": "none",
        "stroke": INKS["first"],
        "stroke-width": "30",
    }
    assert dashed.attrib["d"] == "M0 0 L100 0 100 50"
    assert dashed.attrib["stroke-dasharray"] == "90 72"
    assert dashed.attrib["fill"] == "none"
    assert {"x": "7", "y": "8", "text-anchor": "end", "font-size": "240", "font-weight": "bold"}.items() <= (
        label.attrib.items()
    )


POINTS = st.tuples(st.integers(0, 12000), st.integers(0, 12000))


@given(POINTS, POINTS, st.integers(1, 60))
@settings(max_examples=60)
def test_an_arrowhead_ends_where_the_line_does_and_points_along_it(start, end, width):
    away = hypot(end[0] - start[0], end[1] - start[1])
    assume(away > 1)
    shaft, head = drawn(Line((start, end), width=width, arrow=True))
    numbers = [int(x) for x in re.findall(r"-?[0-9]+", head.attrib["d"])]
    tip, one, back, other = zip(numbers[::2], numbers[1::2], strict=True)
    assert tip == end
    # From the tip back along the line lies the middle of the two corners; they are as far apart either way.
    middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    long = 200 + 4 * width
    for k in (0, 1):
        unit = (start[k] - end[k]) / away
        assert abs(end[k] + long * unit - middle[k]) <= 1
        assert abs(end[k] + long * 0.8 * unit - back[k]) <= 2
    assert abs(hypot(one[0] - other[0], one[1] - other[1]) - 2 * (75 + 2 * width)) <= 3
    assert shaft.attrib["d"] == f"M{start[0]} {start[1]} L{back[0]} {back[1]}"


def test_a_curve_arrives_from_its_second_handle():
    shaft, head = drawn(Line(((0, 0), (0, 500), (2000, 900), (2000, 1900)), arrow=True, curved=True))
    assert shaft.attrib["d"] == "M0 0 C0 500 2000 900 2000 1683"
    assert head.attrib["d"] == "M2000 1900 L1889 1628 2000 1683 2111 1628 Z"
    _, loop = drawn(Line(((0, 0), (0, 500), (2000, 900), (2000, 900)), arrow=True, curved=True))
    assert loop.attrib["d"].startswith("M2000 900 L")


def test_an_arrow_that_goes_nowhere_still_is_one():
    _, head = drawn(Line(((50, 50), (50, 50)), arrow=True))
    assert head.attrib["d"].startswith("M50 50 L")


@given(st.text(), st.text())
def test_whatever_a_label_says_is_text(words, alternative):
    tree = read(svg(Drawing(10, 10, (Label((0, 0), words),)), alternative))
    assert [node.tag for node in tree] == [f"{SPACE}title", f"{SPACE}text"]


@pytest.mark.parametrize("ink", INKS)
def test_a_line_has_the_colour_of_its_ink(ink):
    (line,) = drawn(Line(((0, 0), (1, 1)), ink=ink))
    assert line.attrib["stroke"] == INKS[ink]
