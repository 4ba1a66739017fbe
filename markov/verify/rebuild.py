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
from markov.typeset.archive import elements, parts
from markov.typeset.attached import CERTIFICATES, Damaged, without_files
from markov.typeset.formats import NoTypesetter
from markov.typeset.report_file import ReportFile, pages, read_report
from markov.verify.difference import difference, where_lines_differ
from markov.verify.view import NotCompared
from markov.wager.game import Game
from markov.wager.rule import NoAnswer
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
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([Ee][-+]?[0-9]+)?")
_CELL_PARTS = ("v", "f", "t")  # a value, a formula, words
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
    try:
        request = stated.request(game)
    except ValueError as error:
        raise NotCompared(f"the pays that it was made with do not fit the sheet: {error}") from None
    try:
        return report_files(request, suffix, stated.libraries, progress)
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


def first_changed_part(given: Mapping[str, bytes], again: bytes, pictures: bool = True) -> str:
    """The first part of a zipped document that differs from the one made again; empty where none does.

    pictures   whether those of a Word file count, and how large they are
    """
    other = parts(again) or {}
    for name, wanted in other.items():
        if name not in given:
            return f"{name} is missing"
        if not pictures and name.startswith("word/media/"):
            continue
        pair = given[name], wanted
        if not pictures and name == "word/document.xml":
            pair = _EXTENT.sub(b"", pair[0]), _EXTENT.sub(b"", pair[1])
        if pair[0] != pair[1]:
            return f"{name}{_place(*pair)}"
    return next((f"{name} does not belong there" for name in given if name not in other), "")


def first_changed_cell(given: Mapping[str, bytes], again: bytes) -> str:
    """The first cell of a workbook that differs from that of the one made again.

    Compared are the names of sheets, values and formulas, and not how they are set.
    """
    try:
        theirs, wanted = cells(given), cells(parts(again) or {})
    except Damaged as error:
        return str(error)
    for place in [*wanted, *theirs]:
        if theirs.get(place) != wanted.get(place):
            return f"{place[:100]}: {where_lines_differ(theirs.get(place), wanted.get(place))}"
    return ""


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


def cells(parts: Mapping[str, bytes]) -> dict[str, str]:
    """The formula and the value of each cell that has any, by place; and the names of sheets, by number.

    Raises Damaged where a part cannot be read.
    """
    by_place: dict[str, str] = {}
    words = [
        texts.get("t", "")
        for _, texts in elements(parts.get("xl/sharedStrings.xml", b"<sst/>"), "si", _CELL_PARTS)
    ]
    for number, (attributes, _) in enumerate(
        elements(parts["xl/workbook.xml"], "sheet", _CELL_PARTS), start=1
    ):
        by_place[f"sheet {number}"] = attributes.get("name", "")
    for part in filter(_SHEET.fullmatch, parts):
        for attributes, texts in elements(parts[part], "c", _CELL_PARTS):
            place = f"{part}, cell {attributes.get('r', '')}"
            if place in by_place:
                raise Damaged(f"{place[:100]} is there twice")
            value = texts.get("v", "") + texts.get("t", "")
            if attributes.get("t") == "s":
                value = _shared(words, value)
            elif _NUMBER.fullmatch(value):
                value = repr(float(value))
            if "f" in texts:
                value = f"={texts['f']} is {value}"
            if value:
                by_place[place] = value
    return by_place


def _shared(words: list[str], number: str) -> str:
    """Words that cells share, by their number."""
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) >= len(words):
        raise Damaged("a cell has words that are not there")
    return words[int(number)]
