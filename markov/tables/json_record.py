"""Answers as JSON documents: exact numbers are texts, as docs and scripts rely on."""

from collections.abc import Iterable

from markov.exact import decimal, root
from markov.tables import column as c
from markov.tables.records import as_json
from markov.tables.rows import Rows, record
from markov.tables.view import Document
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.odds import Answer, Decision, Odds
from markov.wager.wager import Wager


def head(question: str, asked: Asked | None, wager: Wager | None = None) -> Document:
    """The first keys of a document: its schema, the game, the reading, and the wager if it is about one."""
    game = {"game": asked.game.slug, "options": asked.reading} if asked else {}
    return {"schema": f"markov/{question}/1", **game, **({"wager": slug(wager.name)} if wager else {})}


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


ENDING = (*c.keyed(c.WORDS, "ending"), *c.keyed(c.EXACT, "probability returned"))
FIGURES = c.keyed(
    c.EXACT,
    "returned net edge.per_stake edge.per_outlay edge.per_resolved edge.per_spin rtp hit_frequency variance "
    "spins.mean spins.variance envy house_after_envy",
)
OFFER = (
    c.state(None),
    *c.keyed(c.WORDS, "ending"),
    *c.keyed(c.EXACT, "offered continuing"),
    c.exact(None, "never", "continuing_never"),
    *c.keyed(c.EXACT, "margin"),
    *c.keyed(c.FLAG, "take tie"),
)
DECISION = (
    c.state(None),
    *c.keyed(c.WORDS, "action"),
    *c.keyed(c.FLAG, "tie"),
    c.words(
        None, lambda decision: _worths(decision), "worths", kind=c.LISTED, shown=lambda each: _said(each)
    ),
)


def _worths(decision: Decision) -> list[Document]:
    return [{"action": name, "worth": worth} for name, worth in decision.worths.items()]


def _said(decision: Decision) -> str:
    return "; ".join(f"{name} {worth}" for name, worth in decision.worths.items())


def wager(answered: Answer) -> Document:
    """One wager, both ways of playing it, its offers, and best play of a rule with several actions."""
    decisions = Rows("", answered.strategy, DECISION).document()
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
            "offers": Rows("", answered.offers, OFFER).document(),
            **({"strategy": decisions} if answered.wager.has_actions else {}),
        }
    )
    return document


def play(played: Odds) -> Document:
    """One way of playing a wager: its endings and every figure."""
    document: Document = as_json(
        {
            "endings": Rows("", played.endings, ENDING).document(),
            **record(FIGURES, played),
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
