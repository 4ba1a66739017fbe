"""Phases of play, each with a wheel of its own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from markov.distribution import Distribution
from markov.rules.boards import BoardState, Cells, FillBoard
from markov.rules.decided import LOST, Decided
from markov.rules.goal_rule import GoalRule
from markov.wager.rule import End, stop_or_play_on

Moves: TypeAlias = Mapping[Any, str | End]


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of play: its wheel, what outcomes do in it, and what the player may choose in it.

    moves   by outcome: the name of the next phase, or an End; an outcome that is left out changes nothing
    offer   the End that the player may choose before each trial of the phase, or None

    Raises ValueError for a move on what is not on the wheel.
    """

    wheel: Distribution[Any]
    moves: Moves | tuple[tuple[Any, str | End], ...]
    offer: End | None = None

    def __post_init__(self) -> None:
        moves = dict(self.moves)
        object.__setattr__(self, "moves", tuple(moves.items()))
        if odd := [outcome for outcome in moves if outcome not in self.wheel]:
            raise ValueError(
                f"{odd[0]!r} is not on the wheel of its phase; there are {', '.join(map(str, self.wheel))}"
            )


@dataclass(frozen=True, slots=True)
class Phases:
    """A wager that goes from phase to phase; it begins in the first.

    phases   by name
    trial    the noun of a trial: a spin, a roll
    label    of a phase: its name for a reader, where that is another

    >>> from markov.distribution import coin, dice
    >>> one = Phase(coin(), {"heads": "dice"})
    >>> two = Phase(dice(2), {7: End("made")}, offer=End("cashed"))
    >>> rule = Phases({"coin": one, "dice": two})
    >>> rule.start, rule.step("coin", "heads"), rule.step("dice", 7), rule.actions("dice")["cashed"]
    ('coin', 'dice', End(name='made', decides=True), End(name='cashed', decides=True))

    Raises ValueError for a move to a phase that is not there.
    """

    phases: Mapping[str, Phase] | tuple[tuple[str, Phase], ...]
    trial: str = "spin"
    label: Callable[[str], str] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        phases = dict(self.phases)
        object.__setattr__(self, "phases", tuple(phases.items()))
        if not phases:
            raise ValueError("there is at least one phase")
        for name, phase in phases.items():
            for outcome, to in dict(phase.moves).items():
                if not isinstance(to, End) and to not in phases:
                    raise ValueError(
                        f"in phase {name!r} {outcome!r} leads to {to!r}, which is no phase and no End"
                    )

    @property
    def start(self) -> str:
        """The first phase."""
        return next(iter(dict(self.phases)))

    def wheel(self, state: str) -> Distribution[Any]:
        """The wheel of the phase."""
        return dict(self.phases)[state].wheel

    def step(self, state: str, outcome: Any) -> str | End:
        """The next phase, or the end."""
        moves: dict[Any, str | End] = dict(dict(self.phases)[state].moves)
        return moves.get(outcome, state)

    def actions(self, state: str) -> Mapping[str, Any] | None:
        """To play on, or the offer of the phase."""
        return stop_or_play_on(state, dict(self.phases)[state].offer)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The outcomes of each phase, and the phase or the ending that each leads to; then the offers."""
        phases = dict(self.phases)
        sentences = [_phase_words(name, phase) for name, phase in phases.items()]
        if offers:
            sentences += [
                f"In the phase “{name}” the player may choose {phase.offer.name} before any {self.trial}."
                for name, phase in phases.items()
                if phase.offer is not None
            ]
        return tuple(sentences)


@dataclass(frozen=True)
class BoardPhase:
    """A board as a phase of play, which ends as the board does.

    leads   by ending of the board the phase to which it leads, or the ending of the wager; an ending that is
            left out ends the wager by its own name
    """

    board: FillBoard
    leads: tuple[tuple[str, str], ...] = ()
    offered: ClassVar[tuple[str, ...]] = ()

    @property
    def start(self) -> BoardState:
        """The board at the beginning of the phase."""
        return self.board.start

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The phase or the ending to which each ending of the board leads, with that ending."""
        leads = dict(self.leads)
        return tuple((leads.get(ending, ending), ending) for ending in self.board.endings)

    @property
    def trial(self) -> str:
        """The noun of a trial."""
        return self.board.trial

    @property
    def wheel(self) -> Callable[[BoardState], Distribution[Cells]]:
        """Of a state the number of cells that fill."""
        return self.board.wheel

    @property
    def course(self) -> "BoardPhase":
        """The course of play, which has no clock."""
        return self

    def made(self, at: BoardState, outcome: Cells) -> BoardState | End:
        """The board after the round, or where its ending leads."""
        after = self.board.step(at, outcome)
        return End(dict(self.leads).get(after.name, after.name)) if isinstance(after, End) else after

    def moves(self, at: BoardState) -> Iterator[BoardState | End]:
        """All to which a round may lead."""
        return (self.made(at, outcome) for outcome in self.board.wheel(at))

    def clock_aside(self, at: BoardState) -> BoardState:
        """The same."""
        return at

    state = standing = clock_aside

    def stands(self, at: BoardState) -> None:
        """Nothing is on offer."""

    def told(self, state: BoardState) -> str:
        """The board in words."""
        return self.board.label(state)


@dataclass(frozen=True)
class PhasedGoals:
    """A wager that goes from phase to phase by goals of the wager language; it begins in the first.

    phases   by name the goals of which the first to come leads on: to the phase of its name, or else to the
             ending of that name; or a board. A phase begins anew whenever play comes to it

    A state is the phase, and how its goals or its board stand. Play is over as soon as it is decided.
    """

    phases: tuple[tuple[str, GoalRule | BoardPhase], ...]

    def __post_init__(self) -> None:
        if not self.phases:
            raise ValueError("there is at least one phase")

    @property
    def start(self) -> tuple[str, Any]:
        """The beginning of the first phase."""
        name, first = self.phases[0]
        return name, first.start

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings to which the phases lead, in the order in which these name them."""
        names = {name for name, _ in self.phases}
        return tuple(
            dict.fromkeys(to for _, phase in self.phases for to, _ in phase.lines if to not in names)
        )

    @property
    def offered(self) -> tuple[str, ...]:
        """The endings that the player may choose in some phase."""
        return tuple(name for _, phase in self.phases for name in phase.offered)

    @property
    def trial(self) -> str:
        """The noun of a trial: that of the first phase."""
        return self.phases[0][1].trial

    def wheel(self, state: tuple[str, Any]) -> Distribution[Any]:
        """The wheel of the phase."""
        phase = self._by_name[state[0]]
        wheel: Distribution[Any] = phase.goals.outcomes if phase.wheel is None else phase.wheel(state[1])
        return wheel

    @cached_property
    def _by_name(self) -> dict[str, Any]:  # goals, or a board
        return dict(self.phases)

    def step(self, state: tuple[str, Any], outcome: Any) -> tuple[str, Any] | End:
        """The state after the outcome, the beginning of the next phase, or the end."""
        name, here = state
        phase = self._by_name[name]
        after = self._led(name, phase.course.made(phase.standing(here), outcome))
        if isinstance(after, End):
            return after
        aside = self._clock_aside(after)
        end = self._decided.ending(aside) if self._may_be_decided else None
        if end is not None and (end == LOST or not self._decided.open_to_offers(aside)):
            return end
        return after[0], self._by_name[after[0]].state(after[1])

    def _led(self, name: str, after: Any) -> tuple[str, Any] | End:
        """The phase and how its goals stand, when an end of the phase is where it leads."""
        if not isinstance(after, End):
            return name, after
        to = self._by_name.get(after.name)
        return after if to is None else (after.name, to.standing(to.start))

    @cached_property
    def _decided(self) -> Decided[tuple[str, Any]]:
        return Decided(self._moves, lambda at: self._by_name[at[0]].stands(at[1]) is not None)

    @cached_property
    def _may_be_decided(self) -> bool:
        name, start = self.start
        return self._decided.ending((name, self._by_name[name].standing(start))) is None

    def _clock_aside(self, at: tuple[str, Any]) -> tuple[str, Any]:
        return at[0], self._by_name[at[0]].course.clock_aside(at[1])

    def _moves(self, at: tuple[str, Any]) -> Iterator[tuple[str, Any] | End]:
        name, here = at
        return (self._led(name, after) for after in self._by_name[name].course.moves(here))

    only_stops = True

    def actions(self, state: tuple[str, Any]) -> Mapping[str, Any] | None:
        """To play on, or the offer of the phase that is open in the state."""
        phase = self._by_name[state[0]]
        return stop_or_play_on(state, phase.stands(phase.standing(state[1])))

    def label(self, state: tuple[str, Any]) -> str:
        """The state in words: the phase, and how far its goals are."""
        phase = self._by_name[state[0]]
        return state[0] if state[1] == phase.start else f"{state[0]}: {phase.told(state[1])}"

    def words(self, offers: bool) -> tuple[str, ...]:
        """The goals of each phase, and the phase or the ending that each leads to."""
        from markov.rules.goal_words import bag_in_words, has, offers_in_words

        names = {name for name, _ in self.phases}
        sentences = [f"Play begins in the phase “{self.phases[0][0]}”."] if len(self.phases) > 1 else []
        for name, phase in self.phases:
            said = (
                [ending for _, ending in phase.lines]
                if isinstance(phase, BoardPhase)
                else [has(line.said, phase.goals.wheel) for line in phase.goals.lines]
            )
            leads = "; ".join(
                f"when {when}, " + (f"the phase “{to}” begins" if to in names else f"it ends: {to}")
                for (to, _), when in zip(phase.lines, said, strict=True)
                if to != when
            )
            if isinstance(phase, BoardPhase):
                sentences += [f"In the phase “{name}” a board is filled.", *phase.board.words(False)]
                sentences += [f"{leads[0].upper()}{leads[1:]}."] if leads else []
                continue
            sentences.append(f"{_wheel_words(name, phase.goals.outcomes)}; {leads}.")
            if phase.goals.wheel.bag:
                sentences.append(bag_in_words(phase.goals.outcomes))
            if offers and (open_in := offers_in_words(phase)):
                sentences.append(f"In the phase “{name}”, {open_in[0].lower()}{open_in[1:]}")
        return tuple(sentences)


def _phase_words(name: str, phase: Phase) -> str:
    moves = dict(phase.moves)
    leads = "; ".join(
        f"{outcome} {f'ends play: {to.name}' if isinstance(to, End) else f'leads to “{to}”'}"
        for outcome, to in moves.items()
    )
    rest = "; all else changes nothing" if len(moves) < len(phase.wheel) else ""
    return f"{_wheel_words(name, phase.wheel)}; {leads or 'nothing leads on'}{rest}."


def _wheel_words(name: str, wheel: Distribution[Any]) -> str:
    shown = ", ".join(f"{outcome} with weight {weight}" for outcome, weight in wheel.items())
    return f"In the phase “{name}” the wheel has {shown}"
