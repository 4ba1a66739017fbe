"""A manuscript as JSON: what it says and its exact numbers, the same to the last byte on every machine."""

import json

from markov.exact import root
from markov.tables.table import Cell, Word
from markov.tables.view import Document
from markov.typeset import manuscript as ms
from markov.typeset.attached import SEAL, digest


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript as a JSON document, schema markov/report/1.

    A part of a paragraph is a text, or an object whose one key says what it is. A cell is an object with its
    `text`; that of a number has it as a fraction in `exact`, and `root` where the text is of its square root,
    which has the sign of the fraction.
    Formulas are in TeX. A JSON file that goes with it is held as its lines, so that not a byte is rewritten.
    """
    numbers = manuscript.numbers()
    document: Document = {
        "schema": "markov/report/1",
        "title": manuscript.title,
        "subtitle": manuscript.subtitle,
        "date": manuscript.date,
        "lead": [{"name": name, "parts": _parts(words, numbers)} for name, words in manuscript.lead],
        "opening": [_block(block, numbers) for block in manuscript.opening],
        "sections": [_block(section, numbers) for section in manuscript.sections],
        "attachments": [_attachment(one) for one in manuscript.attachments],
        "seal": SEAL,
    }
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def _block(block: ms.Block, numbers: dict[str, str]) -> Document:
    match block:
        case ms.Paragraph(parts):
            return {"type": "paragraph", "parts": _parts(parts, numbers)}
        case ms.Items(items, numbered):
            listed = [_parts(item, numbers) for item in items]
            return {"type": "list", "numbered": numbered, "items": listed}
        case ms.Terms(entries):
            shown = [
                {"term": term, "parts": _parts(words, numbers), "formula": None}  # it is among the parts
                for term, words in entries
            ]
            return {"type": "terms", "entries": shown}
        case ms.Display(formula):
            return {"type": "formula", "formula": formula.tex}
        case ms.Tabular(table, label, totals):
            columns = [{"name": one.name, "group": one.group or None} for one in table.columns]
            rows = [[cell(one) for one in row] for row in table.rows]
            content = {"title": table.title, "columns": columns, "rows": rows, "totals": totals}
            return {**_numbered("table", label, numbers), **content, "notes": list(table.notes)}
        case ms.Picture(_, caption, alternative, label):
            return {**_numbered("figure", label, numbers), "caption": caption, "alternative": alternative}
        case ms.CodeListing(lines):
            return {"type": "listing", "lines": list(lines)}
        case ms.Particulars(listed):
            named = [{"name": name, "parts": _parts(parts, numbers)} for name, parts in listed]
            return {"type": "particulars", "rows": named}
        case ms.SignOff(lines):
            return {"type": "sign-off", "lines": [{"role": role, "name": name} for role, name in lines]}
        case ms.NumberedFinding(title, label, parts, disposition):
            texts = {"parts": _parts(parts, numbers), "disposition": _parts(disposition, numbers)}
            return {**_numbered("finding", label, numbers), "title": title, **texts}
        case ms.Section(title, label, blocks):
            inside = [_block(one, numbers) for one in blocks]
            return {**_numbered("section", label, numbers), "title": title, "blocks": inside}


def _numbered(kind: str, label: str, numbers: dict[str, str]) -> Document:
    return {"type": kind, "label": label, "number": numbers[label]}


def _parts(parts: ms.Inlines, numbers: dict[str, str]) -> list[str | Document]:
    return [_part(part, numbers) for part in parts]


def _part(part: ms.Inline, numbers: dict[str, str]) -> str | Document:
    match part:
        case str():
            return part
        case ms.Strong(words):
            return {"strong": words}
        case ms.Code(words):
            return {"code": words}
        case ms.Ref(label):
            return {"ref": label, "number": numbers[label]}
        case formula:
            return {"formula": formula.tex}


def cell(one: Cell) -> Document:
    """The text of a cell of a table, and its exact number where it has one."""
    toned = {"tone": one.tone} if one.tone else {}
    if isinstance(one, Word):
        return {"text": one.words, **toned}
    rooted = {"root": True} if one.root or one.shown is root else {}
    return {"text": one.text(), "exact": str(one.number), **rooted, **toned}


def _attachment(one: ms.Attachment) -> Document:
    known = {"name": one.name, "about": one.about, "media": one.media}
    known["sha256"] = digest(one.text)
    if one.media == "application/json":
        return {**known, "lines": one.text.split("\n")}
    return {**known, "text": one.text}
