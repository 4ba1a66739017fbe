"""Formulas in MathML Core, which browsers draw themselves; bold and slanted letters are those of Unicode."""

from collections.abc import Iterable
from typing import Literal

from markov.typeset import formula as fm
from markov.typeset.digits import grouped
from markov.typeset.markup import element, escaped

_BOLD = {"A": 0x1D400, "a": 0x1D41A, "0": 0x1D7CE, "Α": 0x1D6A8, "α": 0x1D6C2}
_ITALIC = {"A": 0x1D434, "a": 0x1D44E, "Α": 0x1D6E2, "α": 0x1D6FC}
_LENGTHS = {"A": 26, "a": 26, "0": 10, "Α": 25, "α": 25}
_PLANCK = "\u210e"  # the slanted h, which was there before the others
_LONG = 60  # digits: a fraction wider than that is set on the line
_FENCES = frozenset("()[]{}|")
_THIN = '<mspace width="0.17em"></mspace>'


def mathml(formula: fm.Formula, display: bool = False) -> str:
    """The formula as a MathML element; `display` sets it on a line of its own.

    >>> mathml(fm.Symbol("p"))
    '<math><mi>p</mi></math>'
    """
    # The name space is for HTML inside XML to say; a browser's parser knows it by the element.
    return element("math", _element(formula), display="block" if display else "")


def _element(formula: fm.Formula) -> str:
    match formula:
        case fm.Symbol(letter, face):
            upright = face == "upright" and len(letter) == 1
            return element("mi", escaped(faced(letter, face)), mathvariant="normal" if upright else "")
        case fm.Number(digits):
            return _number(digits)
        case fm.Sign(sign):
            return element("mo", escaped(sign), stretchy="false" if sign in _FENCES else "")
        case fm.Text(words):
            return element("mtext", escaped(words.replace(" ", "\u00a0")))
        case fm.Row(parts):
            return element("mrow", "".join(map(_element, parts)))
        case fm.Ratio(above, below):
            return _over(above, below)
        case fm.Script(base, below, above):
            return _scripts(_element(base), below, above, ("msub", "msup", "msubsup"))
        case fm.SquareRoot(under):
            return element("msqrt", _element(under))
        case fm.Big(sign, below, above):
            beside = sign == "∫"
            names = ("msub", "msup", "msubsup") if beside else ("munder", "mover", "munderover")
            return _scripts(element("mo", sign), below, above, names)
        case fm.Fenced(inside, fences):
            return _fenced(_element(inside), fences, _tall(inside))
        case fm.Matrix(rows):
            return _fenced(_table(rows), "()", tall=True)


def _number(digits: str) -> str:
    pieces = [element("mn", escaped(piece)) for piece in grouped(digits.replace("-", "−"))]
    return pieces[0] if len(pieces) == 1 else element("mrow", _THIN.join(pieces))


def _over(above: fm.Formula, below: fm.Formula) -> str:
    parts = _element(above), _element(below)
    if any(isinstance(part, fm.Number) and len(part.digits) > _LONG for part in (above, below)):
        return element("mrow", element("mo", "/").join(parts))
    return element("mfrac", "".join(parts))


def _scripts(
    base: str, below: fm.Formula | None, above: fm.Formula | None, names: tuple[str, str, str]
) -> str:
    if below is None and above is None:
        return base
    name = names[2] if below is not None and above is not None else names[below is None]
    return element(name, base + "".join(_element(part) for part in (below, above) if part is not None))


def _fenced(inside: str, fences: str, tall: bool) -> str:
    # Asked to grow round what is not tall, some browsers take a fence from another font, with gaps.
    stretchy = "true" if tall else "false"
    opening = element("mo", fences[0], form="prefix", fence="true", stretchy=stretchy)
    closing = element("mo", fences[1], form="postfix", fence="true", stretchy=stretchy)
    return element("mrow", opening + inside + closing)


def _tall(formula: fm.Formula | None) -> bool:
    """True for a formula that is taller than a line."""
    match formula:
        case fm.Ratio() | fm.SquareRoot() | fm.Big() | fm.Matrix():
            return True
        case fm.Row(parts):
            return any(map(_tall, parts))
        case fm.Script(base, _, _):
            return _tall(base)
        case fm.Fenced(inside, _):
            return _tall(inside)
        case _:
            return False


def _table(rows: Iterable[tuple[fm.Formula, ...]]) -> str:
    lines = (element("mtr", "".join(element("mtd", _element(part)) for part in line)) for line in rows)
    return element("mtable", "".join(lines))


def faced(letters: str, face: Literal["italic", "upright", "bold"]) -> str:
    """The letters, bold or slanted in themselves where MathML would not make them so.

    A single letter is slanted by MathML, more than one are not.

    >>> faced("N", "bold"), faced("p", "italic"), faced("Var", "upright"), faced("hit", "italic")
    ('𝐍', 'p', 'Var', 'ℎ𝑖𝑡')
    """
    if face == "bold":
        return "".join(_in_alphabet(letter, _BOLD) for letter in letters)
    if face == "italic" and len(letters) > 1:
        return "".join(_PLANCK if letter == "h" else _in_alphabet(letter, _ITALIC) for letter in letters)
    return letters


def _in_alphabet(letter: str, to: dict[str, int]) -> str:
    for first, place in to.items():
        if 0 <= (offset := ord(letter) - ord(first)) < _LENGTHS[first]:
            return chr(place + offset)
    return letter
