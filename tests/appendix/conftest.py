"""Fixtures of tests of the appendix."""

import pytest

from markov.appendix import chapter


@pytest.fixture
def quick(monkeypatch):
    """Few wagers in a row, which is what takes time."""
    monkeypatch.setattr(chapter, "SERIES", (10,))
    monkeypatch.setattr(chapter, "FEW", (10,))
