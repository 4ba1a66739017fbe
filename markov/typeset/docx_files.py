"""Files inside a Word file, each a custom XML part, which Word keeps when it saves the file."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from markov.tables.markdown import seen
from markov.typeset.archive import elements
from markov.typeset.attached import Damaged, digest
from markov.typeset.manuscript import Attachment

_SPACE = "urn:markov:file"
_FILE = f"{_SPACE} file"

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
"""Begins every part."""


def parts(files: Iterable[Attachment]) -> dict[str, str]:
    """The custom XML parts that hold the files, by name."""
    by_name = {}
    for number, one in enumerate(files, start=1):
        named = f'name="{escape(one.name)}" media="{escape(one.media)}" sha256="{digest(one.text)}"'
        text = escape(one.text, quote=False).replace("\r", "&#13;")
        by_name[f"customXml/item{number}.xml"] = f'{HEAD}<file xmlns="{_SPACE}" {named}>{text}</file>'
    return by_name


def files_inside(held: Mapping[str, bytes]) -> tuple[tuple[str, str], ...]:
    """The name and text of each file inside a Word file; parts of other programs are passed over.

    Raises Damaged where a part cannot be read, or a file is not what its digest says.
    """
    names = (name for name in held if name.startswith("customXml/") and "/_rels/" not in name)
    ordered = sorted(names, key=lambda name: (len(name), name))
    read = (one for name in ordered for one in elements(held[name], _FILE, (_FILE,))[:1])
    return tuple(_file(named, texts[_FILE]) for named, texts in read)


def _file(named: Mapping[str, str], text: str) -> tuple[str, str]:
    name = named.get("name", "")
    if digest(text) != named.get("sha256"):
        raise Damaged(f"the file {seen(name)} inside it is not what its digest says")
    return name, text


def relations(count: int) -> Iterator[str]:
    """The relationships that attach so many custom XML parts to a document."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml"
    for number in range(1, count + 1):
        yield f'<Relationship Id="rIdFile{number}" Type="{kind}" Target="../customXml/item{number}.xml"/>'
