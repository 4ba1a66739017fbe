"""Words in Typst: always string literals, never markup.

A sheet's names, sources and notes are whatever someone wrote. In a string literal only the backslash and the
quotation mark mean anything, so that what is escaped here can say anything and do nothing.
"""

import re
from itertools import pairwise
from unicodedata import normalize

from markov.typeset.digits import grouped

_LONGEST = 30  # characters of a word that is never broken
_CHUNK = re.compile(rf"[^/._=?&:,;-]{{1,{_LONGEST}}}[/._=?&:,;-]*|[/._=?&:,;-]+")
# What the fonts that come with Typst show in each of their faces; a PDF for the archive holds nothing else.
_UNKNOWN = re.compile(
    r"[^ -~\u00a1-\u00ac\u00ae-\u0377\u0391-\u03a1\u03a3-\u03ce\u0400-\u0481\u048a-\u04ff\u1e00-\u1eff"
    r"\u2010-\u2027\u2030-\u2040\u2044-\u2052\u2054-\u2057\u2070\u2071\u2074-\u208e\u2090-\u209c"
    r"\u20a0-\u20b1\u2100-\u211e\u2120\u2122\u2124\u2126-\u2151\u2153-\u2184\u2190-\u23ff"
    r"\u2460-\u2606\u2609-\u262e\u25a0-\u25ff\u27c0-\u2b73\ufffd]"
)
_WHITE = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")


def quoted(text: str) -> str:
    r"""The text as a string literal; a character that no font has, or that is none, stands as its number.

    >>> print(quoted('a "b" \\ #c 中'))
    "a \"b\" \\ #c [U+4E2D]"
    """
    flat = _WHITE.sub(" ", normalize("NFC", text))
    shown = _UNKNOWN.sub(lambda sign: f"[U+{ord(sign[0]):04X}]", flat)
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'


def words(text: str) -> str:
    """The text as an expression; long numbers and long words can be broken, between strings.

    >>> words("of 12345678901/49"), words("plain")
    ('"of " + n("12", "345", "678", "901/49")', '"plain"')
    """
    parts = []
    for unit in units(text):
        if len(unit) > 1:
            parts.append(f"n({', '.join(map(quoted, unit))})")
        else:
            parts += [_word(part) for part in re.split(rf"(\S{{{_LONGEST + 1},}})", unit[0]) if part]
    return " + ".join(parts) or '""'


def units(text: str) -> list[list[str]]:
    """The text in units: pieces that stay as they are, and numbers as groups a thin space apart.

    >>> units("5/12345678901 of 12345678901/12345678901")[1:]
    [['5/', '12', '345', '678', '901'], [' of '], ['12', '345', '678', '901/', '12', '345', '678', '901']]
    """
    pieces = grouped(text)
    parts = [[pieces[0]]]
    for before, piece in pairwise(pieces):
        if (before[-1].isdigit() and piece[0].isdigit()) or before == "/":
            parts[-1].append(piece)
        elif piece[0] == "/" and len(parts[-1]) > 1:
            parts[-1][-1] += piece
        else:
            parts.append([piece])
    for words_before, number in pairwise(parts):  # a short numerator stays with a long denominator
        if len(number) > 1 and (above := re.search("[0-9]+/$", words_before[0])):
            words_before[0] = words_before[0][: above.start()]
            number.insert(0, above[0])
    return parts


def _word(text: str) -> str:
    if len(text) <= _LONGEST or " " in text:
        return quoted(text)
    return f"w({', '.join(map(quoted, _CHUNK.findall(text)))})"
