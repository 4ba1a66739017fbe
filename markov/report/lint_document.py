"""What a reviewer would question, for a machine to read: a flat table, and a JSON document."""

from markov.formats.states import label, plain
from markov.report.document import Document
from markov.report.lint import Reviewed
from markov.report.lint_words import WORDS, sentence
from markov.report.table import Column, Table, Word
from markov.review.finding import Finding
from markov.sheet import slug


def flat(found: Reviewed) -> Table:
    """A row for each finding; figures are fractions."""
    names = ("severity", "finding", "wager", "lines", "states", "figures", "says", "do")
    rows = []
    for one in found.listed:
        numbers = [f"{name}={number}" for name, number in one.figures.items()]
        words = [f"{name}={words}" for name, words in one.texts.items()]
        cells = (
            one.severity,
            one.code,
            slug(one.wager),
            "; ".join(one.endings),
            "; ".join(map(label, one.states)),
            "; ".join([*words, *numbers]),
            sentence(one),
            WORDS[one.code].do,
        )
        rows.append(tuple(map(Word, cells)))
    return Table(found.game.name, tuple(Column(name, "left") for name in names), tuple(rows))


def document(found: Reviewed) -> Document:
    """The same as a JSON document; exact numbers are texts."""
    profile = found.profile
    bounds = {
        "least_return": profile.least_return,
        "most_return": profile.most_return,
        "least_chance": profile.least_chance,
        "minimum": profile.minimum,
        "chip": profile.chip,
    }
    return {
        "schema": "markov/lint/1",
        "game": found.game.slug,
        "options": dict(found.reading),
        "profile": {
            "profile": found.given,
            "name": profile.name,
            "written_for": profile.written_for,
            "citation": profile.citation,
            "date": profile.date.isoformat(),
            "address": profile.address or None,
            "seen": profile.seen or None,
            "notice": profile.notice,
            "base": profile.base.replace("-", "_"),
            "play": profile.play,
            "words": profile.words,
            **{name: None if bound is None else str(bound) for name, bound in bounds.items()},
        },
        "wagers": [slug(name) for name in found.wagers],
        "readings": found.readings,
        "least": found.least,
        "counts": dict(found.counts),
        "ok": not found.counts["error"],
        "findings": [_finding(one) for one in found.listed],
    }


def _finding(one: Finding) -> Document:
    return {
        "code": one.code,
        "severity": one.severity,
        "wager": slug(one.wager) or None,
        "name": one.wager or None,
        "endings": list(one.endings),
        "states": [plain(state) for state in one.states],
        "figures": {name: str(number) for name, number in one.figures.items()},
        "texts": dict(one.texts),
        "says": sentence(one),
        "do": WORDS[one.code].do,
    }
