"""The rules, played: a transcript that changes is a rule that changed, to be read before it is kept."""

from difflib import unified_diff

import pytest

from markov.wager.catalogue import shelf
from tests.transcripts.story import HERE, LONGEST, path, transcript


def test_every_game_has_a_transcript_and_every_transcript_a_game():
    assert {path(name) for name in shelf()} == set(HERE.glob("*.txt"))


@pytest.mark.parametrize("name", list(shelf()))
def test_rounds_go_as_they_are_written(game, name):
    kept, played = path(name).read_text(), transcript(game(name))
    if kept != played:
        lines = unified_diff(kept.splitlines(), played.splitlines(), "kept", "played", lineterm="", n=3)
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.mark.parametrize("name", list(shelf()))
def test_every_wager_has_a_round_that_is_short_enough_to_read(game, name):
    rounds = path(name).read_text().split("\n\n")[1:]
    names = [wager.name for wager in game(name).wagers().values()]
    assert list(dict.fromkeys(lines.partition(": the round of seed")[0] for lines in rounds)) == names
    for lines in rounds:
        spins = [line for line in lines.splitlines() if line[:4].strip().isdigit()]
        assert 1 <= len(spins) <= LONGEST
        assert "returns" in lines
