"""Wagers on one layout: all are made before the same spin on one wheel, and each is over by itself.

Side by side on the same spins their rules are one rule, whose chain is explored where goals do not tell more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeAlias

from markov.chain.chain import Chain, explore
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, dice, pairs_of_dice
from markov.wager.odds import Answer, Odds, Strategy
from markov.wager.outcome import Outcome
from markov.wager.paytable import Paytable
from markov.wager.rule import End, NestedRace, RacingRule, Rule, after_trial, offer_of
from markov.wager.wager import Wager, needs_no_choices, needs_one_wheel, net_pays

MOST = 1_000_000  # joint states that are explored where nothing else is said: about a minute

# The chance of each way in which all of them can end.
JointLaw: TypeAlias = Mapping[tuple[str, ...], Fraction]


@dataclass(frozen=True, slots=True)
class Played:
    """A rule, and the states in which the player takes what is on offer.

    merged   says which states stand for others too among those that are taken; empty where none do
    totals   the rule is told the total of two dice, of which the wheel shows both
    """

    rule: Rule[Any, Any]
    taken: frozenset[Any] = frozenset()
    merged: str = ""
    totals: bool = False

    @classmethod
    def of(cls, answer: Answer, way: Strategy) -> "Played":
        """The wager of the answer, played that way."""
        taken = frozenset(offer.state for offer in answer.offers if offer.take and way == "optimal")
        return cls(answer.wager.rule, taken, answer.merged if taken else "")

    @property
    def start(self) -> Any:
        """The state before the first spin."""
        return self._stopped(self.rule.start)

    def after(self, state: Any, outcome: Any) -> Any:
        """The state after the outcome, or the end, chosen or not; what is over stays over."""
        if isinstance(state, End):
            return state
        told = sum(map(int, outcome.split("-"))) if self.totals else outcome
        return self._stopped(after_trial(self.rule, state, told))

    def ladder(self, wheel: Distribution[Any]) -> NestedRace | None:
        """The goals that tell how it ends, where goals do."""
        told = isinstance(self.rule, RacingRule) and not self.totals
        return self.rule.ladder(wheel, self.taken) if told else None  # type: ignore[attr-defined]

    def _stopped(self, state: Any) -> Any:
        return offer_of(self.rule, state) if not isinstance(state, End) and state in self.taken else state


@dataclass(frozen=True, slots=True)
class FirstTrial:
    """A rule that is over after one trial: with the end that this brings, or as a bet that stands."""

    played: Played
    stands: str

    @property
    def start(self) -> Any:
        """The state before the trial."""
        return self.played.start

    def step(self, state: Any, outcome: Any) -> End:
        """The end after the trial."""
        after = self.played.after(state, outcome)
        return after if isinstance(after, End) else End(self.stands, decides=False)


def for_one_trial(wager: Wager, played: Played) -> Wager:
    """The wager as it is after one trial: a bet that is not decided stands, and counts as what it cost."""
    stands = "stands"
    while stands in wager.pays:
        stands += "-still"
    rule = FirstTrial(played, stands)
    brought = {rule.step(rule.start, outcome).name for outcome in wager.wheel}
    pays, envy, later = (
        {end: pay for end, pay in table.items() if end in brought}
        for table in (wager.pays, wager.envy, wager.later_stakes)
    )
    if stands in brought:
        pays[stands] = wager.outlay
    return replace(
        wager,
        rule=rule,
        pays=Paytable(pays),
        envy=Paytable(envy),
        later_stakes=Paytable(later),
        commission=None,
    )


@dataclass(frozen=True, slots=True)
class Layout:
    """The wagers of some answers, all played one way.

    wheel   of all of them
    kinds   what is played, each once: wagers may differ in nothing but their pays
    places  for each wager its place among the kinds
    """

    way: Strategy
    wheel: Distribution[Any]
    wagers: tuple[str, ...]
    answers: tuple[Answer, ...]
    kinds: tuple[Played, ...]
    places: tuple[int, ...]

    @classmethod
    def of(cls, answers: Mapping[str, Answer], way: Strategy) -> "Layout":
        """The layout of the wagers under the names that they have in the mapping.

        Raises ValueError where there is none, or where they are not on one wheel.
        """
        if not answers:
            raise ValueError("a layout has one wager at least")
        for answer in answers.values():
            needs_no_choices(answer.wager, "what wagers come to on the same spins")
            needs_one_wheel(answer.wager, "what wagers come to on the same spins")
        wheels = [answer.wager.wheel for answer in answers.values()]
        wheel, others = shared_wheel(wheels)
        if others:
            raise ValueError(f"{[*answers][others[0]]} is on another wheel than {next(iter(answers))}")
        totals = [each != wheel for each in wheels]
        kinds: list[Played] = []
        places: list[int] = []
        for answer, total in zip(answers.values(), totals, strict=True):
            played = replace(Played.of(answer, way), totals=total)
            if played not in kinds:
                kinds.append(played)
            places.append(kinds.index(played))
        return cls(way, wheel, tuple(answers), tuple(answers.values()), tuple(kinds), tuple(places))

    @property
    def plays(self) -> tuple[Odds, ...]:
        """The odds of each wager by itself, played that way."""
        return tuple(answer.played(self.way) for answer in self.answers)

    def worth(self) -> list[dict[str, Fraction]]:
        """Of each wager what its endings return, less what is put down on the way."""
        return [net_pays(answer.wager) for answer in self.answers]

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


def shared_wheel(wheels: Sequence[Distribution[Any]]) -> tuple[Distribution[Any], list[int]]:
    """The wheel that tells what all of them show, and the positions of those of which it does not.

    Two dice tell their totals too.
    """
    pairs = pairs_of_dice()
    wheel = pairs if pairs in wheels else wheels[0]
    told = [wheel, dice(2)] if wheel is pairs else [wheel]
    return wheel, [k for k, each in enumerate(wheels) if each not in told]


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


@dataclass(frozen=True, slots=True)
class Endings(End):
    """The end of several wagers together: the names of their ends, in order."""

    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """Several rules as one. A state is what each of them has come to; it is over when all are.

    Raises TooMuchWork for a policy of which only merged states are known.
    """

    parts: tuple[Played, ...]

    def __post_init__(self) -> None:
        for part in self.parts:
            if part.merged:
                raise TooMuchWork(
                    f"{part.merged}, so it is not known in which states the offer is taken; a higher "
                    "limit on states (--max-states) keeps them apart"
                )

    @property
    def start(self) -> Any:
        """The state in which each starts."""
        return _as_one(part.start for part in self.parts)

    def step(self, state: tuple[Any, ...], outcome: Any) -> Any:
        """The state or the end of each after the outcome."""
        return _as_one(part.after(each, outcome) for part, each in zip(self.parts, state, strict=True))

    def chart(self, wheel: Distribution[Any], limit: int = MOST) -> Chain[Any]:
        """The chain on that wheel, every rule being asked once for each of its own states.

        Raises TooManyStates beyond the limit.
        """
        after = [cache(partial(_row, part, tuple(wheel))) for part in self.parts]

        def row(state: Any) -> dict[Any, int]:
            weights: dict[Any, int] = {}
            if not isinstance(state, End):
                rows = (asked(each) for asked, each in zip(after, state, strict=True))
                for joint, weight in zip(zip(*rows, strict=True), wheel.values(), strict=True):
                    to = _as_one(joint)
                    weights[to] = weights.get(to, 0) + weight
            return weights

        return explore(self.start, row, limit)

    def law(self, wheel: Distribution[Any], limit: int = MOST) -> JointLaw:
        """The chance of each way in which they can end, from the chain.

        Raises TooManyStates beyond the limit, and what solving a chain raises.
        """
        ends: Mapping[Any, Fraction] = Outcome(self.chart(wheel, limit)).probabilities
        law: dict[tuple[str, ...], Fraction] = {}
        for end, chance in ends.items():  # ends of one name may differ in whether they decide
            law[end.parts] = law.get(end.parts, Fraction(0)) + chance
        return law


def _as_one(states: Iterable[Any]) -> Any:
    """The states as one: an end where all of them are ends."""
    joint = tuple(states)
    if not all(isinstance(state, End) for state in joint):
        return joint
    names = tuple(state.name for state in joint)
    return Endings(", ".join(names), any(state.decides for state in joint), names)


def _row(part: Played, outcomes: Sequence[Any], state: Any) -> list[Any]:
    """The successors of a state of a rule, one for each outcome."""
    return [part.after(state, outcome) for outcome in outcomes]
