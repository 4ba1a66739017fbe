"""`markov readings`: every reading, each wager solved once."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("small_games")


def test_readings_as_json_start_with_the_defaults(run):
    told = json.loads(run("readings", "ladders", "--json")[1])
    assert told["schema"] == "markov/readings/1"
    assert [reading["options"] for reading in told["readings"]] == [
        {"outs": "6", "hats": "no"},
        {"outs": "3", "hats": "no"},
        {"outs": "6", "hats": "yes"},
    ]
    assert told["readings"][0]["wagers"] == json.loads(run("odds", "ladders", "--json")[1])["wagers"]


def test_all_readings_are_the_product(run):
    told = json.loads(run("readings", "ladders", "plain", "--all", "--json")[1])
    assert len(told["readings"]) == 4
    assert all(len(reading["wagers"]) == 1 for reading in told["readings"])


def test_equal_wagers_are_solved_once(run, monkeypatch):
    import markov.wager.odds

    solved = []
    real = markov.wager.odds.solved
    monkeypatch.setattr(
        markov.wager.odds, "solved", lambda wager, *more: solved.append(wager) or real(wager, *more)
    )
    assert run("readings", "ladders", "--all")[0] == 0
    assert len(solved) == 3  # one ladder for each number of outs, and one plain wager
