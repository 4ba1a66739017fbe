"""The files that a report carries, whatever format it is in."""

import json
from hashlib import sha256
from typing import Any

from markov.report.attached import Damaged, unarmored
from markov.report.docx_files import carried_in_docx

_PDF = b"%PDF-"
_ZIP = b"PK\x03\x04"
_ARMOUR = "=====FILE "
_SCHEMA = '"schema": "markov/report/1"'


class NoReader(ValueError):
    """A report that cannot be looked into: a package is missing."""


def carried(data: bytes) -> tuple[dict[str, str], str] | None:
    """The files inside a report by name, and its text; None where it is no report.

    There is no text of a PDF or of a Word file to be compared with a digest.

    Raises Damaged for a report that is not whole, and NoReader where a package for it is missing.
    """
    if data.startswith(_PDF):
        return _in_pdf(data), ""
    if data.startswith(_ZIP):
        files = carried_in_docx(data)
        return (files, "") if files else None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if _SCHEMA in text[:200]:
        return _in_json(text), text
    return (unarmored(text), text) if _ARMOUR in text else None


def _in_pdf(data: bytes) -> dict[str, str]:
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError:
        raise NoReader("looking into a PDF needs pypdf: pip install 'markov[pdf]'") from None
    from io import BytesIO

    try:
        attached = PdfReader(BytesIO(data)).attachments
        return {name: found[0].decode() for name, found in attached.items()}
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError):
        raise Damaged("it is no PDF that can be read to its end") from None


def _in_json(text: str) -> dict[str, str]:
    try:
        found = {one["name"]: _file(one) for one in json.loads(text)["attachments"]}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        why = error if isinstance(error, Damaged) else "it is no JSON report that can be read to its end"
        raise Damaged(str(why)) from None
    return found


def _file(one: Any) -> str:
    text = "\n".join(one["lines"]) if "lines" in one else str(one["text"])
    if sha256(text.encode()).hexdigest() != one["sha256"]:
        raise Damaged(f"the file {one['name']} inside it is not what its digest says")
    return text
