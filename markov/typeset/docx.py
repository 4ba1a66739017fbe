"""A manuscript as a Word file: pandoc sets it, and what pandoc has no option for is put into it here.

That is: sizes of type, the widths of columns, the page with its number, the table of contents filled, and the
files that it carries.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from itertools import count
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from markov.tables.markdown import seen
from markov.tables.picture import drawn
from markov.typeset.docx_files import parts, relations
from markov.typeset.manuscript import Manuscript, Picture
from markov.typeset.pandoc import Paper, pandoc
from markov.typeset.table_fit import Fit

_ACROSS = 9638  # twentieths of a point between the margins of an A4 page
_TIMES = 108  # hundredths: how much wider its letters are than those that tables are fitted with
_SHORT = 21  # rows below the heading: a table of no more is not broken between pages
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PAGE = """<w:pgSz w:w="11906" w:h="16838" />
<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"
 w:header="567" w:footer="567" w:gutter="0" />"""
_EMPTY = r'<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true" />.*?</w:p>'
_SIZES = {  # half points, by style
    "Title": 40,
    "Subtitle": 26,
    "Date": 21,
    "Heading1": 30,
    "Heading2": 25,
    "Heading3": 22,
    "Heading4": 21,
    "TOCHeading": 25,
    "VerbatimChar": 18,
}
_SPACES = {
    "BodyText": (60, 80),
    "Title": (0, 80),
    "Subtitle": (0, 80),
    "Date": (0, 200),
    "Caption": (120, 80),
}  # before, after


class _Document(Paper):
    """A manuscript for Word, its pictures inside its text."""

    files_note = "This file carries the files below inside it, as custom XML parts"

    def image(self, block: Picture) -> str:
        return f"data:image/png;base64,{b64encode(drawn(block.drawing, 'png')).decode()}"


def render(manuscript: Manuscript) -> bytes:
    """The file; the same manuscript gives the same bytes.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    paper = _Document(manuscript)
    made = pandoc(paper, "docx")
    with ZipFile(BytesIO(made)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    texts = {name: held[name].decode() for name in held if name.endswith((".xml", ".rels"))}
    files = parts(manuscript.attachments)
    texts["word/document.xml"] = _document(texts["word/document.xml"], paper.fits)
    texts["word/styles.xml"] = _styles(texts["word/styles.xml"])
    texts["word/theme/theme1.xml"] = _theme(texts["word/theme/theme1.xml"])
    texts["word/footer1.xml"] = _footer(manuscript)
    related = [f'<Relationship Id="rIdFooter" Type="{_OFFICE}/relationships/footer" Target="footer1.xml"/>']
    related += relations(len(files))
    name = "word/_rels/document.xml.rels"
    texts[name] = texts[name].replace("</Relationships>", "".join(related) + "</Relationships>")
    footer = "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"
    typed = f'<Override PartName="/word/footer1.xml" ContentType="{footer}"/></Types>'
    texts["[Content_Types].xml"] = texts["[Content_Types].xml"].replace("</Types>", typed)
    core = "docProps/core.xml"
    texts[core] = texts[core].replace(">1970-01-01T", f">{manuscript.date}T")
    return _packed(held | {name: text.encode() for name, text in (texts | files).items()}, manuscript.date)


def _packed(held: dict[str, bytes], day: str) -> bytes:
    year, month, date = map(int, day.split("-"))
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, data in held.items():
            entry = ZipInfo(name, (min(max(year, 1980), 2107), month, date, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


def _document(text: str, fits: Sequence[Fit]) -> str:
    """The text with its tables fitted, its contents filled, and its page."""
    waiting = iter(fits)
    text = re.sub(r"<w:tbl>.*?</w:tbl>", lambda found: _table(found[0], next(waiting)), text, flags=re.DOTALL)
    text = re.sub(r' descr="data:[^"]*"', "", text)
    headings: list[tuple[str, str, str]] = []
    numbers = count(1)

    def marked(found: re.Match[str]) -> str:
        """The heading with a bookmark, as Word makes them for its contents."""
        number = next(numbers)
        name = f"_Toc{number:08}"
        headings.append((found[2], name, "".join(re.findall(r"<w:t [^>]*>([^<]*)</w:t>", found[3]))))
        ends = (
            f'<w:bookmarkStart w:id="{10**6 + number}" w:name="{name}" />',
            f'<w:bookmarkEnd w:id="{10**6 + number}" />',
        )
        return f"{found[1]}{ends[0]}{found[3]}{ends[1]}</w:p>"

    heading = r'(<w:p><w:pPr><w:pStyle w:val="Heading([12])" /></w:pPr>)(.*?)</w:p>'
    text = re.sub(heading, marked, text, flags=re.DOTALL)
    filled = "".join(_contents(headings))
    contents = re.search(r"<w:sdt>.*?</w:sdt>\n?", text, re.DOTALL)
    if contents is not None and headings:
        moved = re.sub(_EMPTY, lambda _: filled, contents[0], count=1, flags=re.DOTALL)
        text = text.replace(contents[0], "", 1)
        first = text.index('<w:p><w:pPr><w:pStyle w:val="Heading1" />')
        text = text[:first] + moved + text[first:]
    foot = '<w:sectPr><w:footerReference w:type="default" r:id="rIdFooter" />'
    return text.replace("<w:sectPr>", foot).replace("</w:sectPr>", f"{_PAGE}</w:sectPr>")


def _table(text: str, fit: Fit) -> str:
    """The table with its columns as wide as they are to be, and its type as large."""
    widths = [width * 2 * _TIMES // 100 for width in fit.widths()]
    across = sum(widths)
    if across > _ACROSS:
        widths = [width * _ACROSS // across for width in widths]
    grid = "".join(f'<w:gridCol w:w="{width}" />' for width in widths)
    text = re.sub(r"<w:tblGrid>.*?</w:tblGrid>", f"<w:tblGrid>{grid}</w:tblGrid>", text, flags=re.DOTALL)
    text = re.sub(r"<w:tblW [^>]*/>", f'<w:tblW w:type="dxa" w:w="{sum(widths)}" />', text)
    fixed = '<w:tblLayout w:type="fixed" />'
    text = re.sub(r"<w:tblLayout [^>]*/>", "", text).replace("<w:tblLook ", f"{fixed}<w:tblLook ")
    text = text.replace("<w:tr><w:tc>", "<w:tr><w:trPr><w:cantSplit /></w:trPr><w:tc>")
    text = text.replace('<w:pStyle w:val="Compact" />', f'<w:pStyle w:val="Table{fit.size}" />')
    *above, last = text.split("</w:tr>")[:-1]
    if len(above) <= _SHORT:  # each row stays on the page of the next
        above = [re.sub(r'(<w:pStyle w:val="Table[0-9]+" />)', r"\1<w:keepNext />", one) for one in above]
    return "</w:tr>".join([*above, last, "</w:tbl>"])


def _contents(headings: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """The table of contents as a field, filled, so that no program has to ask before it shows it.

    Word adds the numbers of pages when it is told to bring the field up to date.
    """
    begin, part, end = (f'<w:fldChar w:fldCharType="{kind}" />' for kind in ("begin", "separate", "end"))
    asked = r'<w:instrText xml:space="preserve">TOC \o "1-2" \h \z \u</w:instrText>'
    opening = f"<w:r>{begin}</w:r><w:r>{asked}</w:r><w:r>{part}</w:r>"
    for level, name, words in headings:
        link = (
            f'<w:hyperlink w:anchor="{name}"><w:r><w:t xml:space="preserve">{words}</w:t></w:r></w:hyperlink>'
        )
        yield f'<w:p><w:pPr><w:pStyle w:val="TOC{level}" /></w:pPr>{opening}{link}</w:p>'
        opening = ""
    yield f"<w:p><w:r>{end}</w:r></w:p>"


def _styles(text: str) -> str:
    """The styles: smaller type, rules above and below a table and below its heading."""
    text = text.replace('<w:sz w:val="24" />', '<w:sz w:val="21" />', 1)
    text = text.replace('<w:szCs w:val="24" />', '<w:szCs w:val="21" />', 1)
    text = re.sub(r"<w:style .*?</w:style>", lambda found: _style(found[0]), text, flags=re.DOTALL)
    return text.replace("</w:styles>", "".join(_added()) + "</w:styles>")


def _style(text: str) -> str:
    found = re.search(r'w:styleId="([^"]*)"', text)
    name = found[1] if found else ""
    if size := _SIZES.get(name):
        text = re.sub(r'<w:(sz|szCs) w:val="[0-9]+" />', rf'<w:\1 w:val="{size}" />', text)
    if space := _SPACES.get(name):
        text = re.sub(
            r"<w:spacing [^>]*/>", f'<w:spacing w:before="{space[0]}" w:after="{space[1]}" />', text
        )
    if name in ("Heading3", "Heading4"):
        text = text.replace("<w:rFonts ", '<w:rFonts w:asciiTheme="majorHAnsi" w:hAnsiTheme="majorHAnsi" ')
    if name in ("Title", "Subtitle", "Date"):
        text = re.sub(r'<w:jc w:val="center" />', "", text)
    if name == "Table":
        lines = "".join(
            f'<w:{side} w:val="single" w:sz="{size}" w:space="0" w:color="{colour}" />'
            for side, size, colour in (
                ("top", 8, "222222"),
                ("bottom", 8, "222222"),
                ("insideH", 2, "C8C2B6"),
            )
        )
        text = text.replace("<w:tblCellMar>", f"<w:tblBorders>{lines}</w:tblBorders><w:tblCellMar>")
        text = text.replace('w:w="108"', 'w:w="80"')
    return text


def _added() -> Iterator[str]:
    """The styles that the document has of its own: cells of a table by size, lines of the contents."""
    for size in (95, 88, 80):
        yield f"""<w:style w:type="paragraph" w:customStyle="1" w:styleId="Table{size}">
<w:name w:val="Table {size / 10} pt" /><w:basedOn w:val="Normal" />
<w:pPr><w:spacing w:before="20" w:after="20" /></w:pPr>
<w:rPr><w:sz w:val="{size // 5}" /><w:szCs w:val="{size // 5}" /></w:rPr></w:style>"""
    for level in (1, 2):
        yield f"""<w:style w:type="paragraph" w:styleId="TOC{level}">
<w:name w:val="toc {level}" /><w:basedOn w:val="Normal" /><w:uiPriority w:val="39" />
<w:pPr><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="{_ACROSS}" /></w:tabs>
<w:spacing w:before="0" w:after="20" /><w:ind w:left="{(level - 1) * 284}" /></w:pPr></w:style>"""
    yield """<w:style w:type="paragraph" w:styleId="Footer">
<w:name w:val="footer" /><w:basedOn w:val="Normal" />
<w:rPr><w:sz w:val="17" /></w:rPr></w:style>"""


def _theme(text: str) -> str:
    """The theme with two faces that every office program has, or has one of the same widths for."""
    for kind, face in (("major", "Arial"), ("minor", "Times New Roman")):
        text = re.sub(rf'(<a:{kind}Font>\s*<a:latin typeface=")[^"]*', rf"\g<1>{face}", text)
    return text


def _footer(manuscript: Manuscript) -> str:
    """The foot of every page: the title, and the number of the page."""
    title = manuscript.title if len(manuscript.title) <= 70 else f"{manuscript.title[:69]}…"
    words = f'<w:r><w:t xml:space="preserve">{escape(seen(title))}</w:t></w:r><w:r><w:tab /></w:r>'
    number = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    tabs = f'<w:tabs><w:tab w:val="right" w:pos="{_ACROSS}" /></w:tabs>'
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:ftr xmlns:w="{_WORD}"><w:p><w:pPr>'
        f'<w:pStyle w:val="Footer" />{tabs}</w:pPr>{words}{number}</w:p></w:ftr>'
    )
