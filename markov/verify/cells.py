"""The values and formulas in the cells of a workbook, by sheet and place."""

import re
from collections.abc import Mapping

from markov.typeset.archive import elements
from markov.typeset.attached import Damaged

_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?")
_SAID = ("v", "f", "t")  # a value, a formula, words


def cells(parts: Mapping[str, bytes]) -> dict[str, str]:
    """By place: the formula and the value of each cell that has any; by number: the names of sheets.

    Raises Damaged where a part cannot be read.
    """
    found: dict[str, str] = {}
    words = [
        said.get("t", "") for _, said in elements(parts.get("xl/sharedStrings.xml", b"<sst/>"), "si", _SAID)
    ]
    for number, (named, _) in enumerate(elements(parts["xl/workbook.xml"], "sheet", _SAID), start=1):
        found[f"sheet {number}"] = named.get("name", "")
    for part in filter(_SHEET.fullmatch, parts):
        for named, said in elements(parts[part], "c", _SAID):
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
