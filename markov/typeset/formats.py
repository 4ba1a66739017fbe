"""The renderer that sets a manuscript, by the suffix of the file."""

from collections.abc import Callable

from markov.tables.picture import library
from markov.typeset.attached import sealed
from markov.typeset.manuscript import Manuscript

_IN_WORDS = (".md", ".json")  # formats that describe pictures and draw none
_WITHOUT_PANDOC = (".json",)


class NoTypesetter(ValueError):
    """The optional package that sets a document is not installed."""


def renderer(suffix: str) -> Callable[[Manuscript], bytes]:
    """The renderer that makes the bytes of a file with the suffix.

    A format that shows pictures needs matplotlib: the same report is not to look different on a machine
    without it.

    Raises ValueError for a suffix that none does, NoTypesetter where the package that sets it is missing, and
    NoPicture where the one that draws is.
    """
    if suffix not in _WITHOUT_PANDOC:
        from markov.typeset.pandoc import converter

        converter()
    if suffix == ".pdf":
        from markov.typeset.pdf import typesetter

        typesetter()
    if suffix not in _IN_WORDS:
        library()
    match suffix:
        case ".pdf":
            from markov.typeset.pdf import render

            return render
        case ".docx":
            from markov.typeset.docx import render

            return render
        case ".typ":
            from markov.typeset.typst import render as text
        case ".tex":
            from markov.typeset.tex import render as text
        case ".md":
            from markov.typeset.markdown import render as text
        case ".html":
            from markov.typeset.html import render as text
        case ".json":
            from markov.typeset.json import render as text
        case _:
            raise ValueError(
                f"nothing sets {suffix!r}; choose .pdf, .docx, .typ, .md, .tex, .html, .json or .xlsx"
            )
    return lambda manuscript: sealed(text(manuscript)).encode()
