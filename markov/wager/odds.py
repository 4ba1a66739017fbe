"""Answer: chances of endings, what they bring, where to stop. Here rules, chain and money meet."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from markov.chain.chain import MAX_STATES, Chain
from markov.chain.duration import Absorption, Spins, absorption_with_spins
from markov.chain.optimal_stopping import Policy, optimal_policy
from markov.distribution import Distribution
from markov.exact import percent, shortened
from markov.shown import Shown, Viewed
from markov.wager.wager import End, Priced, Rule, Wager, priced

Way: TypeAlias = Literal["optimal", "never"]  # of playing: best, or to the end


@dataclass(frozen=True, slots=True)
class Ending:
    """One way the wager can be over: its chance, and what it returns per unit staked."""

    ending: str
    probability: Fraction
    returned: Fraction


@dataclass(frozen=True, slots=True)
class Edge:
    """The player's expected loss, over each base by name.

    per_stake      over the stake
    per_outlay     over what the player puts up, commission included
    per_resolved   over the stake times the chance that the wager is neither pushed nor taken down;
                   None where it always is
    per_spin       over the stake times the expected number of spins; None where none is made
    """

    per_stake: Fraction
    per_outlay: Fraction
    per_resolved: Fraction | None
    per_spin: Fraction | None


@dataclass(frozen=True, slots=True)
class Play(Shown):
    """What a wager comes to under one way of playing it. All money is per unit staked.

    endings    by chance of happening in this play; chances sum to exactly 1
    returned   expected gross return, stake included; `net` is that less the outlay
    variance   of the gross return
    envy       what the house is expected to owe the dealer
    """

    endings: tuple[Ending, ...]
    outlay: Fraction
    variance: Fraction
    edge: Edge
    spins: Spins
    envy: Fraction
    returned: Fraction

    @property
    def net(self) -> Fraction:
        """Expected return less outlay: what the player is expected to gain."""
        return self.returned - self.outlay

    @property
    def rtp(self) -> Fraction:
        """Return to player: expected return over outlay."""
        return self.returned / self.outlay

    @property
    def hit_frequency(self) -> Fraction:
        """The chance that something comes back."""
        return sum((e.probability for e in self.endings if e.returned > 0), Fraction(0))

    @property
    def house_after_envy(self) -> Fraction:
        """What the house is expected to keep after it has paid the dealer's envy."""
        return -self.net - self.envy

    def __repr__(self) -> str:
        return f"Play({len(self.endings)} endings, edge {_said(self.edge.per_stake)})"


@dataclass(frozen=True, slots=True)
class Offer:
    """An ending the player may choose in a state, against playing on. Per unit staked.

    continuing   what playing on is worth when play is best from there
    never        what playing on is worth when no offer is ever taken
    """

    state: Any
    ending: str
    offered: Fraction
    continuing: Fraction
    never: Fraction

    @property
    def margin(self) -> Fraction:
        """Offered less continuing."""
        return self.offered - self.continuing

    @property
    def take(self) -> bool:
        """Whether the offer is worth more than playing on."""
        return self.margin > 0

    @property
    def tie(self) -> bool:
        """Whether the offer is worth exactly what playing on is; then best play plays on."""
        return self.margin == 0


@dataclass(frozen=True, slots=True)
class Answer(Viewed):
    """The exact odds of a wager, played to its end and played best.

    states   of the chain that was solved, ends included
    merged   which states that play alike were merged in it; empty where none were
    """

    wager: Wager
    states: int
    merged: str
    never: Play
    optimal: Play
    offers: tuple[Offer, ...]

    def __repr__(self) -> str:
        edge = _said(self.never.edge.per_stake)
        best = f", best play {_said(self.optimal.edge.per_stake)}" if self.offers else ""
        return f"Answer({self.wager.name!r}, {self.states:,} states, edge {edge}{best})"


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A rule on a wheel, solved: what no paytable changes. It is solved once and priced at will.

    ended   where play that goes on to its end is over
    """

    rule: Rule[Any, Any]
    wheel: Distribution[Any]
    chain: Chain[Any]
    ended: Absorption

    def answer(self, wager: Wager) -> Answer:
        """The exact odds of a wager on this rule and wheel.

        Raises Mispriced when the paytable does not fit what can happen, ValueError for another rule or wheel.
        """
        if (wager.rule, wager.wheel) != (self.rule, self.wheel):
            raise ValueError(f"{wager.name} is on another rule or wheel than what was solved")
        table = priced(wager, self.chain)
        policy = _policy(wager, table)
        never = _play(wager, self.ended, table.ends)
        return Answer(
            wager=wager,
            states=len(self.chain.states),
            merged=self.chain.merged,
            never=never,
            optimal=_stopping(wager, table, policy) if policy.stops else never,
            offers=tuple(
                Offer(
                    self.chain.states[i],
                    end.name,
                    wager.pays[end.name],
                    policy.continuing[i],
                    policy.never[i],
                )
                for i, end in table.offers.items()
            ),
        )


def solved(wager: Wager, limit: int = MAX_STATES) -> Solved:
    """The rule of the wager, on its wheel, solved.

    Raises TooManyStates beyond the limit, TooMuchWork when the exact answer is out of reach and NotAbsorbing
    when play could go on for ever.
    """
    chain = wager.chain(limit)
    return Solved(wager.rule, wager.wheel, chain, absorption_with_spins(chain.transitions))


def answer(wager: Wager, limit: int = MAX_STATES) -> Answer:
    """The exact odds of the wager.

    Raises what `solved` raises, and Mispriced when the paytable does not fit what can happen.
    """
    return solved(wager, limit).answer(wager)


def _policy(wager: Wager, table: Priced[Any]) -> Policy:
    if not table.offers:
        return Policy(frozenset(), {}, {})
    return optimal_policy(table.chain.transitions, table.payoff(wager.pays), table.offered(wager.pays))


def _stopping(wager: Wager, table: Priced[Any], policy: Policy) -> Play:
    cut = table.chain.transitions.stopped(policy.stops)
    return _play(
        wager,
        absorption_with_spins(cut),
        {**table.ends, **{i: table.offers[i] for i in policy.stops}},
    )


def _play(wager: Wager, over: Absorption, ends: Mapping[int, End]) -> Play:
    chances: dict[End, Fraction] = {}
    for i, chance in over.chances.items():
        chances[ends[i]] = chances.get(ends[i], Fraction(0)) + chance
    happening = {end: chance for end, chance in chances.items() if chance}
    returned = sum((p * wager.pays[end.name] for end, p in happening.items()), Fraction(0))
    square = sum((p * wager.pays[end.name] ** 2 for end, p in happening.items()), Fraction(0))
    resolved = sum((p for end, p in happening.items() if _resolves(wager, end)), Fraction(0))
    loss = wager.outlay - returned
    return Play(
        endings=tuple(Ending(end.name, p, wager.pays[end.name]) for end, p in happening.items()),
        outlay=wager.outlay,
        returned=returned,
        variance=square - returned**2,
        edge=Edge(
            per_stake=loss,
            per_outlay=loss / wager.outlay,
            per_resolved=loss / resolved if resolved else None,
            per_spin=loss / over.spins.mean if over.spins.mean else None,
        ),
        spins=over.spins,
        envy=sum((p * wager.envy.get(end.name, Fraction(0)) for end, p in happening.items()), Fraction(0)),
    )


def _said(edge: Fraction) -> str:
    return f"{shortened(edge, 24)} ({percent(edge)})"


def _resolves(wager: Wager, end: End) -> bool:
    """Whether the end is neither a bet taken down nor a push, where just the outlay comes back."""
    return end.decides and wager.pays[end.name] != wager.outlay
