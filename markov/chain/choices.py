"""The choices of a Markov decision process as arrays, and which states can or must come to others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from markov.chain.transitions import (
    Indices,
    Mask,
    Transitions,
    mask,
    offsets_of,
    peeled,
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
        first, at = np.full(len(self), -1), np.flatnonzero(allowed)[::-1]
        first[self.owners()[at]] = at
        return first

    def stages(self) -> tuple[Sequence[Indices], Indices, Sequence[Indices]]:
        """The states in the order in which their values can be found, those of a level at once.

        First levels of states that lead to no cycle, from the ends back; then all on cycles and between them;
        then the others, in levels from those that none leads to. A step to the same state is no cycle.
        """
        tails, heads = self.owners()[self.rows.origins()], self.rows.successors
        away = tails != heads
        tails, heads = tails[away], heads[away]
        over = np.flatnonzero(np.bincount(tails, minlength=len(self)) == 0)
        below, left = peeled(tails, heads, over, len(self))
        cyclic = mask(len(self), left)
        tails, heads = tails[cyclic[heads]], heads[cyclic[heads]]
        unentered = np.flatnonzero(cyclic & ~mask(len(self), heads))
        above, rest = peeled(heads, tails, unentered, len(self))
        return below, rest[cyclic[rest]], above

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
        left = self.allowed.copy()
        left[self.sources[~within[self.targets]]] = False
        return left

    def staying(self, part: Indices, allowed: Mask) -> Mask:
        """Mask of the allowed choices that lead only to the part in which they are made.

        part   by state; -1 for a state of none
        """
        inside = allowed & (part[self.owner] >= 0)
        inside[self.sources[part[self.targets] != part[self.owner[self.sources]]]] = False
        return inside

    def able(self, goal: Mask, among: Mask | None = None) -> Mask:
        """The states from which play may come to the goal, or are in it.

        among   the choices that count, by choice; left out, all that are allowed
        """
        tails, heads = self.owner[self.sources], self.targets
        if among is not None:
            counted = among[self.sources]
            tails, heads = tails[counted], heads[counted]
        return reachable(heads, tails, np.flatnonzero(goal), self.states)

    def fewest_choices(self, goal: Mask, among: Mask | None = None) -> Indices:
        """For each state the fewest choices by which play may come to the goal; -1 where it cannot.

        among   the choices that count, by choice; left out, all that are allowed
        """
        entering = self._entering if among is None else self._entering[among[self._entering]]
        into = self._into
        if among is not None:
            counted = np.append(0, np.cumsum(among[self._entering]))
            into = counted[into]
        owners = self.owner[entering]
        return self._levels(goal, lambda last: owners[row_entries(into, last)])

    def most_choices(self, goal: Mask, among: Mask | None = None) -> Indices:
        """For each state the most choices that play may need to come to the goal, whatever is chosen.

        -1 where some way of choosing avoids the goal for ever.

        among   the choices that count, by choice; left out, all that are allowed
        """
        counted = self.allowed if among is None else among
        waiting: Indices = np.bincount(self.owner[counted], minlength=self.states)
        seen = ~counted
        once = Once(len(seen))

        def forced(last: Indices) -> Indices:
            leading = self._entering[row_entries(self._into, last)]
            new = once.each(leading[~seen[leading]])
            seen[new] = True
            states = self.owner[new]
            np.subtract.at(waiting, states, 1)
            done: Indices = states[waiting[states] == 0]
            return done

        return self._levels(goal, forced)

    def _levels(self, goal: Mask, joined: Callable[[Indices], Indices]) -> Indices:
        """For each state the round in which it is found, from the goal back; -1 where it never is.

        joined   the states that a round adds, by those of the round before
        """
        distance = np.where(goal, 0, -1)
        level, last = 0, np.flatnonzero(goal)
        once = Once(self.states)
        while last.size:
            level += 1
            states = joined(last)
            last = once.each(states[distance[states] < 0])
            distance[last] = level
        return distance

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
        -1 where some way of choosing surely comes to the goal. States that must risk it whatever is chosen
        are found by themselves, so a long way of them takes one search and not one a state.
        """
        order = np.full(self.states, -1)
        while True:
            new = ~self.able(goal, self.inside(order < 0)) & (order < 0)
            if not new.any():
                return order
            rounds = int(order.max()) + 1
            order[new] = rounds
            forced = self.most_choices(order >= 0)
            further = forced > 0
            order[further] = rounds + forced[further]

    def end_components(self, within: Mask, allowed: Mask) -> Indices:
        """For each state the number of its maximal end component; -1 for a state in none.

        In such a component play can stay for ever, and come to all of it. Only states of the set
        count, and choices that are allowed.
        """
        part = np.where(within, 0, -1)
        choices = allowed & self.allowed
        while True:
            stays = self.staying(part, choices)
            left = self.most_choices(~mask(self.states, self.owner[stays]), stays) < 0
            stays &= self.inside(left)
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


class Once:
    """Leaves out what is there more than once, of numbers below a limit: sooner than they are sorted."""

    def __init__(self, limit: int) -> None:
        self._place = np.zeros(limit, dtype=np.int64)

    def each(self, numbers: Indices) -> Indices:
        """The numbers, each once."""
        places = np.arange(len(numbers))
        self._place[numbers] = places
        kept: Indices = numbers[self._place[numbers] == places]
        return kept


def _same_parts(before: Indices, after: Indices) -> bool:
    """True where both number the same sets, in whatever order."""
    if ((before < 0) != (after < 0)).any():
        return False
    pairs = np.unique((before + 1) * (int(after.max(initial=0)) + 2) + after + 1)
    return len(pairs) == len(np.unique(before)) == len(np.unique(after))
