"""The sheets of the package: whatever file stands in it, no list being kept."""

from pathlib import Path
from shutil import copy

import games


def test_a_new_file_is_a_game(tmp_path, monkeypatch):
    """Also under the name of a module that once stood beside the sheets and was none."""
    sheet = Path(games.__file__).with_name("repeater_bets_plus.toml")
    for name in ("lucky_threes.toml", "overlay.toml", "_draft.toml", "__init__.py", "notes.txt"):
        copy(sheet, tmp_path / name)
    monkeypatch.setattr(games, "__file__", str(tmp_path / "__init__.py"))
    found = games.shelf()
    assert sorted(found) == ["lucky-threes", "overlay"]
    assert "repeating-2" in found["overlay"]().wagers()


def test_every_file_of_the_package_is_a_game():
    stems = {path.stem for path in Path(games.__file__).parent.iterdir() if path.suffix in (".toml", ".py")}
    assert set(games.shelf()) == {stem.replace("_", "-") for stem in stems - {"__init__"}}
