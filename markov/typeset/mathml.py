"""Formulas in MathML Core, which browsers draw themselves."""

from collections.abc import Iterable

from markov.typeset.digits import grouped
from markov.typeset.formula import (
    Big,
    Fenced,
    Formula,
    Matrix,
    Number,
    Over,
    Root,
    Row,
    Script,
    Sign,
    Symbol,
    Text,
)
from markov.typeset.letters import faced
from markov.typeset.markup import element, escaped

_LONG = 60  # digits: a fraction wider than that is set on the line
_FENCES = frozenset("()[]{}|")
_THIN = '<mspace width="0.17em"></mspace>'


def mathml(formula: Formula, display: bool = False) -> str:
    """The formula as one element; `display` is for a line of its own.

    >>> mathml(Symbol("p"))
    '<math><mi>p</mi></math>'
    """
    # The name space is for HTML inside XML to say; a browser's parser knows it by the element.
    return element("math", _set(formula), display="block" if display else "")


def _set(formula: Formula) -> str:
    match formula:
        case Symbol(letter, face):
            upright = face == "upright" and len(letter) == 1
            return element("mi", escaped(faced(letter, face)), mathvariant="normal" if upright else "")
        case Number(digits):
            return _number(digits)
        case Sign(sign):
            return element("mo", escaped(sign), stretchy="false" if sign in _FENCES else "")
        case Text(words):
            return element("mtext", escaped(words.replace(" ", "\u00a0")))
        case Row(parts):
            return element("mrow", "".join(map(_set, parts)))
        case Over(above, below):
            return _over(above, below)
        case Script(base, below, above):
            return _scripts(_set(base), below, above, ("msub", "msup", "msubsup"))
        case Root(under):
            return element("msqrt", _set(under))
        case Big(sign, below, above):
            beside = sign == "∫"
            names = ("msub", "msup", "msubsup") if beside else ("munder", "mover", "munderover")
            return _scripts(element("mo", sign), below, above, names)
        case Fenced(inside, fences):
            return _fenced(_set(inside), fences, _tall(inside))
        case Matrix(rows):
            return _fenced(_table(rows), "()", tall=True)


def _number(digits: str) -> str:
    pieces = [element("mn", escaped(piece)) for piece in grouped(digits.replace("-", "−"))]
    return pieces[0] if len(pieces) == 1 else element("mrow", _THIN.join(pieces))


def _over(above: Formula, below: Formula) -> str:
    parts = _set(above), _set(below)
    if any(isinstance(part, Number) and len(part.digits) > _LONG for part in (above, below)):
        return element("mrow", element("mo", "/").join(parts))
    return element("mfrac", "".join(parts))


def _scripts(base: str, below: Formula | None, above: Formula | None, names: tuple[str, str, str]) -> str:
    if below is None and above is None:
        return base
    name = names[2] if below is not None and above is not None else names[below is None]
    return element(name, base + "".join(_set(part) for part in (below, above) if part is not None))


def _fenced(inside: str, fences: str, tall: bool) -> str:
    # Asked to grow round what is not tall, some browsers take a fence from another font, with gaps.
    stretchy = "true" if tall else "false"
    opening = element("mo", fences[0], form="prefix", fence="true", stretchy=stretchy)
    closing = element("mo", fences[1], form="postfix", fence="true", stretchy=stretchy)
    return element("mrow", opening + inside + closing)


def _tall(formula: Formula | None) -> bool:
    """Whether the formula is taller than a line."""
    match formula:
        case Over() | Root() | Big() | Matrix():
            return True
        case Row(parts):
            return any(map(_tall, parts))
        case Script(base, _, _):
            return _tall(base)
        case Fenced(inside, _):
            return _tall(inside)
        case _:
            return False


def _table(rows: Iterable[tuple[Formula, ...]]) -> str:
    lines = (element("mtr", "".join(element("mtd", _set(part)) for part in line)) for line in rows)
    return element("mtable", "".join(lines))
