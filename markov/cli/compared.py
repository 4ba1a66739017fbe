"""A report or a workbook, against what is inside it and against one that is made again from its terms."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from markov.cli.made import WORKBOOK
from markov.cli.progress import progress
from markov.cli.remade import changed, changed_parts, remade
from markov.cli.verified import rules
from markov.game import Game, Unknown
from markov.report.appendix.model import PARTITIONS
from markov.report.attached import CERTIFICATES, ODDS, intact
from markov.report.carried import Carried, carried
from markov.report.checks import Check, NotCompared
from markov.report.claimed import Differs, odds, tables
from markov.report.packed import comment, kind
from markov.report.terms import NAME as TERMS
from markov.report.terms import stated
from markov.report.typeset.tables import FORMATS

_CARRIED = (CERTIFICATES, ODDS, PARTITIONS, TERMS)
_KEPT = (
    "the text has the digest that it states, so no accident changed it; who changes it on purpose can "
    "state another"
)
_AGAIN = "made again from its terms and the rules, it is the same to the last {}"
_LAST = {".pdf": "byte", WORKBOOK: "character of every part"}


@dataclass(frozen=True, slots=True)
class Again:
    """What came of making a report again.

    ok             as in a check, which `detail` is of
    certificates   the lines that the rules make of it; none where it was not made again
    """

    ok: bool | None
    detail: str
    certificates: frozenset[str] = frozenset()


def around(report: Carried) -> Iterator[Check]:
    """The digest of a text, and which files there are."""
    if report.text:
        held = intact(report.text)
        yield Check(
            "digest", bool(held), _KEPT if held else "changed since it was written, or its digest taken out"
        )
    names = [name for name, _ in report.files]
    for name in dict.fromkeys([*_CARRIED, *names]):
        if name not in _CARRIED:
            yield Check("files", False, f"{name[:60]} is there, which no report carries")
            return
        if names.count(name) != 1:
            yield Check(
                "files", False, f"{name} is there {names.count(name)} times; a report carries it once"
            )
            return
    yield Check("files", True, f"{', '.join(_CARRIED)} are there, each once, and no other")


def shown(report: Carried, certificates: Sequence[Mapping[str, Any]] | None) -> Iterator[Check]:
    """The figures for machines, and the tables for readers, against the certificates."""
    if certificates is None:
        yield Check(ODDS, None, "a certificate does not hold")
        return
    try:
        wagers = odds("".join(report.named(ODDS)), certificates)
    except Differs as error:
        yield Check(ODDS, False, str(error))
        return
    yield Check(
        ODDS, True, "returns, edges, chances, pays and spins of each wager are those of its certificate"
    )
    if report.suffix in FORMATS:
        try:
            number = tables(report.text, report.suffix, wagers)
        except Differs as error:
            yield Check("tables", False if _ours(report) else None, str(error))
        else:
            detail = (
                f"{number} tables, of the summary and of each wager, have the figures of the certificates"
            )
            yield Check("tables", True, detail)


def made_again(data: bytes, report: Carried, sheet: Game | None, limit: int) -> Again:
    """Whether the report is what its terms make of the sheet, or of the installed game."""
    return _again(report.named(TERMS), sheet, report.suffix, limit, lambda made: changed(data, report, made))


def _ours(report: Carried) -> bool:
    """Whether it says that it was made by this version of the program, which knows how tables are set."""
    try:
        return [stated(text).version for text in report.named(TERMS)] == [version("markov")]
    except ValueError:
        return True


def _again(
    terms: Sequence[str], sheet: Game | None, suffix: str, limit: int, parted: Callable[[bytes], str]
) -> Again:
    """Whether a report is what its terms and the rules make.

    terms    the texts that say them, of which there has to be one
    parted   the first difference from one made again, in words
    """
    if suffix not in (".pdf", WORKBOOK, *FORMATS):
        return Again(False, "it begins as no report does")
    if len(terms) != 1:
        return Again(None, "it does not say its terms once, so it was not made again")
    try:
        asked = stated(terms[0])
    except ValueError as error:
        return Again(False, f"{TERMS}: {error}")
    try:
        with progress("making it again", len(asked.wagers) + 1) as told:
            made = remade(asked, rules(asked.game, sheet), suffix, limit, told)
        different = parted(made)
    except Unknown as error:
        return Again(False, str(error))
    except NotCompared as error:
        return Again(None, f"what it says was not compared with the rules: {error}")
    lines = carried(made) if suffix != WORKBOOK else None
    known = frozenset("".join(lines.named(CERTIFICATES)).splitlines() if lines else ())
    if different:
        return Again(False, different, known)
    return Again(True, _AGAIN.format(_LAST.get(suffix, "character")), known)


def zipped(parts: Mapping[str, bytes], sheet: Game | None, limit: int) -> Check:
    """The one check of a workbook: its cells hold formulas and values, and no certificate."""
    if kind(parts) != WORKBOOK:
        why = "a Word document; verify the same report in another format"
        return Check("document", None, why)
    terms = [said] if (said := comment(parts)) else []
    found = _again(terms, sheet, WORKBOOK, limit, lambda made: changed_parts(parts, made))
    return Check("workbook", found.ok, found.detail)
