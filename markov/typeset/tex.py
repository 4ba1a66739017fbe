"""A manuscript in LaTeX, one text with its pictures and files; pandoc writes it, any LaTeX compiles it."""

import re
from hashlib import sha256
from importlib.resources import files
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
_VARIABLES = ("geometry:a4paper,margin=2cm", "fontsize:10pt", "colorlinks:true")
_SET = ("--standalone", *(f"--variable={variable}" for variable in _VARIABLES))
_PIECE = re.compile("[^-=/._:, ]{8}(?=[^-=/._:, ]{16})|[^-=/._:, ]*[-=/._:, ]+|[^-=/._:, ]+")
"""A part of a name or of a digest, behind which a line may be broken."""

_HOUSE = files(__package__).joinpath("house.tex").read_text(encoding="utf-8")
DECLARED = "".join(re.findall(r"\\newunicodechar\{(.)\}", _HOUSE))
"""Signs that not every LaTeX has in words, and that the style declares."""

# Signs that the fonts of every LaTeX have, or that are declared.
_KNOWN = re.compile(f"[ -~\u00a0-¬®-ÖØ-öø-ĥĨ-ıĴ-ķĹ-ľŁ-ňŊ-ťŨ-žȘ-ț–—‘’‚“”„†‡•…‹›€™{DECLARED}]")


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
        meta = {
            "title": self.words(work.title),
            "subtitle": self.words(work.subtitle),
            "author-meta": self.words(work.author),
            "lang": [text(ms.LANGUAGE)],
            "header-includes": [_raw(_HOUSE)],
        }
        return super().document() | {"meta": document([], meta)["meta"]}

    def front(self) -> Nodes:
        return super().front()[2:]  # the title is for the template

    def contents(self) -> Nodes:
        return [
            para([_raw(f"\\setcounter{{tocdepth}}{{{DEPTH}}}\\tableofcontents")])
        ] * self.manuscript.contents

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
        fraction = f"{sign and '-'}\\barred{{{above}}}{{{below}}}"
        return TableCell([node("Math", node("InlineMath"), fraction)])

    def signed(self, words: str) -> TableCell:
        """The cell, a rule in it for what is written by hand."""
        return super().signed(words) if words else TableCell([_raw("\\rule{0pt}{9mm}\\hrulefill")])

    def code(self, words: str) -> Nodes:
        pieces = [node("Code", attributes(), piece) for piece in _PIECE.findall(words)]
        return joined(pieces, _raw("\\brk "))

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
