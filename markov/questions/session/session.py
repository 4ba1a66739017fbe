"""The money of a player who makes one bet round after round, exactly or with proved digits."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Literal, TypeAlias

from markov.chain.chain import MAX_STATES
from markov.chain.transitions import TooMuchWork
from markov.exact import chance, check_whole
from markov.naming import counted
from markov.shown import HasView
from markov.statistics.bankroll import FinalLaw, Gains, Stages, settled
from markov.statistics.bracket import Bracket
from markov.statistics.net_law import Amount, NetLaw, WagerOrLaw, money, optional_money
from markov.statistics.spins import stages
from markov.wager.odds import Strategy

Short: TypeAlias = Literal["stop", "borrow"]
OpenBet: TypeAlias = Literal["refunded", "played"]
QUANTILES = tuple(Fraction(text) for text in ("1/100", "1/20", "1/4", "1/2", "3/4", "19/20", "99/100"))

_MOST_STAKES = 10**7  # bets that a bankroll is searched among


@dataclass(frozen=True, slots=True)
class Averages:
    """The money of the player when play is over, or the rounds until then.

    variance    of the money; None of the rounds
    quantiles   of the money: by chance the least that is not passed with it; None where that is not settled
    """

    mean: Bracket
    variance: Bracket | None = None
    quantiles: Mapping[Fraction, Fraction | None] | None = None


@dataclass(frozen=True, slots=True)
class SessionTerms:
    """The money and the limits of a session, and the law of one round of it.

    gains    of a round, with the bet that is made
    spins    the states within a round, where `rounds` counts spins
    """

    net: NetLaw
    gains: Gains
    bet: Fraction
    rounds: int | None
    goal: Fraction | None
    stop_loss: Fraction | None
    short: Short
    spins: Stages | None = None

    @property
    def needed(self) -> Fraction:
        """The money that a round may cost; with less a player is ruined."""
        return self.net.cost * self.bet

    def ends(self, bankroll: Fraction) -> tuple[int, int, int | None]:
        """The most units won with which the player is ruined, or stops behind, and the least at the goal."""
        unit = self.gains.unit
        short = floor(-bankroll / unit)
        ruined = short if self.short == "borrow" else ceil((self.needed - bankroll) / unit) - 1
        low = ruined if self.stop_loss is None else max(ruined, floor(-self.stop_loss / unit))
        return ruined, low, None if self.goal is None else ceil((self.goal - bankroll) / unit)


@dataclass(frozen=True, slots=True)
class Session(HasView):
    """The course of a bankroll. A chance is a bracket, whose `exact` is the fraction where it is known.

    risk           that the bankroll was sought for; None where it was given
    ruin           the chance to have less than a round needs
    stopped        the chance to stop after a loss, not ruined; None without such a limit
    goal_reached   None without a goal
    ahead, even, behind   of the bankroll when play is over; None where play may go on for ever
    final          None where play may go on for ever, or the law is out of reach
    rounds_played  None where the mean is without end
    law            of the units won; None where `final` is
    """

    terms: SessionTerms
    bankroll: Fraction
    risk: Fraction | None
    ruin: Bracket
    stopped: Bracket | None
    goal_reached: Bracket | None = None
    ahead: Bracket | None = None
    even: Bracket | None = None
    behind: Bracket | None = None
    final: Averages | None = None
    rounds_played: Averages | None = None
    law: FinalLaw | None = None

    @property
    def exact(self) -> bool:
        """True where the chance of ruin is a fraction that is known."""
        return self.ruin.exact is not None

    @property
    def money_bet(self) -> Bracket | None:
        """The money that is bet on average; None where that is without end, or spins are counted."""
        if self.rounds_played is None or self.terms.spins:
            return None
        return self.rounds_played.mean * self.terms.net.staked * self.terms.bet

    def __repr__(self) -> str:
        return f"Session(bankroll {self.bankroll}, ruin {self.ruin!r})"


def session(
    wager: WagerOrLaw,
    *,
    bankroll: Amount | None = None,
    bet: Amount = 1,
    rounds: int | None = None,
    spins: int | None = None,
    goal: Amount | None = None,
    stop_loss: Amount | None = None,
    risk: "str | Fraction | None" = None,
    play: Strategy = "never",
    short: Short = "stop",
    still_open: OpenBet = "refunded",
    fraction: bool = False,
    limit: int = MAX_STATES,
    progress: Callable[[int], None] = lambda _: None,
) -> Session:
    """The chances of ruin, of a goal and of being ahead, for one bet made round after round.

    wager        or a law of one's own: what a round gains, with the chance of it
    rounds       at most; without them play goes on until ruin or the goal
    spins        in place of rounds: a bet is made again as soon as one is over
    goal         money that ends play when it is reached or passed
    stop_loss    a loss that ends play when it is reached or passed, checked after each round
    risk         of ruin, in place of the bankroll: the least one in whole bets is sought
    short        with less money than a round may cost: "stop", or "borrow" the difference, once
    still_open   a bet that is open after the last spin is "refunded", or "played" until it is decided
    fraction     asks for fractions however long; else chances have proved digits where these would be long

    >>> import markov as mk
    >>> red = {-1: "20/38", 1: "18/38"}
    >>> mk.session(red, bankroll=20, goal=40).goal_reached.exact
    Fraction(12157665459056928801, 112157665459056928801)
    >>> mk.game("repeater-bets-plus")["repeating-2"].session(bankroll=20, rounds=100).ruin.rounded(6)
    '0.837649'

    Raises ValueError for terms that make no sense, and TooMuchWork for what is out of reach.
    """
    if rounds is not None and spins is not None:
        raise ValueError("rounds and spins are both limited; choose one")
    if spins is not None and risk is not None:
        raise ValueError("the least bankroll is sought for rounds, not for spins")
    for name, count in (("rounds", rounds), ("spins", spins)):
        if count is not None:
            check_whole(name, count, 1)
    stake, net = money("bet", bet), NetLaw.of(wager, play, limit)
    wanted, stop = optional_money("goal", goal), optional_money("stop-loss", stop_loss)
    gains, followed = net.gains(stake), None
    if spins is not None and net.wager is not None:
        followed = stages(net.wager, gains, stake, play, still_open == "played", limit)
    terms = SessionTerms(net, gains, stake, rounds or spins, wanted, stop, short, followed)
    if bankroll is None and risk is not None:
        return _least_bankroll(terms, chance(risk), fraction, progress)
    if bankroll is None or risk is not None:
        raise ValueError("a session has either a bankroll, or a risk for which the least bankroll is sought")
    start = money("bankroll", bankroll)
    if terms.ends(start)[0] >= 0:
        raise ValueError(f"a bankroll of {start} is less than the {terms.needed} that a round may cost")
    if wanted is not None and wanted <= start:
        raise ValueError(f"the goal of {wanted} is not above the bankroll of {start}")
    if wanted is None and terms.rounds is None and stop is not None:
        raise ValueError(
            "a limit of the loss without a goal or a number of rounds is reached for sure; give one of them"
        )
    return _session(terms, start, fraction, progress)


def _session(
    terms: SessionTerms,
    bankroll: Fraction,
    fraction: bool,
    progress: Callable[[int], None],
    risk: Fraction | None = None,
) -> Session:
    (ruined, low, high), gains = terms.ends(bankroll), terms.gains
    safe = terms.rounds is not None and terms.rounds * gains.loss < -ruined  # in so few rounds
    sure = terms.rounds is None and high is None and gains.loss > 0 >= gains.mean
    ends: list[Callable[[int], bool]] = [] if safe else [lambda x: x <= ruined]
    ends += [] if high is None else [lambda x: x >= high]
    law = settled(gains, low, high, terms.rounds, ends, fraction, progress, terms.spins)
    ruin = Bracket.of(sure) if safe or sure else law.chance(lambda x: x <= ruined)
    stopped = None if terms.stop_loss is None else law.chance(lambda x: ruined < x <= low)
    signs = law.chance(lambda x: x > 0), law.chance(lambda x: x == 0), law.chance(lambda x: x < 0)
    if sure:
        signs = Bracket.of(0), Bracket.of(0), Bracket.of(1)
    if law.partial:
        return Session(terms, bankroll, risk, ruin, stopped, None, *(signs if sure else ()))
    reached = None if high is None else law.chance(lambda x: x >= high)
    mean, quantiles = law.moment(1), {share: law.quantile(share) for share in QUANTILES}
    final = Averages(
        mean * gains.unit + bankroll,
        (law.moment(2) - mean * mean) * gains.unit**2,
        {share: None if x is None else bankroll + x * gains.unit for share, x in quantiles.items()},
    )
    rounds = None if law.rounds is None else Averages(law.rounds)
    return Session(terms, bankroll, risk, ruin, stopped, reached, *signs, final, rounds, law)


def _least_bankroll(
    terms: SessionTerms, risk: Fraction, fraction: bool, progress: Callable[[int], None]
) -> Session:
    """The session with the least whole number of bets with which the chance of ruin is not above the risk.

    The more money there is at the start, the less ruin: whoever has more is at every time ahead of whoever
    has less, on the same rounds. So it is found by halves.
    """
    if not 0 < risk < 1:
        raise ValueError(f"a risk of {risk} is not between 0 and 1")
    if terms.stop_loss is not None:
        raise ValueError("a limit of the loss is told from the bankroll, which is sought; leave it out")
    if terms.goal is None and terms.rounds is None and terms.gains.loss and terms.gains.mean <= 0:
        raise ValueError(
            "without a goal or a number of rounds ruin is sure with any bankroll, as the player has no edge"
        )

    def bearable(bets: int) -> bool:
        bankroll = bets * terms.bet
        if terms.ends(bankroll)[0] >= 0:
            return False
        if terms.goal is not None and bankroll >= terms.goal:
            return True
        for exactly in (False, True):
            ruin = _session(terms, bankroll, exactly, progress).ruin
            if not ruin.lower <= risk < ruin.upper:
                return ruin.upper <= risk
        raise TooMuchWork(f"the ruin of {bankroll} is too near to {risk} to be told from it")

    most = 1
    while not bearable(most):
        most *= 2
        if most > _MOST_STAKES:
            raise ValueError(f"the bankroll would be more than {counted(_MOST_STAKES, 'bet')}")
    sought = range(most // 2 + 1, most)
    least = sought.start + bisect_left(sought, True, key=bearable) if most > 1 else 1
    if terms.goal is not None and least * terms.bet >= terms.goal:
        raise ValueError(f"no bankroll below the goal of {terms.goal} has a chance of ruin of at most {risk}")
    return _session(terms, least * terms.bet, fraction, progress, risk)
