"""Answers are as they were kept; `python -m tests.golden.write` keeps new ones."""

import tomllib
from datetime import date
from difflib import unified_diff

import pytest

from markov.wager.catalogue import shelf
from tests.golden.figures import HERE, figures, path, text


def kept(name):
    return tomllib.loads(path(name).read_text())


def test_every_game_has_a_golden_file_and_every_file_a_game():
    others = {HERE / "craps_published.toml"}  # held by test_craps_published
    assert {path(name) for name in shelf()} | others == set(HERE.glob("*.toml"))


@pytest.mark.parametrize("name", shelf())
def test_golden_answers_say_when_and_how_they_were_reached(game, name):
    head = kept(name)
    assert (head["game"], head["source"]) == (game(name).name, game(name).source)
    assert date.fromisoformat(head["date"]) >= date(2026, 11, 21)
    assert all(road.strip() for road in head["roads"])
    assert len(head["roads"]) >= 2, "a figure is kept when two roads have led to it"


@pytest.mark.parametrize("name", shelf())
def test_answers_are_as_they_were(game, solved, name):
    """The figures of the defaults, and of each changed reading the returns that differ: the whole file."""
    there, found = path(name).read_text(), text(kept(name), figures(game(name), solved))
    if there != found:
        lines = unified_diff(there.splitlines(), found.splitlines(), "kept", "found", lineterm="", n=3)
        pytest.fail("\n".join(lines), pytrace=False)
