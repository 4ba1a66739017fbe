"""A manuscript in GitHub-flavoured Markdown, formulas in TeX between dollar signs."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from markov.report.attached import armored
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
from markov.report.markdown import bold, escaped, grid, opened, paragraph, plain, seen
from markov.report.typeset.tex_formula import tex

_DEPTH = 2  # levels of sections in the table of contents
_FILES = (
    "This file carries the files below in a comment at its end, compressed, each between lines with its name "
    "and its SHA-256 digest. `markov verify FILE`, where `FILE` is this one, finds the certificates among "
    "them and checks them."
)


def render(manuscript: Manuscript) -> str:
    """The document; the files that go with it stand in a comment at its end."""
    return "\n\n".join(_Setting(manuscript).blocks()) + "\n"


class _Setting:
    """One manuscript being set: what its references show, and where they lead."""

    def __init__(self, manuscript: Manuscript) -> None:
        self.manuscript = manuscript
        self.numbers = manuscript.numbers()

    def blocks(self) -> Iterator[str]:
        work = self.manuscript
        yield f"# {escaped(work.title)}"
        yield bold(escaped(work.subtitle))
        lines: list[tuple[str, Inlines]] = [("Date", (work.date,)), *work.lead]
        yield "\n".join(f"- **{escaped(name)}:** {self._inlines(parts)}" for name, parts in lines)
        yield "## Contents"
        files = ["- [Files](#files)"] * bool(work.attachments)
        yield "\n".join([*self._contents(work.sections, 0), *files])
        for section in work.sections:
            yield from self._section(section, 2)
        yield from self._files()

    def _contents(self, blocks: Sequence[Block], level: int) -> Iterator[str]:
        for section in blocks:
            if isinstance(section, Section) and level < _DEPTH:
                title = f"{self._number(section)} {escaped(section.title)}"
                yield f"{'  ' * level}- [{title}](#{self._place(section.label)})"
                yield from self._contents(section.blocks, level + 1)

    def _section(self, section: Section, level: int) -> Iterator[str]:
        heading = f"{self._anchor(section.label)}{self._number(section)} {escaped(section.title)}"
        yield f"{'#' * min(level, 6)} {heading}"
        for block in section.blocks:
            if isinstance(block, Section):
                yield from self._section(block, level + 1)
            else:
                yield from self._block(block)

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Paragraph(parts):
                yield opened(self._inlines(parts).strip())
            case Items(items, numbered):
                lines = (opened(self._inlines(parts).strip()) for parts in items)
                yield "\n".join(
                    f"{k}. {line}" if numbered else f"- {line}" for k, line in enumerate(lines, start=1)
                )
            case Terms(entries):
                for name, parts, formula in entries:
                    yield f"**{escaped(name)}:** {self._inlines(parts).strip()}"
                    if formula is not None:
                        yield f"$${tex(formula)}$$"
            case Display(formula):
                yield f"$${tex(formula)}$$"
            case Tabular(table, label, totals):
                yield f"{self._captioned(label)} {escaped(table.title)}"
                yield grid(table, totals)
                yield from map(paragraph, table.notes)
            case Picture(_, caption, alternative, label):
                yield f"{self._captioned(label)} {escaped(caption)}"
                yield f"> {paragraph(alternative)}"
            case Listing(lines):
                yield _listing(lines)

    def _inlines(self, parts: Inlines) -> str:
        return "".join(map(self._inline, parts))

    def _inline(self, part: Inline) -> str:
        match part:
            case str():
                return plain(part)
            case Strong(words):
                return bold(escaped(words))
            case Code(words):
                return _code(words)
            case Ref(label):
                return f"[{self.numbers[label]}](#{self._place(label)})"
            case Link(address):
                return _link(address)
            case _:
                return f"${tex(part)}$"

    def _number(self, section: Section) -> str:
        return self.numbers[section.label].removeprefix("section ")

    def _place(self, label: str) -> str:
        """Where a reference leads: unlike a label, a number has no sign that is markup."""
        return self.numbers[label].replace(" ", "-")

    def _anchor(self, label: str) -> str:
        return f'<a id="{self._place(label)}"></a>'

    def _captioned(self, label: str) -> str:
        return f"{self._anchor(label)}**{self.numbers[label].capitalize()}.**"

    def _files(self) -> Iterator[str]:
        files = self.manuscript.attachments
        if not files:
            return
        yield '## <a id="files"></a>Files'
        yield _FILES
        sizes = [len(one.text.encode()) for one in files]
        yield "\n".join(
            f"- {_code(one.name)}: {escaped(one.about)} ({escaped(one.media)}, {size:,} bytes)"
            for one, size in zip(files, sizes, strict=True)
        )
        yield "\n".join(["<!--", *armored(files), "-->"])


def _code(words: str) -> str:
    """The words between back quotes, more of them than stand together inside."""
    line = seen(words)
    if "=====" in line or not line.strip():
        return f"<code>{plain(line)}</code>"
    fence = "`" * (max(map(len, re.findall("`+", line)), default=0) + 1)
    room = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{fence}{room}{line}{room}{fence}"


def _listing(lines: Sequence[str]) -> str:
    body = "\n".join(map(seen, lines))
    if "=====" in body:
        shown = body.replace("&", "&amp;").replace("<", "&lt;").replace("=====", "====&#61;")
        return f"<pre>\n{shown}\n</pre>"
    fence = "`" * max(3, max(map(len, re.findall("`+", body)), default=0) + 1)
    return f"{fence}text\n{body}\n{fence}"


def _link(address: str) -> str:
    if not address.startswith(("https://", "http://")):
        return plain(address)
    target = quote(address, safe=":/?@!*+,;=._~&#%-", errors="replace").replace("=====", "====%3D")
    return f"[{escaped(address)}](<{target}>)"
