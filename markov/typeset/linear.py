"""Formulas on one line of plain text, as one would say them: for those who cannot see them set."""

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

_TIGHT = frozenset("()[]{}|!’′")  # signs with no space about them
_AFTER = frozenset(",;:")


def linear(formula: Formula) -> str:
    """The formula as text.

    >>> from markov.typeset.formula import row, script
    >>> linear(row(script("p", "e"), "=", Over(row("1", "−", "q"), Number("49"))))
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
            return _row(formula.parts)
        case Over():
            return f"{_whole(formula.above)}/{_whole(formula.below)}"
        case Script():
            return _scripted(_whole(formula.base), formula.below, formula.above)
        case Root():
            return f"√({_text(formula.under)})"
        case Big():
            return _scripted(formula.sign, formula.below, formula.above)
        case Fenced():
            before, after = formula.fences
            return f"{before}{_text(formula.inside)}{after}"
        case Matrix():
            rows = (", ".join(map(_text, line)) for line in formula.rows)
            return f"[{'; '.join(rows)}]"


def _row(parts: tuple[Formula, ...]) -> str:
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


def _scripted(base: str, below: Formula | None, above: Formula | None) -> str:
    under = f"_{_whole(below)}" if below else ""
    return base + under + (f"^{_whole(above)}" if above else "")


def _whole(formula: Formula) -> str:
    """The formula as text, in parentheses where it is more than one sign."""
    text = _text(formula)
    single = isinstance(formula, Symbol | Number | Fenced | Matrix | Root) or text.isalnum() or len(text) < 2
    return text if single else f"({text})"
