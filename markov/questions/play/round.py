"""One round of a wager by its rule, spin by spin."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, get_args

from markov.chain.chain import MAX_STATES
from markov.chain.transitions import TooMuchWork
from markov.exact import check_whole
from markov.naming import counted
from markov.proof.simulation import draws
from markov.shown import HasView
from markov.wager.decisions import PolicyRule
from markov.wager.game import check_one_of
from markov.wager.odds import Answer, Offer, Strategy, answer
from markov.wager.rule import End, after_trial, offer_of
from markov.wager.wager import Wager

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
class Round(HasView):
    """One round of a wager.

    wager     the wager
    play      "never", no offer taken, or "optimal", best play
    seed      the same seed gives the same spins
    spins     in their order
    offered   the End on offer before the first spin; None where nothing is
    ending    how the round is over; empty where it goes on after the last spin here
    chosen    the player took the ending, which was on offer
    advice    by state, what the offer there is worth against playing on; empty where it is not known
    first     the actions that are chosen before the first spin, where the rule offers several
    """

    wager: Wager
    play: Strategy
    seed: int
    spins: tuple[Spin, ...]
    offered: End | None
    ending: str
    chosen: bool
    advice: Mapping[Any, Offer]
    first: tuple[str, ...] = ()

    def __repr__(self) -> str:
        over = f"{self.ending} after" if self.ending else "not over after"
        length = counted(len(self.spins), self.wager.trial)
        return f"Round({self.wager.name!r}, seed {self.seed}: {over} {length})"

    @property
    def returned(self) -> Fraction:
        """The return per unit staked, stake included; nothing so far where the round goes on."""
        return self.wager.pays[self.ending] if self.ending else Fraction(0)

    @property
    def outlay(self) -> Fraction:
        """The outlay per unit staked."""
        if not self.ending:
            return self.wager.outlay
        return self.wager.total_staked(self.ending)

    @property
    def net(self) -> Fraction:
        """The return less the outlay."""
        return self.returned - self.outlay


def round_of(
    wager: Wager,
    *,
    seed: int = 0,
    play: Strategy = "never",
    longest: int = LONGEST,
    limit: int = MAX_STATES,
) -> Round:
    """One round of the wager, played by its rule and told spin by spin.

    seed      the same seed gives the same spins
    play      "never", no offer taken, or "optimal", best play
    longest   a round that takes more spins is told so far

    >>> import markov as mk
    >>> found = mk.game("repeater-bets-plus")["repeating-2"].round(seed=26)
    >>> [spin.outcome for spin in found.spins], found.ending, found.returned
    ([11, 4, 2, 2], 'made', Fraction(40, 1))
    """
    check_one_of("way of playing", play, get_args(Strategy))
    check_whole("seed", seed, 0)
    check_whole("longest", longest, 1)
    answered = answer(wager, limit)
    return played(wager, seed, advised(answered, play), play, longest, policy_of(answered, play))


def advised(answered: Answer | None, play: Strategy) -> Mapping[Any, Offer]:
    """The offer of each state, with its worth and that of playing on.

    Raises TooMuchWork where best play cannot be told, because states that play alike were merged.
    """
    if answered is None or (answered.merged and answered.offers):
        if play == "optimal":
            raise TooMuchWork(
                "states that play alike are merged, so best play cannot be told by state; a higher "
                "limit on states (--max-states) keeps them apart, and --play never needs no odds"
            )
        return {}
    return {offer.state: offer for offer in answered.offers}


def policy_of(answered: Answer | None, play: Strategy) -> Mapping[Any, str] | None:
    """The action that a way of playing chooses in each state; None where only the first ones are known."""
    return None if answered is None or (answered.merged and answered.offers) else answered.policy(play)


def played(
    wager: Wager,
    seed: int,
    advice: Mapping[Any, Offer],
    play: Strategy = "never",
    longest: int = LONGEST,
    policy: Mapping[Any, str] | None = None,
) -> Round:
    """The round of that seed, told up to so many spins.

    advice   by state what its offer is worth
    policy   by state the action that is chosen; None where it is the first
    """
    priced = frozenset(() if policy is None else wager.pays)
    chosen = PolicyRule(wager.rule, tuple((policy or {}).items()), priced).chosen
    several, draw, after = wager.has_actions, draws(wager, seed), wager.rule.start
    first, state = chosen(after)
    spins: list[Spin] = []
    while len(spins) < longest and not isinstance(state, End):
        outcome, before = draw(state), state
        after = after_trial(wager.rule, before, outcome)
        made, state = chosen(after)
        spins.append(Spin(outcome, before, after, _offered(wager, after), made if several else ()))
    name = state.name if isinstance(state, End) else ""
    return Round(
        wager,
        play,
        seed,
        tuple(spins),
        _offered(wager, wager.rule.start),
        name,
        bool(name) and state != after,
        advice,
        first if several else (),
    )


def _offered(wager: Wager, state: Any) -> End | None:
    """The End on offer in the state, where the paytable prices it and there are no other actions."""
    offered = None if wager.has_actions or isinstance(state, End) else offer_of(wager.rule, state)
    return offered if offered is not None and offered.name in wager.pays else None
