"""Draws without replacement: a deck, a keno drum, a bag, and the rules that read what is drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from markov.distribution import Distribution
from markov.rules.decided import LOST
from markov.wager.rule import End, Rule, actions, description, only_stops, state_words, wheel_by_state


@dataclass(frozen=True, slots=True)
class Draws:
    """Draws from a bag, one a trial and none put back, that another rule reads.

    bag     how many there are of each kind; kinds that the rule does not tell apart are best one kind
    rule    what a draw does
    empty   how it is over where nothing is left to draw and the rule would go on
    trial   the noun of a trial: a draw, a card
    label   of a state: its name for a reader; the one that the rule has for its own, and what is drawn, where
            it is left out

    A state is how many are left of each kind, and the state of the rule.

    >>> from markov import PlainRule
    >>> deck = Draws({"ace": 4, "other": 48}, PlainRule(0, lambda aces, card: aces + (card == "ace")))
    >>> deck.wheel(deck.start), deck.step(deck.start, "ace")
    (Distribution({'ace': 4, 'other': 48}), ((3, 48), 1))

    Raises ValueError for what is no whole number of a kind, and for a rule that names wheels itself.
    """

    bag: Mapping[Any, int]
    rule: Rule[Any, Any]
    empty: End = LOST
    trial: str = "draw"
    label: Callable[[tuple[tuple[int, ...], Any]], str] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if wheel_by_state(self.rule):
            raise ValueError("a rule that names the wheel of each state cannot read draws from a bag")
        if odd := [kind for kind, held in self.bag.items() if type(held) is not int]:
            raise ValueError(f"the bag holds {self.bag[odd[0]]!r} of {odd[0]!r}, which is no whole number")
        object.__setattr__(self, "bag", Distribution(self.bag))
        if self.label is None:
            object.__setattr__(self, "label", partial(_drawn, self.bag, self.rule))

    @property
    def start(self) -> tuple[tuple[int, ...], Any]:
        """Nothing is drawn."""
        return tuple(self.bag.values()), self.rule.start

    def wheel(self, state: tuple[tuple[int, ...], Any]) -> Distribution[Any]:
        """The rest of the bag."""
        return Distribution({kind: left for kind, left in zip(self.bag, state[0], strict=True) if left})

    def step(self, state: tuple[tuple[int, ...], Any], kind: Any) -> tuple[tuple[int, ...], Any] | End:
        """The state after the draw, or how it is over."""
        after = self.rule.step(state[1], kind)
        if isinstance(after, End):
            return after
        left = tuple(n - (other == kind) for other, n in zip(self.bag, state[0], strict=True))
        return (left, after) if any(left) else self.empty

    def actions(self, state: tuple[tuple[int, ...], Any]) -> Mapping[str, Any] | None:
        """The actions of the rule; choosing draws nothing."""
        named = actions(self.rule, state[1])
        return {name: to if isinstance(to, End) else (state[0], to) for name, to in named.items()} or None

    @property
    def only_stops(self) -> bool:
        """True where the player may do no more by the rule than stop or play on."""
        return only_stops(self.rule)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The contents of the bag, and the words of the rule."""
        from markov.rules.goal_words import bag_in_words  # figures alone do not wait for words

        return bag_in_words(self.bag), *description(self.rule, offers)


def _drawn(bag: Mapping[Any, int], rule: Rule[Any, Any], state: tuple[tuple[int, ...], Any]) -> str:
    """The state as the rule names its own, and what is drawn; empty where the rule names none."""
    if not (named := state_words(rule, state[1], played=True)):
        return ""
    from markov.rules.goal_words import with_drawn

    return with_drawn(named, bag, state[0])
