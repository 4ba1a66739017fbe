"""The figures of one wager in an appendix."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any

from markov.appendix.canonical import Canonical, canonical
from markov.appendix.request import Request
from markov.chain.absorption import values
from markov.chain.chain import Chain
from markov.chain.law import duration_law
from markov.chain.lumping import Lumping
from markov.chain.transitions import Transitions
from markov.checker import canonical as canonical_text
from markov.checker import check
from markov.proof.certificate import Certificate, certified, merged_as
from markov.proof.simulation import Trial, simulate
from markov.questions.price.price import Price, price
from markov.questions.sensitivity.sensitivity import Sensitivity, sensitivity
from markov.questions.surrender.surrender import Surrender, surrender
from markov.statistics.moments import Moments, moments
from markov.statistics.repeated import SERIES, Repeated, repeated
from markov.wager.commission import Unsteady
from markov.wager.odds import Answer, Play, Solved, Way
from markov.wager.odds import solved as solve
from markov.wager.outcome import Outcome
from markov.wager.paytable import Paytable
from markov.wager.wager import Priced, Wager, alike, priced, staked_once

TARGETS = (Fraction(0), Fraction(1, 20), Fraction(1, 10), Fraction(3, 20), Fraction(1, 5))
"""The edges for which a paytable's win is priced."""

QUANTILES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
"""The chances for which the number of spins is given that is enough."""

_BARS = 40  # of a chart
_LEAST = 5  # expected in a cell of Pearson's test

FITTING = 24  # states of a chain that fits a page

_JUDGED = 200  # offers; the cost of each of more takes minutes, and no page lists them


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure by two methods that have nothing in common but the rules.

    figure     "returned" or "spins", the mean number of them
    forward    chances of the ends carried from the start, on the chain as the rule makes it
    backward   what every state is worth, from the ends back, on the chain with alike states merged
    """

    way: Way
    figure: str
    forward: Fraction
    backward: Fraction

    @property
    def agree(self) -> bool:
        """True where both methods came to the same number."""
        return self.forward == self.backward


def comparisons(answered: Answer, table: Priced[Any], taken: frozenset[int]) -> tuple[Comparison, ...]:
    """The return and the mean number of spins of both plays, by two methods.

    table   the merged chain with its ends and offers, and `taken` the states of it in which one is taken
    """
    found: list[Comparison] = []
    plays: tuple[tuple[Way, Play, frozenset[int]], ...] = (
        ("never", answered.never, frozenset()),
        ("optimal", answered.optimal, taken),
    )
    pays = answered.wager.pays
    for way, play, stops in plays:
        if found and not stops:
            break
        cut = table.chain.transitions.stopped(stops)
        offered = table.offered(pays)
        payoff = table.payoff(pays) | {i: offered[i] for i in stops}
        found.append(Comparison(way, "returned", play.returned, values(cut, payoff)[0]))
        spins = values(cut, {}, reward=Fraction(1))[0]
        found.append(Comparison(way, "spins", play.spins.mean, spins))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class SpinsLaw:
    """The chances of each number of spins, and how many are enough how often.

    chances     P(T = n) for n from 0 up to the 99% quantile, or to the most that a chart shows
    beyond      the chance of more spins than that
    quantiles   for each q the smallest n with P(T ≤ n) at least q
    """

    chances: tuple[Fraction, ...]
    beyond: Fraction
    quantiles: tuple[tuple[Fraction, int], ...]


def spins_law(chain: Transitions) -> SpinsLaw:
    """The law of the number of spins until play on the chain is over, as far as a page shows it."""
    found = duration_law(chain)
    quantiles = tuple((q, found.quantile(q)) for q in QUANTILES)
    chances = tuple(islice(found.numbers(), min(quantiles[-1][1], _BARS) + 1))
    return SpinsLaw(chances, found.beyond(len(chances) - 1), quantiles)


@dataclass(frozen=True, slots=True)
class GoodnessOfFit:
    """The statistic, its degrees of freedom, and the chance that luck alone brings one as high.

    level   rounded; None where one cell is left, and nothing can be compared
    """

    statistic: Fraction
    freedom: int
    level: float | None


def goodness_of_fit(trial: Trial, play: Play) -> GoodnessOfFit:
    """Pearson's chi-square of the counts of a trial against the chances of its endings.

    Endings that are expected fewer than five times are taken together with the next likely ones, as is usual
    (Cochran, The χ² Test of Goodness of Fit, 1952). The statistic is exact; its level is a statement about
    luck, and the one float here.

    Raises ValueError for an ending that the play gives no chance.
    """
    chances = {ending.ending: ending.probability for ending in play.endings}
    if strange := sorted(trial.counts.keys() - chances.keys()):
        raise ValueError(f"{trial.wager} came to {strange[0]!r}, which has no chance")
    cells: list[tuple[Fraction, int]] = []
    expected, seen = Fraction(0), 0
    for name, chance in sorted(chances.items(), key=lambda item: item[1]):
        expected, seen = expected + chance * trial.rounds, seen + trial.counts.get(name, 0)
        if expected >= _LEAST:
            cells.append((expected, seen))
            expected, seen = Fraction(0), 0
    if expected and cells:
        cells[-1] = (cells[-1][0] + expected, cells[-1][1] + seen)
    statistic = sum(((seen - wanted) ** 2 / wanted for wanted, seen in cells), Fraction(0))
    if len(cells) < 2:
        return GoodnessOfFit(statistic, 0, None)
    from scipy.special import chdtrc

    return GoodnessOfFit(statistic, len(cells) - 1, float(chdtrc(len(cells) - 1, float(statistic))))


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
class PlayedWager:
    """A wager as played: what its return table says. `plays` is as in a chapter."""

    name: str
    pays: Paytable
    plays: Mapping[Way, Play]


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """The figures of one wager.

    plays       by way of playing; one where best play is to play on
    chain       as the rule makes it; `merging` merges its states that play alike
    offers      judged one by one; None where there are none, or more than a page lists
    page        the chain that a page shows, if any: merged where that is all that fits
    canonical   of that chain; None where it is too large for it
    targets     pays of the win for some edges, under best play
    """

    answer: Answer
    chain: Chain[Any]
    merging: Lumping[Chain[Any]]
    page: Chain[Any]
    canonical: Canonical | None
    plays: Mapping[Way, Play]
    offers: Surrender | None
    moments: Mapping[Way, Moments]
    repeated: Mapping[Way, tuple[Repeated, ...]]
    spins: Mapping[Way, SpinsLaw]
    sensitivity: Mapping[Way, Sensitivity]
    targets: tuple[Price, ...]
    comparisons: tuple[Comparison, ...]
    trials: tuple[Trial, ...]
    fits: Mapping[Way, GoodnessOfFit]
    proof: Proof

    @property
    def wager(self) -> Wager:
        """The wager."""
        return self.answer.wager

    @property
    def played(self) -> PlayedWager:
        """The wager as played."""
        return PlayedWager(self.wager.name, self.wager.pays, self.plays)


STEPS = 8
"""Of a chapter, by which a bar moves."""


def chapter(request: Request, wager: Wager, step: Callable[[str], None]) -> Chapter:
    """The figures of a wager of the request.

    step   hears what is being done, as it begins, so many times as STEPS says

    Raises what `answer`, `simulate` and `price` raise.
    """
    limit = request.limit
    step("chain")
    solved = solve(wager, limit)
    answered = solved.answer(wager)
    merged = alike(priced(wager, solved.chain))
    small = Solved(wager.rule, wager.wheel, merged.chain)
    table = priced(wager, merged.chain)
    judged = zip(table.offers, small.answer(wager).offers, strict=True)
    taken = frozenset(i for i, offer in judged if offer.take)
    plays: dict[Way, Play] = {"never": answered.never}
    if taken:
        plays["optimal"] = answered.optimal
    lumping = merged if merged_as(solved.chain) else None
    page = solved.chain if len(solved.chain.states) <= FITTING else merged.chain
    step("simulation")
    trials = {trial.play: trial for trial in simulate(wager, answered, request.rounds, request.seed)}
    step("many wagers")
    series = {way: _series(play) for way, play in plays.items()}
    step("law of spins")
    stops: dict[Way, frozenset[int]] = {"never": frozenset(), "optimal": taken}
    laws = {way: spins_law(Outcome(merged.chain, taken=stops[way]).cut) for way in plays}
    step("sensitivities")
    effects = {way: sensitivity(wager, way, limit) for way in plays}
    step("pays for other edges")
    try:
        targets = tuple(price(small, wager, answered.win, edge) for edge in TARGETS)
    except Unsteady:
        targets = ()
    step("certificate")
    staked_once(wager, "a report")
    certificate = certified(request.game, request.reading, wager, solved.chain, lumping, limit)
    step("checks")
    return Chapter(
        answer=answered,
        chain=solved.chain,
        merging=merged,
        page=page,
        canonical=canonical(page, priced(wager, page).payoff(wager.pays)),
        plays=plays,
        offers=surrender(small, wager) if 0 < len(answered.offers) <= _JUDGED else None,
        repeated=series,
        moments={way: moments(play) for way, play in plays.items()},
        spins=laws,
        sensitivity=effects,
        targets=targets,
        comparisons=comparisons(answered, table, taken),
        trials=tuple(trials[way] for way in plays),
        fits={way: goodness_of_fit(trials[way], play) for way, play in plays.items()},
        proof=_proof(certificate),
    )


@lru_cache(maxsize=64)
def _series(play: Play) -> tuple[Repeated, ...]:
    """The long run of a play; mirrored wagers, such as those on 2 and on 12, have one law and share it."""
    return tuple(repeated(play, n) for n in SERIES)


def _proof(certificate: Certificate) -> Proof:
    text = canonical_text(certificate) + "\n"
    checks = tuple((name, held) for name, held, _ in check(text))
    return Proof(text, sha256(text.encode("ascii")).hexdigest(), checks)
