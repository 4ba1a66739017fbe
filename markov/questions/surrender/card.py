"""The card of wagers: where best play takes which offer, small enough to be carried."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from markov.tables import json_record
from markov.tables import table as t
from markov.tables.records import Records, members
from markov.tables.table import Table, Tables, Tone, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.odds import Answer, Offer
from markov.wager.rule import label

Advice: TypeAlias = Literal["take", "either", "play on"]

_LISTED = 6  # states of a line of a card that are named
_ADVICE: Mapping[Advice, Tone] = {"take": "good", "either": "even", "play on": "faint"}


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of the card: the advice of best play on one offer in some states.

    pays             the pay in the words of the sheet
    states           in which the advice is the same
    every            there is no other state with that offer
    least, greatest  what playing on is worth in them, per unit staked
    """

    wager: str
    ending: str
    pays: str
    offered: Fraction
    advice: Advice
    states: tuple[Any, ...]
    every: bool
    least: Fraction
    greatest: Fraction


@dataclass(frozen=True, slots=True)
class Card:
    """The lines of the wagers that have an offer.

    waits    the names of those on which best play never takes one: the play is to the end
    without  those with nothing to choose
    """

    lines: tuple[CardLine, ...]
    waits: tuple[str, ...]
    without: tuple[str, ...]


def card(answers: Iterable[Answer]) -> Card:
    """The card of wagers: a line for each offer and advice."""
    listed = list(answers)
    return Card(
        tuple(line for one in listed for line in _lines(one)),
        tuple(one.wager.name for one in listed if one.offers and not any(offer.take for offer in one.offers)),
        tuple(one.wager.name for one in listed if not one.offers),
    )


def _lines(answered: Answer) -> list[CardLine]:
    alike = t.grouped(answered.offers, lambda offer: (offer.ending, _advice(offer)))
    advised = Counter(ending for ending, _ in alike)
    return [
        CardLine(
            answered.wager.name,
            ending,
            t.posted(answered.wager.pays, ending),
            offers[0].offered,
            advice,
            tuple(offer.state for offer in offers),
            advised[ending] == 1,
            min(offer.continuing for offer in offers),
            max(offer.continuing for offer in offers),
        )
        for (ending, advice), offers in alike.items()
    ]


def _advice(offer: Offer) -> Advice:
    return "take" if offer.take else "either" if offer.tie else "play on"


def card_view(asked: Asked, answers: Sequence[Answer]) -> View:
    """The card of the wagers: where best play takes which offer."""
    found = card(answers)
    return View(
        Tables(lambda: [_card(asked, found)]),
        lambda: _card_records(asked, found),
        lambda: {**json_record.head("surrender", asked), "card": card_lines(found)},
    )


def _card(asked: Asked, found: Card) -> Table:
    """A row for each line; wagers on which it is the same share one."""
    alike = t.grouped(found.lines, lambda line: (_where(line), replace(line, wager="", states=())))
    lines = [same[0] for same in alike.values()]
    names = {line.wager for line in found.lines}
    several = len(names) > 1
    least, most = [line.least for line in lines], [line.greatest for line in lines]
    parts = []
    if several:
        parts.append(t.words("wager", [", ".join(one.wager for one in same) for same in alike.values()]))
    parts += [
        t.words("at", map(_where, lines)),
        t.words("offer", [line.ending for line in lines]),
        t.words("pays", [line.pays for line in lines]),
        t.words("do", [Word(line.advice, _ADVICE[line.advice]) for line in lines]),
    ]
    if least == most:
        parts.append(t.decimals("playing on", least))
    else:
        parts += [t.decimals("playing on: least", least), t.decimals("most", most)]
    notes = []
    if any(line.advice == "either" for line in lines):
        notes.append("Either: the offer is worth exactly what playing on is.")
    if found.waits:
        notes.append(f"Play on to the end, whatever is offered: {', '.join(found.waits)}.")
    if found.without:
        notes.append(f"Nothing is offered: {', '.join(found.without)}.")
    if not lines:
        parts = [t.words("do", ["play to the end: there is nothing to choose"])]
    title = asked.game.name if several or not names else f"{asked.game.name}: {names.pop()}"
    return t.table(f"{title}: best play on a card", parts, (*notes, t.reading_in_words(asked.reading)))


def _where(line: CardLine) -> str:
    """The states of a line in words, or how many there are where they are too many for a card."""
    if len(line.states) <= _LISTED:
        return "; ".join(map(label, line.states))
    return f"{'all' if line.every else 'in'} {len(line.states):,} states"


def card_lines(found: Card) -> list[Document]:
    """The lines of a card as documents."""
    return [
        {
            "wager": slug(line.wager),
            **members(line, "ending pays offered advice states every least greatest"),
        }
        for line in found.lines
    ]


def _card_records(asked: Asked, found: Card) -> Records:
    """A row for each state of each line."""
    rows: list[dict[str, Any]] = [
        {
            "game": asked.game.slug,
            "wager": slug(line.wager),
            "state": state,
            **members(line, "ending advice offered"),
        }
        for line in found.lines
        for state in line.states
    ]
    kinds = {"game": str, "wager": str, "state": object, "ending": str, "advice": str}
    return Records({**kinds, "offered": Fraction}, rows)
