"""A progressive meter: the long-run return, and the meter at which a play breaks even.

Per unit staked, with p the chance of the ending that wins the meter, e the edge where that ending brings
nothing, and a what a bet adds: a play with m on the meter gains p·m − e, and playing on until it is won gains
m + a·(1 − p)/p − e/p. By the long run a bet returns as if the ending paid the seed, and a on top: of the
meter all that was added comes back. Under best play what breaks even is the pay at which the edge is 0, or
a; of the long run nothing is said where best play changes as the meter grows.

Of a meter that must hit by M, with a trigger that is uniform between m and M and paid where it falls, a bet
adds a and wins with the chance a/(M − m), and then m + a/2 on average; the last one wins what is left. It
breaks even at (M·e − a²/2)/(e + a). With n the least whole number of bets that come to M, playing until it
hits takes n − n·(n − 1)·a/2(M − m) of them on average, and is paid (m + M)/2. That less what they cost grows
with m, and is 0 at a root of a square: the meter at which it breaks even is told to the next millionth.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from markov.chain.chain import MAX_STATES
from markov.exact import exact, in_short, share, significant
from markov.shown import HasView
from markov.statistics.net_law import Amount, NetLaw, WagerOrLaw, money, optional_money
from markov.wager.odds import Odds, Strategy, by_road, solved
from markov.wager.outcome import Affine
from markov.wager.pay_edits import edited, endings
from markov.wager.wager import Wager

_PARTS = 10**6  # of a bet, in which the meter is told at which playing until it hits breaks even


@dataclass(frozen=True, slots=True)
class Meter(HasView):
    """The worth of a progressive meter. Money is as it was said; the meter counts the bet's own share.

    ending      that wins the meter; empty where it must hit by an amount
    chance      of that ending; None under best play, where it depends on the meter
    edge        of a bet of one unit without the meter
    long_run    what comes back of all that is put up; None where no seed is said, or best play changes as the
                meter grows
    one_play    the meter at which one play breaks even; None where every play does
    until_hit   the meter at which playing until it is won breaks even, of one that must hit to the next
                millionth of a bet; None likewise
    gain_until  the expected gain of playing until it is won as it stands; None where that is not said, or
                under best play a bet adds more than it loses
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
    gain_until: Fraction | None

    @property
    def gain_now(self) -> Fraction | None:
        """The expected gain of one play with the meter as it stands; None where that is not said."""
        return None if self.now is None else self.gain(self.now) * self.bet

    def gain(self, amount: Fraction) -> Fraction:
        """The expected gain of one play, per unit staked, with that amount on the meter."""
        if self.must_hit_by is not None:
            return _paid(amount, self.must_hit_by, self.adds * self.bet) / self.bet - self.edge
        if self.wager is None:
            raise AssertionError(self)
        return _with_pay(self.wager, self.play or "never", self.ending, amount / self.bet).net

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
    (Fraction(90909, 200), Fraction(4091, 10), Fraction(56001, 400000))

    Raises ValueError for amounts that make no sense; for a law of one's own the meter must hit by an amount.
    """
    stake, rate = money("bet", bet), share(adds)
    begun = None if seed is None else exact(seed)
    stands, top = optional_money("meter", now), optional_money("meter that must hit", must_hit_by)
    if not 0 <= rate < 1:
        raise ValueError(f"a share of {rate} of a bet is no share below 1")
    if begun is not None and begun < 0:
        raise ValueError(f"the seed is {begun}; it is 0 or more")
    named, long_run = wager if isinstance(wager, Wager) else None, None
    if top is None:
        if named is None:
            raise ValueError("a law of one's own has no ending that wins a meter; say what it must hit by")
        won, chance, edge, even, until = _won(named, ending, rate, play, limit)
        even, until = even * stake, None if until is None else until * stake
        whole = None if stands is None or until is None else stands - until
        if begun is not None:
            odds = _lasting(edited(named, {won: begun / stake}), won, play, limit)
            long_run = None if odds is None else odds.rtp + rate / odds.outlay
    else:
        if ending is not None:
            raise ValueError("a meter that must hit is won by any ending; name none")
        for name, amount in (("seed", begun), ("meter", stands)):
            if amount is not None and amount >= top:
                raise ValueError(f"the {name} of {amount} is not below the {top} that it must hit by")
        if not rate:
            raise ValueError("a meter that must hit grows: say the share of a bet that is added")
        net = NetLaw.of(wager, play, limit)
        won, chance, edge = "", None, -net.mean
        added, lost = rate * stake, edge * stake
        if lost >= top:
            raise ValueError(
                f"a bet loses {significant(lost)} on average, and the meter is never above {top}"
            )
        even = (lost * top - added**2 / 2) / (lost + added) if lost > 0 else Fraction(0)
        if even + added > top:
            even = 2 * lost - top
        until = _even_until(top, added, lost, min(stake, top) / _PARTS)
        whole = None if stands is None else _gain_until(stands, top, added, lost)
        if begun is not None:
            put_up = Fraction(1) if named is None else net.staked
            paid = (begun + top) / 2 / _plays(top - begun, added) / stake
            long_run = 1 + (paid - edge) / put_up
    return Meter(
        named,
        None if named is None else play,
        won,
        stake,
        *(begun, rate, stands, top),
        chance,
        edge,
        long_run,
        one_play=even if even > 0 else None,
        until_hit=until if until and until > 0 else None,
        gain_until=whole,
    )


def _paid(amount: Fraction, top: Fraction, added: Fraction) -> Fraction:
    """The mean that a meter which must hit pays on one play that adds so much."""
    left = top - amount
    return added * (amount + added / 2) / left if added < left else (amount + top) / 2


def _plays(left: Fraction, added: Fraction) -> Fraction:
    """The mean number of plays until a meter hits to which so much may still be added."""
    most = ceil(left / added)
    return most - most * (most - 1) * added / (2 * left)


def _gain_until(amount: Fraction, top: Fraction, added: Fraction, lost: Fraction) -> Fraction:
    """The expected gain of playing until the meter hits, each play losing so much without it."""
    return (amount + top) / 2 - lost * _plays(top - amount, added)


def _even_until(top: Fraction, added: Fraction, lost: Fraction, part: Fraction) -> Fraction:
    """The least multiple of the part at which playing until the meter hits loses nothing."""
    low, high = -1, ceil(top / part)  # nothing is gained at the one, and nothing lost at the other
    while high - low > 1:
        middle = (low + high) // 2
        if _gain_until(middle * part, top, added, lost) >= 0:
            high = middle
        else:
            low = middle
    return high * part


def _won(
    wager: Wager, ending: str | None, rate: Fraction, play: Strategy, limit: int
) -> tuple[str, Fraction | None, Fraction, Fraction, Fraction | None]:
    """The ending that wins the meter, its chance, its edge without it, and the pays that are even.

    The last is None where under best play a bet adds more than it loses: the longer it is played the better.
    """
    answered = by_road(wager, limit).answer(wager)
    won = answered.win if ending is None else ending
    chances = {each.ending: each.probability for each in answered.never.endings if each.probability}
    comes = sorted(chances if play == "never" else endings(wager)[0])
    if won not in comes:
        raise ValueError(f"{won} is no ending that comes; choose one of {', '.join(comes)}")
    if wager.commission is not None and wager.commission.ending == won:
        raise ValueError(f"the commission on {wager.name} goes by what {won} pays, so a meter cannot pay it")
    edge = -_with_pay(wager, play, won, Fraction(0)).net
    if play == "never":
        chance = chances[won]
        return won, chance, edge, edge / chance, (edge - rate) / chance + rate

    def pay(share: Fraction) -> Fraction | None:
        if share >= edge:
            return None
        if (quote := wager.price(won, edge=share, play=play, limit=limit).pay) is None:
            raise ValueError(f"under best play no pay of {won} brings an edge of {in_short(share)}")
        return quote.returned

    until = pay(rate)
    return won, None, edge, pay(Fraction(0)) or Fraction(0), None if until is None else until + rate


def _lasting(wager: Wager, ending: str, play: Strategy, limit: int) -> Odds | None:
    """The odds of a play that is best with any larger pay of the ending too; None where none is."""
    if play == "never":
        return by_road(wager, limit).answer(wager).never
    envelope = solved(wager, limit).envelope(wager)
    best, steepest = envelope.optimum(), envelope.section(ending, {ending: Affine.unknown(ending)}).steepest()
    slope = best.slope(ending)
    lasts = slope is not None and slope.right == steepest.coefficient(ending)
    return Odds.of(best.outcome, wager) if lasts else None


def _with_pay(wager: Wager, play: Strategy, ending: str, pay: Fraction) -> Odds:
    """The odds per unit staked where the ending brings that pay."""
    return edited(wager, {ending: pay}).odds().played(play)
