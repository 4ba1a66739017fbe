"""The command as a script meets it: what it prints, where, and with which exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from markov.chain.chain import MAX_STATES
from markov.command import arguments
from markov.tables.table import Table
from tests.process import process
from tests.refused import refused

pytestmark = pytest.mark.usefixtures("small_games")

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


# What is printed


@pytest.mark.parametrize("command", EVERY_COMMAND)
@pytest.mark.parametrize("style", ["table", "json", "csv", "md"])
def test_every_command_prints_in_every_format(run, command, style):
    code, out, err = run(*command, "--format", style)
    assert (code, err) == (0, "")
    assert out.strip()
    assert "\x1b" not in out


BET = "repeater-bets-plus", "repeating-2"
WITH_TABLES = (
    ("ask", "6x6 before 7", "--pays", "90 for 1"),
    ("design", "straights-and-8s", "--edge", "12%..13%", "--pay", "run=40..60"),
    ("diff", BET[0], BET[0]),
    ("games",),
    ("games", BET[0]),
    ("games", *BET),
    ("law", *BET),
    ("law", *BET, "--within", "5"),
    ("letters", *BET, "--letter", "made=x"),
    ("lint", BET[0]),
    ("odds", BET[0]),
    ("odds", *BET),
    ("payable", "quebec-place-bets", "right-4", "--stake", "5"),
    ("play", *BET),
    ("price", *BET, "--edge", "5%"),
    ("readings", *BET),
    ("readings", "straights-and-8s", "--all"),
    ("sensitivity", *BET),
    ("simulate", *BET, "--rounds", "500"),
    ("surrender", *BET),
    ("surrender", *BET, "--card"),
    ("sweep", *BET, "--pay", "made=30..33"),
    ("what-if", *BET, "--pay", "made=45 for 1"),
)


@pytest.fixture
def no_tables(monkeypatch):
    """Has every table fail that is made."""

    def refuse(_):
        raise AssertionError("a table is made")

    monkeypatch.setattr(Table, "__post_init__", refuse)


@pytest.mark.parametrize("command", WITH_TABLES)
@pytest.mark.parametrize(("style", "code"), [("json", 0), ("csv", 0), ("table", 70), ("md", 70)])
def test_tables_are_made_for_who_reads_them(run, no_tables, command, style, code):
    assert run(*command, "--format", style)[0] == code


@pytest.mark.parametrize(("style", "code"), [("json", 0), ("csv", 0), ("table", 70), ("md", 70)])
def test_tables_of_a_file_are_made_for_who_reads_them(run, no_tables, tmp_path, style, code):
    chain, certificate = tmp_path / "chain.drn", tmp_path / "certificate.json"
    chain.write_text(run("chain", *BET, "--to", "drn")[1])
    assert run("certify", *BET, "-o", certificate)[0] == 0
    assert run("solve", chain, "--reach", "made", "--format", style)[0] == code
    assert run("verify", certificate, "--format", style)[0] == code


@pytest.mark.parametrize("command", ["games", "odds", "readings", "simulate", "chain"])
def test_help_has_an_example(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"Example: markov {command}" in out


def test_help_says_that_a_report_needs_its_file(run):
    shown = " ".join(run("report", "--help")[1].replace("│", " ").split())
    assert "Required; its suffix says what is made: .pdf," in shown


def test_the_bare_command_helps(run):
    code, out, _ = run()
    assert code == 0
    assert "odds" in out


def test_version(run):
    assert run("--version")[1].startswith("markov ")


def test_the_default_limit_is_that_of_the_engine():
    assert arguments.MAX_STATES == MAX_STATES


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("odds", "ladders", "--max-states", "0"),
            "--max-states: '0' does not fit; expected a whole number, 1 or more",
        ),
        (
            ("play", "ladders", "plain", "--rounds", "1e6"),
            "--rounds: '1e6' does not fit; expected a whole number from 1 to 1,000",
        ),
        (
            ("odds", "ladders", "--format", "xml"),
            "--format: 'xml' is no choice; choose table, json, csv or md",
        ),
        (
            ("sweep", "ladders", "--figure", "takes", "--figure", "x"),
            "--figure: 'x' is no choice; choose edge, ",
        ),
        (("odds", "ladders", "--pay", "40"), "--pay 40 names no pay"),
    ],
)
def test_a_value_that_does_not_fit_is_said_with_what_does(run, arguments, said):
    """In words of this program: none of a library's, such as “Input should be” or “Value error”."""
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith(f"markov: {said}")


def test_a_mistyped_command_names_the_nearest(run):
    assert run("odd")[2] == "markov: No such command 'odd'. Did you mean 'odds'? See markov --help\n"


def test_a_mistyped_option_names_the_nearest(run):
    assert run("odds", "ladders", "--jsn")[2] == (
        "markov: No such option: --jsn; did you mean --json? See markov odds --help\n"
    )


def test_a_name_without_its_quotes_is_told_of_them(run):
    assert run("games", "Repeater", "Bets", "Plus")[2] == (
        "markov: Got unexpected extra argument(s) (Plus); leave it out, or put words that belong "
        "together in quotes; see markov games --help\n"
    )


def test_an_option_without_its_value_leads_to_the_help_of_its_command(run):
    assert run("odds", "ladders", "--format")[2] == (
        "markov: Option '--format' requires an argument; see markov odds --help\n"
    )


def test_a_file_named_without_its_suffix_is_named_with_it(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("mine.toml", "mine.py", "ladders.toml"):
        (tmp_path / name).write_text("")
    assert run("odds", "mine")[::2] == (2, "markov: no game 'mine'; did you mean mine.toml or mine.py?\n")
    assert run("odds", "./mine")[::2] == (
        2,
        "markov: no game './mine'; did you mean ./mine.toml or ./mine.py?\n",
    )
    assert run("odds", "ladders")[0] == 0


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

    def short(wager, *more):
        raise MemoryError

    monkeypatch.setattr(markov.wager.odds, "solved", short)
    refused(run(*REPEATER), 5, "Repeating 2", "memory")


def test_a_chain_without_an_end(run):
    refused(run("odds", "endless"), 4, "Trouble", "from state (")


def test_a_mistake_in_a_game_is_said_without_a_traceback(run):
    refused(run("odds", "broken"), 70, "RuntimeError: oops and more")


def test_an_interruption_is_quiet(run, monkeypatch):
    import markov.wager.odds

    def interrupted(wager, *more):
        raise KeyboardInterrupt

    monkeypatch.setattr(markov.wager.odds, "solved", interrupted)
    assert run(*REPEATER) == (130, "", "")


# As a process


@pytest.mark.parametrize(("columns", "most"), [({}, 100), ({"COLUMNS": "60"}, 60), ({"COLUMNS": "140"}, 140)])
def test_a_pipe_is_as_wide_as_columns_or_100_and_has_no_colour(columns, most):
    for asked in (("uptown",), ()):
        done = process("odds", "repeater-bets-plus", *asked, **columns)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= most


def test_a_terminal_without_unicode_gets_ascii():
    done = process(*REPEATER, PYTHONIOENCODING="ascii")
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


@pytest.mark.parametrize("more", [(), ("--format", "csv")])
def test_a_plain_query_imports_nothing_heavy(more):
    code = (
        "import sys; from markov.cli import main\n"
        f"sys.argv = ['markov', *{[*REPEATER, *more]!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'sympy', 'scipy', 'networkx', 'flint', 'rich', 'pydantic', 'email'}\n"
        "heavy |= {'markov.proof.simulation'}\n"
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
