"""The renderer that sets a manuscript, by the suffix of the file."""

from collections.abc import Callable
from importlib import import_module

from markov.tables.picture import library
from markov.typeset.attached import sealed
from markov.typeset.manuscript import Manuscript

RENDERERS = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".typ": "typst",
    ".md": "markdown",
    ".tex": "tex",
    ".html": "html",
    ".json": "json",
}
"""By suffix: the module of this room that sets the format."""

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
    if suffix not in RENDERERS:
        raise ValueError(f"nothing sets {suffix!r}; choose {', '.join(RENDERERS)} or .xlsx")
    if suffix != ".json":
        from markov.typeset.pandoc import converter

        converter()
    if suffix not in _IN_WORDS:
        library()
    module = import_module(f"markov.typeset.{RENDERERS[suffix]}")
    if suffix == ".pdf":
        module.typesetter()

    def render(manuscript: Manuscript) -> bytes:
        made = module.render(manuscript)
        return made if isinstance(made, bytes) else sealed(made).encode()

    return render
