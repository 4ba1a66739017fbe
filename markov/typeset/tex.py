"""A manuscript in LaTeX, one text with its pictures and files; pandoc writes it, any LaTeX compiles it."""

import re
from hashlib import sha256
from itertools import pairwise

from markov.tables.picture import drawn
from markov.typeset import manuscript as ms
from markov.typeset.ascii_pdf import ascii_pdf
from markov.typeset.attached import armored
from markov.typeset.digits import grouped
from markov.typeset.nodes import Node, Nodes, TableCell, attributes, document, joined, node, para, text
from markov.typeset.pandoc import written
from markov.typeset.table_fit import CellText
from markov.typeset.tree import DEPTH, Tree

_FIRST = "% LaTeX, its pictures first, as files that it writes, and the files that it carries behind its end"
_PREAMBLE = r"""
\usepackage{float,graphicx,etoolbox,longtable,newunicodechar}
\usepackage[labelformat=empty,labelsep=none,justification=raggedright,singlelinecheck=off]{caption}
\makeatletter\def\fps@figure{H}\makeatother
\AtBeginEnvironment{longtable}{\fontsize{7.6}{9.6}\selectfont}
\setlength\LTleft{0pt}
% Places where a line may be broken, and formulas that are never too wide.
\newcommand\brk{\hspace{0pt}}
\newcommand\tsp{\thinspace\hspace{0pt}}
\newsavebox\fitbox
\newcommand\fitted[1]{\sbox\fitbox{$\displaystyle #1$}\[\ifdim\wd\fitbox>\linewidth
  \resizebox{\linewidth}{!}{\usebox\fitbox}\else\usebox\fitbox\fi\]}
\newcommand\broken[1]{\sbox\fitbox{$\displaystyle #1$}\ifdim\wd\fitbox>\linewidth
  \par\noindent$\displaystyle #1$\par\else\[\usebox\fitbox\]\fi}
"""
_VARIABLES = ("geometry:a4paper,margin=2cm", "fontsize:10pt", "colorlinks:true")
_SET = ("--standalone", *(f"--variable={one}" for one in _VARIABLES))
_CHUNK = 8  # signs of a digest between two places where it may be broken

_GREEK = """
    alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma
    sigma tau upsilon varphi chi psi omega
"""
_NAMED = """
    ×times ÷div ±pm ∓mp ∗ast ∘circ ∙cdot ⋅cdot ≠neq ≤leq ≥geq ≪ll ≫gg ≈approx ≃simeq ≅cong ≡equiv ∼sim
    ∝propto ∈in ∉notin ∋ni ⊂subset ⊆subseteq ⊃supset ⊇supseteq ∪cup ∩cap ∅emptyset ∧wedge ∨vee
    ¬neg ∀forall ∃exists →rightarrow ←leftarrow ↔leftrightarrow ↑uparrow ↓downarrow ⇒Rightarrow ⇐Leftarrow
    ⇔Leftrightarrow ↦mapsto ∞infty ∂partial ∇nabla √surd ∑sum ∏prod ∫int ⊤top ⊥bot ⌊lfloor ⌋rfloor ⌈lceil
    ⌉rceil ⟨langle ⟩rangle ℓell ϕphi ϵepsilon ϑvartheta µmu ⋯cdots ■blacksquare □square
    ✓checkmark ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega
"""
_IN_FORMULAS = {
    **{chr(0x3B1 + k): f"\\{name}" for k, name in enumerate(_GREEK.split())},
    **{pair[0]: f"\\{pair[1:]}" for pair in _NAMED.split()},
    **{sign: f"{{}}^{{{up}}}" for sign, up in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True)},
    **{sign: f"{{}}_{{{low}}}" for sign, low in zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)},
    "ο": "o",
    "−": "-",
    "·": "\\cdot",
    "′": "{}^{\\prime}",
    "″": "{}^{\\prime\\prime}",
}
DECLARED = {
    **{sign: f"\\ensuremath{{{shown}}}" for sign, shown in _IN_FORMULAS.items()},
    "™": "\\textrm{\\texttrademark}",
}
"""By sign that not every LaTeX has in words: how it is set there."""

# Signs that the fonts of every LaTeX have, or that are declared.
_KNOWN = re.compile(f"[ -~\u00a0-¬®-ÖØ-öø-ĥĨ-ıĴ-ķĹ-ľŁ-ňŊ-ťŨ-žȘ-ț–—‘’‚“”„†‡•…‹›€™{''.join(DECLARED)}]")


def printable(text: str) -> str:
    """The text, each sign that some LaTeX would not set shown by its number.

    >>> printable("é ≤ √7"), printable("中")
    ('é ≤ √7', '[U+4E2D]')
    """
    return "".join(sign if _KNOWN.fullmatch(sign) else f"[U+{ord(sign):04X}]" for sign in text)


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript in LaTeX; the files that go with it stand behind its end, which TeX does not read.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    source = _LatexTree(manuscript)
    text = written(source.document(), "latex", *_SET).decode()
    pictures = (
        f"\\begin{{filecontents*}}{{{name}}}\n{held}\\end{{filecontents*}}"
        for name, held in source.pictures.items()
    )
    return "\n".join([_FIRST, *pictures, text.rstrip(), *armored(manuscript.carried), ""])


def tree(manuscript: ms.Manuscript) -> Tree:
    """The tree of the manuscript for LaTeX."""
    return _LatexTree(manuscript)


class _LatexTree(Tree):
    """The tree of a manuscript for LaTeX.

    pictures   the text of each by the name of its file
    """

    top = 1
    paper = 115

    def __init__(self, manuscript: ms.Manuscript) -> None:
        super().__init__(manuscript)
        self.pictures: dict[str, str] = {}

    def document(self) -> Node:
        work = self.manuscript
        signs = (f"\\newunicodechar{{{sign}}}{{{shown}}}" for sign, shown in DECLARED.items())
        meta = {
            "title": self.words(work.title),
            "subtitle": self.words(work.subtitle),
            "author-meta": self.words(work.author),
            "lang": [text(ms.LANGUAGE)],
            "header-includes": [_raw("\n".join((_PREAMBLE, *signs)))],
        }
        return super().document() | {"meta": document([], meta)["meta"]}

    def front(self) -> Nodes:
        return super().front()[2:]  # the title is for the template

    def contents(self) -> Nodes:
        return [
            para([_raw(f"\\setcounter{{tocdepth}}{{{DEPTH}}}\\tableofcontents")])
        ] * self.manuscript.contents

    def section(self, section: ms.Section, level: int) -> Nodes:
        return [*[para([_raw("\\clearpage")])] * section.paged, *super().section(section, level)]

    def display(self, formula: str) -> Node:
        """The formula, smaller or broken where it would be too wide."""
        how = "broken" if "\\allowbreak" in formula and "\\frac" not in formula else "fitted"
        return para([_raw(f"\\{how}{{{formula}}}")])

    def formula(self, formula: str) -> str:
        """The formula, fit to be broken between the groups of long numbers."""
        return re.sub(r"(?<=[0-9])\\,(?=[0-9])", r"\\,\\allowbreak ", formula)

    def listing(self, lines: str) -> Node:
        """The lines as code in a paragraph, where they can be broken; spaces beside each other stay."""
        kept = (re.sub("^( |$)|(?<= ) ", "\u00a0", line) for line in lines.split("\n"))
        return para([part for line in kept for part in (*self.code(line), node("LineBreak"))][:-1])

    def image(self, block: ms.Picture) -> str:
        """The name of the file with the picture, which says what is in it."""
        held = ascii_pdf(drawn(block.drawing, "pdf"))
        mark = sha256(held.encode()).hexdigest()
        name = f"markov-{mark[:4]}-{mark[4:8]}-{mark[8:12]}.pdf"
        self.pictures[name] = held
        return name

    def cell(self, cell: CellText, heading: str) -> TableCell:
        """The cell, a fraction with its bar."""
        if cell.bar is None:
            return super().cell(cell, heading)
        sign, above, below = cell.bar
        fraction = f"{sign and '-'}\\frac{{{above}}}{{{below}}}"
        return TableCell([node("Math", node("InlineMath"), fraction)])

    def signed(self, words: str) -> TableCell:
        """The cell, a rule in it for what is written by hand."""
        return super().signed(words) if words else TableCell([_raw("\\rule{0pt}{9mm}\\hrulefill")])

    def code(self, words: str) -> Nodes:
        pieces = (words[k : k + _CHUNK] for k in range(0, len(words), _CHUNK))
        return joined([node("Code", attributes(), piece) for piece in pieces], _raw("\\brk "))

    def word(self, word: str) -> Nodes:
        """The word with places where it can be broken, if it is a long number."""
        if not word:
            return []
        shown: Nodes = []
        for piece, after in pairwise([*grouped(word), ""]):
            apart = piece.isdigit() and after[:1].isdigit()
            shown += [text(piece), *[_raw("\\tsp " if apart else "\\brk ")] * bool(after)]
        return shown

    def shown(self, words: str) -> str:
        return printable(super().shown(words))


def _raw(source: str) -> Node:
    return node("RawInline", "latex", source)
