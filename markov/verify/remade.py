"""A report made again from its terms and the rules, to be compared with the one at hand."""

import re
from collections.abc import Callable, Mapping
from importlib.metadata import version

from markov.appendix.made import libraries, made
from markov.appendix.terms import Stated
from markov.chain.chain import TooManyStates
from markov.chain.solve_order import TooMuchWork
from markov.tables.picture import NoPicture
from markov.typeset.attached import CERTIFICATES, Damaged, bare
from markov.typeset.carried import Carried, carried, pages
from markov.typeset.formats import NoTypesetter
from markov.typeset.packed import parts
from markov.verify.difference import difference
from markov.verify.view import NotCompared
from markov.wager.game import Game
from markov.workbook.book import NoWorkbook

_CELL = re.compile(rb'<c r="([A-Z]+[0-9]+)"')


def remade(asked: Stated, game: Game, suffix: str, limit: int, told: Callable[[int], None]) -> bytes:
    """The report that those terms make of the game, in that format.

    Raises NotCompared where it cannot be made here, or only with chains of more states than the limit, and
    Unknown where the game has no such wager or reading.
    """
    installed = version("markov")
    if asked.version != installed:
        raise NotCompared(f"made by markov {asked.version[:20]}, and {installed} is installed")
    if asked.max_states > limit:
        raise NotCompared(f"made with --max-states {asked.max_states}; verify it with the same")
    try:
        return made(asked.terms(game), suffix, asked.libraries, told)
    except (NoTypesetter, NoPicture, NoWorkbook, TooManyStates, TooMuchWork) as error:
        raise NotCompared(str(error)) from None


def alike_set(asked: Stated, suffix: str) -> None:
    """Raises NotCompared where another version of a package set the report than is installed."""
    for name, here in libraries(suffix).items():
        if (stated := asked.libraries.get(name, "none")) != here:
            raise NotCompared(f"set by {name} {stated[:20]}, and {here or 'none'} is installed")


def changed_file(inside: Carried, again: bytes) -> str:
    """The first file in a report that is not as it was made again; nothing where all are."""
    other = carried(again) or Carried(inside.suffix, (), "")
    for (name, text), (other_name, wanted) in zip(inside.files, other.files, strict=False):
        if name == other_name == CERTIFICATES and text != wanted:
            return f"{name}: not the certificates that the rules make"
        if name != other_name or text != wanted:
            return f"{name}: {difference(text, wanted) or f'stands where {other_name} belongs'}"
    if len(inside.files) != len(other.files):
        return f"it has {len(inside.files)} files where {len(other.files)} belong"
    return ""


def changed(given: bytes, again: bytes, suffix: str) -> str:
    """The first thing outside its files that is not as it was made again; nothing where all is.

    Files in a text may be packed in another way, and parts of a Word file; in a PDF every byte counts.
    """
    if given == again:
        return ""
    if suffix == ".docx":
        return changed_parts(parts(given) or {}, again)
    if suffix != ".pdf":
        return difference(bare(given.decode()), bare(again.decode()))
    try:
        (read, wanted) = pages(given), pages(again)
    except Damaged as error:
        return f"its pages: {error}"
    for number, (page, other) in enumerate(zip(read, wanted, strict=False), start=1):
        if page != other:
            return f"page {number}, {difference(page, other)}"
    if len(read) != len(wanted):
        return f"it has {len(read)} pages where {len(wanted)} belong"
    return "it reads the same, and is not the same to the last byte"


def changed_parts(given: Mapping[str, bytes], again: bytes) -> str:
    """The first part of a zipped document that is not as it was made again; nothing where all are."""
    other = parts(again) or {}
    for name, wanted in other.items():
        if name not in given:
            return f"{name} is missing"
        if given[name] != wanted:
            return f"{name}{_place(given[name], wanted)}"
    return next((f"{name} does not belong there" for name in given if name not in other), "")


def _place(part: bytes, wanted: bytes) -> str:
    """The cell in which the part of a workbook is another, and what is there."""
    cells = zip(_CELL.split(part), _CELL.split(wanted), strict=False)
    where = ""
    for k, (one, other) in enumerate(cells):
        if one != other:
            said = difference(one.decode("utf-8", "replace"), other.decode("utf-8", "replace"))
            return f"{where}: {said.partition(': ')[2]}"
        if k % 2:
            where = f", cell {one.decode()}"
    return ": it is longer, or shorter"
