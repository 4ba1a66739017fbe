"""Wagers on one layout: all are made before the same spin on one wheel, and each is over by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.distribution import Distribution
from markov.wager.odds import Answer, Play, Way
from markov.wager.wager import End, Ladder, RacingRule, Rule, on_one_wheel, playing_by_itself, staked_once


@dataclass(frozen=True, slots=True)
class Played:
    """A rule, and the states in which the player takes what is on offer.

    merged   says which states stand for others too among those that are taken; empty where none do
    """

    rule: Rule[Any, Any]
    taken: frozenset[Any] = frozenset()
    merged: str = ""

    @classmethod
    def of(cls, answer: Answer, way: Way) -> "Played":
        """The wager of the answer, played that way."""
        taken = frozenset(offer.state for offer in answer.offers if offer.take and way == "optimal")
        return cls(answer.wager.rule, taken, answer.merged if taken else "")

    @property
    def start(self) -> Any:
        """The state before the first spin."""
        return self._stopped(self.rule.start)

    def after(self, state: Any, outcome: Any) -> Any:
        """The state after the outcome, or the end, chosen or not; what is over stays over."""
        return state if isinstance(state, End) else self._stopped(self.rule.step(state, outcome))

    def ladder(self, wheel: Distribution[Any]) -> Ladder | None:
        """The goals that tell how it ends, where goals do."""
        return self.rule.ladder(wheel, self.taken) if isinstance(self.rule, RacingRule) else None

    def _stopped(self, state: Any) -> Any:
        return self.rule.offer(state) if not isinstance(state, End) and state in self.taken else state


@dataclass(frozen=True, slots=True)
class Layout:
    """The wagers of some answers, all played one way.

    kinds   what is played, each once: wagers may differ in nothing but their pays
    places  for each wager its place among the kinds
    """

    way: Way
    wagers: tuple[str, ...]
    answers: tuple[Answer, ...]
    kinds: tuple[Played, ...]
    places: tuple[int, ...]

    @classmethod
    def of(cls, answers: Mapping[str, Answer], way: Way) -> "Layout":
        """The layout of the wagers under the names that they have in the mapping.

        Raises ValueError where there is none, or where they are not on one wheel.
        """
        if not answers:
            raise ValueError("a layout has one wager at least")
        for answer in answers.values():
            staked_once(answer.wager, "what wagers come to together")
            playing_by_itself(answer.wager, "what wagers come to on the same spins")
            on_one_wheel(answer.wager, "what wagers come to on the same spins")
        wheel = next(iter(answers.values())).wager.wheel
        if apart := [name for name, answer in answers.items() if answer.wager.wheel != wheel]:
            raise ValueError(f"{apart[0]} is on another wheel than {next(iter(answers))}")
        kinds: list[Played] = []
        places: list[int] = []
        for answer in answers.values():
            played = Played.of(answer, way)
            if played not in kinds:
                kinds.append(played)
            places.append(kinds.index(played))
        return cls(way, tuple(answers), tuple(answers.values()), tuple(kinds), tuple(places))

    @property
    def wheel(self) -> Distribution[Any]:
        """The wheel of all of them."""
        return self.answers[0].wager.wheel

    @property
    def plays(self) -> tuple[Play, ...]:
        """The odds of each wager by itself, played that way."""
        return tuple(a.never if self.way == "never" else a.optimal for a in self.answers)

    def endings(self, spins: Sequence[Any]) -> tuple[str, ...]:
        """The ending of every wager after the spins, by the rules; empty where some are not over."""
        ends = []
        for kind in self.kinds:
            state = kind.start
            for outcome in spins:
                state = kind.after(state, outcome)
            ends.append(state)
        if not all(isinstance(end, End) for end in ends):
            return ()
        return tuple(ends[place].name for place in self.places)


def staked(stakes: Mapping[str, Fraction], wagers: tuple[str, ...]) -> tuple[Fraction, ...]:
    """The stake on each wager, 0 where none is said.

    Raises ValueError for a stake below 0, or on a wager that is not there, and where nothing is staked.
    """
    if unknown := [name for name in stakes if name not in wagers]:
        raise ValueError(f"there is a stake on {unknown[0]!r}, which is not on the layout")
    if below := [name for name, stake in stakes.items() if stake < 0]:
        raise ValueError(f"the stake on {below[0]} is below 0")
    if not any(stakes.values()):
        raise ValueError("nothing is staked")
    return tuple(Fraction(stakes.get(name, 0)) for name in wagers)
