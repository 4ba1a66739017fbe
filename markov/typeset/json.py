"""A manuscript as JSON: what it says and its exact numbers, the same to the last byte on every machine."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from markov.exact import in_percent, root
from markov.tables.drawing import Bars, Drawing
from markov.tables.table import Cell, Figure, Word
from markov.tables.view import Document
from markov.typeset import manuscript as ms
from markov.typeset.attached import SEAL, digest
from markov.typeset.formula import Formula

_SHORT = {ms.Strong: "strong", ms.Code: "code", Formula: "formula"}


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript as a JSON document, schema markov/report/2.

    Every block is an object with its `type` and the parts that our manuscript has, a labelled one with its
    `number` too. A part of a paragraph is a text, or an object whose one key says what it is; formulas are in
    TeX. A cell is an object with its `text`; that of a number has it as a fraction in `exact`, with `root`
    where the text is of its square root, which has the sign of the fraction, and `percent` where the text is
    in percent. A JSON file that goes with it is held as its lines, so that not a byte is rewritten.
    """
    held: Document = _plain(replace(manuscript, attachments=()), manuscript.numbers())
    del held["attachments"]  # which stand at the end
    last = {"attachments": list(map(_attachment, manuscript.carried)), "seal": SEAL}
    document = {"schema": "markov/report/2"} | held | last
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def _plain(part: Any, numbers: Mapping[str, str]) -> Any:
    """The part of a manuscript as JSON has it; a drawing is left to the words that say what is in it."""
    match part:
        case str() | int():
            return part
        case tuple():
            return [_plain(part_inside, numbers) for part_inside in part]
        case Word() | Figure():
            return cell(part)
        case ms.Strong() | ms.Code() | Formula():
            return {_SHORT[type(part)]: getattr(part, fields(part)[0].name)}
        case ms.Ref(label):
            return {"ref": label, "number": numbers[label]}
    held = {field.name: getattr(part, field.name) for field in fields(part)}
    number = {"number": numbers[part.label]} if hasattr(part, "label") else {}
    return {"type": type(part).__name__.lower(), **number} | {
        name: _plain(item, numbers) for name, item in held.items() if not isinstance(item, Drawing | Bars)
    }


def cell(one: Cell) -> Document:
    """The text of a cell of a table, and its exact number where it has one."""
    toned = {"tone": one.tone} if one.tone else {}
    if isinstance(one, Word):
        return {"text": one.words, **toned}
    marks = {"root": one.root or one.shown is root, "percent": one.shown is in_percent}
    said = {mark: True for mark, known in marks.items() if known or getattr(one.shown, mark, False)}
    return {"text": one.text(), "exact": str(one.number), **said, **toned}


def _attachment(attachment: ms.Attachment) -> Document:
    known = {"name": attachment.name, "about": attachment.about, "media": attachment.media}
    return {**known, "sha256": digest(attachment.text), "lines": attachment.text.split("\n")}
