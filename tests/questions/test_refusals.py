"""Command lines that make no sense and cannot be written in a session of tests/screens."""

import pytest

from tests.refused import refused

TOO_LONG = f"{'9' * 5000}x"
REFUSED = [
    (("new", "a\nb"), 2, "no name for a game"),
    (("odds", "ladders", "--max-states", TOO_LONG), 2, "does not fit; expected a whole number, 1 or more"),
    (("odds", "broken"), 70, "RuntimeError: oops and more"),
    (("play", "craps", "pass", "--seed", "7" * 5_000), 2, "from 0 to 1,000,000,000,000,000;"),
    (("sweep", "repeater-bets-plus", "uptown", "--to", "a" * 300 + ".csv"), 2, "File name too long"),
    (("what-if", "repeater-bets-plus", "horn", "-o", "zeros=3", "--save", "nul\0.toml"), 2, "--save"),
]


@pytest.mark.parametrize(("asked", "code", "words"), REFUSED)
def test_what_makes_no_sense_is_refused(run, small_games, tmp_path, monkeypatch, asked, code, words):
    """In words of this program: none of a library's, such as “Input should be” or “Value error”."""
    monkeypatch.chdir(tmp_path)
    refused(run(*asked), code, words)
    assert list(tmp_path.iterdir()) == []
