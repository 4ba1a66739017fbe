"""The worth of a promotion: a rebate on losses, or a bonus that has to be played through."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from markov.chain.chain import MAX_STATES
from markov.exact import share
from markov.shown import HasView
from markov.statistics.bankroll import FinalLaw, settled
from markov.statistics.bonus import BestBets, BonusTerms, cleared
from markov.statistics.bracket import Bracket
from markov.statistics.net_law import Amount, NetLaw, WagerOrLaw, money, optional_money
from markov.statistics.rebate import best_plan
from markov.wager.odds import Strategy

RolloverBase: TypeAlias = Literal["bonus", "both"]


@dataclass(frozen=True, slots=True)
class Rebate(HasView):
    """Best play with a rebate on the net loss, which is paid when the player quits.

    value        what the player has on average, the rebate in it: the cost to the house; 0 where no round is
                 worth playing
    break_even   the share from which a round is worth playing
    quit_behind  the least loss at which the player quits; None where no round is worth playing
    quit_ahead   the least gain at which the player quits; None likewise
    ties         gains at which to quit and to play on are equally good, or too near to be told apart
    law          of the gain before the rebate, in units; None where no round is worth playing
    rounds       the average number of rounds
    """

    net: NetLaw
    bet: Fraction
    share: Fraction
    break_even: Fraction
    value: Bracket
    quit_behind: Fraction | None
    quit_ahead: Fraction | None
    ties: tuple[Fraction, ...]
    law: FinalLaw | None
    rounds: Bracket

    def __repr__(self) -> str:
        return (
            f"Rebate({self.share}, quit {self.quit_behind} behind or {self.quit_ahead} ahead, {self.value!r})"
        )


@dataclass(frozen=True, slots=True)
class Bonus(HasView):
    """A bonus that has to be played through, with the best choice among some bets.

    value        the expected cash at the end less the deposit: the cost to the house
    chance       to stake the whole rollover
    cash         the expected cash at the end
    by_rollover  the value, were so much to be staked
    choices      the best bets by what is left to be staked and the money that there is
    """

    net: NetLaw
    deposit: Fraction
    bonus: Fraction
    terms: BonusTerms
    value: Bracket
    chance: Bracket
    cash: Bracket
    by_rollover: tuple[tuple[Fraction, Fraction], ...]
    choices: tuple[BestBets, ...]

    @property
    def simple(self) -> Fraction:
        """The bonus less the edge on all that is staked, as if nobody were ever ruined."""
        return (0 if self.terms.back else self.bonus) + self.net.mean * self.terms.rollover

    def __repr__(self) -> str:
        return f"Bonus({self.bonus} for {self.deposit}, value {self.value!r})"


def rebate(
    wager: WagerOrLaw,
    back: "str | Fraction",
    *,
    bet: Amount = 1,
    play: Strategy = "never",
    limit: int = MAX_STATES,
) -> Rebate:
    """The best play with a rebate, and what the player then has.

    wager   or a law of one's own: what a round gains, with the chance of it
    back    the share of a net loss that is given back when the player quits
    bet     the stake of a round

    >>> import markov as mk
    >>> found = mk.rebate({-1: "37/38", 35: "1/38"}, "20%")
    >>> found.quit_behind, found.quit_ahead, found.break_even, found.value.rounded(4)
    (Fraction(37, 1), Fraction(24, 1), Fraction(2, 37), '1.7739')

    Raises ValueError where the player has no disadvantage without it, and TooMuchWork.
    """
    given, stake, net = share(back), money("bet", bet), NetLaw.of(wager, play, limit)
    if not 0 < given < 1:
        raise ValueError(f"a rebate of {given} is not between 0 and 1")
    if net.mean >= 0:
        raise ValueError(
            f"a round gains {net.mean} on average without any rebate, so there is no best time to quit"
        )
    gains = net.gains(stake)
    loss = -sum((gain * chance for gain, chance in net.law.items() if gain < 0), Fraction(0))
    plan = best_plan(gains, given)
    if plan is None:
        nothing = Bracket.of(0)
        return Rebate(net, stake, given, -net.mean / loss, nothing, None, None, (), None, nothing)
    law = settled(gains, plan.low, plan.goal, None, [lambda x: x <= plan.low, lambda x: x >= plan.goal])
    if law.rounds is None:
        raise AssertionError(plan)
    lost = FinalLaw({x: p for x, p in law.chances.items() if x < 0}, law.scale, law.error, law.reach, None)
    value = (law.moment(1) - lost.moment(1) * given) * gains.unit
    return Rebate(
        net,
        stake,
        given,
        -net.mean / loss,
        value,
        -plan.low * gains.unit,
        plan.goal * gains.unit,
        tuple(x * gains.unit for x in plan.ties),
        law,
        law.rounds,
    )


def bonus(
    wager: WagerOrLaw,
    amount: Amount,
    *,
    deposit: Amount,
    rollover: Amount,
    of: RolloverBase = "bonus",
    bets: Sequence[Amount] = (1,),
    sticky: bool = False,
    cap: Amount | None = None,
    play: Strategy = "never",
    limit: int = MAX_STATES,
) -> Bonus:
    """The value of a bonus that has to be played through before money may be taken out.

    amount     of the bonus
    rollover   how many times that is to be staked, such as "30x"; pushes count
    of         what is to be staked so often: the "bonus", or "both", the deposit with it
    bets       that may be chosen from, round by round; the last bet is no larger than what is left to stake
    sticky     the bonus is taken off at the end
    cap        the most that may be taken out, before that

    Money below the least bet is lost.

    >>> import markov as mk
    >>> red = {-1: "20/38", 1: "18/38"}
    >>> found = mk.bonus(red, 20, deposit=20, rollover="10x", bets=[1, 5])
    >>> found.value.rounded(4), found.chance.rounded(4), found.simple
    ('10.7216', '0.7057', Fraction(180, 19))

    Raises ValueError for terms that make no sense, and TooMuchWork.
    """
    net = NetLaw.of(wager, play, limit)
    paid, given = money("deposit", deposit), money("bonus", amount)
    times = money("rollover", rollover.removesuffix("x") if isinstance(rollover, str) else rollover)
    stakes = tuple(sorted({money("bet", bet) for bet in bets}))
    if not stakes or not net.cost:
        raise ValueError(
            "there is no bet to make" if not stakes else "a round costs nothing, so nothing is staked"
        )
    start = paid + given
    if start < stakes[0] * net.cost:
        raise ValueError(f"{start} is less than the {stakes[0] * net.cost} that a round may cost")
    staked = times * (given if of == "bonus" else start)
    back = given if sticky else Fraction(0)
    terms = BonusTerms(start, staked, stakes, back, optional_money("cap", cap))
    found = cleared(net, terms)
    by_rollover = tuple((left, value - paid) for left, value in found.by_left)
    return Bonus(
        net, paid, given, terms, found.cash - paid, found.chance, found.cash, by_rollover, found.choices
    )
