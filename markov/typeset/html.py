"""A manuscript as one page of HTML, which loads nothing and runs nothing.

In its tables decimal points stand below each other, and long numbers are broken where an eye can follow.
"""

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise

from markov.tables.drawing import INKS
from markov.tables.table import Column, Table
from markov.typeset import manuscript as ms
from markov.typeset.attached import armored
from markov.typeset.digits import grouped
from markov.typeset.markup import element, escaped
from markov.typeset.mathml import mathml
from markov.typeset.svg import svg
from markov.typeset.table_fit import CellText, Strip, fitted, natural_width, strips

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_DEPTH = 2  # levels of sections in the table of contents
_DARK = {  # what each ink of a drawing is in the dark
    "ink": "#dedad2",
    "faint": "#8f8b84",
    "first": "#8bb8ea",
    "second": "#f0a070",
    "third": "#85c795",
    "fill": "#262b31",
}
_TAIL = re.compile(r"(?<=[0-9])(?:\.[0-9]+%?|%)$")
_LONG = 28  # signs: what is no longer stays on its line, on a screen
# Tenths of a point: what is wider than a telephone, and than a small screen.
_WIDE = {"wide": 1850, "broad": 3900}
_SHORT = 14  # signs: what is no longer does so on paper as well
_POINT, _PERCENT = 60, 180  # widths at the least, in hundredths of a digit, in any face
_UNPACK = r"""import base64, pathlib, re, sys, zlib

page = pathlib.Path(sys.argv[1]).read_text("utf-8")
for name, body in re.findall(r"=====FILE ([\w.-]+) SHA-256 \w+=====(.*?)=====END", page, re.DOTALL):
    pathlib.Path(name).write_bytes(zlib.decompress(base64.b64decode(body)))"""


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript as a page of HTML.

    Raises ValueError for a file whose name could not stand in it.
    """
    setting = _Page(manuscript.numbers())
    sections = "\n".join(setting.section(one, 2) for one in manuscript.sections)
    page = "\n".join(
        [
            element("a", "To the text", class_="skip", href="#text"),
            setting.opening(manuscript),
            *([setting.contents(manuscript)] if manuscript.contents else []),
            element("main", f"\n{sections}\n{_files_section(manuscript.attachments)}\n", id="text"),
        ]
    )
    head = "\n".join(
        [
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="color-scheme" content="light dark">',
            element("title", escaped(f"{manuscript.title}: {manuscript.subtitle}")),
            element("style", _style()),
        ]
    )
    shown = f'<!DOCTYPE html>\n<html lang="{ms.LANGUAGE}">\n<head>\n{head}\n</head>\n<body>\n{page}\n'
    # No words of a sheet may pass for the line that opens a file.
    return (
        shown.replace("=====", "====&#61;") + _attached_files(manuscript.attachments) + "\n</body>\n</html>\n"
    )


class _Page:
    """The renderer of one manuscript as HTML: what its references show."""

    def __init__(self, numbers: dict[str, str]) -> None:
        self.numbers = numbers

    def opening(self, manuscript: ms.Manuscript) -> str:
        title = element("h1", escaped(manuscript.title))
        subtitle = element("p", escaped(manuscript.subtitle), class_="subtitle")
        date = element("time", escaped(manuscript.day), datetime=manuscript.date)
        lines = [("Date", date), *((name, self._inline(parts)) for name, parts in manuscript.lead)]
        opening = "\n".join(self._block(block, 1) for block in manuscript.opening)
        return element("header", "\n".join([title, subtitle, _particulars(lines), opening]))

    def contents(self, manuscript: ms.Manuscript) -> str:
        lines = self._entries(manuscript.sections, _DEPTH)
        if manuscript.attachments:
            lines += element("li", element("a", "Files", href="#files"))
        return element("nav", element("h2", "Contents") + element("ol", lines), aria_label="Contents")

    def _entries(self, blocks: Sequence[ms.Block], depth: int) -> str:
        lines = []
        for one in blocks:
            if isinstance(one, ms.Section):
                below = self._entries(one.blocks, depth - 1) if depth > 1 else ""
                shown = _number(self.numbers[one.label]) + element("span", words(one.title))
                link = element("a", shown, href="#" + _place(self.numbers[one.label]))
                lines.append(element("li", link + (element("ol", below) if below else "")))
        return "".join(lines)

    def section(self, section: ms.Section, level: int) -> str:
        number = self.numbers[section.label]
        place = _place(number)
        heading = element(f"h{min(level, 6)}", _number(number) + words(section.title), id=f"{place}-title")
        blocks = (self._block(block, level) for block in section.blocks)
        named = {"id": place, "class_": "paged" * section.paged, "aria_labelledby": f"{place}-title"}
        return element("section", "\n".join([heading, *blocks]), **named)

    def _block(self, block: ms.Block, level: int) -> str:
        match block:
            case ms.Paragraph(parts):
                return element("p", self._inline(parts))
            case ms.Items(items, numbered):
                lines = "".join(element("li", self._inline(item)) for item in items)
                return element("ol" if numbered else "ul", lines)
            case ms.Terms(entries):
                shown = "".join(
                    element("dt", words(term)) + element("dd", self._inline(meaning))
                    for term, meaning in entries
                )
                return element("dl", shown, class_="terms")
            case ms.Display(formula):
                return element("div", mathml(formula, display=True), class_="display")
            case ms.Tabular(_, label):
                return table(block, self.numbers[label].capitalize(), _place(self.numbers[label]))
            case ms.Picture(drawing, caption, alternative, label):
                title = element("b", f"{self.numbers[label].capitalize()}.") + " " + words(caption)
                drawn = element("div", svg(drawing, alternative), class_="scroll")
                shown_below = element("figcaption", title)
                return element("figure", drawn + shown_below, id=_place(self.numbers[label]), class_="drawn")
            case ms.CodeListing(lines):
                return "<pre>\n" + escaped("\n".join(lines)) + "</pre>"  # a parser takes the first line break
            case ms.Particulars(rows):
                return _particulars([(name, self._inline(parts)) for name, parts in rows])
            case ms.SignOff():
                return _sign_off(block.table)
            case ms.NumberedFinding():
                return self._finding(block)
            case ms.Section():
                return self.section(block, level + 1)

    def _finding(self, block: ms.NumberedFinding) -> str:
        number = self.numbers[block.label]
        title = element("b", f"{number.capitalize()}.") + " " + element("b", words(block.title))
        paragraphs = [element("p", title), element("p", self._inline(block.parts))]
        if block.disposition:
            paragraphs.append(
                element("p", element("b", "Disposition:") + " " + self._inline(block.disposition))
            )
        return element("div", "".join(paragraphs), id=_place(number), class_="finding")

    def _inline(self, parts: ms.Inlines) -> str:
        return "".join(self._part(part) for part in parts)

    def _part(self, part: ms.Inline) -> str:
        match part:
            case str():
                return words(part)
            case ms.Strong(text):
                return element("strong", words(text))
            case ms.Code(text):
                return element("code", escaped(text))
            case ms.Ref(label):
                number = self.numbers[label]
                return element("a", escaped(number), class_="ref", href="#" + _place(number))
            case formula:
                return mathml(formula)


def _particulars(rows: Sequence[tuple[str, str]]) -> str:
    """The rows, their contents set already."""
    shown = "".join(element("dt", escaped(name)) + element("dd", content) for name, content in rows)
    return element("dl", shown, class_="particulars")


def _sign_off(table: Table) -> str:
    """The lines to sign, with an empty cell for each signature and each date."""
    heads = element("tr", "".join(map(_heading, table.columns)))
    rows = (
        element(
            "tr", element("th", words(role), scope="row") + "".join(element("td", words(one)) for one in more)
        )
        for role, *more in table.texts()
    )
    return element("table", element("thead", heads) + element("tbody", "\n".join(rows)), class_="signed")


def _number(number: str) -> str:
    return element("span", number.rpartition(" ")[2], class_="no") + " "


def _place(number: str) -> str:
    """The id of what has the number: unlike a label, it is fit for an address."""
    return number.replace(" ", "-")


def _files_section(attachments: Sequence[ms.Attachment]) -> str:
    if not attachments:
        return ""
    verify = element("code", "markov verify FILE")
    listed = "".join(
        element("dt", element("code", escaped(one.name)))
        + element("dd", f"{words(one.about)} ({escaped(one.media)}, {len(one.text.encode()):,} bytes)")
        for one in attachments
    )
    parts = [
        element("h2", "Files", id="files-title"),
        element(
            "p",
            "This page carries the files below inside it, compressed, each between lines with its name and "
            f"its SHA-256 digest. {verify}, where FILE is this page, finds the certificates among them and "
            "checks them.",
        ),
        element("dl", listed, class_="terms"),
        element("p", "Saved as a file of its own, this Python takes them out of the page that it is given:"),
        "<pre>\n" + escaped(_UNPACK) + "</pre>",
    ]
    return element("section", "\n".join(parts), id="files", aria_labelledby="files-title")


def _attached_files(attachments: Sequence[ms.Attachment]) -> str:
    """The files in an element that is neither shown nor run; nothing in its lines can close it."""
    lines = "\n".join(armored(attachments))
    return element("script", f"\n{lines}\n", type="text/plain", id="carried")


def _style() -> str:
    """The style sheet, the inks of drawings among it as the reader's light or dark mode wants them."""
    inks = "\n".join(
        f'svg [style*="{paint}: {colour}"] {{ {paint}: var(--{ink}-drawn) !important }}'
        for ink, colour in INKS.items()
        for paint in ("stroke", "fill")
    )
    light, dark = ("; ".join(f"--{ink}-drawn: {one[ink]}" for ink in one) for one in (INKS, _DARK))
    marks = {"DRAWN": light, "DRAWN_DARK": dark, "INKS": inks}
    style = files(__package__).joinpath("house.css").read_text(encoding="utf-8")
    return "\n" + re.sub(r"/\*([A-Z_]+)\*/", lambda mark: marks[mark[1]], style)


def table(tabular: ms.Tabular, number: str, place: str) -> str:
    """The table with its caption and its notes, in a box that may be narrower; in parts, as on paper.

    number   as "Table 4"
    place    its id
    """
    shown = tabular.table
    columns = strips(shown)
    tails = [_tail_width(strip) for strip in columns]
    title = element("b", f"{number}.") + " " + escaped(shown.title)
    parts = [element("caption", element("span", title, id=f"{place}-title"))]
    sums = len(shown.rows) - tabular.totals
    for fit in fitted(columns):
        rooms = [tails[strip.place] for strip in fit.strips]
        rows = [element("tr", "".join(map(_cell, row, fit.strips, rooms))) for row in fit.rows()]
        parts += [
            element("thead", element("tr", "".join(_heading(strip.column) for strip in fit.strips))),
            element("tbody", "\n".join(rows[:sums])),
            *([element("tfoot", "\n".join(rows[sums:]))] if tabular.totals else ()),
            "</table><table>",
        ]
    scroll = element(
        "div",
        element("table", "\n".join(parts[:-1])),
        class_="scroll",
        role="region",
        tabindex=0,
        aria_labelledby=f"{place}-title",
    )
    notes = "".join(element("p", words(note)) for note in shown.notes)
    below = element("figcaption", notes) if notes else ""
    kinds = [kind for kind, most in _WIDE.items() if natural_width(shown) > most]
    kinds += ["short"] * tabular.short
    return element("figure", scroll + below, id=place, class_=" ".join(kinds))


def words(text: str) -> str:
    """The text, a line of which may break inside a long number; copied, the number is whole."""
    return _with_breaks(grouped(text))


def _with_breaks(pieces: Sequence[str]) -> str:
    """The pieces, with leave to break the line between them, and with room where digits go on."""
    shown = [
        (element("span", piece, class_="g") if piece.isdigit() and after[0].isdigit() else escaped(piece))
        for piece, after in pairwise(pieces)
    ]
    return "<wbr>".join([*shown, escaped(pieces[-1])])


def _heading(column: Column) -> str:
    return element("th", words(column.name), scope="col", class_="l" if column.align == "left" else "")


def _cell(cell: CellText, strip: Strip, room: int) -> str:
    text, align = cell.text, strip.column.align
    if cell.bar:
        sign, above, below = cell.bar
        parts = element("span", words(above)), element("i", "/"), element("span", words(below))
        shown = sign + element("span", "".join(parts), class_="q")
    elif align == "point" and room:
        shown = _aligned_at_point(text, room)
    elif len(text) > _LONG:
        shown = element("span", words(text), class_="s" if " " in text else "n")
    else:
        shown = words(text)
    kept = ["k"] * bool(cell.bar or len(text) <= _SHORT)
    kinds = " ".join(["l"] * (align == "left") + kept + [cell.tone] * bool(cell.tone))
    if strip.place == 0:
        return element("th", shown, scope="row", class_=kinds)
    return element("td", shown, class_=kinds, data_of=strip.column.name)


def _tail_width(strip: Strip) -> int:
    """The width of the widest part behind a whole number, in hundredths of a digit."""
    tails = (_width(_split_at_point(cell.text)[1]) for cell in strip.cells)
    return max(tails, default=0) if strip.column.align == "point" else 0


def _width(tail: str) -> int:
    digits = sum(sign.isdigit() for sign in tail)
    return 100 * digits + _POINT * ("." in tail) + _PERCENT * ("%" in tail)


def _split_at_point(text: str) -> tuple[str, str]:
    """The text up to the decimal point, and what follows."""
    tail = _TAIL.search(text)
    return (text[: tail.start()], tail.group()) if tail else (text, "")


def _aligned_at_point(text: str, room: int) -> str:
    """The number with all that follows the point in a box that is as wide in every row."""
    whole, tail = _split_at_point(text)
    box = element("span", escaped(tail), class_="t", style=f"min-width:{room // 100}.{room % 100:02d}ch")
    return element("span", _with_breaks(grouped(whole)) + box, class_="k" if len(whole) <= _LONG else "n")
