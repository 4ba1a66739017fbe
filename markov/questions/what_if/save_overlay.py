"""The file of an edition: a TOML overlay, read back before it takes its place."""

import os
import re
from collections.abc import Iterator, Mapping
from json import dumps
from pathlib import Path

from markov.tables.file import whole
from markov.wager.catalogue import find
from markov.wager.game import Game, slug
from markov.wager.pay_edits import Edition, Place
from markov.wager.paytable import to_one
from markov.wager.wager import Wager


class NotAlike(Exception):
    """A file that does not read back as what was written to it."""


class Unwritable(ValueError):
    """An edition that no TOML file can hold."""


def save(edition: Edition, name: str, target: Path) -> Game:
    """Writes the edition to a file, and answers with the game that the file reads back as.

    Raises OSError where it cannot be written, NotAlike where what is read back has other wagers, Unsayable
    where the sheet has a path that TOML cannot hold. In any case no file is left behind, and one that was
    there is as it was.
    """
    # The reader goes by the suffix, and by the directory for a sheet that is named by its path.
    with whole(target) as draft:
        try:
            # Seen from a symlink and from its target, only a whole path leads to the same sheet.
            beside = target.parent if target.parent == draft.parent else None
            draft.write_bytes(overlay(edition, name, beside).encode())
        except UnicodeEncodeError:
            raise Unwritable("the path of its sheet is not UTF-8, as all text in TOML is") from None
        read = find(str(draft))
        if read.wagers() != _wagers(edition):
            raise NotAlike(f"{target}: what was written does not read back as the edited sheet")
    return read


def overlay(edition: Edition, name: str, directory: Path | None) -> str:
    """The TOML text of the edition, for a file in the directory; without one, for a file anywhere.

    >>> from markov.wager.pay_edits import edition
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


def _lines(edition: Edition, name: str, directory: Path | None) -> Iterator[str]:
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


def _named(at: Place, directory: Path | None) -> str:
    """The slug of the game, or the path of its sheet as seen from the directory."""
    if isinstance(at, str):
        return at
    if directory is None:
        return at.as_posix()
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
