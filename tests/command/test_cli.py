"""The command as a script meets it: what it prints, where, and with which exit code."""

import csv
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest

import markov as mk
from markov.chain.chain import MAX_STATES
from markov.cli import app
from markov.command.arguments import LIMIT
from markov.proof.simulation import Trial
from markov.wager import catalogue
from markov.wager.game import Game
from markov.wager.wager import End
from tests.tables.test_views import GAME, ladder

REPEATER = ("odds", "repeater-bets-plus", "repeating-2")
EVERY_COMMAND = (
    ("games",),
    ("games", "ladders"),
    ("odds", "ladders"),
    ("odds", "ladders", "plain"),
    ("readings", "ladders"),
    ("readings", "ladders", "plain", "--all"),
    ("simulate", "ladders", "--rounds", "500"),
)


class Endless:
    """A rule that a miss leads astray, for ever."""

    start = (0,)

    def step(self, state, outcome):
        if state != (0,) or outcome == "miss":
            return (2 - state[0] // 2,)
        return End("made") if outcome == "hit" else End("lost")

    def offer(self, state):
        return None


class Runaway(Endless):
    """A rule with a new state on every spin."""

    def step(self, state, outcome):
        return (state[0] + 1,)


class Broken(Endless):
    """A rule with a mistake in it."""

    def step(self, state, outcome):
        raise RuntimeError("oops\nand more")


def _of(rule):
    pays = {"made": "40 for 1", "lost": "nothing"}
    wager = replace(ladder("Trouble", pays=pays), rule=rule)
    return lambda: Game("Troubles", "nowhere", (), lambda _: [wager])


@pytest.fixture(autouse=True)
def _small_games(monkeypatch):
    """Small games on the shelf, beside those that are installed."""
    small = {
        "ladders": lambda: GAME,
        "endless": _of(Endless()),
        "runaway": _of(Runaway()),
        "broken": _of(Broken()),
    }
    games = MappingProxyType({**catalogue.shelf(), **small})
    monkeypatch.setattr(catalogue, "shelf", lambda: games)


@pytest.fixture
def run(capsys):
    """Runs the command; answers with exit code, stdout and stderr."""

    def ran(*arguments):
        with pytest.raises(SystemExit) as left:
            app(list(arguments), prog_name="markov")
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return ran


def refused(result, code, *words):
    """Whether the command said so, on stderr alone and in a line or two."""
    left, out, err = result
    assert left == code, err
    assert out == ""
    assert err.startswith("markov: ")
    assert 1 <= err.count("\n") <= 2
    assert "Traceback" not in err
    assert len(err) < 600
    for word in words:
        assert word in err


# What is printed


def test_odds_of_one_wager(run):
    code, out, err = run(*REPEATER)
    assert (code, err) == (0, "")
    assert "40/49" in out
    assert "9/49" in out
    assert "18.3673%" in out
    assert "1/7" in out
    assert "take" in out


@pytest.mark.parametrize("asked", ["Repeating 2", "REPEATING-2", "repeating 2"])
def test_names_are_found_in_any_case(run, asked):
    assert run("odds", "Repeater Bets Plus", asked, "--json") == run(*REPEATER, "--json")


def test_odds_as_json(run):
    code, out, _ = run(*REPEATER, "--json")
    assert code == 0
    told = json.loads(out)
    assert told["schema"] == "markov/odds/1"
    (wager,) = told["wagers"]
    assert (wager["wager"], wager["name"], wager["states"]) == ("repeating-2", "Repeating 2", 4)
    assert wager["never"]["returned"] == "40/49"
    assert wager["optimal"]["returned"] == "6/7"
    (offer,) = wager["offers"]
    assert offer["state"] == [1]
    assert (offer["ending"], offer["offered"], offer["continuing"], offer["take"]) == (
        "surrender-1",
        "6",
        "40/7",
        True,
    )


def test_json_and_format_json_are_one(run):
    assert (
        run(*REPEATER, "--json")
        == run(*REPEATER, "--format", "json")
        == run(*REPEATER, "--json", "--format", "json")
    )


def test_no_number_in_json_but_counts(run):
    _, out, _ = run(*REPEATER, "--json")
    numbers = []
    json.loads(out, parse_float=numbers.append)
    assert numbers == []


def test_an_option_changes_the_odds(run):
    _, out, _ = run(*REPEATER, "-o", "zero=loses", "--json")
    told = json.loads(out)
    assert told["options"]["zero"] == "loses"
    assert told["options"]["zeros"] == "2"
    assert told["wagers"][0]["never"]["returned"] != "40/49"


def test_the_same_choice_twice_is_no_mistake(run):
    assert run(*REPEATER, "-o", "zeros=1", "-o", "zeros=1")[0] == 0


def test_a_game_of_one_wager_is_shown_in_full(run):
    _, out, _ = run("odds", "straights-and-8s")
    assert "3625/27436" in out
    assert "how it ends" in out


def test_odds_as_csv_read_back(run):
    _, out, _ = run("odds", "ladders", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(dict.fromkeys(row["wager"] for row in rows)) == ["up-down", "plain"]
    at = "plain", "never", "", "hit_frequency"
    (hit,) = [row for row in rows if (row["wager"], row["play"], row["ending"], row["figure"]) == at]
    assert (hit["value"], hit["value_exact"]) == ("0.333333", "1/3")


def test_odds_as_markdown(run):
    _, out, _ = run("odds", "ladders", "--format", "md")
    assert out.startswith("## Ladders\n\n| wager |")
    assert "Up \\| down" in out


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
    real = markov.wager.odds.answer
    monkeypatch.setattr(
        markov.wager.odds, "answer", lambda wager, limit: solved.append(wager) or real(wager, limit)
    )
    assert run("readings", "ladders", "--all")[0] == 0
    assert len(solved) == 3  # one ladder for each number of outs, and one plain wager


def test_simulation_is_seeded_and_compares(run):
    command = ("simulate", "ladders", "plain", "--rounds", "2000", "--seed", "7", "--json")
    code, out, err = run(*command)
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["schema"], told["rounds"], told["seed"], told["ok"]) == ("markov/simulate/1", 2000, 7, True)
    assert [trial["play"] for trial in told["wagers"]] == ["never", "optimal"]
    assert told["wagers"][0]["expected"] == "1"
    assert run(*command) == (code, out, err)


def test_simulation_out_of_bounds_exits_with_1(run, monkeypatch):
    import markov.proof.simulation

    far = Trial("plain", "never", 10, {"made": 10}, Fraction(3), Fraction(1), float("inf"), Fraction(1), 0.0)
    monkeypatch.setattr(markov.proof.simulation, "simulate", lambda *_: [far])
    code, out, err = run("simulate", "ladders", "plain", "--json")
    assert code == 1
    assert "out of bounds" in err
    told = json.loads(out)
    assert told["ok"] is False
    assert told["wagers"][0]["z"] is None


def test_chain_to_dot_and_json(run):
    _, out, _ = run("chain", "repeater-bets-plus", "repeating-2")
    assert out.startswith("digraph {")
    assert "/38" in out
    assert run("chain", "repeater-bets-plus", "repeating-2", "--to", "dot")[1] == out
    told = json.loads(run("chain", "repeater-bets-plus", "repeating-2", "--to", "json")[1])
    assert {"game", "wager", "states", "transitions", "totals", "start", "endings"} <= told.keys()
    assert sorted(told["endings"].values()) == ["lost", "made"]
    for i, total in enumerate(told["totals"]):
        assert sum(weight for start, _, weight in told["transitions"] if start == i) == total


@pytest.mark.parametrize("command", EVERY_COMMAND)
@pytest.mark.parametrize("style", ["table", "json", "csv", "md"])
def test_every_command_prints_in_every_format(run, command, style):
    code, out, err = run(*command, "--format", style)
    assert (code, err) == (0, "")
    assert out.strip()
    assert "\x1b" not in out


@pytest.mark.parametrize("command", ["games", "odds", "readings", "simulate", "chain"])
def test_help_has_an_example(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"Example: markov {command}" in out


def test_the_bare_command_helps(run):
    code, out, _ = run()
    assert code == 0
    assert "odds" in out


def test_version(run):
    assert run("--version")[1].startswith("markov ")


def test_the_default_limit_is_that_of_the_engine():
    assert LIMIT == MAX_STATES


# What bad input gets


def test_unknown_game(run):
    refused(run("odds", "repeater-bet-plus"), 2, "repeater-bets-plus")


def test_unknown_wager(run):
    refused(run("odds", "repeater-bets-plus", "repeting-2"), 2, "repeating-2")


def test_unknown_option(run):
    refused(run(*REPEATER, "-o", "zeroes=1"), 2, "zeros")


def test_unknown_choice(run):
    refused(run(*REPEATER, "-o", "zeros=5"), 2, "zeros", "0, 1, 3")


@pytest.mark.parametrize("option", ["zeros", "=1", "zeros=", "=", ""])
def test_malformed_option(run, option):
    refused(run(*REPEATER, "-o", option), 2, "zeros=2")


def test_an_option_chosen_twice(run):
    refused(run(*REPEATER, "-o", "zeros=1", "-o", "zeros=2"), 2, "zeros is 1 and 2")


def test_two_formats(run):
    refused(run(*REPEATER, "--json", "--format", "csv"), 2, "choose one")
    refused(run("chain", "ladders", "plain", "--json", "--to", "dot"), 2, "choose one")


@pytest.mark.parametrize("limit", ["0", "-1", "many", "1e6", "2.5", "", "9" * 5000 + "x"])
def test_bad_max_states(run, limit):
    refused(run(*REPEATER, "--max-states", limit), 2, "--max-states")


def test_a_huge_limit_is_no_mistake(run):
    assert run(*REPEATER, "--max-states", "9" * 30)[0] == 0


@pytest.mark.parametrize("rounds", ["0", "-5", "some", "1" + "0" * 30])
def test_bad_rounds(run, rounds):
    refused(run("simulate", "ladders", "--rounds", rounds), 2, "--rounds")


def test_bad_seed(run):
    refused(run("simulate", "ladders", "--seed", "-1"), 2, "--seed")


@pytest.mark.parametrize(
    "arguments",
    [
        ("frobnicate",),
        ("odds",),
        ("chain", "ladders", "plain", "more"),
        ("odds", "ladders", "--fromat", "csv"),
    ],
)
def test_bad_usage(run, arguments):
    refused(run(*arguments), 2, "--help")


def test_bad_format(run):
    refused(run("odds", "ladders", "--format", "xml"), 2, "xml")
    refused(run("chain", "ladders", "plain", "--to", "png"), 2, "png")


def test_no_such_file(run, tmp_path):
    refused(run("odds", str(tmp_path / "none.toml")), 3, "none.toml")
    refused(run("odds", "./sheet.xlsx"), 2, "*.toml")


def test_a_file_that_is_no_sheet(run, tmp_path):
    sheet = tmp_path / "noise.toml"
    sheet.write_bytes(bytes(range(256)))
    refused(run("odds", str(sheet)), 3, "noise.toml")
    refused(run("games", str(tmp_path) + "/"), 2)


def test_too_many_states(run):
    refused(run(*REPEATER, "--max-states", "2"), 5, "Repeating 2", "--max-states")
    refused(run("odds", "runaway", "--max-states", "1000"), 5, "Trouble", "1,000")


def test_memory_that_runs_out(run, monkeypatch):
    import markov.wager.odds

    def short(wager, limit):
        raise MemoryError

    monkeypatch.setattr(markov.wager.odds, "answer", short)
    refused(run(*REPEATER), 5, "Repeating 2", "memory")


def test_a_chain_without_an_end(run):
    refused(run("odds", "endless"), 4, "Trouble", "from state (")


def test_a_mistake_in_a_game_is_said_without_a_traceback(run):
    refused(run("odds", "broken"), 70, "RuntimeError: oops and more")


def test_an_interruption_is_quiet(run, monkeypatch):
    import markov.wager.odds

    def interrupted(wager, limit):
        raise KeyboardInterrupt

    monkeypatch.setattr(markov.wager.odds, "answer", interrupted)
    assert run(*REPEATER) == (130, "", "")


# As a process


def _process(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "markov", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(("columns", "most"), [({}, 100), ({"COLUMNS": "60"}, 60), ({"COLUMNS": "140"}, 140)])
def test_a_pipe_is_as_wide_as_columns_or_100_and_has_no_colour(columns, most):
    for asked in (("uptown",), ()):
        done = _process("odds", "repeater-bets-plus", *asked, **columns)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= most


def test_whole_csv_and_json_have_every_digit_on_a_pipe():
    exact = str(mk.game("repeater-bets-plus")["uptown"].odds().never.variance)
    short = _process("odds", "repeater-bets-plus", "uptown", COLUMNS="80").stdout
    assert "… stands for digits left out; --whole shows them." in short
    assert exact not in short
    for asked in ("--whole", "--json", "--format=csv", "--format=md"):
        done = _process("odds", "repeater-bets-plus", "uptown", asked, COLUMNS="160")
        assert exact in done.stdout
        assert "…" not in done.stdout


def test_a_sheet_is_one_block_of_100_columns():
    for name in ("repeater-bets-plus", "quebec-place-bets"):
        lines = _process("odds", name).stdout.splitlines()
        assert sum(set(line) == {"─"} for line in lines) == 1
        assert sum("Repeating 2, Repeating 12  " in line for line in lines) == (name == "repeater-bets-plus")


def test_a_terminal_without_unicode_gets_ascii():
    done = _process(*REPEATER, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "sqrt(" in done.stdout


def test_a_reader_that_leaves_is_no_trouble():
    shell = f"'{sys.executable}' -m markov chain quebec-place-bets lay-4 --json | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, encoding="utf-8", check=False)
    assert done.stdout == "{\n"
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a matter of Unix")
@pytest.mark.parametrize("quiet", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_on_a_terminal(quiet):
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"} | quiet
    if not quiet:
        environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-m", "markov", "odds", "repeater-bets-plus", "uptown"],
        stdout=theirs,
        env=environment,
    ) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            shown += part
    os.close(ours)
    assert process.returncode == 0
    assert (b"\x1b" in shown) is not bool(quiet)
    assert "…".encode() in shown


def test_names_complete():
    words = "markov odds repeater-bets-plus upt"
    shell = f"'{Path(sys.executable).with_name('markov')}'"
    done = subprocess.run(
        ["/bin/sh", "-c", shell],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "_MARKOV_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "3"},
    )
    assert (done.stdout.strip(), done.stderr) == ("uptown", "")


def test_a_plain_query_imports_nothing_heavy():
    code = (
        "import sys; from markov.cli import app\n"
        f"try: app({list(REPEATER)!r})\n"
        "except SystemExit: pass\n"
        "heavy = {'sympy', 'scipy', 'networkx', 'flint', 'rich', 'pydantic', 'markov.proof.simulation'}\n"
        "print(sorted(heavy & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == "[]\n"


# Streams that are not there, full, or left by their reader: as a shell sets them up.

MARKOV = f"{sys.executable} -m markov"


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (f"{MARKOV} odds repeater-bets-plus horn >&-", 5, "cannot be written to stdout"),
        (f"{MARKOV} odds crabs 2>&-", 2, ""),
        (f"{MARKOV} odds crabs 2>/dev/full", 2, ""),
        (f"{MARKOV} odds repeater-bets-plus horn >/dev/full", 5, "cannot be written"),
        (f"{MARKOV} chain repeater-bets-plus even | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}", 0, ""),
    ],
)
def test_a_stream_that_cannot_be_written_to(line, code, said):
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (code, "")
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_several_wagers_are_asked_at_once(run):
    """By name, in the order that is said, each once; or by how names begin, in the order of the sheet."""

    def asked(*names):
        code, out, _ = run("odds", "quebec-place-bets", *names, "--json")
        assert code == 0
        return json.loads(out)["wagers"]

    told = asked("lay-10", "Right 4", "lay-10", "BUY 1")
    assert [one["wager"] for one in told] == ["lay-10", "right-4", "buy-10"]
    assert [one["wager"] for one in asked("right")] == [f"right-{n}" for n in (4, 5, 6, 8, 9, 10)]
    for one in told:
        assert asked(one["wager"]) == [one]


@pytest.mark.parametrize("name", ["right-44", "", "-", "7"])
def test_a_name_with_which_no_wager_begins(run, name):
    refused(run("odds", "quebec-place-bets", "lay-10", name), 2, f"no wager {name!r}")
