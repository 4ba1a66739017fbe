"""The bar of a long step: where a person is waiting, and nowhere else."""

import io
import sys
import time

import pytest

from markov.cli import app
from markov.command import progress as bars
from markov.proof.certificate import LINKS, STEPS, certificate
from markov.wager.catalogue import find


class Terminal(io.StringIO):
    """An error stream that someone looks at."""

    def isatty(self):
        return True


def test_one_long_piece_of_work_has_a_bar_that_moves(monkeypatch):
    monkeypatch.setattr(bars, "_PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    with bars.progress("solving", 1):
        for _ in range(500):  # the bar starts by itself, on a thread of its own
            if "solving" in seen.getvalue():
                break
            time.sleep(0.01)
    assert "solving" in seen.getvalue()
    assert "0/1" not in seen.getvalue()


def test_no_bar_where_nobody_looks(capsys):
    with bars.progress("solving", 5) as done:
        done(1)
    assert capsys.readouterr().err == ""


def test_a_certificate_tells_each_of_its_steps():
    game = find("repeater-bets-plus")
    told = []
    certificate(game, game.reading(), game.wager("repeating-2"), 10_000, told.append)
    assert told == list(range(1, STEPS + 1))


def test_certify_and_verify_move_within_the_job(tmp_path, monkeypatch):
    """Every step of both certificates, and of their checks, is heard in order."""
    heard = []

    class Bar:
        def __init__(self, what, total):
            self.name = what, total

        def __enter__(self):
            return lambda done: heard.append((*self.name, done))

        def __exit__(self, *_):
            pass

    monkeypatch.setattr("markov.command.progress.progress", Bar)
    monkeypatch.setattr("markov.verify.verified.progress", Bar)
    file = str(tmp_path / "two.json")
    for command in (["certify", "repeater-bets-plus", "repeating-2", "horn", "-o", file], ["verify", file]):
        with pytest.raises(SystemExit) as left:
            app(command, prog_name="markov")
        assert not left.value.code
    for what, steps in (("certifying", STEPS), ("checking", 1 + LINKS)):
        counts = [done for name, total, done in heard if (name, total) == (what, 2 * steps)]
        assert sorted(set(counts)) == list(range(1, 2 * steps + 1))
        assert counts == sorted(counts)
