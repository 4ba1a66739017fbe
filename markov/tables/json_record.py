"""Answers as JSON documents: exact numbers are texts, as docs and scripts rely on."""

from collections.abc import Iterable

from markov.exact import root
from markov.tables.records import as_json, members
from markov.tables.table import decimal
from markov.tables.view import Document
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.odds import Answer, Odds
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
    document: Document = as_json(
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
                    **members(offer, "state ending offered continuing"),
                    "continuing_never": offer.never,
                    **members(offer, "margin take tie"),
                }
                for offer in answered.offers
            ],
            **_strategy(answered),
        }
    )
    return document


def _strategy(answered: Answer) -> Document:
    """The strategy of best play in every state that it comes to, where the rule offers several actions."""
    if not answered.wager.has_actions:
        return {}
    return {
        "strategy": [
            {
                **members(one, "state action tie"),
                "worths": [{"action": name, "worth": worth} for name, worth in one.worths.items()],
            }
            for one in answered.strategy
        ]
    }


def play(played: Odds) -> Document:
    """One way of playing a wager: its endings and every figure."""
    document: Document = as_json(
        {
            "endings": [members(one, "ending probability returned") for one in played.endings],
            **members(played, "returned net"),
            "edge": members(played.edge, "per_stake per_outlay per_resolved per_spin"),
            **members(played, "rtp hit_frequency variance"),
            "spins": members(played.spins, "mean variance"),
            **members(played, "envy house_after_envy"),
            "decimals": {
                "returned": decimal(played.returned),
                "edge_per_stake": decimal(played.edge.per_stake),
                "hit_frequency": decimal(played.hit_frequency),
                "standard_deviation": root(played.variance),
                "mean_spins": decimal(played.spins.mean),
            },
        }
    )
    return document
