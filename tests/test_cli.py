"""The command as a script meets it: what it prints, where, and with which exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import markov as mk
from markov.chain.chain import MAX_STATES
from markov.cli import modules
from markov.command import arguments
from markov.tables.table import Table
from tests.process import process
from tests.refused import refused
from tests.screens.screens import HERE

pytestmark = pytest.mark.usefixtures("small_games")

REPEATER = ("odds", "repeater-bets-plus", "repeating-2")
EVERY_COMMAND = (
    "ask 6:before:7 --pays 5:for:1",
    "design ladders up-down --edge 0%..90% --pay made=40..42",
    "diff ladders ladders",
    "games",
    "games ladders",
    "games ladders plain",
    "law ladders plain",
    "law ladders plain --within 5",
    "letters ladders plain --letter made=x",
    "layout ladders plain=2",
    "lint ladders",
    "meter ladders plain --seed 100 --adds 1%",
    "odds ladders",
    "odds ladders plain",
    "payable ladders plain --stake 5",
    "play ladders plain",
    "price ladders plain --edge 5%",
    "promotion ladders plain --rebate 10%",
    "readings ladders",
    "readings ladders plain --all",
    "sensitivity ladders plain",
    "session ladders plain --bankroll 10 --rounds 5",
    "simulate ladders --rounds 500",
    "simulate ladders plain --rounds 500 --observed made=200",
    "surrender ladders up-down",
    "surrender ladders up-down --card",
    "sweep ladders plain --pay made=3..5",
    "what-if ladders plain --pay made=4",
)


# What is printed


@pytest.fixture
def tables(monkeypatch):
    """The tables that are made."""
    made, check = [], Table.__post_init__
    monkeypatch.setattr(Table, "__post_init__", lambda table: (made.append(table), check(table)))
    return made


def spelled(command):
    """The arguments of a command; a colon is a space in one of them."""
    return [word.replace(":", " ") for word in command.split()]


@pytest.mark.parametrize("style", ["table", "json", "csv", "md"])
@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_prints_in_every_format_and_makes_tables_for_who_reads_them(
    run, tables, command, style
):
    code, out, err = run(*spelled(command), "--format", style)
    assert code == 0, err
    assert out.strip()
    assert "\x1b" not in out
    assert bool(tables) is (style in ("table", "md"))


@pytest.mark.parametrize("command", [*EVERY_COMMAND, *(f"{name} --help" for name in ["", *modules()])])
def test_no_line_is_wider_than_a_narrow_page(run, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "60")
    code, out, err = run(*spelled(command))
    assert code == 0, err
    assert max(map(len, out.splitlines())) <= 60


@pytest.mark.parametrize("style", ["table", "json", "csv", "md"])
def test_tables_of_a_file_are_made_for_who_reads_them(run, tables, tmp_path, style):
    chain, certificate = tmp_path / "chain.drn", tmp_path / "certificate.json"
    chain.write_text(run("chain", "ladders", "plain", "--to", "drn")[1])
    assert run("certify", "ladders", "plain", "-o", certificate)[0] == 0
    for command in (("solve", chain, "--reach", "made"), ("verify", certificate)):
        tables.clear()
        code, out, err = run(*command, "--format", style)
        assert (code, bool(out), err) == (0, True, "")
        assert bool(tables) is (style in ("table", "md"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", "--help"),
        ("help", "--help"),
        ("help odds", "odds --help"),
        ("list", "games"),
        ("list ladders", "games ladders"),
    ],
)
def test_words_that_people_say_for_a_command(run, said, meant):
    assert run(*said.split()) == run(*meant.split())


@pytest.mark.parametrize("said", ["--version", "version", "-v"])
def test_version(run, said):
    assert run(said) == (0, f"markov {mk.__version__}\n", "")


def test_the_default_limit_is_that_of_the_engine():
    assert arguments.MAX_STATES == MAX_STATES


# What bad input gets


def test_a_huge_limit_is_no_mistake(run):
    assert run(*REPEATER, "--max-states", "9" * 30)[0] == 0


def test_a_file_that_is_no_sheet(run, tmp_path):
    sheet = tmp_path / "noise.toml"
    sheet.write_bytes(bytes(range(256)))
    refused(run("odds", str(sheet)), 3, "noise.toml")
    refused(run("games", str(tmp_path) + "/"), 2)


@pytest.mark.parametrize(("error", "ended"), [(MemoryError, 5), (KeyboardInterrupt, 130)])
def test_memory_that_runs_out_is_told_and_an_interruption_is_quiet(run, monkeypatch, error, ended):
    import markov.wager.odds

    def failing(wager, *more):
        raise error

    monkeypatch.setattr(markov.wager.odds, "solved", failing)
    code, out, err = run(*REPEATER)
    assert (code, out) == (ended, "")
    assert ("Repeating 2: not enough memory" in err) is bool(err) is (error is MemoryError)


# As a process


@pytest.mark.parametrize(("columns", "most"), [({}, 100), ({"COLUMNS": "60"}, 60), ({"COLUMNS": "140"}, 140)])
def test_a_pipe_is_as_wide_as_columns_or_100_and_has_no_colour(columns, most):
    done = process("odds", "repeater-bets-plus", "uptown", **columns)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= most


def test_a_terminal_without_unicode_gets_ascii():
    done = process(*REPEATER, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "sqrt(" in done.stdout
    done = process("sensitivity", "repeater-bets-plus", "repeating-2", PYTHONIOENCODING="ascii")
    assert "one unit more of surrender-1: -14.29 points" in done.stdout


@pytest.mark.parametrize("name", ["lint", "play", "sensitivity", "simulate", "what-if"])
def test_every_character_of_an_answer_has_an_ascii_spelling(name):
    signs = {sign for sign in (HERE / f"{name}.txt").read_text() if not sign.isascii()}
    assert signs
    assert "?" not in "".join(signs).encode("ascii", "markov").decode()


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


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("odds repeater-bets-plus upt", ["uptown"]),
        ("odds repeater-bets-plus -o zero=l", ["zero=loses"]),
        ("odds repeater-bets-plus -o zero = ", ["ignored", "loses"]),  # as bash parts it
        ("what-if repeater-bets-plus repeating-2 --pay m", ["made=40"]),
        ("what-if repeater-bets-plus repeating-2 -o zero = loses --pay made = 4", ["40"]),
        ("ask six --on sing", ["single-zero"]),
        ("odds repeater-bets-plus -o zero = l| citywide", ["loses"]),  # the cursor is not at the end
    ],
)
def test_names_and_values_complete(words, completed):
    words, *behind = "\n".join(["markov", *words.split(" ")]).split("|")
    shell = f"'{Path(sys.executable).with_name('markov')}'"
    done = subprocess.run(
        ["/bin/sh", "-c", shell],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={
            **os.environ,
            "_MARKOV_COMPLETE": "complete_bash",
            "COMP_WORDS": "".join([words, *behind]),
            "COMP_CWORD": str(words.count("\n")),
        },
    )
    assert (done.stdout.split(), done.stderr) == (completed, "")


def test_words_of_a_shell_without_its_cursor_stop_no_command(run, monkeypatch):
    monkeypatch.setenv("COMP_WORDS", "markov\na\n=b")
    monkeypatch.delenv("COMP_CWORD", raising=False)
    assert run(*REPEATER)[0] == 0


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
