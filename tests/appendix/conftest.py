"""Fixtures of tests of the appendix."""

from collections.abc import Iterator
from functools import cache

import pytest

from markov.appendix import chapter
from markov.wager.odds import answer


@pytest.fixture
def quick(monkeypatch):
    """Few wagers in a row, which is what takes time."""
    monkeypatch.setattr(chapter, "SERIES", (10,))
    monkeypatch.setattr(chapter, "FEW", (10,))


@pytest.fixture(scope="package", autouse=True)
def solved_once() -> Iterator[None]:
    """A wager of several dossiers is solved once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("markov.appendix.dossier.answer", cache(answer))
        yield
