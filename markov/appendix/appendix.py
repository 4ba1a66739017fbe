"""The whole appendix: a dossier as a manuscript, its first page above all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from json import dumps
from types import MappingProxyType
from typing import Any

from markov.appendix.blocks import DIGEST, LONGEST, key, share
from markov.appendix.chapter import Chapter
from markov.appendix.closing import FIGURES, limits, references, reproduction, sign_off, sources
from markov.appendix.dossier import Dossier
from markov.appendix.findings import findings
from markov.appendix.glossary import glossary
from markov.appendix.layout import layout_section
from markov.appendix.model import PARTITIONS, model
from markov.appendix.odds_tables import headline, joined
from markov.appendix.readings import edges_lost_otherwise, material_readings, rules
from markov.appendix.request import SIGNED, TERMS, request_line
from markov.appendix.verification import verification
from markov.appendix.wager_page import page_key, wager_page
from markov.tables import json_record as document
from markov.tables.table import Figure, grouped
from markov.typeset.attached import CERTIFICATES, ODDS
from markov.typeset.json import cell
from markov.typeset.manuscript import (
    Attachment,
    Block,
    Code,
    Inlines,
    Manuscript,
    Paragraph,
    Strong,
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
    opening = tuple(_opening(dossier))
    layout = [layout_section(dossier.layout, request.names)] if dossier.layout.ways else []
    sections = [
        *(wagers if brief else ()),
        rules(dossier, brief),
        *([] if brief else [model(pages, request.full), *wagers, limits(dossier)]),
        *layout,
        findings(dossier, brief),
        verification(dossier),
        sign_off(dossier),
        *([] if brief else [sources(dossier)]),
    ]
    terms, works = glossary((*opening, *sections), brief), references(dossier, brief)
    if brief:  # what is signed ends a document of a few pages, so that no page holds the glossary alone
        both = (*terms.blocks, *works.blocks)
        sections.insert(-1, replace(terms, title="Glossary and references", blocks=both))
    else:
        sections += [terms, works]
    files = [*_files(dossier)]
    shown = [one for one in all_blocks((*opening, *sections)) if isinstance(one, Tabular)]
    long = any(DIGEST.search(each.text()) for one in shown for row in one.table.rows for each in row)
    files.insert(1, _figures(shown))  # by name, as a PDF has them
    line = request_line(request, version, setters)
    files.append(Attachment(TERMS, "what was asked, by which the document can be made again", _JSON, line))
    place = next(k for k, one in enumerate(sections) if one.label == ("glossary" if brief else "signed"))
    sections.insert(place, reproduction(dossier, version, files, long, brief))
    return Manuscript(
        title=f"{request.game.name}: the mathematics",
        subtitle="Exact odds, expected returns and best play, with proofs that anyone can check",
        date=request.date,
        lead=tuple(_lead(dossier, version)),
        sections=tuple(sections),
        attachments=tuple(files),
        opening=opening,
        contents=not brief,
        author=request.signed.get("author", ""),
        program=f"markov {version}",
    )


def together_on_pages(chapters: Sequence[Chapter]) -> list[list[Chapter]]:
    """The wagers, those together that are alike in every cell of their tables."""
    return list(grouped(chapters, page_key).values())


def _lead(dossier: Dossier, version: str) -> Iterator[tuple[str, Inlines]]:
    request = dossier.request
    yield "Sheet", (f"{request.game.source.removesuffix('.')}.",)
    names = joined([wager.name for wager in request.wagers])
    whole = request.whole and len(request.wagers) > 1
    yield "Wagers", (f"all {len(request.wagers)} of the sheet" if whole else names,)
    yield "Program", (f"markov {version}",)
    if request.digest:
        yield "File", (f"{request.file}, SHA-256 ", Code(request.digest))
    yield "Rules", ("as modelled, SHA-256 ", Code(dossier.sheet))
    yield "Results", ("all certificates, SHA-256 ", Code(dossier.results))
    if said := [f"{name} {request.signed[name]}" for name in SIGNED if name in request.signed]:
        yield "Signed", (", ".join(said),)


def _opening(dossier: Dossier) -> Iterator[Block]:
    """The conclusion, the wagers in a table, and the readings that matter."""
    yield Paragraph((Strong(" ".join((conclusion(dossier.chapters), *edges_lost_otherwise(dossier)))),))
    yield headline(dossier.chapters)
    yield from material_readings(dossier)


def conclusion(chapters: Sequence[Chapter]) -> str:
    """A sentence or two on who has the edge; whatever it says is compared here."""
    edges = {one.wager.name: _play(one).edge.per_stake for one in chapters}
    best = any("optimal" in one.plays or one.asked.wager.has_actions for one in chapters)
    under = " under best play" * best
    words = []
    every = "both wagers" if len(edges) == 2 else f"every one of the {len(edges)} wagers"
    for who, sign in (("The house has", 1), ("The player has", -1)):
        if mine := {name: edge * sign for name, edge in edges.items() if edge * sign > 0}:
            some = every if len(mine) == len(edges) else f"{len(mine)} of the {len(edges)} wagers"
            whose = some if len(edges) > 1 else next(iter(mine))
            bounds = dict.fromkeys(_extreme(mine, bound, len(edges) > 1) for bound in (min, max))
            words.append(f"{who} the edge on {whose}{under}: {' to '.join(bounds)} of the stake.")
    if even := [name for name, edge in edges.items() if not edge]:
        words.append(f"Nobody has an edge on {joined(even)}{under}.")
    if owing := {one.wager.name: _play(one).house_after_envy for one in chapters if _play(one).envy}:
        least, several = min(owing.values()), len(chapters) > 1
        kept = f"loses {'up to ' * several}" if least < 0 else f"keeps {'at the least ' * several}"
        most = {name: abs(one) for name, one in owing.items() if one == least}
        words.append(f"After the envy of dealers the house {kept}{_extreme(most, min, several)}.")
    if idle := [one.wager.name for one in chapters if one.idle]:
        words.append(f"{joined(idle)} can be taken down before anything is at risk, which is no action.")
    return " ".join(words)


def _extreme(edges: Mapping[str, Fraction], bound: Any, named: bool) -> str:
    edge = bound(edges.values())
    whose = f" ({joined([name for name, one in edges.items() if one == edge])})" * named
    return f"{share(edge)}%{whose}".replace("-", "−")


def _play(one: Chapter) -> Any:
    return one.plays.get("optimal", one.plays["never"])


_JSON = "application/json"


def _files(dossier: Dossier) -> Iterator[Attachment]:
    request = dossier.request
    answers = [one.asked for one in dossier.chapters]
    lines = "".join(one.proof.text for one in dossier.chapters)
    yield Attachment(CERTIFICATES, "certificates of all wagers, a line each", _JSON, lines)
    odds = document.odds(Asked(request.game, request.reading, request.names), answers)
    yield Attachment(ODDS, "the odds of the wagers", _JSON, _json(odds))
    blocks = {slug(one.wager.name): one.merging.block.tolist() for one in dossier.chapters}
    yield Attachment(PARTITIONS, "for each state the merged state that it becomes", _JSON, _json(blocks))


def _figures(tables: Sequence[Tabular]) -> Attachment:
    """Every table with its exact numbers, and the fractions that are printed by their digest."""
    listed = [
        {
            "label": one.label,
            "title": one.table.title,
            "columns": [column.name for column in one.table.columns],
            "rows": [[cell(each) for each in row] for row in one.table.rows],
        }
        for one in tables
    ]
    cells = (each for one in tables for row in one.table.rows for each in row if isinstance(each, Figure))
    long = {
        key(each.number): str(each.number)
        for each in cells
        if sum(map(str.isdigit, str(each.number))) > LONGEST
    }
    text = _json({"schema": "markov/figures/1", "fractions": dict(sorted(long.items())), "tables": listed})
    return Attachment(FIGURES, "every table with its exact numbers", _JSON, text)


def _json(document: Any) -> str:
    return dumps(document, separators=(",", ":")) + "\n"
