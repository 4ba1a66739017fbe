"""Reach tallies before a stopper: repeaters, combinations of them, "x before 7"."""

from collections.abc import Callable, Collection, Sequence, Set
from dataclasses import dataclass

from markov.chain.chain import Chain, TooManyStates
from markov.distribution import Distribution
from markov.race.goals import AllOf, AnyOf, AtLeast, Goal, Reach, WheelOutcome
from markov.rules.lattice import State, TallyGoal, WeightedTally, disjoint, lattice_chain
from markov.wager.wager import End, Ladder, explored

_MOST = 100_000  # states walked through for one policy; about a second

GoalsAndEnds = tuple[tuple[Goal, ...], tuple[str, ...]]


def goals_to_the_end(parts: Sequence[Reach], size: int, goal: TallyGoal) -> GoalsAndEnds:
    """The goals of a race that is played to its end, and the ends that they bring.

    parts   the tallies that can come to anything on the wheel
    size    how many tallies there are
    """
    if goal == "each":
        made = tuple(AtLeast(k, tuple(parts)) for k in range(1, len(parts) + 1))
        return made, ("lost", *(f"made-{k}" for k in range(1, len(parts) + 1)))
    if not parts or (goal == "all" and len(parts) < size):
        return (), ("lost",)
    return ((_any(parts) if goal == "first" else AllOf(tuple(parts))),), ("lost", "made")


def goals_to_surrender(parts: Sequence[Reach], goal: TallyGoal, high: int) -> GoalsAndEnds:
    """The goals and ends of a race in which the player surrenders once the furthest tally has that height.

    Under `each`, tallies that need less may be full by then, and count where the stopper comes before.
    """
    top = _any([Reach(part.counts, high) for part in parts if part.need >= high])
    low = tuple(part for part in parts if part.need < high) if goal == "each" else ()
    full = range(1, len(low) + 1)
    goals = (*(AnyOf((AtLeast(k, low), top)) for k in full), top)
    return goals, ("lost", *(f"made-{k}" for k in full), f"surrender-{high}")


def states_at_height(
    start: State, step: Callable[[State, object], State | End], counted: Collection[object], high: int
) -> set[State] | None:
    """The states in which the furthest tally first comes to the height.

    None where play can be over before, or where that takes too many states to see.
    """
    found: set[State] = set()
    below = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for outcome in counted:
            after = step(state, outcome)
            if isinstance(after, End):
                return None
            if max(after) >= high:
                found.add(after)
            elif after not in below:
                below.add(after)
                waiting.append(after)
        if len(below) + len(found) > _MOST:
            return None
    return found


def _any(parts: Sequence[Reach]) -> Goal:
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))


@dataclass(frozen=True, slots=True)
class Tally:
    """Outcomes that are counted together, and how many of them are needed."""

    counts: frozenset[WheelOutcome]
    need: int

    def __post_init__(self) -> None:
        if self.need < 1:
            raise ValueError(f"a tally needs 1 or more, not {self.need}")
        if not self.counts:
            raise ValueError("a tally counts at least one outcome")


@dataclass(frozen=True, slots=True)
class TallyRace:
    """Tallies racing a stopper; an outcome that is neither counted nor a stopper is ignored.

    goal   first: the wager is made, and over, when the first tally is full
           all: when every tally is full
           each: every tally that is full when play stops counts; play stops early when all are

    A state is the tallies so far, each up to its need. The stopper brings the ending `lost`, and under
    `each`, with K tallies full, `made-K`. The wager may be surrendered after any spin: `surrender-K`,
    where K is the tally that is furthest on.

    Raises ValueError when an outcome is counted by a tally and is a stopper too.
    """

    tallies: tuple[Tally, ...]
    stop: frozenset[WheelOutcome]
    goal: TallyGoal = "first"

    def __post_init__(self) -> None:
        if not self.tallies:
            raise ValueError("there is no tally to race")
        counted = frozenset().union(*(tally.counts for tally in self.tallies))
        if both := sorted(map(str, counted & self.stop)):
            raise ValueError(f"{both[0]} is counted and is the stopper too")

    @property
    def start(self) -> State:
        """All tallies at 0."""
        return (0,) * len(self.tallies)

    @property
    def furthest(self) -> int:
        """The highest tally at which play can go on, and so the highest that can be surrendered."""
        highest = max(tally.need for tally in self.tallies)
        return highest - (self.goal == "first" or len(self.tallies) == 1)

    def step(self, state: State, outcome: WheelOutcome) -> State | End:
        """The tallies after the outcome, or how the race ends on it."""
        if outcome in self.stop:
            return self.stopped(state)
        after = tuple(
            min(have + (outcome in tally.counts), tally.need)
            for have, tally in zip(state, self.tallies, strict=True)
        )
        full = self.full(after)
        if self.goal == "first":
            return End("made") if full else after
        if full < len(self.tallies):
            return after
        return End("made") if self.goal == "all" else End(f"made-{full}")

    def _kind(self, outcome: WheelOutcome) -> tuple[bool, ...]:
        return (outcome in self.stop, *(outcome in tally.counts for tally in self.tallies))

    def full(self, state: State) -> int:
        """The number of full tallies."""
        return sum(have == tally.need for have, tally in zip(state, self.tallies, strict=True))

    def stopped(self, state: State) -> End:
        """The ending of the race when the stopper comes in the state."""
        full = self.full(state) if self.goal == "each" else 0
        return End(f"made-{full}") if full else End("lost")

    def offer(self, state: State) -> End | None:
        """Surrender at the tally that is furthest on, once there is one."""
        return End(f"surrender-{max(state)}") if any(state) else None

    def words(self, offers: bool) -> tuple[str, ...]:
        """Sentences on what is counted, how the race is won and lost, and when it may be left."""
        single = len(self.tallies) == 1
        counted = "; ".join(f"{_listed(tally.counts)}, {tally.need} needed" for tally in self.tallies)
        made = {
            "first": f"The wager is made, and over, when {'the' if single else 'the first'} tally is full",
            "all": "The wager is made, and over, when every tally is full",
            "each": "Each full tally is made; play goes on until the stopper, or until all are full",
        }[self.goal]
        lost = "" if self.goal == "each" else ": lost"
        return (
            f"{'One tally starts at 0 and counts' if single else 'Tallies start at 0 and count'} {counted}.",
            f"{made}.",
            f"It is over when {_listed(self.stop)} comes up{lost}. Any other outcome changes nothing.",
            *(
                ("After any spin it may be surrendered at a posted tally K, the furthest: surrender-K.",)
                * offers
            ),
        )

    def ladder(self, wheel: Distribution[WheelOutcome], taken: Set[State]) -> Ladder | None:
        """The race as lasting goals, when the player surrenders in the states that are taken.

        None where the order in which tallies come on matters too: the wager may be over before it is
        surrendered, or is surrendered at some height of the furthest tally in some states only.
        """
        stop = self.stop.intersection(wheel)
        shown = [(tally.counts.intersection(wheel), tally.need) for tally in self.tallies]
        parts = [Reach(counts, need) for counts, need in shown if counts]
        if not stop:
            return None
        if not taken:
            return Ladder(stop, *goals_to_the_end(parts, len(self.tallies), self.goal))
        high = min(map(max, taken))
        counted = {self._kind(outcome): outcome for outcome in wheel if outcome not in stop}
        entered = states_at_height(self.start, self.step, counted.values(), high) if high else None
        if not entered or not entered <= taken:
            return None
        return Ladder(stop, *goals_to_surrender(parts, self.goal, high))

    def chart(self, wheel: Distribution[WheelOutcome], limit: int) -> Chain[State | End]:
        """The chain on that wheel, laid out on arrays where no outcome is counted twice.

        Where that would pass the limit, tallies with the same need and weight, which play alike, are
        merged: only how far each of them is counts, not which.

        Raises TooManyStates beyond the limit.
        """
        tallies = [
            WeightedTally(
                "/".join(sorted(map(str, tally.counts))),
                tally.need,
                sum(wheel.get(outcome, 0) for outcome in tally.counts),
            )
            for tally in self.tallies
        ]
        stopping = sum(wheel.get(outcome, 0) for outcome in self.stop)
        shared = not disjoint([tally.counts for tally in self.tallies])
        if shared or not stopping or not all(tally.weight for tally in tallies):
            # A lattice would hold states that play never comes to. Outcomes that do the same are one.
            if self.furthest > limit:
                raise TooManyStates(limit)
            alike = {self._kind(outcome): outcome for outcome in wheel}
            return explored(self, wheel.map(lambda outcome: alike[self._kind(outcome)]), limit)
        return lattice_chain(tallies, self.goal, stopping, wheel.total, limit)


def _listed(outcomes: frozenset[WheelOutcome]) -> str:
    names = sorted(map(str, outcomes), key=lambda name: (len(name), name))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
