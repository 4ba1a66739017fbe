"""Rule, End, Paytable, Wager: what a game hands to the engine."""

from collections.abc import Hashable, Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

import numpy as np

from markov.chain import MAX_STATES, Chain, explore
from markov.distribution import Distribution
from markov.goals import Goal, lasting
from markov.paytable import Paytable
from markov.shown import Shown

if TYPE_CHECKING:
    from markov.lumping import Lumping

S = TypeVar("S", bound=Hashable)
Outcome = TypeVar("Outcome", bound=Hashable)
O_contra = TypeVar("O_contra", bound=Hashable, contravariant=True)


@dataclass(frozen=True, slots=True)
class End:
    """How a wager is over: a name.

    decides   False where nothing was won or lost: a push, or a bet taken down
    """

    name: str
    decides: bool = True


class Rule(Protocol[S, O_contra]):
    """What a spin does to a bet. It never mentions money.

    It is immutable and compares by its fields, as a frozen dataclass does.
    """

    @property
    def start(self) -> S:
        """The state before the first spin."""
        ...

    def step(self, state: S, outcome: O_contra) -> S | End:
        """The state after the outcome, or the end it brings."""
        ...

    def offer(self, state: S) -> End | None:
        """The end that the player may choose in the state, if any.

        It is on offer only where the paytable prices it, and its name is never that of an end that
        a spin can bring.
        """
        ...


@runtime_checkable
class Charted(Protocol):
    """A rule that lays out its own chain on arrays, faster than it can be explored state by state."""

    def chart(self, wheel: Distribution[Any], limit: int) -> Chain[Any]:
        """The chain on that wheel; raises TooManyStates beyond the limit."""
        ...


@runtime_checkable
class Worded(Protocol):
    """A rule that says in words what it does."""

    def words(self, offers: bool) -> tuple[str, ...]:
        """Sentences for who knows wheels and dice, and has not seen the sheet.

        offers   whether the paytable prices any ending that the player may choose
        """
        ...


@dataclass(frozen=True, slots=True)
class Ladder:
    """A wager on which nothing counts but which goals are true when a stopper comes.

    stop    the outcomes that are the stopper; they are on the wheel
    goals   lasting, and each of them implies the one in front of it
    ends    how the wager ends where no goal is true, where one is, where two are, and so on
    """

    stop: frozenset[Any]
    goals: tuple[Goal, ...]
    ends: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.ends) != len(self.goals) + 1 or not all(map(lasting, self.goals)):
            raise ValueError("a ladder has lasting goals, and one end more than goals")


@runtime_checkable
class Raced(Protocol):
    """A rule that can say how it ends by goals that race a stopper, so that its states can be left aside."""

    def ladder(self, wheel: Distribution[Any], taken: Set[Any]) -> Ladder | None:
        """The goals on that wheel, when the offer is taken in those states; None where goals do not tell."""
        ...


class Mispriced(ValueError):
    """A paytable that does not fit what can happen."""


@dataclass(frozen=True, slots=True)
class Wager(Shown):
    """A bet: a rule, on a wheel, with a paytable.

    pays     what each ending returns per unit staked
    outlay   what the player puts up per unit staked: 1, and a commission where one is paid in advance
    envy     what the house owes the dealer beside it, per unit staked; nothing where it is silent
    source   where the rule and the pays are written down
    """

    name: str
    rule: Rule[Any, Any]
    wheel: Distribution[Any]
    pays: Paytable
    source: str
    outlay: Fraction = Fraction(1)
    envy: Paytable = field(default_factory=lambda: Paytable({}))

    def __repr__(self) -> str:
        return f"Wager({self.name!r}, {len(self.wheel)} outcomes, {len(self.pays)} pays)"

    def chain(self, limit: int = MAX_STATES) -> Chain[Any]:
        """The chain of the wager: its states, and an End for each way it can be over.

        Raises TooManyStates beyond the limit.
        """
        if isinstance(self.rule, Charted):
            return self.rule.chart(self.wheel, limit)
        return explored(self.rule, self.wheel, limit)


def explored(rule: Rule[S, Outcome], wheel: Distribution[Outcome], limit: int = MAX_STATES) -> Chain[S | End]:
    """The chain of all that the rule can come to on the wheel, step by step.

    Raises TooManyStates beyond the limit.
    """

    def row(state: S | End) -> dict[S | End, int]:
        weights: dict[S | End, int] = {}
        if not isinstance(state, End):
            for outcome, weight in wheel.items():
                after = rule.step(state, outcome)
                weights[after] = weights.get(after, 0) + weight
        return weights

    return explore(rule.start, row, limit)


@dataclass(frozen=True, slots=True)
class Priced(Generic[S]):
    """The chain of a wager, with what may be won in it.

    ends     by index: the end of each state in which play is over
    offers   by index: the end that the player may choose there
    """

    chain: Chain[S | End]
    ends: Mapping[int, End]
    offers: Mapping[int, End]

    def payoff(self, pays: Mapping[str, Fraction]) -> dict[int, Fraction]:
        """By index of a state in which play is over: what its end returns."""
        return {i: pays[end.name] for i, end in self.ends.items()}

    def offered(self, pays: Mapping[str, Fraction]) -> dict[int, Fraction]:
        """By index of a state with an offer: what taking it returns."""
        return {i: pays[end.name] for i, end in self.offers.items()}


def priced(wager: Wager, chain: Chain[Any]) -> Priced[Any]:
    """The chain of the wager with its ends and its offers.

    Raises Mispriced when an end has no price, or a price belongs to nothing that can happen.
    """
    ends: dict[int, End] = {i: chain.states[i] for i in chain.over.tolist()}
    forced = {end.name for end in ends.values()}
    if missing := sorted(forced - wager.pays.keys()):
        raise Mispriced(f"{wager.name}: the ending {missing[0]!r} can happen, but has no pay")
    offers: dict[int, End] = {}
    if wager.pays.keys() - forced:
        for i, state in enumerate(chain.states):
            offered = None if i in ends else wager.rule.offer(state)
            if offered is not None and offered.name in wager.pays:
                offers[i] = offered
    can_happen = forced | {end.name for end in offers.values()}
    for what, table in (("a pay", wager.pays), ("an envy", wager.envy)):
        if idle := [ending for ending in table if ending not in can_happen]:
            raise Mispriced(
                f"{wager.name}: there is {what} for {idle[0]!r}, which cannot happen; "
                f"what can is {', '.join(sorted(can_happen))}"
            )
    return Priced(chain, ends, offers)


def alike(table: Priced[Any]) -> "Lumping[Chain[Any]]":
    """The coarsest lumping of the chain of a wager that respects ends and offers: name, and what decides."""
    from markov.lumping import lump

    labelled = {**table.offers, **table.ends}
    labels = {end: k for k, end in enumerate(set(labelled.values()), 1)}
    classes = np.zeros(len(table.chain), dtype=np.int64)
    classes[list(labelled)] = [labels[end] for end in labelled.values()]
    return lump(table.chain, classes)
