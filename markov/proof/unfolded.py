"""The decisions of a wager unfolded, as its certificate has them: a state for each choice, trial and end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from markov.chain.transitions import Transitions, reachable
from markov.distribution import Distribution
from markov.wager.decisions import Decisions
from markov.wager.rule import End, after_trial
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class ChosenTrial:
    """A state in which a trial is made because an action was chosen; the player could have done otherwise."""

    state: Any
    action: str


@dataclass(frozen=True, slots=True, eq=False)
class Unfolded:
    """The decisions of a wager, as far as its paytable lets play come, each state being of one kind.

    states    those of the rule, of type End where play is over, and a `ChosenTrial` for an action that makes
              one
    places    by state: its position in the decision process, and the number of the choice that makes its
              trial; None where it has none
    rows      the ending; or the state after each outcome of its wheel; or where each action leads
    actions   by state in which the player chooses: the numbers of the choices
    wheels    those that trials are made on, and `wheel_at` which of them by state; None where there is none
    """

    wager: Wager
    decisions: Decisions
    states: Sequence[Any]
    places: Sequence[tuple[int, int | None]]
    rows: Sequence[list[int] | str]
    actions: Mapping[int, Sequence[int]]
    wheels: Sequence[Distribution[Any]]
    wheel_at: Sequence[int | None]

    def named(self, i: int) -> Iterator[str]:
        """The actions of a state in which the player chooses."""
        return (self.decisions.process.actions[k] for k in self.actions[i])

    def policy(self, numbers: Sequence[int]) -> list[int]:
        """A policy, which says the number of a choice by position, as the place of the action by state."""
        return [list(each).index(numbers[self.places[i][0]]) for i, each in self.actions.items()]

    def first_choices(self, otherwise: Sequence[int]) -> list[int]:
        """The policy of first actions, and in states that it never comes to another policy, which ends."""
        plain = self.chain([0] * len(self.actions))
        reached = reachable(plain.origins(), plain.successors, np.zeros(1, dtype=np.int64), len(plain))
        return [0 if reached[i] else k for i, k in zip(self.actions, otherwise, strict=True)]

    def played(self, policy: Sequence[int]) -> list[list[int] | str]:
        """The rows when the policy chooses: a choice leads to one state."""
        rows = list(self.rows)
        for i, k in zip(self.actions, policy, strict=True):
            leads = rows[i]
            rows[i] = [int(leads[k])]
        return rows

    def chain(self, policy: Sequence[int]) -> Transitions:
        """The transitions when the policy chooses."""
        transitions: list[Iterable[tuple[int, int]]] = []
        for row, wheel in zip(self.played(policy), self.wheel_at, strict=True):
            weights = [1] if wheel is None else self.wheels[wheel].values()
            transitions.append(() if isinstance(row, str) else zip(row, weights, strict=True))
        return Transitions.of(transitions)

    def left_by(self, values: Sequence[Fraction]) -> list[Fraction]:
        """The worth of each state and the greatest raise together, which are not below 0."""
        most = max(self.wager.later_stakes.values(), default=Fraction(0))
        worth = self.decisions.worth
        return [most + (values[i] if k is None else worth(k, values)) for i, k in self.places]


def unfolded(wager: Wager, decisions: Decisions) -> Unfolded:
    """The decisions of the wager, unfolded; play starts in the first state."""
    process = decisions.process
    at = {state: i for i, state in enumerate(process.states)}
    offsets, leads = process.choices.offsets.tolist(), process.choices.rows.row_reader()

    def place(i: int) -> tuple[int, int | None]:
        first = offsets[i]
        return i, first if decisions.spins[first] and not process.actions[first] else None

    def chosen(i: int, k: int) -> tuple[int, int | None]:
        return (i, k) if decisions.spins[k] else place(next(leads(k))[0])

    places = [place(0)]
    numbers = {places[0]: 0}

    def number(of: tuple[int, int | None]) -> int:
        if of not in numbers:
            numbers[of] = len(places)
            places.append(of)
        return numbers[of]

    states: list[Any] = []
    rows: list[list[int] | str] = []
    actions: dict[int, list[int]] = {}
    wheels: dict[Distribution[Any], tuple[Distribution[Any], int]] = {}
    wheel_at: list[int | None] = []
    for i, k in places:  # grows while it is walked
        state = process.states[i]
        wheel_at.append(None)
        if isinstance(state, End):
            rows.append(state.name)
        elif k is None:
            actions[len(states)] = [n for n in range(*offsets[i : i + 2]) if decisions.allowed[n]]
            rows.append([number(chosen(i, n)) for n in actions[len(states)]])
        else:
            # Of wheels that are equal the first is written; the outcomes are in its order.
            wheel, wheel_at[-1] = wheels.setdefault(own := wager.wheel_at(state), (own, len(wheels)))
            rows.append([number(place(at[after_trial(wager.rule, state, outcome)])) for outcome in wheel])
            state = ChosenTrial(state, process.actions[k]) if process.actions[k] else state
        states.append(state)
    return Unfolded(wager, decisions, states, places, rows, actions, list(wheels), wheel_at)
