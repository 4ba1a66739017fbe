"""The page as one file: the sheet as plain HTML, then scripts and models, packed."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from gzip import compress
from html import escape
from importlib.resources import files
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markov.exact import one_in, percent, root, rounded
from markov.package import __version__
from markov.page.model import Model, Modelled, model
from markov.tables.table import as_posted, reading_in_words
from markov.wager.asked import Asked
from markov.wager.game import Unknown, edited_name, slug
from markov.wager.odds import Answer, by_road, solved_as, wins
from markov.wager.pay_edits import EditConflict
from markov.wager.wager import Wager, concerning

if TYPE_CHECKING:
    from markov.command.output import Progress

_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)
_SCRIPTS = "exact", "chain", "price", "check", "send", "work"
_SHOWN = "chart", "view"


@cache
def static(name: str) -> str:
    """The text of a file that a page holds."""
    return (files("markov.page") / "static" / name).read_text("utf-8")


def script(*names: str) -> str:
    """The scripts of those names, one after the other, without indents and lines of comment."""
    lines = (line.strip() for name in names for line in static(f"{name}.js").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def packed(part: Any) -> str:
    """A text, or a document as JSON, zipped, in letters and digits; the same gives the same."""
    text = part if isinstance(part, str) else _compact(part)
    return b64encode(compress(text.encode(), 9, mtime=0)).decode("ascii")


def _compact(document: Any) -> str:
    return dumps(document, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class PagedSheet:
    """The wagers of a page as they were asked for, and as they are under other readings.

    answers    of the wagers as asked
    readings   the choice that a reading makes otherwise, and by slug of a wager the number of its model
    models     each once, those of the reading asked for first
    """

    asked: Asked
    answers: Sequence[Answer]
    readings: Sequence[tuple[Mapping[str, str], Mapping[str, int]]]
    models: Sequence[Model]


def paged(
    asked: Asked, limit: int, progress: "Progress" = lambda *_: None, *, full: bool = False
) -> PagedSheet:
    """The models of the wagers asked for, and of those under each other choice of one option.

    full   large chains too

    Raises what `markov.wager.odds.answer` raises.
    """
    read = list(_read(asked))
    solved: dict[Any, Modelled] = {}
    numbers: dict[str, int] = {}
    models: list[Model] = []
    readings: list[tuple[Mapping[str, str], Mapping[str, int]]] = []
    answers: list[Answer] = []
    total = sum(len(each.wagers) for each in read)
    done = 0
    for each in read:
        here: dict[str, int] = {}
        for key, wager in each.wagers.items():
            progress(wager.name, done, total)
            done += 1
            with concerning(wager.name):
                rule = solved_as(wager)
                if rule not in solved:
                    solved[rule] = Modelled(by_road(wager, limit), full)
                answered = solved[rule].solved.answer(wager)
                made = model(asked.game.slug, each.reading, answered, solved[rule])
            alike = _compact({part: said for part, said in made.items() if part not in ("options", "digest")})
            if alike not in numbers:
                numbers[alike] = len(models)
                models.append(made)
            here[key] = numbers[alike]
            if each is read[0]:
                answers.append(answered)
        choice = {
            option: each.reading[option]
            for option in asked.reading
            if each.reading[option] != asked.reading[option]
        }
        readings.append((choice, here))
    return PagedSheet(asked, answers, readings, models)


def _read(asked: Asked) -> Iterator[Asked]:
    """The wagers under the reading asked for, then under each other choice of one option."""
    yield asked
    for option in asked.game.options:
        for choice in option.choices:
            if choice != asked.reading[option.key]:
                try:
                    other = replace(asked, named=False).under({**asked.reading, option.key: choice})
                except (EditConflict, Unknown):
                    continue
                yield replace(
                    other, wagers={key: each for key, each in other.wagers.items() if key in asked.wagers}
                )


def page(sheet: PagedSheet, place: str, certificates: Mapping[str, Mapping[str, Any] | str]) -> str:
    """The page, an HTML document that loads nothing.

    place          by which a program finds the sheet: its name, or the name of its file
    certificates   by slug of a wager, as `markov.page.certificates` has them
    """
    asked = sheet.asked
    first = set(sheet.readings[0][1].values())
    held = {}
    proofs: dict[str, str | bool | None] = {}
    for key in asked.wagers:
        models = {
            number: sheet.models[number]
            if number in first or "strategy" in sheet.models[number]["baseline"]
            else {**sheet.models[number], "baseline": {}}  # it is worked out by the page
            for number in dict.fromkeys(here[key] for _, here in sheet.readings if key in here)
        }
        proof = certificates.get(key)
        inside = None if isinstance(proof, str) else proof
        proofs[key] = True if isinstance(proof, Mapping) else proof
        held[f"pack-{key}"] = packed({"models": _shared(models), "certificate": inside})
    edits = asked.edition.pays if asked.edition else {}
    payload = {
        "schema": "markov/page/1",
        "version": __version__,
        "game": asked.game.slug,
        "title": asked.game.name,
        "edited": edited_name(asked.game),
        "source": asked.game.source,
        "place": place,
        "edits": {key: {e: p if p else "none" for e, p in pays.items()} for key, pays in edits.items()},
        "names": {key: wager.name for key, wager in asked.wagers.items()},
        "reading": dict(asked.reading),
        "options": [
            {"key": each.key, "question": each.question, "choices": list(each.choices.items())}
            for each in asked.game.options
        ],
        "readings": [{"choice": dict(choice), "models": dict(here)} for choice, here in sheet.readings],
        "certificates": proofs,
    }
    parts = script(*_SCRIPTS), script(*_SHOWN), static("live.css"), _compact(payload)
    held = {"page": packed("\0".join(parts)), **held}
    title = escape(asked.game.name)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="markov {__version__}">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}: exact odds</title>",
            f"<style>{static('page.css')}</style></head><body>",
            f"<main><header><h1>{title}</h1>",
            f"<p>{escape(reading_in_words(asked.reading))} Source: {escape(asked.game.source)}.</p></header>",
            _sheet(asked, sheet.answers),
            '<section id="wager" aria-live="off"></section>',
            f"<footer><p>Exact odds by markov {__version__}; this file loads nothing and sends nothing.</p>",
            "</footer>",
            "</main>",
            *(f'<script type="text/plain" id="{name}">{text}</script>' for name, text in held.items()),
            f"<script>{static('load.js')}</script>",
            "</body></html>",
            "",
        ]
    )


def _shared(models: Mapping[int, Model]) -> Mapping[int, Model]:
    """The models, by number; a part of a chain that an earlier one has is held there alone."""
    shared = dict(models)
    seen: dict[str, int] = {}
    for number, made in models.items():
        chain = dict(made["chain"] or {})
        for part, held in chain.items():
            if (first := seen.setdefault(f"{part}{_compact(held)}", number)) != number:
                chain[part] = {"as": first}
        shared[number] = {**made, "chain": chain or None}
    return shared


_HEADS = "wager", "pays", "house edge", "win", "RTP", "std. dev.", "average"


def _sheet(asked: Asked, answers: Sequence[Answer]) -> str:
    """The sheet as a table that is read without scripts."""
    lines = [
        '<section id="sheet" aria-labelledby="sheet-title"><h2 id="sheet-title">The sheet</h2>',
        "<p>Best play, and the chance to win without surrender; per unit staked. ",
        '<span class="scripted">Open a wager to change its pays.</span>',
        "<noscript>To change pays, open this file in a browser.</noscript></p>",
        '<div class="wide"><table><thead><tr>',
        *(f'<th scope="col">{head}</th>' for head in (*_HEADS[:-1], f"{_HEADS[-1]} {asked.trial}s")),
        "</tr></thead><tbody>",
    ]
    for answered in answers:
        play, wager = answered.optimal, answered.wager
        chance = sum((each.probability for each in wins(answered)), Fraction(0))
        cells = (
            percent(play.edge.per_stake),
            one_in(chance) if chance else "–",
            percent(play.rtp),
            root(play.variance, 4),
            rounded(play.spins.mean, 4),
        )
        key = escape(slug(wager.name))
        lines.append(
            f'<tr><th scope="row"><a href="#{key}">{escape(wager.name)}</a></th>'
            f'<td class="words">{_pays(wager)}</td>'
            + "".join(f"<td>{cell.replace('-', '−')}</td>" for cell in cells)
            + "</tr>"
        )
    lines.append("</tbody></table></div></section>")
    return "".join(lines)


def _pays(wager: Wager) -> str:
    """The lines of the paytable that bring anything back, each in one piece."""
    words = {ending: as_posted(wager, ending) for ending in wager.pays if wager.pays[ending]}
    lines = (f"{ending} {said}" for ending, said in words.items())
    return ", ".join(f"<span>{escape(line)}</span>" for line in lines)


def place_of(name: str) -> str:
    """The name of the game for a command on the reader's machine: that of a file without its folder."""
    path = Path(name)
    return path.name if path.suffix else name
