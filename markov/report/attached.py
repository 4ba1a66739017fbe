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
_LETTERS = re.compile(r"[^A-Za-z0-9+/=]", re.ASCII)


class Damaged(ValueError):
    """A file inside a text that is not what its digest says."""


def armored(attachments: Iterable[Attachment], mark: str = "") -> Iterator[str]:
    """The lines that hold the files, each behind the mark: deflate (RFC 1950) in Base64 (RFC 4648).

    mark   what makes a line a comment; no sign of Base64 is in it
    """
    for one in attachments:
        data = one.text.encode()
        yield f"{mark}=====FILE {one.name} SHA-256 {sha256(data).hexdigest()}====="
        yield from (mark + line for line in _lines(b64encode(compress(data, 9)).decode("ascii")))
        yield f"{mark}=====END {one.name}====="


def unarmored(text: str) -> dict[str, str]:
    """The files in the text, by name.

    Raises Damaged for one that is not what its digest says, or is larger than 256 MiB.
    """
    found = {}
    for file in _FILE.finditer(text):
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
