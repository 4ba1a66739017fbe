"""However the command ends: the exit code, and one line on stderr that a stranger can read."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from markov.command import output
from markov.command.failure import failure
from markov.printable import printable
from tests.cases import rows
from tests.refused import refused

COMMAND = (sys.executable, "-m", "markov")
HORN = ("odds", "repeater-bets-plus", "horn")
SWEEP = ("sweep", "repeater-bets-plus", "repeating-2")
FULL = Path("/dev/full")

needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="descriptors and signals are those of Unix")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="addresses are limited so on Linux alone")


def ended(*arguments, before=None, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **environment):
    """The command as a process of its own, done."""
    return subprocess.run(
        [*COMMAND, *arguments],
        stdout=stdout,
        stderr=stderr,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        preexec_fn=before,
        env={**os.environ, **environment},
    )


def one_line(text):
    """The message on stderr, which is a line that can be printed and is not too long."""
    (line,) = text.splitlines()
    assert line.startswith("markov: ")
    assert line.isprintable()
    assert len(line) <= 600
    return line


# stdout and stderr that are closed, full, or left by their reader.


def unread(*arguments, **environment):
    """Exit code and stderr of the command whose reader has left before it writes."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = ended(*arguments, stdout=writing, **environment)
    finally:
        os.close(writing)
    return done.returncode, done.stderr


UNREAD = """
–
odds --help
chain quebec-place-bets lay-4 --json
sweep repeater-bets-plus repeating-2 --pay made=40 --format csv
"""


@needs_unix
@pytest.mark.parametrize("asked", [asked for (asked,) in rows(UNREAD)])
def test_a_reader_that_leaves_is_no_error(asked):
    code, said = unread(*asked.split())
    assert code == 0
    assert all(line == "markov: 1 paytable: made at 40 for 1" for line in said.splitlines())


@needs_unix
def test_completions_for_a_reader_that_has_left():
    told = {"_MARKOV_COMPLETE": "complete_bash", "COMP_WORDS": "markov ver", "COMP_CWORD": "1"}
    assert unread(**told) == (0, "")


@needs_unix
def test_a_check_that_fails_fails_though_nobody_reads_it():
    code, said = unread("what-if", *HORN[1:], "--expect", "edge=1/2")
    assert code == 1
    assert "expected edge=1/2" in one_line(said)


@needs_full
@pytest.mark.parametrize("arguments", [("--help",), HORN])
def test_a_full_stdout_is_named(arguments):
    with FULL.open("w") as full:
        done = ended(*arguments, stdout=full)
    assert done.returncode == 5
    said = one_line(done.stderr)
    assert "the answer cannot be written to stdout: No space left on device" in said


@needs_unix
@pytest.mark.parametrize("arguments", [("--version",), HORN])
def test_a_closed_stdout_is_named(arguments):
    done = ended(*arguments, stdout=None, before=lambda: os.close(1))
    assert done.returncode == 5
    assert "the answer cannot be written to stdout: it is closed" in one_line(done.stderr)


@needs_unix
def test_what_prints_no_answer_needs_no_stdout(tmp_path):
    target = tmp_path / "made.csv"
    done = ended(*SWEEP, "--pay", "made=40", "--to", str(target), stdout=None, before=lambda: os.close(1))
    assert done.returncode == 0
    assert target.read_text().count("\n") == 2


@needs_unix
def test_a_stderr_that_is_full_or_closed_costs_no_answer_and_no_exit_code():
    asked = (*SWEEP, "--pay", "made=40..42")
    answer = ended(*asked).stdout
    assert answer
    streams = [{"stderr": None, "before": lambda: os.close(2)}]
    with open(FULL if FULL.exists() else os.devnull, "w") as full:
        for stream in (*streams, {"stderr": full}):
            done = ended(*asked, **stream)
            assert (done.returncode, done.stdout) == (0, answer)
            assert ended("odds", "crabs", **stream).returncode == 2


def test_news_comes_before_the_answer():
    """On one pipe, as a terminal has them."""
    done = ended(*SWEEP, "--pay", "made=40..42", stderr=subprocess.STDOUT)
    assert done.stdout.startswith("markov: 3 paytables")


@needs_unix
def test_nothing_but_an_exit_code_is_left_where_all_is_closed():
    assert ended(*HORN, stdout=None, stderr=None, before=lambda: os.closerange(0, 3)).returncode == 5


@needs_unix
def test_a_stdout_that_does_not_wait_gets_the_whole_answer():
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    asked = [*COMMAND, "chain", "repeater-bets-plus", "uptown", "--json"]
    with subprocess.Popen(asked, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        time.sleep(0.5)  # the pipe is full by then
        with os.fdopen(reading, "rb") as pipe:
            found = pipe.read()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
    assert found.decode() == ended(*asked[3:]).stdout


# Memory and patience that end.


@needs_linux
@pytest.mark.parametrize("megabytes", [40, 80, 110, 140])
def test_too_little_memory_to_start_with(megabytes):
    import resource

    most = megabytes * 2**20
    done = ended(*HORN, before=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
    assert (done.returncode, done.stdout) == (5, "")
    assert "not enough memory; lower --max-states" in one_line(done.stderr)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        ("MemoryError", 5, "not enough memory"),
        ("ImportError('libtyper.so: failed to map segment from shared object')", 5, "not enough memory"),
        ("ImportError('no such thing\\nhere')", 70, "it cannot start: no such thing here; install it again"),
        ("KeyboardInterrupt", 130, ""),
    ],
)
def test_an_import_that_fails(tmp_path, error, code, words):
    """What the command is made with raises such an error while it is imported."""
    package = tmp_path / "typer"
    package.mkdir()
    (package / "__init__.py").write_text(f"raise {error}\n")
    done = ended("--help", PYTHONPATH=f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    assert (done.returncode, done.stdout) == (code, "")
    assert words in one_line(done.stderr) if words else done.stderr == ""


def heeding():
    """Has a child heed SIGINT, which it does not where the tests run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@needs_unix
def test_an_answer_that_is_interrupted_while_nobody_reads_it():
    asked = [*COMMAND, "chain", "repeater-bets-plus", "uptown", "--json"]
    with subprocess.Popen(
        asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heeding
    ) as process:
        assert process.stdout.read(1) == b"{"  # the rest waits for room in the pipe
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == b""


def raised(error, *causes):
    """The error, caught, with what it came from."""
    try:
        try:
            raise causes[0] if causes else ValueError
        except BaseException as cause:
            raise error from cause
    except BaseException as caught:
        return caught


NO_SHORTAGE = ValueError("cannot allocate memory"), ValueError("can't start new thread"), RuntimeError("late")


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (OSError("gone"), 3, "gone"),
        (RecursionError("maximum recursion depth exceeded"), 5, "nests too deep"),
        (OSError(12, "Cannot allocate memory"), 5, "not enough memory"),
        (raised(ImportError("numpy could not be loaded"), MemoryError()), 5, "not enough memory"),
        (RuntimeError("can't start new thread"), 5, "more threads"),
        *((error, 70, "internal error") for error in (*NO_SHORTAGE, raised(NO_SHORTAGE[0], NO_SHORTAGE[0]))),
        (raised(ValueError("odd"), KeyboardInterrupt()), 130, ""),
        (FileNotFoundError(2, "No such file or directory", "a.drn"), 3, "a.drn: cannot be read: No such"),
        (
            ZeroDivisionError("by 0"),
            70,
            "internal error, ZeroDivisionError: by 0; please report it, with the",
        ),
    ],
)
def test_what_an_error_comes_to(error, code, words):
    left, said = failure(error)
    assert left == code
    assert words in said
    assert bool(words) is bool(said)


# Words that come from outside.

HARD = "red\x1b[31m\x07\x7f\x9b\n\u202e\u2028"
SHOWN = r"red\x1b[31m\x07\x7f\x9b\n\u202e\u2028"


@pytest.mark.parametrize(
    "arguments",
    [
        (HARD,),
        ("odds", HARD),
        (*HORN, "-o", HARD),
        (*HORN, "--format", HARD),
        ("odds", f"{HARD}.toml"),
        ("what-if", *HORN[1:], "--pay", HARD),
        ("price", *HORN[1:], "--edge", HARD),
        ("letters", *HORN[1:], "--letter", HARD),
        ("payable", "quebec-place-bets", "right-4", "--stake", HARD),
        ("report", "straights-and-8s", "-o", f"{HARD}/a.pdf"),
        ("sweep", *HORN[1:], "--pay", "made=40", "--to", HARD),
        ("solve", f"{HARD}.drn", "--reach", "one"),
        ("lint", "repeater-bets-plus", "--profile", f"{HARD}.toml"),
        ("diff", HARD, "repeater-bets-plus"),
    ],
)
def test_no_argument_drives_the_terminal(run, arguments):
    code, out, err = run(*arguments)
    assert (code in (2, 3), out) == (True, "")
    assert SHOWN in one_line(err)


@needs_unix
@pytest.mark.parametrize(
    ("arguments", "encoding"),
    [
        (("odds", b"\xff"), "utf-8"),
        (("odds", b"\xff.toml"), "ascii"),
        (("solve", b"\xff", "--reach", "a"), "ascii"),
    ],
)
def test_an_argument_that_is_no_text_is_shown(arguments, encoding):
    done = ended(*arguments, PYTHONIOENCODING=encoding)
    assert done.returncode in (2, 3)
    assert r"\udcff" in one_line(done.stderr)


COIN = """@type: DTMC
@nr_states
2
@model
state 0 init
\t1 : 1
state 1 {label}
\t1 : 1
"""


def test_a_label_of_a_file_does_not_drive_the_terminal(run, tmp_path):
    coin = tmp_path / "coin.drn"
    label = HARD.replace("\n", "").replace("\u2028", "")
    coin.write_text(COIN.format(label=label), encoding="utf-8")
    shown = r"red\x1b[31m\x07\x7f\x9b\u202e"
    refused(run("solve", coin, "--reach", "tails"), 2, shown)
    for style in ("table", "csv", "json"):
        code, out, err = run("solve", coin, "--reach", label, "--format", style)
        assert (code, err) == (0, "")
        assert all(line.isprintable() for line in out.splitlines())
        assert style != "table" or shown in out


def test_a_message_keeps_its_beginning_and_its_end(run):
    said = one_line(run("chain", *HORN[1:], *["x" * 3_000] * 20)[2])
    assert said.startswith("markov: Got unexpected extra argument")
    assert " … " in said
    assert said.endswith("; see markov chain --help")
    assert len(said) == 580


def test_news_is_no_longer_than_a_message(run):
    code, _, err = run(*SWEEP, "--pay", f"made=1..{10**900}/{10**899}")
    assert code == 0
    assert one_line(err).startswith("markov: 10 paytables: made at 10 pays, 1 for 1 up to 9")


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("plain – ½ 中", None, "plain – ½ 中"),
        ("a\u00a0b", None, "a b"),
        ("\t\r\n\x85", None, r"\t\r\n\x85"),
        ("\u2066\u200f\ud800", None, r"\u2066\u200f\ud800"),
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcdef…"),
        ("\x1b" * 10, 6, r"\x1b\x…"),
    ],
)
def test_what_is_shown_of_a_text(text, most, shown):
    assert printable(text, most) == shown


def test_what_python_would_say_of_a_game_is_said_in_a_line_each_and_once(tmp_path):
    """Warnings, and what fails in a thread or on deletion, end nothing."""
    game = tmp_path / "loud.py"
    game.write_text(
        "import sys, threading, warnings\n"
        "import markov as mk\n"
        "warnings.warn('it is old')\n"
        "class Noisy:\n"
        "    def __del__(self): raise ValueError('gone')\n"
        "def fail(): raise ValueError('late')\n"
        "threading.Thread(target=fail).start()\n"
        "threading.Thread(target=sys.exit).start()\n"
        "def step(state, total):\n"
        "    Noisy()\n"
        "    return mk.End('made')\n"
        "bet = mk.Wager('Loud', mk.PlainRule(0, step), mk.dice(2), mk.Paytable({'made': 'evens'}), 'x')\n"
    )
    done = ended("odds", str(game))
    assert done.returncode == 0
    assert sorted(done.stderr.splitlines()) == [
        f"markov: {game}, line 3: warning: it is old",
        f"markov: {game}, line 5: ignored: ValueError: gone",
        f"markov: {game}, line 6: a thread failed: ValueError: late",
    ]


def test_a_message_at_a_terminal_is_folded_between_words(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "60")
    words = "the edge of a wager that is asked for " * 15 + "it"  # 580 characters, and no more are said
    output.say(words)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    output.say(words)
    line, *folded = capsys.readouterr().err.splitlines()
    assert " ".join(folded) == line == f"markov: {words}"
    assert max(map(len, folded)) <= 60
