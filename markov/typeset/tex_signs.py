"""Signs that TeX has a command for, in formulas and in words.

The commands for formulas are among those that LaTeX with amssymb, MathJax and KaTeX share. All but a few
are letters behind a backslash, so that Markdown leaves them as they are.
"""


def _table(text: str) -> dict[str, str]:
    """By sign: the name of its command, which stands right behind it."""
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
