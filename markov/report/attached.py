"""Files inside a text: compressed, and written as lines that no format takes for its own."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from zlib import compress, decompressobj, error

from markov.report.manuscript import Attachment

_LARGEST = 1 << 28  # bytes of one file: ten times the certificates of any sheet so far
_FILE = re.compile(
    r"=====FILE (?P<name>[\w.-]+) SHA-256 (?P<digest>[0-9a-f]{64})=====(?P<body>.*?)=====END (?P=name)=====",
    re.DOTALL | re.ASCII,
)
_NAME = re.compile(r"[\w.-]+", re.ASCII)
_LETTERS = re.compile(r"[^A-Za-z0-9+/=]", re.ASCII)


CERTIFICATES = "certificates.json"
SEAL = f"=====TEXT SHA-256 {'0' * 64}====="
"""Stands in a text for the digest of all of it, itself in this form."""

_SEALED = re.compile(r"=====TEXT SHA-256 [0-9a-f]{64}=====", re.ASCII)


class Damaged(ValueError):
    """A file inside a text that is not what its digest says."""


def sealed(text: str) -> str:
    """The text with its digest put into its seal, if it has one.

    >>> text = sealed("p = 1/49 " + SEAL)
    >>> intact(text), intact(text.replace("49", "48")), intact("no seal")
    (True, False, None)
    """
    words, seal, files = text.rpartition(SEAL)
    return words + seal.replace("0" * 64, sha256(text.encode()).hexdigest()) + files


def intact(text: str) -> bool | None:
    """Whether not a character was changed since the text was sealed; None where it was not.

    The last seal counts, which no words of a sheet come after.
    """
    words, seal, files = _parted(text)
    if not seal:
        return None
    plain = f"{words}{SEAL}{files}"
    return f"SHA-256 {sha256(plain.encode()).hexdigest()}=" in seal


def _parted(text: str) -> tuple[str, str, str]:
    """What stands before the last seal, the seal, and what stands behind it."""
    seals = list(_SEALED.finditer(text))
    if not seals:
        return text, "", ""
    start, end = seals[-1].span()
    return text[:start], text[start:end], text[end:]


def armored(attachments: Iterable[Attachment], mark: str = "") -> Iterator[str]:
    """The lines that hold the files, each behind the mark: deflate (RFC 1950) in Base64 (RFC 4648).

    mark   what makes a line a comment; no sign of Base64 is in it

    Raises ValueError for a name of other signs than letters, digits, - _ and points.
    """
    yield f"{mark}{SEAL}"
    for one in attachments:
        if not _NAME.fullmatch(one.name):
            raise ValueError(f"{one.name!r} is no name for a file inside a text")
        data = one.text.encode()
        yield f"{mark}=====FILE {one.name} SHA-256 {sha256(data).hexdigest()}====="
        yield from (mark + line for line in _lines(b64encode(compress(data)).decode("ascii")))
        yield f"{mark}=====END {one.name}====="


def unarmored(text: str) -> dict[str, str]:
    """The files in the text, by name.

    Raises Damaged for one that is not what its digest says, or is larger than 256 MiB.
    """
    found = {}
    _, _, files = _parted(text)
    for file in _FILE.finditer(files):
        name = file["name"]
        packed = _LETTERS.sub("", file["body"])
        try:
            unpacking = decompressobj()
            data = unpacking.decompress(b64decode(packed), _LARGEST)
        except (ValueError, error):
            raise Damaged(f"the file {name} inside it cannot be unpacked") from None
        if unpacking.unconsumed_tail:
            raise Damaged(f"the file {name} inside it is too large")
        if sha256(data).hexdigest() != file["digest"]:
            raise Damaged(f"the file {name} inside it is not what its digest says")
        found[name] = data.decode()
    return found


def _lines(text: str) -> list[str]:
    return [text[k : k + 100] for k in range(0, len(text), 100)]
