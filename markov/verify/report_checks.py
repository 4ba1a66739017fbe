"""The checks of a report or a workbook: its digest, files and tables, and the same made again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markov.appendix.closing import FIGURES
from markov.appendix.model import PARTITIONS
from markov.appendix.report import WORKBOOK, ReportFiles, library_versions
from markov.appendix.request import TERMS, StatedRequest, stated_request
from markov.command.output import Progress
from markov.package import __version__
from markov.typeset.archive import comment, kind
from markov.typeset.attached import CERTIFICATES, ODDS, intact
from markov.typeset.formats import NoTypesetter
from markov.typeset.report_file import ReportFile, read_report
from markov.typeset.tables import FORMATS
from markov.verify.certified_figures import certified_wagers, matching_tables
from markov.verify.rebuild import (
    first_change,
    first_changed_file,
    first_changed_part,
    other_library_versions,
    rebuilt_report,
)
from markov.verify.verified import rules
from markov.verify.view import Check, Differs, NotCompared, OtherFigure
from markov.wager.game import Game, Unknown

_CARRIED = (CERTIFICATES, FIGURES, ODDS, PARTITIONS, TERMS)
_KEPT = "the text has the digest that it states, which detects accidental changes; a digest is no signature"
_AGAIN = "made again from its terms and the rules: identical to the last character"
_BUT_PICTURES = "made again from its terms and the rules: identical but for pictures, which were not compared"
_BUT_LOOKS = (
    "made again from its terms and the rules: the same values and formulas; the rest was not compared"
)
_UNREAD = "what it says was not compared with the rules"


def digest_and_files(report: ReportFile) -> Iterator[Check]:
    """The digest of a text, and which files there are."""
    if report.text:
        unchanged = intact(report.text)
        yield Check(
            "digest",
            bool(unchanged),
            _KEPT if unchanged else "changed since it was written, or its digest taken out",
        )
    stated, missing = report.stated(), report.missing()
    names = [
        inside if (inside := name.removesuffix(".sha256")) in stated else name for name, _ in report.files
    ]
    for name in dict.fromkeys([*_CARRIED, *names]):
        if name not in _CARRIED:
            yield Check("files", False, f"{name[:60]} is there, which no report carries")
            return
        if names.count(name) != 1:
            yield Check(
                "files", False, f"{name} is there {names.count(name)} times; a report carries it once"
            )
            return
    if missing:
        yield Check("files", None, f"{', '.join(missing)}, which it states by its digest, is not beside it")
    else:
        yield Check("files", True, f"{', '.join(_CARRIED)} are there, each once, and no other")


def figures_and_tables(
    report: ReportFile, certificates: Sequence[Mapping[str, Any]] | None
) -> Iterator[Check]:
    """The figures for machines, and the tables for readers, against the certificates."""
    if certificates is None or not report.named(CERTIFICATES):
        yield Check(
            ODDS,
            None,
            "a certificate does not hold" if certificates is None else "its certificates are not beside it",
        )
        return
    try:
        wagers = certified_wagers("".join(report.named(ODDS)), certificates)
    except Differs as error:
        yield Check(ODDS, False, str(error))
        return
    yield Check(
        ODDS, True, "returns, edges, chances, pays and spins of each wager are those of its certificate"
    )
    if report.suffix in FORMATS:
        try:
            number = matching_tables(report.text, report.suffix, wagers)
        except NoTypesetter as error:
            yield Check("tables", None, str(error))
        except Differs as error:
            found = isinstance(error, OtherFigure) or _set_alike(report)
            yield Check("tables", False if found else None, str(error))
        else:
            detail = (
                f"{number} tables, the headline and those of each wager, have the figures of the certificates"
            )
            yield Check("tables", True, detail)


def rebuilt_the_same(
    data: bytes, report: ReportFile, sheet: Game | None, limit: int, rounds: int, progress: Progress
) -> tuple[Check, frozenset[str]]:
    """The report compared with the one that its request makes of the sheet, or of the installed game.

    With it come the certificates that the rules make, a line each; none where it was not made again.
    """
    known: frozenset[str] = frozenset()
    try:
        if not report.suffix:
            raise Differs("it begins as no report does")
        request, made = _remade(report.named(TERMS), sheet, report.suffix, limit, rounds, progress)
        if (other := read_report(made.data)) is not None:
            known = frozenset("".join([*other.named(CERTIFICATES), *made.beside.values()]).split("\n"))
        different = first_changed_file(report, made.data)
        if not different and (different := first_change(data, made.data, report.suffix)):
            others = other_library_versions(request, report.suffix)
            if others and (report.suffix == ".pdf" or others.keys() != {"matplotlib"}):
                raise NotCompared("; ".join(others.values()))
            if others and not (different := first_change(data, made.data, report.suffix, pictures=False)):
                return Check("report", None, f"{_BUT_PICTURES}: {others['matplotlib']}"), known
        if different:
            raise Differs(different)
    except (Differs, Unknown, NotCompared) as error:
        return _without_success("report", error), known
    return Check("report", True, f"{_AGAIN}{', its files unpacked' if report.text else ''}"), known


def zipped(
    parts: Mapping[str, bytes], sheet: Game | None, limit: int, rounds: int, progress: Progress
) -> Check:
    """The one check of a workbook: its cells hold formulas and values, and no certificate."""
    if kind(parts) != WORKBOOK:
        return Check("document", None, "a Word document that carries no files of a report")
    try:
        request, made = _remade(
            [terms] if (terms := comment(parts)) else [], sheet, WORKBOOK, limit, rounds, progress
        )
        if different := first_changed_part(parts, made.data):
            others = other_library_versions(request, WORKBOOK)
            if others and not (different := first_changed_part(parts, made.data, looks=False)):
                return Check("workbook", None, f"{_BUT_LOOKS}: {'; '.join(others.values())}")
            raise Differs(different)
    except (Differs, Unknown, NotCompared) as error:
        return _without_success("workbook", error)
    return Check("workbook", True, f"{_AGAIN} of every part")


def _without_success(name: str, error: Exception) -> Check:
    """The check that such an error ended: it fails, or nothing was compared."""
    if isinstance(error, NotCompared):
        return Check(name, None, f"{_UNREAD}: {error}")
    return Check(name, False, str(error))


def _remade(
    terms: Sequence[str], sheet: Game | None, suffix: str, limit: int, rounds: int, progress: Progress
) -> tuple[StatedRequest, ReportFiles]:
    """The request that the report states, and the report made again from it.

    Raises NotCompared where it states none, Differs for one that is none, and what `rules` and
    `rebuilt_report` raise.
    """
    if len(terms) != 1:
        raise NotCompared("it does not say the terms that it was made from")
    try:
        request = stated_request(terms[0])
        if request.libraries.keys() != library_versions(suffix).keys():
            raise ValueError("libraries: not what a report says there")
    except ValueError as error:
        raise Differs(f"{TERMS}: {error}") from None
    return request, rebuilt_report(request, rules(request.game, sheet), suffix, limit, rounds, progress)


def _set_alike(report: ReportFile) -> bool:
    """True where it says that the versions installed here made it, which know how tables are set."""
    try:
        requests = [stated_request(text) for text in report.named(TERMS)]
    except ValueError:
        return True
    return [request.version for request in requests] == [__version__] and not any(
        "pypandoc_binary" in other_library_versions(request, report.suffix) for request in requests
    )
