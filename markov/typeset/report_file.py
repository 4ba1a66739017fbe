"""Reading a report of any format, and the files that it carries."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from logging import NullHandler, getLogger
from pathlib import Path
from typing import Any

from markov.package import needs
from markov.tables.markdown import seen
from markov.typeset.archive import kind, parts
from markov.typeset.attached import Damaged, digest, unarmored, unpacking_limit

_PDF = b"%PDF-"
_ARMOUR = "=====FILE "
_SCHEMA = '"schema": "markov/report/'
_BEGINNINGS = {"<!DOCTYPE html>": ".html", "# ": ".md", "// The style": ".typ", "% LaTeX": ".tex"}
_STATED = re.compile(r"(?P<digest>[0-9a-f]{64})  (?P<name>[A-Za-z0-9-]+\.json)\n")
_LARGEST = 1 << 28  # bytes of a file beside a report
_DIGITS = 18  # of a whole number in JSON; every longer one is a text


class NoReader(ValueError):
    """A report that cannot be looked into: a package is missing."""


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A report as it was read, with the files that it carries.

    suffix   of the format that it is in
    files    name and text of each, in their order; two may have one name
    text     of the report; empty for a PDF and a Word file
    beside   texts of large files, of which it carries the digest, by the name that they would have inside
    """

    suffix: str
    files: tuple[tuple[str, str], ...]
    text: str
    beside: Mapping[str, str] = field(default_factory=dict)

    def named(self, name: str) -> list[str]:
        """The texts of the files of that name."""
        return [
            *(text for known, text in self.files if known == name),
            *([self.beside[name]] if name in self.beside else []),
        ]

    def stated(self) -> dict[str, re.Match[str]]:
        """The digest and the name of each file beside it, by the name that it would have inside."""
        pairs = ((name, _STATED.fullmatch(text)) for name, text in self.files if name.endswith(".sha256"))
        return {name.removesuffix(".sha256"): digest for name, digest in pairs if digest}

    def missing(self) -> list[str]:
        """The names of the files that are to stand beside it, and were not found there."""
        return [stated["name"] for name, stated in self.stated().items() if name not in self.beside]

    def with_files_beside(self, folder: Path) -> "ReportFile":
        """The report with the files beside it, as far as they are in the folder.

        Raises Damaged for one that is not what its digest says.
        """
        held = {}
        for name, stated in self.stated().items():
            path = folder / stated["name"]
            if path.is_file():
                data = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
                if sha256(data).hexdigest() != stated["digest"]:
                    raise Damaged(f"the file {path.name} beside it is not what its digest says")
                held[name] = data.decode()
        return replace(self, beside=held)


def read_report(data: bytes) -> ReportFile | None:
    """The report in the data, with the files that it carries; None where it is no report.

    Raises Damaged for a report that is not whole, and NoReader where a package for it is missing.
    """
    if data.startswith(_PDF):
        return ReportFile(".pdf", tuple(_in_pdf(data)), "")
    if (zipped := parts(data)) is not None:
        held = [
            part
            for name, part in zipped.items()
            if name.startswith("customXml/") and _ARMOUR.encode() in part
        ]
        if kind(zipped) != ".docx" or not held:
            return None
        return ReportFile(".docx", unarmored("".join(part.decode("utf-8", "replace") for part in held)), "")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if _SCHEMA in text[:200]:
        return ReportFile(".json", _in_json(text), text)
    if _ARMOUR not in text:
        return None
    suffix = next((kind for start, kind in _BEGINNINGS.items() if text.lstrip().startswith(start)), "")
    return ReportFile(suffix, unarmored(text), text)


def pages(data: bytes) -> list[str]:
    """The words of each page of a PDF.

    Raises what `read_report` raises.
    """
    with _reading(data) as reader:
        return [page.extract_text() for page in reader.pages]


def loads(text: str) -> Any:
    """The value of a JSON text, read strictly.

    Raises ValueError for what is none or too deep to be read, a huge number, and a key that is there twice.
    """
    try:
        return json.loads(text, parse_int=_whole_number, object_pairs_hook=_unique_keys)
    except RecursionError:
        raise ValueError("it has brackets inside brackets, too deep to be read") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("it has a key twice")
    return value


def _whole_number(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"it has a number of {len(digits):,} digits, which is no number of ours")
    return int(digits)


@contextmanager
def _reading(data: bytes) -> Iterator[Any]:
    """The PDF, open; a stream in it that unpacks to more than there is room for is not unpacked."""
    try:
        from pypdf import PdfReader, apply_configuration
        from pypdf.errors import LimitReachedError
    except ImportError:
        raise NoReader(needs("looking into a PDF", "pypdf", "pdf")) from None
    from io import BytesIO

    getLogger("pypdf").addHandler(NullHandler())  # what it says of a file may hold any sign of it
    most = unpacking_limit(len(data))
    limits = ("zlib", "lzw", "run_length", "array_based_stream")
    try:
        with apply_configuration(None, **{f"{limit}_maximum_output_length": most for limit in limits}):
            yield PdfReader(BytesIO(data))
    except (Damaged, MemoryError):
        raise
    except LimitReachedError:
        raise Damaged(
            f"something in it would unpack to more than {most:,} bytes, and is not unpacked"
        ) from None
    except Exception:  # pypdf lets through whatever it trips over in a file that is no PDF
        raise Damaged("it is no PDF that can be read to its end") from None


def _in_pdf(data: bytes) -> Iterator[tuple[str, str]]:
    with _reading(data) as reader:
        left = unpacking_limit(len(data))
        for attachment in reader.attachment_list:  # `attachments` unpacks all of one name at once
            content = attachment.content
            left -= len(content)
            if left < 0:
                raise Damaged(
                    f"its files would be unpacked to more than {unpacking_limit(len(data)):,} bytes"
                )
            text = content.decode()
            yield from (
                (name, text)
                for name in dict.fromkeys((attachment.name, attachment.alternative_name or attachment.name))
            )


def _in_json(text: str) -> tuple[tuple[str, str], ...]:
    try:
        return tuple((str(load["name"]), _file(load)) for load in loads(text)["attachments"])
    except (ValueError, KeyError, TypeError) as error:
        why = error if isinstance(error, Damaged) else "it is no JSON report that can be read to its end"
        raise Damaged(str(why)) from None


def _file(attachment: Any) -> str:
    text = "\n".join(attachment["lines"]) if "lines" in attachment else str(attachment["text"])
    if digest(text) != attachment["sha256"]:
        raise Damaged(f"the file {seen(str(attachment['name']))} inside it is not what its digest says")
    return text
