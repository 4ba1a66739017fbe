"""A manuscript as a Typst document: one text, compiled with no package and no network."""

from collections.abc import Iterator, Sequence
from importlib.resources import files

from markov.tables.table import Table
from markov.typeset import manuscript as ms
from markov.typeset.attached import armored
from markov.typeset.pandoc import typst_formulas
from markov.typeset.svg import svg
from markov.typeset.table_fit import CellText, Fit, fitted, fitted_columns, text_width
from markov.typeset.typst_words import quoted, words

_LINES = 90  # of a table of contents; it leaves out what is deepest until it has no more than that


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript in Typst, its files in a comment at the end: they have no asterisk to end it with.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    return "\n".join((source(manuscript), "/*", *armored(manuscript.carried), "*/", ""))


def source(manuscript: ms.Manuscript) -> str:
    """The document without its files."""
    style = files(__package__).joinpath("house.typ").read_text(encoding="utf-8")
    made = _TypstSource(manuscript)
    return "\n\n".join((style, *made.front(), *made.run(manuscript.sections, 1), ""))


def _depth(sections: Sequence[ms.Section]) -> int:
    """The levels of headings in the table of contents."""
    level = list(sections)
    lines = len(level)
    for depth in (1, 2):
        level = [block for section in level for block in section.blocks if isinstance(block, ms.Section)]
        lines += len(level)
        if lines > _LINES:
            return depth
    return 3


class _TypstSource:
    """The text of one manuscript in Typst, block by block.

    formulas   those of the manuscript as Typst has them, by their TeX
    """

    def __init__(self, manuscript: ms.Manuscript) -> None:
        self.manuscript = manuscript
        self.numbers = manuscript.numbers()
        self.formulas = typst_formulas([formula.tex for formula in manuscript.formulas])

    def front(self) -> tuple[str, ...]:
        """The settings of the document, and its first page."""
        work = self.manuscript
        year, month, day = map(int, work.date.split("-"))
        date = f"datetime(year: {year}, month: {month}, day: {day})"
        title, subtitle = quoted(work.title), quoted(work.subtitle)
        by = f"{quoted(work.author)}," if work.author else ""
        properties = f"author: ({by}), keywords: ({quoted(work.program)},)"
        language, _, region = ms.LANGUAGE.partition("-")
        return (
            f"#set document(title: {title}, description: {subtitle}, date: {date}, {properties})",
            f"#set text(lang: {quoted(language)}, region: {quoted(region.lower())})",
            f"#show: body => house({title}, {'false' if work.contents else 'true'}, body)",
            f"#front({words(work.subtitle)})",
            *self.run((ms.Particulars((("Date", (work.day,)), *work.lead)), *work.opening), 1),
            *([f"#contents({_depth(work.sections)})"] if work.contents else []),
        )

    def run(self, blocks: Sequence[ms.Block], level: int) -> Iterator[str]:
        """The blocks one after the other, a paragraph that leads to the next of them on the same page."""
        for part, after in zip(blocks, [*blocks[1:], None], strict=False):
            if isinstance(part, ms.Paragraph) and ms.keep_with_next(part, after):
                yield f"#lead[{self.inlines(part.parts)}]"
            else:
                yield self.block(part, level)

    def block(self, block: ms.Block, level: int) -> str:
        """The block as markup."""
        match block:
            case ms.Section():
                heading = f"#heading(level: {level}, {words(block.title)})#label({quoted(block.label)})"
                return "\n\n".join((heading, *self.run(block.blocks, level + 1)))
            case ms.Paragraph():
                return f"#par[{self.inlines(block.parts)}]"
            case ms.Items():
                what = "enum" if block.numbered else "list"
                return f"#{what}({', '.join(f'[{self.inlines(parts)}]' for parts in block.items)})"
            case ms.Terms():
                listed = (
                    f"terms.item({words(term)}, [{self.inlines(said)}])" for term, said in block.entries
                )
                return "#terms(\n" + ",\n".join(listed) + ",\n)"
            case ms.Display(formula):
                alt, shown = quoted(formula.tex), self.formulas[formula.tex]
                return f"#display(alt: {alt}, $ {shown} $, ${shown}$)"
            case ms.Tabular():
                return tabular(block)
            case ms.Picture():
                return _picture(block)
            case ms.CodeListing():
                return f"#listing({', '.join(map(quoted, block.lines))})"
            case ms.Particulars():
                rows = (f"({words(name)}, [{self.inlines(parts)}]), " for name, parts in block.rows)
                return f"#particulars({''.join(rows)})"
            case ms.SignOff():
                lines = "".join(f"({words(role)}, {words(name)}), " for role, name in block.lines)
                return f"#signed({', '.join(map(quoted, ms.SIGNED))}, {lines})"
            case ms.NumberedFinding():
                head = f"{quoted(self.numbers[block.label].capitalize())}, {words(block.title)}"
                texts = f"[{self.inlines(block.parts)}], [{self.inlines(block.disposition)}]"
                return f"#finding({head}, {texts})#label({quoted(block.label)})"

    def inlines(self, parts: ms.Inlines) -> str:
        """The parts as markup: expressions, each closed by a semicolon."""
        return "".join(map(self.inline, parts))

    def inline(self, part: ms.Inline) -> str:
        """A part of a paragraph as an expression."""
        match part:
            case str():
                return f"#({words(part)});"
            case ms.Strong():
                return f"#strong({words(part.words)});"
            case ms.Code():
                return f"#raw({quoted(part.words)});"
            case ms.Ref():
                return f"#link(label({quoted(part.label)}), box({quoted(self.numbers[part.label])}));"
            case formula:
                return f"#math.equation(alt: {quoted(formula.tex)}, ${self.formulas[formula.tex]}$);"


def _picture(picture: ms.Picture) -> str:
    texts = f"alt: {quoted(picture.alternative)}, caption: {words(picture.caption)}"
    shown = f"drawing({quoted(svg(picture.drawing, picture.alternative))}, {quoted(picture.alternative)})"
    figure = f"#figure(kind: image, supplement: [Figure], {texts}, {shown})"
    return f"{figure}#label({quoted(picture.label)})"


_TALL = 24  # a row of more lines than that may be broken between two pages


def tabular(part: ms.Tabular) -> str:
    """The table with its caption as markup."""
    table = part.table
    fits = fitted(fitted_columns(table))
    rules = " + v(1em) + ".join(_ruled(fit, part) for fit in fits)
    caption = f"figure.caption(position: top, {words(table.title)})"
    figure = f"#figure(kind: table, supplement: [Table], caption: {caption}, {{{rules}{_notes(table)}}})"
    labelled = f"{figure}#label({quoted(part.label)})"
    short = len(fits) == 1 and part.short and not any(fits[0].folded)
    return f"#whole[{labelled}]" if short else labelled


def _notes(table: Table) -> str:
    return f" + notes({', '.join(map(words, table.notes))})" if table.notes else ""


def _ruled(fit: Fit, part: ms.Tabular) -> str:
    columns = ", ".join(f"{width // 100}fr" if width else "auto" for width in fit.folded)
    sides = ", ".join("left" if column.head.align == "left" else "right" for column in fit.columns)
    heads = ", ".join(" + linebreak() + ".join(map(quoted, lines)) for lines in fit.headings)
    rows = "\n".join(_table_row(row, fit.folded) for row in fit.rows())
    mark = f"label({quoted(part.label)})"
    size = f"{fit.size // 10}.{fit.size % 10}pt"
    return f"ruled({size}, ({columns},), ({sides},), {mark}, ({heads},), (\n{rows}\n), {part.totals})"


def _table_row(cells: Sequence[CellText], folded: Sequence[int]) -> str:
    shown = [_cell(cell, width) for cell, width in zip(cells, folded, strict=True)]
    line = ", ".join(
        f"dim({text})" if cell.tone == "faint" and lines == 1 else text
        for cell, (text, lines) in zip(cells, shown, strict=True)
    )
    most = max(lines for _, lines in shown)
    if most > _TALL:
        return f"..tall({line}),"
    return f"..level({line})," if most == 1 and any(cell.bar for cell in cells) else f"{line},"


def _cell(cell: CellText, width: int) -> tuple[str, int]:
    """The cell as an expression, and about how many lines it has; `width` is that to which it is folded."""
    text = cell.text
    if cell.bar:
        sign, above, below = cell.bar
        return f"q({quoted(text)}, {quoted(sign)}, {words(above)}, {words(below)})", 1
    if cell.missing is not None and not width:
        return f"d({words(text)}, {quoted(cell.missing) if cell.missing else 'none'})", 1
    if not width or text_width(text) <= width:
        return words(text), 1
    over, line, under = text.partition("/")
    if line and " " not in text:  # a fraction: its line ends the upper half
        lines = text_width(over) // width + text_width(under) // width + 2
        return f"folded({words(over + line)}, {words(under)})", lines
    return f"folded({words(text)}, none)", text_width(text) * 5 // (width * 4) + 1
