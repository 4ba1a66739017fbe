"""The rule of a wager with several lines: the best of its goals that is true when play stops is paid."""

from dataclasses import dataclass
from typing import Any

from markov.chain.chain import Chain, explore
from markov.distribution import Distribution
from markov.rules.expression import Goal, Unsayable
from markov.rules.grounded import Ranked, ranked
from markov.rules.machines import WON, EventBits, MachineState
from markov.wager.wager import End

LOST = End("lost")


@dataclass(frozen=True, slots=True)
class LadderRule:
    """Goals in their rank, the best first, until something stops play.

    rungs   the name of the ending and its goal
    until   what stops play; the goals are judged just before it counts
    on      the name of the wheel

    The ending is the name of the best goal that is true when play stops, and `lost` where none is. Play is
    over early when nothing better can come. Nothing is on offer before.

    Raises Unsayable where a goal means nothing on the wheel, UnknownWheel where there is no such wheel.
    """

    rungs: tuple[tuple[str, Goal], ...]
    until: Goal
    on: str

    def __post_init__(self) -> None:
        if not self.rungs:
            raise Unsayable("a ladder has at least one line")
        _ = self.ranked

    @property
    def ranked(self) -> Ranked:
        """The goals on the wheel."""
        return ranked(tuple(goal for _, goal in self.rungs), self.until, self.on)

    @property
    def start(self) -> MachineState:
        """Nothing has come."""
        found = self.ranked
        first = tuple(machine.start for machine in found.machines), found.stop.start
        return (found.wheel.cycle.start, *first) if found.wheel.cycle else first

    def step(self, state: MachineState, outcome: Any) -> MachineState | End:
        """The state after the outcome, or how the wager ends on it."""
        found = self.ranked
        at, goals, stop = state if found.wheel.cycle else (None, *state)
        letter, at = found.reading.get((at, outcome), (0, at))
        after = self._after(found, goals, stop, letter)
        return after if isinstance(after, End) or at is None else (at, *after)

    def _after(
        self, found: Ranked, goals: tuple[MachineState, ...], stop: MachineState, letter: EventBits
    ) -> MachineState | End:
        """The states of the goals and of the stopper after the letter, or how the wager ends on it."""
        stopped = found.stop.step(stop, letter)
        if found.stop.now(stopped):
            true = (machine.now(each) for machine, each in zip(found.machines, goals, strict=True))
            return next((End(name) for (name, _), won in zip(self.rungs, true, strict=True) if won), LOST)
        after: list[MachineState] = []
        best, open_above = None, False
        for (name, _), machine, each in zip(self.rungs, found.machines, goals, strict=True):
            if best is not None:
                after.append(WON)  # it counts no more
                continue
            after.append(WON if each == WON else machine.step(each, letter))
            truth = None if each == WON else machine.settled(after[-1])
            if truth or each == WON:
                best = name
            elif truth is None:
                open_above = True
        if not open_above:
            return LOST if best is None else End(best)
        return tuple(after), stopped

    def offer(self, state: MachineState) -> End | None:
        """Nothing is on offer."""
        return None

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the goal of each line, and the stopper."""
        from markov.rules.goal_words import has, stopper

        found = self.ranked
        listed = "; ".join(
            f"{name}: {has(goal, found.wheel)}"
            for (name, _), goal in zip(self.rungs, found.told, strict=True)
        )
        return (
            f"Play goes on until {stopper(found.until, found.wheel)}.",
            "The first of these lines that is true by then is paid, and where none is the wager loses.",
            f"{listed}.",
            "It is over at once when no better line can come.",
        )

    def chart(self, wheel: Distribution[Any], limit: int) -> Chain[MachineState | End]:
        """The chain on that wheel; outcomes that no goal tells apart are one.

        Raises TooManyStates beyond the limit.
        """
        found = self.ranked
        moves: dict[Any, dict[tuple[EventBits, Any], int]] = {}
        for at in found.wheel.cycle.states if found.wheel.cycle else (None,):
            here = moves.setdefault(at, {})
            for outcome, weight in wheel.items():
                read = found.reading.get((at, outcome), (0, at))
                here[read] = here.get(read, 0) + weight

        steps: dict[Any, MachineState | End] = {}

        def row(state: MachineState | End) -> dict[MachineState | End, int]:
            weights: dict[MachineState | End, int] = {}
            if not isinstance(state, End):
                at, goals, stop = state if found.wheel.cycle else (None, *state)
                for (letter, to), weight in moves[at].items():
                    if (goals, stop, letter) not in steps:
                        steps[goals, stop, letter] = self._after(found, goals, stop, letter)
                    after = steps[goals, stop, letter]
                    if to is not None and not isinstance(after, End):
                        after = (to, *after)
                    weights[after] = weights.get(after, 0) + weight
            return weights

        return explore(self.start, row, limit)
