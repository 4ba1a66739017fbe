"""Answers and error texts are as they were kept; `python -m tests.golden.write` keeps new ones."""

import tomllib
from datetime import date

import pytest

from markov.wager.catalogue import shelf
from tests.golden import bad
from tests.golden.figures import HERE, difference, figures, flat, path, text


@pytest.fixture(scope="session")
def found(game, solved):
    """The figures of a game as they are solved now."""
    tables = {}

    def of(name):
        if name not in tables:
            tables[name] = figures(game(name), solved)
        return tables[name]

    return of


def kept(name):
    return tomllib.loads(path(name).read_text())


WAGERS = [(name, wager) for name in shelf() for wager in shelf()[name]().wagers()]
CHANGES = [
    (name, f"{option.key}={choice}")
    for name in shelf()
    for option in shelf()[name]().options
    for choice in option.choices
    if choice != option.default
]


def test_every_game_has_a_golden_file_and_every_file_a_game():
    others = {bad.PATH, HERE / "craps_published.toml"}  # held by test_craps_published
    assert {path(name) for name in shelf()} | others == set(HERE.glob("*.toml"))


@pytest.mark.parametrize("name", shelf())
def test_golden_answers_say_when_and_how_they_were_reached(game, name):
    head = kept(name)
    assert (head["game"], head["source"]) == (game(name).name, game(name).source)
    assert date.fromisoformat(head["date"]) >= date(2026, 11, 21)
    assert all(road.strip() for road in head["roads"])
    assert len(head["roads"]) >= 2, "a figure is kept when two roads have led to it"


@pytest.mark.parametrize(("name", "wager"), WAGERS)
def test_answers_are_as_they_were(found, name, wager):
    one, other = kept(name)["defaults"].get(wager, {}), found(name)["defaults"][wager]
    assert dict(flat(other))
    if changed := difference(one, other, wager):
        pytest.fail(f"{name}\n{changed}", pytrace=False)


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_returns_under_another_reading_are_as_they_were(found, name, change):
    one, other = kept(name)["changes"].get(change), found(name)["changes"][change]
    assert one is not None, f"no answers are kept for {change}"
    if changed := difference(one, other, change):
        pytest.fail(f"{name}\n{changed}", pytrace=False)


@pytest.mark.parametrize("name", shelf())
def test_the_file_is_just_what_is_written(found, name):
    assert path(name).read_text() == text(kept(name), found(name))


BAD = bad.kept()


@pytest.mark.parametrize(
    ("kind", "case"), list(bad.cases(BAD)), ids=lambda part: part if isinstance(part, str) else ""
)
def test_wrong_input_is_told_what_it_was_told(kind, case):
    told = bad.told(kind, case, BAD["base"])
    assert told
    assert told == case["error"]
