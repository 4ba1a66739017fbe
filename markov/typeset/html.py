"""A manuscript as one page of HTML, which loads nothing and runs nothing."""

import re
from collections.abc import Sequence

from markov.typeset.attached import armored
from markov.typeset.html_style import STYLE
from markov.typeset.html_table import table, words
from markov.typeset.manuscript import (
    Attachment,
    Block,
    Code,
    Display,
    Inline,
    Inlines,
    Items,
    Link,
    Listing,
    Manuscript,
    Paragraph,
    Picture,
    Ref,
    Section,
    Strong,
    Tabular,
    Terms,
)
from markov.typeset.markup import element, escaped
from markov.typeset.mathml import mathml
from markov.typeset.svg import svg

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_DEPTH = 2  # levels of sections in the table of contents
_NAME = re.compile(r"[\w.-]+", re.ASCII)
_UNPACK = r"""import base64, pathlib, re, sys, zlib

page = pathlib.Path(sys.argv[1]).read_text("utf-8")
for name, body in re.findall(r"=====FILE ([\w.-]+) SHA-256 \w+=====(.*?)=====END", page, re.DOTALL):
    pathlib.Path(name).write_bytes(zlib.decompress(base64.b64decode(body)))"""


def render(manuscript: Manuscript) -> str:
    """The page.

    Raises ValueError for a file whose name could not stand in it.
    """
    numbers = manuscript.numbers()
    sections = "\n".join(_section(one, numbers, 2) for one in manuscript.sections)
    page = "\n".join(
        [
            element("a", "To the text", class_="skip", href="#text"),
            _opening(manuscript, numbers),
            _contents(manuscript, numbers),
            element("main", f"\n{sections}\n{_files(manuscript.attachments)}\n", id="text"),
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
            element("style", STYLE),
        ]
    )
    shown = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{page}\n'
    # No words of a sheet may pass for the line that opens a file.
    return shown.replace("=====", "====&#61;") + _carried(manuscript.attachments) + "\n</body>\n</html>\n"


def _opening(manuscript: Manuscript, numbers: dict[str, str]) -> str:
    title = element("h1", escaped(manuscript.title))
    subtitle = element("p", escaped(manuscript.subtitle), class_="subtitle")
    date = element("time", escaped(manuscript.date), datetime=manuscript.date)
    lines = [("Date", date), *((name, _inline(parts, numbers)) for name, parts in manuscript.lead)]
    lead = "".join(element("dt", escaped(name)) + element("dd", said) for name, said in lines)
    return element("header", title + subtitle + element("dl", lead))


def _contents(manuscript: Manuscript, numbers: dict[str, str]) -> str:
    lines = _entries(manuscript.sections, numbers, _DEPTH)
    if manuscript.attachments:
        lines += element("li", element("a", "Files", href="#files"))
    return element("nav", element("h2", "Contents") + element("ol", lines), aria_label="Contents")


def _entries(blocks: Sequence[Block], numbers: dict[str, str], depth: int) -> str:
    lines = []
    for one in blocks:
        if isinstance(one, Section):
            below = _entries(one.blocks, numbers, depth - 1) if depth > 1 else ""
            shown = _number(numbers[one.label]) + element("span", words(one.title))
            link = element("a", shown, href="#" + _place(numbers[one.label]))
            lines.append(element("li", link + (element("ol", below) if below else "")))
    return "".join(lines)


def _section(section: Section, numbers: dict[str, str], level: int) -> str:
    number = numbers[section.label]
    place = _place(number)
    heading = element(f"h{min(level, 6)}", _number(number) + words(section.title), id=f"{place}-title")
    blocks = (_block(block, numbers, level) for block in section.blocks)
    return element("section", "\n".join([heading, *blocks]), id=place, aria_labelledby=f"{place}-title")


def _block(block: Block, numbers: dict[str, str], level: int) -> str:
    match block:
        case Paragraph(parts):
            return element("p", _inline(parts, numbers))
        case Items(items, numbered):
            lines = "".join(element("li", _inline(item, numbers)) for item in items)
            return element("ol" if numbered else "ul", lines)
        case Terms(entries):
            shown = []
            for term, said, formula in entries:
                line = _display(mathml(formula, display=True)) if formula is not None else ""
                shown.append(element("dt", words(term)) + element("dd", _inline(said, numbers) + line))
            return element("dl", "".join(shown), class_="terms")
        case Display(formula):
            return _display(mathml(formula, display=True))
        case Tabular(_, label):
            return table(block, numbers[label].capitalize(), _place(numbers[label]))
        case Picture(drawing, caption, alternative, label):
            title = element("b", f"{numbers[label].capitalize()}.") + " " + words(caption)
            drawn = element("div", svg(drawing, alternative), class_="scroll")
            shown_below = element("figcaption", title)
            return element("figure", drawn + shown_below, id=_place(numbers[label]), class_="drawn")
        case Listing(lines):
            return "<pre>\n" + escaped("\n".join(lines)) + "</pre>"  # a parser takes the first line break
        case Section():
            return _section(block, numbers, level + 1)


def _inline(parts: Inlines, numbers: dict[str, str]) -> str:
    return "".join(_part(part, numbers) for part in parts)


def _part(part: Inline, numbers: dict[str, str]) -> str:
    match part:
        case str():
            return words(part)
        case Strong(said):
            return element("strong", words(said))
        case Code(said):
            return element("code", escaped(said))
        case Ref(label):
            return element("a", escaped(numbers[label]), class_="ref", href="#" + _place(numbers[label]))
        case Link(address):
            # What a sheet names may be no address of the network at all: then it is words.
            known = address.startswith(("https://", "http://"))
            shown = escaped(address)
            return element("a", shown, href=address, rel="noreferrer") if known else element("code", shown)
        case formula:
            return mathml(formula)


def _display(formula: str) -> str:
    return element("div", formula, class_="display")


def _number(number: str) -> str:
    return element("span", number.rpartition(" ")[2], class_="no") + " "


def _place(number: str) -> str:
    """The id of what has the number: unlike a label, it is fit for an address."""
    return number.replace(" ", "-")


def _files(attachments: Sequence[Attachment]) -> str:
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


def _carried(attachments: Sequence[Attachment]) -> str:
    """The files in an element that is neither shown nor run; nothing in its lines can close it."""
    for one in attachments:
        if not _NAME.fullmatch(one.name):
            raise ValueError(f"a file inside a page cannot be called {one.name!r}")
    lines = "\n".join(armored(attachments))
    return element("script", f"\n{lines}\n", type="text/plain", id="carried")
