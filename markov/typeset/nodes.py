"""The nodes of pandoc's document tree, as its JSON has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Node: TypeAlias = dict[str, Any]
Nodes: TypeAlias = list[Node]
Attributes: TypeAlias = list[Any]

SPACE: Node = {"t": "Space"}


def node(kind: str, *content: Any) -> Node:
    """A node of any kind.

    >>> node("Str", "9/49"), node("Space")
    ({'t': 'Str', 'c': '9/49'}, {'t': 'Space'})
    """
    if not content:
        return {"t": kind}
    return {"t": kind, "c": content[0] if len(content) == 1 else list(content)}


def attributes(place: str = "", *kinds: str, **more: str) -> Attributes:
    """The attributes of a node: identifier, classes, keys with values; what is empty is left out.

    >>> attributes("table-1", "wide", custom_style="")
    ['table-1', ['wide'], []]
    """
    pairs = [[key.replace("_", "-"), value] for key, value in more.items() if value]
    return [place, [kind for kind in kinds if kind], pairs]


def document(blocks: Nodes, meta: dict[str, Nodes] | None = None) -> Node:
    """A whole tree; words in `meta` are for the template of the format."""
    held = {key: node("MetaInlines", words) for key, words in (meta or {}).items()}
    return {"pandoc-api-version": [1, 23, 1], "meta": held, "blocks": blocks}


def text(words: str) -> Node:
    """Words without a space."""
    return node("Str", words)


def span(parts: Nodes, place: str = "", kind: str = "") -> Node:
    """Parts of a paragraph with a name or a class."""
    return node("Span", attributes(place, kind), parts)


def para(parts: Nodes) -> Node:
    """A paragraph."""
    return node("Para", stripped(parts))


def plain(parts: Nodes) -> Node:
    """Words that are no paragraph of their own, as in a cell."""
    return node("Plain", stripped(parts))


def stripped(parts: Nodes) -> Nodes:
    """The parts without spaces at their ends."""
    there = [k for k, part in enumerate(parts) if part != SPACE]
    return parts[there[0] : there[-1] + 1] if there else []


def joined(parts: Sequence[Node], between: Node) -> Nodes:
    """The parts, something between every two."""
    return [item for part in parts for item in (between, part)][1:]


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table: words, perhaps in a paragraph style of Word."""

    parts: Nodes
    attributes: Sequence[Any] = ("", [], [])
    style: str = ""

    @property
    def node(self) -> list[Any]:
        """The cell as the tree has it."""
        inside = [plain(self.parts)] if self.parts else []
        if self.style:
            inside = [node("Div", attributes(custom_style=self.style), [para(self.parts)])]
        return [self.attributes, node("AlignDefault"), 1, 1, inside]


@dataclass(frozen=True, slots=True)
class TableNode:
    """A table.

    sides         "Left" or "Right" for each column
    shares        of the width of a page; 0 for a column that is as wide as its cells
    totals        how many of the last rows are its foot
    head_columns  how many of the first columns are headings of their rows
    """

    sides: Sequence[str]
    shares: Sequence[float]
    heads: Sequence[TableCell]
    rows: Sequence[Sequence[TableCell]]
    totals: int = 0
    head_columns: int = 0

    def node(self, attributes: Attributes, caption: Nodes) -> Node:
        """The table as the tree has it."""
        none = ["", [], []]
        widths = [node("ColWidth", share) if share else node("ColWidthDefault") for share in self.shares]
        lines = [[none, [cell.node for cell in row]] for row in ([self.heads] if self.heads else [])]
        body = [[none, [cell.node for cell in row]] for row in self.rows]
        sums = len(body) - self.totals
        return node(
            "Table",
            attributes,
            [None, [plain(caption)] if caption else []],
            [[node(f"Align{side}"), width] for side, width in zip(self.sides, widths, strict=True)],
            [none, lines],
            [[none, self.head_columns, [], body[:sums]]],
            [none, body[sums:]],
        )
