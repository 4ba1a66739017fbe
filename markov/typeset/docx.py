"""A manuscript as a Word file, as pandoc writes it, with our styles, head and foot of a page, and files."""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from io import BytesIO
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
    text,
)
from markov.typeset.pandoc import written
from markov.typeset.table_fit import POINT_SPACES, CellText, Fit, FittedColumn
from markov.typeset.tree import DEPTH, Tree, levels

CARRIED = "customXml/item1.xml"
"""The part that holds the files, as lines; Word keeps it when it saves the document."""

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_ACROSS = 9638  # twentieths of a point between the margins of an A4 page
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MEDIA = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PAGE = (
    '<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/>'
    '<w:footerReference w:type="default" r:id="rIdFooter"/>'
    '<w:footerReference w:type="first" r:id="rIdFooter"/>'
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1021" w:right="1134" w:bottom="964" w:left="1134" '
    'w:header="567" w:footer="510" w:gutter="0"/><w:titlePg/></w:sectPr>'
)
_SETTINGS = (  # the first, or Word sets the edges of a table as it did in 2007
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
    f'w:val="15"/></w:compat><w:themeFontLang w:val="{ms.LANGUAGE}"/>'
)
_LONGEST = 70  # characters of the title at the head of a page
_NAMES = 0.2  # of the width, for the names of particulars
_FIELD = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
_BEGUN = '<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r>'
_CONTENTS = r'<w:r><w:instrText xml:space="preserve">TOC \o "1-2" \h \z \u</w:instrText></w:r>'
_INDEX = (
    '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/>'
    "</w:docPartObj></w:sdtPr><w:sdtContent>"
)
_PAGE_OF = "".join(
    [
        "<w:r><w:tab/></w:r>",
        _FIELD.format("begin"),
        r'<w:r><w:instrText xml:space="preserve"> PAGEREF {place} \h </w:instrText></w:r>',
        _FIELD.format("separate"),
        _FIELD.format("end"),
    ]
)
_NUMBERED = "".join(  # headings: 1, 1.1, 1.1.1 and so on
    f'<w:lvl w:ilvl="{k}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Heading{k + 1}"/>'
    f'<w:lvlText w:val="{".".join(f"%{n + 1}" for n in range(k + 1))}"/><w:lvlJc w:val="left"/>'
    f'<w:pPr><w:ind w:left="{567 + 142 * k}" w:hanging="{567 + 142 * k}"/></w:pPr></w:lvl>'
    for k in range(6)
)
_NUMBERS = (
    f'<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="multilevel"/>{_NUMBERED}</w:abstractNum>'
)
_NUMBER = '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
_NEXT_PAGE = '<w:p><w:pPr><w:pageBreakBefore/><w:spacing w:line="20" w:lineRule="exact"/></w:pPr></w:p>'


def render(manuscript: ms.Manuscript) -> bytes:
    """The file; the same manuscript gives the same bytes.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    with ZipFile(BytesIO(written(_WordTree(manuscript).document(), "docx"))) as archive:
        held = {name: archive.read(name).decode("utf-8", "surrogateescape") for name in archive.namelist()}

    def change(name: str, pattern: str, new: str) -> None:
        held[name] = re.sub(pattern, lambda _: new, held[name], flags=re.DOTALL)

    title = manuscript.title if len(manuscript.title) <= _LONGEST else f"{manuscript.title[: _LONGEST - 1]}…"
    pages = f"{_run('page ')}{_field('PAGE')}{_run(' of ')}{_field('NUMPAGES')}"
    held["word/header1.xml"] = _edge("hdr", "Header", _run(title), _field('STYLEREF "heading 1"', ""))
    held["word/footer1.xml"] = _edge("ftr", "Footer", _run(manuscript.day), pages)
    lines = "\n".join(armored(manuscript.carried))
    held[CARRIED] = f'{_HEAD}<files xmlns="urn:markov">\n{lines}\n</files>'
    related = f'<Relationship Id="rIdFiles" Type="{_OFFICE}/relationships/customXml" Target="../{CARRIED}"/>'
    typed = ""
    for kind in ("header", "footer"):
        what = f'Type="{_OFFICE}/relationships/{kind}" Target="{kind}1.xml"'
        related += f'<Relationship Id="rId{kind.capitalize()}" {what}/>'
        typed += f'<Override PartName="/word/{kind}1.xml" ContentType="{_MEDIA}.{kind}+xml"/>'
    styles = files(__package__).joinpath("house_styles.xml").read_text(encoding="utf-8")
    held["word/styles.xml"] = styles.replace("LANGUAGE", ms.LANGUAGE).replace("ACROSS", str(_ACROSS))
    change("word/numbering.xml", '(?<=main">)', _NUMBERS)  # what is numbered stands before the numbers
    change("word/numbering.xml", "</w:numbering>", f"{_NUMBER}</w:numbering>")
    change("word/document.xml", '<w:tblLayout w:type="fixed" />', "")  # no column is narrower than a number
    change("word/settings.xml", "<w:themeFontLang [^>]*/>", _SETTINGS)
    change("word/document.xml", "<w:sectPr>.*</w:sectPr>", _PAGE)
    change("word/document.xml", 'descr="data:[^"]*"', 'descr=""')  # a picture's name would be its bytes
    change("word/document.xml", '<m:jc m:val="center" />', '<m:jc m:val="left"/>')
    change("word/_rels/document.xml.rels", "</Relationships>", f"{related}</Relationships>")
    change("[Content_Types].xml", "</Types>", f"{typed}</Types>")
    change(
        "docProps/core.xml",
        "<dc:creator></dc:creator>",
        f"<dc:creator>{_plain(manuscript.author)}</dc:creator>",
    )
    change("docProps/app.xml", "(?<=<Application>)[^<]*", _plain(manuscript.program))
    change("docProps/core.xml", ">1970-01-01T", f">{manuscript.date}T")
    return _zipped(held, manuscript.date)


class _WordTree(Tree):
    """The tree of a manuscript for Word, in the paragraph styles of house_styles.xml."""

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
        """The table of contents in a field, filled; Word adds the numbers of pages as it opens the file."""
        listed = [(level, one) for level, one in levels(self.manuscript.sections) if level <= DEPTH]
        if not listed or not self.manuscript.contents:
            return []
        links = [[self.link(one), self.page_of(one)] for _, one in listed]
        begun = f"{_BEGUN}{_CONTENTS}{_FIELD.format('separate')}"
        links[0].insert(0, node("RawInline", "openxml", begun))
        links[-1].append(node("RawInline", "openxml", _FIELD.format("end")))
        lines = self.styled("TOC Heading", [para([text("Contents")])])
        for (level, _), line in zip(listed, links, strict=True):
            lines += self.styled(f"TOC {level}", [para(line)])
        return [_raw(_INDEX), *lines, _raw("</w:sdtContent></w:sdt>")]

    def link(self, section: ms.Section) -> Node:
        title = [text(self.number(section)), SPACE, *self.words(section.title)]
        return node("Link", attributes(), title, [f"#{self.place(section.label)}", ""])

    def page_of(self, section: ms.Section) -> Node:
        """The number of the page that the section begins on, behind a tab."""
        return node("RawInline", "openxml", _PAGE_OF.format(place=self.place(section.label)))

    def titled(self, section: ms.Section) -> Nodes:
        """The title alone: Word numbers its headings itself."""
        return self.words(section.title)

    def place(self, label: str) -> str:
        """The name of a bookmark, of signs that a field of Word can name it by."""
        return re.sub("[-.]", "_", super().place(label))

    def run(self, blocks: Sequence[ms.Block], level: int = 0) -> Nodes:
        """The blocks, a paragraph that leads to the next of them on the same page."""
        shown: Nodes = []
        for block, after in zip(blocks, [*blocks[1:], None], strict=False):
            parts = self.block(block, level)
            shown += self.styled("Lead", parts) if ms.keep_with_next(block, after) else parts
        return shown

    def styled(self, style: str, blocks: Nodes) -> Nodes:
        return [node("Div", attributes(custom_style=style), blocks)]

    def section(self, section: ms.Section, level: int) -> Nodes:
        return [*[_raw(_NEXT_PAGE)] * section.paged, *super().section(section, level)]

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
            replace(one, cells=tuple(replace(cell, bar=None) for cell in one.cells))
            for one in super().columns(part)
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


def _raw(xml: str) -> Node:
    return node("RawBlock", "openxml", xml)


def _zipped(held: dict[str, str], day: str) -> bytes:
    year, month, date = map(int, day.split("-"))
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, text in held.items():
            entry = ZipInfo(name, (min(max(year, 1980), 2107), month, date, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, text.encode("utf-8", "surrogateescape"))
    return made.getvalue()


def _edge(kind: str, style: str, left: str, right: str) -> str:
    """The header or the footer of a page: words at its left, fields at its right."""
    styled = f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{left}<w:r><w:tab/></w:r>{right}</w:p>'
    return f'{_HEAD}<w:{kind} xmlns:w="{_WORD}">{styled}</w:{kind}>'


def _run(words: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{_plain(words)}</w:t></w:r>'


def _plain(words: str) -> str:
    return escape(seen(words))


def _field(what: str, shown: str = "1") -> str:
    return f'<w:fldSimple w:instr=" {escape(what)} "><w:r><w:t>{shown}</w:t></w:r></w:fldSimple>'
