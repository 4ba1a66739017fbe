"""Runs the command on one input in this process, and says what is wrong with how it went."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
import unicodedata
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from markov.command.output import speak_plainly
from tests.process import command

CODES = {0, 1, 2, 3, 4, 5, 6}  # the contract's
LONGEST = 1_500  # characters of a message
PATIENCE = 60  # seconds of processor time; far more than any input takes, so it only tells what hangs


@dataclass(frozen=True, slots=True)
class Input:
    """The arguments and the files that the command is given.

    arguments   of the command line
    files       by name what lies in the directory that the command runs in
    written     a file that the command is asked to write
    accepted    what the file that is written has to hold; None where anything may
    true        texts of JSON of which every line of the first file is one, if `verify` holds it for true
    """

    arguments: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    written: str | None = None
    accepted: bytes | None = None
    true: tuple[str, ...] | None = None

    def __str__(self) -> str:
        shown = [f"markov {' '.join(map(repr, self.arguments))}"]
        for name, data in self.files.items():
            more = f"… ({len(data):,} bytes)" if len(data) > 3_000 else ""
            shown.append(f"{name}: {data[:3_000]!r}{more}")
        return "\n".join(shown)


@dataclass(frozen=True, slots=True)
class Ran:
    """The end of the command: its exit code, its output, and the files in its directory."""

    code: object
    out: str
    err: str
    files: Mapping[str, bytes]


class Hung(BaseException):
    """The command was at work for longer than any input takes."""


def ran(given: Input) -> Ran:
    """Runs the command in this process, in a directory of its own."""
    with _directory(given):
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", how) for how in ("strict", "backslashreplace"))
        code: object = None
        with (
            _set_aside(),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            _watched() as late,
        ):
            try:
                command().main(list(given.arguments), prog_name="markov")
            except SystemExit as left:
                code = left.code or 0
            except BaseException as error:  # a user would see a traceback
                code = f"none: {error!r}"
        if late:
            code = f"none: at work for more than {PATIENCE} s"
        return Ran(code, _read(out), _read(err), _lying())


def ran_apart(given: Input) -> Ran:
    """Runs the command as a user does, in a process of its own."""
    with _directory(given):
        done = subprocess.run(
            [sys.executable, "-m", "markov", *given.arguments],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=10 * PATIENCE,
        )
        out, err = (one.decode(errors="replace") for one in (done.stdout, done.stderr))
        return Ran(done.returncode, out, err, _lying())


def wrong(given: Input, how: Ran) -> list[str]:
    """The faults of a run; none where all is well, whether it was refused or not."""
    return list(_wrong(given, how))


def _wrong(given: Input, how: Ran) -> Iterator[str]:
    refused = how.code not in (0, 1, 6)
    if how.code not in CODES:
        yield f"the exit code is {how.code}"
    if "Traceback" in how.err or " object at 0x" in how.err:
        yield "Python speaks on stderr"
    if refused and how.out:
        yield "it is refused, and yet there is something on stdout"
    if refused and not how.err.startswith("markov: "):
        yield "it is refused without a word"
    said = [how.err] if refused else how.err.split("\nmarkov: ")  # what-if has one for each that is unmet
    if (longest := max(map(len, said))) > LONGEST:
        yield f"a message has {longest:,} characters"
    if raw := {c for c in how.err if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}:
        yield f"characters on stderr that a terminal obeys: {sorted(raw)}"
    told = "--help" in given.arguments or how.out.startswith("markov ")  # --version
    if not refused and not told and "--json" in given.arguments and not _document(how.out):
        yield "what stands on stdout is no JSON document with a schema"
    yield from _files(given, how)
    if given.true is not None and how.code == 0:
        claimed = next(iter(given.files.values())).decode("ascii", "replace").splitlines()
        if strange := [line for line in claimed if json.loads(line) not in map(json.loads, given.true)]:
            yield f"verify holds for true what certify never wrote: {strange[0][:300]}"


def _files(given: Input, how: Ran) -> Iterator[str]:
    made = how.code == 0 and given.written is not None and "Usage: markov" not in how.out
    expected = {*given.files, given.written} if made else set(given.files)
    if made and given.accepted is not None:
        expected = {given.written}  # what was begun is finished, and nothing of its making is left
        if how.files.get(str(given.written)) != given.accepted:
            yield "the file that was written is not what it has to be"
    if strange := sorted(how.files.keys() - expected):
        yield f"files are left behind: {strange}"
    gone = {name for name in expected - how.files.keys() if given.files.get(str(name)) != b""}
    if lost := sorted(map(str, gone)):  # what was empty may be tidied away
        yield f"files are gone, or were never written: {lost}"
    for name in given.files.keys() & how.files.keys() - {given.written if made else None}:
        if how.files[name] != given.files[name]:
            yield f"{name} was changed"


def _document(out: str) -> bool:
    try:
        return json.loads(out)["schema"].startswith("markov/")
    except (ValueError, KeyError, TypeError):
        return False


@contextlib.contextmanager
def _directory(given: Input) -> Iterator[None]:
    with TemporaryDirectory() as made, contextlib.chdir(made):
        for name, data in given.files.items():
            Path(name).write_bytes(data)
        yield


def _lying() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


def _read(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


@contextlib.contextmanager
def _set_aside() -> Iterator[None]:
    """Gives back what the command changes of a process that it takes for its own, as it begins and later."""
    digits, kept = sys.get_int_max_str_digits(), os.dup(1)
    hooks = threading.excepthook, sys.unraisablehook
    try:
        with warnings.catch_warnings():
            speak_plainly()
            yield
    finally:
        threading.excepthook, sys.unraisablehook = hooks
        sys.set_int_max_str_digits(digits)
        os.dup2(kept, 1)
        os.close(kept)


@contextlib.contextmanager
def _watched() -> Iterator[list[Hung]]:
    """Raises Hung in what takes far too long, and notes it, for the command may catch what it likes.

    A guard, so that a run ends and names the input that hung; no speed is asserted. It counts the time
    of this process alone, so a busy machine does not matter.
    """
    late: list[Hung] = []

    def rung(*_: object) -> None:
        late.append(Hung())
        raise late[-1]

    before = signal.signal(signal.SIGPROF, rung)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield late
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
