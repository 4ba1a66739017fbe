"""The findings about a sheet that a reviewer would question."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

from markov.exact import decimal, in_percent
from markov.naming import counted
from markov.questions.lint.finding import OPEN, SEVERITIES, Finding, Reviewed, Severity
from markov.questions.lint.profile import Profile
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.endings import at_state
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import PLAYS, Tone, Word, decides, way_words
from markov.tables.view import Document, View, view_of
from markov.wager.game import slug
from markov.wager.rule import label
from markov.wager.wager import Wager

_TONES: Mapping[Severity, Tone] = {"error": "bad", "warning": "even", "note": "faint"}

_BOUNDS = (
    "name written_for citation date address seen notice base play words least_return most_return "
    "least_chance minimum chip"
)

# What a table leaves out: the one is said at its head, the other follows from what it lists.
_SAID = {"base", "play", "stake", "chip"}
_FOLLOWS = {("leak", "edge_best"), ("leak", "edge_without")}


def view(review: Reviewed) -> View:
    """The scope of the check, then the findings, a table for each severity."""
    return view_of(
        "lint",
        review.asked,
        lambda: _parts(review),
        headline=lambda: _total(review).capitalize(),
        notes=lambda: _notes(review),
        document=lambda: _document(review),
    )


def _parts(review: Reviewed) -> Iterator[Rows[Any]]:
    yield _head(review)
    columns = (c.counts("", itemgetter(0), "number"), *c.through(itemgetter(1), _columns(review)))
    for severity in review.severities:
        graded = [(number, finding) for number, finding in review.numbered if finding.severity == severity]
        yield Rows(f"{severity.capitalize()}s", graded, columns, part="")
    yield Rows("", review.numbered, columns, part="findings")
    figured = [(number, *each) for number, finding in review.numbered for each in finding.figures.items()]
    number, name = c.counts(None, itemgetter(0), "number"), c.words(None, itemgetter(1), "figure")
    yield Rows(
        "", figured, (number, name, c.exact(None, itemgetter(2), "value")), part="figures", nested=True
    )
    counts = Counter(finding.code for finding in review.findings)
    checked = (
        *c.keyed(c.WORDS, "code"),
        c.words(None, lambda check: WORDS[check.code].compared, "compared"),
        *c.keyed(c.COUNT, "count"),
        c.words(None, lambda check: check.why or None, "why"),
        c.counts(None, lambda check: counts[check.code], "findings"),
    )
    yield Rows("", review.checks, checked, part="checks")


def _head(review: Reviewed) -> Rows[tuple[str, str]]:
    game = review.asked.game.name
    name = ": ".join(dict.fromkeys([game, *review.wagers])) if len(review.wagers) == 1 else game
    columns = c.words("checked", itemgetter(0)), c.words("scope", itemgetter(1))
    return Rows(f"{name}: what was checked", _checked(review), columns, part="")


def _columns(review: Reviewed) -> Iterator[Column[Finding]]:
    answered = any(review.disposition(finding) != OPEN for finding in review.findings)
    disposition = "disposition" if answered else None
    yield c.words("place", lambda finding: _place(finding, review))
    yield c.words("finding", "code", shown=lambda finding: Word(finding.code, _TONES[finding.severity]))
    yield c.words("figures", lambda finding: _figures(finding, review.about(finding)))
    yield c.words(
        disposition,
        lambda finding: review.dispositions.get(finding.id),
        "disposition",
        shown=review.disposition,
    )
    yield from c.keyed(c.WORDS, "id severity")
    yield c.words(None, lambda finding: slug(finding.wager) or None, "wager")
    yield c.words(None, lambda finding: finding.wager or None, "name")
    yield c.words(None, lambda finding: sentence(finding, review.about(finding)), "says")
    yield c.words(None, lambda finding: WORDS[finding.code].do, "do")
    yield c.words(None, lambda finding: WORDS[finding.code].compared, "compared")
    yield from c.keyed(c.LISTED, "endings")
    yield c.words(None, "states", kind=c.LISTED, shown=lambda finding: "; ".join(map(label, finding.states)))
    yield c.words(None, "figures", kind=c.LISTED, shown=lambda finding: _pairs(finding.figures))
    yield c.words(None, "texts", kind=c.LISTED, shown=lambda finding: _pairs(finding.texts))


def _pairs(values: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} {value}" for name, value in values.items())


def _total(review: Reviewed) -> str:
    """The number of findings in words."""
    if not review.findings:
        return "nothing to question"
    if not review.numbered:
        return f"no {'s and no '.join(review.severities)}s"
    return _counted(review, review.severities)


def _checked(review: Reviewed) -> Iterator[tuple[str, str]]:
    profile = review.profile
    yield "wagers", str(len(review.wagers))
    yield "readings", str(review.readings) if review.readings > 1 else "one; --readings checks all"
    yield "profile", profile.name
    yield "returns", _bounds(profile)
    if profile.least_chance is not None:
        yield "chances", f"of a win, at least {profile.least_chance}"
    yield "pays", "posted either for or to" if profile.words == "any" else f"said with “{profile.words}”"
    if profile.minimum is None:
        yield "chips", "not checked, as the profile names no smallest stake; --minimum gives one"
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


def _counted(review: Reviewed, severities: Sequence[Severity]) -> str:
    each = [(severity, review.counts[severity]) for severity in severities]
    return ", ".join(counted(count, severity) for severity, count in each if count)


def _place(finding: Finding, review: Reviewed) -> str:
    return ": ".join(part for part in (finding.wager or "the sheet", _line(finding, review)) if part)


def _line(finding: Finding, review: Reviewed) -> str:
    """The lines that are in question, and the states in which."""
    first = ", ".join(finding.endings)
    if len(finding.states) == 1:
        wagers = review.about(finding)
        return f"{first} {at_state(finding.states[0], wagers[0].rule if wagers else None)}"
    return f"{first} in {len(finding.states):,} states" if finding.states else first


def _figures(finding: Finding, wagers: Sequence[Wager]) -> str:
    parts = [text(name, words) for name, words in finding.texts.items() if name not in _SAID]
    parts += [
        figure(name, number, wagers)
        for name, number in figures(finding).items()
        if name not in _SAID and (finding.code, name) not in _FOLLOWS
    ]
    return "; ".join(parts)


def _notes(review: Reviewed) -> Iterator[str]:
    listed = [finding for _, finding in review.numbered]
    for code in dict.fromkeys(finding.code for finding in listed):
        yield f"{code}: {WORDS[code].means} {WORDS[code].do}"
    if any(len(finding.states) > 1 for finding in listed):
        yield "In several states, the figures are those of the one that speaks most for taking the offer."
    if left_out := _counted(review, [grade for grade in SEVERITIES if grade not in review.severities]):
        yield f"Not listed, as less grave than {review.least}: {left_out}."
    yield from _compared(review)
    if review.unmatched:
        yield f"Dispositions that answer no finding: {', '.join(review.unmatched)}."
    profile = review.profile
    yield f"Profile: {profile.name}, for {profile.written_for}."
    address = f", {profile.address}" if profile.address else ""
    yield f"Citation: {profile.citation}, as of {profile.date.isoformat()}{address}."
    if profile.seen:
        yield f"Seen in: {profile.seen}"
    yield profile.notice
    yield t.reading_in_words(review.asked.reading)
    yield f"Source: {review.asked.game.source}."


def _compared(review: Reviewed) -> Iterator[str]:
    """The number of comparisons that were made, and what was not compared."""
    made = [check for check in review.checks if check.count]
    if made:
        total = sum(check.count for check in made)
        yield f"{total:,} comparisons were made, for {len(made)} of {len(review.checks)} kinds of finding."
    if reasons := dict.fromkeys(check.why for check in review.checks if not check.count):
        yield f"Not compared, because: {'; '.join(reasons)}."


def _document(review: Reviewed) -> Document:
    """The profile, the wagers and the counts."""
    profile = review.profile
    return {
        "profile": {
            "profile": review.given,
            **members(profile, _BOUNDS),
            "date": profile.date.isoformat(),
            "address": profile.address or None,
            "seen": profile.seen or None,
            "base": profile.base.replace("-", "_"),
        },
        "wagers": [slug(name) for name in review.wagers],
        **members(review, "readings least counts"),
        "ok": not review.counts["error"],
        "unmatched": review.unmatched,
    }


@dataclass(frozen=True, slots=True)
class Words:
    """The meaning of a code, what to do about it, and what is compared to find it."""

    means: str
    do: str
    compared: str


_WORDS = """
    player-edge: The house loses on average. → Lower a pay or take a line out; `markov
        price` names the pay for an edge. ← the edge of each wager under best play, with zero.
    envy-loss: What the house owes the dealer is more than what it wins. → Lower the envy or a pay. ←
        the house edge after the dealer bonus (envy), with no offer taken and under best play, with zero.
    return-low: What comes back is less than the profile's bound. → Raise a pay; `markov price` names
        the pay for an edge. ← the return of each wager with the profile's least return.
    return-high: What comes back is more than the profile's bound. → Lower a pay; `markov price` names
        the pay for an edge. ← the return of each wager with the profile's greatest return.
    chance-low: A win is rarer than the profile allows. → Ask whether the wager may be offered, or make
        the win likelier. ← the chance of each win with the profile's least chance.
    pay-words: A pay is posted in another word than the profile wants. → Post it as wanted, which pays
        the same. ← the word of each pay with the one that the profile wants.
    no-edge: The edge is exactly zero. → Say whether that is meant; if not, lower a pay
        or a line that the player may choose. ← the edge of each wager under best play, with zero.
    leak: Taking the offer is worth more than playing on, so best play takes it. → Say whether its cost
        is meant; if not, lower it; `markov surrender` shows the schedule for an edge. ← what each offer
        pays, in every state where it is made, with what playing on is worth under best play.
    rarer-less: The first ending is rarer than the second and pays less. → Say why, or swap the pays. ←
        each two wins of a wager: the chances and what they gain.
    later-less: The first line is further on than the second and pays less. → Raise the later line or
        lower the earlier one. ← each two lines of a kind: their numbers and what they return.
    below-stake: An ending pays something, and less than was put up: a loss that looks like a win. → Say
        on the sheet that it is a loss, or pay nothing or the stake. ← what each ending that can come
        returns, with what was put up.
    mirror-pays: The wager has the chances of the other one, by mirrored rules, and other pays, envy or
        commission. → Make them the same, or say why they differ. ← each two wagers: chances, lengths,
        pays, envy and commission.
    mixed-words: Some pays of the sheet are posted with “for”, some with “to”. → Post all in one word; a
        player who mistakes one for the other is a stake out. ← the words of all pays that win.
    not-payable: At the smallest stake the pay is no whole number of chips, and is taken as rounded down. →
        Ask for a stake from which it is paid exactly and for whole multiples of it, or post another
        pay. ← each line at the smallest stake, with whole chips.
    commission: At the smallest stake the commission is no whole number of chips. → Say how it is
        rounded, or ask for a larger stake; `markov payable` shows what rounding does. ← each commission
        at the smallest stake, with whole chips.
    idle-option: No choice of the option changes anything, and the sheet does not say why. → Say so in
        `idle`, or take the option out. ← the wagers under each choice of each option, with those under
        its default.
    not-idle: The sheet says that the option changes no odds, and it does. → Take its `idle` out. ← the
        wagers under each choice of an option that is said to be idle, with those under its default.
    reading-edge: Under this interpretation best play has an edge on the house. → Settle the question in the
        rules; `markov readings` ranks the readings. ← the edge of each wager under best play and each
        other reading, with zero.
    reading-envy: Under this interpretation the house owes the dealer more than it wins. → Settle the question
        in the rules, or lower the envy. ← what the house keeps after envy under each other reading,
        with zero.
    above-fair: The offer is worth more than taking no offer at all; only later offers make playing on worth
        more. → Look at the offers that come later: without them this one would be taken. ← what each
        offer pays, in every state where it is made, with what taking no offer at all is worth.
    tie: Taking the offer is worth exactly what playing on is. → Nothing, if that is meant: the choice
        changes the risk and no edge. ← what each offer pays, in every state where it is made, with what
        playing on is worth under best play.
    dead-offer: The offer is worth less than playing on wherever it is made: taking it is never right. →
        Say whether that is meant; an offer above what playing on is worth would be taken. ← what each
        offer pays, in every state where it is made, with what playing on is worth under best play.
    unreached: Under best play this line is never paid, because an offer is taken first. → Lower the offers
        that are taken, if the line is meant to be won. ← each win and each offer of a wager with
        offers, with what best play can come to.
    same-bet: The wager is decided exactly as the other one is. → Say which is the better bet, or keep
        one of them. ← each two wagers: their rules, wheels and winning endings.
"""


def _words(entry: str) -> tuple[str, Words]:
    code, _, words = " ".join(entry.split()).partition(": ")
    means, _, rest = words.partition(" → ")
    do, _, compared = rest.partition(" ← ")
    return code, Words(means, do, compared.rstrip("."))


WORDS: Mapping[str, Words] = dict(map(_words, re.split(r"\n    (?! )", _WORDS)[1:]))
"""The words of each code: its meaning, behind the arrow what to do, behind the other what is compared."""

_SHARES: Mapping[str, str] = {  # shown as percentages; `never` is that way of playing in words
    "edge_best": "edge, best play",
    "edge_never": "edge, {never}",
    "edge_without": "without the line",
    "edge_paid": "as paid",
    "other_edge_best": "edge of the other, best play",
    "other_edge_never": "edge of the other, {never}",
    "default_edge_best": "by default",
    "house": "house after envy",
    "default_house": "by default",
    "other_envy_never": "envy of the other",
    "house_best": "house after envy, best play",
    "house_never": "house after envy, {never}",
    "envy_best": "envy, best play",
    "envy_never": "envy, {never}",
    "return": "return",
    "bound": "bound",
    "chance": "chance",
    "other_chance": "chance of the other",
}
_MONEY: Mapping[str, str] = {
    "other_outlay": "outlay of the other",
    "returned": "returns",
    "other_returned": "the other returns",
    "outlay": "outlay",
    "offered": "offered",
    "continuing": "playing on",
    "never": "playing to the end",
    "margin": "margin",
    "cost": "costs",
    "exact": "due",
    "paid": "paid",
    "down": "rounded down",
    "up": "rounded up",
    "stake": "stake",
    "chip": "chip",
    "exact_from": "all exact from a stake of",
}
_TEXTS: Mapping[str, str] = {
    "posted": "posted",
    "wanted": "wanted",
    "other": "against",
    "other_posted": "there",
    "for": "“for”",
    "to": "“to”",
    "taken": "best play takes",
    "option": "option",
    "question": "asks",
    "idle": "says",
    "reading": "reading",
    "rejected": "rejected by the sheet",
    "base": "counted",
}


def figures(finding: Finding) -> dict[str, Fraction]:
    """The figures of the finding by name; those of best play only where it is not play to the end.

    Of two wagers that are compared, both have a figure of best play or neither has.
    """
    known = finding.figures

    def differs(best: str) -> bool:
        return known.get(f"{best.removesuffix('best')}never") != known.get(best)

    return {
        name: number
        for name, number in known.items()
        if not name.endswith("_best") or differs(name.removeprefix("other_"))
    }


def figure(
    name: str, number: Fraction, wagers: Sequence[Wager] = (), exactly: Callable[[Fraction], str] = str
) -> str:
    """The figure with its name: exactly, and rounded where it is no whole number.

    wagers    that it is a figure of, by whose rules the words for a way of playing go
    exactly   the words of a fraction, which may be long

    >>> figure("offered", Fraction(6)), figure("margin", Fraction(2, 7))
    ('offered 6', 'margin 2/7 (0.285714)')
    """
    exact = f"{name_of(name, wagers)} {exactly(number)}"
    if number.denominator == 1:
        return exact
    return f"{exact} ({in_percent(number) if is_share(name) else decimal(number)})"


def name_of(figure: str, wagers: Sequence[Wager] = ()) -> str:
    """The name of a figure of the wagers in words.

    >>> name_of("continuing"), name_of("edge_never")
    ('playing on', 'edge, no offer taken')
    """
    name = _SHARES.get(figure) or _MONEY[figure]
    if wagers and not any(map(decides, wagers)):
        return name.removesuffix(", {never}")
    return name.format(never=way_words("never", *wagers))


def is_share(figure: str) -> bool:
    """True for a figure that is shown as a percentage."""
    return figure in _SHARES


def text(name: str, words: str) -> str:
    """The words with what they are."""
    if name == "play":
        return PLAYS["optimal" if words == "optimal" else "never"]
    return f"{_TEXTS[name]} {words.replace('-', ' ') if name == 'base' else words}"


def sentence(finding: Finding, wagers: Sequence[Wager] = ()) -> str:
    """The finding in a sentence of its own, with its place and its figures.

    wagers   the one that it is about; none where it is about the sheet
    """
    lines = " and ".join(finding.endings)
    rule = wagers[0].rule if wagers else None
    states = f" {at_state(finding.states[0], rule)}" if len(finding.states) == 1 else ""
    place = ", ".join(part for part in (finding.wager, f"{lines}{states}") if part) or "The sheet"
    parts = [text(name, words) for name, words in finding.texts.items()]
    parts += [figure(name, number, wagers) for name, number in figures(finding).items()]
    means = WORDS[finding.code].means
    return f"{place}: {means[0].lower()}{means[1:].rstrip('.')}{': ' if parts else ''}{'; '.join(parts)}."
