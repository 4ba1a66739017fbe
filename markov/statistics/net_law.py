"""NetLaw: the gain of a round, ending by ending, and the most that it may cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from markov.chain.chain import MAX_STATES
from markov.exact import chance, exact
from markov.statistics.bankroll import Gains
from markov.wager.odds import Strategy, by_road
from markov.wager.wager import Wager

Amount: TypeAlias = str | int | Fraction
"""An amount of money as it is said."""
WagerOrLaw: TypeAlias = Wager | Mapping[Any, str | Fraction]
"""What is played: a wager, or a law of one's own, with what a round gains and the chance of it."""


def money(name: str, said: Amount) -> Fraction:
    """The amount; raises ValueError, with its name, where it is no number or not above 0."""
    try:
        number = exact(said)
    except (ValueError, TypeError) as error:
        raise type(error)(f"the {name}: {error}") from None
    if number <= 0:
        raise ValueError(f"the {name} is {number}; expected more than 0")
    return number


def optional_money(name: str, said: Amount | None) -> Fraction | None:
    """The amount, where one is said."""
    return None if said is None else money(name, said)


@dataclass(frozen=True, slots=True)
class NetLaw:
    """The gain of a round per unit staked: what comes back less all that was put down, with its chances.

    play     inside the wager; None for a law of one's own
    cost     the most that a round may cost
    staked   in a round, on average
    """

    wager: Wager | None
    play: Strategy | None
    law: Mapping[Fraction, Fraction]
    cost: Fraction
    staked: Fraction

    @classmethod
    def of(cls, wager: WagerOrLaw, play: Strategy = "never", limit: int = MAX_STATES) -> "NetLaw":
        """The law of a wager played that way, or one's own: gains with their chances.

        Raises ValueError where nothing is won or lost, TypeError for what is no law.
        """
        played: tuple[Wager | None, Strategy | None] = None, None
        if isinstance(wager, Wager):
            played, odds = (wager, play), by_road(wager, limit).answer(wager).played(play)
            costs = {ending.ending: wager.total_staked(ending.ending) for ending in odds.endings}
            gained = [(ending.returned - costs[ending.ending], ending.probability) for ending in odds.endings]
            cost, staked = max(costs.values()), odds.outlay
        elif isinstance(wager, Mapping):
            gained = [(exact(said), chance(share)) for said, share in wager.items()]
            cost = staked = max([Fraction(0), *(-gain for gain, _ in gained)])
        else:
            raise TypeError(f"{wager!r} is no wager, and no law, such as {{-1: '20/38', 1: '18/38'}}")
        law: dict[Fraction, Fraction] = {}
        for gain, share in gained:
            law[gain] = law.get(gain, Fraction(0)) + share
        net = cls(*played, law, cost, staked)
        if not net.gains(Fraction(1)).square:
            raise ValueError("a round neither wins nor loses money, so nothing ever changes")
        return net

    def gains(self, bet: Fraction) -> Gains:
        """The gains of a round with that bet."""
        return Gains.of({gain * bet: chance for gain, chance in self.law.items()})

    @property
    def mean(self) -> Fraction:
        """The expected gain of a round per unit staked."""
        return sum((gain * chance for gain, chance in self.law.items()), Fraction(0))
