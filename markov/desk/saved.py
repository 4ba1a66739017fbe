"""The file of an edition: a TOML overlay, written beside its place, read back and only then put there."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from json import dumps
from pathlib import Path

from markov.catalogue import find
from markov.desk.edition import Edition, Place
from markov.paytable import to_one
from markov.sheet import Game, slug
from markov.wager import Wager


class NotAlike(Exception):
    """A file that does not read back as what was written to it."""


def save(edition: Edition, name: str, target: Path) -> Game:
    """Writes the edition to a file, and answers with the game that the file reads back as.

    Raises OSError where it cannot be written, NotAlike where what is read back has other wagers. Either way
    no file is left behind, and one that was there is as it was.
    """
    # The reader goes by the suffix, and by the directory for a sheet that is named by its path.
    draft = target.with_name(f".{target.stem}-{os.getpid()}.toml")
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(overlay(edition, name, target.parent))
        read = find(str(draft))
        if read.wagers() != _wagers(edition):
            raise NotAlike(f"{target}: what was written does not read back as the edited sheet")
        os.replace(draft, target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return read


def overlay(edition: Edition, name: str, directory: Path) -> str:
    """The TOML text of the edition, for a file in the directory.

    >>> from markov.desk.edition import edition
    >>> sheet = find("repeater-bets-plus")
    >>> edits = {"repeating-2": {"made": "45 for 1", "surrender-1": None}}
    >>> print(overlay(edition(sheet, sheet.slug, {}, edits), "Mine", Path()), end="")
    ... # doctest: +ELLIPSIS
    sheet = "repeater-bets-plus"
    name = "Mine"
    <BLANKLINE>
    [reading]
    zeros = "2"
    ...
    <BLANKLINE>
    [wagers."Repeating 2".pays]
    made = "45 for 1"
    surrender-1 = "none"
    """
    return "".join(f"{line}\n" for line in _lines(edition, name, directory))


def _lines(edition: Edition, name: str, directory: Path) -> Iterator[str]:
    yield f"sheet = {_quoted(_named(edition.at, directory))}"
    yield f"name = {_quoted(name)}"
    if edition.reading:
        yield ""
        yield "[reading]"
    for key, choice in edition.reading.items():
        yield f"{_key(key)} = {_quoted(choice)}"
    for key, pays in edition.pays.items():
        yield ""
        yield f"[wagers.{_key(edition.posted[key].name)}.pays]"
        for ending, pay in pays.items():
            text = "none" if pay is None else pay if isinstance(pay, str) else to_one(pay)
            yield f"{_key(ending)} = {_quoted(text)}"


def _named(at: Place, directory: Path) -> str:
    """What finds the game from a file in the directory: a slug, or a path from there."""
    if isinstance(at, str):
        return at
    try:
        return Path(os.path.relpath(at, directory.resolve())).as_posix()
    except ValueError:  # on another drive
        return at.as_posix()


def _wagers(edition: Edition) -> Mapping[str, Wager]:
    return {slug(wager.name): wager for wager in edition(edition.reading)}


def _key(name: str) -> str:
    """The name as a TOML key, bare where it can be."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(text: str) -> str:
    r"""The text as a TOML string.

    >>> print(_quoted('a "b" \x7f'))
    "a \"b\" \u007f"
    """
    return dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
