"""The value of each state of a chain under both ways of playing: all that a workbook's formulas come to."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.chain.absorption import (
    component_values,
    continuation_value,
    expected_visits,
    optimal_policy,
    values,
)
from markov.chain.transitions import RowReader
from markov.tables.endings import state_words
from markov.wager.outcome import Outcome
from markov.wager.rule import Rule, after_trial
from markov.wager.stopping import StoppingProblem
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class PlayValues:
    """The visits, worth and spins left of each state under one way of playing, by its index.

    taken    the states in which an offer is taken
    visits   the expected number of spins made there; where play is over or stops, the chance of that
    worth    the expected gross return from there
    left     the expected number of spins from there
    """

    taken: frozenset[int]
    visits: Sequence[Fraction]
    worth: Sequence[Fraction]
    left: Sequence[Fraction]


_OTHER_WHEELS = "the wheel depends on the state"


@dataclass(frozen=True, slots=True)
class ValueRound:
    """A round of policy iteration in a component: where it stops, and the worth of each state."""

    taken: frozenset[int]
    worth: Sequence[Fraction]


@dataclass(frozen=True, slots=True, eq=False)
class StateValues:
    """A chain with the values of its states.

    ways         by index of a state the weights with which it leads to others, by theirs
    outcomes     the outcomes of the wheel that lead from one state to another; None where a row is no sum
                 of outcomes
    fixed        why it is none: states are merged that play alike with these weights only, or the wheel is
                 another in other states
    offered      by index of a state with an offer: what taking it returns
    leaving      by the same index: what best play is worth once it leaves that state
    rounds       best play in each component of several states, by the indices of its states
    """

    rule: Rule[Any, Any]
    table: StoppingProblem
    ways: Mapping[int, Mapping[int, int]]
    outcomes: Mapping[tuple[int, int], tuple[Hashable, ...]] | None
    fixed: str
    never: PlayValues
    optimal: PlayValues
    offered: Mapping[int, Fraction]
    leaving: Mapping[int, Fraction]
    rounds: Mapping[tuple[int, ...], Sequence[ValueRound]]

    def label(self, i: int) -> str:
        """The state of the index in words."""
        return state_words(self.table.chain.states[i], self.rule)


def state_values(wager: Wager, table: StoppingProblem, merged: bool) -> StateValues:
    """The chain of the wager laid out.

    merged   true where states of it were merged

    Raises TooMuchWork as solving it does.
    """
    offered = table.offered(wager.pays)
    policy = optimal_policy(table.chain.transitions, table.payoff(wager.pays), offered)
    ways = {i: table.chain.transitions.successor_weights(i) for i in range(len(table.chain.states))}
    never = _play_values(table, frozenset(), wager.pays)
    optimal = _play_values(table, policy.stops, wager.pays)
    row = table.chain.transitions.row_reader()
    outcomes = None if merged or wager.wheel_varies else _outcomes(wager, table)
    return StateValues(
        rule=wager.rule,
        table=table,
        ways=ways,
        outcomes=outcomes,
        fixed=_OTHER_WHEELS if wager.wheel_varies else "states are merged",
        never=never,
        optimal=optimal,
        offered=offered,
        leaving={i: continuation_value(row, optimal.worth, i) for i in offered},
        rounds={
            tuple(component): list(_rounds(row, component, optimal.worth, offered))
            for component in table.chain.transitions.solve_order.components()
            if len(component) > 1
        },
    )


def _play_values(table: StoppingProblem, taken: frozenset[int], pays: Mapping[str, Fraction]) -> PlayValues:
    play = Outcome(table.chain, table.offers, taken)
    cut = play.cut
    worth = values(cut, {i: pays[end.name] for i, end in play.ends.items()})
    return PlayValues(taken, expected_visits(cut), worth, values(cut, {}, reward=Fraction(1)))


def _rounds(
    row: RowReader, component: Sequence[int], worth: Sequence[Fraction], offered: Mapping[int, Fraction]
) -> Iterator[ValueRound]:
    """Policy iteration that starts by taking every offer; the worth of what the component leads to is given.

    No state is worth less in a round than in the one before, so an offer once declined stays declined: a
    round takes fewer offers than the last, or settles. One round more than there are offers is enough.
    """
    worths = list(worth)
    choices = [i for i in component if i in offered]
    taken = frozenset(choices)
    for _ in range(len(choices) + 1):
        for i in taken:
            worths[i] = offered[i]
        if playing := [i for i in component if i not in taken]:
            solved = component_values(row, playing, worths, [Fraction(0)] * len(playing))
            for i, value in zip(playing, solved, strict=True):
                worths[i] = Fraction(value)
        yield ValueRound(taken, [worths[i] for i in component])
        taken = frozenset(i for i in choices if offered[i] > continuation_value(row, worths, i))


def _outcomes(wager: Wager, table: StoppingProblem) -> dict[tuple[int, int], tuple[Hashable, ...]]:
    """The outcomes that lead from state to state."""
    index = {state: i for i, state in enumerate(table.chain.states)}
    by_step: dict[tuple[int, int], tuple[Hashable, ...]] = {}
    for state, i in index.items():
        if i in table.ends:
            continue
        leading: dict[int, list[Hashable]] = {}
        for outcome in wager.wheel:
            leading.setdefault(index[after_trial(wager.rule, state, outcome)], []).append(outcome)
        by_step |= {(i, j): tuple(outcomes) for j, outcomes in leading.items()}
    return by_step
