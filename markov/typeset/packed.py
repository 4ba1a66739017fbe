"""The parts of a zipped document, such as a workbook."""

import re
from collections.abc import Mapping
from html import unescape
from io import BytesIO
from lzma import LZMAError
from zipfile import BadZipFile, ZipFile
from zlib import error

from markov.typeset.attached import Damaged, room

_ZIP = b"PK\x03\x04"
_COMMENT = re.compile(r"<dc:description>(.*?)</dc:description>", re.DOTALL)
_MOST = 10_000  # parts
_KINDS = {"xl/workbook.xml": ".xlsx", "word/document.xml": ".docx"}


def parts(data: bytes) -> dict[str, bytes] | None:
    """The parts of a zipped document by name; None where the data is not zipped.

    Raises Damaged for one that cannot be read whole, and, before it is unpacked, for one that would unpack to
    more than there is room for.
    """
    if not data.startswith(_ZIP):
        return None
    try:
        with ZipFile(BytesIO(data)) as archive:
            listed = archive.infolist()
            size, most = sum(one.file_size for one in listed), room(len(data))
            if size > most or len(listed) > _MOST:
                raise Damaged(
                    f"its {len(listed):,} parts would unpack to {size:,} bytes, and are not unpacked"
                )
            found = {one.filename: archive.read(one) for one in listed}
    except (
        BadZipFile,
        error,
        LZMAError,
        RuntimeError,
        NotImplementedError,
        ValueError,
        OSError,
        EOFError,
    ) as failed:
        if isinstance(failed, Damaged):
            raise
        raise Damaged("it is no archive that can be read to its end") from None
    if len(found) < len(listed):
        raise Damaged("two parts of it have one name")
    return found


def kind(found: Mapping[str, bytes]) -> str:
    """The suffix of what the parts are: .xlsx, .docx, or nothing that is known."""
    return next((suffix for name, suffix in _KINDS.items() if name in found), "")


def comment(found: Mapping[str, bytes]) -> str:
    """The comment among the properties of a document; empty where there is none."""
    said = _COMMENT.search(found.get("docProps/core.xml", b"").decode("utf-8", "replace"))
    return unescape(said[1]) if said else ""
