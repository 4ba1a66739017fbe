"""How wide the columns of a table are on a page, and how small its type has to be.

Widths are whole thousandths of a point, from those of Latin Modern Roman (lmr10.afm): what is decided here is
the same on every machine. The estimate errs to the wide side.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product, repeat

from markov.report.table import Column, Table
from markov.report.typeset.digits import grouped
from markov.report.typeset.latex_preamble import LINE

_GAP = 10_000  # between two columns: twice \tabcolsep
_GROUPS = {
    278: "!',.:;[]il|·",
    333: " fj-I",
    389: "()tr",
    444: "cezs?₀₁₂₃₄₅₆₇₈₉",
    500: '$*/0123456789⁰¹²³⁴⁵⁶⁷⁸⁹\\`ago{}"',
    556: "S^bdhnpu~Jkqvxy",
    681: "EPFLZ",
    764: "ABCDHNRTUVXYw_",
    778: "&+<=>@KOQG−≤≥≈×⁺⁻",
    1028: "#%mMW—…√",
}
_WIDTHS = {sign: width for width, signs in _GROUPS.items() for sign in signs}
_HYPHEN = re.compile(r"(?<![^\s(])-(?=[0-9.])")
_PLAIN = re.compile(r"[.0-9]*%?", re.ASCII)
_SIZES = {9: 925, 8: 850, 7: 797}  # type in points: its width against that of ten, in thousandths
_KEPT = (LINE // 4, LINE // 6)  # what is narrower is broken only if nothing else helps
# Size, lines of the tallest cell, lines of the tallest heading: what fits first is taken.
_WAYS = ((9, 1, 2), (9, 1, 3), (8, 1, 2), (8, 1, 3), (9, 3, 3), (8, 4, 3), (7, 3, 9))


@dataclass(frozen=True, slots=True)
class Strip:
    """A column ready to be set.

    number   of the column in the table
    width    in thousandths of a point; None where it is as wide as what stands in it
    heading  its lines
    """

    number: int
    width: int | None
    heading: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Columns that fit the page beside each other, and the size of the type in points."""

    size: int
    strips: tuple[Strip, ...]

    def unscaled(self, width: int) -> int:
        """What is as wide in type of ten points as the width is in this."""
        return width * 1000 // _SIZES[self.size]


@dataclass(frozen=True, slots=True)
class _Need:
    """What a column needs in type of ten points: at least, and to break nothing; and its heading."""

    number: int
    column: Column
    least: int
    most: int
    heading: Mapping[int, int]
    words: bool = False

    def share(self, lines: int) -> int:
        """The width in which no cell has more lines; words have three at the most."""
        # A line of broken words is seldom full.
        return self.most * 11 // (10 * min(lines, 3 if self.words else lines))

    def under(self, lines: int, kept: int) -> "_Need":
        """The same, its heading in so many lines at the most, and whole where it is no wider than that."""
        wide = self.heading[lines]
        least = self.most if self.most <= kept else self.least
        return replace(self, least=max(least, wide), most=max(self.most, wide))


def blocks(table: Table, texts: Sequence[Sequence[str]]) -> Iterator[Block]:
    """The table in as many blocks as the width of the page asks for; the first column leads every block.

    texts   of its cells, row by row
    """
    needs = [_need(k, column, [row[k] for row in texts]) for k, column in enumerate(table.columns)]
    if block := _block(needs):
        yield block
        return
    part = needs[:1]
    for group in _groups(needs[1:]):
        if len(part) > 1 and not _block([*part, *group]):
            yield _block(part) or _narrow(part)
            part = needs[:1]
        part = [*part, *group]
    yield _block(part) or _narrow(part)


def shown(table: Table) -> list[list[str]]:
    """The words of every cell, fractions whole; a number below zero has a minus and no hyphen."""
    return [[_HYPHEN.sub("−", text) for text in row] for row in table.texts()]


def breadth(text: str) -> int:
    """The width of the text on one line, in thousandths of ten points."""
    return 10 * (sum(_WIDTHS.get(sign, 800) for sign in text) + 167 * (len(grouped(text)) - 1))


def _block(needs: Sequence[_Need]) -> Block | None:
    """The columns beside each other in the largest type in which they fit."""
    tall = 8 + 2 * max(need.most for need in needs) // LINE
    for ways, kept in product((_WAYS, ((8, tall, 9), (7, tall, 9))), _KEPT):
        for size, lines, high in ways:
            under = [need.under(high, kept) for need in needs]
            for count in range(1, lines + 1):
                if (widths := _widths(under, size, count)) is not None:
                    return Block(size, tuple(map(_strip, under, widths, repeat(size))))
    return None


def _narrow(needs: Sequence[_Need]) -> Block:
    """The columns, each as narrow as it can be: all that is left where no page is wide enough."""
    return Block(
        7,
        tuple(_strip(need, need.least * _SIZES[7] // 1000, 7) for need in (one.under(9, 0) for one in needs)),
    )


def _widths(needs: Sequence[_Need], size: int, lines: int) -> list[int | None] | None:
    """The widths in which no cell has more lines, None for a column as wide as it likes; else nothing."""
    scale = _SIZES[size]
    room = LINE - _GAP * (len(needs) - 1)
    shares = [max(need.least, need.most if lines == 1 else need.share(lines)) for need in needs]
    wanted = [min(share, need.most) * scale // 1000 for share, need in zip(shares, needs, strict=True)]
    spare = room - sum(wanted)
    if spare < 0:
        return None
    missing = [need.most * scale // 1000 - width for width, need in zip(wanted, needs, strict=True)]
    whole = set()
    for k in sorted(range(len(needs)), key=missing.__getitem__):
        if missing[k] <= spare:
            spare -= missing[k]
            whole.add(k)
    total = sum(width for k, width in enumerate(wanted) if k not in whole)
    return [None if k in whole else width + spare * width // total for k, width in enumerate(wanted)]


def _strip(need: _Need, width: int | None, size: int) -> Strip:
    body = width * 1000 // _SIZES[size] if width else need.most
    return Strip(need.number, width, tuple(_lines(need.column.name, body)))


def _need(number: int, column: Column, texts: Sequence[str]) -> _Need:
    heading = {lines: _narrowest(column.name.split(), lines) for lines in (2, 3, 9)}
    if column.align == "point":
        whole = max((breadth(halves(text)[0]) for text in texts), default=0)
        most = max([whole + breadth(decimals(texts)), *map(breadth, texts)])
        return _Need(number, column, most, most, heading)
    most = max(map(breadth, texts), default=0)
    least = max((breadth(atom) for text in texts for atom in _atoms(text)), default=0)
    return _Need(number, column, least, most, heading, all(len(grouped(text)) == 1 for text in texts))


def _narrowest(words: Sequence[str], lines: int) -> int:
    """The width that a heading needs to have no more lines than that."""
    if lines == 1 or len(words) < 2:
        return breadth(" ".join(words))
    if lines >= len(words):
        return max(map(breadth, words))
    ways = range(1, len(words))
    return min(max(breadth(" ".join(words[:k])), _narrowest(words[k:], lines - 1)) for k in ways)


def halves(text: str) -> tuple[str, str]:
    """What stands before the decimal point, and the rest; a number without a point stands before it whole.

    >>> halves("18.3673%"), halves("3%"), halves("–")
    (('18', '.3673%'), ('3', '%'), ('–', ''))
    """
    number = text.removesuffix("%")
    place = number.index(".") if "." in number else len(number)
    return text[:place], text[place:]


def decimals(texts: Sequence[str]) -> str:
    """What is as wide as anything behind the decimal points, with a zero for each digit.

    >>> decimals(["18.3673%", "3%", "–"]), decimals(["0.25", "1.5·10⁻²¹"])
    ('.0000%', '.5·10⁻²¹')
    """
    tails = [halves(text)[1] for text in texts]
    if any(not _PLAIN.fullmatch(tail) for tail in tails):
        return max(tails, key=breadth)
    digits = max((sum(map(str.isdigit, tail)) for tail in tails), default=0)
    return "." * any("." in tail for tail in tails) + "0" * digits + "%" * any("%" in tail for tail in tails)


def _atoms(text: str) -> Iterator[str]:
    """What is never broken inside the text, or only where nothing else helps."""
    for word in text.split(" "):
        for piece in grouped(word):
            yield piece if len(piece) <= 30 else "m" * 10


def _lines(name: str, width: int) -> Iterator[str]:
    """The heading in lines no wider than the column, but for a word that is."""
    line = ""
    for word in name.split():
        if line and breadth(f"{line} {word}") > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _groups(needs: Sequence[_Need]) -> Iterator[list[_Need]]:
    group: list[_Need] = []
    for need in needs:
        if group and (not need.column.group or need.column.group != group[-1].column.group):
            yield group
            group = []
        group.append(need)
    if group:
        yield group
