"""A manuscript as a document tree of pandoc, which writes HTML, Word, LaTeX and Markdown from it."""

import re
from collections.abc import Iterator, Sequence

from markov.tables.markdown import seen
from markov.typeset import manuscript as ms
from markov.typeset.nodes import (
    SPACE,
    Node,
    Nodes,
    TableCell,
    TableNode,
    attributes,
    document,
    joined,
    node,
    para,
    plain,
    text,
)
from markov.typeset.table_fit import CellText, Fit, FittedColumn, fitted, fitted_columns

DEPTH = 2
"""Levels of sections in the table of contents."""

_ACROSS = 4819  # tenths of a point between the margins of an A4 page
_SIGNED = (20, 30, 34, 16)  # hundredths of the width for role, name, signature and date


class Tree:
    """The tree of one manuscript; what a format has otherwise is in the subclass beside its writer.

    top     the level of the headings of sections that stand in no other
    paper   hundredths: how wide the letters on its pages are, beside those that tables are fitted with; 0 for
            a screen, where a table is as wide as its cells, and in one part
    """

    top = 2
    paper = 0

    def __init__(self, manuscript: ms.Manuscript) -> None:
        self.manuscript = manuscript
        self.numbers = manuscript.numbers()

    def document(self) -> Node:
        """The whole tree."""
        return document([*self.front(), *self.contents(), *self.sections()])

    def tables(self, tabulars: Sequence[ms.Tabular]) -> Node:
        """The tables alone, in the parts in which the document has them, each below its title."""
        return document([part for tabular in tabulars for part in self.parts(tabular, [text("x")], "")])

    def front(self) -> Nodes:
        """The beginning of the document, up to the table of contents."""
        work = self.manuscript
        lead = ms.Particulars((("Date", (work.day,)), *work.lead))
        title = node("Header", 1, attributes(), self.words(work.title))
        return [title, *self.subtitle(), *self.run((lead, *work.opening), self.top)]

    def subtitle(self) -> Nodes:
        """The subtitle, in a paragraph."""
        return [para(self.strong(self.manuscript.subtitle))]

    def contents(self) -> Nodes:
        """The table of contents, if there is one: links in lists."""
        if not self.manuscript.contents:
            return []
        listed = self.listed(self.manuscript.sections, DEPTH)
        return [node("Header", 2, attributes(), [text("Contents")]), node("BulletList", listed)]

    def listed(self, blocks: Sequence[ms.Block], depth: int) -> list[Nodes]:
        """The sections among the blocks as items of a list, those in them below."""
        items = []
        for block in blocks:
            if isinstance(block, ms.Section):
                below = self.listed(block.blocks, depth - 1) if depth > 1 else []
                items.append([plain([self.link(block)]), *[node("BulletList", below)] * bool(below)])
        return items

    def link(self, section: ms.Section) -> Node:
        """The number and the title of a section, leading there."""
        return node("Link", attributes(), self.titled(section), [f"#{self.place(section.label)}", ""])

    def titled(self, section: ms.Section) -> Nodes:
        """The number of a section and its title."""
        return [text(self.number(section)), SPACE, *self.words(section.title)]

    def number(self, section: ms.Section) -> str:
        """The number of a section alone."""
        return self.numbers[section.label].removeprefix("section ")

    def place(self, label: str) -> str:
        """The target of a reference: unlike a label, a number has no sign that is markup."""
        return self.numbers[label].replace(" ", "-")

    def sections(self) -> Nodes:
        """All that stands below the table of contents."""
        return self.run(self.manuscript.sections, self.top)

    # Blocks

    def run(self, blocks: Sequence[ms.Block], level: int) -> Nodes:
        """The blocks one after the other; `level` is that of a section among them."""
        return [part for block in blocks for part in self.block(block, level)]

    def block(self, block: ms.Block, level: int) -> Nodes:
        """The block in as many nodes as it takes."""
        match block:
            case ms.Paragraph(parts):
                return [para(self.inlines(parts))]
            case ms.Items(items, numbered):
                return [self.items(items, numbered)]
            case ms.Terms(rows):
                return self.styled("Terms", [self.terms(rows)])
            case ms.Particulars(rows):
                return self.styled("Particulars", [self.terms(rows)])
            case ms.Display(formula):
                return self.styled("Formula", [self.display(self.formula(formula.tex))])
            case ms.Tabular():
                return self.tabular(block)
            case ms.SignOff():
                return [self.sign_off(block)]
            case ms.Picture():
                return self.picture(block)
            case ms.CodeListing(lines):
                return [self.listing("\n".join(map(self.shown, lines)))]
            case ms.NumberedFinding():
                return self.finding(block)
            case ms.Section():
                return self.section(block, level)

    def styled(self, style: str, blocks: Nodes) -> Nodes:
        """The blocks in a style, where the format has styles."""
        return blocks

    def section(self, section: ms.Section, level: int) -> Nodes:
        """The heading and the blocks of a section."""
        heading = node("Header", level, attributes(self.place(section.label)), self.titled(section))
        return [heading, *self.run(section.blocks, level + 1)]

    def items(self, items: Sequence[ms.Inlines], numbered: bool) -> Node:
        """A list."""
        listed = [[plain(self.inlines(item))] for item in items]
        if numbered:
            return node("OrderedList", [1, node("Decimal"), node("Period")], listed)
        return node("BulletList", listed)

    def terms(self, rows: Sequence[tuple[str, ms.Inlines]]) -> Node:
        """Names, each with what it says."""
        listed = ([self.words(name), [[plain(self.inlines(parts))]]] for name, parts in rows)
        return node("DefinitionList", list(listed))

    def display(self, formula: str) -> Node:
        """A formula on a line of its own."""
        return para([node("Math", node("DisplayMath"), formula)])

    def listing(self, lines: str) -> Node:
        """Lines for a machine."""
        return node("CodeBlock", attributes(), lines)

    def finding(self, block: ms.NumberedFinding) -> Nodes:
        """Number and title of a finding, what was found, and what becomes of it."""
        head = self.strong(f"{self.numbers[block.label].capitalize()}. {block.title}")
        parts = [para(head), para(self.inlines(block.parts))]
        if block.disposition:
            parts.append(para([*self.strong("Disposition:"), SPACE, *self.inlines(block.disposition)]))
        return [node("Div", attributes(self.place(block.label)), self.styled("Finding", parts))]

    def picture(self, block: ms.Picture) -> Nodes:
        """The picture and its caption."""
        image = node("Image", attributes(), self.words(block.alternative), [self.image(block), ""])
        return [self.figure(block, [plain([image])])]

    def image(self, block: ms.Picture) -> str:
        """The address of a picture."""
        raise NotImplementedError

    def figure(self, block: ms.Picture, shown: Nodes) -> Node:
        """A numbered figure, its caption below."""
        caption = [None, [plain(self.caption(block.label, block.caption))]]
        return node("Figure", attributes(self.place(block.label)), caption, shown)

    def caption(self, label: str, words: str) -> Nodes:
        """The number and the words of a caption."""
        return [*self.strong(f"{self.numbers[label].capitalize()}."), SPACE, *self.words(words)]

    # Tables

    def tabular(self, part: ms.Tabular) -> Nodes:
        """The table below its caption, and its notes."""
        caption = self.caption(part.label, part.table.title)
        return [*self.parts(part, caption, self.place(part.label)), *self.notes(part)]

    def notes(self, part: ms.Tabular) -> Nodes:
        """The notes below the table."""
        notes = [para(self.words(note)) for note in part.table.notes]
        return self.styled("Note", notes) if notes else []

    def parts(self, part: ms.Tabular, caption: Nodes, place: str) -> Nodes:
        """The table, in as many parts as a page asks for."""
        columns = self.columns(part)
        fits = fitted(columns) if self.paper else [Fit(tuple(columns), 0, (), ())]
        again = [*caption, text(","), SPACE, text("continued")]
        return [
            self.part(part, fit).node(
                self.look(fit, "" if k else place), self.table_caption(again if k else caption)
            )
            for k, fit in enumerate(fits)
        ]

    def columns(self, part: ms.Tabular) -> Sequence[FittedColumn]:
        """The columns of a table, with what it takes to set their cells."""
        return fitted_columns(part.table)

    def look(self, fit: Fit, place: str) -> list[object]:
        """The attributes of a table."""
        return attributes(place)

    def table_caption(self, caption: Nodes) -> Nodes:
        """The caption as a part of the table."""
        return caption

    def part(self, part: ms.Tabular, fit: Fit) -> TableNode:
        """A part of a table, on a page as wide as its columns need."""
        sides = ["Left" if column.head.align == "left" else "Right" for column in fit.columns]
        shares = [0.0] * len(sides)
        if self.paper:
            wanted = [wide * self.paper / (100 * _ACROSS) for wide in fit.widths()]
            shares = [round(share / max(sum(wanted), 1), 4) for share in wanted]
        heads = [TableCell(self.words(column.head.name)) for column in fit.columns]
        names = labels([column.head.name for column in fit.columns])
        rows = [list(map(self.cell, row, names)) for row in fit.rows()]
        return TableNode(sides, shares, heads, rows, part.totals)

    def cell(self, cell: CellText, heading: str) -> TableCell:
        """A cell of a table below a heading."""
        return TableCell(self.words(cell.text))

    def sign_off(self, block: ms.SignOff) -> Node:
        """The lines to sign."""
        heads = [TableCell(self.words(column.name)) for column in block.table.columns]
        rows = [list(map(self.signed, line)) for line in block.table.texts()]
        shares = [share / 100 if self.paper else 0 for share in _SIGNED]
        return TableNode(["Left"] * len(heads), shares, heads, rows).node(self.signed_look(), [])

    def signed(self, words: str) -> TableCell:
        """A cell in a line to sign, which is empty for what is written by hand."""
        return TableCell(self.words(words))

    def signed_look(self) -> list[object]:
        """The attributes of the table with the lines to sign."""
        return attributes()

    # Words

    def inlines(self, parts: ms.Inlines) -> Nodes:
        """The parts of a paragraph."""
        return [node for part in parts for node in self.inline(part)]

    def inline(self, part: ms.Inline) -> Nodes:
        """A part of a paragraph in as many nodes as it takes."""
        match part:
            case str():
                return self.words(part)
            case ms.Strong(words):
                return self.strong(words)
            case ms.Code(words):
                return self.code(self.shown(words))
            case ms.Ref(label):
                shown = joined([text(word) for word in self.numbers[label].split()], SPACE)
                return [node("Link", attributes(), shown, [f"#{self.place(label)}", ""])]
            case formula:
                return [node("Math", node("InlineMath"), self.formula(formula.tex))]

    def strong(self, words: str) -> Nodes:
        """The words in bold."""
        return [node("Strong", self.words(words))]

    def code(self, words: str) -> Nodes:
        """Words for a machine."""
        return [node("Code", attributes(), words)]

    def formula(self, formula: str) -> str:
        """A formula as the format needs it."""
        return formula

    def words(self, words: str) -> Nodes:
        """The words, with the spaces at their ends."""
        between = re.split(" +", self.shown(words))
        return [node for k, word in enumerate(between) for node in (*[SPACE] * bool(k), *self.word(word))]

    def word(self, word: str) -> Nodes:
        """A word without spaces, in pieces where a line may be broken."""
        return [text(word)] if word else []

    def shown(self, words: str) -> str:
        """The words on one line, signs that the format does not have by their numbers."""
        return seen(words)


def labels(headings: Sequence[str]) -> list[str]:
    """The headings as labels of single cells: one without a word, such as ≈, behind the last that has one.

    >>> labels(["wager", "edge", "≈"])
    ['wager', 'edge', 'edge, ≈']
    """
    said: list[str] = []
    word = ""
    for heading in headings:
        if any(map(str.isalpha, heading)):
            word = heading
        said.append(heading if heading == word or not word else f"{word}, {heading}")
    return said


def levels(blocks: Sequence[ms.Block], level: int = 1) -> Iterator[tuple[int, ms.Section]]:
    """Every section with its level, in the order of reading."""
    for block in blocks:
        if isinstance(block, ms.Section):
            yield level, block
            yield from levels(block.blocks, level + 1)
