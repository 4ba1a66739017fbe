"""Pictures: written whole or not at all, the same bytes each time, and of what was asked."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from markov.answer import answer
from markov.cli import app
from markov.desk.edits import edited
from markov.report import plots
from markov.report.picture import NoPicture, Trace, bars, curves, heat

pytest.importorskip("matplotlib")
R = "repeater-bets-plus"


def run(*words):
    return CliRunner().invoke(app, list(words), prog_name="markov")


def texts(path: Path) -> set[str]:
    return {text.strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text())}


def drawn(path: Path) -> None:
    bend = Fraction(42), Fraction(1, 7)
    line = Trace("edge", [(Fraction(0), Fraction(1)), bend], [bend])
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
    assert f"there is no folder {tmp_path / 'no'}; choose a file that can be written" in found.output
    assert ".part" not in found.output


# What is drawn, point by point, against the odds of the edited wager.


def edge(game, best=True, **pays):
    wager = game(R).wager("repeating-2")
    answered = answer(
        edited(wager, {ending.replace("_", "-"): Fraction(pay) for ending, pay in pays.items()})
    )
    return (answered.optimal if best else answered.never).edge.per_stake


def drawings(monkeypatch, kind):
    """What is handed to the pencil, in place of drawing it."""
    seen = []
    monkeypatch.setattr(plots, kind, lambda *handed: seen.append(handed))
    return seen


def test_the_curve_of_a_price_runs_through_the_edges(monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "curves")
    assert run("price", R, "repeating-2", "--edge", "10%", "--plot", str(tmp_path / "a.svg")).exit_code == 0
    ((_, _, _, (curve, asked_for), posted),) = seen
    assert [pay for pay, _ in curve.points] == [0, 42, 42, Fraction(441, 8)]
    assert all(at == edge(game, made=pay) for pay, at in (*curve.points, posted))
    assert posted == (40, Fraction(1, 7))
    assert curve.bends == [(42, Fraction(1, 7))]
    assert {at for _, at in asked_for.points} == {Fraction(1, 10)}


def test_each_field_of_a_heat_map_is_its_paytable(monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "heat")
    pays = "--pay", "made=41..43", "--pay", "surrender-1=5,6"
    assert run("sweep", R, "repeating-2", *pays, "--plot", str(tmp_path / "a.svg")).exit_code == 0
    ((_, _, axes, ticks, rows),) = seen
    assert (axes, ticks) == (("made returns", "surrender-1 returns"), (["41", "42", "43"], ["5", "6"]))
    assert rows == [[edge(game, made=x, surrender_1=y) for x in (41, 42, 43)] for y in (5, 6)]


def test_the_lines_of_a_sweep_are_its_edges(monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "curves")
    assert (
        run("sweep", R, "repeating-2", "--pay", "made=43,41", "--plot", str(tmp_path / "a.svg")).exit_code
        == 0
    )
    ((_, _, _, drawn_lines),) = seen
    assert {line.name: line.points for line in drawn_lines} == {
        "edge": [(pay, edge(game, best=False, made=pay)) for pay in (41, 43)],
        "best play edge": [(pay, edge(game, made=pay)) for pay in (41, 43)],
    }


def test_the_bars_of_offers_and_of_what_moves_the_edge(monkeypatch, tmp_path, game):
    seen = drawings(monkeypatch, "bars")
    assert run("surrender", R, "repeating-4", "--plot", str(tmp_path / "a.svg")).exit_code == 0
    assert run("sensitivity", R, "repeating-2", "--plot", str(tmp_path / "b.svg")).exit_code == 0
    (*_, labels, offers), (*_, names, moved) = seen
    answered = answer(game(R).wager("repeating-4"))
    assert offers == {
        "offered": [offer.offered for offer in answered.offers],
        "playing on": [offer.continuing for offer in answered.offers],
    }
    assert labels == ["surrender-2 in 2", "surrender-3 in 3"]
    by_name = dict(zip(names, moved["one more"], strict=True))
    assert by_name["pay of surrender-1"] == 100 * (edge(game, surrender_1=7) - edge(game))
    assert by_name["pay of lost"] == 100 * (edge(game, lost=1) - edge(game))
