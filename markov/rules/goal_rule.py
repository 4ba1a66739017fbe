"""The rule of a wager that is said in one line: it wins when its goal is true in time."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from math import comb, prod
from typing import Any

from markov.chain.chain import Chain, explore
from markov.distribution import Distribution
from markov.rules.expression import Goal
from markov.rules.grounded import Grounded, grounded
from markov.rules.labels import wheel
from markov.rules.machines import (
    Alike,
    Deadline,
    EventBits,
    EventCount,
    First,
    Machine,
    MachineState,
    Pattern,
    Several,
)
from markov.wager.rule import End, Ladder

MADE, LOST = End("made"), End("lost")

MOST_UNMERGED = 20_000  # states of tallies up to which those that play alike are kept apart
MOST_APART = 1_000  # states, from above, up to which parts that play alike are kept apart


@dataclass(frozen=True, slots=True)
class GoalRule:
    """A goal of the wager language, on the wheel of that name.

    The ending is `made` where the goal is true, and `lost` where it can be true no more. After any trial the
    wager may be surrendered: `surrender-K`, where K is the tally or the streak that is furthest on.

    A state holds how far each part of the goal is; one that is settled is one state, "won" or "lost".

    grounded   the goal on the wheel

    Raises Unsayable where the goal means nothing on the wheel, UnknownWheel where there is no such wheel.
    """

    goal: Goal
    on: str
    grounded: Grounded = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "grounded", grounded(self.goal, self.on))

    def __reduce__(self) -> tuple[type["GoalRule"], tuple[Goal, str]]:
        return GoalRule, (self.goal, self.on)  # what it is grounded to is found anew

    @property
    def trial(self) -> str:
        """The noun of a trial on the wheel."""
        return wheel(self.on).trial

    @property
    def start(self) -> MachineState:
        """Nothing has come."""
        return _start(self.grounded)

    def step(self, state: MachineState, outcome: Any) -> MachineState | End:
        """The state after the outcome, or how the wager ends on it."""
        return _stepped(self.grounded, state, outcome)

    def offer(self, state: MachineState) -> End | None:
        """Surrender at what is furthest on, once anything is."""
        reached = furthest(self.grounded.machine, machine_state(self.grounded, state))
        return End(f"surrender-{reached}") if reached else None

    def label(self, state: MachineState) -> str:
        """The state in words: 6 twice, red 3 times in a row; empty where it may stand for several."""
        merged = not self.grounded.wheel.cycle and self.grounded.machine.size() > MOST_APART
        return "" if merged else self.told(state)

    def told(self, state: MachineState) -> str:
        """The state in words, as play comes to it."""
        return state_in_words(self.grounded, state)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the win, the loss, and the offers."""
        from markov.rules.goal_words import words

        left = "After any {} it may be surrendered for the posted pay of its furthest count K: surrender-K."
        return (*words(self.grounded), *((left.format(self.trial),) * offers))

    def ladder(self, wheel: Distribution[Any], taken: Set[MachineState]) -> Ladder | None:
        """The goal as tallies against a stopper; None where it is none, or the player may leave."""
        raced = self.grounded.racing()
        if taken or raced is None or self.grounded.trials or raced.goal != raced.settles:
            return None
        if not raced.stop.intersection(wheel) or wheel.keys() != self.grounded.outcomes.keys():
            return None
        return Ladder(raced.stop, (raced.goal,), (LOST.name, MADE.name))

    def chart(self, wheel: Distribution[Any], limit: int) -> Chain[MachineState | End]:
        """The chain on that wheel.

        Outcomes that no event tells apart are one, and where there would be many states, so are parts that
        play alike: it counts how far such parts are, not which of them.

        Raises TooManyStates beyond the limit.
        """
        return goal_chain(self.grounded, wheel, limit)


def state_in_words(goal: Grounded, state: MachineState) -> str:
    """The state of a chain of the goal in words; of one that stands for several, that one."""
    from markov.rules.goal_words import at_stage, facts_in_words, reached

    at, here = _split_state(goal, state)
    facts = reached(goal.goal, goal.machine, here, goal.wheel)
    return facts_in_words([*at_stage(at), *facts]) or "nothing yet"


def goal_chain(goal: Grounded, wheel: Distribution[Any], limit: int) -> Chain[MachineState | End]:
    """The chain of the goal on the wheel, as `GoalRule.chart` has it."""
    machine, shown = goal.machine, goal.reading.plainest(wheel)
    alike = None
    # A cycle tells parts apart that the goal does not.
    if not goal.wheel.cycle and machine.size() > MOST_APART:
        weights = {goal.reading.read(None, outcome)[0]: weight for outcome, weight in shown.items()}
        alike = Alike(machine, weights)
        if (laid_out := _lattice(machine, weights, alike, limit)) is not None:
            return laid_out

    def row(state: MachineState | End) -> dict[MachineState | End, int]:
        weights: dict[MachineState | End, int] = {}
        if not isinstance(state, End):
            for outcome, weight in shown.items():
                after = _stepped(goal, state, outcome, alike)
                weights[after] = weights.get(after, 0) + weight
        return weights

    chain = explore(_start(goal), row, limit)
    if alike is None or machine.size() == machine.size(alike):
        return chain
    merged = "parts of the goal that play alike are one: it counts how far they are, not which"
    states = _MergedStates(
        chain.states,
        lambda state: _chain_state(goal, None, alike.merged(machine, machine_state(goal, state))),
    )
    return replace(chain, states=states, merged=merged)


class _MergedStates(Sequence[MachineState | End]):
    """The states of a chain in which parts that play alike are merged; it knows the state for any other."""

    def __init__(
        self, states: Sequence[MachineState | End], standing: Callable[[MachineState], MachineState]
    ) -> None:
        self._states, self._standing = states, standing
        self._at = {state: i for i, state in enumerate(states)}

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, i: Any) -> Any:
        return self._states[i]

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The position of the state, or of the one that stands for it; raises ValueError where none does."""
        position = self._at.get(value if isinstance(value, End) else self._standing(value))
        if position is None:
            raise ValueError(f"no state {value!r} in the chain")
        return position


def _lattice(
    machine: Machine, weights: Mapping[EventBits, int], alike: Alike, limit: int
) -> Chain[MachineState | End] | None:
    """The chain laid out on arrays, where tallies that share no outcome race a single event; else None."""
    if not isinstance(machine, First) or not machine.plain or not isinstance(machine.goal, Several):
        return None
    parts = [part for part in machine.goal.parts if isinstance(part, EventCount)]
    need, size = machine.goal.need, len(machine.goal.parts)
    if not machine.goal.lasting or len(parts) < size or need not in (1, size):
        return None
    (stop,) = machine.stop.bits
    if len({stop, *(part.bit for part in parts)}) <= size or any(
        letter.bit_count() > 1 for letter in weights
    ):
        return None
    from markov.rules.tally import WeightedTally, lattice_chain  # most questions do not wait for it

    tallies = [WeightedTally(str(part.bit), part.need, weights.get(1 << part.bit, 0)) for part in parts]
    stopping = weights.get(1 << stop, 0)
    if not stopping or not all(tally.weight for tally in tallies):
        return None
    # The lattice merges tallies that play alike where it would pass its limit; here that is far below ours.
    groups = [(parts[group[0]].need + (need == size), len(group)) for group in alike.groups(machine.goal)]
    fewest = prod(comb(full + k - 1, k) for full, k in groups) + 2
    most = limit if prod(full**k for full, k in groups) <= MOST_UNMERGED else min(limit, fewest)
    return lattice_chain(tallies, "all" if need == size else "first", stopping, sum(weights.values()), most)


def furthest(machine: Machine, state: MachineState) -> int:
    """The tally, or the streak, that is furthest on."""
    match machine:
        case EventCount():
            return int(state)
        case Pattern():
            return int(state) if machine.streak else int(state).bit_length()
        case Several() if machine.settled(state) is None:
            return max(furthest(part, each) for part, each in zip(machine.parts, state, strict=True))
        case First() if machine.settled(state) is None:
            return furthest(machine.goal, state if machine.plain else state[0])
        case Deadline() if machine.settled(state) is None:
            return furthest(machine.goal, state[0])
    return 0


def _start(goal: Grounded) -> MachineState:
    cycle = goal.wheel.cycle
    return _chain_state(goal, cycle.start if cycle else None, goal.machine.start)


def machine_state(goal: Grounded, state: MachineState) -> MachineState:
    """The state of the machine in a state of the chain."""
    return _split_state(goal, state)[1]


def _split_state(goal: Grounded, state: MachineState) -> tuple[Any, MachineState]:
    """The state of the wheel's cycle, and that of the machine."""
    if goal.wheel.cycle:
        return state[0], state[1]
    return None, state[0] if isinstance(goal.machine.start, int) else state


def _chain_state(goal: Grounded, at: Any, state: MachineState) -> MachineState:
    if goal.wheel.cycle:
        return at, state
    return (state,) if isinstance(state, int) else state


def _stepped(
    goal: Grounded, state: MachineState, outcome: Any, alike: Alike | None = None
) -> MachineState | End:
    """The state after the outcome, merged with those that play like it, or how the wager ends on it."""
    machine, (at, here) = goal.machine, _split_state(goal, state)
    letter, at = goal.reading.read(at, outcome)
    after = machine.step(here, letter)
    if (truth := machine.settled(after)) is not None:
        return MADE if truth else LOST
    return _chain_state(goal, at, alike.merged(machine, after) if alike else after)
