"""Files inside a Word file, each a custom XML part, which Word keeps when it saves the file."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import escape
from xml.parsers.expat import ExpatError, ParserCreate

from markov.tables.markdown import seen
from markov.typeset.attached import Damaged
from markov.typeset.manuscript import Attachment

_SPACE = "urn:markov:file"


def parts(files: Iterable[Attachment]) -> dict[str, str]:
    """By name of the part: its text, for each file in its order."""
    found = {}
    for number, one in enumerate(files, start=1):
        named = f'name="{escape(one.name)}" media="{escape(one.media)}" sha256="{_digest(one.text)}"'
        text = escape(one.text, quote=False).replace("\r", "&#13;")
        found[f"customXml/item{number}.xml"] = f'{_HEAD}<file xmlns="{_SPACE}" {named}>{text}</file>'
    return found


_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def files_inside(held: Mapping[str, bytes]) -> tuple[tuple[str, str], ...]:
    """Name and text of each file inside a Word file, by its parts; those of other programs are passed over.

    Raises Damaged where a part cannot be read, or a file is not what its digest says.
    """
    names = (name for name in held if name.startswith("customXml/") and "/_rels/" not in name)
    read = (_Reader(held[name]) for name in sorted(names, key=lambda name: (len(name), name)))
    return tuple(_file(one.named, "".join(one.text)) for one in read if one.named is not None)


def _file(named: Mapping[str, str], text: str) -> tuple[str, str]:
    name = named.get("name", "")
    if _digest(text) != named.get("sha256"):
        raise Damaged(f"the file {seen(name)} inside it is not what its digest says")
    return name, text


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class _Reader:
    """A part being read: the attributes of its one element, if it is ours, and its text."""

    def __init__(self, part: bytes) -> None:
        self.named: dict[str, str] | None = None
        self.text: list[str] = []
        parser = ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._started
        parser.CharacterDataHandler = self._read
        parser.EntityDeclHandler = self._refused
        try:
            parser.Parse(part, True)
        except (ExpatError, ValueError) as error:
            if isinstance(error, Damaged):
                raise
            raise Damaged("a part of it cannot be read to its end") from None

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
