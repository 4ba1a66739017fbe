"""Manuscript: a document before it is set in type. It holds words and figures, and knows no format."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from markov.tables.drawing import Bars, Drawing
from markov.tables.table import Table
from markov.typeset.formula import Formula


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    words: str


@dataclass(frozen=True, slots=True)
class Code:
    """Words for a machine: a command, a name of a file, a digest. They may be broken anywhere."""

    words: str


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to what has the label, shown as its number: "section 3.1", "table 4", "figure 2"."""

    label: str


@dataclass(frozen=True, slots=True)
class Link:
    """An address on the network, which is shown too; nothing is fetched from it."""

    address: str

    @property
    def is_web_address(self) -> bool:
        """True where a click may follow it: what a sheet names may be no address of the web at all."""
        return self.address.startswith(("https://", "http://"))


Inline: TypeAlias = str | Strong | Code | Ref | Link | Formula
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words and formulas on lines."""

    parts: Inlines


@dataclass(frozen=True, slots=True)
class Items:
    """A list, each item being words; numbered from 1 where their order matters or they are cited."""

    items: tuple[Inlines, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms, each with what it means and the formula that defines it, if one does."""

    entries: tuple[tuple[str, Inlines, Formula | None], ...]


@dataclass(frozen=True, slots=True)
class Display:
    """A formula on a line of its own."""

    formula: Formula


@dataclass(frozen=True, slots=True)
class Tabular:
    """A numbered table: the title of the table is its caption, and its notes stand below.

    totals   how many of the last rows are sums of those above, set apart by a line
    """

    table: Table
    label: str
    totals: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A numbered drawing or chart, with what to say to those who cannot see it."""

    drawing: Drawing | Bars
    caption: str
    alternative: str
    label: str


@dataclass(frozen=True, slots=True)
class CodeListing:
    """Lines for a machine, as they are."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered heading and what stands below it."""

    title: str
    label: str
    blocks: tuple["Block", ...]


Block: TypeAlias = Paragraph | Items | Terms | Display | Tabular | Picture | CodeListing | Section


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with the document.

    about   what it is, in words
    media   its media type
    """

    name: str
    about: str
    media: str
    text: str


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A whole document: a title page's words, numbered sections, files that go with it.

    date   as "2026-11-22"
    lead   name and words of each line below the title, such as "Source" and where the rules are from

    Raises ValueError when two labels are the same, or a reference leads nowhere.
    """

    title: str
    subtitle: str
    date: str
    lead: tuple[tuple[str, Inlines], ...]
    sections: tuple[Section, ...]
    attachments: tuple[Attachment, ...] = ()

    def __post_init__(self) -> None:
        labels = [block.label for block in all_blocks(self.sections) if isinstance(block, _LABELLED)]
        if twice := next((one for one in labels if labels.count(one) > 1), ""):
            raise ValueError(f"two parts have the label {twice!r}")
        refs = (part.label for parts in _inlines(self) for part in parts if isinstance(part, Ref))
        if lost := next((one for one in refs if one not in labels), ""):
            raise ValueError(f"a reference to {lost!r}, which is not there")

    def numbers(self) -> dict[str, str]:
        """By label: what a reference shows, such as "section 3.1", "table 4" or "figure 2"."""
        found: dict[str, str] = {}
        tables = pictures = 0
        for place, section in _numbered(self.sections):
            found[section.label] = f"section {'.'.join(map(str, place))}"
        for block in all_blocks(self.sections):
            if isinstance(block, Tabular):
                tables += 1
                found[block.label] = f"table {tables}"
            elif isinstance(block, Picture):
                pictures += 1
                found[block.label] = f"figure {pictures}"
        return found


_LABELLED = (Section, Tabular, Picture)


def all_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """Every block, sections before what stands in them, in the order of reading."""
    for block in blocks:
        yield block
        if isinstance(block, Section):
            yield from all_blocks(block.blocks)


def _numbered(
    blocks: Sequence[Block], above: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Section]]:
    for number, section in enumerate((one for one in blocks if isinstance(one, Section)), start=1):
        yield (*above, number), section
        yield from _numbered(section.blocks, (*above, number))


def _inlines(manuscript: Manuscript) -> Iterator[Inlines]:
    yield from (parts for _, parts in manuscript.lead)
    for block in all_blocks(manuscript.sections):
        if isinstance(block, Paragraph):
            yield block.parts
        elif isinstance(block, Items):
            yield from block.items
        elif isinstance(block, Terms):
            yield from (parts for _, parts, _ in block.entries)
