"""What all tests share: each game once, each wager solved once."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import settings

from markov.wager.catalogue import find
from markov.wager.game import Game
from markov.wager.odds import Answer, answer
from markov.wager.wager import Wager

# A page of one width everywhere. Where readline is loaded it tells child processes a width of its own.
with suppress(ImportError):
    import readline  # noqa: F401
os.environ["COLUMNS"] = "100"

# The same examples everywhere, and no clock: a slow machine is no failure.
settings.register_profile("house", derandomize=True, database=None, deadline=None)
settings.load_profile("house")

_solved = cache(answer)
_found = cache(find)


@pytest.fixture(scope="session")
def solved() -> Callable[[Wager], Answer]:
    """Solves a wager; an equal one is not solved again."""
    return _solved


@pytest.fixture(scope="session")
def game() -> Callable[[str], Game]:
    """Finds an installed game."""
    return _found
