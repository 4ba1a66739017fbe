"""Files inside a text: compressed, and written as lines that no format takes for its own."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from zlib import compress, decompressobj, error

from markov.typeset.manuscript import Attachment

_MOST = 1 << 27  # bytes of all files together: eight times the certificates of any sheet so far
_FOLD, _SPARE = 40, 1 << 22  # certificates are packed to a quarter; short files of one sign to much less
_FILE = re.compile(
    r"=====FILE (?P<name>[\w.-]+) SHA-256 (?P<digest>[0-9a-f]{64})=====\n"
    r"(?P<body>[A-Za-z0-9+/=\n]*)=====END (?P=name)=====",
    re.ASCII,
)
_NAME = re.compile(r"[\w.-]+", re.ASCII)


CERTIFICATES, ODDS = "certificates.json", "odds.json"
SEAL = f"=====TEXT SHA-256 {'0' * 64}====="
"""Stands in a text for the digest of all of it, itself in this form."""

_SEALED = re.compile(r"=====TEXT SHA-256 [0-9a-f]{64}=====", re.ASCII)


class Damaged(ValueError):
    """A file inside a text that is not what its digest says."""


def unpacking_limit(packed: int) -> int:
    """The bytes that so many packed ones may unpack to; more is no report of ours.

    >>> unpacking_limit(340_000), unpacking_limit(10**9)
    (17794304, 134217728)
    """
    return min(_MOST, _FOLD * packed + _SPARE)


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8, in hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def sealed(text: str) -> str:
    """The text with its digest put into its seal, if it has one.

    >>> text = sealed("p = 1/49 " + SEAL)
    >>> intact(text), intact(text.replace("49", "48")), intact("no seal")
    (True, False, None)
    """
    words, seal, files = text.rpartition(SEAL)
    return words + seal.replace("0" * 64, digest(text)) + files


def intact(text: str) -> bool | None:
    """True where the text has the digest in its seal, False where it was changed, None without a seal.

    The last seal counts, which no words of a sheet come after.
    """
    words, seal, files = _around_seal(text)
    if not seal:
        return None
    return f"SHA-256 {digest(f'{words}{SEAL}{files}')}=" in seal


def _around_seal(text: str) -> tuple[str, str, str]:
    """The text before the last seal, the seal, and the text behind it."""
    seals = list(_SEALED.finditer(text))
    if not seals:
        return text, "", ""
    start, end = seals[-1].span()
    return text[:start], text[start:end], text[end:]


def armored(attachments: Iterable[Attachment]) -> Iterator[str]:
    """The lines that hold the files: deflate (RFC 1950) in Base64 (RFC 4648).

    Raises ValueError for a name of other signs than letters, digits, - _ and points.
    """
    yield SEAL
    for attachment in attachments:
        if not _NAME.fullmatch(attachment.name):
            raise ValueError(f"{attachment.name!r} is no name for a file inside a text")
        yield f"=====FILE {attachment.name} SHA-256 {digest(attachment.text)}====="
        yield from _lines(b64encode(compress(attachment.text.encode())).decode("ascii"))
        yield f"=====END {attachment.name}====="


def unarmored(text: str) -> tuple[tuple[str, str], ...]:
    """Each file in the text: its name, and what is in it.

    Raises Damaged for one that has no end, holds anything but the packed file, is not what its digest says,
    or would unpack to more than there is room for; it is not unpacked then.
    """
    _, _, files = _around_seal(text)
    left = unpacking_limit(len(files))
    contents = []
    for file in _FILE.finditer(files):
        data = _unpacked(file["name"], file["body"].replace("\n", ""), left)
        if sha256(data).hexdigest() != file["digest"]:
            raise Damaged(f"the file {file['name']} inside it is not what its digest says")
        left -= len(data)
        contents.append((file["name"], _decoded(file["name"], data)))
    if files.count("=====FILE ") != len(contents):
        raise Damaged("a file inside it has no end, or something else among its lines")
    return tuple(contents)


def without_files(text: str) -> str:
    """The text with its seal open and without what is in its files, which may be packed in many ways."""
    words, seal, files = _around_seal(text)
    return words + (SEAL if seal else "") + _FILE.sub(lambda file: f"=====FILE {file['name']}=====", files)


def _unpacked(name: str, packed: str, most: int) -> bytes:
    try:
        unpacking = decompressobj()
        data = unpacking.decompress(b64decode(packed, validate=True), most + 1)
    except (ValueError, error):
        raise Damaged(f"the file {name} inside it cannot be unpacked") from None
    if len(data) > most:
        raise Damaged(
            f"the file {name} inside it would unpack to more than {most:,} bytes, and is not unpacked"
        )
    if not unpacking.eof or unpacking.unused_data:
        raise Damaged(f"the file {name} inside it is cut off, or goes on behind its end")
    return data


def _decoded(name: str, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Damaged(f"the file {name} inside it is no text") from None


def _lines(text: str) -> list[str]:
    return [text[k : k + 100] for k in range(0, len(text), 100)]
