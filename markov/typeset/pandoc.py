"""Pandoc, which writes HTML, Word, LaTeX and Markdown from a document tree."""

from json import dumps
from subprocess import run

from markov.typeset.formats import NoTypesetter
from markov.typeset.nodes import Node


def converter() -> str:
    """The path of pandoc; raises NoTypesetter where it is not installed."""
    try:
        from pypandoc import get_pandoc_path

        return str(get_pandoc_path())
    except (ImportError, OSError):
        raise NoTypesetter(
            "pandoc writes .html, .docx, .tex and .md, and is not installed: pip install 'markov[report]'"
        ) from None


def written(document: Node, to: str, *arguments: str) -> bytes:
    """The bytes that pandoc writes in a format; it can read no file, and not the network."""
    command = [converter(), "--sandbox", "--from=json", f"--to={to}", "--wrap=none", "--output=-", *arguments]
    return run(command, input=dumps(document).encode(), capture_output=True, check=True).stdout  # noqa: S603
