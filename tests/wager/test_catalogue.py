"""Games by entry point: found, broken, and named twice."""

from importlib.metadata import EntryPoint

import pytest

from markov.distribution import Distribution
from markov.wager import catalogue
from markov.wager.game import Game, Listing, SheetError, Unknown
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager
from tests.wager.test_odds import HeadsBeforeTails


def wagers(*names):
    pays = Paytable({"made": "3 for 1", "lost": "nothing"})
    coin = Distribution({"heads": 1, "tails": 1})
    return [Wager(name, HeadsBeforeTails(2), coin, pays, "by hand") for name in names]


HEADS = Game("Heads", "by hand", (), lambda reading: wagers("Two heads"))


@pytest.fixture
def offered(monkeypatch):
    """Puts entry points in place of those that are installed: name → what loading gives or raises."""

    def put(**games):
        points = [EntryPoint(name, f"{name}:game", "markov.games") for name in games]

        def load(point):
            if isinstance(games[point.name], BaseException):
                raise games[point.name]
            return games[point.name]

        monkeypatch.setattr(EntryPoint, "load", load)
        monkeypatch.setattr(
            catalogue, "entry_points", lambda group: points if group == "markov.games" else []
        )
        catalogue.shelf.cache_clear()

    yield put
    monkeypatch.undo()
    catalogue.shelf.cache_clear()


def test_a_game_of_another_package_is_found_by_its_name(offered):
    offered(theirs=HEADS)
    assert catalogue.find("HEADS") is HEADS
    assert list(catalogue.shelf()) == ["heads"]


@pytest.mark.parametrize("trouble", [ImportError("no module"), SystemExit("bye"), 5])
def test_a_broken_package_breaks_only_itself(offered, trouble):
    offered(ours=HEADS, theirs=trouble)
    assert catalogue.find("heads") is HEADS
    with pytest.raises(SheetError, match=r"theirs \(theirs:game\) cannot be loaded"):
        catalogue.find("theirs")
    games, troubles = catalogue.installed()
    assert games == [HEADS]
    assert len(troubles) == 1


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
