"""Formulas in Typst's mathematics."""

import re

from markov.typeset import formula as fm
from markov.typeset.linear import linear
from markov.typeset.typst_words import quoted, words

_LONG = 40  # digits: a number in a line of text that is longer is set where it can be broken
_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?")
_SAFE = frozenset("+−·×=≠≤≥<>∈→≈∞…±∑∏∫!")
_BIG = {"∑": "sum", "∏": "product", "∫": "integral"}


def inline(formula: fm.Formula) -> str:
    """The formula within a line, as markup."""
    if _longest(formula) > _LONG:
        return f"#({words(linear(formula))});"
    return f"#math.equation(alt: {quoted(linear(formula))}, ${_set(formula)}$);"


def display(formula: fm.Formula) -> str:
    """The formula on a line of its own, as markup."""
    said = linear(formula)
    equation = f"math.equation(block: true, alt: {quoted(said)}, $ {_set(formula)} $)"
    return f"#display({equation}, {words(said)})"


def _longest(formula: fm.Formula) -> int:
    """The number of digits of its longest number."""
    match formula:
        case fm.Number(digits):
            return len(digits)
        case fm.Row(parts):
            return max(map(_longest, parts), default=0)
        case fm.Ratio(above, below):
            return max(_longest(above), _longest(below))
        case fm.Matrix(rows):
            return max((_longest(part) for line in rows for part in line), default=0)
        case fm.SquareRoot(inside) | fm.Fenced(inside, _):
            return _longest(inside)
        case _:
            return 0


def _set(formula: fm.Formula) -> str:
    match formula:
        case fm.Symbol():
            return _symbol(formula)
        case fm.Number(digits):
            return _number(digits)
        case fm.Sign(sign):
            return "".join(map(_sign, sign))
        case fm.Text(words_):
            return quoted(words_)
        case fm.Row(parts):
            return _row(parts)
        case fm.Ratio(above, below):
            return f"frac({_set(above)}, {_set(below)})"
        case fm.Script(base, below, above):
            return _attached(_set(base), below, above)
        case fm.SquareRoot(under):
            return f"sqrt({_set(under)})"
        case fm.Big(sign, below, above):
            return _attached(_BIG[sign], below, above)
        case fm.Fenced(inside, fences):
            return f"lr({fences[0]} {_set(inside)} {fences[1]})"
        case fm.Matrix(rows):
            return f'mat(delim: "(", {"; ".join(", ".join(map(_set, line)) for line in rows)})'


def _sign(sign: str) -> str:
    if sign in _SAFE:
        return sign
    shown = quoted(sign)  # as a number where the fonts have no such sign
    return shown if len(shown) > 4 else f"\\u{{{ord(sign):x}}}"


def _symbol(symbol: fm.Symbol) -> str:
    letter = symbol.letter
    if len(letter) > 1 or not letter.isalpha():
        return f"op({quoted(letter)})" if symbol.face == "upright" else f"italic({quoted(letter)})"
    shown = letter if quoted(letter) == f'"{letter}"' else quoted(letter)
    match symbol.face:
        case "italic":
            return shown
        case "upright":
            return f"upright({shown})"
        case "bold":
            return f"upright(bold({shown}))"


def _number(digits: str) -> str:
    shown = digits.replace("-", "−")
    if not _PLAIN.fullmatch(shown):
        return quoted(shown)
    return shown if len(shown) < 10 else f"#({words(shown)});"


def _row(parts: tuple[fm.Formula, ...]) -> str:
    """The parts; a space beside words would be seen, one between other parts is not and keeps them apart."""
    shown = ""
    spaced = False
    for part in parts:
        piece = _set(part)
        if not piece:
            continue
        wordy = piece[0] == '"'
        shown += (" " if spaced and not wordy else "") + piece
        spaced = not wordy and piece[-1] not in '";'
    return shown


def _attached(base: str, below: fm.Formula | None, above: fm.Formula | None) -> str:
    scripts = [f"{place}: {_set(part)}" for place, part in (("b", below), ("t", above)) if part is not None]
    return f"attach({', '.join((base, *scripts))})" if scripts else base
