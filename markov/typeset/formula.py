"""Formulas as trees, which every renderer sets in its own way, and as words for those who cannot see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Symbol:
    """A letter, Latin or Greek, such as "p" or "σ".

    face   how it is set: italic as variables are, upright as functions and units are, bold as matrices are
    """

    letter: str
    face: Literal["italic", "upright", "bold"] = "italic"


@dataclass(frozen=True, slots=True)
class Number:
    """A number, as it is to be read: digits, perhaps with a sign or a point."""

    digits: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of operation or relation: one of + − · × = ≠ ≤ ≥ < > ∈ → ≈ ∞ … , ; and the like."""

    sign: str


@dataclass(frozen=True, slots=True)
class Text:
    """Words inside a formula, upright, with the spaces that are in them."""

    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """Parts, one after the other."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A fraction with its bar."""

    above: "Formula"
    below: "Formula"


@dataclass(frozen=True, slots=True)
class Script:
    """A base with an index below, an exponent above, or both."""

    base: "Formula"
    below: "Formula | None" = None
    above: "Formula | None" = None


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """A square root."""

    under: "Formula"


@dataclass(frozen=True, slots=True)
class Big:
    """A sum, a product or an integral with what stands below and above it."""

    sign: Literal["∑", "∏", "∫"]
    below: "Formula | None" = None
    above: "Formula | None" = None


@dataclass(frozen=True, slots=True)
class Fenced:
    """A part between fences that grow with it: "()", "[]", "{}" or "||"."""

    inside: "Formula"
    fences: Literal["()", "[]", "{}", "||"] = "()"


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix in parentheses; all rows are of one length."""

    rows: tuple[tuple["Formula", ...], ...]


Formula: TypeAlias = Symbol | Number | Sign | Text | Row | Ratio | Script | SquareRoot | Big | Fenced | Matrix


def row(*parts: "Formula | str") -> Row:
    """The parts one after the other; a string is a letter, a number or a sign, by its first character.

    >>> row("p", "=", Ratio(Number("1"), Number("49"))).parts[:2]
    (Symbol(letter='p', face='italic'), Sign(sign='='))
    """
    return Row(tuple(_part(part) if isinstance(part, str) else part for part in parts))


def number(value: Fraction | int) -> "Formula":
    """The number, a fraction with its bar.

    >>> number(Fraction(-9, 49))
    Row(parts=(Sign(sign='−'), Ratio(above=Number(digits='9'), below=Number(digits='49'))))
    """
    size = abs(Fraction(value))
    above, below = Number(str(size.numerator)), Number(str(size.denominator))
    shown = above if size.denominator == 1 else Ratio(above, below)
    return Row((Sign("−"), shown)) if value < 0 else shown


def script(base: str, below: "Formula | str | None" = None, above: "Formula | str | None" = None) -> Script:
    """A letter with an index, an exponent, or both."""
    return Script(*(_part(part) if isinstance(part, str) else part for part in (base, below, above)))  # type: ignore[arg-type]


def matrix(rows: Sequence[Sequence[Fraction]]) -> Matrix:
    """A matrix of numbers."""
    return Matrix(tuple(tuple(number(x) for x in line) for line in rows))


def _part(text: str) -> "Formula":
    if text[0].isdigit():
        return Number(text)
    if text[0].isalpha():
        return Symbol(text) if len(text) == 1 else Symbol(text, "upright")
    return Sign(text)


_TIGHT = frozenset("()[]{}|!’′")  # signs with no space about them
_AFTER = frozenset(",;:")


def linear(formula: Formula) -> str:
    """The formula as text.

    >>> from markov.typeset.formula import Number, Ratio, row, script
    >>> linear(row(script("p", "e"), "=", Ratio(row("1", "−", "q"), Number("49"))))
    'p_e = (1 − q)/49'
    """
    return " ".join(_text(formula).split())


def _text(formula: Formula) -> str:
    match formula:
        case Symbol():
            return formula.letter
        case Number():
            return formula.digits
        case Sign():
            return formula.sign
        case Text():
            return formula.words
        case Row():
            return _row_text(formula.parts)
        case Ratio():
            return f"{_enclosed_text(formula.above)}/{_enclosed_text(formula.below)}"
        case Script():
            return _script_text(_enclosed_text(formula.base), formula.below, formula.above)
        case SquareRoot():
            return f"√({_text(formula.under)})"
        case Big():
            return _script_text(formula.sign, formula.below, formula.above)
        case Fenced():
            before, after = formula.fences
            return f"{before}{_text(formula.inside)}{after}"
        case Matrix():
            rows = (", ".join(map(_text, line)) for line in formula.rows)
            return f"[{'; '.join(rows)}]"


def _row_text(parts: tuple[Formula, ...]) -> str:
    shown = ""
    for k, part in enumerate(parts):
        text = _text(part)
        match part:
            case Sign() if k == 0 or part.sign in _TIGHT or isinstance(parts[k - 1], Sign):
                shown += text
            case Sign() if part.sign in _AFTER:
                shown += text + " "
            case Sign():
                shown += f" {text} "
            case Big():
                shown += f" {text} "
            case Symbol() | Number() | Script() if shown[-1:].isalnum():
                shown += f" {text}"
            case _:
                shown += text
    return shown


def _script_text(base: str, below: Formula | None, above: Formula | None) -> str:
    under = f"_{_enclosed_text(below)}" if below else ""
    return base + under + (f"^{_enclosed_text(above)}" if above else "")


def _enclosed_text(formula: Formula) -> str:
    """The formula as text, in parentheses where it is more than one sign."""
    text = _text(formula)
    single = (
        isinstance(formula, Symbol | Number | Fenced | Matrix | SquareRoot) or text.isalnum() or len(text) < 2
    )
    return text if single else f"({text})"
