"""Which renderer sets a manuscript, by the suffix of the file."""

from collections.abc import Callable

from markov.report.attached import sealed
from markov.report.manuscript import Manuscript


def renderer(suffix: str) -> Callable[[Manuscript], bytes]:
    """What makes the bytes of a file with the suffix.

    Raises ValueError for a suffix that none does, and NoTypesetter where the package for it is missing.
    """
    if suffix == ".pdf":
        from markov.report.typeset.pdf import render, typesetter

        typesetter()
        return render
    return _texts(suffix)


def _texts(suffix: str) -> Callable[[Manuscript], bytes]:
    match suffix:
        case ".typ":
            from markov.report.typeset.typst import render
        case ".tex":
            from markov.report.typeset.latex import render
        case ".md":
            from markov.report.typeset.markdown import render
        case ".html":
            from markov.report.typeset.html import render
        case ".json":
            from markov.report.typeset.json import render
        case _:
            raise ValueError(f"nothing sets {suffix!r}; choose .pdf, .typ, .md, .tex, .html or .json")
    return lambda manuscript: sealed(render(manuscript)).encode()
