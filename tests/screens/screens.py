"""Command lines with all that they print and write, kept as text.

The files beside this one are sessions: the lines behind `$ ` are given to the command one after another, in
one folder, those behind ` < ` from stdin. Behind `! ` stands what went to stderr. They are read before they
are kept; that a figure is right is proved elsewhere.
"""

import re
import shlex
import sys
from collections.abc import Callable
from html import unescape
from io import StringIO
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SESSIONS = sorted(HERE.glob("*.txt"))
_TEXTS = {".csv", ".dot", ".drn", ".md", ".toml", ".txt"}

Run = Callable[..., tuple[int, str, str]]


def asked(session: str) -> list[str]:
    """The command lines of a session."""
    return re.findall(r"^\$ (.*)", session, re.MULTILINE)


def played(lines: list[str], folder: Path, run: Run) -> str:
    """The session: each line, what it printed, its exit code where that is not 0, and the files it wrote.

    The folder is the working one; in it stand the `examples` of the project, and the files `given` here.
    """
    for place in (ROOT / "examples", HERE / "given"):
        (folder / place.name).symlink_to(place)
    before = _files(folder)
    session = []
    for line in lines:
        words, _, given = line.partition(" < ")
        sys.stdin = StringIO((folder / given).read_text()) if given else None
        code, out, err = run(*shlex.split(words)[1:])
        session += (f"$ {line}\n", _ended(out), *(f"! {told}\n" for told in err.splitlines()))
        if code:
            session.append(f"exit {code}\n")
        after = _files(folder)
        session += (_written(file, folder) for file in sorted(after) if after[file] != before.get(file))
        before = after
        session.append("\n")
    return "".join(session)


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"


def _files(folder: Path) -> dict[Path, bytes]:
    own = [path for path in folder.iterdir() if not path.is_symlink()]
    found = [file for path in own for file in (path, *path.rglob("*")) if file.is_file()]
    return {file: file.read_bytes() for file in found}


def _written(file: Path, folder: Path) -> str:
    """The name of a file; and its text, or the words of a picture."""
    name = f"wrote {file.relative_to(folder).as_posix()}\n"
    if file.suffix in _TEXTS:
        return name + _ended(file.read_text())
    if file.suffix == ".svg":
        return name + "".join(
            f"{unescape(word)}\n" for word in re.findall(r">([^<>\n]+)</text>", file.read_text())
        )
    return name
