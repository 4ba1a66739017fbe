"""One round of a wager by its rule, spin by spin."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from markov.chain.transitions import TooMuchWork
from markov.proof.simulation import draws
from markov.shown import Viewed
from markov.wager.odds import Answer, Offer, Way
from markov.wager.outcome import outlays
from markov.wager.wager import End, Wager

LONGEST = 1_000  # spins that anyone may want to read


@dataclass(frozen=True, slots=True)
class Spin:
    """One spin of a round.

    outcome   what came up
    before    the state of the wager before it
    after     the state after it, or the End that it brought
    offered   the End on offer then; None where nothing is
    chosen    the actions that are chosen then, where the rule offers several; play goes on where they lead
    """

    outcome: Any
    before: Any
    after: Any
    offered: End | None
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Round(Viewed):
    """One round of a wager.

    wager     the wager
    play      "never", played to its end, or "optimal", best play
    seed      the same seed gives the same spins
    spins     in their order
    offered   the End on offer before the first spin; None where nothing is
    ending    how the round is over; empty where it goes on after the last spin that is told
    chosen    the player took the ending, which was on offer
    advice    by state, what the offer there is worth against playing on; empty where it is not known
    first     the actions that are chosen before the first spin, where the rule offers several
    """

    wager: Wager
    play: Way
    seed: int
    spins: tuple[Spin, ...]
    offered: End | None
    ending: str
    chosen: bool
    advice: Mapping[Any, Offer]
    first: tuple[str, ...] = ()

    def __repr__(self) -> str:
        over = f"{self.ending} after" if self.ending else "not over after"
        return f"Round({self.wager.name!r}, seed {self.seed}: {over} {len(self.spins):,} spins)"

    @property
    def returned(self) -> Fraction:
        """The return per unit staked, stake included; nothing so far where the round goes on."""
        return self.wager.pays[self.ending] if self.ending else Fraction(0)

    @property
    def outlay(self) -> Fraction:
        """The outlay per unit staked."""
        if not self.ending:
            return self.wager.outlay
        return outlays(self.wager)[self.ending].at(self.wager.pays)

    @property
    def net(self) -> Fraction:
        """The return less the outlay."""
        return self.returned - self.outlay


def advised(answered: Answer | None, play: Way) -> Mapping[Any, Offer]:
    """By state what its offer is worth.

    Raises TooMuchWork where best play cannot be told, because states that play alike were merged.
    """
    if answered is None or (answered.merged and answered.offers):
        if play == "optimal":
            raise TooMuchWork(
                "states that play alike are merged, so best play cannot be told by state; a higher "
                "--max-states keeps them apart, and --play never needs no odds"
            )
        return {}
    return {offer.state: offer for offer in answered.offers}


def policy_of(answered: Answer | None, play: Way) -> Mapping[Any, str]:
    """By state the action of that way of playing; empty where the rule plays by itself."""
    return getattr(answered, play).policy if answered else {}


def played(
    wager: Wager,
    seed: int,
    advice: Mapping[Any, Offer],
    play: Way = "never",
    longest: int = LONGEST,
    policy: Mapping[Any, str] = MappingProxyType({}),
) -> Round:
    """The round of that seed, told up to so many spins.

    advice   by state what its offer is worth; best play goes by it
    policy   by state the action that is chosen, of a wager whose rule offers several
    """
    if wager.choosing:
        return _chosen(wager, seed, play, longest, policy)
    state: Any = wager.rule.start
    first = offered = _offered(wager, state)
    spins: list[Spin] = []
    draw = draws(wager, seed)

    def taken() -> bool:
        return play == "optimal" and offered is not None and advice[state].take

    while len(spins) < longest and not isinstance(state, End) and not taken():
        outcome = draw(state)
        after = wager.rule.step(state, outcome)
        offered = None if isinstance(after, End) else _offered(wager, after)
        spins.append(Spin(outcome, state, after, offered))
        state = after
    chosen = not isinstance(state, End) and taken()
    over = offered if chosen else state
    name = over.name if isinstance(over, End) else ""
    return Round(wager, play, seed, tuple(spins), first, name, chosen, advice)


def _chosen(wager: Wager, seed: int, play: Way, longest: int, policy: Mapping[Any, str]) -> Round:
    """The same of a wager whose player chooses between actions."""
    from markov.wager.decisions import PolicyRule, by_policy

    rule = PolicyRule(wager.rule, tuple(policy.items()))
    draw = draws(by_policy(wager, policy), seed)
    first, state = rule.chosen(rule.rule.start)
    spins: list[Spin] = []
    after = state
    while len(spins) < longest and not isinstance(state, End):
        outcome, before = draw(state), state
        after = rule.rule.step(before, outcome)
        actions, state = rule.chosen(after)
        spins.append(Spin(outcome, before, after, None, actions))
    name = state.name if isinstance(state, End) else ""
    return Round(wager, play, seed, tuple(spins), None, name, bool(name) and state != after, {}, first)


def _offered(wager: Wager, state: Any) -> End | None:
    """The End on offer in the state, where the paytable prices it."""
    offered = wager.rule.offer(state)
    return offered if offered is not None and offered.name in wager.pays else None
