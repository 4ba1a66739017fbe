"""The bar of a long step: where a person is waiting, and nowhere else."""

import io
import sys
import time

from markov.command import output as bars


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
