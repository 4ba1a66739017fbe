"""Games by entry point: found, broken, and named twice."""

import sys
from importlib.metadata import entry_points
from pathlib import Path
from shutil import copy
from types import SimpleNamespace

import pytest

import markov_games
from markov.distribution import Distribution
from markov.sheets.sheet import read
from markov.wager import catalogue
from markov.wager.catalogue import opened
from markov.wager.game import Game, Listing, Option, SheetError, Unknown
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager
from tests.small_games import HeadsBeforeTails


def wagers(*names):
    pays = Paytable({"made": "3 for 1", "lost": "nothing"})
    coin = Distribution({"heads": 1, "tails": 1})
    return [Wager(name, HeadsBeforeTails(2), coin, pays, "by hand") for name in names]


SHEET = Path(__file__).parents[2] / "games" / "repeater_bets_plus.toml"
HEADS = Game("Heads", "by hand", (), lambda reading: wagers("Two heads"))


@pytest.fixture
def offered(monkeypatch, tmp_path):
    """Installs packages in place of those that are there, a module each: its lines, or the game in it."""

    def put(**games):
        for name, game in games.items():
            folder = tmp_path / f"{name}-1.0.dist-info"
            folder.mkdir()
            points = f"[console_scripts]\n{name} = {name}:main\n\n[markov.games]\n# one\n{name}={name}:game\n"
            (folder / "entry_points.txt").write_text(points)
            if isinstance(game, str):
                (tmp_path / f"{name}.py").write_text(game)
            else:
                monkeypatch.setitem(sys.modules, name, SimpleNamespace(game=game))
        monkeypatch.setattr(sys, "path", [str(tmp_path)])
        catalogue.shelf.cache_clear()

    yield put
    monkeypatch.undo()
    catalogue.shelf.cache_clear()


def test_a_game_of_another_package_is_found_by_its_name(offered):
    offered(theirs=HEADS)
    assert catalogue.find("HEADS") is HEADS
    assert list(catalogue.shelf()) == ["heads"]


@pytest.mark.parametrize("trouble", ["raise ImportError('no module')", "raise SystemExit('bye')", "game = 5"])
def test_a_broken_package_breaks_only_itself(offered, trouble):
    offered(ours=HEADS, theirs=trouble)
    assert catalogue.find("heads") is HEADS
    with pytest.raises(SheetError, match=r"theirs \(theirs:game\) cannot be loaded"):
        catalogue.find("theirs")
    games, troubles = catalogue.installed()
    assert games == [HEADS]
    assert len(troubles) == 1


def test_entry_points_that_are_no_text_or_have_no_heading_break_nothing(offered, tmp_path):
    offered(ours=HEADS)
    for name, lines in (("bytes", b"\xff\n"), ("zeros", b"ours = gone:game\n")):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "entry_points.txt").write_bytes(lines)
    assert catalogue.find("heads") is HEADS
    assert list(catalogue.shelf()) == ["heads"]


def test_of_two_installations_of_a_package_the_first_on_the_path_is_asked(offered, tmp_path):
    offered(theirs=HEADS)
    older = tmp_path / "older" / "Theirs-0.9.egg-info"
    older.mkdir(parents=True)
    (older / "entry_points.txt").write_text("[markov.games]\ngone = gone:game\n")
    sys.path.append(str(tmp_path / "older"))
    assert list(catalogue.shelf()) == ["heads"]


def test_a_package_in_the_older_form_of_an_installation_is_found(offered, tmp_path):
    offered(theirs=HEADS)
    (tmp_path / "theirs-1.0.dist-info").rename(tmp_path / "theirs.egg-info")
    assert list(catalogue.shelf()) == ["heads"]


@pytest.fixture
def packaged(offered, tmp_path):
    """Installs a package of games, of the files that are given by name."""

    def put(**files):
        package = tmp_path / "house_games"
        package.mkdir()
        (package / "__init__.py").write_text("")
        for name, lines in files.items():
            (package / f"{name}.py").write_text(lines)
        offered()
        installed = tmp_path / "house-1.0.dist-info"
        installed.mkdir()
        reader = f"toml = {read.__module__}:{read.__name__}"
        lines = f"[markov.games]\nours = house_games\n[markov.readers]\n{reader}\n"
        (installed / "entry_points.txt").write_text(lines)
        return package

    yield put
    for name in [name for name in sys.modules if name.partition(".")[0] == "house_games"]:
        del sys.modules[name]


def test_every_file_of_a_package_is_a_game(packaged):
    """Also under the name of a module that once stood beside the sheets and was none."""
    heads_up, wagers_of_it = "from house_games._wagers import game\n", f"from {__name__} import HEADS as game"
    package = packaged(heads_up=heads_up, _wagers=wagers_of_it)
    for name in ("lucky_threes.toml", "overlay.toml", "_draft.toml", "notes.txt"):
        copy(SHEET, package / name)
    assert list(catalogue.shelf()) == ["heads-up", "lucky-threes", "overlay"]
    assert "repeating-2" in catalogue.find("overlay").wagers()
    assert catalogue.find("heads up") is HEADS


def test_a_broken_file_of_a_package_breaks_only_itself(packaged):
    packaged(
        good=f"from {__name__} import HEADS as game",
        helpers="x = 1",
        number="game = 5",
        stops="raise SystemExit('bye')",
    )
    said = {
        "helpers": r"house_games\.helpers cannot be loaded: AttributeError: .* 'game'",
        "number": "house_games.number: `game` is of type int; expected a markov.Game",
        "stops": r"house_games\.stops cannot be loaded: SystemExit: bye",
    }
    for name, words in said.items():
        with pytest.raises(SheetError, match=words):
            catalogue.find(name)
    games, troubles = catalogue.installed()
    assert (games, len(troubles)) == ([HEADS], 3)


def test_the_games_of_our_own_package_are_its_files():
    (point,) = (each for each in entry_points(group="markov.games") if each.load() is markov_games)
    assert point.name == "games"
    stems = {file.stem for file in SHEET.parent.iterdir() if file.suffix in (".toml", ".py")}
    assert set(catalogue.shelf()) == {stem.replace("_", "-") for stem in stems - {"__init__"}}


def test_a_sheet_given_by_path_is_checked_under_every_reading(tmp_path):
    """One that is installed is not: its package's tests do that."""
    path = tmp_path / "sheet.toml"
    path.write_text(SHEET.read_text().replace("zeros = 3 }", "zeros = -3 }"))
    read(path).wager("repeating-2")
    with pytest.raises(SheetError, match="zeros"):
        catalogue.find(str(path))


def test_of_two_games_with_one_name_the_first_entry_point_has_it(offered):
    other = Game("heads", "another hand", (), lambda reading: wagers("Three heads"))
    offered(a=HEADS, b=other)
    assert catalogue.find("heads") is HEADS


def test_two_wagers_of_one_name_are_refused():
    twice = Game("Twice", "by hand", (), lambda reading: wagers("A b", "a-B"))
    with pytest.raises(SheetError, match="two wagers have one name, 'A b' and 'a-B'"):
        twice.wagers()


def test_a_wager_is_made_alone_and_once_when_it_is_named():
    made = []

    def make(name):
        made.append(name)
        if name == "Broken":
            raise SheetError("a line of Broken is wrong")
        return wagers(name)[0]

    names = ("Two heads", "Broken")
    sheet = Game("Sheet", "by hand", (), lambda _: Listing({name: lambda n=name: make(n) for name in names}))
    assert list(sheet) == ["two-heads", "broken"]
    assert made == []
    assert sheet["two-heads"].name == "Two heads"
    assert made == ["Two heads"]
    found = sheet.wagers()
    assert "broken" in found
    assert found["two-heads"] is found["two-heads"]
    assert made == ["Two heads"] * 2
    with pytest.raises(Unknown, match="two-heads"):
        sheet.wager("two-head")
    with pytest.raises(SheetError, match="a line of Broken"):
        list(found.values())


@pytest.mark.parametrize("name", sorted(catalogue.shelf()))
def test_one_bet_of_an_installed_game_is_made_alone(name, monkeypatch):
    made, check = [], Wager.__post_init__

    def watched(self):
        made.append(self.name)
        check(self)

    monkeypatch.setattr(Wager, "__post_init__", watched)
    game = catalogue.find(name)
    for key in (next(iter(game)), list(game)[-1]):
        made.clear()
        wager = game.wager(key)
        assert set(made) <= {wager.name}


def test_two_options_have_two_keys():
    """With one key, the choices of the first could not be made, and readings were counted twice."""
    first, second = (Option("zeros", question, {"1": "one", "2": "two"}) for question in ("Red?", "Black?"))
    with pytest.raises(ValueError, match="Heads: two options have the key 'zeros'"):
        Game("Heads", "by hand", (first, second), lambda reading: wagers("Two heads"))


@pytest.mark.parametrize("name", ["a" * 5_000 + ".py", "a\0.py"])
def test_a_program_whose_name_no_file_can_have_is_not_there(name):
    with pytest.raises(SheetError, match="found no file there; expected a Python file"):
        opened(name)


def test_a_name_with_a_dot_that_no_file_can_have_is_no_game():
    with pytest.raises(Unknown, match="no game"):
        opened("a" * 5_000 + ".x")
