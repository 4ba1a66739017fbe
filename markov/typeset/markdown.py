"""A manuscript in GitHub-flavoured Markdown, as pandoc writes it; a picture is in words."""

import re
from collections.abc import Sequence

from markov.typeset import manuscript as ms
from markov.typeset.attached import armored
from markov.typeset.nodes import SPACE, Node, Nodes, attributes, node, para, plain, span, text
from markov.typeset.pandoc import written
from markov.typeset.tree import Tree


def render(manuscript: ms.Manuscript) -> str:
    """The manuscript in Markdown; the files that go with it stand in a comment at its end.

    Raises NoTypesetter where pandoc is not installed.
    """
    shown = written(tree(manuscript).document(), "gfm").decode()
    return "\n".join([shown, "<!--", *armored(manuscript.carried), "-->", ""])


def tree(manuscript: ms.Manuscript) -> Tree:
    """The tree of the manuscript for Markdown."""
    return _MarkdownTree(manuscript)


class _MarkdownTree(Tree):
    """The tree of a manuscript for Markdown, in which nothing but an empty part of a line has a name."""

    def section(self, section: ms.Section, level: int) -> Nodes:
        heading = [self.anchor(section.label), *self.titled(section)]
        return [node("Header", level, attributes(), heading), *self.run(section.blocks, level + 1)]

    def anchor(self, label: str) -> Node:
        """The place that references to the label lead to."""
        return span([], self.place(label))

    def terms(self, rows: Sequence[tuple[str, ms.Inlines]]) -> Node:
        said = ([*self.strong(f"{name}:"), SPACE, *self.inlines(parts)] for name, parts in rows)
        return node("BulletList", [[plain(parts)] for parts in said])

    def listing(self, lines: str) -> Node:
        return node("CodeBlock", attributes("", "text"), lines)

    def finding(self, block: ms.NumberedFinding) -> Nodes:
        (whole,) = super().finding(block)
        head, *more = whole["c"][1]
        return [para([self.anchor(block.label), *head["c"]]), *more]

    def picture(self, block: ms.Picture) -> Nodes:
        caption = para([self.anchor(block.label), *self.caption(block.label, block.caption)])
        return [caption, node("BlockQuote", [para(self.words(block.alternative))])]

    def tabular(self, part: ms.Tabular) -> Nodes:
        caption = para([self.anchor(part.label), *self.caption(part.label, part.table.title)])
        return [caption, *self.parts(part, [], ""), *self.notes(part)]

    def table_caption(self, caption: Nodes) -> Nodes:
        return []

    def word(self, word: str) -> Nodes:
        """The word; pandoc lets through three signs that begin something in Markdown."""
        pieces = re.split(r"(\\|^-(?=--)|&(?=[#A-Za-z]))", word)
        return [
            node("RawInline", "gfm", _ESCAPED[piece]) if piece in _ESCAPED else text(piece)
            for piece in pieces
            if piece
        ]


_ESCAPED = {"\\": "\\\\", "&": "&amp;", "-": "\\-"}
