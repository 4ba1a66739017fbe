"""The figures of one wager in an appendix."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from markov.appendix.request import Request
from markov.chain.absorption import values
from markov.chain.chain import Chain
from markov.chain.law import duration_law
from markov.chain.lumping import Lumping
from markov.chain.transitions import Transitions
from markov.checker import canonical as canonical_text
from markov.checker import check
from markov.proof.certificate import Certificate, certificate, certified, merged_as
from markov.proof.simulation import Trial, simulate
from markov.questions.price.price import Price, price
from markov.questions.sensitivity.sensitivity import Sensitivity, sensitivity
from markov.questions.surrender.surrender import Surrender, surrender
from markov.statistics.moments import Moments, moments
from markov.statistics.repeated import SERIES, Ahead, Repeated, ahead, repeated
from markov.tables.table import on_wagered, posted, way_words
from markov.typeset.attached import digest
from markov.wager.commission import SteppedCommission
from markov.wager.game import slug
from markov.wager.odds import Answer, Odds, Solved, Strategy
from markov.wager.odds import solved as solve
from markov.wager.outcome import Outcome
from markov.wager.paytable import Paytable
from markov.wager.stopping import lumped_by_ending, priced
from markov.wager.wager import Wager

TARGETS = (Fraction(0), Fraction(1, 20), Fraction(1, 10))
"""The edges for which a paytable's win is priced."""

FEW = (100, 10_000, 1_000_000)
"""The numbers of wagers in a row after which the page of a wager says who is ahead."""

QUANTILES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
"""The chances for which the number of spins is given that is enough."""

_BARS = 40  # of a chart
FITTING = 24  # states of a chain that fits a page

_JUDGED = 200  # offers; the cost of each of more takes minutes, and no page lists them


@dataclass(frozen=True, slots=True)
class TwoMethods:
    """A figure reached by two methods that share nothing but the rules.

    figure     "returned" or "spins", the mean number of them
    forward    chances of the ends carried from the start, on the chain as the rule makes it
    backward   what every state is worth, from the ends back, on the chain with alike states merged
    """

    way: Strategy
    figure: str
    forward: Fraction
    backward: Fraction

    @property
    def agree(self) -> bool:
        """True where both methods came to the same number."""
        return self.forward == self.backward


def comparisons(
    plays: Mapping[Strategy, Odds], merged: Mapping[Strategy, Outcome], pays: Paytable
) -> tuple[TwoMethods, ...]:
    """The return and the mean number of spins of each play, by two methods.

    merged   the same ways of playing, on the merged chain
    """
    comparisons: list[TwoMethods] = []
    for way, play in plays.items():
        cut, ends = merged[way].cut, merged[way].ends
        worth = values(cut, {i: pays[end.name] for i, end in ends.items()})[0]
        spins = values(cut, {}, reward=Fraction(1))[0]
        comparisons.append(TwoMethods(way, "returned", play.returned, worth))
        comparisons.append(TwoMethods(way, "spins", play.spins.mean, spins))
    return tuple(comparisons)


@dataclass(frozen=True, slots=True)
class SpinsLaw:
    """The chance of each number of spins, and quantiles of the number.

    chances     P(T = n) for n from 0 up to the 99% quantile, or to the most that a chart shows
    beyond      the chance of more spins than that
    quantiles   for each q the smallest n with P(T ≤ n) at least q
    """

    chances: tuple[Fraction, ...]
    beyond: Fraction
    quantiles: tuple[tuple[Fraction, int], ...]


def spins_law(chain: Transitions) -> SpinsLaw:
    """The law of the number of spins until play on the chain is over, as far as a page shows it."""
    law = duration_law(chain)
    quantiles = tuple((q, law.quantile(q)) for q in QUANTILES)
    chances = tuple(islice(law.numbers(), min(quantiles[-1][1], _BARS) + 1))
    return SpinsLaw(chances, law.beyond(len(chances) - 1), quantiles)


@dataclass(frozen=True, slots=True)
class Proof:
    """A certificate, as a line of text, and what the checker says of it.

    digest   SHA-256 of the line
    checks   by name: whether it holds
    """

    text: str
    digest: str
    checks: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True, eq=False)
class PlayedWager:
    """A wager as played: what the tables say that a certificate vouches for.

    trial          the noun of a trial, such as a roll
    has_actions    whether the player chooses between actions, and this is play by the best of them
    outlay         what is put down at first, and `later_stakes` on the way, by ending
    plays          by way of playing: as `ways` has them
    """

    name: str
    trial: str
    has_actions: bool
    pays: Paytable
    outlay: Fraction
    later_stakes: Paytable
    plays: Mapping[Strategy, Odds]

    @property
    def key(self) -> str:
        """The label of its section; no slug has _, so no names of wagers make two labels one."""
        return f"wager_{slug(self.name)}"

    def total_staked(self, ending: str) -> Fraction:
        """All that the player has put down where the wager ends so."""
        return self.outlay + self.later_stakes.get(ending, Fraction(0))

    def pay_words(self, ending: str) -> str:
        """The pay of an ending in words, with all that was put down where that was more than the outlay."""
        if self.later_stakes.get(ending):
            return on_wagered(self.pays[ending], self.total_staked(ending))
        return posted(self.pays, ending)

    def win_chance(self, way: Strategy) -> Fraction:
        """The chance that more comes back than was put down."""
        won = (e.probability for e in self.plays[way].endings if e.returned > self.total_staked(e.ending))
        return sum(won, Fraction(0))


def acts(never: Odds, play: Odds) -> bool:
    """True unless play always takes the bet down for just what it cost, with nothing ever at risk."""
    forced = {ending.ending for ending in never.endings}
    return any(ending.ending in forced or ending.returned != play.outlay for ending in play.endings)


def can_be_down(answered: Answer) -> bool:
    """True where every offer gives back what was put down, or the stake of it."""
    back = {Fraction(1), answered.wager.outlay}
    return bool(answered.offers) and all(offer.offered in back for offer in answered.offers)


def ways(never: Odds, optimal: Odds) -> dict[Strategy, Odds]:
    """The ways of playing that a report shows: best play only where it differs and has a bet at risk."""
    return {"never": never, **({"optimal": optimal} if optimal != never and acts(never, optimal) else {})}


@dataclass(frozen=True, slots=True, eq=False)
class Chapter(PlayedWager):
    """The figures of one wager, or of the best way of playing one whose player chooses between actions.

    asked       the wager as the sheet has it, answered; `answer` is of what plays by itself
    chain       as the rule makes it; `merging` merges its states that play alike
    page        the chain that a page can show, if any: merged where that is all that fits
    offers      judged one by one; None where there are none, or more than a page lists
    worst       the least return of any way of playing; None where there is one way, or more money on the way
    moments     of the return; `ahead` after FEW wagers; `repeated`, in a full report, SERIES of wagers in a
                row; `targets`, pays of the win for some edges: none of them where more money is put down on
                the way; targets are of best play, unless it takes the bet down or can do nothing else
    sensitivity to pays and pockets, in a full report; best play is solved anew for each
    rule        that of the wager as asked, solved; on the merged chain unless the player chooses
    """

    asked: Answer
    answer: Answer
    chain: Chain[Any]
    merging: Lumping[Chain[Any]]
    page: Chain[Any]
    offers: Surrender | None
    worst: Fraction | None
    moments: Mapping[Strategy, Moments]
    ahead: Mapping[Strategy, tuple[Ahead, ...]]
    repeated: Mapping[Strategy, tuple[Repeated, ...]]
    spins: Mapping[Strategy, SpinsLaw]
    sensitivity: Mapping[Strategy, Sensitivity]
    targets: tuple[Price, ...]
    comparisons: tuple[TwoMethods, ...]
    trials: tuple[Trial, ...]
    proof: Proof
    rule: Solved

    @property
    def wager(self) -> Wager:
        """The wager; one whose player chooses plays by itself, by the best policy."""
        return self.answer.wager

    def way_shown(self, way: Strategy) -> Strategy:
        """The way of playing that figures are of: best play where the player chooses between actions."""
        return "optimal" if self.has_actions else way

    def way_words(self, way: Strategy) -> str:
        """The words for the way of playing that figures are of."""
        return way_words(self.way_shown(way), self.wager)

    @property
    def idle(self) -> bool:
        """True where best play takes an offer before anything is at risk, and figures leave that out."""
        return not acts(self.answer.never, self.answer.optimal)

    @property
    def downs(self) -> frozenset[str]:
        """The endings by which best play takes the bet down before anything is at risk, if it does."""
        if acts(self.asked.never, self.asked.optimal):
            return frozenset()
        return frozenset(ending.ending for ending in self.asked.optimal.endings)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The states, ends and transitions of its chain, then the states and transitions after merging."""
        before, after = self.chain.transitions, self.merging.chain.transitions
        ends = len(before.absorbing)
        return len(before.totals), ends, len(before.successors), len(after.totals), len(after.successors)


def played_best(asked: Answer) -> Wager:
    """The wager with the choices of best play made, and the pays that are left then."""
    from markov.wager.decisions import by_policy

    return by_policy(asked.wager, asked.optimal.policy, {ending.ending for ending in asked.optimal.endings})


STEPS = 8
"""Of a chapter, by which a bar moves."""


def chapter(
    request: Request, wager: Wager, step: Callable[[str], None], within: Callable[[str], None]
) -> Chapter:
    """The figures of a wager of the request.

    step     hears what is being done, as it begins, so many times as STEPS says
    within   hears how far a long step is

    Raises what `answer`, `simulate` and `price` raise.
    """
    limit = request.limit
    step("chain")
    solved = rule = solve(wager, limit)
    answered = asked = rule.answer(wager)
    if wager.has_actions:
        wager = played_best(asked)
        solved = solve(wager, limit)
        answered = solved.answer(wager)
    lumping = lumped_by_ending(priced(wager, solved.chain))
    small = Solved(wager.rule, wager.wheel, lumping.chain)
    best = small.envelope(wager).optimum().outcome
    merged: dict[Strategy, Outcome] = {"never": small.never, "optimal": best}
    plays = ways(answered.never, answered.optimal)
    step("simulation")

    def played_by_now(rounds: int) -> None:
        within(f"simulation, {rounds:,} of {request.rounds:,} rounds")

    simulated = simulate(wager, answered, request.rounds, request.seed, played_by_now)
    trials = {trial.play: trial for trial in simulated}
    step("many wagers")
    once = {} if wager.later_stakes else plays  # more money on the way is in no law of one outlay
    few = {way: tuple(ahead(play, n) for n in FEW) for way, play in once.items()}
    in_full = once if request.full else {}
    rows = {way: tuple(repeated(play, n) for n in SERIES) for way, play in in_full.items()}
    step("law of spins")
    laws = {way: spins_law(merged[way].cut) for way in plays}
    step("sensitivities")
    chosen = asked.wager.has_actions
    effects = {
        way: sensitivity(asked.wager, "optimal" if chosen else way, limit) for way in plays if request.full
    }
    step("pays for other edges")
    targets = _targets(rule if asked.wager.has_actions else small, asked, answered)
    step("certificate")
    if asked.wager.has_actions:
        proved = certificate(request.game, request.reading, asked.wager, limit)
    else:
        known = lumping if merged_as(solved.chain) else None
        proved = certified(request.game, request.reading, wager, solved.chain, known, limit)
    step("checks")
    return Chapter(
        name=wager.name,
        trial=wager.trial,
        has_actions=asked.wager.has_actions,
        pays=wager.pays,
        outlay=wager.outlay,
        later_stakes=wager.later_stakes,
        plays=plays,
        asked=asked,
        answer=answered,
        chain=solved.chain,
        merging=lumping,
        page=solved.chain if len(solved.chain.states) <= FITTING else lumping.chain,
        offers=surrender(wager, solution=small) if 0 < len(answered.offers) <= _JUDGED else None,
        worst=_worst(rule, asked),
        ahead=few,
        repeated=rows,
        moments={way: moments(play) for way, play in once.items()},
        spins=laws,
        sensitivity=effects,
        targets=targets,
        comparisons=comparisons(plays, merged, wager.pays),
        trials=tuple(trials[way] for way in plays),
        proof=_proof(proved),
        rule=rule if asked.wager.has_actions else small,
    )


def _worst(solved: Solved, asked: Answer) -> Fraction | None:
    """The least that any way of playing returns: best play for a player to whom pays are losses."""
    wager = asked.wager
    if wager.later_stakes or not (asked.offers or wager.has_actions):
        return None
    losses = {ending: -pay for ending, pay in wager.pays.items()}
    return solved.envelope(wager).best(losses).returned.at(wager.pays)


def _targets(solved: Solved, asked: Answer, answered: Answer) -> tuple[Price, ...]:
    """The pays of the win for some edges; none where no function of the pay says what is put down.

    None either where the player chooses between actions and best play takes the bet down.
    """
    wager, down = asked.wager, not acts(asked.never, asked.optimal)
    play: Strategy = "never" if down or can_be_down(answered) else "optimal"
    if wager.later_stakes or (down and wager.has_actions):
        return ()
    _, _, unit = wager.posted(answered.win).rpartition(" ")  # a pay is posted on that base again
    step = 1 / Fraction(unit) if unit.isdecimal() else Fraction(1)
    try:
        return tuple(
            price(wager, answered.win, edge=at, play=play, step=step, solution=solved) for at in TARGETS
        )
    except SteppedCommission:
        return ()


def _proof(proved: Certificate) -> Proof:
    text = canonical_text(proved) + "\n"
    checks = tuple((name, held) for name, held, _ in check(text))
    return Proof(text, digest(text), checks)
