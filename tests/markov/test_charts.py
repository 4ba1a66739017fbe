"""Charts: every bar and line is where its figure says, and no words meet other words."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.report.charts import Reach, band, curve, law
from markov.report.drawing import Box, Circle, Drawing, Label, Line, extent
from markov.report.drawn.axes import Scale, logarithm, percentages, ticks

chances = st.fractions(min_value=0, max_value=1, max_denominator=10**6)
tiny = st.integers(0, 50).map(lambda k: Fraction(k, 10**320))


def labels(drawing: Drawing) -> list[Label]:
    return [shape for shape in drawing.shapes if isinstance(shape, Label)]


def bars(drawing: Drawing) -> list[Box]:
    return [shape for shape in drawing.shapes if isinstance(shape, Box)]


def numbers(drawing: Drawing) -> list[int]:
    found: list[int] = []
    for shape in drawing.shapes:
        if isinstance(shape, Line):
            found += [number for point in shape.points for number in point] + [shape.width]
        elif isinstance(shape, Box):
            found += [*shape.corner, *shape.size, shape.width, shape.round]
        elif isinstance(shape, Circle):
            found += [*shape.centre, shape.radius, shape.width]
        else:
            found += [*shape.place, shape.size]
    return found


def assert_clear(drawing: Drawing) -> None:
    assert all(type(number) is int for number in numbers(drawing))
    covered = [extent(label) for label in labels(drawing)]
    for (left, top, right, bottom), other in combinations(covered, 2):
        assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom
    for left, top, right, bottom in covered:
        assert left >= 0
        assert top >= 0
        assert right <= drawing.width
        assert bottom <= drawing.height
    for shape in drawing.shapes:
        if isinstance(shape, Line):
            assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in shape.points)


def ticked(drawing: Drawing) -> list[tuple[Fraction, int]]:
    """The percentages beside the upright axis, and how far down each stands."""
    return [
        (Fraction(label.words.removesuffix("%")) / 100, label.place[1] - 250 * 35 // 100)
        for label in labels(drawing)
        if label.anchor == "end" and label.words.endswith("%")
    ]


def read(drawing: Drawing, y: int) -> Fraction:
    """The figure at that height, by the ticks of the axis."""
    (low, bottom), *_, (high, top) = ticked(drawing)
    return low + (high - low) * Fraction(bottom - y, bottom - top)


@settings(max_examples=40)
@given(st.lists(chances, min_size=1, max_size=130), st.data())
def test_bars_are_as_high_as_chances(drawn, data):
    marks = {
        "median": data.draw(st.integers(0, len(drawn))),
        "mean": data.draw(st.fractions(0, len(drawn), max_denominator=50)),
        "99%": data.draw(st.integers(0, 2 * len(drawn))),
    }
    drawing = law(drawn, marks)
    assert_clear(drawing)
    if not any(drawn):
        assert bars(drawing) == []
        return
    (low, bottom), *_, (high, top) = ticked(drawing)
    step = (high - low) / (bottom - top)
    shown = [chance for chance in drawn if chance > step]
    tall = [bar for bar in bars(drawing) if bar.size[1] > 1]
    assert abs(len(tall) - len(shown)) <= sum(step / 4 < chance < step * 4 for chance in drawn)
    for bar in bars(drawing):
        assert bar.corner[1] + bar.size[1] == bottom
    for bar, chance in zip(bars(drawing), [p for p in drawn if round(p / step)], strict=True):
        assert abs(read(drawing, bar.corner[1]) - chance) <= step


def test_marks_stand_where_they_say():
    drawing = law([Fraction(1, 11)] * 11, {"median": 5, "mean": Fraction(16, 3)})
    fives = [label.place[0] for label in labels(drawing) if label.words == "5"]
    sixes = [label.place[0] for label in labels(drawing) if label.words == "6"]
    lines = sorted(shape.points[0][0] for shape in drawing.shapes if isinstance(shape, Line) and shape.dashed)
    assert {label.words for label in labels(drawing)} >= {"median 5", "mean 5.33", "spins", "chance"}
    assert lines[0] == fives[0]
    assert abs(lines[1] - round(Fraction(2 * fives[0] + sixes[0], 3))) <= 1


def test_many_spins_share_bars_and_lose_none():
    drawn = [Fraction(k, 10**6) for k in range(1000)]
    drawing = law(drawn, {})
    assert len(bars(drawing)) == 100
    assert "chance, 10 spins a bar" in [label.words for label in labels(drawing)]
    highest = read(drawing, bars(drawing)[-1].corner[1])
    assert abs(highest - sum(drawn[-10:])) < sum(drawn[-10:]) / 1000


@pytest.mark.parametrize(
    "drawn",
    [[Fraction(1)], [Fraction(0)], [Fraction(0)] * 500, [Fraction(1, 10**400)] * 3, [Fraction(1)] * 2],
)
def test_ranges_of_nothing(drawn):
    for marks in ({}, {"mean": 0, "median": 0, "99%": 0}, {"99%": 10**12}, dict.fromkeys("abcd", 3)):
        drawing = law(drawn, marks)
        assert drawing == law(drawn, marks)
        assert_clear(drawing)
        assert sum(shape.dashed for shape in drawing.shapes if isinstance(shape, Line)) == len(marks)


def test_what_cannot_be_drawn():
    with pytest.raises(ValueError, match="needs a chance"):
        law([], {})
    with pytest.raises(ValueError, match="5 marks"):
        law([Fraction(1)], dict.fromkeys("abcde", 1))
    with pytest.raises(ValueError, match="needs a figure"):
        curve({"one": []})
    with pytest.raises(ValueError, match="needs a figure"):
        band([], "95 of 100")


def reaches(figure, span):
    return st.builds(
        lambda n, a, b, c: Reach(n, sorted((a, b, c))[1], min(a, b, c), max(a, b, c)),
        st.integers(1, 10**span),
        figure,
        figure,
        figure,
    )


@settings(max_examples=40)
@given(st.lists(st.one_of(reaches(chances, 7), reaches(tiny, 12)), min_size=1, max_size=8))
def test_curves_and_bands(drawn):
    line = sorted(drawn, key=lambda one: one.wagers)
    for drawing in (
        curve({"only": line}),
        curve({"played to its end": line, "best play": line[:1]}),
        band(line, "95 of 100"),
    ):
        assert_clear(drawing)


def test_a_curve_goes_through_its_figures():
    drawn = [Reach(10**k, *[Fraction(1, k)] * 3) for k in range(2, 8)]
    drawing = curve({"only": drawn})
    dots = [shape.centre for shape in drawing.shapes if isinstance(shape, Circle)]
    assert [x for x, _ in dots] == sorted(x for x, _ in dots)
    assert len({b - a for (a, _), (b, _) in pairwise(dots)}) <= 2  # decades are as wide, but for rounding
    for (_, y), one in zip(dots, drawn, strict=True):
        assert abs(read(drawing, y) - one.figure) < Fraction(1, 4000)
    assert {"100", "10,000,000", "chance to be ahead"} <= {label.words for label in labels(drawing)}


def test_what_a_figure_lies_between_is_drawn_if_it_can_be_seen():
    exact, wide = (
        Reach(100, *[Fraction(1, 3)] * 3),
        Reach(1000, Fraction(1, 4), Fraction(1, 5), Fraction(1, 3)),
    )
    plain, whiskers = curve({"a": [exact]}), curve({"a": [exact, wide]})
    upright = [
        shape.points
        for shape in whiskers.shapes
        if isinstance(shape, Line) and shape.ink == "first" and shape.points[0][0] == shape.points[1][0]
    ]
    assert not [shape for shape in plain.shapes if isinstance(shape, Line) and shape.ink == "first"]
    (((_, low), (_, high)),) = upright
    assert abs(read(whiskers, low) - wide.low) < Fraction(1, 4000)
    assert abs(read(whiskers, high) - wide.high) < Fraction(1, 4000)


@given(
    st.fractions(max_denominator=10**9),
    st.fractions(max_denominator=10**9),
    st.integers(4, 12),
    st.booleans(),
)
def test_ticks_are_round_and_enclose(one, other, most, whole):
    low, high = min(one, other), max(one, other)
    found = ticks(low, high, most, whole)
    assert found[0] <= low
    assert found[-1] >= high
    assert 2 <= len(found) <= most + 1
    (step,) = {b - a for a, b in pairwise(found)}
    digits = str(step.numerator * 10**30 // step.denominator).rstrip("0")
    assert digits in ("1", "2", "5")
    assert all((tick / step).denominator == 1 for tick in found)
    assert not whole or all(tick.denominator == 1 for tick in found)


@given(st.integers(1, 10**12))
def test_a_logarithm_is_within_a_thousandth(number):
    found = logarithm(number)
    thousandths = found * 1000
    assert thousandths.denominator == 1
    assert 10**thousandths.numerator <= number**1000 < 10 ** (thousandths.numerator + 1)


@given(st.fractions(min_value=0, max_value=1), st.fractions(min_value=0, max_value=1))
def test_a_scale_keeps_the_order(one, other):
    scale = Scale(Fraction(0), Fraction(1), 5000, 1000)
    assert (scale.at(one) >= scale.at(other)) or one > other
    assert scale.at(Fraction(0)) == 5000
    assert scale.at(Fraction(1)) == 1000


def test_percentages_are_exact():
    assert percentages([Fraction(-1, 8), Fraction(0), Fraction(1, 8)]) == (["-12.5%", "0.0%", "12.5%"], "")
