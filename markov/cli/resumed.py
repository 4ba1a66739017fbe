"""A file that is written piece by piece, and goes on where it was interrupted.

Until it is complete there is FILE.part, and a journal beside it: a digest of what is being written, then the
end and the checksum of every piece. What was cut off in the middle of a piece is dropped and written again.
"""

import os
import re
from collections.abc import Callable
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import BinaryIO
from zlib import crc32

from typer import BadParameter

from markov.cli.output import UNWRITTEN, Unwritten

_HEAD = re.compile(r"markov unfinished 1 (?P<digest>[0-9a-f]{64}) (?P<words>.*)\n")
_PIECE = re.compile(r"([0-9]+) ([0-9]+)\n")


def allowed(file: Path, force: bool) -> None:
    """Raises BadParameter where there can be no such file, or it is there already and `force` is not said."""
    try:
        if file.is_dir() or not file.parent.is_dir():
            raise BadParameter(f"--to {file}: a file cannot be there; choose a directory that exists")
        if file.exists() and not force and not _journal(file).exists():
            raise BadParameter(f"{file} is there already; --force writes it anew")
    except (OSError, ValueError) as error:  # a name that is too long, or with a NUL in it
        raise BadParameter(f"--to {str(file)[:200]!r}: {error}") from None


class Unfinished:
    """A file in the making. Closed before it is complete, it leaves its part for the next time.

    definition   all that the content follows from; of words that say it to a reader, `words` keeps one line
    pieces       how many are there already

    Raises BadParameter where another definition has begun the file, unless `force` is said, or where another
    process is writing it; Unwritten where it cannot be written.
    """

    def __init__(self, file: Path, definition: str, words: str, force: bool) -> None:
        self.file, self.part = file, file.with_name(f"{file.name}.part")
        self.pieces = 0
        head = f"markov unfinished 1 {sha256(definition.encode()).hexdigest()} {' '.join(words.split())}\n"
        try:
            with ExitStack() as opened:
                log = os.fdopen(os.open(_journal(file), os.O_RDWR | os.O_CREAT, 0o666), "r+b")
                self._log: BinaryIO = opened.enter_context(log)
                self._lock()
                opened.callback(self._forget, _journal(file))
                begun = self._begun(head, force)
                if not begun and file.exists() and not force:
                    raise BadParameter(f"{file} is there already; --force writes it anew")
                self._data: BinaryIO = opened.enter_context(self.part.open("r+b" if begun else "w+b"))
                if not begun:
                    self._log.seek(0)
                    self._log.truncate()
                    self._log.write(head.encode())
                self._recover()
                opened.pop_all()  # all is well, so that they stay open
        except OSError as error:
            raise self._unwritten(error) from None

    def _forget(self, journal: Path) -> None:
        """Takes the journal away where nothing stands in it."""
        if not os.fstat(self._log.fileno()).st_size:
            journal.unlink(missing_ok=True)

    def _lock(self) -> None:
        with suppress(ImportError):  # no such thing on Windows
            import fcntl

            try:
                fcntl.flock(self._log, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadParameter(
                    f"{self.part} is being written by another process; wait for it, or choose another file"
                ) from None

    def _begun(self, head: str, force: bool) -> bool:
        """Whether there is a part with that head to go on with."""
        there = self._log.readline().decode(errors="replace")
        if not self.part.exists() or not self.part.stat().st_size:
            return False
        found, mine = _HEAD.fullmatch(there), _HEAD.fullmatch(head)
        if found and mine and found["digest"] == mine["digest"]:
            return True
        if force:
            return False
        of = found["words"] if found else "nobody knows what"
        raise BadParameter(
            f"{self.part} is unfinished, and of something else: {of[:200]}; "
            "repeat that command to finish it, or say --force to drop it"
        )

    def _recover(self) -> None:
        """Goes to the end of the last piece that is whole, and cuts off what follows."""
        self._log.seek(0)
        kept, end = len(self._log.readline()), 0
        for line in self._log:
            piece = _PIECE.fullmatch(line.decode(errors="replace"))
            if not piece or int(piece[1]) < end:
                break
            self._data.seek(end)
            if _checksum(self._data, int(piece[1]) - end) != int(piece[2]):
                break
            kept, end, self.pieces = kept + len(line), int(piece[1]), self.pieces + 1
        for file, size in ((self._log, kept), (self._data, end)):
            file.seek(size)
            file.truncate()
            file.flush()

    def add(self, piece: bytes) -> None:
        """Writes the next piece."""
        try:
            self._data.write(piece)
            self._data.flush()  # before the journal says so
            self._log.write(f"{self._data.tell()} {crc32(piece)}\n".encode())
            self._log.flush()
        except OSError as error:
            raise self._unwritten(error) from None
        self.pieces += 1

    def finish(self, last: bytes, made: Callable[[Path, Path], None] | None = None) -> None:
        """Writes the last piece, and puts the file in its place.

        made   makes the file, by another name, of what was written; where there is none it is that
        """
        try:
            self._data.write(last)
            self._data.flush()
            os.fsync(self._data.fileno())
            if made is None:
                os.replace(self.part, self.file)
            else:
                other = self.file.with_name(f"{self.file.name}.part.made")
                try:
                    made(self.part, other)
                    os.replace(other, self.file)
                finally:
                    other.unlink(missing_ok=True)
                self.part.unlink()
            _journal(self.file).unlink()
        except OSError as error:
            raise self._unwritten(error) from None

    def _unwritten(self, error: OSError) -> Unwritten:
        return Unwritten(UNWRITTEN, f"{self.file} cannot be written: {error.strerror or error}")

    def __enter__(self) -> "Unfinished":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            if not self.pieces:
                self.part.unlink(missing_ok=True)
                _journal(self.file).unlink(missing_ok=True)
            self._data.close()
            self._log.close()


def _journal(file: Path) -> Path:
    return file.with_name(f"{file.name}.part.journal")


def _checksum(file: BinaryIO, size: int) -> int | None:
    """The checksum of the next bytes; None where there are fewer."""
    found = 0
    while size:
        block = file.read(min(size, 2**20))
        if not block:
            return None
        found, size = crc32(block, found), size - len(block)
    return found
