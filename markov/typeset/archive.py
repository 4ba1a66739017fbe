"""Reading the parts of a zipped document, such as a workbook."""

import struct
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import islice
from struct import Struct
from xml.parsers.expat import ExpatError, ParserCreate
from zlib import MAX_WBITS, crc32, decompressobj, error

from markov.typeset.attached import Damaged, unpacking_limit

_ZIP, _LISTED, _ENDED = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_HEAD = Struct("<4s5H3L2H")  # stands before each part
_ENTRY = Struct("<4s6H3L5H2L")  # says the same in the directory, and where the part is
_END = Struct("<4s4H2LH")  # says where the directory is
_HARMLESS = 0x806  # flags: how hard the packing was, and that a name is UTF-8
_STORED, _DEFLATED = 0, 8
_MOST = 10_000  # parts
_LONGEST = 1 << 20  # bytes up to the end of a comment
_KINDS = {"xl/workbook.xml": ".xlsx", "word/document.xml": ".docx"}


@dataclass(frozen=True, slots=True)
class _Listed:
    """A part as the directory has it; `packed` stands in the file from `start` on."""

    name: str
    start: int
    packed: int
    size: int
    deflated: bool
    digest: int


def parts(data: bytes) -> dict[str, bytes] | None:
    """The parts of a zipped document by name; None where the data is not zipped.

    Raises Damaged for one that cannot be read whole, for one with a byte that belongs to no part, which
    another program may read, and, before it is unpacked, for one that would unpack to more than there is room
    for.
    """
    if not data.startswith(_ZIP):
        return None
    try:
        listed = list(islice(_listed(data), _MOST + 1))
    except (struct.error, UnicodeDecodeError):
        raise Damaged("it is no archive that can be read to its end") from None
    size = sum(one.size for one in listed)
    if size > unpacking_limit(len(data)) or len(listed) > _MOST:
        raise Damaged(f"its {len(listed):,} parts would unpack to {size:,} bytes, and are not unpacked")
    if len({one.name.casefold() for one in listed}) < len(listed):  # office programs do not tell case
        raise Damaged("two parts of it have one name")
    return {one.name: _unpacked(one, data) for one in listed}


def _listed(data: bytes) -> Iterator[_Listed]:
    """The parts by the directory, which lie in the data one behind the other, then it, and nothing else."""
    foreign = Damaged(
        "it is no archive that can be read to its end and has nothing but its parts; "
        "give the file as markov wrote it, for another program may have saved it anew"
    )
    end = len(data) - _END.size
    _, _, _, _, count, length, directory, _ = _END.unpack_from(data, max(end, 0))
    if data[end:] != _END.pack(_ENDED, 0, 0, count, count, length, directory, 0):
        raise foreign
    start, place = 0, directory
    for _ in range(count):
        mark, _, *packing, long, extra, comment, disk, _, _, at = _ENTRY.unpack_from(data, place)
        _, flags, method, _, _, digest, packed, size = packing
        named = place + _ENTRY.size
        name = data[named : named + long]
        head = _HEAD.pack(_ZIP, *packing, long, 0) + name
        if (mark, extra, comment, disk, at) != (_LISTED, 0, 0, 0, start):
            raise foreign
        if data[start : start + len(head)] != head:
            raise foreign
        if flags & ~_HARMLESS or method not in (_STORED, _DEFLATED):
            raise Damaged("a part of it is packed in another way than ours are")
        yield _Listed(name.decode(), start + len(head), packed, size, method == _DEFLATED, digest)
        start += len(head) + packed
        place = named + long
    if start != directory or place != directory + length or place != end:
        raise foreign


def _unpacked(one: _Listed, data: bytes) -> bytes:
    """The part, of exactly the size and the digest that the directory says."""
    packed = data[one.start : one.start + one.packed]
    if one.deflated:
        unpacking = decompressobj(-MAX_WBITS)
        try:
            packed = unpacking.decompress(packed, one.size + 1)
        except error:
            raise Damaged("a part of it cannot be unpacked") from None
        if unpacking.unused_data or not unpacking.eof:
            raise Damaged("a part of it is not of the size that it says, and is not unpacked further")
    if len(packed) != one.size or crc32(packed) != one.digest:
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


def elements(part: bytes, name: str, texts: Container[str]) -> list[tuple[Mapping[str, str], dict[str, str]]]:
    """The XML elements of a name: of each its attributes, and by name the texts in it, or its own.

    name    without its name space, or behind it and a space
    texts   names of the elements whose text is wanted; it begins with what their attribute `ref` says

    Raises Damaged where the part cannot be read, or declares entities: one can stand for any amount of text.
    """
    read: list[tuple[Mapping[str, str], dict[str, str]]] = []
    path: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag if tag == name else tag.rpartition(" ")[2])
        if path[-1] == name:
            read.append((attributes, {}))
        if path[-1] in texts and name in path:
            read[-1][1].setdefault(path[-1], attributes.get("ref", ""))

    def text(words: str) -> None:
        if path[-1] in texts and name in path:
            read[-1][1][path[-1]] += words

    def refused(*_: object) -> None:
        raise Damaged("a part of it declares entities")

    parser = ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: path.pop()
    parser.CharacterDataHandler, parser.EntityDeclHandler = text, refused
    parser.buffer_text = True
    try:
        parser.Parse(part, True)
    except Damaged:
        raise
    except (ExpatError, ValueError):  # an encoding that it does not know is a ValueError
        raise Damaged("a part of it cannot be read to its end") from None
    return read
