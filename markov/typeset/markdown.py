"""A manuscript in GitHub-flavoured Markdown, formulas in TeX between dollar signs."""

import re
from collections.abc import Iterator, Sequence

from markov.tables.markdown import bold, escaped, escaped_inline, escaped_start, grid, paragraph, seen
from markov.typeset import manuscript as ms
from markov.typeset.attached import armored
from markov.typeset.formula import Formula
from markov.typeset.tex_formula import tex

_DEPTH = 2  # levels of sections in the table of contents


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript in Markdown; the files that go with it stand in a comment at its end."""
    blocks = [*Setting(manuscript).blocks()]
    if manuscript.attachments:
        blocks.append("\n".join(["<!--", *armored(manuscript.attachments), "-->"]))
    return "\n\n".join(blocks) + "\n"


class Setting:
    """The renderer of one manuscript as Markdown: what its references show, and where they lead."""

    top = 2  # signs before a heading of the first level
    files_note = "This file carries the files below in a comment at its end, compressed"

    def __init__(self, manuscript: ms.Manuscript) -> None:
        self.manuscript = manuscript
        self.numbers = manuscript.numbers()

    def blocks(self) -> Iterator[str]:
        """The blocks of the document, in their order."""
        yield from self.front()
        for section in self.manuscript.sections:
            yield from self.section(section, self.top)
        yield from self._files()

    def front(self) -> Iterator[str]:
        """The title and what stands between it and the first section."""
        work = self.manuscript
        yield f"# {escaped(work.title)}"
        yield bold(escaped(work.subtitle))
        yield self.particulars((("Date", (work.day,)), *work.lead))
        yield from self.run(work.opening)
        if not work.contents:
            return
        yield "## Contents"
        files = ["- [Files](#files)"] * bool(work.attachments)
        yield "\n".join([*self._contents(work.sections, 0), *files])

    def particulars(self, rows: Sequence[tuple[str, ms.Inlines]]) -> str:
        """The rows as a list, each after its name."""
        return "\n".join(f"- **{escaped(name)}:** {self.inlines(parts)}" for name, parts in rows)

    def sign_off(self, block: ms.SignOff) -> str:
        """The lines to sign as a table."""
        return grid(block.table)

    def table(self, block: ms.Tabular) -> Iterator[str]:
        """The table below its caption."""
        yield f"{self.anchor(block.label)}{self.caption(block.label, block.table.title)}"
        yield grid(block.table, block.totals)

    def picture(self, block: ms.Picture) -> Iterator[str]:
        """The caption of the picture, and the words for those who cannot see it."""
        yield f"{self.anchor(block.label)}{self.caption(block.label, block.caption)}"
        yield f"> {paragraph(block.alternative)}"

    def strong(self, words: str) -> str:
        """The words in bold."""
        return bold(escaped(words))

    def formula(self, formula: Formula) -> str:
        """The formula in TeX."""
        return tex(formula)

    def listing(self, lines: Sequence[str]) -> str:
        """The lines as a block of code."""
        body = "\n".join(map(seen, lines))
        if "=====" in body:
            shown = body.replace("&", "&amp;").replace("<", "&lt;").replace("=====", "====&#61;")
            return f"<pre>\n{shown}\n</pre>"
        fence = _fence(body, 3)
        return f"{fence}text\n{body}\n{fence}"

    def anchor(self, label: str) -> str:
        """The place that references to the label lead to."""
        return self.target(self.place(label))

    def heading(self, words: str, place: str) -> str:
        """The words of a heading, which is a place that links lead to."""
        return f"{self.target(place)}{words}"

    def target(self, place: str) -> str:
        """A place that a link leads to."""
        return f'<a id="{place}"></a>'

    def caption(self, label: str, words: str) -> str:
        """The number and the words of a caption."""
        return f"**{self.numbers[label].capitalize()}.** {escaped(words)}"

    def _contents(self, blocks: Sequence[ms.Block], level: int) -> Iterator[str]:
        for section in blocks:
            if isinstance(section, ms.Section) and level < _DEPTH:
                title = f"{self._number(section)} {escaped(section.title)}"
                yield f"{'  ' * level}- [{title}](#{self.place(section.label)})"
                yield from self._contents(section.blocks, level + 1)

    def section(self, section: ms.Section, level: int) -> Iterator[str]:
        """The heading and the blocks of a section of that level."""
        title = f"{self._number(section)} {escaped(section.title)}"
        yield f"{'#' * min(level, 6)} {self.heading(title, self.place(section.label))}"
        yield from self.run(section.blocks, level + 1)

    def run(self, blocks: Sequence[ms.Block], level: int = 0) -> Iterator[str]:
        """The blocks one after the other; `level` is that of a section among them."""
        for block, after in zip(blocks, [*blocks[1:], None], strict=False):
            if isinstance(block, ms.Section):
                yield from self.section(block, level)
            elif isinstance(block, ms.Paragraph):
                text = escaped_start(self.inlines(block.parts).strip())
                yield self.leading(text) if ms.stays(block, after) else text
            else:
                yield from self.block(block)

    def leading(self, text: str) -> str:
        """A paragraph that leads to what follows."""
        return text

    def note(self, text: str) -> str:
        """A paragraph below a table."""
        return paragraph(text)

    def term(self, name: str, meaning: ms.Inlines) -> str:
        """A term and its meaning."""
        return f"**{escaped(name)}:** {self.inlines(meaning).strip()}"

    def block(self, block: ms.Block) -> Iterator[str]:
        """The block, which is no section and no paragraph."""
        match block:
            case ms.Items(items, numbered):
                lines = (escaped_start(self.inlines(parts).strip()) for parts in items)
                yield "\n".join(
                    f"{k}. {line}" if numbered else f"- {line}" for k, line in enumerate(lines, start=1)
                )
            case ms.Terms(entries):
                yield from (self.term(*entry) for entry in entries)
            case ms.Display(formula):
                yield f"$${self.formula(formula)}$$"
            case ms.Tabular(table):
                yield from self.table(block)
                yield from map(self.note, table.notes)
            case ms.Picture():
                yield from self.picture(block)
            case ms.CodeListing(lines):
                yield self.listing(lines)
            case ms.Particulars(rows):
                yield self.particulars(rows)
            case ms.SignOff():
                yield self.sign_off(block)
            case ms.NumberedFinding():
                head = self.strong(f"{self.numbers[block.label].capitalize()}. {block.title}")
                yield f"{self.anchor(block.label)}{head}"
                yield escaped_start(self.inlines(block.parts).strip())
                if block.disposition:
                    yield f"{self.strong('Disposition')}: {self.inlines(block.disposition).strip()}"

    def inlines(self, parts: ms.Inlines) -> str:
        """The parts of a paragraph."""
        return "".join(map(self._inline, parts))

    def _inline(self, part: ms.Inline) -> str:
        match part:
            case str():
                return escaped_inline(part)
            case ms.Strong(words):
                return self.strong(words)
            case ms.Code(words):
                return code(words)
            case ms.Ref(label):
                return f"[{self.numbers[label]}](#{self.place(label)})"
            case _:
                return f"${self.formula(part)}$"

    def _number(self, section: ms.Section) -> str:
        return self.numbers[section.label].removeprefix("section ")

    def place(self, label: str) -> str:
        """The target of a reference: unlike a label, a number has no sign that is markup."""
        return self.numbers[label].replace(" ", "-")

    def _files(self) -> Iterator[str]:
        files = self.manuscript.attachments
        if not files:
            return
        yield f"{'#' * self.top} {self.heading('Files', 'files')}"
        yield f"{self.files_note}, {_FILES}"
        sizes = [len(one.text.encode()) for one in files]
        yield "\n".join(
            f"- {code(one.name)}: {escaped(one.about)} ({escaped(one.media)}, {size:,} bytes)"
            for one, size in zip(files, sizes, strict=True)
        )


_FILES = (
    "each with its name and its SHA-256 digest. `markov verify FILE`, where `FILE` is this one, finds the "
    "certificates among them and checks them."
)


def code(words: str) -> str:
    """The words for a machine between back quotes, more of them than stand together inside."""
    line = seen(words)
    if "=====" in line or not line.strip():
        return f"<code>{escaped_inline(line)}</code>"
    fence = _fence(line, 1)
    room = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{fence}{room}{line}{room}{fence}"


def _fence(text: str, least: int) -> str:
    """Back quotes, more of them than stand together in the text."""
    return "`" * max(least, max(map(len, re.findall("`+", text)), default=0) + 1)
