"""TOML overlays: what good ones come to, and what a bad one is told."""

import pytest

from markov.sheets.sheet import read
from markov.wager.catalogue import find
from markov.wager.game import SheetError
from markov.wager.odds import answer
from tests.texts import OVERLAY, text_of

PLAIN = text_of("coin.toml")


@pytest.fixture
def write(tmp_path):
    """Writes a file, and answers with its path."""

    def written(text, name="sheet.toml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    return written


# Good ones.


def test_an_overlay_is_its_sheet_with_other_pays_and_defaults(write):
    sheet, mine = find("repeater-bets-plus"), read(write(OVERLAY))
    assert (mine.name, mine.slug) == ("Mine", "mine")
    assert mine.source == f"an edited edition of Repeater Bets Plus; {sheet.source}"
    assert mine.reading() == sheet.reading({"zeros": "3"})
    was, now = sheet.wagers({"zeros": "3"}), mine.wagers()
    assert list(was) == list(now)
    assert dict(now["repeating-4"].pays) == {"lost": 0, "made": 70, "surrender-1": 1.25, "surrender-3": 21}
    assert now["repeating-4"].pays.posted("surrender-1") == "5 for 4"
    edited = "edited: made, surrender-1, surrender-2"
    assert now["repeating-4"].source == f"{was['repeating-4'].source}, {edited}"
    assert dict(now["horn"].pays) == {"lost": 0, "made": 13.5}
    assert {key for key in was if was[key] != now[key]} == {"repeating-4", "horn"}
    assert mine.wager("horn", {"zeros": "1"}).wheel.total == 37


def test_an_overlay_need_change_nothing(write):
    sheet, same = find("straights-and-8s"), read(write('sheet = "Straights and 8\'s"\nname = "Same"\n'))
    assert same.wagers() == sheet.wagers()
    assert [option.choices for option in same.options] == [option.choices for option in sheet.options]
    assert list(same.readings(every=True)) == list(sheet.readings(every=True))


def test_a_sheet_is_named_by_a_path_from_the_file(write, tmp_path):
    write(PLAIN, "sheets/coin.toml")
    text = 'sheet = "../sheets/coin.toml"\nname = "Mine"\n[wagers.heads-twice.pays]\nmade = "8 for 1"\n'
    assert read(write(text, "mine/over.toml")).wager("heads twice").pays["made"] == 8
    absolute = text.replace("../sheets", str(tmp_path / "sheets"))
    assert read(write(absolute, "mine/other.toml")).wager("heads twice").pays["made"] == 8


def test_an_overlay_of_an_overlay_adds_to_its_edits(write):
    write(OVERLAY, "first.toml")
    mine = read(
        write(
            'sheet = "first.toml"\nname = "Second"\n[reading]\nzeros = "1"\n'
            '[wagers.repeating-4.pays]\nsurrender-1 = "none"\nsurrender-3 = "20 for 1"\n'
        )
    )
    assert dict(mine.wager("repeating-4").pays) == {"lost": 0, "made": 70, "surrender-3": 20}
    assert mine.wager("horn").pays["made"] == 13.5
    assert mine.reading()["zeros"] == "1"
    assert mine.source.count("edited edition") == 1


def test_a_new_line_keeps_to_what_each_reading_lets_happen(write):
    text = (
        'sheet = "repeater-bets-plus"\nname = "Mine"\n[reading]\nseven-times = "all-four-seen"\n'
        '[wagers."Repeating 2, 3, 11, 12".pays]\nsurrender-7 = "60 for 1"\n'
    )
    mine = read(write(text))
    assert all(answer(mine.wager("repeating-2-3-11-12", reading)).offers for reading in mine.readings())
    assert [list(o.choices) for o in mine.options if o.key == "seven-times"] == [["all-four-seen"]]


def test_links_that_come_back_to_themselves_are_no_sheet(write, tmp_path):
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    with pytest.raises(SheetError, match=r"sheet: no sheet can be read|found no file there"):
        read(write('sheet = "loop.toml"\nname = "Mine"\n'))


def test_a_deep_pile_of_overlays_is_read_to_a_depth(write):
    write(PLAIN, "0.toml")
    for k in range(1, 9):
        write(f'sheet = "{k - 1}.toml"\nname = "Pile {k}"\n', f"{k}.toml")
    assert read(write('sheet = "7.toml"\nname = "Top"\n')).wager("heads twice").pays["made"] == 9
    with pytest.raises(SheetError, match="sheet: found an overlay of overlays, more than 8 deep"):
        read(write('sheet = "8.toml"\nname = "Top"\n'))


# Bad ones.


def test_an_overlay_that_comes_back_to_itself_is_refused(write, refusal):
    assert "comes back to this file" in refusal('sheet = "sheet.toml"\nname = "Mine"\n')
    write('sheet = "./sheet.toml"\nname = "Other"\n', "other.toml")
    told = refusal('sheet = "other.toml"\nname = "Mine"\n')
    assert told.startswith("sheet.toml, line 1: sheet: found what comes back to this file")
    # A file that was refused can be read once it is mended.
    write(PLAIN, "other.toml")
    assert read(write('sheet = "other.toml"\nname = "Mine"\n')).name == "Mine"


def test_an_overlay_that_a_shelf_brings_back_to_itself_is_refused(write, monkeypatch):
    path = write('sheet = "mine"\nname = "Mine"\n')
    monkeypatch.setattr("markov.wager.catalogue.shelf", lambda: {"mine": lambda: read(path)})
    with pytest.raises(SheetError, match="comes back to this file"):
        find("mine")


def test_what_is_wrong_with_the_sheet_names_the_sheet(write):
    write(PLAIN.replace('"9 for 1"', '"9"'), "coin.toml")
    with pytest.raises(SheetError, match=r"coin\.toml, line 11: .*'9' is not a pay"):
        read(write('sheet = "coin.toml"\nname = "Mine"\n'))
    with pytest.raises(SheetError, match=r"no\.toml: found no file"):
        read(write('sheet = "no.toml"\nname = "Mine"\n'))


def test_envies_that_leave_a_new_line_open_are_told(write, refusal):
    write(
        PLAIN.replace("need = 2", "need = 4").replace(
            'made = "9 for 1"', 'made = "9 for 1", surrender-1 = "1 for 1", surrender-2 = "2 for 1"'
        )
        + 'envy = { surrender-1 = "1x" }\n',
        "coin.toml",
    )
    text = 'sheet = "coin.toml"\nname = "Mine"\n[wagers.heads-twice.pays]\nsurrender-3 = "3 for 1"\n'
    assert "owe different envies" in refusal(text)
