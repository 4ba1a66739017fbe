"""Formulas on one line of plain text, as one would say them: for those who cannot see them set."""

from markov.typeset import formula as fm

_TIGHT = frozenset("()[]{}|!’′")  # signs with no space about them
_AFTER = frozenset(",;:")


def linear(formula: fm.Formula) -> str:
    """The formula as text.

    >>> from markov.typeset.formula import Number, Ratio, row, script
    >>> linear(row(script("p", "e"), "=", Ratio(row("1", "−", "q"), Number("49"))))
    'p_e = (1 − q)/49'
    """
    return " ".join(_text(formula).split())


def _text(formula: fm.Formula) -> str:
    match formula:
        case fm.Symbol():
            return formula.letter
        case fm.Number():
            return formula.digits
        case fm.Sign():
            return formula.sign
        case fm.Text():
            return formula.words
        case fm.Row():
            return _row(formula.parts)
        case fm.Ratio():
            return f"{_whole(formula.above)}/{_whole(formula.below)}"
        case fm.Script():
            return _scripted(_whole(formula.base), formula.below, formula.above)
        case fm.SquareRoot():
            return f"√({_text(formula.under)})"
        case fm.Big():
            return _scripted(formula.sign, formula.below, formula.above)
        case fm.Fenced():
            before, after = formula.fences
            return f"{before}{_text(formula.inside)}{after}"
        case fm.Matrix():
            rows = (", ".join(map(_text, line)) for line in formula.rows)
            return f"[{'; '.join(rows)}]"


def _row(parts: tuple[fm.Formula, ...]) -> str:
    shown = ""
    for k, part in enumerate(parts):
        text = _text(part)
        match part:
            case fm.Sign() if k == 0 or part.sign in _TIGHT or isinstance(parts[k - 1], fm.Sign):
                shown += text
            case fm.Sign() if part.sign in _AFTER:
                shown += text + " "
            case fm.Sign():
                shown += f" {text} "
            case fm.Big():
                shown += f" {text} "
            case fm.Symbol() | fm.Number() | fm.Script() if shown[-1:].isalnum():
                shown += f" {text}"
            case _:
                shown += text
    return shown


def _scripted(base: str, below: fm.Formula | None, above: fm.Formula | None) -> str:
    under = f"_{_whole(below)}" if below else ""
    return base + under + (f"^{_whole(above)}" if above else "")


def _whole(formula: fm.Formula) -> str:
    """The formula as text, in parentheses where it is more than one sign."""
    text = _text(formula)
    single = (
        isinstance(formula, fm.Symbol | fm.Number | fm.Fenced | fm.Matrix | fm.SquareRoot)
        or text.isalnum()
        or len(text) < 2
    )
    return text if single else f"({text})"
