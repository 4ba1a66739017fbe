"""The folder `games/` under the name by which a wheel installs it, so that both have one import."""

from pathlib import Path

__path__ = [str(Path(__file__).with_name("games"))]
