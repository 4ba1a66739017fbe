"""`markov games`: the games there are, and one of them."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("small_games")


def test_games_lists_the_games(run):
    code, out, _ = run("games", "--json")
    assert code == 0
    listed = {game["game"] for game in json.loads(out)["games"]}
    assert {"repeater-bets-plus", "straights-and-8s", "quebec-place-bets"} <= listed


def test_a_game_shows_its_wagers_options_and_source(run):
    _, out, _ = run("games", "ladders")
    for words in ("plain", "How many outs?", "6 (default)", "a hat changes nothing", "a rack card"):
        assert words in out
    told = json.loads(run("games", "ladders", "--json")[1])
    assert told["games"][0]["options"][0]["default"] == "6"
