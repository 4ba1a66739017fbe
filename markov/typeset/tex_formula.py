"""Formulas in TeX, as LaTeX with amsmath, MathJax, KaTeX and pandoc read it, on one line."""

import re

from markov.typeset import formula as fm
from markov.typeset.digits import grouped


def _table(text: str) -> dict[str, str]:
    """The name of the command of each sign, from a text in which it stands right behind the sign."""
    return {pair[0]: pair[1:] for pair in text.split()}


_LOWER = """
    alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma
    sigma tau upsilon varphi chi psi omega
"""
_NAMES = _table("""
    ×times ÷div ±pm ∓mp ∗ast ∘circ ∙cdot ⋅cdot ≠neq ≤leq ≥geq ≪ll ≫gg ≈approx ≃simeq ≅cong ≡equiv ∼sim
    ∝propto ∈in ∉notin ∋ni ⊂subset ⊆subseteq ⊃supset ⊇supseteq ∪cup ∩cap ∖setminus ∅emptyset ∧wedge ∨vee
    ¬neg ∀forall ∃exists →rightarrow ←leftarrow ↔leftrightarrow ↑uparrow ↓downarrow ⇒Rightarrow ⇐Leftarrow
    ⇔Leftrightarrow ↦mapsto ∞infty ∂partial ∇nabla √surd ∑sum ∏prod ∫int ⊤top ⊥bot ⌊lfloor ⌋rfloor ⌈lceil
    ⌉rceil ⟨langle ⟩rangle ℓell ϕphi ϵepsilon ϑvartheta µmu ⋯cdots …ldots ★bigstar ■blacksquare □square
    ✓checkmark ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega
""")
_LIKE_LATIN = _table("ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΧX")
_BOARD = _table("ℕN ℤZ ℚQ ℝR ℙP 𝔼E")

MATHS: dict[str, str] = {
    **{chr(0x3B1 + k): f"\\{name}" for k, name in enumerate(_LOWER.split())},
    **{sign: f"\\{name}" for sign, name in _NAMES.items()},
    **{letter: f"\\mathrm{{{latin}}}" for letter, latin in _LIKE_LATIN.items()},
    **{sign: f"\\mathbb{{{letter}}}" for sign, letter in _BOARD.items()},
    "ο": "o",
    "−": "-",
    "·": "\\cdot",
    "′": "{}^{\\prime}",
    "″": "{}^{\\prime\\prime}",
}
"""By sign: how it is written inside a formula."""

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_SCRIPTS = {
    **{sign: f"{{}} ^{{{shown}}}" for sign, shown in _RAISED.items()},
    **{sign: f"{{}} _{{{shown}}}" for sign, shown in _LOWERED.items()},
}

DECLARED: dict[str, str] = {
    **{sign: f"\\ensuremath{{{tex}}}" for sign, tex in (MATHS | _SCRIPTS).items() if sign not in "★∖"},
    "™": "\\textrm{\\texttrademark}",
}
"""By sign that not every LaTeX has in words: how it is set there."""

# Signs that the fonts of every LaTeX have, or that are declared.
_SET = re.compile(f"[ -~\u00a0-¬®-ÖØ-öø-ĥĨ-ıĴ-ķĹ-ľŁ-ňŊ-ťŨ-žȘ-ț–—‘’‚“”„†‡•…‹›€™{''.join(DECLARED)}]")


_LONG = 60  # digits: a fraction wider than that is set on the line, where it can be broken
_FENCES = {
    "()": ("(", ")"),
    "[]": ("\\lbrack", "\\rbrack"),
    "{}": ("\\lbrace", "\\rbrace"),
    "||": ("\\lvert", "\\rvert"),
}
_PLAIN = re.compile(r"[A-Za-z0-9À-ÖØ-öø-ÿ .,:;!?'()=/+@-]+")
_ASCII = {
    **{sign: "\\" + sign for sign in "%&#$_"},
    "\\": "\\backslash",
    "{": "\\lbrace",
    "}": "\\rbrace",
    "[": "\\lbrack",
    "]": "\\rbrack",
    "|": "\\vert",
    "*": "\\ast",
    "~": "\\sim",
    "^": "\\wedge",
    "`": "\\grave{}",
    '"': "\\text{''}",
    "–": "\\text{–}",
    "—": "\\text{—}",
    "’": "\\text{’}",
    "“": "\\text{“}",
    "”": "\\text{”}",
    "\u00a0": "\\text{ }",
}
_KNOWN = _ASCII | _SCRIPTS | MATHS


def printable(text: str) -> str:
    """The text, each sign that some LaTeX would not set shown by its number.

    >>> printable("é ≤ √7"), printable("中")
    ('é ≤ √7', '[U+4E2D]')
    """
    return "".join(sign if _SET.fullmatch(sign) else f"[U+{ord(sign):04X}]" for sign in text)


def tex(formula: fm.Formula) -> str:
    r"""The formula in TeX, without the signs that open and close it.

    >>> from markov.typeset.formula import SquareRoot, number, row
    >>> from fractions import Fraction
    >>> print(tex(row("σ", "≈", SquareRoot(number(Fraction(40, 49))))))
    \sigma \approx \sqrt{\frac{40}{49}}
    """
    match formula:
        case fm.Symbol(letter, face):
            return _symbol(letter, face)
        case fm.Number(digits):
            return _number(digits)
        case fm.Sign(sign):
            return "\\mid" if sign == "|" else _signs(sign)
        case fm.Text(words):
            return _text(words)
        case fm.Row(parts):
            return " ".join(map(tex, parts))
        case fm.Ratio(above, below):
            return _over(above, below)
        case fm.Script(base, below, above):
            shown = tex(base)
            return (f"{{{shown}}}" if isinstance(base, fm.Row | fm.Ratio | fm.Script) else shown) + _scripts(
                below, above
            )
        case fm.SquareRoot(under):
            return f"\\sqrt{{{tex(under)}}}"
        case fm.Big(sign, below, above):
            return MATHS[sign] + _scripts(below, above)
        case fm.Fenced(inside, fences):
            left, right = _FENCES[fences]
            return f"\\left{left} {tex(inside)} \\right{right}"
        case fm.Matrix(rows):
            return _matrix(rows)


def _symbol(letter: str, face: str) -> str:
    """The letter in its face; a Greek one is bold where it is to be, and never upright."""
    inside = _signs(letter)
    if inside.startswith("\\"):
        return f"\\boldsymbol{{{inside}}}" if face == "bold" else inside
    if face == "bold":
        return f"\\mathbf{{{inside}}}"
    if face == "upright":
        return f"\\mathrm{{{inside}}}" if len(letter) == 1 else f"\\operatorname{{{inside}}}"
    return inside if len(letter) == 1 else f"\\mathit{{{inside}}}"


def _number(digits: str) -> str:
    return "\\, ".join(_signs(piece).replace(",", "{,}") for piece in grouped(digits))


def _over(above: fm.Formula, below: fm.Formula) -> str:
    long = any(isinstance(part, fm.Number) and len(part.digits) > _LONG for part in (above, below))
    if long and isinstance(above, fm.Number) and isinstance(below, fm.Number):
        return f"{tex(above)} / {tex(below)}"
    return f"\\frac{{{tex(above)}}}{{{tex(below)}}}"


def _scripts(below: fm.Formula | None, above: fm.Formula | None) -> str:
    low = f" _{{{tex(below)}}}" if below is not None else ""
    return low + (f" ^{{{tex(above)}}}" if above is not None else "")


def _matrix(rows: tuple[tuple[fm.Formula, ...], ...]) -> str:
    columns = "c" * (len(rows[0]) if rows else 0)
    body = " \\\\ ".join(" & ".join(map(tex, line)) for line in rows)
    return f"\\left( \\begin{{array}}{{{columns}}} {body} \\end{{array}} \\right)"


def _text(words: str) -> str:
    """The words upright; a sign that is none of TeX's text stands between them as a sign of the formula."""
    shown: list[str] = []
    start, flat = 0, re.sub(r"\s", " ", words)
    for run in _PLAIN.finditer(flat):
        shown += map(_sign, flat[start : run.start()])
        shown.append(f"\\text{{{run.group()}}}")
        start = run.end()
    return " ".join([*shown, *map(_sign, flat[start:])])


def _signs(text: str) -> str:
    """The characters one by one; a command ends before the letter that follows."""
    return "".join(re.sub(r"(\\[A-Za-z]+)$", r"\1 ", _sign(sign)) for sign in text).strip()


def _sign(sign: str) -> str:
    """One character inside a formula; one that TeX has no command for shows its number."""
    if sign in _KNOWN:
        return _KNOWN[sign]
    if " " <= sign <= "~":
        return sign
    plain = _PLAIN.fullmatch(sign)
    return f"\\text{{{sign}}}" if plain else f"\\lbrack \\text{{U+{ord(sign):04X}}} \\rbrack"
