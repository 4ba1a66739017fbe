"""The renderer that sets a manuscript, by the suffix of the file."""

from collections.abc import Callable

from markov.tables.picture import library
from markov.typeset.attached import sealed
from markov.typeset.manuscript import Manuscript

_IN_WORDS = (".md", ".json")  # formats that describe pictures and draw none


class NoTypesetter(ValueError):
    """The optional package that sets a document is not installed."""


def renderer(suffix: str) -> Callable[[Manuscript], bytes]:
    """The renderer that makes the bytes of a file with the suffix.

    A format that shows pictures needs matplotlib: the same report is not to look different on a machine
    without it.

    Raises ValueError for a suffix that none does, NoTypesetter where the package that sets it is missing, and
    NoPicture where the one that draws is.
    """
    render: Callable[[Manuscript], bytes]
    if suffix == ".pdf":
        from markov.typeset.pdf import render, typesetter

        typesetter()
    elif suffix == ".docx":
        from markov.typeset.docx import render
        from markov.typeset.pandoc import converter

        converter()
    else:
        text = _text(suffix)

        def render(manuscript: Manuscript) -> bytes:
            return sealed(text(manuscript)).encode()

    if suffix not in _IN_WORDS:
        library()
    return render


def _text(suffix: str) -> Callable[[Manuscript], str]:
    match suffix:
        case ".typ":
            from markov.typeset.typst import render
        case ".tex":
            from markov.typeset.pandoc import converter
            from markov.typeset.tex import render

            converter()
        case ".md":
            from markov.typeset.markdown import render
        case ".html":
            from markov.typeset.html import render
        case ".json":
            from markov.typeset.json import render
        case _:
            raise ValueError(
                f"nothing sets {suffix!r}; choose .pdf, .docx, .typ, .md, .tex, .html, .json or .xlsx"
            )
    return render
