"""The sheets: one game, one file."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markov.wager.game import Game

# Modules beside the sheets that make sheets possible and are none.
_NOT_SHEETS = {"__init__", "blanks", "overlay", "spec", "toml_file"}


def shelf() -> Mapping[str, "Callable[[], Game]"]:
    """What makes each game of this package, by slug: a sheet's file is named for its game."""
    return {
        path.stem.replace("_", "-"): partial(_made, path)
        for path in sorted(Path(__file__).parent.iterdir())
        if path.suffix in (".toml", ".py") and path.stem not in _NOT_SHEETS
    }


def _made(path: Path) -> "Game":
    if path.suffix == ".toml":
        from markov.sheets.sheet import unchecked

        return unchecked(path)  # the tests check every reading of the sheets that are installed
    game: Game = import_module(f"games.{path.stem}").game
    return game
