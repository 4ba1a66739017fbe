"""Small machines that read one letter a trial and say whether a goal is true.

A letter is the set of events that an outcome belongs to, as the bits of a whole number: outcomes that no
event tells apart are one letter. A machine forgets what no longer counts: each truth for good is one state.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import comb, prod
from typing import Any, TypeAlias

EventBits: TypeAlias = int
MachineState: TypeAlias = Any  # a whole number, or a tuple of states

WON = ("won",)
LOST = ("lost",)


@dataclass(frozen=True, eq=False)
class EventCount:
    """An event that has come at least a given number of times, or exactly so many.

    A state counts it, as far as that tells anything: up to the number, or to one more where it is exact.
    """

    bit: int
    need: int
    exactly: bool = False

    start = 0

    @property
    def bits(self) -> tuple[int, ...]:
        """The bit of the event."""
        return (self.bit,)

    @property
    def lasting(self) -> bool:
        """True where nothing undoes it once it is true."""
        return not self.exactly

    def step(self, state: MachineState, letter: EventBits) -> MachineState:
        """The count, one higher where the outcome brings the event."""
        return state + 1 if letter >> self.bit & 1 and state < self.need + self.exactly else state

    def reads(self, letter: EventBits) -> bool:
        """True where the event has come."""
        return bool(letter >> self.bit & 1)

    def now(self, state: MachineState) -> bool:
        """True where it has come exactly `need` times."""
        return bool(state == self.need)

    def settled(self, state: MachineState) -> bool | None:
        """True once the count is reached; of an exact number False once it is passed."""
        if self.exactly:
            return False if state > self.need else None
        return True if state == self.need else None

    def size(self, alike: "Alike | None" = None) -> int:
        """The number of states: each count from none to enough, or to one too many."""
        return self.need + 1 + self.exactly


@dataclass(frozen=True, eq=False)
class Pattern:
    """Events on consecutive trials. A state holds how much of the pattern the last trials may have begun.

    In a streak of one event that is a number. Else it is a set of lengths, as the bits of a number: whether
    the last k trials match the first k events, for each k.
    """

    events: tuple[int, ...]

    start = 0
    lasting = True

    @cached_property
    def streak(self) -> bool:
        """True where all events are the same one."""
        return len(set(self.events)) == 1

    @property
    def bits(self) -> tuple[int, ...]:
        """The bits of the events."""
        return tuple(dict.fromkeys(self.events))

    def step(self, state: MachineState, letter: EventBits) -> MachineState:
        """The beginnings that the letter carries on, and the one that it may begin."""
        if self.settled(state):
            return state
        if self.streak:
            return state + 1 if letter >> self.events[0] & 1 else 0
        carried = (state << 1 | 1) & self._fits(letter)
        return self._full if carried & self._full else carried

    def _fits(self, letter: EventBits) -> int:
        """The places of the pattern at which the letter may stand."""
        if letter not in self._places:
            self._places[letter] = sum(1 << k for k, event in enumerate(self.events) if letter >> event & 1)
        return self._places[letter]

    @cached_property
    def _places(self) -> dict[EventBits, int]:
        return {}

    @cached_property
    def _full(self) -> int:
        return len(self.events) if self.streak else 1 << len(self.events) - 1

    def reads(self, letter: EventBits) -> bool:
        """True for every letter: one that does not carry the pattern on breaks it."""
        return True

    def now(self, state: MachineState) -> bool:
        """True where the pattern is complete."""
        return bool(state == self._full)

    def settled(self, state: MachineState) -> bool | None:
        """True once it has come."""
        return True if state == self._full else None

    def size(self, alike: "Alike | None" = None) -> int:
        """The number of states where the longest beginning says the others: one for each length."""
        return len(self.events) + 1


class _SettledMachine:
    """A machine whose truth is a state of its own, once it is settled."""

    def now(self, state: MachineState) -> bool:
        """True where the goal was true in time."""
        return bool(state == WON)

    def settled(self, state: MachineState) -> bool | None:
        """True or False where the truth is decided for good; None while it is open."""
        return state == WON if state in (WON, LOST) else None


@dataclass(frozen=True, eq=False)
class Several(_SettledMachine):
    """So many of the parts are true, at least or exactly. A state holds those of the parts."""

    need: int
    parts: "tuple[Machine, ...]"
    exactly: bool = False

    @cached_property
    def start(self) -> MachineState:
        """The start of every part."""
        return self._judged(tuple(part.start for part in self.parts))

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bits of all parts."""
        return tuple(dict.fromkeys(bit for part in self.parts for bit in part.bits))

    @cached_property
    def _reading(self) -> dict[EventBits, tuple[int, ...]]:
        return {}

    def _readers(self, letter: EventBits) -> tuple[int, ...]:
        if letter not in self._reading:
            self._reading[letter] = tuple(i for i, part in enumerate(self.parts) if part.reads(letter))
        return self._reading[letter]

    def step(self, state: MachineState, letter: EventBits) -> MachineState:
        """The states of the parts after the letter; one state alone where the truth is settled."""
        if state in (WON, LOST):
            return state
        after = list(state)
        changed = settled = False
        for i in self._readers(letter):
            part = self.parts[i]
            each = part.step(after[i], letter)
            if each != after[i]:
                after[i], changed = each, True
                settled = settled or part.settled(each) is not None
        if not changed:
            return state
        # As long as no part is settled anew the truth of the whole stays as open as it was.
        return self._judged(tuple(after)) if settled else tuple(after)

    def _judged(self, state: tuple[MachineState, ...]) -> MachineState:
        true = false = 0
        for part, each in zip(self.parts, state, strict=True):
            truth = part.settled(each)
            if truth is not None:
                true, false = true + truth, false + (not truth)
        if len(self.parts) - false < self.need:
            return LOST
        if not self.exactly:
            return WON if true >= self.need else state
        if true > self.need:
            return LOST
        return WON if true + false == len(self.parts) else state

    @cached_property
    def lasting(self) -> bool:
        """True where nothing undoes a part that is true, so that enough of them settle the whole."""
        return not self.exactly and all(part.lasting for part in self.parts)

    def reads(self, letter: EventBits) -> bool:
        """True where the letter can change a part."""
        return bool(self._readers(letter))

    def now(self, state: MachineState) -> bool:
        """True where so many parts are true now."""
        if state in (WON, LOST) or self.lasting:
            return bool(state == WON)
        true = sum(part.now(each) for part, each in zip(self.parts, state, strict=True))
        return true == self.need if self.exactly else true >= self.need

    def size(self, alike: "Alike | None" = None) -> int:
        """The most states there can be: a product over the parts, those that play alike in any order."""
        groups = alike.groups(self) if alike else [(i,) for i in range(len(self.parts))]
        sizes = [(self.parts[group[0]].size(alike), len(group)) for group in groups]
        return 2 + prod(comb(size + k - 1, k) for size, k in sizes)


@dataclass(frozen=True, eq=False)
class First(_SettledMachine):
    """A goal that is true on the trial before the one that makes the stopper true.

    A state is that of the goal, and of the stopper where that is not a single event.
    """

    goal: "Machine"
    stop: "Machine"

    lasting = True

    @cached_property
    def plain(self) -> bool:
        """True where the stopper is a single event, which has nothing to remember."""
        return isinstance(self.stop, EventCount) and self.stop.need == 1 and self.stop.lasting

    @cached_property
    def start(self) -> MachineState:
        """The starts of the goal and of the stopper."""
        return self._joined(self.goal.start, self.stop.start)

    def _joined(self, goal: MachineState, stop: MachineState) -> MachineState:
        if (truth := self.goal.settled(goal)) is not None:
            return WON if truth else LOST
        return goal if self.plain else (goal, stop)

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bits of the goal and of the stopper."""
        return tuple(dict.fromkeys((*self.goal.bits, *self.stop.bits)))

    def step(self, state: MachineState, letter: EventBits) -> MachineState:
        """The states of goal and stopper after the letter; the stopper is looked at first."""
        if state in (WON, LOST):
            return state
        goal, stop = (state, self.stop.start) if self.plain else state
        stopped = self.stop.step(stop, letter)
        if self.stop.now(stopped):
            return WON if self.goal.now(goal) else LOST
        return self._joined(self.goal.step(goal, letter), stopped)

    def reads(self, letter: EventBits) -> bool:
        """True where the letter can change the goal or the stopper."""
        return self.goal.reads(letter) or self.stop.reads(letter)

    def size(self, alike: "Alike | None" = None) -> int:
        """The most states there can be: those of the goal times those of the stopper."""
        return 2 + self.goal.size(alike) * (1 if self.plain else self.stop.size(alike))


@dataclass(frozen=True, eq=False)
class Deadline(_SettledMachine):
    """A goal that is true by a trial. A state is that of the goal, and how many trials are left."""

    goal: "Machine"
    trials: int

    lasting = True

    @cached_property
    def start(self) -> MachineState:
        """All trials are left."""
        return self._joined(self.goal.start, self.trials)

    def _joined(self, goal: MachineState, left: int) -> MachineState:
        if (truth := self.goal.settled(goal)) is not None:
            return WON if truth else LOST
        if not left:
            return WON if self.goal.now(goal) else LOST
        return goal, left

    @property
    def bits(self) -> tuple[int, ...]:
        """The bits of the goal."""
        return self.goal.bits

    def step(self, state: MachineState, letter: EventBits) -> MachineState:
        """The state of the goal after the letter, with one trial less to go."""
        if state in (WON, LOST):
            return state
        goal, left = state
        return self._joined(self.goal.step(goal, letter), left - 1)

    def reads(self, letter: EventBits) -> bool:
        """True for every letter, as each uses up a trial."""
        return True

    def size(self, alike: "Alike | None" = None) -> int:
        """The most states there can be: those of the goal for each number of trials left."""
        return 2 + self.goal.size(alike) * self.trials


Machine: TypeAlias = EventCount | Pattern | Several | First | Deadline
"""One goal, read letter by letter. Beside its `start` and its `step` every machine has

bits      of the events that it reads, from left to right
lasting   True where nothing undoes the goal once it is true
reads     of a letter: True where it can change a state
now       of a state: True where the goal is true in it
settled   of a state: the truth of the goal from it on, whatever comes; None where that is open
size      the number of its states, from above; with parts that play alike merged
"""


def _read_by(machine: Machine) -> Counter[int]:
    """For each event the number of the smallest machines inside this one that read it."""
    match machine:
        case Several():
            return sum((_read_by(part) for part in machine.parts), Counter[int]())
        case First():
            return _read_by(machine.goal) + _read_by(machine.stop)
        case Deadline():
            return _read_by(machine.goal)
        case EventCount() | Pattern():
            return Counter(machine.bits)


def _shape(machine: Machine, number: Mapping[int, int]) -> Hashable:
    """The structure of a machine, its events by number; machines of one shape differ in what they read."""
    match machine:
        case Pattern():
            return Pattern, tuple(number[event] for event in machine.events)
        case Several():
            shapes = tuple(_shape(part, number) for part in machine.parts)
            return Several, machine.need, machine.exactly, shapes
        case First():
            return First, _shape(machine.goal, number), _shape(machine.stop, number)
        case Deadline():
            return Deadline, _shape(machine.goal, number), machine.trials
        case EventCount():
            return EventCount, number[machine.bit], machine.need, machine.exactly


@dataclass(frozen=True, eq=False)
class Alike:
    """Parts that play alike: they have one shape, and letters of the same weights that nothing else reads.

    Exchanging two of them, and their letters, changes neither the machine around them nor the wheel. So it
    is enough to know which states such parts are in, not which part is in which.

    machine   the whole of which they are parts
    weights   of the letters that the wheel brings up
    """

    machine: Machine
    weights: Mapping[EventBits, int]
    _known: dict[int, list[tuple[int, ...]]] = field(default_factory=dict, init=False, repr=False)
    _sorted: dict[tuple[int, MachineState], MachineState] = field(
        default_factory=dict, init=False, repr=False
    )

    @cached_property
    def _readers(self) -> Counter[int]:
        return _read_by(self.machine)

    def groups(self, several: Several) -> list[tuple[int, ...]]:
        """The positions of the parts, those that play alike together."""
        if id(several) not in self._known:
            alike: dict[Hashable, list[int]] = {}
            for i, part in enumerate(several.parts):
                alike.setdefault(self._reading(part) or i, []).append(i)
            self._known[id(several)] = [tuple(group) for group in alike.values()]
        return self._known[id(several)]

    def _reading(self, part: Machine) -> Hashable:
        """The shape of the part with its letters and their weights; None where it shares them."""
        if any(self._readers[bit] > count for bit, count in _read_by(part).items()):
            return None
        own = 0
        for bit in part.bits:
            own |= 1 << bit
        number = {bit: k for k, bit in enumerate(part.bits)}
        read: dict[frozenset[int], int] = {}
        for letter, weight in self.weights.items():
            if letter & own:
                if letter & ~own:
                    return None
                local = frozenset(k for bit, k in number.items() if letter >> bit & 1)
                read[local] = weight
        return _shape(part, number), frozenset(read.items())

    def merged(self, machine: Machine, state: MachineState) -> MachineState:
        """The one state that stands for all that play like it."""
        if state in (WON, LOST) or not isinstance(state, tuple):
            return state
        key = (id(machine), state)
        if key not in self._sorted:
            self._sorted[key] = self._merged(machine, state)
        return self._sorted[key]

    def _merged(self, machine: Machine, state: MachineState) -> MachineState:
        if isinstance(machine, First):
            if machine.plain:
                return self.merged(machine.goal, state)
            return self.merged(machine.goal, state[0]), self.merged(machine.stop, state[1])
        if isinstance(machine, Deadline):
            return self.merged(machine.goal, state[0]), state[1]
        if not isinstance(machine, Several):
            return state
        states = [self.merged(part, each) for part, each in zip(machine.parts, state, strict=True)]
        for group in self.groups(machine):
            ordered = sorted((states[i] for i in group), key=_key, reverse=True)
            for i, each in zip(group, ordered, strict=True):
                states[i] = each
        return tuple(states)


def _key(state: MachineState) -> Any:
    return state if isinstance(state, int) else repr(state)
