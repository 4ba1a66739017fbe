"""The money of a player who makes one bet round after round, exactly or with proved digits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any, Literal, TypeAlias

from markov.chain.chain import MAX_STATES
from markov.chain.transitions import TooMuchWork
from markov.exact import chance, check_whole
from markov.naming import counted
from markov.shown import HasView
from markov.statistics import bankroll as chances
from markov.statistics.bankroll import FinalLaw, Gains, Stages
from markov.statistics.bracket import Bracket
from markov.statistics.net_law import Amount, NetLaw, money
from markov.statistics.spins import stages
from markov.wager.odds import Strategy
from markov.wager.wager import Wager

Short: TypeAlias = Literal["stop", "borrow"]
OpenBet: TypeAlias = Literal["refunded", "played"]
QUANTILES = tuple(Fraction(text) for text in ("1/100", "1/20", "1/4", "1/2", "3/4", "19/20", "99/100"))

_LEFT = Fraction(1, 2**80)  # of play: so little of it may go on for more rounds than are followed
_MOST_STAKES = 10**7  # bets that a bankroll is searched among


@dataclass(frozen=True, slots=True)
class FinalMoney:
    """The money of the player when play is over.

    quantiles   by chance the least money that is not passed with it; None where that is not settled
    """

    mean: Bracket
    variance: Bracket
    quantiles: Mapping[Fraction, Fraction | None]


@dataclass(frozen=True, slots=True)
class RoundsPlayed:
    """The number of rounds that are played."""

    mean: Bracket


@dataclass(frozen=True, slots=True)
class SessionTerms:
    """The money and the limits of a session, and the law of one round of it.

    gains    of a round, with the bet that is made
    needed   for a round; with less a player is ruined
    staked   in a round, on average
    play     inside the wager; None for a law of one's own
    spins    the states within a round, where `rounds` counts spins
    """

    wager: Wager | None
    play: Strategy | None
    gains: Gains
    needed: Fraction
    staked: Fraction
    bet: Fraction
    rounds: int | None
    goal: Fraction | None
    stop_loss: Fraction | None
    short: Short
    spins: Stages | None = None

    def ruin(self, bankroll: Fraction) -> int:
        """The greatest number of units won at which the player is ruined."""
        left = (self.needed - bankroll) / self.gains.unit
        return ceil(left) - 1 if self.short == "stop" else floor(-bankroll / self.gains.unit)

    def low(self, bankroll: Fraction) -> int:
        """The greatest number of units won at which play stops below the start."""
        stop = self.ruin(bankroll)
        return stop if self.stop_loss is None else max(stop, floor(-self.stop_loss / self.gains.unit))

    def high(self, bankroll: Fraction) -> int | None:
        """The least number of units won at which the goal is reached."""
        return None if self.goal is None else ceil((self.goal - bankroll) / self.gains.unit)


@dataclass(frozen=True, slots=True)
class Session(HasView):
    """The course of a bankroll. A chance is a bracket, whose `exact` is the fraction where it is known.

    risk           that the bankroll was sought for; None where it was given
    ruin           the chance to have less than a round needs
    goal_reached   None without a goal
    stopped        the chance to stop after a loss, not ruined; None without such a limit
    ahead, even, behind   of the bankroll when play is over; None where play may go on for ever
    final          None where play may go on for ever, or the law is out of reach
    rounds_played  None where the mean is without end
    law            of the units won; None where `final` is
    """

    terms: SessionTerms
    bankroll: Fraction
    risk: Fraction | None
    ruin: Bracket
    goal_reached: Bracket | None
    stopped: Bracket | None
    ahead: Bracket | None
    even: Bracket | None
    behind: Bracket | None
    final: FinalMoney | None
    rounds_played: RoundsPlayed | None
    law: FinalLaw | None

    @property
    def exact(self) -> bool:
        """True where the chance of ruin is a fraction that is known."""
        return self.ruin.exact is not None

    @property
    def money_bet(self) -> Bracket | None:
        """The money that is bet on average; None where that is without end, or spins are counted."""
        if self.rounds_played is None or self.terms.spins:
            return None
        return self.rounds_played.mean * self.terms.staked

    def __repr__(self) -> str:
        return f"Session(bankroll {self.bankroll}, ruin {self.ruin!r})"


def session(
    wager: "Wager | Mapping[Any, str | Fraction]",
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

    wager      or a law of one's own: what a round gains, with the chance of it
    bankroll   the money at the start; left out where `risk` asks for the least bankroll
    bet        the stake of a round
    rounds     the number of rounds at most; without it play goes on until ruin or the goal
    spins      in place of it the number of spins or rolls: a bet is made again as soon as one is over
    goal       money that ends play when it is reached or passed
    stop_loss  a loss that ends play when it is reached or passed, checked after each round
    risk       a chance of ruin: the least bankroll in whole bets is sought that has no greater one
    play       inside the wager: "never" takes no offer, "optimal" is best play
    short      with less money than a round may cost: "stop", or "borrow" the difference, once
    still_open a bet that is open after the last spin is "refunded", or "played" until it is decided
    fraction   asks for fractions however long; else chances have proved digits where these would be long

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
    terms = _terms(wager, bet, rounds, goal, stop_loss, play, short, limit)
    if spins is not None:
        check_whole("spins", spins, 1)
        followed = None
        if terms.wager is not None:
            followed = stages(terms.wager, terms.gains, terms.bet, play, still_open == "played", limit)
        terms = replace(terms, rounds=spins, spins=followed)
    if bankroll is not None and risk is None:
        start = money("bankroll", bankroll)
        _check(terms, start)
        return _session(terms, start, None, fraction, progress)
    if bankroll is None and risk is not None:
        wanted = chance(risk)
        return _session(terms, _least_bankroll(terms, wanted, progress), wanted, fraction, progress)
    raise ValueError("a session has either a bankroll, or a risk for which the least bankroll is sought")


def _terms(
    wager: "Wager | Mapping[Any, str | Fraction]",
    bet: Amount,
    rounds: int | None,
    goal: Amount | None,
    stop_loss: Amount | None,
    play: Strategy,
    short: Short,
    limit: int,
) -> SessionTerms:
    stake = money("bet", bet)
    if rounds is not None:
        check_whole("rounds", rounds, 1)
    net = NetLaw.of(wager, play, limit)
    return SessionTerms(
        net.wager,
        net.play,
        net.gains(stake),
        net.cost * stake,
        net.staked * stake,
        stake,
        rounds,
        None if goal is None else money("goal", goal),
        None if stop_loss is None else money("stop-loss", stop_loss),
        short,
    )


def _check(terms: SessionTerms, bankroll: Fraction) -> None:
    if terms.ruin(bankroll) >= 0:
        raise ValueError(f"a bankroll of {bankroll} is less than the {terms.needed} that a round may cost")
    if terms.goal is not None and terms.goal <= bankroll:
        raise ValueError(f"the goal of {terms.goal} is not above the bankroll of {bankroll}")
    if terms.goal is None and terms.rounds is None and terms.stop_loss is not None:
        raise ValueError(
            "a limit of the loss without a goal or a number of rounds is reached for sure; give one of them"
        )


def _session(
    terms: SessionTerms,
    bankroll: Fraction,
    risk: Fraction | None,
    fraction: bool,
    progress: Callable[[int], None],
) -> Session:
    ruined, low, high = terms.ruin(bankroll), terms.low(bankroll), terms.high(bankroll)
    if terms.rounds is None and high is None:
        return _for_ever(terms, bankroll, risk)
    ends = [lambda x: x <= ruined, *([lambda x: x >= high] if high is not None else [])]
    try:
        law = chances.settled(terms.gains, low, high, terms.rounds, ends, fraction, progress, terms.spins)
    except TooMuchWork:
        if fraction or terms.spins or terms.rounds is None:
            raise
        left, more = chances.outlasting(terms.gains, low, high, terms.rounds)
        if max(left, more) > _LEFT:
            raise
        if high is None and terms.gains.mean > 0:
            endless = _for_ever(terms, bankroll, risk)
            return replace(endless, ruin=Bracket(endless.ruin.lower - more, endless.ruin.upper).chance())
        ever: FinalLaw | None
        if high is not None:
            ever = chances.settled(terms.gains, low, high, None, ends)
        else:
            ever = chances.ruined(terms.gains, low)
        if ever is None:
            raise
        law = chances.nearly_ever(ever, left, more, terms.rounds * terms.gains.win)
    return Session(
        terms,
        bankroll,
        risk,
        ruin=law.chance(lambda x: x <= ruined),
        goal_reached=None if high is None else law.chance(lambda x: x >= high),
        stopped=None if terms.stop_loss is None else law.chance(lambda x: ruined < x <= low),
        ahead=law.chance(lambda x: x > 0),
        even=law.chance(lambda x: x == 0),
        behind=law.chance(lambda x: x < 0),
        final=_final(law, bankroll, terms.gains.unit),
        rounds_played=None if law.rounds is None else RoundsPlayed(law.rounds),
        law=law,
    )


def _final(law: FinalLaw, bankroll: Fraction, unit: Fraction) -> FinalMoney:
    """The money that is left, of the law of the units won."""
    moment = law.moment(1)
    variance = (law.moment(2) - moment * moment) * unit**2
    known = {share: law.quantile(share) for share in QUANTILES}
    quantiles = {share: None if x is None else bankroll + x * unit for share, x in known.items()}
    return FinalMoney(moment * unit + bankroll, variance, quantiles)


def _for_ever(terms: SessionTerms, bankroll: Fraction, risk: Fraction | None) -> Session:
    """The session that only ruin ends."""
    low, sure = terms.ruin(bankroll), terms.gains.loss > 0 and terms.gains.mean <= 0
    law = chances.ruined(terms.gains, low) if sure else None
    nothing, one = Bracket.of(0), Bracket.of(1)
    return Session(
        terms,
        bankroll,
        risk,
        ruin=chances.ever(terms.gains, low),
        goal_reached=None,
        stopped=None,
        ahead=nothing if sure else None,
        even=nothing if sure else None,
        behind=one if sure else None,
        final=None if law is None else _final(law, bankroll, terms.gains.unit),
        rounds_played=None if law is None or law.rounds is None else RoundsPlayed(law.rounds),
        law=law,
    )


def _least_bankroll(terms: SessionTerms, risk: Fraction, progress: Callable[[int], None]) -> Fraction:
    """The least whole number of bets with which the chance of ruin is not above the risk.

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
        if terms.ruin(bankroll) >= 0:
            return False
        if terms.goal is not None and bankroll >= terms.goal:
            return True
        ruin = _session(terms, bankroll, None, False, progress).ruin
        if ruin.lower <= risk < ruin.upper:
            ruin = _session(terms, bankroll, None, True, progress).ruin
            if ruin.lower <= risk < ruin.upper:
                raise TooMuchWork(f"the ruin of {bankroll} is too near to {risk} to be told from it")
        return ruin.upper <= risk

    most = 1
    while not bearable(most):
        most *= 2
        if most > _MOST_STAKES:
            raise ValueError(f"the bankroll would be more than {counted(_MOST_STAKES, 'bet')}")
    least = most // 2  # not bearable, or no bet
    while most - least > 1:
        middle = (least + most) // 2
        if bearable(middle):
            most = middle
        else:
            least = middle
    if terms.goal is not None and most * terms.bet >= terms.goal:
        raise ValueError(f"no bankroll below the goal of {terms.goal} has a chance of ruin of at most {risk}")
    return most * terms.bet
