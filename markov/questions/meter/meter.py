"""A progressive meter: the long-run return, and the meter at which a play breaks even.

Per unit staked, with p the chance of the ending that wins the meter, e the edge where that ending brings
nothing, and a what a bet adds: a play with m on the meter gains p·m − e, and playing on until it is won gains
m + a·(1 − p)/p − e/p. By the long run a bet returns as if the ending paid the seed, and a on top: of the
meter all that was added comes back. Under best play each of these is asked of the pay at which it holds.

Of a meter that must hit by M, with a trigger that is uniform and paid where it falls, a bet wins the m of the
meter with the chance a/(M − m): it breaks even at M·e/(e + a), and playing until it hits at
M·(e − a)/(e + a).
"""

from dataclasses import dataclass
from fractions import Fraction

from markov.chain.chain import MAX_STATES
from markov.exact import exact, share
from markov.shown import HasView
from markov.statistics.net_law import Amount, NetLaw, WagerOrLaw, money, optional_money
from markov.wager.odds import Strategy, by_road
from markov.wager.pay_edits import edited
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class Meter(HasView):
    """The worth of a progressive meter. Money is as it was said; the meter counts the bet's own share.

    ending      that wins the meter; empty where it must hit by an amount
    chance      of that ending; None under best play, where it depends on the meter
    edge        of a bet of one unit without the meter
    long_run    the return of a unit staked; None where no seed is said
    one_play    the meter at which one play breaks even; None where every play does, or none
    until_hit   the meter at which playing until it is won breaks even; None likewise
    gain_now    the expected gain of one play with the meter as it stands; None where that is not said
    gain_until  the expected gain of playing until it is won; None likewise
    """

    wager: Wager | None
    play: Strategy | None
    ending: str
    bet: Fraction
    seed: Fraction | None
    adds: Fraction
    now: Fraction | None
    must_hit_by: Fraction | None
    chance: Fraction | None
    edge: Fraction
    long_run: Fraction | None
    one_play: Fraction | None
    until_hit: Fraction | None
    gain_now: Fraction | None
    gain_until: Fraction | None

    def gain(self, amount: Fraction) -> Fraction:
        """The expected gain of one play, per unit staked, with that amount on the meter."""
        if self.must_hit_by is not None:
            return self.adds * amount / (self.must_hit_by - amount) - self.edge
        if self.wager is None:
            raise AssertionError(self)
        return _gain(self.wager, self.play or "never", self.ending, amount / self.bet)

    def __repr__(self) -> str:
        return f"Meter(one play breaks even at {self.one_play}, until it hits {self.until_hit})"


def meter(
    wager: WagerOrLaw,
    ending: str | None = None,
    *,
    seed: Amount | None = None,
    adds: "str | Fraction" = "0%",
    now: Amount | None = None,
    must_hit_by: Amount | None = None,
    bet: Amount = 1,
    play: Strategy = "never",
    limit: int = MAX_STATES,
) -> Meter:
    """The long-run return of a progressive meter, and the amounts at which playing it breaks even.

    ending        that wins the meter in place of its pay; the win where it is left out
    seed          that the meter begins with again when it was won
    adds          the share of a bet that goes to the meter
    now           the meter as it stands
    must_hit_by   the meter is won at a secret amount, uniform between the seed and this, by whatever ending
    bet           the stake of a play

    >>> import markov as mk
    >>> spin = {-1: "9/10", 8: "1/10"}
    >>> found = mk.meter(spin, seed=300, adds="1%", now=480, must_hit_by=500)
    >>> found.one_play, found.until_hit, found.gain_now
    (Fraction(5000, 11), Fraction(4500, 11), Fraction(7, 50))

    Raises ValueError for amounts that make no sense; for a law of one's own the meter must hit by an amount.
    """
    stake, rate = money("bet", bet), share(adds)
    begun = None if seed is None else exact(seed)
    stands, top = optional_money("meter", now), optional_money("meter that must hit", must_hit_by)
    if not 0 <= rate < 1:
        raise ValueError(f"a share of {rate} of a bet is not from 0 to 1")
    if begun is not None and begun < 0:
        raise ValueError(f"the seed is {begun}; it is 0 or more")
    if top is None:
        if not isinstance(wager, Wager):
            raise ValueError("a law of one's own has no ending that wins a meter; say what it must hit by")
        return _won(wager, ending, stake, begun, rate, stands, play, limit)
    if ending is not None:
        raise ValueError("a meter that must hit is won by any ending; name none")
    for name, amount in (("seed", begun), ("meter", stands)):
        if amount is not None and amount >= top:
            raise ValueError(f"the {name} of {amount} is not below the {top} that it must hit by")
    if not rate:
        raise ValueError("a meter that must hit grows: say the share of a bet that is added")
    net = NetLaw.of(wager, play, limit)
    edge = -net.mean
    one, until = top * edge / (edge + rate), top * (edge - rate) / (edge + rate)
    return Meter(
        net.wager,
        net.play,
        "",
        stake,
        begun,
        rate,
        stands,
        top,
        None,
        edge,
        long_run=None if begun is None else 1 - edge + rate * (top + begun) / (top - begun),
        one_play=one if one > 0 else None,
        until_hit=until if until > 0 else None,
        gain_now=stands and stake * (rate * stands / (top - stands) - edge),
        gain_until=stands and (stands + top) / 2 - edge * (top - stands) / (2 * rate),
    )


def _won(
    wager: Wager,
    ending: str | None,
    bet: Fraction,
    seed: Fraction | None,
    rate: Fraction,
    now: Fraction | None,
    play: Strategy,
    limit: int,
) -> Meter:
    """The meter that an ending wins."""
    answered = by_road(wager, limit).answer(wager)
    won = answered.win if ending is None else ending
    odds = answered.never
    chance = next((one.probability for one in odds.endings if one.ending == won), Fraction(0))
    if not chance:
        raise ValueError(
            f"{won[:60]} is no ending that comes; choose one of {', '.join(e.ending for e in odds.endings)}"
        )
    edge = -_gain(wager, play, won, Fraction(0))
    if play == "never":
        even, until = edge / chance, (edge - rate) / chance + rate
    else:
        pays = [wager.price(won, edge=share, play=play, limit=limit).pay for share in (Fraction(0), rate)]
        if pays[0] is None or pays[1] is None:
            raise ValueError(f"no pay of {won} brings a play to even")
        even, until = pays[0].returned, pays[1].returned + rate
    return Meter(
        wager,
        play,
        won,
        bet,
        seed,
        rate,
        now,
        None,
        chance if play == "never" else None,
        edge,
        long_run=None if seed is None else wager.outlay + _gain(wager, play, won, seed / bet) + rate,
        one_play=even * bet if even > 0 else None,
        until_hit=until * bet if until > 0 else None,
        gain_now=now and _gain(wager, play, won, now / bet) * bet,
        gain_until=now and now - until * bet,
    )


def _gain(wager: Wager, play: Strategy, ending: str, pay: Fraction) -> Fraction:
    """The expected gain per unit staked where the ending brings that pay."""
    return edited(wager, {ending: pay}).odds().played(play).net
