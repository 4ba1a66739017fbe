"""Manuscript: a document before it is set in type. It holds words and figures, and knows no format."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TypeAlias

from markov.tables.drawing import Bars, Drawing
from markov.tables.table import Heading, Table, Word
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


Inline: TypeAlias = str | Strong | Code | Ref | Formula
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
    """Terms, each with what it means."""

    entries: tuple[tuple[str, Inlines], ...]


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

    @property
    def short(self) -> bool:
        """True for a table of so few rows that it is not broken between two pages."""
        return len(self.table.rows) <= SHORT


SHORT = 9
"""Rows of a table that is not broken between two pages."""


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
class Particulars:
    """Names, each with what it says, a row each: number, edition and digests of a document, for instance."""

    rows: tuple[tuple[str, Inlines], ...]


@dataclass(frozen=True, slots=True)
class SignOff:
    """Lines for those who answer for the document, each with room for a signature and a date.

    lines   role and name, such as "Author" and "A. Lovelace"; a name that is empty is left to be written
    """

    lines: tuple[tuple[str, str], ...]

    @property
    def table(self) -> Table:
        """The lines as a table, its last two cells empty for what is written by hand."""
        cells = tuple((Word(role), Word(name), Word(""), Word("")) for role, name in self.lines)
        return Table("", tuple(Heading(heading, "left") for heading in SIGNED), cells)


SIGNED = ("Role", "Name", "Signature", "Date")
"""The headings over the lines of a sign-off."""


@dataclass(frozen=True, slots=True)
class NumberedFinding:
    """A numbered finding: its title, what was found, and what becomes of it, if that is said."""

    title: str
    label: str
    parts: Inlines
    disposition: Inlines = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered heading and what stands below it."""

    title: str
    label: str
    blocks: tuple["Block", ...]


Block: TypeAlias = (
    Paragraph
    | Items
    | Terms
    | Display
    | Tabular
    | Picture
    | CodeListing
    | Particulars
    | SignOff
    | NumberedFinding
    | Section
)


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

    @property
    def carried(self) -> "Attachment":
        """The file as it is inside the document: itself, or in place of a large one its digest.

        The large one stands beside the document, under a name with the first digits of the digest;
        `sha256sum -c` reads what is inside.
        """
        if len(self.text) <= LARGE:
            return self
        digest = sha256(self.text.encode()).hexdigest()
        stem, _, suffix = self.name.rpartition(".")
        beside = f"{stem}-{digest[:8]}.{suffix}"
        return Attachment(f"{self.name}.sha256", f"digest of {beside}", "text/plain", f"{digest}  {beside}\n")


LARGE = 1 << 20
"""Characters up to which a file is inside the document."""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A whole document: a first page, numbered sections, files that go with it.

    date      as "2026-11-22"
    lead      name and words of each line below the title, such as "Source" and where the rules are from
    opening   what stands on the first page below these lines, before the table of contents
    contents  whether there is a table of contents
    author    whoever prepared it, and the program that did, for the properties of the file

    Raises ValueError when two labels are the same, a reference leads nowhere, or a section is to stand before
    the contents.
    """

    title: str
    subtitle: str
    date: str
    lead: tuple[tuple[str, Inlines], ...]
    sections: tuple[Section, ...]
    attachments: tuple[Attachment, ...] = ()
    opening: tuple[Block, ...] = ()
    contents: bool = True
    author: str = ""
    program: str = ""

    def __post_init__(self) -> None:
        if early := next((section for section in self.opening if isinstance(section, Section)), None):
            raise ValueError(f"the section {early.title!r} stands before the contents; give its blocks alone")
        labels = [block.label for block in self.blocks if isinstance(block, _LABELLED)]
        if twice := next((label for label in labels if labels.count(label) > 1), ""):
            raise ValueError(f"two parts have the label {twice!r}")
        refs = (part.label for parts in _inlines(self) for part in parts if isinstance(part, Ref))
        if lost := next((ref for ref in refs if ref not in labels), ""):
            raise ValueError(f"a reference to {lost!r}, which is not there")

    @property
    def blocks(self) -> Iterator[Block]:
        """Every block, from the first page to the last, in the order of reading."""
        return all_blocks((*self.opening, *self.sections))

    @property
    def carried(self) -> tuple[Attachment, ...]:
        """The files as they are inside the document."""
        return tuple(attachment.carried for attachment in self.attachments)

    @property
    def beside(self) -> dict[str, str]:
        """The texts of the files that stand beside the document, by name."""
        pairs = ((attachment, attachment.carried) for attachment in self.attachments)
        return {held.text.split()[1]: attachment.text for attachment, held in pairs if held is not attachment}

    @property
    def day(self) -> str:
        """The date in words, the same in every format and language setting.

        >>> Manuscript("T", "", "2026-01-31", (), ()).day
        '31 January 2026'
        """
        on = date.fromisoformat(self.date)
        return f"{on.day} {_MONTHS[on.month - 1]} {on.year}"

    @property
    def formulas(self) -> Iterator[Formula]:
        """Every formula, in lines of text and on lines of their own."""
        yield from (block.formula for block in self.blocks if isinstance(block, Display))
        yield from (part for parts in _inlines(self) for part in parts if isinstance(part, Formula))

    def numbers(self) -> dict[str, str]:
        """The words that show a reference to each label, such as "section 3.1", "table 4" or "finding 1"."""
        numbers: dict[str, str] = {}
        for place, section in _numbered(self.sections):
            numbers[section.label] = f"section {'.'.join(map(str, place))}"
        counted = dict.fromkeys(_COUNTED.values(), 0)
        for block in self.blocks:
            if isinstance(block, Tabular | Picture | NumberedFinding):
                kind = _COUNTED[type(block)]
                counted[kind] += 1
                numbers[block.label] = f"{kind} {counted[kind]}"
        return numbers


LANGUAGE = "en-GB"
"""The language of the words, by its tag (BCP 47)."""

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)

_COUNTED: dict[type, str] = {Tabular: "table", Picture: "figure", NumberedFinding: "finding"}
_LABELLED = (Section, Tabular, Picture, NumberedFinding)


def all_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """Every block, sections before what stands in them, in the order of reading."""
    for block in blocks:
        yield block
        if isinstance(block, Section):
            yield from all_blocks(block.blocks)


def keep_with_next(block: Block, after: Block | None) -> bool:
    """True where the block leads to the next one, and stands on one page with the beginning of it.

    A paragraph of many lines says more than what comes next, and may end a page.
    """
    if not isinstance(block, Paragraph) or not isinstance(after, _LED_TO):
        return False
    return sum(len(part) for part in block.parts if isinstance(part, str)) <= _LINES


_LINES = 400  # signs of a paragraph of some four lines
_LED_TO = (Display, CodeListing, Tabular, Picture, Items, Particulars, SignOff)


def _numbered(
    blocks: Sequence[Block], above: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Section]]:
    for number, section in enumerate((block for block in blocks if isinstance(block, Section)), start=1):
        yield (*above, number), section
        yield from _numbered(section.blocks, (*above, number))


def _inlines(manuscript: Manuscript) -> Iterator[Inlines]:
    yield from (parts for _, parts in manuscript.lead)
    for block in manuscript.blocks:
        match block:
            case Paragraph(parts):
                yield parts
            case Items(items):
                yield from items
            case Terms(rows) | Particulars(rows):
                yield from (parts for _, parts in rows)
            case NumberedFinding():
                yield from (block.parts, block.disposition)
