"""Reading the parts of a zipped document, such as a workbook."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import MAX_WBITS, crc32, decompressobj, error

from markov.typeset.attached import Damaged, unpacking_limit

_MOST = 10_000  # parts
_LONGEST = 1 << 20  # bytes up to the end of a comment
_ENTRY = 46  # bytes of an entry of the directory, before its name
_KINDS = {"xl/workbook.xml": ".xlsx", "word/document.xml": ".docx"}


def parts(data: bytes) -> dict[str, bytes] | None:
    """The parts of a zipped document by name; None where the data is not zipped.

    Raises Damaged for one that cannot be read whole, for one with a byte that belongs to no part, which
    another program may read, and, before it is unpacked, for one that would unpack to more than there is room
    for.
    """
    if not data.startswith(b"PK\x03\x04"):
        return None
    if data.count(b"PK\x01\x02") > _MOST:
        raise Damaged(f"it has more than {_MOST:,} parts, and is not unpacked")
    try:
        listed = ZipFile(BytesIO(data)).infolist()
    except (BadZipFile, NotImplementedError, ValueError, struct.error, EOFError):
        raise Damaged("it is no archive that can be read to its end") from None
    size = sum(member.file_size for member in listed)
    if size > unpacking_limit(len(data)):
        raise Damaged(f"its {len(listed):,} parts would unpack to {size:,} bytes, and are not unpacked")
    if any(member.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for member in listed):
        raise Damaged("a part of it is packed in another way than ours are")
    if len({member.filename.casefold() for member in listed}) < len(
        listed
    ):  # office programs do not tell case
        raise Damaged("two parts of it have one name")
    return dict(zip((member.filename for member in listed), _unpacked_parts(data, listed), strict=True))


def _unpacked_parts(data: bytes, listed: Sequence[ZipInfo]) -> Iterator[bytes]:
    """The parts, which lie in the data one behind the other, then their directory, and nothing else."""
    foreign = Damaged(
        "it is no archive that can be read to its end and has nothing but its parts; "
        "give the file as markov wrote it, for another program may have saved it anew"
    )
    start = 0
    for member in listed:
        head = member.FileHeader(zip64=False)  # the directory says the same as what stands before the part
        if (
            member.header_offset != start
            or member.extra
            or member.comment
            or not data.startswith(head, start)
        ):
            raise foreign
        start += len(head) + member.compress_size
        yield _unpacked(member, data[start - member.compress_size : start])
    length = sum(_ENTRY + len(member.filename.encode()) for member in listed)
    count = len(listed)
    if data[start + length :] != struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, length, start, 0):
        raise foreign


def _unpacked(member: ZipInfo, packed: bytes) -> bytes:
    """The part, of exactly the size and the digest that the directory says."""
    if member.compress_type == ZIP_DEFLATED:
        unpacking = decompressobj(-MAX_WBITS)
        try:
            packed = unpacking.decompress(packed, member.file_size + 1)
        except error:
            raise Damaged("a part of it cannot be unpacked") from None
        if unpacking.unused_data or not unpacking.eof:
            raise Damaged("a part of it is not of the size that it says, and is not unpacked further")
    if len(packed) != member.file_size or crc32(packed) != member.CRC:
        raise Damaged("a part of it is not what its digest says")
    return packed


def kind(held: Mapping[str, bytes]) -> str:
    """The suffix of what the parts are: .xlsx, .docx, or nothing that is known.

    Raises Damaged where they are both.
    """
    kinds = [suffix for name, suffix in _KINDS.items() if name in held]
    if len(kinds) > 1:
        raise Damaged("it is a workbook and a Word document at once")
    return "".join(kinds)


def comment(held: Mapping[str, bytes]) -> str:
    """The comment among the properties of a document; empty where there is none."""
    properties = held.get("docProps/core.xml", b"")[:_LONGEST].decode("utf-8", "replace")
    text, end, _ = properties.partition("<dc:description>")[2].partition("</dc:description>")
    return unescape(text) if end else ""
