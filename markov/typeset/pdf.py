"""A manuscript as PDF, its files attached; Typst sets it, without the network.

It is for the archive (PDF/A-3a, ISO 19005-3) and for those who hear it read (PDF/UA-1, ISO 14289-1).
"""

from datetime import UTC, date, datetime, time
from tempfile import TemporaryDirectory
from typing import Any, cast

from markov.package import needs
from markov.typeset.formats import NoTypesetter
from markov.typeset.manuscript import Attachment, Manuscript
from markov.typeset.typst import source
from markov.typeset.typst_words import quoted


def typesetter() -> Any:
    """The compiler of the package typst; raises NoTypesetter where it is not installed."""
    try:
        from typst import Compiler
    except ImportError:
        raise NoTypesetter(needs("a PDF", "typst", "pdf")) from None
    return Compiler


def render(manuscript: Manuscript) -> bytes:
    """The document; the same manuscript gives the same bytes.

    Raises NoTypesetter where Typst is not installed.
    """
    text = source(manuscript) + "".join(
        _attached(number, attachment) for number, attachment in enumerate(manuscript.carried)
    )
    day = datetime.combine(date.fromisoformat(manuscript.date), time(), UTC)
    contents = {f"file {number}": attachment.text for number, attachment in enumerate(manuscript.carried)}
    with TemporaryDirectory() as empty:  # Typst can read what is in its root, which is nothing
        compiler = typesetter()(text.encode(), root=empty, ignore_system_fonts=True, sys_inputs=contents)
        made = compiler.compile(format="pdf", pdf_standards=["a-3a", "ua-1"], timestamp=int(day.timestamp()))
    return cast(bytes, made)  # a list only where pages are pictures


def _attached(number: int, file: Attachment) -> str:
    what = f'relationship: "data", mime-type: {quoted(file.media)}, description: {quoted(file.about)}'
    return f'#pdf.attach({quoted(file.name)}, bytes(sys.inputs.at("file {number}")), {what})\n'
