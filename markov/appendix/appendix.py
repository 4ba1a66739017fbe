"""The whole appendix: a dossier as a manuscript."""

from collections.abc import Iterator, Mapping
from json import dumps
from types import MappingProxyType
from typing import Any

from markov.appendix.chapter import Chapter
from markov.appendix.closing import again, limits
from markov.appendix.definitions import definitions
from markov.appendix.derivation import derivation
from markov.appendix.dossier import Dossier
from markov.appendix.figures import figures, spins
from markov.appendix.many import many
from markov.appendix.model import PARTITIONS, model
from markov.appendix.play import play, sensitivities
from markov.appendix.prose import prose
from markov.appendix.returns import returns
from markov.appendix.rules import rules
from markov.appendix.summary import summary
from markov.appendix.terms import NAME as TERMS
from markov.appendix.terms import written
from markov.appendix.together import together
from markov.appendix.verification import verification
from markov.tables import json_record as document
from markov.tables.phrases import said
from markov.typeset.attached import CERTIFICATES, ODDS
from markov.typeset.manuscript import Attachment, Block, Code, Inlines, Manuscript, Section
from markov.wager.game import slug


def appendix(found: Dossier, version: str, setters: Mapping[str, str] = MappingProxyType({})) -> Manuscript:
    """The document.

    version   of markov
    setters   of packages that set it in type, where what they do differs from version to version
    """
    terms = found.terms
    files = tuple(_attachments(found, written(found.terms, version, setters)))
    wagers = tuple(_wager(one) for one in found.chapters)
    return Manuscript(
        title=f"{terms.game.name}: the mathematics",
        subtitle="Exact odds, expected returns and best play, with proofs that anyone can check",
        date=terms.date,
        lead=tuple(_lead(found)),
        sections=(
            definitions(),
            summary([one.played for one in found.chapters]),
            rules(found),
            model(found),
            Section("The wagers", "wagers", wagers),
            many(found),
            together(found),
            verification(found),
            limits(found),
            again(found, version, files),
        ),
        attachments=files,
    )


def _lead(found: Dossier) -> Iterator[tuple[str, Inlines]]:
    terms = found.terms
    yield "Source", (f"{terms.game.source.removesuffix('.')}.",)
    yield "Reading", (said(terms.reading).removeprefix("Reading: "),)
    every = len(terms.wagers) == len(terms.game.wagers(terms.reading))
    names = ", ".join(wager.name for wager in terms.wagers)
    yield "Wagers", (f"all {len(terms.wagers)} of the sheet" if every and len(terms.wagers) > 1 else names,)
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
        play(found, key),
        figures(found.played, found.moments, key),
        spins(found, key),
        sensitivities(found, key),
    ]
    return Section(found.wager.name, key, tuple(blocks))


def _attachments(found: Dossier, asked: str) -> Iterator[Attachment]:
    terms = found.terms
    answers = [one.answer for one in found.chapters]
    lines = "".join(one.proof.text for one in found.chapters)
    yield Attachment(CERTIFICATES, "certificates of all wagers, a line each", "application/json", lines)
    odds = document.odds(terms.game, terms.reading, answers)
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
