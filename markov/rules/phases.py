"""Phases of play, each with a wheel of its own."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markov.distribution import Distribution
from markov.naming import listed
from markov.rules.boards import FillBoard
from markov.rules.decided import Decided
from markov.rules.goal_rule import GoalRule
from markov.wager.rule import End, paid_by, state_words, stop_or_play_on


@dataclass(frozen=True)
class Phases:
    """A wager that goes from phase to phase; it begins in the first.

    phases   by name goals, of which the first to come leads on, or a board; it leads to the phase of the
             name that comes, or else to the ending of that name, and begins anew when play comes to it

    A state is the phase, and how its goals or its board stand. Play is over as soon as it is decided.

    >>> from markov.rules import expression as ex
    >>> first = GoalRule((("board", ex.Label("heads")), ("lost", ex.Label("tails"))), "coin", paid="first")
    >>> rule = Phases((("flip", first), ("board", FillBoard(2, "1/2"))))
    >>> rule.step(rule.start, "heads"), rule.step(rule.start, "tails"), rule.label(("board", (1, 3)))
    (('board', (0, 3)), End(name='lost', decides=True), 'board: 1 filled, 3 lives left')
    """

    phases: tuple[tuple[str, GoalRule | FillBoard], ...]

    @property
    def start(self) -> tuple[str, Any]:
        """The beginning of the first phase."""
        name = next(iter(self._by_name))
        return name, self._by_name[name].start

    def paid_by(self, pays: Container[str]) -> "Phases":
        """The same where those endings have a pay, as of the goals of a phase."""
        phases = tuple((name, paid_by(phase, pays)) for name, phase in self._by_name.items())
        return self if phases == self.phases else Phases(phases)

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings to which the phases lead, in the order in which these name them."""
        leads = (to for phase in self._by_name.values() for to, _ in phase.lines)
        return tuple(dict.fromkeys(to for to in leads if to not in self._by_name))

    @property
    def offered(self) -> tuple[str, ...]:
        """The endings that the player may choose in some phase."""
        return tuple(name for phase in self._by_name.values() for name in getattr(phase, "offered", ()))

    @property
    def trial(self) -> str:
        """The noun of a trial: that of the first phase."""
        return str(self._by_name[self.start[0]].trial)

    def wheel(self, state: tuple[str, Any]) -> Distribution[Any]:
        """The wheel of the phase."""
        phase = self._by_name[state[0]]
        wheel: Distribution[Any] = phase.wheel(state[1]) if phase.wheel else phase.goals.outcomes
        return wheel

    @cached_property
    def _by_name(self) -> dict[str, Any]:
        return dict(self.phases)

    def step(self, state: tuple[str, Any], outcome: Any) -> tuple[str, Any] | End:
        """The state after the outcome, the beginning of the next phase, or the end."""
        name, here = state
        phase = self._by_name[name]
        if isinstance(phase, GoalRule):
            after = phase.state(phase.made(phase.standing(here), outcome, True))
        else:
            after = phase.step(here, outcome)
        led = self._led(name, after)
        return led if isinstance(led, End) or not self._decided else self._decided.ending(led) or led

    def _led(self, name: str, after: Any) -> tuple[str, Any] | End:
        """The phase and how its goals stand, when an end of the phase is where it leads."""
        if not isinstance(after, End):
            return name, after
        to = self._by_name.get(after.name)
        return after if to is None else (after.name, to.start)

    @cached_property
    def _decided(self) -> Decided[tuple[str, Any]] | None:
        """None where only one ending can be reached at all, so that the question is when."""
        decided = Decided(self._moves)
        if decided.ending(self.start) is not None:
            return None
        return decided.with_offers(lambda at: self._offer(at) is not None)

    def _moves(self, at: tuple[str, Any]) -> Iterator[tuple[str, Any] | End]:
        name, here = at
        phase = self._by_name[name]
        moves: Iterator[Any] = (phase.step(here, outcome) for outcome in self.wheel(at))
        if isinstance(phase, GoalRule):
            moves = map(phase.state, phase.moves(phase.standing(here)))
        return (self._led(name, after) for after in moves)

    only_stops = True

    def actions(self, state: tuple[str, Any]) -> Mapping[str, Any] | None:
        """To play on, or the offer of the phase that is open in the state."""
        return stop_or_play_on(state, self._offer(state))

    def _offer(self, state: tuple[str, Any]) -> End | None:
        phase = self._by_name[state[0]]
        return phase.stands(phase.standing(state[1])) if isinstance(phase, GoalRule) else None

    def label(self, state: tuple[str, Any]) -> str:
        """The state in words: the phase, and how far its goals are."""
        phase = self._by_name[state[0]]
        if state[1] == phase.start:
            return state[0]
        return f"{state[0]}: {state_words(phase, state[1], played=True)}"

    def words(self, offers: bool) -> tuple[str, ...]:
        """The phases in turn: the wheel of each, and what it says of itself."""
        sentences = [f"Play begins in the phase “{self.start[0]}”."]
        sentences.append("A line with the name of a phase leads to it; any other ends the wager.")
        for name, phase in self._by_name.items():
            wheel = self.wheel((name, phase.start))
            shown = f"the wheel has {listed(list(map(str, wheel)))}, equally likely"
            if isinstance(phase, FillBoard):
                shown = "a board is filled"
            elif len({*wheel.values()}) > 1:
                weights = ", ".join(f"{outcome} with weight {weight}" for outcome, weight in wheel.items())
                shown = f"the wheel has {weights}"
            sentences += [f"In the phase “{name}” {shown}.", *phase.words(offers)]
        return tuple(sentences)
