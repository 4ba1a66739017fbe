"""The sheets: one game, one file."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markov.wager.game import Game


def shelf() -> Mapping[str, "Callable[[], Game]"]:
    """A function that makes the game, by slug, for each sheet of this package.

    Every .toml and .py file here is a sheet and is named for its game; no list of them is kept.
    """
    return {
        path.stem.replace("_", "-"): partial(_made, path)
        for path in sorted(Path(__file__).parent.iterdir())
        if path.suffix in (".toml", ".py") and not path.stem.startswith("_")
    }


def _made(path: Path) -> "Game":
    if path.suffix == ".toml":
        from markov.sheets.sheet import unchecked

        return unchecked(path)  # the tests check every reading of the sheets that are installed
    game: Game = import_module(f"{__name__}.{path.stem}").game
    return game
