"""Fixtures that tests share: each game once, each wager solved once, the command run here."""

import gc
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from types import MappingProxyType

import pytest
from hypothesis import is_hypothesis_test, settings

from markov.wager import catalogue
from markov.wager.catalogue import find
from markov.wager.game import Game
from markov.wager.odds import Answer, answer
from markov.wager.wager import Wager
from tests import draws
from tests.process import command

# A page of one width everywhere. Where readline is loaded it tells child processes a width of its own.
with suppress(ImportError):
    import readline  # noqa: F401
os.environ["COLUMNS"] = "100"

# The same examples everywhere, and no clock: a slow machine is no failure.
ALIKE = {"derandomize": True, "database": None, "deadline": None}


def pytest_configure(config):
    """A random test draws a share of its examples, and all of them where slow tests are run."""
    if config.option.markexpr != "not slow":
        draws.SHARE = 1
    settings.register_profile("house", max_examples=draws.examples(100), **ALIKE)
    settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """A random test that draws all of its examples is one of the slow tests."""
    if config.option.markexpr != "not slow":
        for item in items:
            if is_hypothesis_test(getattr(item, "function", None)):
                item.add_marker("slow")


def pytest_collection_finish():
    """What was collected stays to the end, and is looked through by no collection of garbage."""
    gc.freeze()


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


@pytest.fixture
def run(capsys) -> Callable[..., tuple[int, str, str]]:
    """Runs the command; answers with exit code, stdout and stderr."""

    def ran(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            command()([str(one) for one in arguments], prog_name="markov")
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return left.value.code, out, err

    return ran


@pytest.fixture
def document(run) -> Callable[..., dict]:
    """The document that the command prints."""

    def read(*arguments: object) -> dict:
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return read


@pytest.fixture
def small_games(monkeypatch) -> None:
    """Small games on the shelf, beside those that are installed."""
    from tests.small_games import SHELF

    games = MappingProxyType({**catalogue.shelf(), **SHELF})
    monkeypatch.setattr(catalogue, "shelf", lambda: games)
