"""Rule, End, Paytable, Wager: what a game hands to the engine."""

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from markov.chain import MAX_STATES, Chain, explore
from markov.distribution import Distribution
from markov.exact import exact

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


class Mispriced(ValueError):
    """A paytable that does not fit what can happen."""


class Paytable(Mapping[str, Fraction]):
    """An immutable mapping from the name of an ending to what one unit staked brings back, stake included.

    >>> table = Paytable({"made": "40 for 1", "both": Fraction(50), "lost": "nothing"})
    >>> table["made"], table.posted("made"), table.posted("both")
    (Fraction(40, 1), '40 for 1', '49 to 1')
    """

    __slots__ = ("_posted", "_returned")

    def __init__(self, pays: Mapping[str, str | Fraction]) -> None:
        self._returned = {
            ending: returned(pay) if isinstance(pay, str) else exact(pay) for ending, pay in pays.items()
        }
        self._posted = {ending: pay for ending, pay in pays.items() if isinstance(pay, str)}

    def posted(self, ending: str) -> str:
        """The pay in the words of the sheet; said as "to" where the sheet has no words for it."""
        return self._posted.get(ending) or to_one(self[ending])

    def __getitem__(self, ending: str) -> Fraction:
        return self._returned[ending]

    def __iter__(self) -> Iterator[str]:
        return iter(self._returned)

    def __len__(self) -> int:
        return len(self._returned)

    def __hash__(self) -> int:
        return hash(frozenset(self._returned.items()))

    def __repr__(self) -> str:
        return f"Paytable({ {ending: to_one(pay) for ending, pay in self._returned.items()} })"


@dataclass(frozen=True, slots=True)
class Wager:
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

    def moves(state: S | End) -> Iterator[tuple[S | End, int]]:
        if not isinstance(state, End):
            for outcome, weight in wheel.items():
                yield rule.step(state, outcome), weight

    return explore(rule.start, moves, limit)


@dataclass(frozen=True, slots=True)
class Priced(Generic[S]):
    """The chain of a wager, with what may be won in it.

    ends     by index: the end of each state in which play is over
    offers   by index: the end that the player may choose there
    """

    chain: Chain[S | End]
    ends: Mapping[int, End]
    offers: Mapping[int, End]


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


_PAY = re.compile(r"(?P<won>\S+)\s+(?P<way>for|to)\s+(?P<unit>\S+)")
_SAMPLE = "write it like '40 for 1', '39 to 1', '7 to 6', 'evens' or 'nothing'"


def returned(pay: str) -> Fraction:
    """What one unit staked brings back in all: "for" counts the stake in, "to" pays it back on top.

    >>> [str(returned(pay)) for pay in ("40 for 1", "39 to 1", "7 to 6", "evens", "nothing")]
    ['40', '40', '13/6', '2', '0']
    >>> returned("40")
    Traceback (most recent call last):
    ValueError: '40' is not a pay; write it like '40 for 1', '39 to 1', '7 to 6', 'evens' or 'nothing'
    """
    text = pay.strip().lower()
    if text in ("evens", "nothing"):
        return Fraction(2 if text == "evens" else 0)
    match = _PAY.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        won, unit = exact(match["won"]), exact(match["unit"])
        if won < 0 or unit <= 0:
            raise ValueError
    except ValueError:
        shown = pay if len(pay) <= 60 else pay[:60] + "…"
        raise ValueError(f"{shown!r} is not a pay; {_SAMPLE}") from None
    return won / unit + (match["way"] == "to")


def multiple(text: str) -> Fraction:
    """The envy that a table writes as a multiple of the wager.

    >>> multiple("2x")
    Fraction(2, 1)
    """
    number, sign, rest = text.strip().lower().partition("x")
    try:
        if not sign or rest or exact(number) < 0:
            raise ValueError
    except ValueError:
        raise ValueError(f"{text[:60]!r} is not a multiple of the wager; write it like '2x'") from None
    return exact(number)


def to_one(gross: Fraction) -> str:
    """The pay said in whole numbers, "to" where the stake comes back and "for" where it does not.

    >>> [to_one(Fraction(pay)) for pay in ("40", "13/6", "2", "1/2", "0")]
    ['39 to 1', '7 to 6', '1 to 1', '1 for 2', 'nothing']
    """
    if not gross:
        return "nothing"
    if gross < 1:
        return f"{gross.numerator} for {gross.denominator}"
    return f"{(gross - 1).numerator} to {gross.denominator}"


def for_one(gross: Fraction) -> str:
    """The pay said in whole numbers, stake counted in.

    >>> for_one(Fraction(40)), for_one(Fraction(13, 6)), for_one(Fraction(0))
    ('40 for 1', '13 for 6', 'nothing')
    """
    return f"{gross.numerator} for {gross.denominator}" if gross else "nothing"
