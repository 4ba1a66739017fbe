"""What `markov verify` checks in a file, and what it compares it with."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from json import loads
from pathlib import Path
from typing import Any

from markov.catalogue import find
from markov.certificate import link
from markov.chain import TooManyStates
from markov.checker import check
from markov.cli.certified import Opened, about, opened
from markov.cli.progress import progress
from markov.components import TooMuchWork
from markov.game import Game, SheetError, Unknown
from markov.report.appendix.model import PARTITIONS
from markov.report.attached import CERTIFICATES, ODDS, intact
from markov.report.carried import Carried, carried
from markov.report.checks import Check
from markov.report.claimed import Differs, odds, tables
from markov.report.made import WORKBOOK
from markov.report.packed import comment, kind
from markov.report.remade import NotCompared, changed, changed_parts, remade, rules
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
class _Again:
    """What came of making a report again.

    ok             as in a check, which `detail` is of
    certificates   the lines that the rules make of it; none where it was not made again
    """

    ok: bool | None
    detail: str
    certificates: frozenset[str] = frozenset()


def checked(file: Path, sheet: str | None, limit: int) -> list[Check]:
    """Every check of the file; one for each thing that was to be compared.

    sheet   path of the sheet to compare with; the installed games if not said

    Raises what `opened` raises, what `find` raises for the sheet, and SheetError for a line that is foreign.
    """
    inside = opened(file)
    game = None if sheet is None else find(sheet)
    if inside.parts is not None:
        return [_zipped(inside.parts, game, limit)]
    if (report := inside.report) is None:
        found, _ = _certified(file, inside, frozenset(), game, limit)
        return found
    again = _again(
        report.named(TERMS), game, report.suffix, limit, lambda made: changed(inside.data, report, made)
    )
    found, given = _certified(file, inside, again.certificates, game, limit)
    return [*_around(report), *found, *_shown(report, given), Check("report", again.ok, again.detail)]


def _certified(
    file: Path, inside: Opened, known: frozenset[str], game: Game | None, limit: int
) -> tuple[list[Check], list[Mapping[str, Any]] | None]:
    """The checks of each certificate, and what they say; None where one does not hold.

    known   certificates that the rules have been seen to make
    """
    found: list[Check] = []
    given: list[Mapping[str, Any]] = []
    for number, text in inside.lines:
        name = f"line {number}"
        try:
            results: list[tuple[str, bool | None, str]] = list(check(text))
        except ValueError as error:
            raise SheetError(f"{file}: line {number}: {error}") from None
        if all(held for _, held, _ in results):
            one = loads(text)
            given.append(one)
            name = str(one.get("name") or name)[:60]
            same = text in known
            results.append(("rules", *((True, _LINKED) if same else _linked(one, game, limit))))
        found += [Check(f"{name}: {what}", held, detail) for what, held, detail in results]
    return found, given if len(given) == len(inside.lines) else None


_LINKED = "each row is what the rule makes"


def _linked(given: Mapping[str, Any], sheet: Game | None, limit: int) -> tuple[bool | None, str]:
    """Whether the rules make the same certificate, and what there is to say."""
    try:
        name, wager, options = about(given)
    except ValueError as error:
        return False, str(error)
    try:
        game = rules(name, sheet)
        part = link(dict(given), game, game.wager(wager, options), limit)
    except Unknown as error:
        return False, str(error)
    except (NotCompared, TooManyStates, TooMuchWork) as error:
        return None, str(error)
    return (False, f"{part}: not what the rule and the sheet make") if part else (True, _LINKED)


def _around(report: Carried) -> Iterator[Check]:
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


def _shown(report: Carried, certificates: Sequence[Mapping[str, Any]] | None) -> Iterator[Check]:
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
            yield Check("tables", _ours(report) and None, str(error))
        else:
            detail = (
                f"{number} tables, of the summary and of each wager, have the figures of the certificates"
            )
            yield Check("tables", True, detail)


def _ours(report: Carried) -> bool:
    """Whether it says that it was made by this version of the program, which knows how tables are set."""
    try:
        return [stated(text).version for text in report.named(TERMS)] == [version("markov")]
    except ValueError:
        return True


def _again(
    terms: Sequence[str], sheet: Game | None, suffix: str, limit: int, parted: Callable[[bytes], str]
) -> _Again:
    """Whether a report is what its terms and the rules make.

    terms    the texts that say them, of which there has to be one
    parted   the first difference from one made again, in words
    """
    if suffix not in (".pdf", WORKBOOK, *FORMATS):
        return _Again(False, "it begins as no report does")
    if len(terms) != 1:
        return _Again(None, "it does not say its terms once, so it was not made again")
    try:
        asked = stated(terms[0])
    except ValueError as error:
        return _Again(False, f"{TERMS}: {error}")
    try:
        with progress("making it again", len(asked.wagers) + 1) as told:
            made = remade(asked, sheet, suffix, limit, told)
        different = parted(made)
    except Unknown as error:
        return _Again(False, str(error))
    except NotCompared as error:
        return _Again(None, f"not made again: {error}")
    lines = carried(made) if suffix != WORKBOOK else None
    known = frozenset("".join(lines.named(CERTIFICATES)).splitlines() if lines else ())
    if different:
        return _Again(False, different, known)
    return _Again(True, _AGAIN.format(_LAST.get(suffix, "character")), known)


def _zipped(parts: Mapping[str, bytes], sheet: Game | None, limit: int) -> Check:
    """The one check of a workbook: its cells hold formulas and values, and no certificate."""
    if kind(parts) != WORKBOOK:
        why = "a Word document; verify the same report in another format"
        return Check("document", None, why)
    terms = [said] if (said := comment(parts)) else []
    found = _again(terms, sheet, WORKBOOK, limit, lambda made: changed_parts(parts, made))
    return Check("workbook", found.ok, found.detail)
