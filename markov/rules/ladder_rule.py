"""The rule of a wager with several lines: goals that are judged when play stops."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from markov.chain.chain import MAX_STATES, Chain
from markov.distribution import Distribution
from markov.rules.expression import MOST_TRIALS, Goal, Unsayable, lasting, stops_itself
from markov.rules.grounded import Ranked, WheelGoal, ranked
from markov.rules.labels import wheel
from markov.rules.machines import WON, EventBits, MachineState
from markov.wager.rule import End, explored

if TYPE_CHECKING:
    from markov.rules.goal_words import Fact

LOST = End("lost")
WITHDRAWN = "withdrawn"  # the offer that takes the bet down: nothing is won or lost by it

PaidLines: TypeAlias = Literal["best", "each", "first"]
OverWhen: TypeAlias = Literal["decided", "stopper", "early"]


@dataclass(frozen=True, slots=True)
class LadderRule:
    """Goals in their rank, the best first, until something stops play.

    rungs    the name of the ending and its goal
    until    what stops play; the goals are judged just before it counts. None where nothing does
    on       the name of the wheel
    paid     best: the highest rung that is true when play stops is paid; each: all that are, and the ending
             is their names joined by +; first: play is over with the first rung that comes, the higher of two
    over     decided: play is over as soon as nothing that comes can change what is paid; stopper: it goes on
             until it is stopped
             early: as decided, and also as soon as too few trials are left for any other ending
    within   the number of trials after which play is stopped, and the goals are judged; None for no deadline
    offers   the name of an ending that the player may choose, and the goal that is true in the states where
             it is on offer, None for any state. Where several are, the first of them is on offer
    ranked   the goals on the wheel

    The ending is `lost` where no goal is true when play stops.

    Raises Unsayable where a goal means nothing on the wheel, or nothing stops play; UnknownWheel where there
    is no such wheel.
    """

    rungs: tuple[tuple[str, Goal], ...]
    until: Goal | None
    on: str
    paid: PaidLines = "best"
    over: OverWhen = "decided"
    within: int | None = None
    offers: tuple[tuple[str, Goal | None], ...] = ()
    ranked: Ranked = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.rungs:
            raise Unsayable("a ladder has at least one line")
        if self.over == "early" and (self.offers or self.within is None):
            raise Unsayable("early is for a wager with a deadline, such as within 20, and without offers")
        if self.paid == "first" and self.over == "stopper":
            raise Unsayable("the first line that comes ends the wager, so it does not stay until a stopper")
        if self.within is not None and not 1 <= self.within <= MOST_TRIALS:
            raise Unsayable(
                f"{self.within:,} trials cannot be asked for; there are from 1 to {MOST_TRIALS:,}"
            )
        ends = all(stops_itself(goal) for _, goal in self.rungs) and self.over == "decided"
        ends = ends or self.paid == "first"
        if self.until is None and self.within is None and not ends:
            raise Unsayable("nothing stops play")
        offered = tuple(goal for _, goal in self.offers if goal is not None)
        goals = tuple(goal for _, goal in self.rungs)
        object.__setattr__(self, "ranked", ranked(goals, self.until, self.on, offered))

    def __reduce__(self) -> tuple[type["LadderRule"], tuple[Any, ...]]:
        parts = (getattr(self, one.name) for one in fields(self) if one.init)
        return LadderRule, tuple(parts)  # what it is on the wheel is found anew

    @property
    def unreached(self) -> str:
        """The end of a message about a line that can never be paid: what may be meant."""
        if self.paid != "best" or len(self.rungs) < 2:
            return ""
        return (
            ". A line below another is not paid where both are true when play stops: put it higher, or say "
            'paid = "first" where the line that comes first is paid'
        )

    @property
    def exact_lines(self) -> tuple[str, ...]:
        """The rungs that ask for an exact number before the stopper or the deadline of the whole ladder."""
        return tuple(name for name, goal in self.rungs if not lasting(goal))

    @property
    def trial(self) -> str:
        """The noun of a trial on the wheel."""
        return wheel(self.on).trial

    @property
    def start(self) -> MachineState:
        """Nothing has come."""
        on_wheel = self.ranked
        first = (
            tuple(one.machine.start for one in on_wheel.goals),
            None if on_wheel.stop is None else on_wheel.stop.machine.start,
            *(() if self.within is None else (self.within,)),
            *((tuple(one.machine.start for one in on_wheel.conditions),) if self.offers else ()),
        )
        return (on_wheel.wheel.cycle.start, *first) if on_wheel.wheel.cycle else first

    def step(self, state: MachineState, outcome: Any) -> MachineState | End:
        """The state after the outcome, or how the wager ends on it."""
        at, here = self._parted(state)
        letter, at = self.ranked.reading.read(at, outcome)
        after = self._after(here, letter)
        if isinstance(after, End):
            return after
        after = (at, *after) if self.ranked.wheel.cycle else after
        return after if self.over != "early" else _only_endings(self).get(after, after)

    def _parted(self, state: MachineState) -> tuple[Any, MachineState]:
        """The state of the wheel's cycle, and that of the machines."""
        return (state[0], state[1:]) if self.ranked.wheel.cycle else (None, state)

    def _after(self, here: tuple[MachineState, ...], letter: EventBits) -> tuple[MachineState, ...] | End:
        """The state of the machines after the letter, or how the wager ends on it."""
        stopper, (goals, stop) = self.ranked.stop, here[:2]
        if stopper is not None:
            stop = stopper.machine.step(stop, letter)
            if stopper.machine.now(stop):
                return self._judged(goals)
        goals, decided = self._stepped(goals, letter)
        if decided and self.over != "stopper":
            return self._judged(goals)
        rest: tuple[MachineState, ...] = ()
        if self.within is not None:
            if here[2] == 1:
                return self._judged(goals)
            rest = (here[2] - 1,)
        if self.offers:
            conditions = zip(self.ranked.conditions, here[-1], strict=True)
            rest = (*rest, tuple(one.machine.step(each, letter) for one, each in conditions))
        return goals, stop, *rest

    def _stepped(
        self, goals: tuple[MachineState, ...], letter: EventBits
    ) -> tuple[tuple[MachineState, ...], bool]:
        """The states of the goals after the letter, and whether nothing can change what is paid."""
        after: list[MachineState] = []
        best, still_open = False, False
        for one, each in zip(self.ranked.goals, goals, strict=True):
            machine = one.machine
            if best and self.paid == "best":
                after.append(WON)  # it counts no more
                continue
            after.append(each if machine.settled(each) is not None else machine.step(each, letter))
            truth = machine.settled(after[-1])
            best = best or truth is True
            still_open = still_open or truth is None
        return tuple(after), not still_open or (best and self.paid == "first")

    def _judged(self, goals: tuple[MachineState, ...]) -> End:
        """The ending of the wager when play stops with the goals in those states."""
        won = _now(self.ranked.goals, goals)
        true = (name for (name, _), is_true in zip(self.rungs, won, strict=True) if is_true)
        if self.paid == "each":
            return End("+".join(all_of)) if (all_of := list(true)) else LOST
        best = next(true, None)
        return LOST if best is None else End(best)

    def offer(self, state: MachineState) -> End | None:
        """The first of the offers whose condition is true in the state."""
        if not self.offers:
            return None
        open_to = _now(self.ranked.conditions, state[-1])
        for name, goal in self.offers:
            if goal is None or next(open_to):
                return End(name, decides=name != WITHDRAWN)
        return None

    def label(self, state: MachineState) -> str:
        """The state in words: what has come, and the lines that are reached or lost for good."""
        from markov.rules.goal_words import facts_in_words

        at, here = self._parted(state)
        settled: dict[bool, list[str]] = {True: [], False: []}
        open_lines: list[tuple[WheelGoal, MachineState]] = []
        for (name, _), one, each in zip(self.rungs, self.ranked.goals, here[0], strict=True):
            truth = one.machine.settled(each)
            if truth is None:
                open_lines.append((one, each))
            else:
                settled[truth].append(name)
            if truth and self.paid == "best":
                break  # the lines below it count no more
        words = facts_in_words(self._facts(open_lines, at, here))
        lines = [
            f"{', '.join(names)} {'reached' if truth else 'lost'}"
            for truth, names in settled.items()
            if names
        ]
        return "; ".join(filter(None, (words, *lines))) or "nothing yet"

    def _facts(
        self, goals: list[tuple[WheelGoal, MachineState]], at: Any, here: tuple[MachineState, ...]
    ) -> "Iterator[Fact]":
        from markov.rules.goal_words import at_stage, left, reached

        on_wheel = self.ranked
        yield from at_stage(at)
        if on_wheel.stop is not None:
            goals = [*goals, (on_wheel.stop, here[1])]
        if self.offers:
            goals = [*goals, *zip(on_wheel.conditions, here[-1], strict=True)]
        for one, each in goals:
            yield from reached(one.goal, one.machine, each, on_wheel.wheel)
        if self.within is not None:
            yield left(here[2], on_wheel.wheel)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the goal of each line, the stopper, and the offers."""
        from markov.rules.goal_words import has, stopped

        stopper, wheel, several = self.ranked.stop, self.ranked.wheel, len(self.rungs) > 1
        goals = [one.goal for one in self.ranked.goals]
        lines = "; ".join(
            f"{name}: {has(goal, wheel)}" for (name, _), goal in zip(self.rungs, goals, strict=True)
        )
        stops = [stopped(stopper.goal, wheel)] if stopper is not None else []
        if self.within is not None:
            stops.append(f"{self.within:,} {wheel.trial}s have been made")
        sentences = [f"Play goes on until {' or '.join(stops)}."] if stops else []
        if self.within == 1:
            sentences = [f"The next {wheel.trial} decides it."]
        if several:
            true = "comes true" if not stops or self.within == 1 else "is true by then"
            which = {
                "best": f"The highest of these lines that {true} is paid",
                "each": f"Each of these lines that {true} is paid",
                "first": "The first of these lines to come is paid and ends the wager",
            }
            sentences.append(f"{which[self.paid]}: {lines}.")
            sentences.append("Where none is, the wager loses.")
        else:
            by_then = " by then" * bool(stops)
            sentences.append(f"The wager wins when {has(goals[0], wheel)}{by_then}; else it loses.")
        if self.exact_lines:
            sentences.append("An exact number is judged when play stops, not when it is reached.")
        if self.over == "early":
            sentences.append(f"It is over at once when too few {wheel.trial}s are left for anything better.")
        elif self.over == "stopper":
            sentences.append("It stays until then, also where nothing more can come.")
        elif several and self.paid != "first" and self.within != 1:
            more = "other" if self.paid == "each" else "better"
            sentences.append(f"It is over at once when no {more} line can come.")
        if offers and self.offers:
            sentences.append(self.offers_in_words())
        return tuple(sentences)

    def offers_in_words(self) -> str:
        """A sentence on the offers and when each is open; empty where there are none."""
        from markov.rules.goal_words import has

        if not self.offers:
            return ""
        wheel, conditions = self.ranked.wheel, iter(self.ranked.conditions)
        offers = (
            f"{name}, {'at any time' if goal is None else f'when {has(next(conditions).goal, wheel)}'}"
            for name, goal in self.offers
        )
        return f"Before any {wheel.trial} the player may choose an offer: {'; '.join(offers)}."

    def chart(self, wheel: Distribution[Any], limit: int) -> Chain[MachineState | End]:
        """The chain on that wheel; outcomes that no goal tells apart are one.

        Raises TooManyStates beyond the limit.
        """
        return explored(self, self.ranked.reading.plainest(wheel), limit)


@lru_cache(maxsize=64)
def _only_endings(rule: LadderRule) -> dict[MachineState, End]:
    """The one ending that is left to a state, for each state that can come to no other."""
    chain = replace(rule, over="decided").chart(rule.ranked.outcomes, MAX_STATES)
    into: list[list[int]] = [[] for _ in chain.states]
    for i in range(len(chain)):
        for j, _ in chain.transitions.row(i):
            into[j].append(i)
    ends_of: dict[int, set[int]] = {}
    for end in chain.transitions.absorbing.tolist():
        waiting, seen = [end], {end}
        while waiting:
            for i in into[waiting.pop()]:
                if i not in seen:
                    seen.add(i)
                    waiting.append(i)
                    ends_of.setdefault(i, set()).add(end)
    return {chain.states[i]: chain.states[ends.pop()] for i, ends in ends_of.items() if len(ends) == 1}


def _now(goals: tuple[WheelGoal, ...], states: tuple[MachineState, ...]) -> Iterator[bool]:
    """For each goal whether it is true in the state of its machine."""
    return (one.machine.now(each) for one, each in zip(goals, states, strict=True))
