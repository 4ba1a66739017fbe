"""A chain as Graphviz text."""

from collections.abc import Iterator
from typing import Any

from markov.chain.chain import Chain
from markov.printable import printable
from markov.wager.rule import label


def lines(title: str, chain: Chain[Any], rule: object = None) -> Iterator[str]:
    r"""The text, line by line: states in ellipses, ends in boxes, a weight over its total on each arrow.

    rule   whose states they are, which may name them

    >>> print("".join(lines('a "6"', Chain.of(("on", "over"), [[(0, 1), (1, 2)], []]))), end="")
    digraph {
      label="a \"6\"";
      rankdir=LR;
      0 [label="on"];
      1 [label="over", shape=box, peripheries=2];
      0 -> 0 [label="1/3"];
      0 -> 1 [label="2/3"];
    }
    """
    yield "digraph {\n"
    yield f"  label={_quoted('; '.join(filter(None, (title, chain.merged))))};\n"
    yield "  rankdir=LR;\n"
    totals = chain.transitions.totals.tolist()
    for i, total in enumerate(totals):
        over = "" if total else ", shape=box, peripheries=2"
        yield f"  {i} [label={_quoted(label(chain.states[i], rule))}{over}];\n"
    for i, total in enumerate(totals):
        for j, weight in chain.transitions.row(i):
            yield f'  {i} -> {j} [label="{weight}/{total}"];\n'
    yield "}\n"


def _quoted(text: str) -> str:
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
