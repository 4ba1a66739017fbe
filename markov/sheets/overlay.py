"""A TOML overlay into a Game: another sheet, with other pays and other defaults.

The format is described in docs/reference/sheets.md.
"""

from contextvars import ContextVar
from pathlib import Path
from typing import Any

from markov.sheets.line import posted
from markov.sheets.schema import Edits, Overlay
from markov.sheets.toml_file import Key, TomlFile, nearest
from markov.wager.catalogue import find, place
from markov.wager.game import Game, Unknown, slug
from markov.wager.pay_edits import Pay, edition, endings
from markov.wager.paytable import returned
from markov.wager.wager import Wager

_DEEPEST = 8  # overlays, each of the next

# The files that are being read: an overlay names its sheet by what the catalogue finds, which may be a
# file that comes back to it.
_open: ContextVar[tuple[Path, ...]] = ContextVar("_open", default=())


def edited_game(file: TomlFile) -> Game:
    """The game of the sheet that the file names, edited as the file says.

    Raises SheetError when the file is not valid, names no game or one that comes back to it, or when an
    edit does not fit the sheet; and what is wrong with the sheet itself.
    """
    overlay = file.converted(file.tables, Overlay)
    if not slug(overlay.name) or not overlay.name.isprintable():
        raise file.error(("name",), f"found {overlay.name!r}; expected a name with letters or digits")
    for key, choice in overlay.reading.items():
        if not isinstance(choice, str):
            raise file.error(("reading", key), f"found {choice!r}; expected the name of a choice, as text")
    try:
        where = place(overlay.sheet, file.path.parent)
    except (ValueError, RuntimeError):  # with a NUL in it, or through links that come back to themselves
        raise file.error(("sheet",), f"no sheet can be read from {overlay.sheet!r}") from None
    sheet = _sheet(file, overlay.sheet if isinstance(where, str) else str(where))
    try:
        reading = sheet.reading(overlay.reading)
    except Unknown as error:
        key = next(k for k in overlay.reading if not _chooses(sheet, k, overlay.reading[k]))
        raise file.error(("reading", key), str(error)) from None
    wagers = sheet.wagers(reading)
    pays: dict[str, dict[str, Pay]] = {}
    for name, raw in overlay.wagers.items():
        edits = file.converted(raw, Edits, ("wagers", name))
        at: Key = ("wagers", name, "pays")  # a header names the pays, so this is where a line is found
        if slug(name) not in wagers:
            raise file.error(at, f"no wager has the name {name!r}{nearest(slug(name), wagers)}")
        if slug(name) in pays:
            raise file.error(at, f"found {slug(name)!r} again; expected each wager once")
        pays[slug(name)] = _pays(file, at, wagers[slug(name)], edits.pays)
    try:
        edited = edition(sheet, where, reading, pays)
        list(edited(reading))
    except ValueError as error:
        raise file.error(("wagers",), str(error)) from None
    return edited.game(overlay.name)


def _sheet(file: TomlFile, name: str) -> Game:
    """The game that the catalogue finds, which is no overlay of the file itself."""
    here = file.path.resolve()
    opened = _open.get()
    if here in opened:
        raise file.error(("sheet",), "found what comes back to this file; expected another sheet")
    if len(opened) == _DEEPEST:
        raise file.error(("sheet",), f"found an overlay of overlays, more than {_DEEPEST} deep")
    token = _open.set((*opened, here))
    try:
        return find(name)
    except Unknown as error:
        raise file.error(("sheet",), str(error)) from None
    finally:
        _open.reset(token)


def _chooses(sheet: Game, key: str, choice: str) -> bool:
    return any(option.key == key and choice in option.choices for option in sheet.options)


def _pays(file: TomlFile, at: Key, wager: Wager, texts: dict[str, Any]) -> dict[str, Pay]:
    """The pays by ending, None where a line is taken out; each of an ending that can happen."""
    pays: dict[str, Pay] = {}
    for key, text in posted(file, at, texts):
        ending = str(key[-1])
        if not isinstance(text, str):
            raise file.error(key, f"found {text!r}; expected text, such as '40 for 1'")
        pays[ending] = None if text == "none" else text
        try:
            returned("nothing" if text == "none" else text)
        except ValueError as error:
            raise file.error(key, str(error)) from None
        if text == "none" and ending not in wager.pays:
            lines = ", ".join(wager.pays)
            raise file.error(key, f"found 'none', and no such line to take out; the lines are {lines}")
    if all(ending in wager.pays and pay is not None for ending, pay in pays.items()):
        return pays  # what has a pay can happen, and the chain need not be laid out to know it
    forced, offered = endings(wager)
    for ending, pay in pays.items():
        if ending not in forced | offered:
            hint = nearest(ending, sorted(forced | offered))
            raise file.error((*at, ending), f"this ending cannot happen{hint}")
        if pay is None and ending in forced:
            raise file.error((*at, ending), "found 'none'; expected a pay, for a spin can bring this ending")
    return pays
