"""The odds of a sheet, a row a wager, and of one wager in full."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from markov.exact import rounded
from markov.tables import table as t
from markov.tables.table import (
    NO_LEAK,
    NOTHING,
    ONE_WAY,
    PLAYING_ON,
    PLAYS,
    SAME,
    Cell,
    Figure,
    Part,
    Table,
    Tables,
    Word,
)
from markov.tables.view import View
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.odds import FIGURES, Answer, Decision, Odds, Offer, wins
from markov.wager.paytable import Paytable
from markov.wager.rule import label
from markov.wager.wager import Wager

if TYPE_CHECKING:
    from markov.tables.records import Records
    from markov.tables.view import Document

_MANY = 40  # more offers than this are counted up, not listed, for a reader
_LONGEST = 14  # characters of a fraction on a sheet


def view(asked: Asked, answers: Sequence[Answer]) -> View:
    """The odds of wagers of a game, a row each; of one wager in full."""
    return View(
        Tables(lambda: _tables(asked, answers)),
        lambda: _records(asked, answers),
        lambda: _document(asked, answers),
    )


def _tables(asked: Asked, answers: Sequence[Answer]) -> tuple[Table, ...]:
    if len(answers) > 1:
        return (_sheet(asked, answers),)
    (one,) = answers
    name, game = one.wager.name, asked.game.name
    return alone(one, name if name == game else f"{name} ({game})", t.reading_in_words(asked.reading))


def _document(asked: Asked, answers: Sequence[Answer]) -> "Document":
    from markov.tables import json_record  # a reader at a terminal does not wait for it

    return json_record.odds(asked, answers)


def _sheet(asked: Asked, answers: Sequence[Answer]) -> Table:
    """The odds of every wager, played to its end and played best; wagers alike in every figure share a row.

    A figure that differs from its neighbour nowhere, such as the edge per outlay where nothing is put
    up but the stake, has no column.
    """
    rows: dict[tuple[str, Fraction, Odds, Odds], list[str]] = {}
    for one in answers:
        paid = t.pays(one.never, one.wager.pays)
        chance = sum((ending.probability for ending in wins(one)), Fraction(0))
        key = paid, chance, one.never.in_order(), one.optimal.in_order()
        rows.setdefault(key, []).append(one.wager.name)
    never, best = [play for *_, play, _ in rows], [play for *_, play in rows]
    edge = [play.edge.per_stake for play in never]
    parts = [t.words("wager", map(", ".join, rows.values())), t.words("pays", [paid for paid, *_ in rows])]
    parts.append(t.decimals("chance to win", [chance for _, chance, *_ in rows], t.in_percent))
    parts.append(_house_edges(edge))
    others: dict[str, list[Fraction | None]] = {
        "per outlay": [play.edge.per_outlay for play in never],
        "per resolved": [play.edge.per_resolved for play in never],
        "best play": [play.edge.per_stake for play in best],
    }
    cells = {
        name: [_other_edge(house, other) for house, other in zip(edge, edges, strict=True)]
        for name, edges in others.items()
        if edges != edge
    }
    parts += [t.column(name, column, "point") for name, column in cells.items()]
    notes = ["·: the house edge."] if any(SAME in column for column in cells.values()) else []
    if best != never:
        what = "takes an offer where it is worth more than playing on"
        if any(one.wager.has_actions for one in answers):
            what = "chooses what returns most; the other figures make the first choice everywhere"
        notes.append(f"Best play {what}.")
    elif any(one.offers for one in answers):
        notes.append(NO_LEAK)
    parts.append(
        t.decimals(f"mean {asked.trial}s", [play.spins.mean for play in never], lambda mean: rounded(mean, 2))
    )
    if any(play.envy for play in never):
        parts.append(t.decimals("after envy", [play.house_after_envy for play in never], t.in_percent))
        notes.append("After envy: the house edge less the dealer's envy that is expected.")
    if any(len(str(one)) > _LONGEST for one in edge):
        notes.append("–: a fraction too long for this table; the odds of that wager alone show it.")
    notes += [*t.merged(answers), t.reading_in_words(asked.reading), f"Source: {asked.game.source}."]
    return t.table(asked.game.name, parts, notes)


def _other_edge(house: Fraction, other: Fraction | None) -> Cell:
    if other is None:
        return NOTHING
    return SAME if other == house else Figure(other, t.in_percent)


def _house_edges(numbers: Sequence[Fraction]) -> Part:
    """The house edges as percentages, and as fractions where these are short."""
    short = [None if len(str(one)) > _LONGEST else one for one in numbers]
    exact, left = t.fractions("house edge", short, "house edge")
    shares, right = t.decimals("%", numbers, t.in_percent, "house edge")
    return (*exact, *shares), [(*one, *other) for one, other in zip(left, right, strict=True)]


def alone(answered: Answer, title: str, *reading: str) -> tuple[Table, ...]:
    """The tables of one wager, and the reading in words where it is known."""
    name = answered.wager.name
    tables = [_endings(f"{title}: how it ends", answered), _figures(f"{name}: figures", answered)]
    if len(answered.offers) > _MANY:
        tables.append(_counted(f"{name}: offers by ending", answered.offers, answered.wager.pays))
    elif answered.offers:
        tables.append(_offers(f"{name}: offers", answered.offers, answered.wager))
    if len(answered.strategy) > _MANY:
        tables.append(_strategy_counted(f"{name}: best play by action", answered.strategy))
    elif answered.strategy:
        tables.append(_strategy(f"{name}: best play", answered.strategy, answered.wager))
    return t.closed(tables, _notes(reading, answered))


def _plays(answered: Answer) -> dict[str, Odds]:
    """The plays by name: one where best play is to play on."""
    first = t.way_words("never", answered.wager)
    plays = {first: answered.never, PLAYS["optimal"]: answered.optimal}
    return plays if answered.optimal != answered.never else {first: answered.never}


def _endings(title: str, answered: Answer) -> Table:
    plays = _plays(answered)
    returned = {one.ending: one.returned for play in plays.values() for one in play.endings}
    listed = sorted(returned, key=returned.__getitem__, reverse=True)
    parts = [
        t.words("ending", listed),
        t.words("pays", [t.pay_words(answered.wager, ending) for ending in listed]),
        t.fractions("returns", [returned[ending] for ending in listed]),
    ]
    for name, play in plays.items():
        known = {one.ending: one.probability for one in play.endings}
        parts.append(t.chances(name, [known.get(ending) for ending in listed]))
    return t.table(title, parts)


def _figures(title: str, answered: Answer) -> Table:
    """Every figure of the plays; edges that are equal over several bases are said once."""
    plays, trial = _plays(answered), answered.wager.trial
    alike: dict[tuple[Any, ...], list[str]] = {}
    for name, of in FIGURES.items():
        if name in ("envy", "house_after_envy") and not answered.wager.envy:
            continue
        numbers = tuple(of(play) for play in plays.values())
        alike.setdefault((name if not name.startswith("edge.") else "edge", *numbers), []).append(name)
    rows = []
    for (_, *every), (first, *same) in alike.items():
        bases = "".join(t.named(name, trial).replace("edge per", ",") for name in same)
        cells = (cell for one in every for cell in t.both_ways(first, one))
        rows.append((Word(t.named(first, trial) + bases), *cells))
    return Table(title, t.figure_columns(plays), tuple(rows))


def _offers(title: str, offers: Sequence[Offer], wager: Wager) -> Table:
    parts = [
        t.words("state", [label(offer.state, wager.rule) for offer in offers]),
        t.words("offer", [offer.ending for offer in offers]),
        t.words("pays", [t.posted(wager.pays, offer.ending) for offer in offers]),
        t.figures("playing on", [offer.continuing for offer in offers]),
    ]
    note = f"{PLAYING_ON}."
    if any(offer.never != offer.continuing for offer in offers):
        parts.append(t.figures("never taking", [offer.never for offer in offers]))
        note += " Never taking: what it is worth if no offer is ever taken."
    parts.append(t.figures("margin", [offer.margin for offer in offers]))
    parts.append(t.words("best", map(_verdict, offers), "margin"))
    return t.table(title, parts, [note])


def _strategy(title: str, strategy: Sequence[Decision], wager: Wager) -> Table:
    parts = [
        t.words("state", [label(one.state, wager.rule) for one in strategy]),
        t.words("best action", [one.action for one in strategy]),
        t.figures("worth", [one.worths[one.action] for one in strategy]),
        t.words("next best", [one.next_best for one in strategy]),
        t.figures("worth less by", [one.margin for one in strategy]),
    ]
    note = "Worth: what comes back per unit staked, on average, if play is best from there on"
    if wager.later_stakes:
        note += ", less what is put down on the way"
    return t.table(title, parts, [f"{note}. Only states that best play comes to."])


def _strategy_counted(title: str, strategy: Sequence[Decision]) -> Table:
    by_action = t.grouped(strategy, lambda one: one.action)
    groups = by_action.values()
    parts = [
        t.words("action", by_action),
        t.counts("best in states", map(len, groups)),
        t.counts("tied in", [sum(one.tie for one in same) for same in groups]),
        *t.extremes("worth more by", [[one.margin for one in same] for same in groups]),
    ]
    note = f"There are {len(strategy):,} states with a choice; --json and --format csv list every one."
    return t.table(title, parts, [note])


def _verdict(offer: Offer) -> Word:
    if offer.tie:
        return Word("tie: play on", "even")
    return Word("take", "good") if offer.take else Word("play on", "faint")


def _counted(title: str, offers: Sequence[Offer], pays: Paytable) -> Table:
    by_ending = t.grouped(offers, lambda offer: offer.ending)
    groups = by_ending.values()
    parts = [
        t.words("offer", by_ending),
        t.words("pays", [t.posted(pays, ending) for ending in by_ending]),
        t.counts("in states", map(len, groups)),
        t.counts("take in", [sum(offer.take for offer in same) for same in groups]),
        t.counts("tie in", [sum(offer.tie for offer in same) for same in groups]),
        *t.extremes("playing on", [[offer.continuing for offer in same] for same in groups]),
    ]
    note = f"There are {len(offers):,} offers; --json and --format csv list every one."
    return t.table(title, parts, [note])


def _notes(reading: Sequence[str], answered: Answer) -> Iterator[str]:
    if answered.wager.has_actions:
        yield "First choices: in every state the action that the rule names first."
        if answered.optimal == answered.never:
            yield "Nothing is worth more than the first choices."
    elif not answered.offers:
        yield ONE_WAY
    elif answered.optimal == answered.never:
        yield NO_LEAK
    if answered.states is None:
        yield "Solved exactly as a race of tallies, without states."
    else:
        yield f"Solved exactly on a chain of {answered.states:,} states, endings included."
    yield from t.merged([answered])
    yield from reading
    yield f"Source: {answered.wager.source}."


KINDS = {"game": str, "wager": str, "play": str, "ending": str, "state": object, "figure": str}


def _records(asked: Asked, answers: Sequence[Answer]) -> "Records":
    """A row for each figure of each wager and play, of each ending and of each offer."""
    from markov.tables.records import Records

    rows: list[dict[str, Any]] = []
    for answered in answers:
        about = {"game": asked.game.slug, "wager": slug(answered.wager.name)}
        for way, play in (("never", answered.never), ("optimal", answered.optimal)):
            played = {**about, "play": way}
            for name, of in FIGURES.items():
                rows.append({**played, "figure": name, "value": t.value(name, of(play))})
            for one in play.endings:
                ending = {**played, "ending": one.ending}
                rows.append({**ending, "figure": "probability", "value": one.probability})
                rows.append({**ending, "figure": "returned", "value": one.returned})
        for offer in answered.offers:
            at = {**about, "ending": offer.ending, "state": offer.state}
            rows.append({**at, "figure": "offered", "value": offer.offered})
            rows.append({**at, "play": "never", "figure": "continuing", "value": offer.never})
            rows.append({**at, "play": "optimal", "figure": "continuing", "value": offer.continuing})
            rows.append({**at, "play": "optimal", "figure": "margin", "value": offer.margin})
        for made in answered.strategy:
            for name, worth in made.worths.items():
                chosen = {"action": name, "state": made.state, "best": name == made.action}
                rows.append({**about, "play": "optimal", **chosen, "figure": "worth", "value": worth})
    chosen = {"action": str, "best": bool} if any(one.strategy for one in answers) else {}
    return Records({**KINDS, **chosen, "value": Fraction}, rows)
