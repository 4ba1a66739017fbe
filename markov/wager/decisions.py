"""Decisions: the decision process of a wager whose player may do more than stop or play on.

A policy, which says what is done in each state, makes it a chain, and that is an `Outcome` as any other.

Where the player may only stop or play on, `markov/wager/stopping.py` finds where to stop. It also says what
declining an offer for good is worth, which is no action, and it is asked thousands of times by sweeps and
prices: a wager of few states takes it a tenth of the time that a decision process takes, one of 722 states
with as many offers a quarter. The tests ask both.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from markov.chain.best_policy import BestPayoff, best_payoff
from markov.chain.chain import MAX_STATES, Chain, explore
from markov.chain.choices import Choices
from markov.chain.decision_process import DecisionProcess, explore_choices
from markov.chain.transitions import Mask, NotAbsorbing, added_up, offsets_of
from markov.distribution import Distribution
from markov.wager.outcome import Affine, Outcome
from markov.wager.rule import (
    End,
    Exploring,
    Rule,
    actions,
    after_trial,
    description,
    naming_newest,
    state_words,
    trial_rows,
    wheel_by_state,
)
from markov.wager.wager import Wager, fits_endings


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """The actions in each state of a wager, and where each leads; on a tie the first action is best.

    process   its states, an End for each way it can be over, and the actions by name; where there is nothing
              to choose the name is empty
    spins     by choice: True where it is a trial; otherwise it leads to another state, or an End, at once
    allowed   by choice: True where it may be made, as the paytable prices the ending that it leads to
    """

    process: DecisionProcess[Any]
    spins: Mask
    allowed: Mask

    too_many = (
        "its actions can be chosen in more than {:,} ways, too many to compare; ask for one paytable at a "
        "time"
    )

    def __len__(self) -> int:
        """The number of states, ends included."""
        return len(self.process)

    @property
    def ends(self) -> dict[int, End]:
        """The end of each state in which play is over, by position."""
        return {i: end for i, end in enumerate(self.process.states) if isinstance(end, End)}

    @property
    def forced(self) -> frozenset[str]:
        """The endings that a trial can bring; the others can only be chosen."""
        rows = self.process.choices.rows
        reached = np.unique(rows.successors[self.spins[rows.origins()]]).tolist()
        return frozenset(end.name for i in reached if isinstance(end := self.process.states[i], End))

    @property
    def decided(self) -> int:
        """The number of states in which there is something to choose."""
        return int((np.diff(self.process.choices.offsets) > 1).sum())

    def priced(self, wager: Wager) -> "Decisions":
        """The decisions under the paytable of a wager: an ending without a pay cannot be chosen.

        Raises PaytableMismatch when the paytable does not fit what can happen, NotAbsorbing for a state in
        which there is then nothing to choose.
        """
        fits_endings(wager, self.forced, {end.name for end in self.ends.values()})
        choices, rows = self.process.choices, self.process.choices.rows
        allowed = np.ones(len(rows), dtype=bool)
        if out := [i for i, end in self.ends.items() if end.name not in wager.pays]:
            allowed[rows.origins()[np.isin(rows.successors, out)]] = False
        idle = np.bincount(choices.owners()[allowed], minlength=len(choices)) == 0
        if idle.any():
            raise NotAbsorbing(self.process.states[int(np.argmax(idle))])
        return replace(self, allowed=allowed)

    def chosen(self) -> dict[str, list[Any]]:
        """The states in which each ending that the player may choose is on offer."""
        choices, ends = self.process.choices, self.ends
        states: dict[str, list[Any]] = {}
        owners = choices.owners().tolist()
        for k in np.flatnonzero(~self.spins & self.allowed & ~(choices.rows.totals == 0)).tolist():
            ((to, _),) = choices.rows.row(k)
            if to in ends:
                states.setdefault(ends[to].name, []).append(self.process.states[owners[k]])
        return states

    def plain(self) -> Outcome:
        """The outcome of making the first choice in every state.

        Raises NotAbsorbing where play could then go on for ever.
        """
        try:
            outcome = self.outcome(self.process.choices.first(self.allowed).tolist())
            _ = outcome.cut.solve_order
        except NotAbsorbing as error:
            raise NotAbsorbing(error.state, " by the first choices") from None
        return outcome

    def best(self, pays: Mapping[str, Fraction]) -> tuple[int, ...]:
        """The choice of best play in each state, by number, endings bringing those pays."""
        return self.solved(pays)[0]

    def solved(self, pays: Mapping[str, Fraction]) -> tuple[tuple[int, ...], BestPayoff]:
        """The same, with what each state is worth."""
        best = self._best(pays, self.allowed)
        return tuple(best.policy.tolist()), best

    def _best(self, pays: Mapping[str, Fraction], allowed: Mask) -> BestPayoff:
        payoff = {i: pays.get(end.name, Fraction(0)) for i, end in self.ends.items()}
        return best_payoff(self.process.choices, payoff, allowed)

    def gaining(
        self, outcome: Outcome, solution: Any, pays: Mapping[str, Fraction], gains: Mapping[str, Fraction]
    ) -> tuple[int, ...]:
        """Of all ways of playing that are as good as the best one, that which gains most by ending."""
        return tuple(self._best(gains, solution.best).policy.tolist())

    def worth(self, k: int, values: Sequence[Fraction]) -> Fraction:
        """The worth of a choice, by its number, its states being worth what the values say by position."""
        rows = self.process.choices.rows
        return sum((w * values[j] for j, w in rows.row(k)), Fraction(0)) / int(rows.totals[k])

    def worths(self, outcome: Outcome, solution: Any) -> Mapping[Any, Mapping[str, Fraction]]:
        """The worth of each action, by state that the outcome comes to and that offers several."""
        actions = self.process.actions
        several = {
            state: {
                actions[k]: self.worth(k, solution.values)
                for k in self.process.numbers(state)
                if self.allowed[k]
            }
            for state in (outcome.policy if solution else ())
        }
        return {state: worths for state, worths in several.items() if len(worths) > 1}

    def takes(self, policy: Sequence[int]) -> set[str]:
        """The endings that the policy chooses somewhere."""
        ends, row = self.ends, self.process.choices.rows.row_reader()
        return {ends[j].name for k in policy if not self.spins[k] for j, _ in row(k) if j in ends}

    def margins(self, policy: Sequence[int], pays: Mapping[str, Affine]) -> Iterator[tuple[Affine, bool]]:
        """Functions of the pays, and whether each is above 0 wherever the policy is best: else 0 or less.

        A policy is best where no action is worth more than its own, the policy being played from there on.
        """
        choices = self.process.choices
        worth = Outcome(Chain(self.process.states, choices.rows.selected(np.array(policy)))).worth(pays)
        row, totals = choices.rows.row_reader(), choices.rows.totals.tolist()
        owners, made = choices.owners().tolist(), set(policy)
        for k in np.flatnonzero(self.allowed).tolist():
            if k not in made:
                chances = {str(j): Fraction(weight, totals[k]) for j, weight in added_up(row(k)).items()}
                ahead = Affine(Fraction(0), chances).substituted({j: worth.at(int(j)) for j in chances})
                yield ahead - worth.at(owners[k]), False

    def model(self, net: Mapping[str, Fraction]) -> tuple[DecisionProcess[Any], dict[str, list[Fraction]]]:
        """The decision process of what may be chosen; by choice its trials, and the return that it brings.

        net   the pay of each ending, less what is put down on the way
        """
        process, rows = self.process, self.process.choices.rows
        at = np.flatnonzero(self.allowed)
        counts = np.bincount(process.choices.owners()[at], minlength=len(process))
        choices = Choices(offsets_of(counts), rows.selected(at))
        worth = {i: net[end.name] for i, end in self.ends.items() if end.name in net}
        kept = at.tolist()
        returned = [
            sum((w * worth[j] for j, w in rows.row(k) if j in worth), Fraction(0))
            / max(1, int(rows.totals[k]))
            for k in kept
        ]
        brings = {"spins": [Fraction(int(self.spins[k])) for k in kept], "returned": returned}
        return DecisionProcess(process.states, choices, [process.actions[k] for k in kept]), brings

    def outcome(self, policy: Sequence[int]) -> Outcome:
        """The outcome when one choice, by its number, is made in each state.

        Raises NotAbsorbing where play then goes from choice to choice for ever.
        """
        played = _PolicyInPlay(self, policy)
        chain: Chain[int] = explore(played.settled(0), played.row)
        forced = self.forced
        states = [self.process.states[i] for i in chain.states]
        offers = {k: end for k, end in enumerate(states) if isinstance(end, End) and end.name not in forced}
        return Outcome(Chain(states, chain.transitions), offers, policy=played.made)

    def every(self) -> Iterator[Outcome]:
        """The outcome of every policy that ends, by what it does where play comes to; first choices first."""
        bounds = self.process.choices.offsets.tolist()
        ways = [[k for k in range(a, b) if self.allowed[k]] for a, b in pairwise(bounds)]
        undecided: list[dict[int, int]] = [{}]
        while undecided:
            made = undecided.pop()
            policy = [made.get(i, ks[0]) for i, ks in enumerate(ways)]
            played = _PolicyInPlay(self, policy)
            open_ = (i for i in played.reached() if len(ways[i]) > 1 and i not in made)
            if (i := next(open_, None)) is not None:
                undecided += [{**made, i: k} for k in reversed(ways[i])]
                continue
            try:
                outcome = self.outcome(policy)
                _ = outcome.cut.solve_order
            except NotAbsorbing:
                continue
            yield outcome


class _PolicyInPlay:
    """A policy as it is played: states in which a trial is made, by position, and what was chosen on the way.

    made   by state that play comes to and that offers actions: the one that is chosen
    """

    def __init__(self, decisions: Decisions, policy: Sequence[int]) -> None:
        self._process, self._policy = decisions.process, policy
        self._row = self._process.choices.rows.row_reader()
        self._spins = (decisions.spins | ~(decisions.process.choices.rows.totals > 0)).tolist()
        self._settled: dict[int, int] = {}
        self.made: dict[Any, str] = {}

    def settled(self, i: int) -> int:
        """The state in which the next trial is made once play is at a state, or how it is over by choice."""
        if i in self._settled:
            return self._settled[i]
        at, passed = i, dict[int, None]()
        while True:
            k = self._policy[at]
            if self._process.actions[k]:
                self.made[self._process.states[at]] = self._process.actions[k]
            if self._spins[k]:
                break
            if at in passed:
                raise NotAbsorbing(self._process.states[at])
            passed[at] = None
            ((at, _),) = self._row(k)
        self._settled[i] = at
        return at

    def row(self, i: int) -> dict[int, int]:
        """The states that a trial in a state leads to, with their weights."""
        weights: dict[int, int] = {}
        for j, weight in self._row(self._policy[i]):
            to = self.settled(j)
            weights[to] = weights.get(to, 0) + weight
        return weights

    def reached(self) -> Iterator[int]:
        """The positions of all states that play comes to, in the order in which it does."""
        seen = {0: None}
        waiting = [0]
        for i in waiting:  # grows while it is walked
            yield i
            new = [j for j, _ in self._row(self._policy[i]) if j not in seen]
            seen |= dict.fromkeys(new)
            waiting += new


def decisions(wager: Wager, limit: int = MAX_STATES, progress: Exploring | None = None) -> Decisions:
    """The decision process of a wager whose rule has actions.

    Raises TooManyStates beyond the limit, and RuleError for actions that are none.
    """
    row = trial_rows(wager.rule, wager.wheel)

    def choices(state: Any) -> dict[tuple[str, bool], dict[Any, int]]:
        if isinstance(state, End):
            return {}
        return {
            (name, to == state): row(state) if to == state else {to: 1}
            for name, to in (actions(wager.rule, state) or {"": state}).items()
        }

    with naming_newest(wager.rule):
        process = explore_choices(wager.rule.start, choices, limit, progress)
    names = [action[0] if action else "" for action in process.actions]
    spins = np.array([bool(action and action[1]) for action in process.actions])
    everything = np.ones(len(spins), dtype=bool)
    return Decisions(DecisionProcess(process.states, process.choices, names), spins, everything)


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """Another rule, with a policy that makes its choices: it plays by itself.

    rule     the rule that has actions
    policy   the states that play comes to and that offer several actions, each with the one that is chosen
    priced   the endings that have a pay; others are not on offer

    Raises ValueError where play comes to a state of which the policy says nothing.
    """

    rule: Rule[Any, Any]
    policy: tuple[tuple[Any, str], ...]
    priced: frozenset[str]
    _made: Mapping[Any, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_made", dict(self.policy))

    @property
    def start(self) -> Any:
        """The state before the first trial, its choices being made."""
        return self.settled(self.rule.start)

    def step(self, state: Any, outcome: Any) -> Any:
        """The state after the outcome, its choices being made, or the end."""
        return self.settled(after_trial(self.rule, state, outcome))

    def settled(self, state: Any) -> Any:
        """The state in which the next trial is made, or the end that is chosen."""
        return self.chosen(state)[1]

    def chosen(self, state: Any) -> tuple[tuple[str, ...], Any]:
        """The actions that are chosen in a state, one after the other, and where they lead."""
        made: list[str] = []
        while not isinstance(state, End) and (open_ := self._open(state)):
            if state not in self._made and len(open_) > 1:
                listed = ", ".join(open_)
                raise ValueError(f"the policy does not know of {state!r}, with {listed} to choose from")
            made.append(self._made.get(state) or next(iter(open_)))
            if (to := open_[made[-1]]) == state:
                break
            state = to
        return tuple(made), state

    def _open(self, state: Any) -> dict[str, Any]:
        """The actions of a state but for endings without a pay."""
        return {
            name: to
            for name, to in actions(self.rule, state).items()
            if not isinstance(to, End) or to.name in self.priced
        }

    @property
    def wheel(self) -> Callable[[Any], Distribution[Any]] | None:
        """Of a state its wheel; None where one wheel serves all states."""
        named = wheel_by_state(self.rule)
        return named and (lambda state: named(self.rule.start if isinstance(state, End) else state))

    @property
    def trial(self) -> str:
        """The noun of a trial, by the rule; empty where it has none."""
        return str(getattr(self.rule, "trial", ""))

    def label(self, state: Any) -> str:
        """The state as the rule names it; empty where it names none."""
        return state_words(self.rule, state)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The words of the rule."""
        return description(self.rule, offers)


def by_policy(wager: Wager, policy: Mapping[Any, str], endings: Collection[str] | None = None) -> Wager:
    """The wager when a policy makes its choices.

    endings   those that the policy comes to, and that alone keep their pays; left out, all keep them
    """
    rule = PolicyRule(wager.rule, tuple(policy.items()), frozenset(wager.pays))
    wheel = rule.wheel(rule.start) if rule.wheel else wager.wheel
    if endings is None:
        return replace(wager, rule=rule, wheel=wheel)
    pays, envy, later_stakes = (
        table.changed(dict.fromkeys(table.keys() - set(endings)))
        for table in (wager.pays, wager.envy, wager.later_stakes)
    )
    taken = wager.commission if wager.commission and wager.commission.ending in endings else None
    return replace(
        wager, rule=rule, wheel=wheel, pays=pays, envy=envy, later_stakes=later_stakes, commission=taken
    )
