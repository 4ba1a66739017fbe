"""Workbooks read and calculated without us: the cells by the standard library, the formulas by `formulas`."""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

import numpy as np
from formulas import Parser

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


@dataclass(frozen=True)
class Cell:
    value: object
    formula: str | None = None
    over: str = ""  # the cells of an array formula


def position(name: str) -> tuple[int, int]:
    letters, number = re.fullmatch(r"\$?([A-Z]+)\$?(\d+)", name).groups()
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(number), column


def named(row: int, column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def within(area: str) -> list[list[str]]:
    first, _, last = area.partition(":")
    (top, left), (bottom, right) = position(first), position(last or first)
    return [[named(r, c) for c in range(left, right + 1)] for r in range(top, bottom + 1)]


def read(data: bytes) -> dict[str, dict[str, Cell]]:
    """The cells of a workbook, by sheet and name."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        shared = [
            "".join(part.text or "" for part in item.iter(f"{_MAIN}t"))
            for item in ElementTree.fromstring(file.read("xl/sharedStrings.xml")).iter(f"{_MAIN}si")
        ]
        return {
            sheet: dict(_cells(ElementTree.fromstring(file.read(path)), shared))
            for sheet, path in _paths(file).items()
        }


_LOOKS = {
    "widths": r'<col min="(\d+)" max="(\d+)" width="([\d.]+?\b)',
    "heights": r'<row r="(\d+)"[^>]* ht="([\d.]+)"',
    "frozen": r'<pane [^>]*topLeftCell="(\w+)"',
    "merged": r'<mergeCell ref="([\w:]+)"',
    "coloured": r'<conditionalFormatting sqref="([\w:]+)"',
    "paper": r'<pageSetup paperSize="(\d+)" fitToHeight="(\d+)"',
    "type": r'<sz val="([\d.]+)"',
    "indents": r'indent="(\d+)"',
    "cells": r'<c r="\w+" s="(\d+)"',
    "formats": r'<xf numFmtId="(\d+)" (fontId="\d+" fillId="\d+" borderId="\d+").*?>(?:<alignment (.*?)/)?',
    "numbers": r'formatCode="(.*?)"',
    "colours": r'rgb="FF(\w+)"',
    "borders": r'<(?:(?:left|bottom) style|u val)="(\w+)"',
    "links": r'<hyperlink ref="(\w+)" location="(.*?)"',
    "printed": r"<definedName [^>]*>(.*?)<",
    "about": r"<dc:(?:title|subject|creator)>(.*?)<",
    "asked for": r'<dataValidation type="(\w+)"[^>]*sqref="([\w:]+)"[^>]*><formula1>(.*?)<',
}


def looks(data: bytes) -> dict[str, list[str]]:
    """What shows of each sheet beside its cells: a line for widths, one for heights, and so on."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        sheets = {sheet: file.read(path).decode() for sheet, path in _paths(file).items()}
        for part in ("xl/workbook", "xl/styles", "docProps/core"):
            sheets[next(iter(sheets))] += file.read(f"{part}.xml").decode()
    return {
        sheet: [
            f"{name}: {'; '.join(f'{one} ×{n}' if n > 1 else one for one, n in found.items())}"
            for name, pattern in _LOOKS.items()
            if (found := Counter(" ".join(match.groups("")) for match in re.finditer(pattern, text)))
        ]
        for sheet, text in sheets.items()
    }


def _paths(file: zipfile.ZipFile) -> dict[str, str]:
    relations = ElementTree.fromstring(file.read("xl/_rels/workbook.xml.rels"))
    targets = {each.get("Id"): each.get("Target") for each in relations}
    sheets = ElementTree.fromstring(file.read("xl/workbook.xml")).iter(f"{_MAIN}sheet")
    return {each.get("name"): "xl/" + targets[each.get(_RELATION)].removeprefix("/xl/") for each in sheets}


def _cells(root: ElementTree.Element, shared: list[str]) -> Iterator[tuple[str, Cell]]:
    for each in root.iter(f"{_MAIN}c"):
        shown, formula, kind = each.find(f"{_MAIN}v"), each.find(f"{_MAIN}f"), each.get("t", "n")
        if shown is None:
            continue
        text = shown.text or ""
        value = shared[int(text)] if kind == "s" else float(text) if kind == "n" else text
        if formula is None:
            yield each.get("r"), Cell(value)
        else:
            over = formula.get("ref", "") if formula.get("t") == "array" else ""
            yield each.get("r"), Cell(value, formula.text, over)


def changed(data: bytes, inputs: Mapping[tuple[str, str], float]) -> bytes:
    """The workbook with other numbers in some cells, and nothing calculated again."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        paths = _paths(old)
        for name in old.namelist():
            content = old.read(name)
            for (sheet, cell), number in inputs.items():
                if paths[sheet] == name:
                    text, found = re.subn(
                        rf'<c r="{cell}"( s="\d+")?[^>]*>.*?</c>',
                        rf'<c r="{cell}"\g<1>><v>{number!r}</v></c>',
                        content.decode(),
                    )
                    assert found == 1
                    content = text.encode()
            new.writestr(name, content)
    return out.getvalue()


_REFERENCE = re.compile(r"(?:'(?:[^']|'')*'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?")


@cache
def _compiled(shape: str):
    return Parser().ast(f"={shape}")[1].compile()


def _shape(formula: str) -> tuple[str, dict[str, str]]:
    """The formula with its references renamed in their order, and what each new name stands for.

    Formulas of one shape are compiled once, and most of a workbook has one of some fifty shapes.
    """
    stands: dict[str, str] = {}

    def renamed(match: re.Match[str]) -> str:
        old, k = match[0], 10 * (len(stands) + 1)
        new = next((new for new, other in stands.items() if other == old), None)
        if new is None:
            new = f"A{k}:B{k + 1}" if ":" in old else f"A{k}"
            stands[new] = old
        return new

    return _REFERENCE.sub(renamed, formula), stands


class Calculator:
    """Every formula worked out again from the inputs, none of the stored values being looked at."""

    def __init__(self, book: dict[str, dict[str, Cell]], inputs: Mapping[tuple[str, str], float] = {}):
        self.book = book
        self.found: dict[tuple[str, str], object] = dict(inputs)
        self.arrays = {
            (sheet, part): (name, cell)
            for sheet, cells in book.items()
            for name, cell in cells.items()
            if cell.over
            for row in within(cell.over)
            for part in row
        }

    def __call__(self, sheet: str, name: str) -> object:
        key = sheet, name
        if key not in self.found:
            if key in self.arrays:
                _first, cell = self.arrays[key]
                values = self._calculated(sheet, cell.formula)
                for row, line in zip(within(cell.over), values, strict=True):
                    for part, value in zip(row, line, strict=True):
                        self.found[sheet, part] = value
            else:
                cell = self.book[sheet].get(name, Cell(0.0))
                self.found[key] = (
                    cell.value if cell.formula is None else self._calculated(sheet, cell.formula)[0][0]
                )
        return self.found[key]

    def _calculated(self, sheet: str, formula: str) -> np.ndarray:
        shape, stands = _shape(formula)
        compiled = _compiled(shape)
        areas = [self._area(sheet, stands[each]) for each in compiled.inputs]
        values = np.asarray(compiled(*areas), dtype=object)
        return values.reshape(1, 1) if values.ndim == 0 else values

    def _area(self, sheet: str, name: str) -> np.ndarray:
        other, mark, area = name.rpartition("!")
        if mark:
            sheet = other.removeprefix("'").removesuffix("'").replace("''", "'")
        cells = [[self(sheet, each) for each in row] for row in within(area)]
        array = np.empty((len(cells), len(cells[0])), dtype=object)
        for r, row in enumerate(cells):
            for c, value in enumerate(row):
                array[r, c] = value
        return array
