"""stdout and stderr of the command, and what it means that one of them cannot be written to.

Whatever prints, an answer, the help or a library, prints through these.
"""

import os
import sys
from codecs import register_error
from contextlib import suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from select import select
from typing import Any

from markov.command.failure import LIMIT as UNWRITTEN
from markov.command.failure import ReaderLeft, Unwritten
from markov.printable import printable

_LONGEST = 580  # characters of a message
_END = 200  # of them at its end, which says what to do
_IN_ASCII = {"─": "-", "–": "-", "·": ".", "≈": "~", "…": "...", "√": "sqrt", "█": "#"}


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
        raise Unwritten(UNWRITTEN, words) from None


def opened() -> None:
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
    at_once = kind is _Stream or stream.line_buffering or stream.write_through  # news comes when it is news
    return TextIOWrapper(raw, stream.encoding, stream.errors, line_buffering=at_once)


def dropped() -> None:
    """Leaves what stdout still holds unwritten."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if isinstance(raw, _Stream):
        raw.drop()


def say(words: str) -> None:
    """Prints one line on stderr, cut in the middle where it is too long."""
    line = printable(f"markov: {words}")
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST - _END - 3]} … {line[-_END:]}"
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr)


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """The ASCII spelling of a character that the encoding of an output stream lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_IN_ASCII.get(character, "?") for character in missing), error.end


register_error("markov", _spelled)
