"""The card of a wager: where best play takes which offer, small enough to be carried."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from markov.naming import listed
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.rows import Rows
from markov.tables.table import Tone, Word
from markov.tables.view import View, view_of
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

    ending: str
    pays: str
    offered: Fraction
    advice: Advice
    states: tuple[Any, ...]
    every: bool
    least: Fraction
    greatest: Fraction

    def where(self, rule: object) -> str:
        """The states as the rule calls them, or how many there are where they are too many for a card."""
        if len(self.states) <= _LISTED:
            return "; ".join(label(state, rule) for state in self.states)
        return f"{'all' if self.every else 'in'} {len(self.states):,} states"


def card_lines(answered: Answer) -> list[CardLine]:
    """A line for each offer and advice."""
    alike = t.grouped(answered.offers, lambda offer: (offer.ending, _advice(offer)))
    advised = Counter(ending for ending, _ in alike)
    return [
        CardLine(
            ending,
            t.pay_words(answered.wager, ending),
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


def card(answered: Answer, title: str = "") -> Rows[CardLine]:
    """The lines of the card."""
    lines, wager = card_lines(answered), answered.wager
    single = all(line.least == line.greatest for line in lines)
    columns = (
        c.words(None, lambda _: slug(wager.name), "wager"),
        c.words("at", "states", kind=c.LISTED, shown=lambda line: line.where(wager.rule)),
        c.words("offer", "ending"),
        c.words("pays", "pays"),
        c.exact(None, "offered"),
        c.words("do", "advice", shown=lambda line: Word(line.advice, _ADVICE[line.advice])),
        c.words(None, "every", kind=c.FLAG),
        c.decimals("playing on" if single else "playing on: least", "least"),
        c.decimals(None if single else "most", "greatest"),
    )
    notes = []
    if any(line.advice == "either" for line in lines):
        notes.append("Either: the offer is worth exactly what playing on is.")
    if not any(offer.take for offer in answered.offers):
        notes.append(f"Play on to the end, whatever is offered: {wager.name}.")
    return Rows(title, lines, columns, notes, "card")


def _headline(answered: Answer) -> str:
    """The offers that best play takes, in a line."""
    taken = list(dict.fromkeys(offer.ending for offer in answered.offers if offer.take))
    if not answered.offers:
        return "Nothing is on offer: play on"
    return f"Take {listed(taken)}, and play on elsewhere" if taken else "Play on, whatever is offered"


def card_view(asked: Asked, answered: Answer) -> View:
    """The card of the wager."""
    title = f"{asked.game.name}: {answered.wager.name}: best play on a card"
    idle = c.words("do", lambda _: "play on: there is nothing to choose")
    nothing = Rows(title, [None], [idle], [f"Nothing is offered: {answered.wager.name}."], part="")
    return view_of(
        "surrender",
        asked,
        lambda: [card(answered, title), *([] if answered.offers else [nothing])],
        headline=lambda: _headline(answered),
        wager=answered.wager,
        notes=lambda: [t.reading_in_words(asked.reading)],
    )
