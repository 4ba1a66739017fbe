"""A Markov decision process: its states, what can be done in each, and best policies by state."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

import numpy as np

from markov.chain.best_policy import Best, Direction, best_chance, best_reward
from markov.chain.chain import MAX_STATES, PROGRESS_EVERY, ByState, Chain, Exact, RowsByState, S
from markov.chain.choices import Choices
from markov.exact import exact
from markov.naming import counted


@dataclass(frozen=True, slots=True)
class BestPolicy(Generic[S]):
    """Best values of a decision process, and a policy that attains them.

    values   by state; None is infinity
    policy   by state in which something can be done, what is done there; on a tie, or where nothing depends
             on it, one of those that do as well
    """

    values: Mapping[S, Fraction | None]
    policy: Mapping[S, Any]


@dataclass(frozen=True, slots=True, eq=False)
class DecisionProcess(ByState[S]):
    """A Markov decision process: states, in each the actions to choose from, and where each may lead.

    states    n distinct states (a sequence, it may be lazy)
    choices   the weights as arrays for solvers, in which a state is known by its position
    actions   by choice the name of its action, no two alike in one state

    `process[state]` is {action: {next state: weight}}, empty where play is over; what is asked of a process
    is asked and answered by state, in fractions.

    >>> import markov as mk
    >>> walk = mk.explore_choices(1, lambda s: {"wait": {s: 1, 0: 1}, "run": {0: 1}} if s else {})
    >>> walk[1], walk.ends, len(walk)
    ({'wait': {1: 1, 0: 1}, 'run': {0: 1}}, (0,), 2)

    Raises ValueError when there are not as many states or actions as choices have.
    """

    states: Sequence[S]
    choices: Choices
    actions: Sequence[Any]

    def __post_init__(self) -> None:
        if len(self.states) != len(self.choices) or len(self.actions) != len(self.choices.rows):
            raise ValueError(
                f"{len(self.choices)} states and {len(self.choices.rows)} choices need as many names, not "
                f"{len(self.states)} and {len(self.actions)}"
            )
        # Errors of solvers name a state as the user does.
        named = self.choices.rows.renamed(self.states.__getitem__)
        object.__setattr__(self, "choices", Choices(self.choices.offsets, named))

    def __repr__(self) -> str:
        ends = f"{len(self.ends):,} of them ends"
        choices = counted(len(self.choices.rows), "choice")
        return f"DecisionProcess({counted(len(self), 'state')}, {ends}, {choices})"

    def __getitem__(self, state: S) -> dict[Any, dict[S, int]]:
        return {
            self.actions[k]: {
                self.states[j]: weight for j, weight in self.choices.rows.successor_weights(k).items()
            }
            for k in self.numbers(state)
            if self.choices.rows.totals[k]
        }

    def numbers(self, state: S) -> range:
        """The numbers of the choices of a state."""
        i = self._positions([state])[0]
        return range(*self.choices.offsets[i : i + 2].tolist())

    @property
    def ends(self) -> tuple[S, ...]:
        """The states in which play is over."""
        over = self.choices.owners()[self.choices.rows.absorbing]
        return tuple(self.states[i] for i in over.tolist())

    def reach(self, targets: Iterable[S], direction: Direction) -> BestPolicy[S]:
        """The greatest, or the least, chance that play ever comes to one of the targets, and how.

        direction   "max" or "min"

        >>> import markov as mk
        >>> moves = {1: {"step": {2: 1, 0: 1}, "leap": {3: 1, 0: 2}}, 2: {"step": {3: 1, 0: 1}}}
        >>> best = mk.explore_choices(1, lambda s: moves.get(s, {})).reach([3], "max")
        >>> best.values[1], best.policy[1]
        (Fraction(1, 3), 'leap')

        Raises UnknownState for a target that is not there, ValueError for another direction, TooMuchWork
        when the exact answer is out of reach.
        """
        _check(direction)
        at = np.array(self._positions(targets), dtype=np.int64)
        return self._best(best_chance(self.choices, at, range(len(self)), direction))

    def rewards(
        self,
        targets: Iterable[S],
        direction: Direction,
        reward: Mapping[S, Exact] | None = None,
        action_reward: Mapping[tuple[S, Any], Exact] | None = None,
    ) -> BestPolicy[S]:
        """The greatest, or the least, expected reward of all steps before the first target, and how.

        direction       "max" or "min"
        reward          by state: what a step out of it brings, 0 where it is left out
        action_reward   by state and action: what that step brings besides

        None is infinity, and stands where the targets can be missed ("max"), or where all there is misses
        them with positive chance ("min").

        >>> import markov as mk
        >>> walk = mk.explore_choices(1, lambda s: {"wait": {s: 1, 0: 1}, "run": {0: 1}} if s else {})
        >>> best = walk.rewards([0], "min", reward={1: 1}, action_reward={(1, "run"): 2})
        >>> best.values[1], best.policy
        (Fraction(2, 1), {1: 'wait'})

        Raises what `reach` does, KeyError for an action that is not there, and EndlessGain when rewards
        below 0 on a way round leave no least one to be found.
        """
        _check(direction)
        at = np.array(self._positions(targets), dtype=np.int64)
        by_state = self._rewards(reward or {})
        brings = [by_state[i] for i in self.choices.owners().tolist()]
        for (state, action), more in (action_reward or {}).items():
            brings[self._choice(state, action)] += exact(more)
        return self._best(best_reward(self.choices, at, brings, range(len(self)), direction))

    def under(self, policy: Mapping[S, Any]) -> Chain[S]:
        """The chain that is left when a policy says what is done in each state; play starts where it did.

        >>> import markov as mk
        >>> walk = mk.explore_choices(1, lambda s: {"wait": {s: 1, 0: 1}, "run": {0: 1}} if s else {})
        >>> walk.under({1: "wait"})[1]
        {1: 1, 0: 1}

        Raises UnknownState for a state that is not there, KeyError for an action that is not there or a
        state that the policy leaves open.
        """
        made = np.full(len(self), -1)
        for state, action in policy.items():
            made[self._positions([state])[0]] = self._choice(state, action)
        over = self.choices.rows.absorbing
        made[self.choices.owners()[over]] = over
        if (made < 0).any():
            raise KeyError(f"the policy says nothing for state {self.states[int(np.argmin(made))]!r}")
        return Chain(self.states, self.choices.rows.selected(made))

    def _choice(self, state: S, action: Any) -> int:
        """The number of a choice."""
        for k in self.numbers(state):
            if self.actions[k] == action and self.choices.rows.totals[k]:
                return k
        raise KeyError(
            f"no action {action!r} in state {state!r}; there are {', '.join(map(repr, self[state]))}"
        )

    def _best(self, best: Best) -> BestPolicy[S]:
        made = {i: self.actions[k] for i, k in enumerate(best.policy.tolist()) if self.choices.rows.totals[k]}
        return BestPolicy(self._by_state(best.values), self._by_state(made))


def _check(direction: str) -> None:
    if direction not in ("max", "min"):
        raise ValueError(f"{direction!r} is no direction; ask for 'max' or 'min'")


def explore_choices(
    start: S,
    choices: Callable[[S], Mapping[Any, Mapping[S, int | Fraction]]],
    limit: int = MAX_STATES,
    progress: Callable[[int, S], None] | None = None,
) -> DecisionProcess[S]:
    """The decision process of all states that can be reached from the start.

    choices(state) is {action: {next state: weight}}, and {} where play is over. A weight is a whole number
    from 1 up; a Fraction will do, and then the row is multiplied by the least number that makes all of it
    whole. States are numbered in the order in which they are first met. Progress is told from time to time,
    and at the end, how many states have been explored, and the newest state.

    >>> import markov as mk
    >>> walk = mk.explore_choices(1, lambda s: {"wait": {s: 1, 0: 1}, "run": {0: 1}} if s else {})
    >>> list(walk.states), walk[1]
    ([1, 0], {'wait': {1: 1, 0: 1}, 'run': {0: 1}})

    Raises TypeError for a float, which is rounded already, or what is no mapping, ValueError for a weight
    that is not above 0 or an action that leads nowhere, and TooManyStates beyond the limit.
    """
    met = RowsByState(start, limit)
    actions: list[Any] = []
    offsets = [0]
    for state in met.states:  # grows while it is walked
        offered = choices(state)
        if not isinstance(offered, Mapping):
            kind = type(offered).__name__
            raise TypeError(
                f"the choices of state {state!r} are a {kind}; write them as "
                "{action: {next state: weight}}, {} at an end"
            )
        for action, weights in offered.items():
            if not met.add(state, weights):
                raise ValueError(
                    f"action {action!r} of state {state!r} leads nowhere; an end has no actions at all"
                )
            actions.append(action)
        if not offered:
            met.add(state, {})
            actions.append(None)
        offsets.append(len(actions))
        explored = len(offsets) - 1
        if progress and (explored % PROGRESS_EVERY == 0 or explored == len(met.states)):
            progress(explored, met.states[-1])
    arrays = Choices(np.array(offsets, dtype=np.int64), met.transitions())
    return DecisionProcess(met.states, arrays, actions)
