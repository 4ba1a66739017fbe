"""A manuscript as a Word file: pandoc sets it, and what pandoc has no option for is put into it here.

That is: the styles, the widths of columns, what stays on one page with what, the head and the foot of a page,
the table of contents filled, and the files that it carries.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from typing import Literal, TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from markov.tables.markdown import escaped, paragraph, seen
from markov.tables.picture import drawn
from markov.tables.table import Cell
from markov.typeset import manuscript as ms
from markov.typeset.digits import shown_text
from markov.typeset.docx_files import HEAD, parts, relations
from markov.typeset.markup import escaped as as_xml
from markov.typeset.pandoc import Paper, pandoc
from markov.typeset.table_fit import BARRED, CellText, Fit

_ACROSS = 9638  # twentieths of a point between the margins of an A4 page
_TIMES = 108  # hundredths: how much wider its letters are than those that tables are fitted with
_TOGETHER = 3  # rows at either end of a longer table that stand on one page
_ROOM = 640  # twentieths of a point: the height of a line to sign
_SIGNED = (20, 30, 34, 16)  # hundredths of the width for role, name, signature and date
_NAMES = 1900  # twentieths of a point for the names of particulars
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_W = f"{{{_WORD}}}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_SPACES = {
    "w": _WORD,
    "m": _M[1:-1],
    "r": f"{_OFFICE}/relationships",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
}
_PAGE = (
    '<w:headerReference w:type="default" r:id="rIdHeader"/>'
    '<w:footerReference w:type="default" r:id="rIdFooter"/>'
    '<w:footerReference w:type="first" r:id="rIdFooter"/>'
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1021" w:right="1134" w:bottom="964" w:left="1134" '
    'w:header="567" w:footer="510" w:gutter="0"/><w:titlePg/>'
)
_SETTINGS = "word/settings.xml"
_COMPATIBLE = (  # or Word sets the edges of a table as it did in 2007
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
    'w:val="15"/></w:compat>'
)
_MARK = "set_"  # begins the name of a bookmark that says how something is to be set, and is taken out again
_TOC = "_Toc"  # begins the name of a bookmark that the table of contents leads to
_LONGEST = 70  # characters of the title at the head of a page
_FIGURE_SPACE, _HALF_FIGURE, _POINT_SPACE, _THIN = "\u2007", "\u2005", "\u2008", "\u200a"

_Mark: TypeAlias = Literal["lead", "note", "term", "page", "finding", "end"]
"""The first three mark a paragraph, the fourth what begins a page, the others both ends of a finding."""


@dataclass(frozen=True, slots=True)
class _WordShape:
    """Style and column widths of a table, and the size of its type in tenths of a point.

    cells   by row and column: what it takes to set a number
    """

    style: Literal["Table", "Particulars", "SignOff"]
    widths: tuple[int, ...]
    size: int = 95
    totals: int = 0
    cells: tuple[tuple[CellText, ...], ...] = ()


class _WordDocument(Paper):
    """A manuscript for Word, its pictures inside its text, and how tables and paragraphs are to be set."""

    def __init__(self, manuscript: ms.Manuscript) -> None:
        super().__init__(manuscript)
        self.shapes: list[_WordShape] = []
        self.marks: list[_Mark] = []

    def image(self, block: ms.Picture) -> str:
        return f"data:image/png;base64,{b64encode(drawn(block.drawing, 'png')).decode()}"

    def mark(self, kind: _Mark) -> str:
        """A bookmark that says how the text around it is to be set."""
        self.marks.append(kind)
        return f"[]{{#{_MARK}{len(self.marks) - 1}}}"

    def leading(self, text: str) -> str:
        return text + self.mark("lead")

    def note(self, text: str) -> str:
        return paragraph(text) + self.mark("note")

    def term(self, name: str, meaning: ms.Inlines) -> str:
        return super().term(name, meaning) + self.mark("term")

    def particulars(self, rows: Sequence[tuple[str, ms.Inlines]]) -> str:
        """The rows as a table of two columns; its row of headings, which is empty, is none for pandoc."""
        self.shapes.append(_WordShape("Particulars", (_NAMES, _ACROSS - _NAMES)))
        lines = (f"| *{escaped(name)}* | {self.inlines(words).strip()} |" for name, words in rows)
        return "\n".join(["| | |", "|---|---------|", *lines])

    def sign_off(self, block: ms.SignOff) -> str:
        self.shapes.append(_WordShape("SignOff", tuple(_ACROSS * share // 100 for share in _SIGNED)))
        return super().sign_off(block)

    def fitted_table(self, fit: Fit, totals: int) -> None:
        self.shapes.append(_WordShape("Table", tuple(_widths(fit)), fit.size, totals, tuple(fit.rows())))

    def cell(self, cell: Cell) -> str:
        """The words of the cell; a fraction gets its bar in what pandoc has made."""
        return escaped(shown_text(cell, cell.text()))

    def block(self, block: ms.Block) -> Iterator[str]:
        if isinstance(block, ms.NumberedFinding):
            yield self.mark("finding")
            yield from super().block(block)
            yield self.mark("end")
        else:
            yield from super().block(block)

    def blocks(self) -> Iterator[str]:
        """The blocks of the document without the list of files, as in a PDF."""
        yield from self.front()
        yield from self.run(self.manuscript.sections, self.top)

    def section(self, section: ms.Section, level: int) -> Iterator[str]:
        if section.paged:
            yield self.mark("page")
        yield from super().section(section, level)


def _widths(fit: Fit) -> list[int]:
    """The widths of the columns in twentieths of a point."""
    widths = [width * 2 * _TIMES // 100 for width in fit.widths()]
    across = sum(widths)
    return [width * _ACROSS // across for width in widths] if across > _ACROSS else widths


def render(manuscript: ms.Manuscript) -> bytes:
    """The file; the same manuscript gives the same bytes.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    paper = _WordDocument(manuscript)
    made = pandoc(paper, "docx")
    with ZipFile(BytesIO(made)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    texts = {name: held[name].decode() for name in held if name.endswith((".xml", ".rels"))}
    carried = parts(manuscript.attachments)
    texts["word/document.xml"] = _document_part(texts["word/document.xml"], paper)
    styles = files(__package__).joinpath("house_styles.xml").read_text(encoding="utf-8")
    texts["word/styles.xml"] = styles.replace("LANGUAGE", ms.LANGUAGE).replace("ACROSS", str(_ACROSS))
    language = f'{_COMPATIBLE}<w:themeFontLang w:val="{ms.LANGUAGE}"/>'
    texts[_SETTINGS] = re.sub(r"<w:themeFontLang [^>]*/>", language, texts[_SETTINGS])
    title = manuscript.title if len(manuscript.title) <= _LONGEST else f"{manuscript.title[: _LONGEST - 1]}…"
    texts["word/header1.xml"] = _head_or_foot(
        "hdr", "Header", as_xml(seen(title)), _field('STYLEREF "heading 1"', "")
    )
    pages = f'<w:r><w:t xml:space="preserve">page </w:t></w:r>{_field("PAGE", "1")}'
    pages += f'<w:r><w:t xml:space="preserve"> of </w:t></w:r>{_field("NUMPAGES", "1")}'
    texts["word/footer1.xml"] = _head_or_foot("ftr", "Footer", as_xml(manuscript.day), pages)
    related = [_relationship(kind) for kind in ("header", "footer")] + [*relations(len(carried))]
    name = "word/_rels/document.xml.rels"
    texts[name] = texts[name].replace("</Relationships>", "".join(related) + "</Relationships>")
    typed = "".join(_content_type(kind) for kind in ("header", "footer"))
    texts["[Content_Types].xml"] = texts["[Content_Types].xml"].replace("</Types>", f"{typed}</Types>")
    core = "docProps/core.xml"
    texts[core] = texts[core].replace(">1970-01-01T", f">{manuscript.date}T")
    return _zipped(held | {name: text.encode() for name, text in (texts | carried).items()}, manuscript.date)


def _zipped(held: dict[str, bytes], day: str) -> bytes:
    year, month, date = map(int, day.split("-"))
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, data in held.items():
            entry = ZipInfo(name, (min(max(year, 1980), 2107), month, date, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


def _relationship(kind: str) -> str:
    target = f'Type="{_OFFICE}/relationships/{kind}" Target="{kind}1.xml"'
    return f'<Relationship Id="rId{kind.capitalize()}" {target}/>'


def _content_type(kind: str) -> str:
    media = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}+xml"
    return f'<Override PartName="/word/{kind}1.xml" ContentType="{media}"/>'


def _head_or_foot(kind: str, style: str, left: str, right: str) -> str:
    """The header or the footer of a page: words at its left, fields at its right."""
    words = f'<w:r><w:t xml:space="preserve">{left}</w:t></w:r><w:r><w:tab/></w:r>{right}'
    styled = f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{words}</w:p>'
    return f'{HEAD}<w:{kind} xmlns:w="{_WORD}">{styled}</w:{kind}>'


def _field(what: str, shown: str) -> str:
    return f'<w:fldSimple w:instr=" {as_xml(what)} "><w:r><w:t>{shown}</w:t></w:r></w:fldSimple>'


def _document_part(text: str, paper: _WordDocument) -> str:
    """The main part of the file: the text as pandoc made it, with tables and paragraphs set."""
    for prefix, space in _SPACES.items():
        ElementTree.register_namespace(prefix, space)
    root = ElementTree.fromstring(text)  # noqa: S314 - it is pandoc's, which escapes what it was given
    body = _child(root, "body")
    for table, shape in zip(body.iter(f"{_W}tbl"), paper.shapes, strict=True):
        _set_table(table, shape)
    body[:] = _set_as_marked(list(body), paper.marks)
    _set_spacing(body)
    _fill_contents(body)
    for words in body.iter(f"{_M}t"):  # Word drops a space at either end of words in a formula
        words.text = (words.text or "").replace(" ", "\u00a0")
    for picture in body.iter(f"{{{_SPACES['pic']}}}cNvPr"):  # its name would be its bytes
        picture.set("descr", "")
    _child(body, "sectPr")[:] = _elements(_PAGE)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _child(element: Element, *path: str) -> Element:
    """The element at the end of the path, made where there is none."""
    for tag in path:
        inside = element.find(_W + tag)
        if inside is None:
            inside = Element(_W + tag)
            element.insert(0, inside)
        element = inside
    return element


def _elements(text: str) -> list[Element]:
    spaces = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in _SPACES.items())
    return list(ElementTree.fromstring(f"<x {spaces}>{text}</x>"))  # noqa: S314 - it is ours


def _set_table(table: Element, shape: _WordShape) -> None:
    """Gives the table its style, its widths and the size of its type; no row is broken between two pages."""
    look = 'w:val="0020" w:firstRow="1"' if shape.style == "Table" else 'w:val="0000" w:firstRow="0"'
    caption = [one for one in _child(table, "tblPr") if one.tag == f"{_W}tblCaption"]
    _child(table, "tblPr")[:] = [
        *_elements(
            f'<w:tblStyle w:val="{shape.style}"/><w:tblW w:type="dxa" w:w="{sum(shape.widths)}"/>'
            f'<w:tblLayout w:type="fixed"/><w:tblLook {look} '
            'w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="0"/>'
        ),
        *caption,
    ]
    _child(table, "tblGrid")[:] = _elements("".join(f'<w:gridCol w:w="{wide}"/>' for wide in shape.widths))
    rows = table.findall(f"{_W}tr")
    for place, row in enumerate(rows):
        _child(row, "trPr").insert(0, Element(f"{_W}cantSplit"))
        if shape.style == "SignOff" and place:
            _child(row, "trPr").append(_elements(f'<w:trHeight w:val="{_ROOM}" w:hRule="atLeast"/>')[0])
        for cell, wide in zip(row.findall(f"{_W}tc"), shape.widths, strict=True):
            ruled = shape.totals and place == len(rows) - shape.totals
            line = '<w:tcBorders><w:top w:val="single" w:sz="4" w:space="0" w:color="222222"/></w:tcBorders>'
            low = '<w:vAlign w:val="bottom"/>' if shape.style == "SignOff" else ""
            _child(cell, "tcPr")[:] = _elements(
                f'<w:tcW w:w="{wide}" w:type="dxa"/>{line if ruled else ""}{low}'
            )
            for part in cell.findall(f"{_W}p"):
                _set_style(part, "Cell" if shape.size == 95 else f"Cell{shape.size}")
                last = len(rows) - 1
                near = place <= _TOGETHER or place > last - _TOGETHER
                if place < last and (last <= ms.SHORT or near):
                    _keep_with_next(part)
    for row, texts in zip(rows[1:], shape.cells, strict=False):
        for cell, text in zip(row.findall(f"{_W}tc"), texts, strict=True):
            _set_number(cell, text, shape.size)
            if any(one.bar for one in texts):
                _child(cell, "tcPr").append(_elements('<w:vAlign w:val="center"/>')[0])


def _set_number(cell: Element, text: CellText, size: int) -> None:
    """Sets a fraction with its bar, and leaves room behind a number for the digits that it has not.

    A fraction is two lines of digits, the upper one underlined, which any program sets as small as told; the
    shorter line has a space as wide as a digit for each digit that it lacks.
    """
    part = _child(cell, "p")
    if text.bar:
        bold = "<w:b/>" * (part.find(f".//{_W}b") is not None)
        for run in part.findall(f"{_W}r"):
            part.remove(run)
        sign, above, below = text.bar
        wide = max(len(above), len(below))
        half = size // 5 * BARRED // 100
        lines = f'<w:spacing w:before="10" w:after="10" w:line="{half * 21 // 2}" w:lineRule="exact"/>'
        aligned = [one for one in _child(part, "pPr") if one.tag == f"{_W}jc"]
        _child(part, "pPr")[:] = [
            *(one for one in _child(part, "pPr") if one not in aligned),
            *_elements(lines),
            *aligned,
        ]
        small = f'<w:sz w:val="{half}"/><w:szCs w:val="{half}"/>'
        runs = (
            (f'<w:position w:val="-{half * 2 // 5}"/>{small}', f"<w:t>{sign}{_THIN if sign else ''}</w:t>"),
            (f'{small}<w:u w:val="single"/>', f"<w:t>{_centred(above, wide)}</w:t>"),
            (small, f"<w:br/><w:t>{_centred(below, wide)}</w:t>"),
        )
        part.extend(
            _elements("".join(f"<w:r><w:rPr>{bold}{how}</w:rPr>{words}</w:r>" for how, words in runs))
        )
    elif text.missing:
        room = text.missing.replace("0", _FIGURE_SPACE).replace(".", _POINT_SPACE)
        part.extend(_elements(f'<w:r><w:t xml:space="preserve">{room}</w:t></w:r>'))


def _centred(digits: str, wide: int) -> str:
    lacking, odd = divmod(wide - len(digits), 2)
    beside, half = _FIGURE_SPACE * lacking, _HALF_FIGURE * odd
    return f"{beside}{half}{digits}{half}{beside}"


def _style(element: Element) -> str:
    style = element.find(f"{_W}pPr/{_W}pStyle")
    return "" if style is None else style.get(f"{_W}val", "")


def _set_style(part: Element, style: str) -> None:
    named = part.find(f"{_W}pPr/{_W}pStyle")
    if named is None:
        named = Element(f"{_W}pStyle")
        _child(part, "pPr").insert(0, named)
    named.set(f"{_W}val", style)


def _keep_with_next(element: Element) -> None:
    """Keeps the paragraph, or every paragraph of the table, on the page of what follows."""
    for part in [element] if element.tag == f"{_W}p" else element.iter(f"{_W}p"):
        held = _child(part, "pPr")
        if held.find(f"{_W}keepNext") is None:
            named = held.find(f"{_W}pStyle")
            held.insert(0 if named is None else 1, Element(f"{_W}keepNext"))


def _take_mark(element: Element, marks: Sequence[_Mark]) -> _Mark | None:
    """The mark in the paragraph, removed from it."""
    for part in list(element) if element.tag == f"{_W}p" else ():
        name = part.get(f"{_W}name", "")
        if part.tag == f"{_W}bookmarkStart" and name.startswith(_MARK):
            number = part.get(f"{_W}id")
            element[:] = [one for one in element if one.get(f"{_W}id") != number]
            return marks[int(name.removeprefix(_MARK))]
    return None


def _set_as_marked(parts: Iterable[Element], marks: Sequence[_Mark]) -> list[Element]:
    """The paragraphs and tables of the text, each set as its marks say."""
    placed: list[Element] = []
    begins, finding = False, 0
    for part in parts:
        mark = _take_mark(part, marks)
        if mark == "page":
            begins = True
        elif mark == "finding":
            finding = len(placed)
        elif mark == "end":
            for one in placed[finding:]:
                _set_style(one, "Finding")
            for one in placed[finding:-1]:
                _keep_with_next(one)
            _child(placed[finding], "pPr").append(_elements('<w:spacing w:before="200"/>')[0])
        else:
            if begins and part.tag == f"{_W}p":
                _child(part, "pPr").extend(_elements('<w:pageBreakBefore/><w:spacing w:before="0"/>'))
                begins = False
            if mark == "lead":
                _keep_with_next(part)
            elif mark:
                _set_style(part, {"note": "Note", "term": "Term"}[mark])
            placed.append(part)
    return placed


def _set_spacing(body: Element) -> None:
    """Keeps what leads to a formula with it, and leaves room below every table."""
    for part, after in zip(list(body), [*list(body)[1:], None], strict=True):
        if after is None:
            break
        if after.tag == f"{_W}p" and after.find(f"{_M}oMathPara") is not None:
            _set_style(after, "Formula")
            if not _style(part).startswith("Heading") and part.tag == f"{_W}p":
                _keep_with_next(part)
            for formula in after.iter(f"{_M}oMathPara"):
                formula.insert(0, _elements('<m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr>')[0])
        if part.tag == f"{_W}tbl" and after.tag == f"{_W}p":
            if _style(after) == "Note":  # a note below it
                for row in part.findall(f"{_W}tr")[-1:]:
                    for one in row.iter(f"{_W}p"):
                        _keep_with_next(one)
            elif not list(after):  # pandoc's paragraph of nothing between two tables
                _set_style(after, "Cell")
                _child(after, "pPr").append(
                    _elements('<w:spacing w:before="0" w:after="0" w:line="40" w:lineRule="exact"/>')[0]
                )
            elif _style(after) in ("BodyText", "FirstParagraph", "Compact", "Term"):
                _child(after, "pPr").append(_elements('<w:spacing w:before="160"/>')[0])


def _fill_contents(body: Element) -> None:
    """Moves the table of contents before the first section, and fills it, so that no program has to ask.

    It is a field: Word adds the numbers of pages when it is told to bring the field up to date.
    """
    contents = body.find(f"{_W}sdt")
    headings = [one for one in body.iter(f"{_W}p") if _style(one) in ("Heading1", "Heading2")]
    if contents is None or not headings:
        return
    for number, heading in enumerate(headings, start=1):
        _add_bookmark(heading, number)
    begin, part, end = (
        f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")
    )
    command = r'<w:r><w:instrText xml:space="preserve">TOC \o "1-2" \h \z \u</w:instrText></w:r>'
    lines, opening = [], f"{begin}{command}{part}"
    for number, heading in enumerate(headings, start=1):
        words = as_xml("".join(one.text or "" for one in heading.iter(f"{_W}t")))
        shown = f'<w:r><w:t xml:space="preserve">{words}</w:t></w:r>'
        link = f'<w:hyperlink w:anchor="{_TOC}{number:08}">{shown}</w:hyperlink>'
        style = f'<w:pStyle w:val="TOC{_style(heading)[-1]}"/>'
        lines.append(f"<w:p><w:pPr>{style}</w:pPr>{opening}{link}</w:p>")
        opening = ""
    set_ = [_child(contents, "sdtContent")[0], *_elements("".join(lines))]
    set_[-1].extend(_elements(end))
    _child(contents, "sdtContent")[:] = set_
    body.remove(contents)
    body.insert(list(body).index(headings[0]), contents)


def _add_bookmark(heading: Element, number: int) -> None:
    """Puts a bookmark round the words of the heading, as Word makes them for its contents."""
    known = f'w:id="{10**6 + number}"'
    start, end = _elements(f'<w:bookmarkStart {known} w:name="{_TOC}{number:08}"/><w:bookmarkEnd {known}/>')
    heading.insert(1, start)
    heading.append(end)
