"""Command lines that make no sense and cannot be written in a session of tests/screens."""

import pytest

from tests.refused import refused

LONG = [
    (("new", "a\nb"), "no name for a game"),
    (("play", "craps", "pass", "--seed", "7" * 5_000), "from 0 to 1,000,000,000,000,000;"),
    (("sweep", "repeater-bets-plus", "uptown", "--to", "a" * 300 + ".csv"), "File name too long"),
    (("what-if", "repeater-bets-plus", "horn", "-o", "zeros=3", "--save", "nul\0.toml"), "--save"),
]


@pytest.mark.parametrize(("asked", "words"), LONG)
def test_what_makes_no_sense_is_refused(run, tmp_path, monkeypatch, asked, words):
    monkeypatch.chdir(tmp_path)
    refused(run(*asked), 2, words)
    assert list(tmp_path.iterdir()) == []
