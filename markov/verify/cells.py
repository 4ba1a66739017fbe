"""The values and formulas in the cells of a workbook, by sheet and place."""

import re
from collections.abc import Mapping
from xml.parsers.expat import ExpatError, ParserCreate

from markov.typeset.attached import Damaged

_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?")
_SAID = ("v", "f", "t")  # a value, a formula, words


def cells(parts: Mapping[str, bytes]) -> dict[str, str]:
    """By place: the formula and the value of each cell that has any; by number: the names of sheets.

    Raises Damaged where a part cannot be read.
    """
    found: dict[str, str] = {}
    words = [said.get("t", "") for _, said in _read(parts.get("xl/sharedStrings.xml", b"<sst/>"), "si")]
    for number, (named, _) in enumerate(_read(parts["xl/workbook.xml"], "sheet"), start=1):
        found[f"sheet {number}"] = named.get("name", "")
    for part in filter(_SHEET.fullmatch, parts):
        for named, said in _read(parts[part], "c"):
            place = f"{part}, cell {named.get('r', '')}"
            if place in found:
                raise Damaged(f"{place[:100]} is there twice")
            value = said.get("v", "") + said.get("t", "")
            if named.get("t") == "s":
                value = _shared(words, value)
            elif _NUMBER.fullmatch(value):
                value = repr(float(value))
            if "f" in said:
                value = f"={said['f']} is {value}"
            if value:
                found[place] = value
    return found


def _shared(words: list[str], number: str) -> str:
    """Words that cells share, by their number."""
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) >= len(words):
        raise Damaged("a cell has words that are not there")
    return words[int(number)]


def _read(part: bytes, name: str) -> list[tuple[dict[str, str], dict[str, str]]]:
    """Of each element of that name: its attributes, and by kind what is said in it."""
    found: list[tuple[dict[str, str], dict[str, str]]] = []
    path: list[str] = []
    parser = ParserCreate(namespace_separator=" ")

    def start(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag.rpartition(" ")[2])
        if path[-1] == name:
            found.append((attributes, {}))
        elif path[-1] in _SAID and name in path:
            found[-1][1].setdefault(path[-1], attributes.get("ref", ""))

    def end(_: str) -> None:
        path.pop()

    def text(words: str) -> None:
        if path[-1] in _SAID and name in path:
            found[-1][1][path[-1]] += words

    def refused(*_: object) -> None:
        """An entity can stand for any amount of text."""
        raise Damaged("a part of it declares entities")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = text, refused
    parser.buffer_text = True
    try:
        parser.Parse(part, True)
    except ExpatError:
        raise Damaged("a part of it cannot be read to its end") from None
    return found
