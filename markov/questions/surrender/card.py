"""The card of a wager: where best play takes which offer, small enough to be carried."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from markov.tables.table import posted
from markov.wager.odds import Answer, Offer

Advice: TypeAlias = Literal["take", "either", "play on"]


@dataclass(frozen=True, slots=True)
class CardLine:
    """What best play does with one offer in some states.

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
    alike: dict[tuple[str, Advice], list[Offer]] = {}
    for offer in answered.offers:
        alike.setdefault((offer.ending, _advice(offer)), []).append(offer)
    endings: Mapping[str, Sequence[Advice]] = {
        ending: [advice for other, advice in alike if other == ending] for ending, _ in alike
    }
    return [
        CardLine(
            answered.wager.name,
            ending,
            posted(answered.wager.pays, ending),
            offers[0].offered,
            advice,
            tuple(offer.state for offer in offers),
            len(endings[ending]) == 1,
            min(offer.continuing for offer in offers),
            max(offer.continuing for offer in offers),
        )
        for (ending, advice), offers in alike.items()
    ]


def _advice(offer: Offer) -> Advice:
    return "take" if offer.take else "either" if offer.tie else "play on"
