"""The whole appendix: a dossier as a manuscript."""

from collections.abc import Iterator, Mapping
from json import dumps
from shlex import join
from types import MappingProxyType
from typing import Any

from markov.appendix.best_play import best_play, sensitivities
from markov.appendix.blocks import inlines, prose
from markov.appendix.chapter import Chapter
from markov.appendix.definitions import definitions
from markov.appendix.derivation import derivation
from markov.appendix.dossier import Dossier
from markov.appendix.figures import figures, returns, spins
from markov.appendix.layout import together
from markov.appendix.long_run import long_run
from markov.appendix.model import PARTITIONS, model
from markov.appendix.request import TERMS, request_line
from markov.appendix.rules import rules
from markov.appendix.summary import summary
from markov.appendix.verification import verification
from markov.chain.chain import MAX_STATES
from markov.tables import json_record as document
from markov.tables.table import said
from markov.typeset import manuscript as ms
from markov.typeset.attached import CERTIFICATES, ODDS
from markov.typeset.manuscript import Attachment, Block, Code, Inlines, Manuscript, Section
from markov.wager.asked import Asked
from markov.wager.game import slug


def appendix(found: Dossier, version: str, setters: Mapping[str, str] = MappingProxyType({})) -> Manuscript:
    """The document.

    version   of markov
    setters   of packages that set it in type, where what they do differs from version to version
    """
    request = found.request
    files = tuple(_attachments(found, request_line(found.request, version, setters)))
    wagers = tuple(_wager(one) for one in found.chapters)
    return Manuscript(
        title=f"{request.game.name}: the mathematics",
        subtitle="Exact odds, expected returns and best play, with proofs that anyone can check",
        date=request.date,
        lead=tuple(_lead(found)),
        sections=(
            definitions(),
            summary([one.played for one in found.chapters]),
            rules(found),
            model(found),
            Section("The wagers", "wagers", wagers),
            long_run(found),
            together(found.layout, found.names),
            verification(found),
            _limits(found),
            _reproduction(found, version, files),
        ),
        attachments=files,
    )


def _lead(found: Dossier) -> Iterator[tuple[str, Inlines]]:
    request = found.request
    yield "Source", (f"{request.game.source.removesuffix('.')}.",)
    yield "Reading", (said(request.reading).removeprefix("Reading: "),)
    every = len(request.wagers) == len(request.game.wagers(request.reading))
    names = ", ".join(wager.name for wager in request.wagers)
    yield (
        "Wagers",
        (f"all {len(request.wagers)} of the sheet" if every and len(request.wagers) > 1 else names,),
    )
    yield "Sheet", (Code(found.sheet),)
    yield "Results", (Code(found.results),)


def _wager(found: Chapter) -> Section:
    key = f"wager_{slug(found.wager.name)}"  # no slug has _, so no names of wagers make two labels one
    blocks: list[Block] = [
        *returns(found.played, key),
        prose(
            "Source: {source}. {merged}",
            source=found.wager.source.removesuffix("."),
            merged=found.chain.merged and f"{found.chain.merged[0].upper()}{found.chain.merged[1:]}.",
        ),
        derivation(found, key),
    ]
    blocks += [
        best_play(found, key),
        figures(found.played, found.moments, key),
        spins(found, key),
        sensitivities(found, key),
    ]
    return Section(found.wager.name, key, tuple(blocks))


def _attachments(found: Dossier, asked: str) -> Iterator[Attachment]:
    request = found.request
    answers = [one.answer for one in found.chapters]
    lines = "".join(one.proof.text for one in found.chapters)
    yield Attachment(CERTIFICATES, "certificates of all wagers, a line each", "application/json", lines)
    wagers = {slug(one.name): one for one in request.wagers}
    odds = document.odds(Asked(request.game, request.reading, wagers), answers)
    yield Attachment(ODDS, "every figure of the summary and of the wagers", "application/json", _json(odds))
    blocks = {slug(one.wager.name): one.merging.block.tolist() for one in found.chapters}
    yield Attachment(
        PARTITIONS, "for each state the merged state that it becomes", "application/json", _json(blocks)
    )
    yield Attachment(
        TERMS, "what was asked, by which the document can be made again", "application/json", asked
    )


def _json(document: Any) -> str:
    return dumps(document, separators=(",", ":")) + "\n"


def _limits(found: Dossier) -> Section:
    """The section on the limits of the model."""
    spins = _BY_STATE if any(one.wager.phased for one in found.chapters) else _INDEPENDENT
    return Section("Limits of the model", "limits", (ms.Items(tuple(map(inlines, (spins, *_LIMITS)))),))


_INDEPENDENT = """
    Spins are independent, with the chances of @space. A wheel or a die that has others is not modelled.
"""
_BY_STATE = """
    Outcomes come up with the chances of @space, which depend on the state of play at the most. A wheel, a die
    or a deck that has others is not modelled.
"""
_LIMITS = (
    """Pays are exact per unit staked. Rounding to chips, and the table's least and greatest stakes, are not
    modelled.""",
    """The rules are those of @rules. What a sheet leaves open is chosen there, and a choice can change every
    figure.""",
    """Best play has the highest expected return. It is best in no other sense, and players may play
    otherwise.""",
    """The document states mathematics. It is not legal advice, not an approval, and not a statement about any
    equipment.""",
)


def _reproduction(found: Dossier, version: str, attachments: tuple[Attachment, ...]) -> Section:
    """The section on how to make the document again."""
    files = tuple(
        (one.name, (f"{one.about}; {len(one.text.encode()):,} bytes",), None) for one in attachments
    )
    return Section(
        "Reproduction",
        "again",
        (
            prose(_AGAIN, version=version),
            ms.CodeListing((reproduction_command(found),)),
            prose(_DIGESTS, sheet=Code(found.sheet), results=Code(found.results)),
            prose("These files go with the document:"),
            ms.Terms(files),
        ),
    )


_AGAIN = """
    Made with markov {version}. No exact figure depends on the machine or on the version of any library;
    simulated ones come from NumPy's generator PCG64 and the seed. One command makes the document again:
"""
_DIGESTS = """
    SHA-256 of the sheet as modelled (rules in words, wheels, pays, outlays, envy, reading), in canonical
    JSON: {sheet}. SHA-256 of the results, which are all certificates, a line each: {results}.
"""


def reproduction_command(found: Dossier) -> str:
    """The command that makes the document again, as PDF, as a shell reads it."""
    request = found.request
    words = ["markov", "report", request.file or request.game.slug]
    if list(found.names) != list(request.game.wagers(request.reading)):
        words += found.names
    defaults = request.game.reading()
    asked = {
        "--option": [f"{key}={choice}" for key, choice in request.reading.items() if choice != defaults[key]],
        "--stake": [f"{wager}={stake}" for wager, stake in request.stakes.items() if stake != 1],
        "--rounds": [str(request.rounds)],
        "--seed": [str(request.seed)],
        "--date": [request.date],
        "--max-states": [str(request.limit)] if request.limit != MAX_STATES else [],
        "-o": ["appendix.pdf"],
    }
    return join(
        [*words, *(word for option, texts in asked.items() for text in texts for word in (option, text))]
    )
