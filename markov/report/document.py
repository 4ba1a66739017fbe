"""Answers as JSON documents: exact numbers are texts, as docs and scripts rely on."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from markov.answer import Answer, Offer, Play
from markov.exact import root
from markov.formats.states import plain
from markov.report import risk
from markov.report.table import decimal
from markov.sheet import Game, slug

if TYPE_CHECKING:
    from markov.simulation import Trial  # numpy's generators take their time to import

Document: TypeAlias = dict[str, Any]


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


def readings(game: Game, answered: Iterable[tuple[Mapping[str, str], Sequence[Answer]]]) -> Document:
    """The odds of wagers of one game under several readings, and what these are as risks of the house."""
    listed = list(answered)
    return {
        "schema": "markov/readings/1",
        "game": game.slug,
        "name": game.name,
        "source": game.source,
        "readings": [
            {"options": dict(reading), "wagers": [wager(one) for one in answers]}
            for reading, answers in listed
        ],
        **risk.document(listed),
    }


def games(listed: Iterable[Game]) -> Document:
    """What there is to ask about: games, their wagers and their options."""
    return {
        "schema": "markov/games/1",
        "games": [
            {
                "game": game.slug,
                "name": game.name,
                "source": game.source,
                "wagers": [{"wager": key, "name": one.name} for key, one in game.wagers().items()],
                "options": [
                    {
                        "key": option.key,
                        "question": option.question,
                        "default": option.default,
                        "choices": dict(option.choices),
                        "idle": option.idle or None,
                    }
                    for option in game.options
                ],
            }
            for game in listed
        ],
    }


def wager(answered: Answer) -> Document:
    """One wager, both ways of playing it, and its offers."""
    return {
        "wager": slug(answered.wager.name),
        "name": answered.wager.name,
        "source": answered.wager.source,
        "states": answered.states,
        "merged": answered.merged or None,
        "outlay": str(answered.wager.outlay),
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


def simulation(
    game: Game, reading: Mapping[str, str], trials: "Iterable[Trial]", rounds: int, seed: int, ok: bool
) -> Document:
    """What a simulation came to; z is no exact number, and null where it is infinite."""
    return {
        "schema": "markov/simulate/1",
        "game": game.slug,
        "options": dict(reading),
        "rounds": rounds,
        "seed": seed,
        "wagers": [
            {
                "wager": trial.wager,
                "play": trial.play,
                "returned": str(trial.returned),
                "expected": str(trial.expected),
                "z": _finite(trial.z),
                "spins": str(trial.spins),
                "spins_z": _finite(trial.spins_z),
                "endings": dict(trial.counts),
            }
            for trial in trials
        ],
        "ok": ok,
    }


def _finite(z: float) -> float | None:
    return round(z, 6) if isfinite(z) else None
