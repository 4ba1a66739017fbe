"""Pandoc, which writes HTML, Word, LaTeX and Markdown from a document tree, and every formula from TeX."""

from collections.abc import Sequence
from json import dumps
from subprocess import run

from markov.package import needs
from markov.typeset.formats import NoTypesetter
from markov.typeset.nodes import Node, document, node, para


def converter() -> str:
    """The path of pandoc; raises NoTypesetter where it is not installed."""
    try:
        from pypandoc import get_pandoc_path

        return str(get_pandoc_path())
    except (ImportError, OSError):
        raise NoTypesetter(needs("a report", "pandoc", "report")) from None


def written(document: Node, to: str, *arguments: str) -> bytes:
    """The bytes that pandoc writes in a format; it can read no file, and not the network."""
    command = [converter(), "--sandbox", "--from=json", f"--to={to}", "--wrap=none", "--output=-", *arguments]
    return run(command, input=dumps(document).encode(), capture_output=True, check=True).stdout  # noqa: S603


def typst_formulas(formulas: Sequence[str]) -> dict[str, str]:
    """The formulas as Typst has them between its signs, by their TeX."""
    listed = list(dict.fromkeys(formulas))
    if not listed:
        return {}
    lines = [para([node("Math", node("InlineMath"), formula)]) for formula in listed]
    shown = written(document(lines), "typst").decode().split("\n\n")
    return dict(zip(listed, (one.strip().removeprefix("$").removesuffix("$") for one in shown), strict=True))
