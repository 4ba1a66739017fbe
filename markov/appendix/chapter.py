"""What an appendix says of one wager."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any

from markov.appendix.canonical import Canonical, canonical
from markov.appendix.fit import Fit, fit
from markov.appendix.merging import Merging, merging
from markov.appendix.roads import Roads, roads
from markov.appendix.spins import Lasting, lasting
from markov.chain.chain import Chain
from markov.chain.lumping import Lumping
from markov.checker import canonical as canonical_text
from markov.checker import check
from markov.proof.certificate import Document, certified, merged_as
from markov.proof.simulation import Trial, simulate
from markov.questions.price.price import Price, price
from markov.questions.sensitivity.sensitivity import Sensitivity, sensitivity
from markov.questions.surrender.surrender import Surrender, surrender
from markov.statistics.moments import Moments, moments
from markov.statistics.repeated import SERIES, Repeated, repeated
from markov.wager.game import Game
from markov.wager.odds import Answer, Play, Solved, Way
from markov.wager.outcome import Outcome
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager, priced

TARGETS = (Fraction(0), Fraction(1, 20), Fraction(1, 10), Fraction(3, 20), Fraction(1, 5))
"""The edges for which a paytable's win is priced."""

_FITTING = 24  # states of a chain that fits a page

_JUDGED = 200  # offers; the cost of each of more takes minutes, and no page lists them


@dataclass(frozen=True, slots=True)
class Proof:
    """A certificate, as a line of text, and what the checker says of it.

    digest   SHA-256 of the line
    checks   by name: whether it holds
    """

    text: str
    digest: str
    checks: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A wager as played: what its return table says. `plays` is as in a chapter."""

    name: str
    pays: Paytable
    plays: Mapping[Way, Play]


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """The figures of one wager.

    plays       by way of playing; one where best play is to play on
    chain       as the rule makes it
    offers      judged one by one; None where there are none, or more than a page lists
    page        the chain that a page shows, if any: merged where that is all that fits
    canonical   of that chain; None where it is too large for it
    targets     pays of the win for some edges, under best play
    """

    answer: Answer
    chain: Chain[Any]
    merging: Merging
    page: Chain[Any]
    canonical: Canonical | None
    plays: Mapping[Way, Play]
    offers: Surrender | None
    moments: Mapping[Way, Moments]
    repeated: Mapping[Way, tuple[Repeated, ...]]
    lasting: Mapping[Way, Lasting]
    sensitivity: Mapping[Way, Sensitivity]
    targets: tuple[Price, ...]
    roads: tuple[Roads, ...]
    trials: tuple[Trial, ...]
    fits: Mapping[Way, Fit]
    proof: Proof

    @property
    def wager(self) -> Wager:
        """The wager."""
        return self.answer.wager

    @property
    def played(self) -> Played:
        """The wager as played."""
        return Played(self.wager.name, self.wager.pays, self.plays)


def chapter(
    game: Game, reading: Mapping[str, str], wager: Wager, solved: Solved, rounds: int, seed: int, limit: int
) -> Chapter:
    """The figures of the wager.

    Raises what `answer`, `simulate` and `price` raise.
    """
    answered = solved.answer(wager)
    merged = merging(priced(wager, solved.chain))
    small = Solved(wager.rule, wager.wheel, merged.chain)
    table = priced(wager, merged.chain)
    judged = zip(table.offers, small.answer(wager).offers, strict=True)
    taken = frozenset(i for i, offer in judged if offer.take)
    plays: dict[Way, Play] = {"never": answered.never}
    if taken:
        plays["optimal"] = answered.optimal
    lumping = Lumping(merged.chain, merged.block) if merged_as(solved.chain) else None
    page = solved.chain if len(solved.chain.states) <= _FITTING else merged.chain
    trials = {trial.play: trial for trial in simulate(wager, answered, rounds, seed)}
    return Chapter(
        answer=answered,
        chain=solved.chain,
        merging=merged,
        page=page,
        canonical=canonical(page, priced(wager, page).payoff(wager.pays)),
        plays=plays,
        offers=surrender(small, wager) if 0 < len(answered.offers) <= _JUDGED else None,
        repeated={way: _series(play) for way, play in plays.items()},
        moments={way: moments(play) for way, play in plays.items()},
        lasting={
            way: lasting(Outcome(merged.chain, taken=taken if way == "optimal" else ()).cut) for way in plays
        },
        sensitivity={way: sensitivity(wager, way, limit) for way in plays},
        targets=tuple(price(small, wager, answered.win, edge) for edge in TARGETS),
        roads=roads(answered, table, taken),
        trials=tuple(trials[way] for way in plays),
        fits={way: fit(trials[way], play) for way, play in plays.items()},
        proof=_proof(certified(game, reading, wager, solved.chain, lumping, limit)),
    )


@lru_cache(maxsize=64)
def _series(play: Play) -> tuple[Repeated, ...]:
    """What many wagers come to; mirrored wagers, such as those on 2 and on 12, have one law and share it."""
    return tuple(repeated(play, n) for n in SERIES)


def _proof(certificate: Document) -> Proof:
    text = canonical_text(certificate) + "\n"
    checks = tuple((name, held) for name, held, _ in check(text))
    return Proof(text, sha256(text.encode("ascii")).hexdigest(), checks)
