"""Tables as text of the width of a page; in colour, where they are for a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from shutil import get_terminal_size
from typing import Literal, TypeAlias

from markov.printable import printable
from markov.tables.table import Align, Figure, Heading, Table, Tone

Paint: TypeAlias = Tone | Literal["heading"]
Spans: TypeAlias = list[tuple[str, Paint]]
CellTexts: TypeAlias = list[list[str]]  # of the cells of a table, whole

_GAP = "  "


@dataclass(frozen=True, slots=True)
class _SetColumn:
    """One column of a table, ready to be set: its heading and its texts, all of them wrapped to its width."""

    place: int
    column: Heading
    heading: list[str]
    cells: list[list[str]]
    width: int

    def padded(self, text: str) -> str:
        return text.ljust(self.width) if self.column.align == "left" else text.rjust(self.width)


def laid_out(tables: Iterable[Table], width: int, whole: bool = False, headline: str = "") -> Iterator[Spans]:
    """The line that answers, and the lines of the tables, one below the other.

    width   of the page
    whole   fractions are whole, and folded where they are too wide
    """
    if headline:
        for line in _wrapped(_one_line(headline), width):
            yield [(line, "heading")]
        yield []
    for i, table in enumerate(tables):
        if i:
            yield []
        for line in _wrapped(_one_line(table.title), width):
            yield [(line, "heading")]
        texts = table.texts()
        strips = _strips(table, texts, width, whole)
        for k, block in enumerate(blocks(strips, width)):
            if k:
                yield []
            yield from _block(block, table)
        left_out = any(
            isinstance(row[strip.place], Figure) and "…" in "".join(lines)
            for strip in strips
            for row, lines in zip(table.rows, strip.cells, strict=True)
        )
        for note in (*("… stands for digits left out; --whole shows them.",) * left_out, *table.notes):
            for line in _wrapped(_one_line(note), width):
                yield [(line, "faint")]


def _one_line(text: str) -> str:
    """The text with what cannot be seen escaped; in most cells there is nothing of the kind."""
    return text if text.isprintable() else printable(text)


def _strips(table: Table, texts: CellTexts, width: int, whole: bool) -> list[_SetColumn]:
    """The columns with as many digits, and as wide, as do not break the table into more blocks."""
    widest = max(width * 2 // 5, 10)
    least = max(width // 5, 11)
    strips = _set(table, texts, None if whole else least, widest)
    fewest, least_over = _room(strips, width)

    def fits(other: list[_SetColumn]) -> bool:
        count, over = _room(other, width)
        return count <= fewest and over <= least_over

    digits: int | None = None
    if not whole:
        more = ((count, _set(table, texts, count, widest)) for count in range(widest, least, -4))
        digits, strips = next(
            ((count, candidate) for count, candidate in more if fits(candidate)), (least, strips)
        )
    if fewest > 1:
        narrower = (_set(table, texts, digits, width * percent // 100) for percent in (30, 25))
        better = (other for other in narrower if _room(other, width) < (fewest, least_over))
        strips = next((other for other in better if _whole_words(table, texts, other)), strips)
        fewest, least_over = _room(strips, width)
    if any(len(lines) > 1 for strip in strips for lines in strip.cells):
        wider = (_set(table, texts, digits, width * tenths // 10) for tenths in (10, 8, 7, 6, 5))
        strips = next(filter(fits, wider), strips)
    return list(map(_bars_on_one_line, strips))


def _bars_on_one_line(strip: _SetColumn) -> _SetColumn:
    """The column; bars that are longer than it is wide are all shortened alike."""
    bars = ["".join(lines) for lines in strip.cells]
    if not any(len(lines) > 1 for lines in strip.cells) or "".join(bars).strip("█+-"):
        return strip
    longest = max(map(len, bars))
    shorter = [[bar.rstrip("█") + "█" * (bar.count("█") * strip.width // longest)] for bar in bars]
    return replace(strip, cells=shorter)


def _room(strips: Sequence[_SetColumn], width: int) -> tuple[int, int]:
    """The number of blocks, and the number of characters by which the widest of them is past the page."""
    parts = list(blocks(strips, width))
    return len(parts), max(0, *(_breadth(part) - width for part in parts))


def _whole_words(table: Table, texts: CellTexts, strips: Iterable[_SetColumn]) -> bool:
    """True where lines end between words; the digits of a figure go on where they may."""
    return all(
        isinstance(row[strip.place], Figure)
        or " ".join(lines).split() == _one_line(whole[strip.place]).split()
        for strip in strips
        for row, whole, lines in zip(table.rows, texts, strip.cells, strict=True)
    )


def _breadth(strips: Sequence[_SetColumn]) -> int:
    return sum(len(_GAP) + strip.width for strip in strips) - len(_GAP)


def _set(table: Table, texts: CellTexts, digits: int | None, widest: int) -> list[_SetColumn]:
    shown = [
        [_one_line(cell.cut(text, digits)) for cell, text in zip(*line, strict=True)]
        for line in zip(table.rows, texts, strict=True)
    ]
    return [_strip(k, column, [row[k] for row in shown], widest) for k, column in enumerate(table.columns)]


def _strip(place: int, column: Heading, texts: Sequence[str], widest: int) -> _SetColumn:
    aligned = _aligned(texts, column.align)
    cells = [_wrapped(text, widest) for text in aligned]
    body = max((len(line) for lines in cells for line in lines), default=0)
    heading = _halved(_one_line(column.name), body)
    return _SetColumn(place, column, heading, cells, max(body, *map(len, heading)))


def _aligned(texts: Sequence[str], align: Align) -> list[str]:
    """The texts, padded on the right until their decimal points stand below each other, if they are to."""
    if align != "point":
        return list(texts)
    tails = [_tail(text) for text in texts]
    longest = max(tails, default=0)
    return [text + " " * (longest - tail) for text, tail in zip(texts, tails, strict=True)]


def _tail(text: str) -> int:
    """The number of characters after the whole part of a number."""
    number = text.removesuffix("%")
    return len(text) - (number.index(".") if "." in number else len(number))


def _wrapped(text: str, widest: int) -> list[str]:
    if len(text) <= widest:
        return [text]
    over, line, under = text.partition("/")
    if " " not in text and under:  # a fraction: its line ends the upper half
        return [*_pieces(over + line, widest), *_pieces(under, widest)]
    from textwrap import wrap  # its patterns take time to compile

    return wrap(text, widest, break_on_hyphens=False)


def _pieces(digits: str, widest: int) -> list[str]:
    """The digits in as few pieces as can be, of much the same length."""
    size = -(-len(digits) // -(-len(digits) // widest))
    return [digits[i : i + size] for i in range(0, len(digits), size)]


def _halved(name: str, body: int) -> list[str]:
    """The heading on one line where that makes the column no wider, else on the two lines that are narrowest.

    >>> _halved("best play", 4), _halved("best play", 9)
    (['best', 'play'], ['best play'])
    """
    words = name.split()
    if len(name) <= body or len(words) < 2:
        return [name]
    ways = ([" ".join(words[:k]), " ".join(words[k:])] for k in range(1, len(words)))
    return min(ways, key=lambda way: max(map(len, way)))


def blocks(strips: Sequence[_SetColumn], width: int) -> Iterator[list[_SetColumn]]:
    """The columns of each block of a table: the first column leads every block.

    A group goes into one block, unless it is too wide for any.
    """
    first, *others = strips
    groups = (list(group) for _, group in groupby(others, lambda strip: strip.column.group or strip.place))
    parts = (
        [group] if _breadth([first, *group]) <= width else [[column] for column in group] for group in groups
    )
    block = [first]
    for part in chain.from_iterable(parts):
        if len(block) > 1 and _breadth([*block, *part]) > width:
            yield block
            block = [first]
        block = [*block, *part]
    yield block


def _block(strips: Sequence[_SetColumn], table: Table) -> Iterator[Spans]:
    height = max(len(strip.heading) for strip in strips)
    for i in range(height):  # headings stand on the rule
        names = [strip.padded(([""] * (height - len(strip.heading)) + strip.heading)[i]) for strip in strips]
        yield [(_GAP.join(names).rstrip(), "heading")]
    yield [("─" * _breadth(strips), "faint")]
    for number, row in enumerate(table.rows):
        for i in range(max(len(strip.cells[number]) for strip in strips)):
            line: Spans = []
            for strip in strips:
                lines = strip.cells[number]
                text = lines[i] if i < len(lines) else ""
                text = text.ljust(strip.width) if len(lines) > 1 else strip.padded(text)
                line += [(_GAP, "")] * bool(line)
                line.append((text, row[strip.place].tone))
            yield line


_PAGE = 100  # columns, where nobody says how wide the page is
_NARROWEST = 10
_STYLES: dict[Paint, str] = {
    "": "",
    "heading": "bold",
    "good": "bold green",
    "bad": "bold red",
    "even": "yellow",
    "faint": "dim",
}


def width() -> int:
    """Columns of the page: what COLUMNS says, those of the terminal, or 100 for a pipe; 10 or more."""
    return max(get_terminal_size((_PAGE, _PAGE)).columns, _NARROWEST)


def render(
    tables: Iterable[Table], width: int, whole: bool = False, coloured: bool = False, headline: str = ""
) -> str:
    """The line that answers, and the tables; each is broken where it is wider than the page."""
    lines = laid_out(tables, width, whole, headline)
    if coloured:
        return _painted(lines, width)
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)


def _painted(lines: Iterable[Spans], width: int) -> str:
    from io import StringIO

    from rich.console import Console  # for those who see it
    from rich.text import Text

    painted = StringIO()
    console = Console(file=painted, width=width, force_terminal=True, color_system="standard")
    for line in lines:
        console.print(Text.assemble(*((text, _STYLES[tone]) for text, tone in line)), soft_wrap=True)
    return painted.getvalue()
