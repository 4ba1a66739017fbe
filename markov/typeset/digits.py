"""Long numbers, told apart in groups that an eye can follow and a line can be broken between."""

import re
from typing import TypeAlias

from markov.tables.table import Cell, Figure

_HYPHEN = re.compile(r"(?<!\w)-(?=[0-9.√])")
_WHOLLY = re.compile(r"[−-]?[0-9]+(\.[0-9]+)?%?")  # words that are a number
_THOUSANDS = re.compile(r"(?<![0-9./√(\w])[0-9]{4,}(?![0-9/)\w])")
_BARRED = re.compile(
    r"(?P<sign>−?)(?P<above>[0-9]{1,20})/(?P<below>[0-9]{1,20})"
)  # longer ones are on a line
_LONG = re.compile(r"(?<![.0-9])[0-9]{10,}")


def grouped(text: str) -> list[str]:
    """The text in pieces: a break, and a thin space, may stand between two of them and nowhere else.

    Whole numbers of ten digits or more fall into groups of three; a fraction may be broken after its line.

    >>> grouped("12345678901/49 = 0.12345678901"), grouped("1771561")
    (['12', '345', '678', '901', '/49 = 0.12345678901'], ['1771561'])
    """
    pieces: list[str] = []
    end = 0
    for number in _LONG.finditer(text):
        pieces += [text[end : number.start()]] * (number.start() > end)
        digits, end = number.group(), number.end()
        first = len(digits) % 3 or 3
        pieces += [digits[:first], *(digits[k : k + 3] for k in range(first, len(digits), 3))]
    return [*pieces, text[end:]] if end < len(text) or not pieces else pieces


def shown_text(cell: Cell, text: str) -> str:
    """The text of a cell; a number with minus signs for hyphens, and with commas, but in a fraction.

    >>> from fractions import Fraction
    >>> shown_text(Figure(Fraction(-1428)), "-1428.57"), shown_text(Figure(Fraction(1, 9999)), "1/9999")
    ('−1,428.57', '1/9999')
    """
    if not isinstance(cell, Figure) and not _WHOLLY.fullmatch(text):
        return text
    return _THOUSANDS.sub(lambda whole: f"{int(whole[0]):,}", _HYPHEN.sub("−", text))


BarredFraction: TypeAlias = tuple[str, str, str]
"""Sign, numerator and denominator of a fraction that is set with its bar."""


def barred(cell: Cell) -> BarredFraction | None:
    """Sign, numerator and denominator of a fraction that is set with its bar; None for every other cell.

    >>> from fractions import Fraction
    >>> barred(Figure(Fraction(-9, 49))), barred(Figure(Fraction(7))), barred(Figure(Fraction(1, 10**20)))
    (('−', '9', '49'), None, None)
    """
    match = _BARRED.fullmatch(shown_text(cell, cell.text())) if isinstance(cell, Figure) else None
    return (match["sign"], match["above"], match["below"]) if match else None
