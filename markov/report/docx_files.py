"""Files inside a Word file, each a custom XML part, which Word keeps when it saves the file."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import escape
from io import BytesIO
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import BadZipFile, ZipFile
from zlib import error

from markov.report.attached import Damaged
from markov.report.manuscript import Attachment

_SPACE = "urn:markov:file"
_LARGEST = 1 << 28  # bytes of all parts together, unpacked: ten times the certificates of any sheet so far
_CHUNK = 1 << 16


def parts(files: Iterable[Attachment]) -> dict[str, str]:
    """By name of the part: its text, for each file in its order."""
    found = {}
    for number, one in enumerate(files, start=1):
        named = f'name="{escape(one.name)}" media="{escape(one.media)}" sha256="{_digest(one.text)}"'
        text = escape(one.text, quote=False).replace("\r", "&#13;")
        found[f"customXml/item{number}.xml"] = f'{_HEAD}<file xmlns="{_SPACE}" {named}>{text}</file>'
    return found


_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def carried_in_docx(data: bytes) -> dict[str, str]:
    """The files inside a Word file, by name; custom XML parts of other programs are passed over.

    Raises Damaged where it cannot be unpacked, a file is not what its digest says, or they are larger than
    256 MiB together.
    """
    found: dict[str, str] = {}
    left = _LARGEST
    try:
        with ZipFile(BytesIO(data)) as archive:
            for name in archive.namelist():
                if not name.startswith("customXml/") or "/_rels/" in name:
                    continue
                reader = _Reader()
                with archive.open(name) as part:
                    while chunk := part.read(_CHUNK):
                        left -= len(chunk)
                        if left < 0:
                            raise Damaged("the files inside it are too large")
                        reader.parser.Parse(chunk, False)
                reader.parser.Parse(b"", True)
                if reader.named is not None:
                    found |= _file(reader.named, "".join(reader.text))
    except (BadZipFile, ExpatError, error, NotImplementedError, RuntimeError, EOFError, OSError) as why:
        raise Damaged("it is no Word file that can be unpacked") from why
    return found


def _file(named: Mapping[str, str], text: str) -> dict[str, str]:
    name = named.get("name", "")
    if _digest(text) != named.get("sha256"):
        raise Damaged(f"the file {name} inside it is not what its digest says")
    return {name: text}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class _Reader:
    """A part being read: the attributes of its one element, if it is ours, and its text."""

    def __init__(self) -> None:
        self.named: dict[str, str] | None = None
        self.text: list[str] = []
        self.parser = ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._started
        self.parser.CharacterDataHandler = self._read
        self.parser.EntityDeclHandler = self._refused

    def _started(self, name: str, attributes: dict[str, str]) -> None:
        if name == f"{_SPACE} file" and self.named is None:
            self.named = attributes

    def _read(self, text: str) -> None:
        if self.named is not None:
            self.text.append(text)

    def _refused(self, *_: object) -> None:
        """An entity can stand for any amount of text."""
        raise Damaged("a part of it declares entities")


def relations(count: int) -> Iterator[str]:
    """The relations by which a document holds that many parts."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml"
    for number in range(1, count + 1):
        yield f'<Relationship Id="rIdFile{number}" Type="{kind}" Target="../customXml/item{number}.xml"/>'
