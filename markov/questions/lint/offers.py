"""Offers that are never right to take, worth more than playing on, or never met."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np

from markov.chain.transitions import Transitions
from markov.questions.lint.finding import Finding
from markov.questions.lint.pays import wins
from markov.wager.odds import Answer, Offer, Solved
from markov.wager.outcome import Outcome
from markov.wager.pay_edits import edited
from markov.wager.wager import priced

_NOTHING: Mapping[str, Fraction] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Met:
    """An offer, and whether best play ever comes to its state."""

    offer: Offer
    ever: bool


def offers(solved: Solved, answered: Answer) -> Iterator[Finding]:
    """The findings about each line that the player may choose.

    A leak is taken by best play in some state; a tie is worth exactly what playing on is, somewhere, and
    nowhere more; a dead offer is worth less in every state.
    """
    if not answered.offers:
        return
    by_ending: dict[str, list[_Met]] = {}
    for met in _met(solved, answered):
        by_ending.setdefault(met.offer.ending, []).append(met)
    for ending, listed in by_ending.items():
        posted = sorted((met.offer for met in listed), key=lambda offer: offer.margin, reverse=True)
        leaks = [offer for offer in posted if offer.take]
        ties = [offer for offer in posted if offer.tie]
        above = [offer for offer in posted if offer.offered > offer.never]
        if leaks:
            yield _leak(solved, answered, leaks)
        elif ties:
            yield _found("tie", answered, ties)
        else:
            yield _found("dead-offer", answered, posted)
        if above and not leaks:
            above.sort(key=lambda offer: offer.never)
            yield _found("above-fair", answered, above, {"never": above[0].never})
        if not any(met.ever for met in listed):
            yield _unreached(answered, ending, tuple(met.offer.state for met in listed))
    happens = {ending.ending for ending in answered.optimal.endings}
    for win in wins(answered):
        if win.ending not in happens:
            yield _unreached(answered, win.ending, ())


def _leak(solved: Solved, answered: Answer, leaks: Sequence[Offer]) -> Finding:
    without = solved.answer(edited(answered.wager, {leaks[0].ending: None})).optimal
    figures = {
        "cost": answered.optimal.returned - without.returned,
        "edge_best": answered.optimal.edge.per_stake,
        "edge_without": without.edge.per_stake,
    }
    return _found("leak", answered, leaks, figures)


def _found(
    code: str, answered: Answer, posted: Sequence[Offer], more: Mapping[str, Fraction] = _NOTHING
) -> Finding:
    """The finding about offers of one line, with the figures of the first."""
    first = posted[0]
    figures = {"offered": first.offered, "continuing": first.continuing, "margin": first.margin, **more}
    states = tuple(offer.state for offer in posted)
    return Finding(code, answered.wager.name, (first.ending,), states, figures)


def _unreached(answered: Answer, ending: str, states: tuple[Any, ...]) -> Finding:
    happens = {one.ending for one in answered.optimal.endings}
    taken = sorted(happens & {offer.ending for offer in answered.offers if offer.take})
    return Finding("unreached", answered.wager.name, (ending,), states, texts={"taken": ", ".join(taken)})


def _met(solved: Solved, answered: Answer) -> list[_Met]:
    """The offers, each with whether best play ever comes to it."""
    at = list(priced(answered.wager, solved.chain).offers)
    stops = [i for i, offer in zip(at, answered.offers, strict=True) if offer.take]
    reached = (
        _reached(Outcome(solved.chain, taken=stops).cut) if stops else np.ones(len(solved.chain.states), bool)
    )
    return [_Met(offer, bool(reached[i])) for i, offer in zip(at, answered.offers, strict=True)]


def _reached(chain: Transitions) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The states that play can come to from the start, as a mask."""
    seen = np.zeros(len(chain), bool)
    seen[0] = True
    front = np.array([0])
    while front.size:
        spans = [chain.successors[chain.indptr[i] : chain.indptr[i + 1]] for i in front.tolist()]
        ahead = np.unique(np.concatenate(spans))
        front = ahead[~seen[ahead]]
        seen[front] = True
    return seen
