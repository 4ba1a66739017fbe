"""Which renderer sets a manuscript, by the suffix of the file."""

from collections.abc import Callable

from markov.report.attached import sealed
from markov.report.manuscript import Manuscript
from markov.report.picture import library

_IN_WORDS = (".md", ".json")  # formats that describe pictures and draw none


class NoTypesetter(ValueError):
    """The optional package that sets a document is not installed."""


def renderer(suffix: str) -> Callable[[Manuscript], bytes]:
    """What makes the bytes of a file with the suffix.

    A format that shows pictures needs matplotlib: the same report is not to look different on a machine
    without it.

    Raises ValueError for a suffix that none does, NoTypesetter where the package that sets it is missing, and
    NoPicture where the one that draws is.
    """
    render: Callable[[Manuscript], bytes]
    if suffix == ".pdf":
        from markov.report.typeset.pdf import render, typesetter

        typesetter()
    elif suffix == ".docx":
        from markov.report.typeset.docx import render
        from markov.report.typeset.pandoc import converter

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
            from markov.report.typeset.typst import render
        case ".tex":
            from markov.report.typeset.pandoc import converter
            from markov.report.typeset.tex import render

            converter()
        case ".md":
            from markov.report.typeset.markdown import render
        case ".html":
            from markov.report.typeset.html import render
        case ".json":
            from markov.report.typeset.json import render
        case _:
            raise ValueError(
                f"nothing sets {suffix!r}; choose .pdf, .docx, .typ, .md, .tex, .html, .json or .xlsx"
            )
    return render
