"""The bytes of a report: what `markov report` writes, and `markov verify` makes again."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version

from markov.appendix.request import Request, sheet_file
from markov.chain.chain import MAX_STATES
from markov.command.output import Progress
from markov.package import __version__
from markov.tables.file import write
from markov.wager.game import slug
from markov.wager.pay_edits import game_of
from markov.wager.wager import Wager, needs_no_choices

WORKBOOK = ".xlsx"
_LIBRARIES = ("numpy", "python-flint", "scipy")  # that figures are worked out with
_SETTERS = {
    ".pdf": ("matplotlib", "typst"),
    ".docx": ("matplotlib", "pypandoc_binary"),
    ".tex": ("matplotlib", "pypandoc_binary"),
    ".html": ("matplotlib", "pypandoc_binary"),
    ".md": ("pypandoc_binary",),
    ".typ": ("matplotlib",),
    WORKBOOK: ("xlsxwriter",),
}


def report(
    wager: Wager,
    path: str | Path,
    *,
    date: str | None = None,
    rounds: int = 10_000_000,
    seed: int = 0,
    limit: int = MAX_STATES,
) -> None:
    """Writes the certification appendix: every figure, how it was reached, and its certificate.

    path     its suffix says the kind: .pdf, .docx, .typ, .md, .tex, .html, .json, or .xlsx for a live
             workbook
    date     on the title page, as "2026-11-22"; today where it is left out
    rounds   that are played, from the seed, to confirm the odds

    Raises ValueError for another suffix or where a package that the kind needs is missing, OSError where the
    file cannot be written.
    """
    path, on = Path(path), datetime.date.fromisoformat(date) if date else datetime.date.today()
    asked = game_of(wager)
    stakes = {slug(wager.name): Fraction(1)}
    request = Request(
        asked,
        asked.reading(),
        (wager,),
        stakes=stakes,
        date=on.isoformat(),
        rounds=rounds,
        seed=seed,
        limit=limit,
    )
    report_files(request, path.suffix, library_versions(path.suffix)).write(path)


def library_versions(suffix: str) -> dict[str, str]:
    """Versions that the bytes of a report in that format depend on: this build, Python and packages.

    A package that is missing has no version.
    """
    versions = {"build": build(), "python": python_version()}
    for name in (*_LIBRARIES, *_SETTERS.get(suffix, ())):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = ""
    return versions


@cache
def build() -> str:
    """The first twelve digits of the SHA-256 of every file of the program, in the order of their names."""
    folder, together = Path(__file__).parent.parent, sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            together.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return together.hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The bytes of a report, and the texts of the large files that stand beside it, by name."""

    data: bytes
    beside: Mapping[str, str]

    def write(self, path: Path) -> None:
        """Write the report to the path, and the files beside it into the same folder.

        Raises OSError where one cannot be written.
        """
        for name, text in self.beside.items():
            write(path.with_name(name), text.encode())
        write(path, self.data)


def report_files(
    request: Request, suffix: str, setters: Mapping[str, str], progress: Progress = lambda *_: None
) -> ReportFiles:
    """The report in the format that the suffix names; the same request gives the same.

    setters   what the report says of the packages that set it, as `library_versions` has them

    Raises NoTypesetter, NoPicture or NoWorkbook, before any work, where a package is missing, and what
    `dossier` raises.
    """
    if suffix == WORKBOOK:
        for wager in request.wagers:
            needs_no_choices(wager, "a workbook")
        return ReportFiles(_workbook(request, setters, progress), {})
    from markov.appendix.appendix import appendix
    from markov.appendix.dossier import dossier
    from markov.typeset.formats import renderer

    render = renderer(suffix)
    steps = 0

    def within(what: str, done: int, total: int) -> None:
        nonlocal steps
        steps = total
        progress(what, done, total + 1)

    figures = dossier(request, within)
    progress("document", steps, steps + 1)
    manuscript = appendix(figures, __version__, setters)
    return ReportFiles(render(manuscript), manuscript.beside)


def _workbook(request: Request, setters: Mapping[str, str], progress: Progress) -> bytes:
    from markov.appendix.request import request_line
    from markov.wager.odds import solved
    from markov.workbook import workbook_bytes
    from markov.workbook.book import library
    from markov.workbook.worked_answer import WorkedAnswer, worked

    library()
    terms = request_line(request, __version__, setters)
    answers: list[WorkedAnswer] = []
    for wager in request.wagers:
        progress(wager.name, len(answers), len(request.wagers))
        rule = solved(wager, request.limit)
        answers.append(worked(rule, rule.answer(wager)))
    day = datetime.date.fromisoformat(request.date)
    identity = f"Made with markov {__version__}, build {setters.get('build', '')}."
    file, digest = sheet_file(request)
    identity += f" Sheet: {file}, SHA-256 {digest}." * bool(digest)
    author = request.signed.get("author", "markov")
    return workbook_bytes(request.game, request.reading, answers, day, terms, identity, author)
