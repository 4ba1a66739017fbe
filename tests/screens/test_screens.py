"""What the command prints, session by session: a screen that changes is read before it is kept."""

from difflib import unified_diff

import pytest

from tests.screens.screens import SESSIONS, asked, played


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.stem)
def test_the_command_prints_what_is_kept(run, tmp_path, monkeypatch, session):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", None)
    kept = session.read_text()
    printed = played(asked(kept), tmp_path, run)
    if kept != printed:
        lines = unified_diff(kept.splitlines(), printed.splitlines(), "kept", "printed", lineterm="", n=3)
        pytest.fail("\n".join(lines), pytrace=False)


REFUSALS = [
    answer
    for session in SESSIONS
    for answer in session.read_text().split("\n\n$ ")
    if answer.rstrip().endswith(("\nexit 2", "\nexit 3", "\nexit 5"))
    and " < " not in answer  # answered in part
]


def test_a_refusal_is_a_line_on_stderr_and_writes_nothing():
    assert len(REFUSALS) > 200
    for answer in REFUSALS:
        asked, *told, _ = answer.rstrip().split("\n")
        told = [line for line in told if not line.startswith("!   ")]  # which point at a mistake
        counted = asked.split()[1:2] == ["sweep"]  # which first says how many paytables there are
        assert all(line.startswith("! ") and len(line) < 600 for line in told), answer
        assert 1 <= len(told) <= 2 + counted, answer
        assert told[counted and -1].startswith("! markov: "), answer
