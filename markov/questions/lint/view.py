"""The findings about a sheet that a reviewer would question."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from markov.questions.lint.finding import OPEN, SEVERITIES, Finding, Reviewed, Severity
from markov.questions.lint.profile import Profile
from markov.questions.lint.words import WORDS, figure, sentence, text
from markov.tables import json_record
from markov.tables.records import Records
from markov.tables.table import PLAYS, Table, Tone, Word, closed, counts, in_percent, said, table
from markov.tables.table import words as column
from markov.tables.view import Document, View
from markov.wager.game import slug
from markov.wager.wager import label

_TONES: Mapping[Severity, Tone] = {"error": "bad", "warning": "even", "note": "faint"}

# What a table leaves out: the one is said at its head, the other follows from what it lists.
_SAID = {"base", "play", "stake", "chip"}
_FOLLOWS = {("leak", "edge_best"), ("leak", "edge_without")}


def view(found: Reviewed) -> View:
    """The scope of the check, then the findings, a table for each severity."""
    tables = [_head(found)]
    tables += [_findings(found, severity) for severity in found.severities if found.counts[severity]]
    return View(closed(tables, _notes(found)), lambda: _records(found), lambda: _document(found))


def _head(found: Reviewed) -> Table:
    game = found.asked.game.name
    name = ": ".join(dict.fromkeys([game, *found.wagers])) if len(found.wagers) == 1 else game
    checked = dict(_checked(found))
    return table(f"{name}: {_total(found)}", [column("checked", checked), column("scope", checked.values())])


def _total(found: Reviewed) -> str:
    """The number of findings in words."""
    if not found.findings:
        return "nothing to question"
    if not found.numbered:
        return f"no {'s and no '.join(found.severities)}s"
    return _counted(found, found.severities)


def _checked(found: Reviewed) -> Iterator[tuple[str, str]]:
    profile = found.profile
    yield "wagers", str(len(found.wagers))
    yield "readings", str(found.readings) if found.readings > 1 else "one; --readings checks all"
    yield "profile", profile.name
    yield "returns", _bounds(profile)
    if profile.least_chance is not None:
        yield "chances", f"of a win, at least {profile.least_chance}"
    yield "pays", "posted either for or to" if profile.words == "any" else f"said with “{profile.words}”"
    if profile.minimum is None:
        yield "chips", "not checked, as the profile names no smallest stake; --minimum does"
    else:
        yield "chips", f"a stake of {profile.minimum}, in chips of {profile.chip}"


def _bounds(profile: Profile) -> str:
    bounds = [
        f"{word} {in_percent(bound)}"
        for word, bound in (("at least", profile.least_return), ("at most", profile.most_return))
        if bound is not None
    ]
    if not bounds:
        return "no bounds"
    return f"{' and '.join(bounds)} {profile.base.replace('-', ' ')}, {PLAYS[profile.play]}"


def _counted(found: Reviewed, severities: Sequence[Severity]) -> str:
    each = [(severity, found.counts[severity]) for severity in severities]
    return ", ".join(f"{count} {severity}{'s' if count != 1 else ''}" for severity, count in each if count)


def _findings(found: Reviewed, severity: Severity) -> Table:
    numbers = [(number, one) for number, one in found.numbered if one.severity == severity]
    listed = [one for _, one in numbers]
    parts = [
        counts("", [number for number, _ in numbers]),
        column("place", [_place(one, found) for one in listed]),
        column("finding", [Word(one.code, _TONES[severity]) for one in listed]),
        column("figures", map(_figures, listed)),
    ]
    if any(found.disposition(one) != OPEN for one in found.findings):
        parts.append(column("disposition", map(found.disposition, listed)))
    return table(f"{severity.capitalize()}s", parts)


def _place(one: Finding, found: Reviewed) -> str:
    return ": ".join(part for part in (one.wager or "the sheet", _line(one, found)) if part)


def _line(one: Finding, found: Reviewed) -> str:
    """The lines that are in question, and the states in which."""
    first = ", ".join(one.endings)
    if len(one.states) == 1:
        return f"{first} in {label(one.states[0], found.rule(one))}"
    return f"{first} in {len(one.states):,} states" if one.states else first


def _figures(one: Finding) -> str:
    told = [text(name, words) for name, words in one.texts.items() if name not in _SAID]
    told += [
        figure(name, number)
        for name, number in one.figures.items()
        if name not in _SAID and (one.code, name) not in _FOLLOWS
    ]
    return "; ".join(told)


def _notes(found: Reviewed) -> Iterator[str]:
    listed = [one for _, one in found.numbered]
    for code in dict.fromkeys(one.code for one in listed):
        yield f"{code}: {WORDS[code].means} {WORDS[code].do}"
    if any(len(one.states) > 1 for one in listed):
        yield "In several states, the figures are those of the one that speaks most for taking the offer."
    if left_out := _counted(found, [one for one in SEVERITIES if one not in found.severities]):
        yield f"Not listed, as less grave than {found.least}: {left_out}."
    yield from _compared(found)
    if found.unmatched:
        yield f"Dispositions that answer no finding: {', '.join(found.unmatched)}."
    profile = found.profile
    yield f"Profile: {profile.name}, for {profile.written_for}."
    address = f", {profile.address}" if profile.address else ""
    yield f"Citation: {profile.citation}, as of {profile.date.isoformat()}{address}."
    if profile.seen:
        yield f"Seen in: {profile.seen}"
    yield profile.notice
    yield said(found.asked.reading)
    yield f"Source: {found.asked.game.source}."


def _compared(found: Reviewed) -> Iterator[str]:
    """The number of comparisons that were made, and what was not compared."""
    made = [one for one in found.checks if one.count]
    if made:
        total = sum(one.count for one in made)
        yield f"{total:,} comparisons were made, for {len(made)} of {len(found.checks)} kinds of finding."
    if reasons := dict.fromkeys(one.why for one in found.checks if not one.count):
        yield f"Not compared, as: {'; '.join(reasons)}."


def _document(found: Reviewed) -> Document:
    """The profile, the counts and the findings that are listed."""
    profile = found.profile
    return {
        **json_record.head("lint", found.asked),
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
            "least_return": profile.least_return,
            "most_return": profile.most_return,
            "least_chance": profile.least_chance,
            "minimum": profile.minimum,
            "chip": profile.chip,
        },
        "wagers": [slug(name) for name in found.wagers],
        "readings": found.readings,
        "least": found.least,
        "counts": found.counts,
        "ok": not found.counts["error"],
        "checks": [
            {
                "code": one.code,
                "compared": WORDS[one.code].compared,
                "count": one.count,
                "why": one.why or None,
                "findings": sum(each.code == one.code for each in found.findings),
            }
            for one in found.checks
        ],
        "unmatched": found.unmatched,
        "findings": [
            {
                "number": number,
                "id": one.id,
                "code": one.code,
                "severity": one.severity,
                "wager": slug(one.wager) or None,
                "name": one.wager or None,
                "endings": one.endings,
                "states": one.states,
                "figures": {name: str(number) for name, number in one.figures.items()},
                "texts": one.texts,
                "says": sentence(one, found.rule(one)),
                "do": WORDS[one.code].do,
                "compared": WORDS[one.code].compared,
                "disposition": found.dispositions.get(one.id),
            }
            for number, one in found.numbered
        ],
    }


def _records(found: Reviewed) -> Records:
    """A row for each figure of each finding, and one for a finding that has none."""
    kinds = {"game": str, "wager": str, "number": int, "severity": str, "finding": str, "endings": str}
    rows: list[dict[str, Any]] = []
    for number, one in found.numbered:
        about = {
            "game": found.asked.game.slug,
            "wager": slug(one.wager) or None,
            "number": number,
            "severity": one.severity,
            "finding": one.code,
            "endings": "; ".join(one.endings),
            "states": "; ".join(map(label, one.states)),
            "says": sentence(one, found.rule(one)),
            "do": WORDS[one.code].do,
            "id": one.id,
            "disposition": found.disposition(one),
        }
        known = [{"figure": name, "value": Fraction(figure)} for name, figure in one.figures.items()]
        known += [{"figure": name, "text": words} for name, words in one.texts.items()]
        rows += [{**about, **each} for each in known or [{}]]
    more = {
        "states": str,
        "figure": str,
        "value": Fraction,
        "text": str,
        "says": str,
        "do": str,
        "id": str,
        "disposition": str,
    }
    return Records({**kinds, **more}, rows)
