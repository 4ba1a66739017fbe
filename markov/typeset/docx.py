"""A manuscript as a Word file, as pandoc writes it, with our styles, head and foot of a page, and files."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from io import BytesIO
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from markov.tables.markdown import seen
from markov.tables.picture import drawn
from markov.typeset import manuscript as ms
from markov.typeset.attached import armored
from markov.typeset.nodes import (
    SPACE,
    Node,
    Nodes,
    TableCell,
    TableNode,
    attributes,
    document,
    node,
    para,
    span,
    text,
)
from markov.typeset.pandoc import written
from markov.typeset.table_fit import POINT_SPACES, CellText, Fit, FittedColumn
from markov.typeset.tree import DEPTH, Tree, levels

CARRIED = "customXml/item1.xml"
"""The part that holds the files, as lines; Word keeps it when it saves the document."""

_ACROSS = 9638  # twentieths of a point between the margins of an A4 page
_LONGEST = 70  # characters of the title at the head of a page
_NAMES = 0.2  # of the width, for the names of particulars
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PAGE = '<w:r><w:tab/></w:r><w:fldSimple w:instr=" PAGEREF {} \\h "><w:r><w:t></w:t></w:r></w:fldSimple>'
_PUT = (  # a part of the file, what is replaced in it, and the template in the folder `word` that replaces it
    ("word/document.xml", "<w:sectPr>.*</w:sectPr>", "page"),
    ("word/settings.xml", "<w:rsids>.*<w:themeFontLang [^>]*/>", "settings"),
    ("word/numbering.xml", '(?<=main">)', "headings"),
    ("word/_rels/document.xml.rels", "(?=</Relationships>)", "relationships"),
    ("[Content_Types].xml", "(?=</Types>)", "types"),
)


def render(manuscript: ms.Manuscript) -> bytes:
    """The file; the same manuscript gives the same bytes.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    with ZipFile(BytesIO(written(_WordTree(manuscript).document(), "docx"))) as archive:
        held = {name: archive.read(name).decode("utf-8", "surrogateescape") for name in archive.namelist()}

    def change(name: str, pattern: str, new: str) -> None:
        held[name] = re.sub(pattern, lambda _: new, held[name], flags=re.DOTALL)

    title = manuscript.title if len(manuscript.title) <= _LONGEST else f"{manuscript.title[: _LONGEST - 1]}…"
    words = {"TITLE": title, "DAY": manuscript.day, "LANGUAGE": ms.LANGUAGE, "ACROSS": str(_ACROSS)}
    words["CONTENTS"] = "true" if manuscript.contents else "false"
    for name in ("styles", "header1", "footer1"):
        held[f"word/{name}.xml"] = _template(name, words)
    for name, pattern, template in _PUT:
        change(name, pattern, _template(template, words))
    change(
        "word/numbering.xml", "(?=</w:numbering>)", '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    )
    change("word/document.xml", '<w:tblLayout w:type="fixed" />', "")  # no column is narrower than a number
    change("word/document.xml", 'descr="data:[^"]*"', 'descr=""')  # a picture's name would be its bytes
    change("word/document.xml", '<m:jc m:val="center" />', '<m:jc m:val="left"/>')
    change("docProps/core.xml", "(?<=<dc:creator>)", escape(seen(manuscript.author)))
    change("docProps/core.xml", ">1970-01-01T", f">{manuscript.date}T")
    change("docProps/app.xml", "(?<=<Application>)[^<]*", escape(seen(manuscript.program)))
    lines = "\n".join(armored(manuscript.carried))
    held[CARRIED] = f'<?xml version="1.0"?>\n<files xmlns="urn:markov">\n{lines}\n</files>'
    return _zipped(held, manuscript.date)


class _WordTree(Tree):
    """The tree of a manuscript for Word, in the paragraph styles of word/styles.xml."""

    top = 1
    paper = 137

    def document(self) -> Node:
        work = self.manuscript
        titles = {"title": self.words(work.title), "subtitle": self.words(work.subtitle)}
        meta = titles | {"lang": [text(ms.LANGUAGE)]}
        return super().document() | {"meta": document([], meta)["meta"]}

    def front(self) -> Nodes:
        return super().front()[2:]  # the title is for the template

    def contents(self) -> Nodes:
        """Links to the sections, each with its page, which Word and others work out as they open the file."""
        listed = [(level, heading) for level, heading in levels(self.manuscript.sections) if level <= DEPTH]
        if not listed or not self.manuscript.contents:
            return []
        lines = self.styled("TOC Heading", [para([text("Contents")])])
        for level, heading in listed:
            lines += self.styled(f"TOC {level}", [para([self.link(heading), self.page_of(heading)])])
        return lines

    def link(self, section: ms.Section) -> Node:
        title = [text(self.number(section)), SPACE, *self.words(section.title)]
        return node("Link", attributes(), title, [f"#{self.place(section.label)}", ""])

    def page_of(self, section: ms.Section) -> Node:
        """The number of the page that the section begins on, behind a tab."""
        return node("RawInline", "openxml", _PAGE.format(self.place(section.label)))

    def titled(self, section: ms.Section) -> Nodes:
        """The title alone, which its bookmark holds: Word numbers its headings itself."""
        return [span(self.words(section.title), self.place(section.label))]

    def place(self, label: str) -> str:
        """The name of a bookmark, of signs that a field of Word can name it by."""
        return re.sub("[-.]", "_", super().place(label))

    def word(self, word: str) -> Nodes:
        """The word; a date is not broken at its hyphens."""
        return super().word(word.replace("-", "\u2011") if _DATE.search(word) else word)

    def run(self, blocks: Sequence[ms.Block], level: int) -> Nodes:
        """The blocks, a paragraph that leads to the next of them on the same page."""
        shown: Nodes = []
        for block, after in zip(blocks, [*blocks[1:], None], strict=False):
            parts = self.block(block, level)
            shown += self.styled("Lead", parts) if ms.keep_with_next(block, after) else parts
        return shown

    def styled(self, style: str, blocks: Nodes) -> Nodes:
        return [node("Div", attributes(custom_style=style), blocks)]

    def section(self, section: ms.Section, level: int) -> Nodes:
        heading, *blocks = super().section(section, level)
        heading["c"][1] = (
            attributes()
        )  # else its bookmark would hold the tables of the section, which others lose
        return [heading, *blocks]

    def block(self, block: ms.Block, level: int) -> Nodes:
        if isinstance(block, ms.Terms):
            return [self.terms(block.entries)]
        return [self.particulars(block)] if isinstance(block, ms.Particulars) else super().block(block, level)

    def particulars(self, block: ms.Particulars) -> Node:
        """The names and what they say as a table."""
        rows = [[TableCell(self.words(name)), TableCell(self.inlines(parts))] for name, parts in block.rows]
        table = TableNode(["Left", "Left"], [_NAMES, 1 - _NAMES], (), rows)
        return table.node(attributes(custom_style="Particulars"), [])

    def formula(self, formula: str) -> str:
        """The formula; Word drops a space at either end of words in it."""
        return formula.replace("\\text{ ", "\\text{\u00a0").replace(" }", "\u00a0}")

    def image(self, block: ms.Picture) -> str:
        return f"data:image/png;base64,{b64encode(drawn(block.drawing, 'png')).decode()}"

    def columns(self, part: ms.Tabular) -> Sequence[FittedColumn]:
        """The columns, every fraction on a line."""
        return [
            replace(column, cells=tuple(replace(cell, bar=None) for cell in column.cells))
            for column in super().columns(part)
        ]

    def look(self, fit: Fit, place: str) -> list[object]:
        return attributes(place, custom_style=f"Table{fit.size}")

    def part(self, part: ms.Tabular, fit: Fit) -> TableNode:
        """The part of a table, its headings and all of a short one on one page."""
        table = super().part(part, fit)
        kept = len(table.rows) - 1 if part.short else 0
        return replace(
            table,
            heads=[replace(cell, style="Kept") for cell in table.heads],
            rows=[
                [replace(cell, style="Kept" if k < kept else "Cell") for cell in row]
                for k, row in enumerate(table.rows)
            ],
        )

    def cell(self, cell: CellText, heading: str) -> TableCell:
        """The cell; room for missing digits puts points below each other."""
        room = (cell.missing or "").translate(POINT_SPACES)
        return TableCell([*self.words(cell.text), *[text(room)] * bool(room)])

    def signed(self, words: str) -> TableCell:
        return replace(super().signed(words), style="Signed")

    def signed_look(self) -> list[object]:
        return attributes(custom_style="SignOff")


def _zipped(held: dict[str, str], day: str) -> bytes:
    year, month, date = map(int, day.split("-"))
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, text in held.items():
            entry = ZipInfo(name, (min(max(year, 1980), 2107), month, date, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, text.encode("utf-8", "surrogateescape"))
    return made.getvalue()


def _template(name: str, words: Mapping[str, str] = MappingProxyType({"LANGUAGE": ms.LANGUAGE})) -> str:
    """The template of that name with the words put in."""
    text = files(__package__).joinpath("word", f"{name}.xml").read_text(encoding="utf-8")
    return re.sub("|".join(words), lambda match: escape(seen(words[match[0]])), text)
