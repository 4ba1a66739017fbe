"""Answers as JSON documents: exact numbers are texts, as docs and scripts rely on."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from markov.exact import root
from markov.formats.states import plain
from markov.tables.table import decimal
from markov.tables.view import Document
from markov.wager.game import Game, slug
from markov.wager.odds import Answer, Offer, Play

if TYPE_CHECKING:
    pass  # numpy's generators take their time to import


def odds(game: Game, reading: Mapping[str, str], answers: Iterable[Answer]) -> Document:
    """The odds of wagers of one game under one reading."""
    return {
        "schema": "markov/odds/1",
        "game": game.slug,
        "name": game.name,
        "source": game.source,
        "options": dict(reading),
        "wagers": [wager(answered) for answered in answers],
    }


def wager(answered: Answer) -> Document:
    """One wager, both ways of playing it, and its offers."""
    return {
        "wager": slug(answered.wager.name),
        "name": answered.wager.name,
        "source": answered.wager.source,
        "states": answered.states,
        "merged": answered.merged or None,
        "outlay": str(answered.never.outlay),
        "never": play(answered.never),
        "optimal": play(answered.optimal),
        "offers": [_offer(offer) for offer in answered.offers],
    }


def play(played: Play) -> Document:
    """What a wager comes to under one way of playing it."""
    edge = played.edge
    return {
        "endings": [
            {"ending": one.ending, "probability": str(one.probability), "returned": str(one.returned)}
            for one in played.endings
        ],
        "returned": str(played.returned),
        "net": str(played.net),
        "edge": {
            "per_stake": _known(edge.per_stake),
            "per_outlay": _known(edge.per_outlay),
            "per_resolved": _known(edge.per_resolved),
            "per_spin": _known(edge.per_spin),
        },
        "rtp": str(played.rtp),
        "hit_frequency": str(played.hit_frequency),
        "variance": str(played.variance),
        "spins": {"mean": str(played.spins.mean), "variance": str(played.spins.variance)},
        "envy": str(played.envy),
        "house_after_envy": str(played.house_after_envy),
        "decimals": {
            "returned": decimal(played.returned),
            "edge_per_stake": decimal(edge.per_stake),
            "hit_frequency": decimal(played.hit_frequency),
            "standard_deviation": root(played.variance),
            "mean_spins": decimal(played.spins.mean),
        },
    }


def _known(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _offer(offer: Offer) -> Document:
    return {
        "state": plain(offer.state),
        "ending": offer.ending,
        "offered": str(offer.offered),
        "continuing": str(offer.continuing),
        "continuing_never": str(offer.never),
        "margin": str(offer.margin),
        "take": offer.take,
        "tie": offer.tie,
    }
