"""Answers as JSON documents: exact numbers are texts, as docs and scripts rely on."""

from collections.abc import Iterable

from markov.exact import root
from markov.tables.records import as_json
from markov.tables.table import decimal
from markov.tables.view import Document
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.odds import Answer, Play
from markov.wager.wager import Wager


def head(question: str, asked: Asked, wager: Wager | None = None) -> Document:
    """The first keys of a document: its schema, the game, the reading, and the wager if it is about one."""
    about = {"wager": slug(wager.name)} if wager else {}
    return {"schema": f"markov/{question}/1", "game": asked.game.slug, "options": asked.reading, **about}


def odds(asked: Asked, answers: Iterable[Answer]) -> Document:
    """The odds of wagers of one game under one reading."""
    return {
        "schema": "markov/odds/1",
        "game": asked.game.slug,
        "name": asked.game.name,
        "source": asked.game.source,
        "options": dict(asked.reading),
        "wagers": [wager(answered) for answered in answers],
    }


def wager(answered: Answer) -> Document:
    """One wager, both ways of playing it, and its offers."""
    found: Document = as_json(
        {
            "wager": slug(answered.wager.name),
            "name": answered.wager.name,
            "source": answered.wager.source,
            "states": answered.states,
            "merged": answered.merged or None,
            "outlay": answered.never.outlay,
            "trial": answered.wager.trial,
            "never": play(answered.never),
            "optimal": play(answered.optimal),
            "offers": [
                {
                    "state": offer.state,
                    "ending": offer.ending,
                    "offered": offer.offered,
                    "continuing": offer.continuing,
                    "continuing_never": offer.never,
                    "margin": offer.margin,
                    "take": offer.take,
                    "tie": offer.tie,
                }
                for offer in answered.offers
            ],
            **_strategy(answered),
        }
    )
    return found


def _strategy(answered: Answer) -> Document:
    """What best play does in every state that it comes to, where the rule offers several actions."""
    if not answered.wager.choosing:
        return {}
    return {
        "strategy": [
            {
                "state": one.state,
                "action": one.action,
                "tie": one.tie,
                "worths": [{"action": name, "worth": worth} for name, worth in one.worths.items()],
            }
            for one in answered.strategy
        ]
    }


def play(played: Play) -> Document:
    """One way of playing a wager: its endings and every figure."""
    edge = played.edge
    found: Document = as_json(
        {
            "endings": [
                {"ending": one.ending, "probability": one.probability, "returned": one.returned}
                for one in played.endings
            ],
            "returned": played.returned,
            "net": played.net,
            "edge": {
                "per_stake": edge.per_stake,
                "per_outlay": edge.per_outlay,
                "per_resolved": edge.per_resolved,
                "per_spin": edge.per_spin,
            },
            "rtp": played.rtp,
            "hit_frequency": played.hit_frequency,
            "variance": played.variance,
            "spins": {"mean": played.spins.mean, "variance": played.spins.variance},
            "envy": played.envy,
            "house_after_envy": played.house_after_envy,
            "decimals": {
                "returned": decimal(played.returned),
                "edge_per_stake": decimal(edge.per_stake),
                "hit_frequency": decimal(played.hit_frequency),
                "standard_deviation": root(played.variance),
                "mean_spins": decimal(played.spins.mean),
            },
        }
    )
    return found
