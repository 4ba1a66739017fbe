"""Pictures: written whole or not at all, the same bytes each time, and of what was asked."""

import re
from fractions import Fraction
from importlib import import_module
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.tables.drawing import INKS, Bars, Caption, Drawing, Line, extent
from markov.tables.picture import NoPicture, Trace, bars, curves, heat
from markov.tables.picture import drawn as as_file
from markov.typeset.svg import svg
from markov.wager.odds import answer
from markov.wager.pay_edits import edited
from tests.draws import examples

pytest.importorskip("matplotlib")
from matplotlib import style
from matplotlib.figure import Figure

from tests.tables import pictures

R = "repeater-bets-plus"


def texts(path: Path) -> set[str]:
    return {text.strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text())}


def drawn(path: Path) -> None:
    bend = Fraction(42), Fraction(1, 7)
    line = Trace("edge", [(Fraction(0), Fraction(1)), bend], [bend])
    posted = {"as posted": [(Fraction(40), Fraction(1, 7))]}
    curves(path, "A title", ("pay", "edge"), [line], posted)


@pytest.mark.parametrize(("suffix", "head"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_same_figures_give_the_same_bytes(tmp_path, suffix, head):
    one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    drawn(one)
    drawn(two)
    assert one.read_bytes().startswith(head)
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"one.{suffix}", f"two.{suffix}"]


def test_the_name_of_a_line_is_no_formula(tmp_path):
    trace = Trace("$x^2$", [(Fraction(0), Fraction(1)), (Fraction(1), Fraction(2))])
    curves(tmp_path / "a.svg", r"$5 and $\frac{", ("$pay$", "edge"), [trace])
    assert {r"$5 and $\frac{", "$pay$", "$x^2$"} <= texts(tmp_path / "a.svg")


def test_every_line_is_drawn_however_many_there_are(tmp_path):
    many = [Trace(f"line {k}", [(Fraction(0), Fraction(k)), (Fraction(1), Fraction(k))]) for k in range(6)]
    curves(tmp_path / "a.svg", "t", ("x", "y"), many)
    bars(tmp_path / "b.svg", "t", "x", ["a"], {one.name: [Fraction(1)] for one in many})
    for name in ("a.svg", "b.svg"):
        assert {one.name for one in many} <= texts(tmp_path / name)


def test_an_unknown_kind_is_refused_and_nothing_is_left(tmp_path):
    with pytest.raises(NoPicture, match="svg, png or pdf"):
        drawn(tmp_path / "a.jpeg")
    assert not list(tmp_path.iterdir())


def test_what_fails_while_it_is_drawn_leaves_the_old_picture(tmp_path):
    path = tmp_path / "a.svg"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError):
        bars(path, "t", "x", ["a"], {"n": [Fraction(1, x) for x in (0,)]})
    with pytest.raises(TypeError):
        heat(path, "t", ("x", "y"), (["1"], ["1"]), [[None]])
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["a.svg"]


# What is drawn, point by point, against the odds of the edited wager.


def edge(game, best=True, **pays):
    wager = game(R).wager("repeating-2")
    answered = answer(
        edited(wager, {ending.replace("_", "-"): Fraction(pay) for ending, pay in pays.items()})
    )
    return (answered.optimal if best else answered.never).edge.per_stake


def drawings(monkeypatch, kind):
    """The arguments of each drawing, in place of a picture."""
    seen = []
    for question in ("price", "surrender", "sensitivity", "sweep"):
        picture = import_module(f"markov.questions.{question}.view")
        if hasattr(picture, kind):
            monkeypatch.setattr(picture, kind, lambda *handed: seen.append(handed))
    return seen


def test_the_curve_of_a_price_runs_through_the_edges(run, monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "curves")
    assert run("price", R, "repeating-2", "--edge", "10%", "--plot", tmp_path / "a.svg")[0] == 0
    ((_, _, _, (curve, asked_for), marks),) = seen
    assert [pay for pay, _ in curve.points] == [Fraction(71, 2), 42, 42, Fraction(99, 2)]
    points = *curve.points, *(point for points in marks.values() for point in points)
    assert all(at == edge(game, made=pay) for pay, at in points)
    assert [[pay for pay, _ in points] for points in marks.values()] == [
        [Fraction(441, 10)],
        [44, Fraction(265, 6), 45],
        [40],
    ]
    assert curve.bends == [(42, Fraction(1, 7))]
    assert {at for _, at in asked_for.points} == {Fraction(1, 10)}


def test_each_field_of_a_heat_map_is_its_paytable(run, monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "heat")
    pays = "--pay", "made=41..43", "--pay", "surrender-1=5,6"
    assert run("sweep", R, "repeating-2", *pays, "--plot", tmp_path / "a.svg")[0] == 0
    ((_, _, axes, ticks, rows, posted),) = seen
    assert axes == tuple(f"{name}: total returned (stake included)" for name in ("made", "surrender-1"))
    assert (ticks, posted) == ((["41", "42", "43"], ["5", "6"]), None)
    assert rows == [[edge(game, made=x, surrender_1=y) for x in (41, 42, 43)] for y in (5, 6)]


def test_the_lines_of_a_sweep_are_its_edges(run, monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "curves")
    assert run("sweep", R, "repeating-2", "--pay", "made=43,41", "--plot", tmp_path / "a.svg")[0] == 0
    ((_, _, _, drawn_lines, marks),) = seen
    assert marks == {}
    assert {line.name: line.points for line in drawn_lines} == {
        "edge": [(pay, edge(game, best=False, made=pay)) for pay in (41, 43)],
        "edge under best play": [(pay, edge(game, made=pay)) for pay in (41, 43)],
    }


def test_the_bars_of_offers_and_of_what_moves_the_edge(run, monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "bars")
    assert run("surrender", R, "repeating-4", "--plot", tmp_path / "a.svg")[0] == 0
    assert run("sensitivity", R, "repeating-2", "--plot", tmp_path / "b.svg")[0] == 0
    (*_, labels, offers), (*_, names, moved) = seen
    answered = answer(game(R).wager("repeating-4"))
    assert offers == {"margin": [offer.offered - offer.continuing for offer in answered.offers]}
    assert labels == ["surrender-2: 7 for 1", "surrender-3: 21 for 1"]
    by_name = dict(zip(names, moved["one more"], strict=True))
    assert by_name["pay of surrender-1"] == 100 * (edge(game, surrender_1=7) - edge(game))
    assert names == ["pay of surrender-1", "pocket of 2", "pocket of 7"]  # the first of each moves it most


# What is seen, read from the axes.


def test_pictures_hold_what_is_kept():
    assert pictures.told() == pictures.KEPT.read_text()


def seen(thing):
    """The axes of its picture, and the words of the legend."""
    plane = thing.plot(Figure(layout="constrained").subplots())
    legend = plane.get_legend()
    return plane, [text.get_text() for text in legend.get_texts()] if legend else []


def test_a_simulation_has_its_band(game):
    played = game(R).wager("uptown").simulate(2_000, seed=8)
    plane, legend = seen(played)
    (estimate,) = played.verdict.estimates
    (band,) = (line for line in plane.get_lines() if len(line.get_xdata()) == 2)
    expected = float(estimate.expected)
    marks, _ = plane.collections
    assert [x for x, _ in marks.get_offsets()] == [float(estimate.returned - estimate.expected)]
    assert list(band.get_xdata()) == pytest.approx([estimate.low - expected, estimate.high - expected])
    assert legend == ["simulated, 99% interval", "exact"]


def test_a_dark_page_has_light_marks(game):
    with style.context("dark_background"):
        plane, _ = seen(game(R).wager("repeating-2").price("made", edge="5%"))
    assert {line.get_color() for line in plane.get_lines() if line.get_marker() == "D"} == {"white"}


# Pictures of a report

SPACE = "{http://www.w3.org/2000/svg}"
chances = st.fractions(min_value=0, max_value=1, max_denominator=10**6)


def tree(picture, alternative="seen"):
    return ElementTree.fromstring(svg(picture, alternative))


def heights(picture):
    """The heights of the bars in the picture, and how wide they are."""
    found = []
    for path in tree(picture).iter(f"{SPACE}path"):
        if f"fill: {INKS['first']}" in path.get("style", ""):
            numbers = [float(x) for x in re.findall(r"-?[0-9.]+", path.get("d"))]
            found.append((max(numbers[1::2]) - min(numbers[1::2]), max(numbers[::2]) - min(numbers[::2])))
    return found


@settings(max_examples=examples(15))
@given(st.lists(chances, min_size=2, max_size=130).filter(any))
def test_bars_are_as_high_as_chances(drawn):
    found = heights(Bars(tuple(drawn), "spins"))
    assert len(found) == len(drawn)
    highest = max(height for height, _ in found)
    for (height, _), chance in zip(found, drawn, strict=True):
        assert abs(height / highest - float(chance / max(drawn))) < 0.001
    assert max(width for _, width in found) - min(width for _, width in found) <= 0.03


def test_many_chances_share_bars_and_lose_none():
    drawn = tuple(Fraction(k + 1, 10**6) for k in range(1000))
    picture = Bars(drawn, "spins", (("median", 400), ("99%", 990)))
    found = [height for height, _ in heights(picture)]
    assert len(found) == 100
    assert abs(found[0] / found[-1] - float(sum(drawn[:10]) / sum(drawn[-10:]))) < 0.001
    words = {one.text for one in tree(picture).iter(f"{SPACE}text")}
    assert {"spins", "chance, 10 spins a bar", "median 400", "99% 990"} <= words


@pytest.mark.parametrize("drawn", [[1], [0], [0] * 500, [Fraction(1, 10**400)] * 3, [1] * 2])
def test_charts_of_next_to_nothing(drawn):
    picture = Bars(tuple(map(Fraction, drawn)), "rolls", (("median", 0), ("99%", 0)))
    assert tree(picture).tag == f"{SPACE}svg"


def test_what_cannot_be_drawn_as_bars():
    with pytest.raises(ValueError, match="needs a chance"):
        Bars((), "spins")
    with pytest.raises(ValueError, match="3 marks"):
        Bars((Fraction(1),), "spins", (("a", 1), ("b", 2), ("c", 3)))


def test_a_drawing_says_what_is_to_be_seen_and_how_large_it_is():
    root = tree(Drawing(2540, 5080, ()), 'a < "b"')
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == root.findtext(f"{SPACE}title") == 'a < "b"'
    assert [root.attrib[key] for key in ("viewBox", "width", "height")] == ["0 0 72 144", "72pt", "144pt"]


def test_a_line_has_its_corners_and_a_caption_its_extent():
    root = tree(Drawing(25400, 25400, (Line(((0, 0), (2540, 0), (2540, 1270))),)))
    _, line = root.iter(f"{SPACE}path")
    assert line.get("d").split() == ["M", "0", "0", "L", "72", "0", "L", "72", "36"]
    assert f"stroke: {INKS['ink']}" in line.get("style")
    around = {"start": (0, 771), "middle": (-385, 386), "end": (-771, 0)}  # `made` is 771 wide
    for anchor, (left, right) in around.items():
        assert extent(Caption((1000, 5000), "made", anchor, 300)) == (1000 + left, 4775, 1000 + right, 5066)


def test_an_arrow_ends_where_its_line_does():
    root = tree(Drawing(25400, 25400, (Line(((2540, 2540), (7620, 2540)), arrow=True),)))
    _, shaft, head = root.iter(f"{SPACE}path")
    assert max(float(x) for x in re.findall(r"[0-9.]+", head.get("d"))[::2]) == pytest.approx(216, abs=1)
    assert "fill: none" in shaft.get("style")
    assert f"fill: {INKS['ink']}" in head.get("style")


@settings(max_examples=examples(15))
@given(st.text(), st.text())
def test_whatever_a_label_says_is_text(words, alternative):
    root = tree(Drawing(1000, 1000, (Caption((500, 500), f"x{words}y"),)), alternative)
    (label,) = root.iter(f"{SPACE}text")
    shown = "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in words)
    assert " ".join(label.text.split()) == " ".join(f"x{shown}y".split())
    assert len(set(root.iter())) > 1


def test_a_label_is_no_name_and_no_address():
    attack = ' id="x" url(#a) href="#b" <metadata></metadata> --> <!-- .123456'
    (label,) = tree(Drawing(1000, 1000, (Caption((500, 500), attack),))).iter(f"{SPACE}text")
    assert label.text.split() == attack.split()


def test_pictures_on_one_page_have_names_apart():
    texts = [svg(Bars((Fraction(1, k), Fraction(1, 2)), "spins"), "a") for k in (2, 3)]
    one, other = (set(re.findall(r' id="([^"]*)"', text)) for text in texts)
    assert one
    assert not one & other
    for text, names in zip(texts, (one, other), strict=True):
        assert set(re.findall(r'(?:href="|url\()#([^")]*)', text)) == names


@pytest.mark.parametrize("words", ["made, 1/49", "≥ é 中 √2"])
def test_a_pdf_of_a_picture_is_ascii_and_whole(words):
    pypdf = pytest.importorskip("pypdf")
    made = as_file(Drawing(1000, 1000, (Caption((500, 500), words),)), "pdf")
    assert made.isascii()
    assert len(pypdf.PdfReader(BytesIO(made), strict=True).pages) == 1
