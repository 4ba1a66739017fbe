"""A manuscript as one page of HTML, which loads nothing and runs nothing; pandoc writes what is on it."""

import re
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise

from markov.tables.drawing import INKS
from markov.tables.markdown import seen
from markov.typeset import manuscript as ms
from markov.typeset.attached import armored
from markov.typeset.digits import grouped
from markov.typeset.markup import element, escaped
from markov.typeset.nodes import SPACE, Nodes, TableCell, TableNode, attributes, node, para, span, text
from markov.typeset.pandoc import written
from markov.typeset.svg import svg
from markov.typeset.table_fit import POINT_SPACES, CellText, Fit, natural_width
from markov.typeset.tree import Tree

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_DARK = {  # what each ink of a drawing is in the dark
    "ink": "#dedad2",
    "faint": "#8f8b84",
    "first": "#8bb8ea",
    "second": "#f0a070",
    "third": "#85c795",
    "fill": "#262b31",
}


_LONG = 28  # signs: what is no longer stays on its line
# Tenths of a point: what is wider than a telephone, and than a small screen.
_WIDE = {"wide": 1850, "broad": 3900}


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript as a page of HTML; the files that go with it stand in an element that is not shown.

    Raises NoTypesetter where pandoc is not installed, and NoPicture where matplotlib is not.
    """
    head = "\n".join(
        [
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="color-scheme" content="light dark">',
            f'<meta name="author" content="{escaped(seen(manuscript.author))}">',
            f'<meta name="generator" content="{escaped(seen(manuscript.program))}">',
            element("title", escaped(seen(f"{manuscript.title}: {manuscript.subtitle}"))),
            element("style", _style()),
        ]
    )
    lines = "\n".join(armored(manuscript.carried))  # nothing in them can close an element
    body = "\n".join(
        [
            element("a", "To the text", class_="skip", href="#text"),
            written(tree(manuscript).document(), "html", "--mathml").decode(),
            element("script", f"\n{lines}\n", type="text/plain", id="carried"),
        ]
    )
    shown = f"<head>\n{head}\n</head>\n<body>\n{body}\n</body>"
    return f'<!DOCTYPE html>\n<html lang="{ms.LANGUAGE}">\n{shown}\n</html>\n'


def tree(manuscript: ms.Manuscript) -> Tree:
    """The tree of the manuscript for a page of HTML."""
    return _PageTree(manuscript)


class _PageTree(Tree):
    """The tree of a manuscript for a page of HTML, which a style sheet sets."""

    def front(self) -> Nodes:
        return _inside("<header>", super().front())

    def subtitle(self) -> Nodes:
        return self.styled("Subtitle", [para(self.words(self.manuscript.subtitle))])

    def contents(self) -> Nodes:
        contents = super().contents()
        return _inside('<nav aria-label="Contents">', contents) if contents else []

    def sections(self) -> Nodes:
        return _inside('<main id="text">', super().sections())

    def titled(self, section: ms.Section) -> Nodes:
        return [span([text(self.number(section))], kind="no"), SPACE, *self.words(section.title)]

    def styled(self, style: str, blocks: Nodes) -> Nodes:
        return [node("Div", attributes("", style.lower()), blocks)]

    def picture(self, block: ms.Picture) -> Nodes:
        shown = node("RawBlock", "html", svg(block.drawing, seen(block.alternative)))
        return self.styled("Drawn", [self.figure(block, self.styled("Scroll", [shown]))])

    def tabular(self, part: ms.Tabular) -> Nodes:
        *tables, last = super().tabular(part) if part.table.notes else [*super().tabular(part), None]
        kinds = [kind for kind, most in _WIDE.items() if natural_width(part.table) > most]
        kinds = ["scroll", *kinds, "short" * part.short]
        place = attributes("", *kinds, role="region", tabindex="0", aria_label=seen(part.table.title))
        return [node("Div", place, tables), *([last] if last else [])]

    def part(self, part: ms.Tabular, fit: Fit) -> TableNode:
        table = replace(super().part(part, fit), head_columns=1)
        for row, cell in zip(table.rows, fit.columns[0].cells, strict=True):
            if not any(map(str.isalpha, cell.text)):  # a number alone, which its heading explains
                row[0].attributes[1].append("bare")
        return table

    def cell(self, cell: CellText, heading: str) -> TableCell:
        """The cell, a fraction with its bar; room for missing digits puts points below each other."""
        long = "long" * (len(cell.text) > _LONG and not cell.bar)
        place = attributes("", cell.tone, long, of=seen(heading))
        if cell.bar is None:
            room = (cell.missing or "").translate(POINT_SPACES)
            return TableCell([*self.words(cell.text), *[text(room)] * bool(room)], place)
        sign, above, below = cell.bar
        slash = node("RawInline", "html", "<i>/</i>")
        bar = span([span(self.words(above)), slash, span(self.words(below))], kind="q")
        return TableCell([*[text(sign)] * bool(sign), bar], place)

    def signed_look(self) -> list[object]:
        return attributes("", "signed")

    def word(self, word: str) -> Nodes:
        """The word with leave to break the line inside a long number; copied, the number is whole."""
        if not word:
            return []
        shown: Nodes = []
        for piece, after in pairwise([*grouped(word), ""]):
            apart = piece.isdigit() and after[:1].isdigit()
            shown.append(span([text(piece)], kind="g") if apart else text(piece))
            shown += [node("RawInline", "html", "<wbr>")] * bool(after)
        return shown


def _inside(tag: str, blocks: Nodes) -> Nodes:
    end = f"</{tag[1:].rstrip('>').split()[0]}>"
    return [node("RawBlock", "html", tag), *blocks, node("RawBlock", "html", end)]


def _style() -> str:
    """The style sheet, the inks of drawings among it as the reader's light or dark mode wants them."""
    inks = "\n".join(
        f'svg [style*="{paint}: {colour}"] {{ {paint}: var(--{ink}-drawn) !important }}'
        for ink, colour in INKS.items()
        for paint in ("stroke", "fill")
    )
    light, dark = ("; ".join(f"--{ink}-drawn: {theme[ink]}" for ink in theme) for theme in (INKS, _DARK))
    marks = {"DRAWN": light, "DRAWN_DARK": dark, "INKS": inks}
    style = files(__package__).joinpath("house.css").read_text(encoding="utf-8")
    return "\n" + re.sub(r"/\*([A-Z_]+)\*/", lambda mark: marks[mark[1]], style)
