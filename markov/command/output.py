"""The output of a command: its answer on stdout or in a file, messages and a progress bar on stderr."""

import os
import sys
import threading
import warnings
from codecs import register_error
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from pathlib import Path
from select import select
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from typer import BadParameter

from markov.command.failure import LIMIT, ReaderLeft, Unwritten
from markov.printable import printable

if TYPE_CHECKING:
    from markov.tables.view import View

Format: TypeAlias = Literal["table", "json", "csv", "md"]
"""The format in which figures are printed."""

T = TypeVar("T")

_LONGEST = 580  # characters of a message
_END = 200  # of them at its end, which says what to do
_IN_ASCII = {"→": "->", "←": "<-", "±": "+/-", "≈": "~", "≠": "!=", "×": "x", "√": "sqrt", "█": "#"}
_IN_ASCII |= {"·": ".", "…": "...", "’": "'", **dict.fromkeys("“”", '"'), **dict.fromkeys("─–—−", "-")}


class _Stream(RawIOBase):
    """A stream of the system; what fails once is not tried again.

    under   None where the caller has closed it
    """

    def __init__(self, under: Any) -> None:
        self._under = under
        self._over = False

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._under is not None and bool(self._under.isatty())

    def fileno(self) -> int:
        return int(super().fileno() if self._under is None else self._under.fileno())

    def write(self, data: Any) -> int:
        if not self._over:
            try:
                if self._under is not None:
                    while (written := self._under.write(data)) is None:  # it does not wait, so we do
                        select([], [self._under], [])
                    return int(written)
                self._over = True
                self.failed(None)
            except OSError as error:
                self._over = True
                self.failed(error)
        return len(data)

    def drop(self) -> None:
        """Has nothing written any more, so that no reader who does not read is waited for."""
        self._over = True

    def failed(self, error: OSError | None) -> None:
        """Ignores the error: nobody reads what would be said of it."""


class _Answers(_Stream):
    def failed(self, error: OSError | None) -> None:
        """Raises ReaderLeft or Unwritten; neither is an OSError, which libraries would take for theirs."""
        if isinstance(error, BrokenPipeError):
            raise ReaderLeft from None
        why = error.strerror if error else "it is closed"
        words = f"the answer cannot be written to stdout: {why}; send it to a pipe, or to a file with room"
        raise Unwritten(LIMIT, words) from None


def open_streams() -> None:
    """Puts the streams of the process in place; a stream that a caller in Python has put there stays."""
    if sys.stdout is None or sys.stderr is None:
        while os.open(os.devnull, os.O_RDWR) < 2:  # else the next file would be taken for a stream
            pass
    if sys.stdout is sys.__stdout__:
        sys.stdout = _text(sys.stdout, _Answers)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _text(sys.stderr, _Stream)
    sys.stdout.reconfigure(errors="markov")  # type: ignore[union-attr]


def _text(stream: Any, kind: type[_Stream]) -> TextIOWrapper:
    under = stream and getattr(stream.buffer, "raw", stream.buffer)
    raw = BufferedWriter(kind(under))
    if stream is None:
        return TextIOWrapper(raw, "utf-8", "backslashreplace")
    at_once = stream.line_buffering or stream.write_through  # as stderr has it: news comes when it is news
    return TextIOWrapper(raw, stream.encoding, stream.errors, line_buffering=at_once)


def drop_output() -> None:
    """Leaves what stdout still holds unwritten."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if isinstance(raw, _Stream):
        raw.drop()


def say(words: str) -> None:
    """Prints a line on stderr, cut in the middle where it is too long; at a terminal it is folded."""
    line = printable(f"markov: {words}")
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST - _END - 3]} … {line[-_END:]}"
    with suppress(OSError, ValueError):
        print(_folded(line) if sys.stderr.isatty() else line, file=sys.stderr)


def _folded(line: str) -> str:
    from shutil import get_terminal_size
    from textwrap import fill

    return fill(line, get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)


def speak_plainly() -> None:
    """Tells warnings, and failures that end nothing, in a line each and once, not in Python's words."""
    told: set[str] = set()

    def tell(words: str) -> None:
        if words not in told:
            told.add(words)
            say(words)

    def warned(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: object = None,
        line: object = None,
    ) -> None:
        tell(f"{filename}, line {lineno}: warning: {message}")

    def failed(what: str, error: BaseException | None) -> None:
        if error is None or isinstance(error, SystemExit | KeyboardInterrupt):
            return
        last = extract_tb(error.__traceback__)[-1:]
        where = f"{last[0].filename}, line {last[0].lineno}: " if last else ""
        tell(f"{where}{what}: {type(error).__name__}: {' '.join(str(error).split())}".rstrip(": "))

    warnings.showwarning = warned
    threading.excepthook = lambda thread: failed("a thread failed", thread.exc_value)
    sys.unraisablehook = lambda ignored: failed("ignored", ignored.exc_value)


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """The ASCII spelling of a character that the encoding of an output stream lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_IN_ASCII.get(character, "?") for character in missing), error.end


register_error("markov", _spelled)


def one_format(format_: Format | None, json: bool) -> Format:
    """The one format that --format and --json ask for; raises BadParameter where they ask for two."""
    if json and format_ not in (None, "json"):
        raise BadParameter(f"--json and --format {format_} ask for two formats; choose one")
    return "json" if json else format_ or "table"


def rendered(view: "View", format_: Format, whole: bool = False, full: bool = False) -> str:
    """The text of what is shown: the one document as JSON, the rows as CSV, the tables otherwise.

    whole   fractions are whole in tables, however long
    full    tables have every row, also those that say nothing new
    """
    if full:
        view = view.full()
    if format_ == "json":
        from json import dumps

        return dumps(view.to_dict(), indent=2) + "\n"
    if format_ == "csv":
        return view.to_csv()
    if format_ == "md":
        return view.to_markdown()
    from markov.tables import screen

    seen = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return screen.render(view.tables, screen.width(), whole, seen, view.headline)


def write(lines: Iterable[str]) -> None:
    """Prints the lines, as far as someone reads them; raises Unwritten where they cannot be written."""
    with suppress(ReaderLeft):
        sys.stdout.writelines(lines)
        sys.stdout.flush()


def target(option: str, to: str, through: bool = True, force: bool = True) -> Path:
    """The file that an option names; raises BadParameter, before any work, where it cannot be written.

    through   whether a stream such as /dev/stdout will do
    force     whether a file that is there, and not empty, may be overwritten
    """
    from markov.tables.file import check

    if not to:
        raise BadParameter(f"{option} is empty; choose a file that can be written")
    if option == "-o" and "=" in to and not Path(to).suffix:
        raise BadParameter(f"-o {to}: here -o names the file to write; a reading is --option {to}")
    if to.endswith("/"):
        raise BadParameter(f"{option} {to}: that is a folder, not a file; choose a file that can be written")
    written(option, to, lambda path: check(path, through))
    if not force and Path(to).is_file() and Path(to).stat().st_size:
        raise BadParameter(f"{option} {to} exists; --force overwrites it")
    return Path(to)


def optional_target(option: str, to: str | None, force: bool, through: bool = True) -> Path | None:
    """The file that an option names, None where it is left out; `target` says what is refused."""
    return None if to is None else target(option, to, through, force)


def written(option: str, to: str, write: Callable[[Path], object]) -> None:
    """Has a file written that an option names; that it cannot be is a mistake of who asks."""
    try:
        write(Path(to))
    except BrokenPipeError:
        raise ReaderLeft from None
    except OSError as error:
        why = error.strerror or error
        raise BadParameter(f"{option} {to}: {why}; choose a file that can be written") from None


def answer_file(to: str, force: bool) -> None:
    """Raises BadParameter, before any work, unless an answer can be written to that file."""
    from markov.tables.saved import NoFile, check

    path = target("--output", to, force=force)
    try:
        check(path)
    except NoFile as error:
        raise BadParameter(f"--output {to}: {error}") from None


def save_answer(to: str, view: "View") -> None:
    """Writes the answer to the file of --output."""
    written("--output", to, view.save)


def picture_file(plot: str | None, force: bool) -> Path | None:
    """The file of --plot, if it names one; raises BadParameter, before any work, unless it can be drawn."""
    path = optional_target("--plot", plot, force)
    if path is not None:
        from markov.tables.picture import check

        _drawn(path, check)
    return path


def draw_plot(path: Path | None, draw: Callable[[Path], None]) -> None:
    """Draws the picture that --plot asks for, if it does."""
    if path is not None:
        written("--plot", str(path), lambda to: _drawn(to, draw))


def _drawn(path: Path, draw: Callable[[Path], None]) -> None:
    from markov.tables.picture import NoPicture

    try:
        draw(path)
    except NoPicture as error:
        raise BadParameter(f"--plot {path}: {error}") from None


Progress: TypeAlias = Callable[[str, int, int], None]
"""Moves a bar: to what is being done, the number of steps done, and the number of all."""

_WIDEST = 120  # characters of what is being done
_PATIENCE = 0.5  # seconds; a bar that is gone at once is only a flicker


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is moved to the number of steps done; none where the error stream is no terminal.

    >>> with progress("spinning", 2) as done:
    ...     done(1)
    """
    with stages(what) as advance:
        advance(what, 0, total)
        yield lambda done: advance(what, done, total)


def counted(what: str, things: Sequence[T]) -> Iterator[T]:
    """The things one after the other; a bar counts those that are done.

    >>> sum(counted("adding", [1, 2, 3]))
    6
    """
    with progress(what, len(things)) as done:
        for number, thing in enumerate(things, 1):
            yield thing
            done(number)


@contextmanager
def stages(what: str = "") -> Iterator[Progress]:
    """A bar that is moved to what is being done, the number of steps done, and the number of all.

    A wheel turns and the clock runs within each step.

    what   is done before the bar is first moved

    Of a single step nobody knows how far it is, so its bar only moves to and fro.

    >>> with stages() as advance:
    ...     advance("certifying", 1, 5)
    """
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
    )
    bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task(printable(what, _WIDEST), total=None)
    timer = Timer(_PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda what, done, total: bar.update(
            task,
            description=printable(what, _WIDEST),
            completed=done,
            total=total if total > 1 else None,
        )
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()
