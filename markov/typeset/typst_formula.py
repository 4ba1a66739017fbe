"""Formulas in Typst's mathematics."""

import re

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
from markov.typeset.linear import linear
from markov.typeset.typst_words import quoted, words

_LONG = 40  # digits: a number in a line of text that is longer is set where it can be broken
_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?")
_SAFE = frozenset("+−·×=≠≤≥<>∈→≈∞…±∑∏∫!")
_BIG = {"∑": "sum", "∏": "product", "∫": "integral"}


def inline(formula: Formula) -> str:
    """The formula within a line, as markup."""
    if _longest(formula) > _LONG:
        return f"#({words(linear(formula))});"
    return f"#math.equation(alt: {quoted(linear(formula))}, ${_set(formula)}$);"


def display(formula: Formula, indent: str = "") -> str:
    """The formula on a line of its own, as markup; `indent`, from the left, if not as usual."""
    said = linear(formula)
    equation = f"math.equation(block: true, alt: {quoted(said)}, $ {_set(formula)} $)"
    return f"#display({equation}, {words(said)}{f', indent: {indent}' if indent else ''})"


def _longest(formula: Formula) -> int:
    """The digits of its longest number."""
    match formula:
        case Number():
            return len(formula.digits)
        case Row():
            return max(map(_longest, formula.parts), default=0)
        case Over():
            return max(_longest(formula.above), _longest(formula.below))
        case Matrix():
            return max((_longest(part) for line in formula.rows for part in line), default=0)
        case Root():
            return _longest(formula.under)
        case Fenced():
            return _longest(formula.inside)
        case _:
            return 0


def _set(formula: Formula) -> str:
    match formula:
        case Symbol():
            return _symbol(formula)
        case Number():
            return _number(formula.digits)
        case Sign():
            return "".join(map(_sign, formula.sign))
        case Text():
            return quoted(formula.words)
        case Row():
            return _row(formula.parts)
        case Over():
            return f"frac({_set(formula.above)}, {_set(formula.below)})"
        case Script():
            return _attached(_set(formula.base), formula.below, formula.above)
        case Root():
            return f"sqrt({_set(formula.under)})"
        case Big():
            return _attached(_BIG[formula.sign], formula.below, formula.above)
        case Fenced():
            before, after = formula.fences
            return f"lr({before} {_set(formula.inside)} {after})"
        case Matrix():
            return _matrix(formula)


def _sign(sign: str) -> str:
    if sign in _SAFE:
        return sign
    shown = quoted(sign)  # as a number where the fonts have no such sign
    return shown if len(shown) > 4 else f"\\u{{{ord(sign):x}}}"


def _symbol(symbol: Symbol) -> str:
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


def _row(parts: tuple[Formula, ...]) -> str:
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


def _attached(base: str, below: Formula | None, above: Formula | None) -> str:
    scripts = [f"{place}: {_set(part)}" for place, part in (("b", below), ("t", above)) if part is not None]
    return f"attach({', '.join((base, *scripts))})" if scripts else base


def _matrix(matrix: Matrix) -> str:
    rows = "; ".join(", ".join(map(_set, line)) for line in matrix.rows)
    return f'mat(delim: "(", {rows})'
