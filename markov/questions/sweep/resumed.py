"""A file that is written piece by piece, and goes on where it was interrupted.

Until it is complete there is FILE.part, and a journal beside it: a digest of what is being written, then for
every piece a line with its number, where it ends, and a digest of all pieces so far. What the journal does
not prove is dropped and written again.
"""

import os
import re
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from typer import BadParameter

from markov.command.failure import LIMIT as UNWRITTEN
from markov.command.failure import Unwritten
from markov.command.output import target
from markov.tables.file import followed, opened, put, whole

_HEAD = re.compile(r"markov unfinished 2 (?P<digest>[0-9a-f]{64}) (?P<words>.*)\n")
_PIECE = re.compile(r"(?P<number>[0-9]{1,18}) (?P<end>[0-9]{1,18}) (?P<digest>[0-9a-f]{64})\n")
_LINE = 2**16  # bytes; no line of a journal is longer
_BLOCK = 2**20  # bytes read at once
_NOT_VALID = 3  # the exit code for an input file that is not valid


def target_file(to: str, force: bool) -> Path:
    """The file that --to names.

    Raises BadParameter where none can be written, or it exists, is not empty, and `force` is False.
    """
    file = target("--to", to, through=False)
    try:
        force = force or begun(file)
    except OSError as error:  # the name is too long for what stands beside the file
        raise BadParameter(f"--to {to}: {error.strerror}; choose a shorter name") from None
    return target("--to", to, through=False, force=force)


def begun(file: Path) -> bool:
    """True where a sweep to that file was begun and is not complete."""
    return _journal(_end(file)).exists()


class Unfinished:
    """A file in the making. Closed before it is complete, it leaves its part for the next time.

    definition   all that the content follows from; of words that say it to a reader, `words` keeps one line
    force        drops what another definition has begun, and what its journal does not prove
    pieces       how many are there already
    dropped      bytes that were there and are not proven

    Raises BadParameter where another definition has begun the file, or where another process is writing it;
    Unwritten where it cannot be written, or its journal is not of this file.
    """

    def __init__(self, file: Path, definition: str, words: str, force: bool) -> None:
        self.file = _end(file)
        self.part = self.file.with_name(f"{self.file.name}.part")
        self.pieces = self.dropped = self._last = 0
        self._force, self._proof = force, sha256()
        head = f"markov unfinished 2 {sha256(definition.encode()).hexdigest()} {' '.join(words.split())}\n"
        try:
            with ExitStack() as files:
                self._log: BinaryIO = files.enter_context(opened(_journal(self.file)))
                self._lock()
                files.callback(self._forget, _journal(self.file))
                begun = self._begun(head)
                if not begun:
                    target("--to", str(self.file), through=False, force=force)
                self._data: BinaryIO = files.enter_context(opened(self.part))
                if not begun:
                    self._start(head.encode())
                self._recover()
                files.pop_all()  # all is well, so that they stay open
        except OSError as error:
            raise self._unwritten(error) from None

    def _start(self, head: bytes) -> None:
        """Makes the part empty, and has the journal say of what it will be."""
        self._cut(0, 0)
        self._log.write(head)
        self._log.flush()

    def _cut(self, log: int, data: int) -> None:
        """Goes to these ends of the journal and the part, and cuts off what follows."""
        for file, size in ((self._log, log), (self._data, data)):
            file.seek(size)
            file.truncate()
            file.flush()

    def _forget(self, journal: Path) -> None:
        """Takes the journal away where nothing stands in it."""
        if not os.fstat(self._log.fileno()).st_size:
            journal.unlink(missing_ok=True)

    def _lock(self) -> None:
        with suppress(ImportError):  # no such thing on Windows
            import fcntl

            try:
                fcntl.flock(self._log, fcntl.LOCK_EX | fcntl.LOCK_NB)
                mine = os.path.samestat(os.fstat(self._log.fileno()), os.stat(_journal(self.file)))
            except (BlockingIOError, FileNotFoundError):
                mine = False
            if not mine:  # nor is one that has just been taken away by who completed the file
                raise BadParameter(
                    f"{self.part} is being written by another process; wait for it, or choose another file"
                )

    def _begun(self, head: str) -> bool:
        """True where there is a part with that head to go on with."""
        there = self._log.readline(_LINE).decode(errors="replace")
        if not self.part.exists() or not self.part.stat().st_size:
            return False
        theirs, mine = _HEAD.fullmatch(there), _HEAD.fullmatch(head)
        if theirs and mine and theirs["digest"] == mine["digest"]:
            return True
        if self._force:
            return False
        if not theirs:
            raise BadParameter(
                f"{self.part} cannot be finished: its journal, {_journal(self.file).name}, is "
                f"{'no journal of a sweep' if there else 'empty'}; say --force to drop both"
            )
        raise BadParameter(
            f"{self.part} is unfinished, and of something else: {theirs['words']}; "
            "repeat that command to finish it, or say --force to drop it"
        )

    def _recover(self) -> None:
        """Goes to the end of the last piece that the journal proves, and cuts off what follows."""
        self._log.seek(0)
        head = self._log.readline(_LINE)
        self._proof.update(head)
        kept, end, wrong = len(head), 0, False
        for line in iter(partial(self._log.readline, _LINE), b""):
            if not line.endswith(b"\n") and len(line) < _LINE:
                break  # cut off while it was being written
            piece = _PIECE.fullmatch(line.decode(errors="replace"))
            if not piece or int(piece["number"]) != self.pieces + 1 or int(piece["end"]) < end:
                wrong = True
                break
            proof, size = self._proof.copy(), int(piece["end"]) - end
            proof.update(_place(self.pieces + 1, int(piece["end"])))
            self._data.seek(end)
            while size and (block := self._data.read(min(size, _BLOCK))):
                proof.update(block)
                size -= len(block)
            if size or proof.hexdigest() != piece["digest"]:
                wrong = not size
                break
            self._proof, self._last = proof, end
            kept, end, self.pieces = kept + len(line), int(piece["end"]), self.pieces + 1
        if wrong and not self.pieces and not self._force:
            raise self._spoiled()
        self.dropped = self._data.seek(0, os.SEEK_END) - end
        self._cut(kept, end)

    def compare(self, last: bytes | None) -> None:
        """Compares the last piece there with what it has to be; None where there are too many pieces.

        Raises Unwritten where it is another, unless `force` was said: then all is dropped.
        """
        self._data.seek(self._last)
        if self._data.read() == last:
            return
        if not self._force:
            raise self._spoiled()
        self._log.seek(0)
        head = self._log.readline(_LINE)
        self.dropped, self.pieces, self._proof = self._data.seek(0, os.SEEK_END), 0, sha256(head)
        self._cut(len(head), 0)

    def add(self, piece: bytes) -> None:
        """Writes the next piece."""
        try:
            self._data.write(piece)
            self._data.flush()  # before the journal says so
            place = _place(self.pieces + 1, self._data.tell())
            self._proof.update(place)
            self._proof.update(piece)
            self._log.write(b"%b %b\n" % (place, self._proof.hexdigest().encode()))
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
            if made is None:
                put(self.part, self.file)
            else:
                with whole(self.file) as other:
                    made(self.part, other)
                self.part.unlink()
            _journal(self.file).unlink()
        except OSError as error:
            raise self._unwritten(error) from None

    def _unwritten(self, error: OSError) -> Unwritten:
        return Unwritten(
            UNWRITTEN, f"{error.filename or self.file} cannot be written: {error.strerror or error}"
        )

    def _spoiled(self) -> Unwritten:
        journal = _journal(self.file).name
        return Unwritten(
            _NOT_VALID,
            f"{self.part} is not what its journal {journal} says; remove both, or say --force to begin again",
        )

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


def _end(file: Path) -> Path:
    """The path of the file itself: its part stands beside it, not beside a symlink to it."""
    end = followed(file)
    return file if isinstance(end, int) else end


def _journal(file: Path) -> Path:
    return file.with_name(f"{file.name}.part.journal")


def _place(number: int, end: int) -> bytes:
    """The number of a piece and the end of it, as they stand in the journal and are proven."""
    return b"%d %d" % (number, end)
