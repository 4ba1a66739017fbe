"""Files written whole or not at all, and only where a file may be: the one writer of this program.

The new file is made beside the old one under a name that nobody can guess, and takes its place in one step:
of two processes that write one file, one leaves its own, and a reader never sees half of it. A symlink stays,
and its target is written. A file keeps its mode; a new one has that of the umask. Folders, devices, named
pipes and sockets are refused. Streams of this process, such as /dev/stdout, and the null device are written
through.
"""

import os
import re
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EINVAL, ELOOP, ENOENT
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

_LINKS = 40  # symlinks in a row, as Linux has it
_SUFFIX = 16  # bytes of a suffix that the new file has too, for readers that go by it
_KINDS = {
    stat.S_IFDIR: "folder",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
    stat.S_IFIFO: "named pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFLNK: "symlink",
}
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BYTES = getattr(os, "O_BINARY", 0)


def write(path: Path, data: bytes) -> None:
    """Writes the data to a file whole, or through to a stream; raises OSError where it cannot."""
    target = followed(path)
    if isinstance(target, int):
        _pour(target, data)
    elif _is_null(_there(target)):
        null = os.open(target, os.O_WRONLY)
        try:
            _pour(null, data)
        finally:
            os.close(null)
    else:
        with whole(target) as part:
            part.write_bytes(data)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A new file to write to; it takes the place of the path at the end, if all went well.

    It is in the same folder, and has the same suffix. Raises OSError where no file can be written.
    """
    check(path, through=False)
    target = Path(followed(path))  # type: ignore[arg-type]  # a path, or the check had failed
    with _time_to_tidy():
        part = _beside(target)
        try:
            yield part
            put(part, target)
        finally:
            part.unlink(missing_ok=True)


def check(path: Path, through: bool = True) -> None:
    """Raises OSError, with the reason in words, where no file can be written.

    through   whether a stream of this process, or the null device, will do
    """
    target = followed(path)
    there = None if isinstance(target, int) else _there(target)
    if through and (isinstance(target, int) or _is_null(there)):
        return
    if isinstance(target, int):
        raise OSError(EINVAL, "that is a stream, not a file", str(path))
    _regular(target, there)
    if there:
        # A file is protected from writing on purpose, and to replace it would go around that. To open it is
        # to ask the system itself, which knows more than modes.
        os.close(os.open(target, os.O_WRONLY | _NO_LINK))
    if not os.access(target.parent, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        why = (
            f"the folder {target.parent} is write-protected, and a file is written there whole or not at all"
        )
        raise OSError(EACCES, why, str(path))


def followed(path: Path) -> Path | int:
    """The path at the end of the symlinks, where a file is or will be; for a stream of ours its number.

    Raises OSError where there is no such folder, or no end.
    """
    try:
        for _ in range(_LINKS):
            folder = os.path.realpath(path.parent, strict=True)
            streams = re.fullmatch(rf"/dev/fd|/proc/{os.getpid()}(/task/\d+)?/fd", folder)
            if streams and path.name.isdecimal() and os.path.lexists(path):
                return int(path.name)
            there = _there(path)
            if not there or not stat.S_ISLNK(there.st_mode):
                return path
            end = Path(folder, os.readlink(path))
            path = Path(os.path.realpath(end.parent), end.name)
    except FileNotFoundError:
        raise OSError(ENOENT, f"there is no folder {path.parent}", str(path)) from None
    except ValueError as error:  # a NUL, or half a character
        raise OSError(EINVAL, str(error), str(path)) from None
    raise OSError(ELOOP, os.strerror(ELOOP), str(path))


def put(part: Path, target: Path) -> None:
    """Puts a complete file in the place of another, whose mode and owner it takes over."""
    there = _there(target)
    _regular(target, there)
    number = os.open(part, os.O_RDWR | _NO_LINK)
    try:
        os.fsync(number)
    finally:
        os.close(number)
    if there:
        with suppress(OSError, AttributeError):  # only root gives files away, and on Windows nobody
            os.chown(part, there.st_uid, there.st_gid)
        os.chmod(part, stat.S_IMODE(there.st_mode))
    os.replace(part, target)


def opened(path: Path) -> BinaryIO:
    """The regular file of exactly that name, to be read and written; an empty one, if there is none.

    Raises OSError for all else, symlinks and files of several names included: anyone can lay one where a name
    can be guessed.
    """
    _regular(path, _there(path))
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK | _BYTES, 0o666), "r+b")
    if os.fstat(file.fileno()).st_nlink > 1:
        file.close()
        raise OSError(EINVAL, "that file has another name too, a hard link; remove one of them", str(path))
    return file


def _beside(target: Path) -> Path:
    """A new empty file, which only we can read until it takes the place of one that others may read."""
    suffix = target.suffix if len(os.fsencode(target.suffix)) <= _SUFFIX else ""
    mode = 0o666 if _there(target) is None else 0o600
    while True:
        part = target.with_name(f".markov-{token_hex(8)}{suffix}")
        with suppress(FileExistsError):
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, mode))
            return part


@contextmanager
def _time_to_tidy() -> Iterator[None]:
    """Lets a signal that would end this process at once end it as Ctrl-C does, with no file left behind."""

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)  # as a shell says it

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        signals = []  # only the main thread may say what signals do
    ours = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for our in ours:
            signal.signal(our, leave)
        yield
    finally:
        for our in ours:
            signal.signal(our, signal.SIG_DFL)


def _there(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _regular(path: Path, there: os.stat_result | None) -> None:
    """Raises OSError for what is there and is no regular file."""
    if there and not stat.S_ISREG(there.st_mode):
        kind = _KINDS.get(stat.S_IFMT(there.st_mode), "special file")
        raise OSError(EINVAL, f"that is a {kind}, not a file", str(path))


def _is_null(there: os.stat_result | None) -> bool:
    return bool(there and stat.S_ISCHR(there.st_mode) and there.st_rdev == os.stat(os.devnull).st_rdev)


def _pour(stream: int, data: bytes) -> None:
    """Writes all of the data to a stream, after what was printed before."""
    for before in (sys.stdout, sys.stderr):
        if before:
            before.flush()
    left = memoryview(data)
    while left:
        left = left[os.write(stream, left) :]
