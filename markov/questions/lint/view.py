"""What a reviewer would question, as tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markov.formats.states import label, plain
from markov.questions.lint.finding import SEVERITIES, Finding, Severity
from markov.questions.lint.profile import Profile
from markov.questions.lint.words import WORDS, figure, sentence, text
from markov.tables.phrases import PLAYS, said
from markov.tables.table import Cell, Column, Table, Tone, Word, in_percent
from markov.tables.view import Document
from markov.wager.game import Game, slug

_TONES: Mapping[Severity, Tone] = {"error": "bad", "warning": "even", "note": "faint"}

# What a table leaves out: the one is said at its head, the other follows from what it lists.
_SAID = {"base", "play", "stake", "chip"}
_FOLLOWS = {("leak", "edge_best"), ("leak", "edge_without")}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What was asked, and what there is to question.

    given      how the profile was asked for
    wagers     the names of those that were checked
    readings   how many readings were checked
    findings   all of them, the gravest first
    least      findings that are less grave are counted and not listed
    """

    game: Game
    reading: Mapping[str, str]
    given: str
    profile: Profile
    wagers: Sequence[str]
    readings: int
    findings: Sequence[Finding]
    least: Severity

    @property
    def counts(self) -> dict[Severity, int]:
        """How many findings there are of each severity, listed or not."""
        counted = Counter(one.severity for one in self.findings)
        return {severity: counted[severity] for severity in SEVERITIES}

    @property
    def severities(self) -> tuple[Severity, ...]:
        """The severities that are listed."""
        return SEVERITIES[: SEVERITIES.index(self.least) + 1]

    @property
    def listed(self) -> list[Finding]:
        """The findings that are listed."""
        return [one for one in self.findings if one.severity in self.severities]


def tables(found: Reviewed) -> list[Table]:
    """What was checked, then the findings, a table for each severity."""
    parts = [_head(found)]
    parts += [_findings(found, severity) for severity in found.severities if found.counts[severity]]
    last = parts[-1]
    return [*parts[:-1], Table(last.title, last.columns, last.rows, tuple(_notes(found)))]


def _head(found: Reviewed) -> Table:
    one = len(found.wagers) == 1
    name = ": ".join(dict.fromkeys([found.game.name, *found.wagers[:1]])) if one else found.game.name
    columns = Column("checked", "left"), Column("", "left")
    rows = tuple((Word(what), Word(words)) for what, words in _checked(found))
    return Table(f"{name}: {_total(found)}", columns, rows)


def _total(found: Reviewed) -> str:
    """How many findings there are, or that there is none."""
    if not found.findings:
        return "nothing to question"
    if not found.listed:
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
    yield "pays", "said in any word" if profile.words == "any" else f"said with “{profile.words}”"
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
    counts = [(severity, found.counts[severity]) for severity in severities]
    return ", ".join(f"{count} {severity}{'s' if count != 1 else ''}" for severity, count in counts if count)


def _findings(found: Reviewed, severity: Severity) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found.findings:
        if one.severity == severity:
            rows.append((Word(_place(one)), Word(one.code, _TONES[severity]), Word(_figures(one))))
    columns = Column("place", "left"), Column("finding", "left"), Column("figures", "left")
    return Table(f"{severity.capitalize()}s", columns, tuple(rows))


def _place(one: Finding) -> str:
    return ": ".join(part for part in (one.wager or "the sheet", _line(one)) if part)


def _line(one: Finding) -> str:
    """The lines that are in question, and the states in which."""
    first = ", ".join(one.endings)
    if len(one.states) == 1:
        return f"{first} in {label(one.states[0])}"
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
    for code in dict.fromkeys(one.code for one in found.listed):
        yield f"{code}: {WORDS[code].means} {WORDS[code].do}"
    if any(len(one.states) > 1 for one in found.listed):
        yield "In several states, the figures are those of the one that speaks most for taking the offer."
    if left_out := _counted(found, [one for one in SEVERITIES if one not in found.severities]):
        yield f"Not listed, as less grave than {found.least}: {left_out}."
    profile = found.profile
    yield f"Profile: {profile.name}, for {profile.written_for}."
    address = f", {profile.address}" if profile.address else ""
    yield f"Citation: {profile.citation}, as of {profile.date.isoformat()}{address}."
    if profile.seen:
        yield f"Seen in: {profile.seen}"
    yield profile.notice
    yield said(found.reading)
    yield f"Source: {found.game.source}."


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
