"""The bar of a long step: where a person is waiting, and nowhere else."""

import io
import sys
import time
from contextlib import contextmanager

import pytest

import markov as mk
from markov.command import output


class Terminal(io.StringIO):
    """An error stream that someone looks at."""

    def isatty(self):
        return True


@pytest.fixture
def heard(monkeypatch):
    """What a command tells of its stages: words, how much is done, of how much."""
    told = []

    @contextmanager
    def stages(what=""):
        yield lambda what, done, total: told.append((what, done, total))

    monkeypatch.setattr(output, "stages", stages)
    return told


def watched(monkeypatch):
    """The error stream, as a terminal that someone looks at."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    return seen


def shows(terminal, words):
    """True once the words are seen: the bar starts by itself, on a thread of its own."""
    return any(words in terminal.getvalue() or time.sleep(0.01) for _ in range(1_000))


@pytest.mark.parametrize("total", [1, 2])
def test_one_long_piece_of_work_has_a_bar_that_moves(monkeypatch, total):
    terminal = watched(monkeypatch)
    with output.progress("solving", total):
        assert shows(terminal, "solving")
    assert [f"0/{n}" in terminal.getvalue() for n in (1, 2)] == [False, total == 2]


def test_no_bar_where_nobody_looks(capsys):
    with output.progress("solving", 5) as done:
        done(1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("law repeater-bets-plus repeating-2", "solving, walking: 0/2 1/2"),
        ("simulate ladders --rounds 50", "playing: 0/100 50/100 100/100"),
        ("what-if ladders --pay made=9", "solving: 0/2 1/2 2/2"),
        ("sweep ladders plain -o outs=all --to a.csv", "sweeping: 0/2 1/2 2/2"),
        ("play ladders plain --rounds 2", "playing: 0/2 1/2 2/2"),
        ("session ladders plain --bankroll 9 --rounds 2", "playing: 0/2 1/2 2/2"),
        ("diff ladders ladders", "comparing: 0/2 1/2 2/2"),
        ("payable ladders plain --from 1 --to 2", "pricing: 0/2 1/2 2/2"),
    ],
)
def test_a_bar_is_told_each_step_of_the_work(run, heard, small_games, tmp_path, monkeypatch, line, steps):
    monkeypatch.chdir(tmp_path)
    assert run(*line.split())[0] == 0
    last = heard[-1][0]
    assert f"{last}: {' '.join(f'{done}/{total}' for what, done, total in heard if what == last)}" == steps


def test_exploring_a_rule_of_ones_own_counts_its_states(run, heard, tmp_path):
    """The count is told while the chain is explored, by the command as by `Wager.chain`."""
    (tmp_path / "walk.py").write_text(
        "import markov as mk\n"
        "class Walk:\n"
        "    start = 0\n"
        "    def step(self, at, outcome):\n"
        "        return mk.End('made') if at == 2_000 else at + 1\n"
        "class Led(Walk):\n"
        "    def actions(self, at):\n"
        "        return {'on': at, 'stay': at}\n"
        "def wager(name, rule):\n"
        "    wheel = mk.Distribution({'on': 1})\n"
        "    return mk.Wager(name, rule, wheel, mk.Paytable({'made': '1 for 1'}), 'This test')\n"
        "walk, led = wager('Walk', Walk()), wager('Led', Led())\n"
    )
    for command in ("odds walk", "price walk --edge 5%", "chain walk", "lint walk", "chain led --to drn"):
        heard.clear()
        name, which, *words = command.split()
        assert run(name, tmp_path / "walk.py", which, *words)[0] == 0
        said = [what for what, done, total in heard if (done, total) == (0, 1)]
        for states in ("1,000", "2,002"):
            assert any(f"{which.capitalize()}: {states} states, newest " in what for what in said)


def test_each_step_of_solving_a_file_has_a_bar(run, monkeypatch, tmp_path):
    begun = []

    @contextmanager
    def stages(what):
        begun.append(what)
        yield

    monkeypatch.setattr(output, "stages", stages)
    asked = ("solve", "examples/maze.drn", "--reach", "prize", "--max", "--certificate", tmp_path / "a.json")
    assert run(*asked)[0] == 0
    assert begun == ["reading", "solving", "certifying"]


def test_a_wager_tells_how_many_states_of_it_are_explored():
    heard = []
    bet = mk.game("quebec-place-bets")["right-4"]
    chain = bet.chain(progress=lambda states, newest: heard.append((states, newest)))
    assert heard == [(len(chain.states), chain.states[-1])]


def test_the_bar_says_words_as_they_are(monkeypatch):
    """A state may look like markup, or drive a terminal."""
    terminal = watched(monkeypatch)
    with output.stages("[/red] \x1b[5m") as advance:
        assert shows(terminal, "[/red]")
        advance("x" * 1_000, 0, 1)
    assert "[/red] \\x1b[5m" in terminal.getvalue()
    assert "x" * 121 not in terminal.getvalue()


def test_a_report_counts_the_rounds_that_it_simulates(run, heard, tmp_path):
    asked = ("report", "repeater-bets-plus", "repeating-2", "--rounds", "200000")
    assert run(*asked, "-o", tmp_path / "a.json")[0] == 0
    begun = [(done, total) for what, done, total in heard if what == "Repeating 2: simulation"]
    rounds = [(what, (done, total)) for what, done, total in heard if " rounds" in what]
    assert len(rounds) > 2
    assert rounds[-1][0] == "Repeating 2: simulation, 200,000 of 200,000 rounds"
    assert {place for _, place in rounds} == set(begun)
    assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)


def test_certificates_are_verified_part_by_part(run, heard, tmp_path):
    file = tmp_path / "a.json"
    assert run("certify", "repeater-bets-plus", "repeating-2", "-o", file)[0] == 0
    file.write_text(file.read_text() * 3)
    heard.clear()
    assert run("verify", file)[0] == 0
    parts = [f"Repeating 2: {part}" for part in ("rules", "merging", "rows of the chain", "comparison")]
    assert heard == [
        told
        for k in range(3)
        for told in ((f"checking line {k + 1}", 2 * k, 6), *((part, 2 * k + 1, 6) for part in parts))
    ]
