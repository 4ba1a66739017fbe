"""A manuscript in LaTeX, which pdflatex sets in two runs without any other program."""

from collections.abc import Iterator, Sequence

from markov.report.attached import armored
from markov.report.formula import Formula, Matrix, Row
from markov.report.manuscript import (
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
from markov.report.typeset.latex_columns import breadth
from markov.report.typeset.latex_drawing import picture
from markov.report.typeset.latex_preamble import preamble
from markov.report.typeset.latex_table import tabular
from markov.report.typeset.tex_formula import tex
from markov.report.typeset.tex_words import address, bookmark, code, words

_LEVELS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
_DEPTH = 2  # levels of sections in the table of contents
_FILES = (
    "The source of this document, a file of LaTeX, carries the files below behind its end, compressed, each "
    "between lines with its name and its SHA-256 digest. \\texttt{markov verify FILE}, where "
    "\\texttt{FILE} is that source, finds the certificates among them and checks them.\\par"
)


def render(manuscript: Manuscript) -> str:
    """The document; the files that go with it stand behind its end, which TeX does not read."""
    return "\n".join(_Setting(manuscript).lines()) + "\n"


class _Setting:
    """One manuscript being set: what its references show, and where they lead."""

    def __init__(self, manuscript: Manuscript) -> None:
        self.manuscript = manuscript
        self.numbers = manuscript.numbers()

    def lines(self) -> Iterator[str]:
        work = self.manuscript
        foot = work.title if len(work.title) <= 70 else f"{work.title[:69]}…"
        yield preamble(bookmark(work.title), bookmark(work.subtitle), words(foot))
        yield "\\begin{document}"
        yield from self._front()
        for section in work.sections:
            yield from self._section(section, 0)
        yield from self._files()
        yield "\\label{end}"
        yield "\\end{document}"
        if work.attachments:
            yield from armored(work.attachments)

    def _front(self) -> Iterator[str]:
        """Title, the lines below it, and the table of contents."""
        work = self.manuscript
        yield f"\\fronttitle{{{words(work.title)}}}{{{words(work.subtitle)}}}"
        lines: list[tuple[str, Inlines]] = [("Date", (work.date,)), *work.lead]
        widest = max(breadth(name) for name, _ in lines) * 11 // 10000 + 10
        width = f"{min(widest, 120)}pt"
        for name, parts in lines:
            yield f"\\lead{{{width}}}{{{words(name)}}}{{{self._inlines(parts)}}}"
        yield "\\begin{contents}"
        yield from self._contents(work.sections, 1)
        if work.attachments:
            yield "\\entry{1}{}{Files}{files}"
        yield "\\end{contents}"

    def _contents(self, blocks: Sequence[Block], level: int) -> Iterator[str]:
        for section in blocks:
            if isinstance(section, Section) and level <= _DEPTH:
                entry = (
                    f"{{{self._number(section)}}}{{{words(section.title)}}}{{{self._anchor(section.label)}}}"
                )
                yield f"\\entry{{{level}}}{entry}"
                yield from self._contents(section.blocks, level + 1)

    def _section(self, section: Section, level: int) -> Iterator[str]:
        title = f"{{{words(section.title)}}}{{{bookmark(section.title)}}}"
        name = _LEVELS[min(level, len(_LEVELS) - 1)]
        yield f"\n\\room{{{_room(section)}\\baselineskip}}"
        yield f"\\heading{{{name}}}{{{self._number(section)}}}{title}{{{self._anchor(section.label)}}}"
        for block in section.blocks:
            if isinstance(block, Section):
                yield from self._section(block, level + 1)
            else:
                yield from self._block(block)

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Paragraph(parts):
                yield f"{self._inlines(parts)}\\par"
            case Items(items, numbered):
                yield from self._items(items, "enumerate" if numbered else "itemize")
            case Terms(entries):
                yield from self._terms(entries)
            case Display(formula):
                yield _display(formula)
            case Tabular(_, label, _):
                yield from tabular(block, self.numbers[label].capitalize(), self._anchor(label))
            case Picture():
                yield from self._picture(block)
            case Listing(lines):
                yield "\\begin{listing}"
                yield from (f"{code(line) if line.strip() else '~'}\\par" for line in lines)
                yield "\\end{listing}"

    def _items(self, items: Sequence[Inlines], environment: str) -> Iterator[str]:
        yield f"\\begin{{{environment}}}"
        yield from (f"\\item {self._inlines(parts)}" for parts in items)
        yield f"\\end{{{environment}}}"

    def _terms(self, entries: Sequence[tuple[str, Inlines, Formula | None]]) -> Iterator[str]:
        for name, parts, formula in entries:
            yield f"\\term{{{words(name)}}}{{{self._inlines(parts)}}}"
            if formula is not None:
                yield _display(formula)

    def _picture(self, block: Picture) -> Iterator[str]:
        number, anchor = self.numbers[block.label].capitalize(), self._anchor(block.label)
        yield f"\\begin{{together}}\\hypertarget{{{anchor}}}{{}}%"
        yield f"\\alternative{{{bookmark(block.alternative)}}}{{%"
        yield from picture(block.drawing)
        yield "}"
        yield f"\\par\\vskip6pt{{\\raggedright\\captioned{{{number}.}}{{{words(block.caption)}}}\\par}}"
        yield "\\end{together}"

    def _inlines(self, parts: Inlines) -> str:
        return "".join(map(self._inline, parts))

    def _inline(self, part: Inline) -> str:
        match part:
            case str():
                return words(part)
            case Strong(text):
                return f"\\textbf{{{words(text)}}}"
            case Code(text):
                return code(text)
            case Ref(label):
                return f"\\hyperlink{{{self._anchor(label)}}}{{{self.numbers[label].replace(' ', '~')}}}"
            case Link(target):
                known = target.startswith(("https://", "http://"))
                return f"\\href{{{address(target)}}}{{{code(target)}}}" if known else code(target)
            case _:
                return f"${_tex(part)}$"

    def _number(self, section: Section) -> str:
        return self.numbers[section.label].removeprefix("section ")

    def _anchor(self, label: str) -> str:
        """Where a reference leads: unlike a label, a number has no sign that TeX would take for its own."""
        return "at-" + self.numbers[label].replace(" ", "-")

    def _files(self) -> Iterator[str]:
        """What the files are that stand behind the end of the document."""
        if not self.manuscript.attachments:
            return
        yield "\\heading{section}{}{Files}{Files}{files}"
        yield _FILES
        for one in self.manuscript.attachments:
            size = len(one.text.encode())
            yield f"\\term{{{code(one.name)}}}{{{words(f'{one.about} ({one.media}, {size:,} bytes)')}}}"


def _room(section: Section) -> int:
    """How many lines a page must have left for the heading, so that it never stands alone."""
    match section.blocks[:1]:
        case (Section() as below,):
            return 4 + _room(below)
        case (Tabular(),):
            return 16
        case _:
            return 7


def _display(formula: Formula) -> str:
    """The formula on a line of its own; one with a matrix is never broken."""
    return f"\\formula{'box' * _whole(formula)}{{{_tex(formula)}}}"


def _tex(formula: Formula) -> str:
    """The formula; a line may be broken between the groups of a long number."""
    return tex(formula).replace("\\thinspace ", "\\thinspace\\allowbreak ")


def _whole(formula: Formula) -> bool:
    return isinstance(formula, Matrix) or (isinstance(formula, Row) and any(map(_whole, formula.parts)))
