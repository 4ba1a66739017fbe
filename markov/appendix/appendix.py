"""The whole appendix: a dossier as a manuscript, its first page above all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from json import dumps
from types import MappingProxyType
from typing import Any

from markov.appendix.blocks import ABOUT
from markov.appendix.chapter import Chapter
from markov.appendix.closing import FIGURES, limits, references, reproduction, sign_off
from markov.appendix.dossier import Dossier
from markov.appendix.findings import findings
from markov.appendix.first_page import first_page
from markov.appendix.glossary import glossary
from markov.appendix.layout import LayoutByPlay, correlation_squares, layout_section
from markov.appendix.model import PARTITIONS, model
from markov.appendix.odds_tables import joined
from markov.appendix.paytable import paytable
from markov.appendix.readings import rules
from markov.appendix.request import SIGNED, TERMS, request_line
from markov.appendix.verification import verification
from markov.appendix.wager_page import page_key, wager_page
from markov.tables import json_record as document
from markov.tables.table import grouped
from markov.typeset.attached import CERTIFICATES, ODDS
from markov.typeset.json import cell
from markov.typeset.manuscript import (
    Attachment,
    Code,
    Inlines,
    Manuscript,
    Tabular,
    all_blocks,
)
from markov.wager.asked import Asked
from markov.wager.game import slug


def appendix(dossier: Dossier, version: str, setters: Mapping[str, str] = MappingProxyType({})) -> Manuscript:
    """The whole appendix as a document, before it is set in type.

    version   of markov
    setters   of packages that set it in type, where what they do differs from version to version
    """
    request = dossier.request
    pages = together_on_pages(dossier.chapters)
    brief = len(pages) == 1 and not request.full
    wagers = tuple(wager_page(page, request.full, brief) for page in pages)
    opening = tuple(first_page(dossier, brief))
    layout = [layout_section(dossier.layout, request.names)] if dossier.layout.ways else []
    sections = [
        *(wagers if brief else ()),
        *([] if brief else [paytable(dossier.chapters)]),
        rules(dossier, brief),
        *([] if brief else [model(pages, request.full), *wagers, limits(dossier)]),
        *layout,
        findings(dossier, brief),
        verification(dossier),
        sign_off(dossier),
    ]
    later_stakes = any(wager.later_stakes for wager in request.wagers)
    trials = dict.fromkeys(wager.trial for wager in request.wagers)
    terms = glossary((*opening, *sections), trials, later_stakes)
    works = references(dossier, brief)
    if brief:  # what is signed ends a document of a few pages, so that no page holds the glossary alone
        both = (*terms.blocks, *works.blocks)
        sections.insert(-1, replace(terms, title="Glossary and references", blocks=both))
    else:
        sections += [terms, works]
    files = [*_files(dossier)]
    shown = [block for block in all_blocks((*opening, *sections)) if isinstance(block, Tabular)]
    long = any(each.text().startswith(ABOUT) for block in shown for row in block.table.rows for each in row)
    files.insert(1, _figures(shown, dossier.layout))  # by name, as a PDF has them
    line = request_line(request, version, setters)
    files.append(Attachment(TERMS, "what was asked, by which the document can be made again", _JSON, line))
    place = next(
        k for k, section in enumerate(sections) if section.label == ("glossary" if brief else "signed")
    )
    sections.insert(place, reproduction(dossier, version, setters, files, long, brief))
    return Manuscript(
        title=f"{request.game.name}: the mathematics",
        subtitle="Exact odds, expected returns and best play, with proofs that anyone can check",
        date=request.date,
        lead=tuple(_lead(dossier, version, setters)),
        sections=tuple(sections),
        attachments=tuple(files),
        opening=opening,
        contents=not brief,
        author=request.signed.get("author", "markov"),
        program=_program(version, setters),
    )


def together_on_pages(chapters: Sequence[Chapter]) -> list[list[Chapter]]:
    """The wagers, those together that are alike in every cell of their tables."""
    return list(grouped(chapters, page_key).values())


def _lead(dossier: Dossier, version: str, setters: Mapping[str, str]) -> Iterator[tuple[str, Inlines]]:
    request = dossier.request
    yield "Sheet", (f"{request.game.source.removesuffix('.')}.",)
    names = joined([wager.name for wager in request.wagers])
    whole = request.whole and len(request.wagers) > 1
    yield "Wagers", (f"all {len(request.wagers)} of the sheet" if whole else names,)
    yield "Program", (_program(version, setters),)
    file, digest = dossier.file
    if digest:
        yield "File", (f"{file}, SHA-256 ", Code(digest))
    yield "Rules", ("as modelled, SHA-256 ", Code(dossier.sheet))
    yield "Results", ("all certificates, SHA-256 ", Code(dossier.results))
    if said := [f"{name} {request.signed[name]}" for name in SIGNED if name in request.signed]:
        yield "Prepared by", (", ".join(said),)


def _program(version: str, setters: Mapping[str, str]) -> str:
    """The program with its version, its build and Python."""
    made = [f"{name} {setters[name]}" for name in ("build", "python") if name in setters]
    return ", ".join([f"markov {version}", *made])


_JSON = "application/json"


def _files(dossier: Dossier) -> Iterator[Attachment]:
    request = dossier.request
    answers = [chapter.asked for chapter in dossier.chapters]
    lines = "".join(chapter.proof.text for chapter in dossier.chapters)
    yield Attachment(CERTIFICATES, "certificates of all wagers, a line each", _JSON, lines)
    odds = document.odds(Asked(request.game, request.reading, request.names), answers)
    yield Attachment(ODDS, "the odds of the wagers", _JSON, _json(odds))
    blocks = {slug(chapter.wager.name): chapter.merging.block.tolist() for chapter in dossier.chapters}
    yield Attachment(PARTITIONS, "for each state the merged state that it becomes", _JSON, _json(blocks))


def _figures(tables: Sequence[Tabular], together: LayoutByPlay) -> Attachment:
    """Every table with its exact numbers, in the order of the document, and squares of correlations."""
    listed = [
        {
            "label": table.label,
            "title": table.table.title,
            "columns": [column.name for column in table.table.columns],
            "rows": [[cell(each) for each in row] for row in table.table.rows],
        }
        for table in tables
    ]
    squares = correlation_squares(together)
    known = {"schema": "markov/figures/3", "tables": listed, "correlation_squares": squares}
    return Attachment(FIGURES, "every table with its exact numbers", _JSON, _json(known))


def _json(document: Any) -> str:
    return dumps(document, separators=(",", ":")) + "\n"
