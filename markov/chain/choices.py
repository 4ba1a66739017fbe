"""The choices of a Markov decision process as arrays, and which states can or must come to others."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from markov.chain.transitions import (
    Indices,
    Mask,
    Transitions,
    mask,
    offsets_of,
    reachable,
    row_entries,
    strong_components,
)


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """The choices in each state of a decision process, each state being known by its position alone.

    offsets   n + 1 of them: the choices of state i are those from offsets[i] up to offsets[i + 1], at least
              one
    rows      the transitions of each choice to states, a row each; where play is over the one choice has none

    Raises ValueError when the arrays do not fit together.
    """

    offsets: Indices
    rows: Transitions

    def __post_init__(self) -> None:
        n, lengths = len(self), np.diff(self.offsets)
        if n < 1 or self.offsets[0] or self.offsets[-1] != len(self.rows) or (lengths < 1).any():
            raise ValueError("the offsets do not give every state one choice or more, from 0 to their number")
        if self.rows.successors.size and self.rows.successors.max() >= n:
            raise ValueError(f"a choice leads to a state that is not there; positions are 0 to {n - 1}")
        if (np.repeat(lengths, lengths)[self.rows.absorbing] > 1).any():
            raise ValueError("a choice leads nowhere, in a state that has others")

    def __len__(self) -> int:
        """The number of states."""
        return len(self.offsets) - 1

    def owners(self) -> Indices:
        """For each choice the position of the state it is made in."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def first(self, allowed: Mask) -> Indices:
        """For each state the first of its choices that is allowed; -1 where none is."""
        found, at = np.full(len(self), -1), np.flatnonzero(allowed)[::-1]
        found[self.owners()[at]] = at
        return found

    def reached(self, policy: Indices, initial: Indices, targets: Indices) -> Mask:
        """The states to which play can come from the initial ones under a policy, not past a target."""
        allowed = mask(len(self.rows), policy)
        allowed[policy[targets]] = False
        return Graph(self, allowed).reachable(initial)


class Graph:
    """The links of choices, as far as they are allowed: what they lead to, and what leads to a state.

    allowed    by choice: True where it may be made
    sources    for each link its choice, targets the state it leads to, owner the state of a choice
    """

    def __init__(self, choices: Choices, allowed: Mask) -> None:
        rows = choices.rows
        self.choices = choices
        self.states = len(choices)
        self.owner = choices.owners()
        kept = allowed[rows.origins()]
        self.allowed = allowed
        self.sources = rows.origins()[kept]
        self.targets = rows.successors[kept]
        by_target = np.argsort(self.targets, kind="stable")
        self._entering = self.sources[by_target]
        self._into = offsets_of(np.bincount(self.targets, minlength=self.states))

    def inside(self, within: Mask) -> Mask:
        """Mask of the allowed choices that lead to states of the set alone."""
        found = self.allowed.copy()
        found[self.sources[~within[self.targets]]] = False
        return found

    def staying(self, part: Indices, allowed: Mask) -> Mask:
        """Mask of the allowed choices that lead only to the part in which they are made.

        part   by state; -1 for a state of none
        """
        found = allowed & (part[self.owner] >= 0)
        found[self.sources[part[self.targets] != part[self.owner[self.sources]]]] = False
        return found

    def fewest_choices(self, goal: Mask, among: Mask | None = None) -> Indices:
        """For each state the fewest choices by which play may come to the goal; -1 where it cannot.

        among   the choices that count, by choice; left out, all that are allowed
        """
        counted = self.allowed if among is None else among
        return self._levels(goal, lambda leading: np.unique(self.owner[leading[counted[leading]]]))

    def most_choices(self, goal: Mask) -> Indices:
        """For each state the most choices that play may need to come to the goal, whatever is chosen.

        -1 where some way of choosing avoids the goal for ever.
        """
        waiting: Indices = np.bincount(self.owner[self.allowed], minlength=self.states)
        seen = ~self.allowed

        def forced(leading: Indices) -> Indices:
            new = np.unique(leading[~seen[leading]])
            seen[new] = True
            states, counts = np.unique(self.owner[new], return_counts=True)
            waiting[states] -= counts
            done: Indices = states[waiting[states] == 0]
            return done

        return self._levels(goal, forced)

    def _levels(self, goal: Mask, joined: Callable[[Indices], Indices]) -> Indices:
        """For each state the round in which it is found, from the goal back; -1 where it never is.

        joined   the states that a round adds, by the choices that may lead to those of the round before
        """
        found = np.where(goal, 0, -1)
        level, last = 0, np.flatnonzero(goal)
        while last.size:
            level += 1
            states = joined(self._entering[row_entries(self._into, last)])
            last = states[found[states] < 0]
            found[last] = level
        return found

    def nearer(self, levels: Indices, among: Mask | None = None) -> Indices:
        """For each state the first choice that may lead to a lower level; -1 where none does.

        among   the choices that count, by choice; left out, all that are allowed
        """
        far = np.iinfo(np.int64).max
        height, nearest = np.where(levels < 0, far, levels), np.full(len(self.owner), far)
        np.minimum.at(nearest, self.sources, height[self.targets])
        return self.choices.first((self.allowed if among is None else among) & (nearest < height[self.owner]))

    def reachable(self, starts: Indices) -> Mask:
        """The states that can be reached from the starts, these included."""
        return reachable(self.owner[self.sources], self.targets, starts, self.states)

    def rounds_to_risk(self, goal: Mask) -> Indices:
        """For each state the round that proves it to miss the goal with positive chance, whatever is chosen.

        From a state of a round only choices that may also lead to states of earlier rounds lead to the goal.
        -1 where some way of choosing surely comes to the goal.
        """
        found = np.full(self.states, -1)
        rounds = 0
        while True:
            able = self.fewest_choices(goal, self.inside(found < 0)) >= 0
            new = ~able & (found < 0)
            if not new.any():
                return found
            found[new] = rounds
            rounds += 1

    def end_components(self, within: Mask, allowed: Mask) -> Indices:
        """For each state the number of its maximal end component; -1 for a state in none.

        In such a component play can stay for ever, and come to all of it. Only states of the set
        count, and choices that are allowed.
        """
        part = np.where(within, 0, -1)
        choices = allowed & self.allowed
        while True:
            stays = self.staying(part, choices)
            left = mask(self.states, self.owner[stays])
            links = stays[self.sources]
            tails, heads = self.owner[self.sources[links]], self.targets[links]
            place = np.cumsum(left) - 1
            inner = left[heads]
            _, label = strong_components(place[tails[inner]], place[heads[inner]], int(left.sum()))
            after = np.full(self.states, -1)
            after[left] = label
            if (stays == choices).all() and _same_parts(part, after):
                break
            part, choices = after, stays
        return after


def _same_parts(before: Indices, after: Indices) -> bool:
    """True where both number the same sets, in whatever order."""
    if ((before < 0) != (after < 0)).any():
        return False
    pairs = np.unique((before + 1) * (int(after.max(initial=0)) + 2) + after + 1)
    return len(pairs) == len(np.unique(before)) == len(np.unique(after))
