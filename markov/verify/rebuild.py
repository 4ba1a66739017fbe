"""Making a report again from its request and the rules, and comparing it with the one at hand."""

import re
from collections.abc import Iterator, Mapping

from markov.appendix.report import WORKBOOK, ReportFiles, library_versions, report_files
from markov.appendix.request import StatedRequest
from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.command.output import Progress
from markov.package import __version__
from markov.tables.picture import NoPicture
from markov.typeset.archive import parts
from markov.typeset.attached import CERTIFICATES, Damaged, without_files
from markov.typeset.formats import NoTypesetter
from markov.typeset.report_file import ReportFile, pages, read_report
from markov.verify.difference import difference
from markov.verify.view import NotCompared
from markov.wager.game import Game
from markov.wager.rule import NoAnswer
from markov.wager.wager import PaytableMismatch
from markov.workbook.book import NoWorkbook

_EXTENT = re.compile(rb' c[xy]="[0-9]+"')
_NAME = r"markov-[0-9a-f-]{14}\.pdf"
_PICTURES = {  # by format: what to leave out, and what to put there
    ".html": [(re.compile(r"<svg(?:(?!<svg).)*?</svg>", re.DOTALL), "<svg></svg>")],
    ".typ": [(re.compile(r'drawing\("<svg(?:[^"\\]|\\.)*"', re.DOTALL), 'drawing("<svg>"')],
    ".tex": [
        (re.compile(rf"(?<=\\begin{{filecontents\*}}{{){_NAME}}}\n[^\\]*"), "}\n"),
        (re.compile(_NAME), "markov.pdf"),
    ],
}
_HELD = re.compile(rb"<(sheetData|sst|sheets)[ />].*</\1>", re.DOTALL)
_STYLE = re.compile(rb' s="[0-9]+"')
_CELL = re.compile(rb'<c r="([A-Z]+[0-9]+)"')


def rebuilt_report(
    stated: StatedRequest, game: Game, suffix: str, limit: int, rounds: int, progress: Progress
) -> ReportFiles:
    """The report that the stated request makes of the game, in that format.

    Raises NotCompared where it cannot be made here, or only with chains of more states than the limit or with
    more rounds, and Unknown where the game has no such wager or reading.
    """
    installed = __version__
    if stated.version != installed:
        raise NotCompared(f"made by markov {stated.version[:20]}, and {installed} is installed")
    if stated.limit > limit:
        raise NotCompared(f"made with --max-states {stated.limit}; verify it with the same")
    if stated.rounds > rounds and suffix != WORKBOOK:  # which simulates nothing
        raise NotCompared(f"made with --rounds {stated.rounds}; verify it with the same")
    misfit = "the pays that it was made with do not fit the sheet"
    try:
        request = stated.request(game)
    except ValueError as error:
        raise NotCompared(f"{misfit}: {error}") from None
    try:
        return report_files(request, suffix, stated.libraries, progress)
    except PaytableMismatch as error:  # seen where an ending is looked for that a pay names
        raise NotCompared(f"{misfit}: {error}") from None
    except (NoTypesetter, NoPicture, NoWorkbook, TooManyStates, TooMuchWork, NoAnswer) as error:
        raise NotCompared(str(error)) from None


def other_library_versions(stated: StatedRequest, suffix: str) -> dict[str, str]:
    """Packages that set the report in another version than is installed, each with both versions in words."""
    return {
        name: f"set by {name} {its[:20]}, and {here or 'none'} is installed"
        for name, here in library_versions(suffix).items()
        if (its := stated.libraries.get(name, "none")) != here
    }


def first_changed_file(inside: ReportFile, again: bytes) -> str:
    """The first file in a report that differs from the one made again; empty where none does."""
    other = read_report(again) or ReportFile(inside.suffix, (), "")
    for (name, text), (other_name, wanted) in zip(inside.files, other.files, strict=False):
        if name == other_name == CERTIFICATES and text != wanted:
            return f"{name}: not the certificates that the rules make"
        if name != other_name or text != wanted:
            return f"{name}: {difference(text, wanted) or f'stands where {other_name} belongs'}"
    if len(inside.files) != len(other.files):
        return f"it has {len(inside.files)} files where {len(other.files)} belong"
    return ""


def first_change(given: bytes, again: bytes, suffix: str, pictures: bool = True) -> str:
    """The first difference from the report made again, its files apart; empty where there is none.

    Files in a text may be packed in another way, and parts of a Word file; in a PDF every byte counts.

    pictures   whether they count; they always do in a PDF
    """
    if given == again:
        return ""
    if suffix == ".docx":
        return first_changed_part(parts(given) or {}, again, pictures)
    if suffix != ".pdf":
        texts = without_files(given.decode()), without_files(again.decode())
        return difference(*texts) if pictures else difference(*_without_pictures(suffix, *texts))
    try:
        (read, wanted) = pages(given), pages(again)
    except Damaged as error:
        return f"its pages: {error}"
    for number, (page, other) in enumerate(zip(read, wanted, strict=False), start=1):
        if page != other:
            return f"page {number}, {difference(page, other)}"
    if len(read) != len(wanted):
        return f"it has {len(read)} pages where {len(wanted)} belong"
    return "it reads the same, and is not the same to the last byte"


def _without_pictures(suffix: str, *texts: str) -> Iterator[str]:
    """The texts without what is in their pictures."""
    for text in texts:
        for pattern, left in _PICTURES.get(suffix, ()):
            text = pattern.sub(left, text)
        yield text


def first_changed_part(given: Mapping[str, bytes], again: bytes, looks: bool = True) -> str:
    """The first part of a zipped document that differs from the one made again; empty where none does.

    looks   whether all counts; else pictures of a Word file do not, nor how large they are, and of a workbook
            only the names of sheets, the values and the formulas count
    """
    other = parts(again) or {}
    for name, wanted in other.items():
        if name not in given:
            return f"{name} is missing"
        pair = given[name], wanted
        if not looks:
            pair = _contents(name, pair[0]), _contents(name, pair[1])
        if pair[0] != pair[1]:
            return f"{name}{_place(*pair)}"
    return next((f"{name} does not belong there" for name in given if name not in other), "")


def _contents(name: str, part: bytes) -> bytes:
    """The bytes of a part that say something, whatever it looks like."""
    if name == "word/document.xml":
        return _EXTENT.sub(b"", part)
    if name.startswith(("xl/worksheets/", "xl/sharedStrings", "xl/workbook")):
        whole = _HELD.search(part)
        return _STYLE.sub(b"", whole[0]) if whole else part
    return b"" if name.startswith(("word/media/", "xl/")) else part


def _place(part: bytes, wanted: bytes) -> str:
    """The cell in which two parts of a workbook differ, and what is there."""
    pieces = zip(_CELL.split(part), _CELL.split(wanted), strict=False)  # names of cells between the others
    where = ""
    for k, (one, other) in enumerate(pieces):
        if one != other:
            words = difference(one.decode("utf-8", "replace"), other.decode("utf-8", "replace"))
            return f"{where}: {words.partition(': ')[2]}"
        if k % 2:
            where = f", cell {one.decode()}"
    return ": it is longer, or shorter"
