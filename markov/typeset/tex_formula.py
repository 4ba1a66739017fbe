"""Formulas in TeX, as LaTeX with amsmath, MathJax and KaTeX read it; one line, fit for Markdown too."""

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

_TEXT = _table(r"""
    –textendash —textemdash ‘textquoteleft ’textquoteright “textquotedblleft
    ”textquotedblright „quotedblbase ‚quotesinglbase «guillemotleft »guillemotright ‹guilsinglleft
    ›guilsinglright …textellipsis •textbullet ·textperiodcentered †textdagger ‡textdaggerdbl §textsection
    ¶textparagraph ©textcopyright ®textregistered °textdegree ¡textexclamdown
    ¿textquestiondown ¢textcent £textsterling ¤textcurrency ¥textyen €texteuro ¦textbrokenbar
    ¨textasciidieresis ¯textasciimacron ´textasciiacute ªtextordfeminine ºtextordmasculine ¼textonequarter
    ½textonehalf ¾textthreequarters
""")
RAISED: dict[str, str] = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", [*"0123456789+", "\\ensuremath{-}"], strict=True))
"""By sign that stands above the line: what is set there."""

LOWERED: dict[str, str] = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
"""By sign that stands below the line: what is set there."""

WORDS: dict[str, str] = {
    **{sign: f"\\ensuremath{{{command}}}" for sign, command in MATHS.items() if sign not in "★∖"},
    **{sign: f"\\{name}{{}}" for sign, name in _TEXT.items()},
    **{sign: f"\\textsuperscript{{{shown}}}" for sign, shown in RAISED.items()},
    **{sign: f"\\textsubscript{{{shown}}}" for sign, shown in LOWERED.items()},
    "™": "\\textrm{\\texttrademark{}}",
    "\u00a0": "~",
    "\u00ad": "\\-",
    "\u2009": "\\,",
    "\u202f": "\\,",
    "\u2010": "-",
    "\u2011": "\\mbox{-}",
}
"""By sign that is not ASCII: how it is written in words, where the fonts of every LaTeX have it."""


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
_RAISED = {sign: f"{{}} ^{{{shown}}}" for sign, shown in RAISED.items()}
_LOWERED = {sign: f"{{}} _{{{shown}}}" for sign, shown in LOWERED.items()}
_KNOWN = _ASCII | _RAISED | _LOWERED | {"⁻": "{} ^{-}"} | MATHS


def tex(formula: fm.Formula) -> str:
    r"""The formula in TeX, without the signs that open and close it.

    No line is broken, and no backslash stands before a sign that Markdown would take away, but for % & # $ _.

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
    shown = "\\thinspace ".join(_signs(piece) for piece in grouped(digits))
    return shown.replace(",", "{,}")


def _over(above: fm.Formula, below: fm.Formula) -> str:
    long = any(isinstance(part, fm.Number) and len(part.digits) > _LONG for part in (above, below))
    if long and isinstance(above, fm.Number) and isinstance(below, fm.Number):
        return f"{tex(above)} / {tex(below)}"
    return f"\\frac{{{tex(above)}}}{{{tex(below)}}}"


def _scripts(below: fm.Formula | None, above: fm.Formula | None) -> str:
    """The scripts, each behind a space: without it Markdown might take _ for the end of emphasis."""
    low = f" _{{{tex(below)}}}" if below is not None else ""
    return low + (f" ^{{{tex(above)}}}" if above is not None else "")


def _matrix(rows: tuple[tuple[fm.Formula, ...], ...]) -> str:
    columns = "c" * (len(rows[0]) if rows else 0)
    body = " \\cr ".join(" & ".join(map(tex, line)) for line in rows)
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
