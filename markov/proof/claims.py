"""The figures that a certificate claims of one way of playing, read back from it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from markov.chain.absorption import Spins
from markov.wager.odds import Ending, Play
from markov.wager.outcome import Edge


def claimed_play(certificate: Mapping[str, Any], way: str, order: Sequence[str] = ()) -> Play:
    """The play that a certificate claims; its endings stand in that order, and any left out come last.

    Raises KeyError, TypeError or ValueError where the certificate is not one that the checker has passed.
    """
    claims = certificate["plays"][way]["claims"]
    edge, endings = claims["edge"], claims["endings"]
    names = dict.fromkeys([*(name for name in order if name in endings), *endings])
    return Play(
        endings=tuple(
            Ending(name, Fraction(endings[name]["probability"]), Fraction(endings[name]["returned"]))
            for name in names
        ),
        outlay=Fraction(claims["returned"]) - Fraction(claims["net"]),
        variance=Fraction(claims["variance"]),
        edge=Edge(
            Fraction(edge["per_stake"]),
            Fraction(edge["per_outlay"]),
            _known(edge["per_resolved"]),
            _known(edge["per_spin"]),
        ),
        spins=Spins(Fraction(claims["spins"]["mean"]), Fraction(claims["spins"]["variance"])),
        envy=Fraction(claims["envy"]),
        returned=Fraction(claims["returned"]),
    )


def _known(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
