"""Pictures: written whole or not at all, the same bytes each time, and of what was asked."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from markov.cli import app
from markov.report.picture import Curve, NoPicture, bars, curves, heat

pytest.importorskip("matplotlib")
R = "repeater-bets-plus"


def run(*words):
    return CliRunner().invoke(app, list(words), prog_name="markov")


def texts(path: Path) -> set[str]:
    return {text.strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text())}


def drawn(path: Path) -> None:
    bend = Fraction(42), Fraction(1, 7)
    line = Curve("edge", [(Fraction(0), Fraction(1)), bend], [bend])
    curves(path, "A title", ("pay", "edge"), [line], (Fraction(40), Fraction(1, 7)))


@pytest.mark.parametrize(("suffix", "head"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_the_same_figures_give_the_same_bytes(tmp_path, suffix, head):
    one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    drawn(one)
    drawn(two)
    assert one.read_bytes().startswith(head)
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"one.{suffix}", f"two.{suffix}"]


def test_a_bend_is_marked_with_its_number(tmp_path):
    drawn(tmp_path / "a.svg")
    assert {"A title", "pay", "edge", "as posted", "42"} <= texts(tmp_path / "a.svg")


def test_an_unknown_kind_is_refused_and_nothing_is_left(tmp_path):
    with pytest.raises(NoPicture, match="svg or png"):
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


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("price", R, "repeating-2", "--edge", "10%"), {"42", "asked for", "best play", "as posted"}),
        (("price", R, "repeating-2", "--edge", "10%", "--play", "never"), {"played to its end"}),
        (("surrender", R, "repeating-6"), {"surrender-5 in 5", "offered", "playing on"}),
        (
            ("surrender", R, "repeating-2-3-11-12", "-o", "seven-times=same-number"),
            {"surrender-6", "playing on, least", "playing on, most"},
        ),
        (("sensitivity", R, "repeating-2"), {"pay of lost", "pocket of 7"}),
        (("sweep", R, "repeating-2", "--pay", "made=30..60"), {"edge", "best play edge"}),
        (
            ("sweep", R, "repeating-2", "--pay", "made=30..32", "--pay", "surrender-1=3..8"),
            {"made returns", "surrender-1 returns", "Repeating 2: best play edge"},
        ),
    ],
)
def test_a_command_draws_what_it_prints(tmp_path, words, shown):
    path = tmp_path / "a.svg"
    plain, found = run(*words), run(*words, "--plot", str(path))
    assert found.exit_code == 0, found.output
    assert found.stdout == plain.stdout
    assert shown <= texts(path)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("surrender", "straights-and-8s", "straights-and-8s"), "nothing is on offer"),
        (("sweep", R, "repeating-2", "--pay", "made=40"), "one or two swept pays"),
        (("sweep", R, "repeating-2", "--pay", "made=40,41", "-o", "zeros=0,1"), "one or two swept pays"),
        (("sweep", R, "repeating-2", "--pay", "surrender-1=none,5,6"), "no place on an axis"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path, words, why):
    path = tmp_path / "a.svg"
    found = run(*words, "--plot", str(path))
    assert found.exit_code == 2
    assert why in found.output
    assert not path.exists()


def test_a_folder_that_is_not_there(tmp_path):
    found = run("surrender", R, "repeating-2", "--plot", str(tmp_path / "no" / "a.svg"))
    assert found.exit_code == 2
    assert "No such file or directory; choose a file that can be written" in found.output
    assert ".part" not in found.output
