"""Best policies of a decision process: the chance of reaching states, and what the way there brings.

Which states surely come to a target, and which never do, is a question about the graph alone. Between them
end components, in which play could stay for ever, are made one state each, so that what is left is decided
sooner or later. A state to which no way leads back, whatever is chosen, is worth what its best choice is, all
that this leads to being known: no policy does better than the best choice with the best play after it, and
that is a policy (backward induction; Puterman, Markov Decision Processes, 1994, 4.3). In exact numbers, ends
first, that is the whole proof. Only states on cycles, and between them, need more. There policies are
improved until nothing changes (Howard, Dynamic Programming and Markov Processes, 1960): floats guess the
first, and each round values a policy exactly. An answer is given when

- every value is what the choice of the policy is worth, by substitution;
- no choice is worth more, or less where the least is asked for;
- the policy comes to a decision from everywhere, so that no other numbers satisfy its equations.

That the best value is no better than these numbers follows from the second point, as no policy stays
undecided for ever, or else would pay for it without bound (Baier & Katoen, Principles of Model Checking,
10.6; Bertsekas & Tsitsiklis, An analysis of stochastic shortest path problems, Mathematics of Operations
Research 16, 1991).

Where numbers would be long, balls that hold the values of a policy prove all this sooner: of two that do not
overlap one is more, and of two that do what they have in common is taken off first. The chain that the policy
leaves gives the value.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markov.chain.absorption import FEW_LEFT, DigitCount, distinct_numbers, exact_values, lifted_values
from markov.chain.choices import Choices, Graph
from markov.chain.lumping import CondensedChoices, condensed_choices
from markov.chain.reachability import FEW_STARTS, check_rewards, expected_rewards, reach_probabilities
from markov.chain.solvers.elimination import Component, Filled, Taken
from markov.chain.transitions import (
    Indices,
    Mask,
    NotAbsorbing,
    TooMuchWork,
    mask,
    offsets_of,
    row_entries,
)
from markov.exact import FEW_STATES, ExactNumber, arithmetic, ball, fraction, precision

Direction: TypeAlias = Literal["max", "min"]

FEW_UNGUESSED = 100  # states; up to here the first policy need not be guessed
_COMPARED = 8  # transitions; longer rows are seldom equal
_ENDS = 2  # "reached" and "missed", the last states of what is left
_NEARLY = 1e-12  # less than so much better is no better, to floats
_TINY = 1e-290  # what floats still have digits of
_MOST_TOGETHER = 2_000  # states; with more, factors are long, and another order leaves them shorter
_MOST_FACTORED = 2**38  # products of numbers to factor a band, which take minutes
_SWEEPS, _SETTLED = 100, 1e-6  # best choices repeated so often; they tell the policy where they change little
SHORT_BITS = 2**27  # of all values that are found backward; those that can be longer are balls first
_BALL_BITS = 1_024
_MOST_BETWEEN = 2**20  # bits of the totals of states on cycles, which take a minute and 2 GB in balls
_TRACED = 100  # states that choices lead to, to tell whether they are worth the same
_ROUNDS = 100  # of floats; what they have not settled by then is settled exactly


class Undecided(ArithmeticError):
    """Balls that overlap, so that they do not tell which of two numbers is more."""


class EndlessGain(ValueError):
    """A least expected reward that going round before the target could make less and less."""

    def __init__(self, state: object) -> None:
        super().__init__(
            f"from state {state!r} play can go round as often as it likes before the target, and a spin on "
            "the way brings less than 0; a least expected reward is found where such rewards are 0 or more"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """Best values, and a policy that attains them from every state.

    values   by position of each state asked about; None for an infinite reward
    policy   by position the number of the choice that is made there; where nothing depends on it, the first
    """

    values: Mapping[int, Fraction | None]
    policy: Indices


@dataclass(frozen=True, slots=True, eq=False)
class BestPayoff:
    """The greatest expected payoff from every state, and the policy that makes the first best choices.

    values   by position
    best     by choice: True where no other choice of its state is worth more
    policy   by position the number of the choice that is made there; on a tie the first of the best, unless
             play would then never end
    """

    values: list[Fraction]
    best: Mask
    policy: Indices


def best_chance(choices: Choices, targets: Indices, initial: Sequence[int], direction: Direction) -> Best:
    """The greatest, or least, chance that play ever comes to a target.

    Raises TooMuchWork when the exact answer is out of reach.
    """
    aimed = mask(len(choices), targets)
    graph = graph_before(choices, aimed)
    first = choices.offsets[:-1].copy()
    if direction == "max":
        sure = graph.rounds_to_risk(aimed) < 0
        able = graph.able(aimed)
        staying = graph.inside(sure)
        _make(first, graph.nearer(graph.fewest_choices(aimed, staying), staying))
    else:
        never = graph.most_choices(aimed) < 0
        able, sure = ~never, ~graph.able(never)
        _make(first, choices.first(graph.inside(never) & never[graph.owner]))
    open_ = able & ~sure & graph.reachable(np.array(initial, dtype=np.int64))
    problem = _Problem.of(choices, graph, open_, graph.allowed, graph.allowed, sure, direction, None)
    values = _values(problem, first, initial)
    return Best({i: values.get(i, Fraction(int(sure[i]))) for i in initial}, first)


def best_reward(
    choices: Choices,
    targets: Indices,
    rewards: Sequence[Fraction],
    initial: Sequence[int],
    direction: Direction,
) -> Best:
    """The greatest, or least, expected reward of all steps before the first target.

    rewards   for each choice what making it brings

    None is infinity, and stands where the policy, or for the least every policy, misses the targets with
    positive chance, whatever the rewards.

    Raises EndlessGain when rewards below 0 on a way round leave no least one to be found, TooMuchWork when
    the exact answer is out of reach.
    """
    gained, distinct = distinct_numbers(rewards)
    aimed = mask(len(choices), targets)
    graph = graph_before(choices, aimed)
    first = choices.offsets[:-1].copy()
    allowed = merged = graph.allowed
    if direction == "max":
        never = graph.most_choices(aimed) < 0
        missing = graph.fewest_choices(never)
        finite = missing < 0
        _make(first, graph.nearer(missing))
        _make(first, choices.first(graph.inside(never) & never[graph.owner]))
    else:
        finite = graph.rounds_to_risk(aimed) < 0
        allowed = graph.inside(finite)
    open_ = finite & ~aimed & graph.reachable(np.array(initial, dtype=np.int64))
    here = np.flatnonzero(allowed & open_[graph.owner])
    check_rewards(distinct, int(open_.sum()))
    if direction == "min":
        sign = np.array([(reward > 0) - (reward < 0) for reward in distinct])[gained]
        if (sign[here] < 0).any():
            part = graph.end_components(open_, allowed)
            if (round_ := graph.staying(part, allowed & (sign < 0))).any():
                raise EndlessGain(choices.rows.named(int(graph.owner[np.flatnonzero(round_)[0]])))
        merged = allowed & (sign == 0)
    problem = _Problem.of(choices, graph, open_, allowed, merged, aimed, direction, (gained, distinct))
    values = _values(problem, first, initial)
    return Best({i: values.get(i, Fraction(0) if aimed[i] else None) for i in initial}, first)


def best_payoff(choices: Choices, payoff: Mapping[int, Fraction], allowed: Mask) -> BestPayoff:
    """The greatest expected payoff of the end that play comes to, over all policies that end.

    payoff    by position of a state in which play is over
    allowed   by choice: True where it may be made; some choice of each state in which play goes on

    A policy under which play may go on for ever is none of those compared. Where no payoff is below 0 it is
    not worth more than they are: play that goes on for ever brings nothing.

    Raises NotAbsorbing where no end can be reached from a state, TooMuchWork when the exact answer is out of
    reach.
    """
    rows = choices.rows
    over = mask(len(choices), choices.owners()[rows.absorbing])
    graph = Graph(choices, allowed & ~over[choices.owners()])
    if (stuck := ~graph.able(over)).any():
        raise NotAbsorbing(rows.named(int(np.argmax(stuck))))
    ending = [Fraction(0)] * len(rows)
    leads = np.flatnonzero(over[rows.successors])
    origins = rows.origins()[leads].tolist()
    for k, j, weight in zip(
        origins, rows.successors[leads].tolist(), rows.weights[leads].tolist(), strict=True
    ):
        ending[k] += weight * payoff[j]
    totals = rows.totals.tolist()
    gained, distinct = distinct_numbers(
        [share / total if share else share for share, total in zip(ending, totals, strict=True)]
    )
    check_rewards(distinct, int((~over).sum()))
    problem = _Problem.of(
        choices, graph, ~over, graph.allowed, graph.allowed, over, "max", (gained, distinct)
    )
    solution = _solved(problem, np.flatnonzero(~over))
    values = [payoff[i] if over[i] else solution.at(i) for i in range(len(choices))]
    best = problem.inner.copy()
    best[problem.number[solution.best[:-_ENDS]]] = True
    first = choices.first(best)
    played = Graph(choices, best & mask(len(rows), first[first >= 0]))
    endless = ~played.able(over)
    if endless.any():
        ways = Graph(choices, best)
        first = np.where(endless, ways.nearer(ways.fewest_choices(over)), first)
    first[over] = choices.offsets[:-1][over]
    return BestPayoff(values, best, first)


def graph_before(choices: Choices, aimed: Mask) -> Graph:
    """The graph of all that can be chosen before a target."""
    return Graph(choices, ~aimed[choices.owners()])


def _make(policy: Indices, choice: Indices) -> None:
    """Puts choices into the policy; -1 leaves one as it is."""
    made = choice >= 0
    policy[made] = choice[made]


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """The part of a decision process that is left to be decided: every policy that matters ends in it.

    graph     of the whole process, and `inner` the choices that stay in a merged end component
    choices   of what is left: states that are one or an end component, and then ends, "reached" and "missed"
    number    by choice of what is left its number in the whole process
    place     by state of the whole process that of what is left; -1 where all is decided
    payoff    what the last states of what is left bring, in which play is over
    gained    by choice of what is left what making it brings: the number of one of the `rewards`, 0 for 0
    moves     by choice of what is left whether it is worth what the one state is that it `leads` to
    """

    graph: Graph
    inner: Mask
    choices: Choices
    number: Indices
    place: Indices
    direction: Direction
    payoff: Sequence[Fraction]
    gained: Indices
    rewards: Sequence[Fraction]
    moves: Mask
    leads: Indices

    @classmethod
    def of(
        cls,
        choices: Choices,
        graph: Graph,
        open_: Mask,
        allowed: Mask,
        merged: Mask,
        won: Mask,
        direction: Direction,
        rewards: tuple[Indices, Sequence[Fraction]] | None,
    ) -> "_Problem":
        """The problem of the open states.

        merged    the choices by which play can stay in an end component that is one state
        won       the states that count as reached
        rewards   by choice the number of its reward, and rewards; None where the chance is asked for
        """
        part = graph.end_components(open_, merged)
        n, parts = graph.states, int(part.max(initial=-1)) + 1
        place = np.full(n, -1)
        place[part >= 0] = part[part >= 0]
        alone = open_ & (part < 0)
        place[alone] = parts + np.arange(int(alone.sum()))
        blocks = parts + int(alone.sum())
        inner = graph.staying(part, merged)
        kept = np.flatnonzero(allowed & open_[graph.owner] & ~inner)
        kept = kept[np.argsort(place[graph.owner[kept]], kind="stable")]
        rows = choices.rows
        met = np.where(place >= 0, place, np.where(won, blocks, blocks + 1))
        counts = np.append(np.bincount(place[graph.owner[kept]], minlength=blocks), [1, 1])
        left = Choices(offsets_of(counts), rows.selected(kept, met, _ENDS))
        by_choice, distinct = rewards or (np.zeros(len(rows), dtype=np.int64), [Fraction(0)])
        gained = np.append(by_choice[kept], [0, 0])
        return cls(
            graph,
            inner,
            left,
            kept,
            place,
            direction,
            [Fraction(int(rewards is None)), Fraction(0)],
            gained,
            distinct,
            *_moves(left, gained),
        )

    @property
    def playing(self) -> int:
        """The number of states of what is left in which play goes on."""
        return len(self.choices) - len(self.payoff)

    @property
    def longest(self) -> int:
        """The binary digits of the largest total."""
        return int(self.choices.rows.totals.max()).bit_length()

    @property
    def ends(self) -> Mask:
        """The states in which play is over."""
        return np.arange(len(self.choices)) >= self.playing

    def decided(self, policy: Indices) -> Mask:
        """The states from which the policy comes to an end: there, with a falling rank, on some way."""
        return Graph(self.choices, mask(len(self.choices.rows), policy)).able(self.ends)

    def part(self, states: Indices, values: Sequence[ExactNumber]) -> "_Problem":
        """The problem of some of the states; in others, whose values are known, play is over."""
        choices, rows = self.choices, self.choices.rows
        kept = row_entries(choices.offsets, states)
        number = np.full(len(choices), -1)
        number[states] = np.arange(len(states))
        ahead = rows.successors[row_entries(rows.indptr, kept)]
        over = np.flatnonzero(mask(len(choices), ahead) & (number < 0))
        end, payoff = distinct_numbers([fraction(values[i]) for i in over.tolist()])
        number[over] = len(states) + end
        counts = np.append(np.diff(choices.offsets)[states], np.ones(len(payoff), dtype=np.int64))
        left = Choices(offsets_of(counts), rows.selected(kept, number, len(payoff)))
        gained = np.append(self.gained[kept], np.zeros(len(payoff), dtype=np.int64))
        moves, leads = _moves(left, gained)
        return replace(self, choices=left, payoff=payoff, gained=gained, moves=moves, leads=leads)

    def condensed(self, small: CondensedChoices) -> "_Problem":
        """The same problem with one state for all that play alike; only what is left of it is smaller."""
        gained = self.gained[small.taken]
        moves, leads = _moves(small.choices, gained)
        return replace(self, choices=small.choices, gained=gained, moves=moves, leads=leads)

    def without_moves(self, policy: Indices) -> tuple[Indices, Indices]:
        """The states that stay when those are left out from which a policy only moves on to one other state.

        They are given in order, and then by state the number among them of the state that play moves on to.
        """
        stands = np.arange(len(self.choices))
        moves = self.moves[policy]
        stands[moves] = self.leads[policy[moves]]
        while (further := stands[stands] != stands).any():
            stands[further] = stands[stands[further]]
        kept = np.flatnonzero(~moves)
        number = np.full(len(stands), -1)
        number[kept] = np.arange(len(kept))
        return kept, number[stands]

    def whole(self, policy: Indices, first: Indices) -> None:
        """Puts the policy of the open states into that of the whole process."""
        if not len(self.number):
            return
        made = self.number[policy[:-2]]
        out = mask(self.graph.states, self.graph.owner[made])
        # Inside an end component, play goes to where it is left.
        levels = self.graph.fewest_choices(out & (self.place >= 0), self.inner)
        _make(first, self.graph.nearer(levels, self.inner))
        first[self.graph.owner[made]] = made


def _moves(left: Choices, gained: Indices) -> tuple[Mask, Indices]:
    """By choice of what is left whether it only moves on to one state, and the first that it leads to."""
    lengths, leads = np.diff(left.rows.indptr), np.zeros(len(left.rows), dtype=np.int64)
    leads[lengths > 0] = left.rows.successors[left.rows.indptr[:-1][lengths > 0]]
    return (lengths == 1) & (gained == 0), leads


class _BestValues:
    """Best values of what is left, by state, as they are found: after those of all that a state leads to.

    asked    the states of the whole process whose values are, which are open
    balls    whether balls hold the numbers that are long, or whose states are on cycles
    most     binary digits of values that are tried; left out, any
    policy   attains them
    best     by choice of what is left: True where no other of its state is worth more
    """

    def __init__(
        self, problem: _Problem, asked: Indices, balls: bool = False, most: int | None = None
    ) -> None:
        choices, self._most = problem.choices, most
        self._problem, self._asked, self._balls = problem, mask(len(choices), problem.place[asked]), balls
        self._number = arithmetic(len(choices) + balls * FEW_STATES)
        self.values = [self._number(0)] * problem.playing + list(map(self._number, problem.payoff))
        self.policy = choices.offsets[:-1].copy()
        self.best = np.ones(len(choices.rows), dtype=bool)
        self._row = choices.rows.row_reader()
        self._worth = self._worths(self.values)
        self._found = np.full(len(choices), -1)  # by state whose value is found backward: as which one

    def at(self, i: int) -> Fraction:
        """The value of an open state of the whole process."""
        return fraction(self.values[self._problem.place[i]])

    def solve(self, stages: tuple[Sequence[Indices], Indices, Sequence[Indices]]) -> None:
        """Finds all values, by the stages of `Choices.stages`."""
        below, between, above = stages
        self._settle(below[1:])
        if between.size:
            (self._improve_by_balls if self._balls else self._improve)(between)
        self._settle(above[::-1])

    def _worths(self, values: Sequence[ExactNumber]) -> Callable[[int, int], ExactNumber]:
        """A function that gives what a choice is worth in its state once that is left; None if it never is.

        Such a choice is not the best: it pays for each time that it is made.
        """
        problem, row = self._problem, self._row
        totals, gained = problem.choices.rows.totals.tolist(), problem.gained.tolist()
        moves, leads = problem.moves.tolist(), problem.leads.tolist()
        rewards = list(map(self._number, problem.rewards))

        def worth(k: int, i: int) -> ExactNumber:
            if moves[k]:
                return values[leads[k]]
            leaving = totals[k]
            gain = rewards[gained[k]] * leaving
            for j, weight in row(k):
                if j == i:
                    leaving -= weight
                else:
                    gain += weight * values[j]
            return gain / leaving if leaving else None

        return worth

    def _difference(self, i: int, one: int, other: int) -> int:
        """1 where the one choice in a state is worth more than the other, -1 where less, 0 for the same.

        What they differ by is a sum of multiples of values; what the two share is gone from it, in exact
        numbers. Where the balls of the rest do not tell, the value that was found last is replaced by what
        its own choice leads to, and so on, until they do or nothing is left.

        Raises Undecided where that takes too long.
        """
        values, totals, number = self.values, self._problem.choices.rows.totals, self._number
        multiples: dict[int, ExactNumber] = {}
        known, made = number(0), [(number(1), i, one), (number(-1), i, other)]
        for _ in range(_TRACED):
            for share, at, k in made:
                onward = [(j, weight) for j, weight in self._row(k) if j != at]
                share /= sum(weight for _, weight in onward)
                reward = self._problem.rewards[self._problem.gained[k]]
                known += share * int(totals[k]) * number(reward)
                for j, weight in onward:
                    if _is_ball(values[j]):
                        multiples[j] = multiples.get(j, 0) + share * weight
                    else:
                        known += share * weight * values[j]
            multiples = {j: share for j, share in multiples.items() if share}
            more = ball(known) + sum(ball(share) * values[j] for j, share in multiples.items())
            if more > 0 or more < 0 or not (multiples or known):
                return int(more > 0) - int(more < 0)
            last = max(multiples, key=self._found.__getitem__)
            if self._found[last] < 0:
                break
            made = [(multiples.pop(last), last, int(self.policy[last]))]
        raise Undecided

    def _best_choices(self, i: int, choices: Sequence[int]) -> list[int]:
        """Of some choices in a state those that are worth most, or least where that is asked for."""
        best = [choices[0]]
        for k in choices[1:]:
            more = self._difference(i, k, best[0])
            if not more:
                best.append(k)
            elif (more > 0) == (self._problem.direction == "max"):
                best = [k]
        return best

    def _settle(self, levels: Sequence[Indices]) -> None:
        """Finds the values of states that lead to themselves and to earlier ones alone.

        Numbers that get long become balls, where these are wanted.

        Raises TooMuchWork where the values have too many digits, Undecided where balls do not tell which of
        two is more.
        """
        problem, values, policy, worth = self._problem, self.values, self.policy, self._worth
        offsets, best = problem.choices.offsets.tolist(), max if problem.direction == "max" else min
        digits = DigitCount(problem.longest * len(levels), len(problem.choices))
        worse: list[int] = []
        order = [i for level in levels for i in level.tolist()]
        self._found[order] = np.arange(len(order)) + self._found.max() + 1
        for level in levels:
            for i in level.tolist():
                begin, end = offsets[i], offsets[i + 1]
                if end == begin + 1:
                    value = worth(begin, i)
                else:
                    worths = {k: worth(k, i) for k in range(begin, end)}
                    value = best([each for each in worths.values() if each is not None])
                    others = {k for k, each in worths.items() if each != value}
                    alike = [k for k in worths if k not in others]
                    if len(alike) > 1 and any(map(_is_ball, worths.values())):
                        alike = self._best_choices(i, alike)
                    worse += worths.keys() - set(alike)
                    policy[i] = k = alike[0]
                    value = worths[k]
                if self._balls and not _is_ball(value) and value.denominator.bit_length() > _BALL_BITS:
                    value = ball(value)
                values[i] = value
            if not self._balls:
                digits.add(values, level)
        self.best[worse] = False

    def _improve_by_balls(self, states: Indices) -> None:
        """Balls that hold the values of states on cycles and between them, and the policy that they prove.

        What is better for certain is chosen, until all else is worse for certain or the same. States are
        taken out in whole numbers, and put back as sums of products of these with balls that hold what is
        known; of those that fill up a matrix of balls is solved. They tell a chance near 1 by what it lacks,
        which is found as a value is.

        Raises Undecided where balls do not tell, ZeroDivisionError where they do not tell a matrix from a
        singular one, Filled where too many states lead to each other.
        """
        problem, policy = self._problem, self.policy
        rows, offsets, gained = problem.choices.rows, problem.choices.offsets.tolist(), problem.gained
        inside, brings = mask(len(problem.choices), states), list(map(ball, problem.rewards))
        policy[states] = _first_policy(problem)[states]
        several = [i for i in states.tolist() if offsets[i + 1] > offsets[i] + 1]
        orders = [operator.gt, operator.lt][:: 1 if problem.direction == "max" else -1]
        sides = [(self.values, self._worth, orders[0])]
        if problem.payoff[0]:
            lacking = [1 - value for value in self.values]
            sides.append((lacking, self._worths(lacking), orders[1]))
        while True:
            chain = rows.selected(policy)
            next_row, totals = chain.row_reader(), chain.totals.tolist()
            for together in chain.solve_order.components():
                if inside[together[0]]:
                    component = Component(together, next_row, totals, FEW_LEFT, _in_balls)
                    for values, *_ in sides:
                        component.values({i: brings[gained[policy[i]]] * totals[i] for i in together}, values)
            improved: dict[int, int] = {}
            worse: list[int] = []
            for i in several:
                for k in {*range(offsets[i], offsets[i + 1])} - {policy[i]}:
                    for values, worth, better in sides:
                        value = worth(k, i)
                        if value is None or better(values[i], value):
                            worse.append(k)
                            break
                        if better(value, values[i]):
                            if i not in improved or better(value, worth(improved[i], i)):
                                improved[i] = k
                            break
                    else:
                        best = self._best_choices(i, [policy[i], k])
                        if policy[i] not in best:
                            improved.setdefault(i, k)
                        elif k not in best:
                            worse.append(k)
            if not improved:
                self.best[worse] = False
                return
            policy[list(improved)] = list(improved.values())

    def _improve(self, states: Indices) -> None:
        """Finds the values of states on cycles and between them, those that they lead to being known."""
        part = self._problem.part(states, self.values)
        ends = np.maximum(np.arange(len(part.choices)) - part.playing + 1, 0)
        small = condensed_choices(part.choices, ends, part.gained)
        values, policy, best = _improved(part if small is None else part.condensed(small), self._most)
        number = values.number
        if small is not None:
            number = number[small.block]
            policy, best = small.whole(policy, best, part.choices)
        # To bring a long number to lowest terms takes longer than to find it.
        rows = self._problem.choices.rows
        outside = ~mask(len(self.values), states)[self._problem.choices.owners()]
        read = self._asked | mask(len(self.values), rows.successors[outside[rows.origins()]])
        found: dict[int, ExactNumber] = {}
        for i, k in zip(states.tolist(), number.tolist(), strict=False):
            if read[i] and k not in found:
                found[k] = self._number(values.above[k]) / values.below
            self.values[i] = found.get(k)
        kept = row_entries(self._problem.choices.offsets, states)
        self.policy[states] = kept[policy[: len(states)]]
        self.best[kept] = best[: len(kept)]


def _values(problem: _Problem, first: Indices, initial: Sequence[int]) -> dict[int, Fraction | None]:
    """The best value of each initial state that is open; puts the policy that has it into the first."""
    if not problem.playing:
        return {}
    asked = np.array([i for i in initial if problem.place[i] >= 0], dtype=np.int64)
    solution = _solved(problem, asked)
    problem.whole(solution.policy, first)
    return {i: solution.at(i) for i in asked.tolist()}


def _solved(problem: _Problem, asked: Indices) -> _BestValues:
    """The best values of some states, and a policy that has them everywhere.

    Where values can be long, they are tried as short ones, then balls prove the policy if they can, and its
    chain gives the values.
    """
    stages, longest, size = problem.choices.stages(), problem.longest, len(problem.choices)
    below, between, _ = stages
    if longest * (len(below) + len(between)) * size > SHORT_BITS:
        if between.size:
            solution = _BestValues(problem, asked, most=SHORT_BITS // size)
            try:
                solution.solve(stages)
                return solution
            except TooMuchWork:
                if longest * len(between) > _MOST_BETWEEN:
                    raise
        solution = _BestValues(problem, asked, balls=True)
        with suppress(Undecided, Filled, ZeroDivisionError), precision(_BALL_BITS):
            solution.solve(stages)
            solution.values = _policy_values(problem, solution.policy, asked)
            return solution
    solution = _BestValues(problem, asked)
    solution.solve(stages)
    return solution


def _policy_values(problem: _Problem, policy: Indices, asked: Indices) -> list[ExactNumber]:
    """The exact values of some states under a policy that comes to an end, each in its place."""
    places, values = problem.place[asked].tolist(), [None] * len(problem.choices)
    chain, reached = problem.choices.rows.selected(policy), problem.playing
    exact: Sequence[ExactNumber]
    if len(places) > FEW_STARTS:
        found = _ChoiceWorths(problem).of(policy)
        number = arithmetic(len(values))
        exact = [number(found.above[k]) / found.below for k in found.number[places].tolist()]
    elif problem.payoff[0]:
        exact = reach_probabilities(chain, np.array([reached]), places)
    else:
        rewards = [problem.rewards[k] for k in problem.gained[policy].tolist()]
        exact = expected_rewards(chain, np.array([reached, reached + 1]), rewards, places)
    for i, value in zip(places, exact, strict=True):
        values[i] = value
    return values


def _first_policy(problem: _Problem) -> Indices:
    """A policy that comes to an end from everywhere: what floats take for the best, where that does."""
    graph, ends = Graph(problem.choices, np.ones(len(problem.choices.rows), dtype=bool)), problem.ends
    toward = graph.nearer(graph.fewest_choices(ends))
    toward[ends] = problem.choices.offsets[:-1][ends]
    if len(ends) <= FEW_UNGUESSED:
        return toward
    guess = guessed_policy(problem, toward)
    return np.where(problem.decided(guess), guess, toward)


def _in_balls(taken: Taken) -> Taken:
    """A state that was taken out, in balls that hold its numbers."""
    i, divisor, row, passed_on = taken
    balls = [(j, ball(through), ball(factor), ball(common)) for j, through, factor, common in passed_on]
    return i, ball(divisor), {j: ball(weight) for j, weight in row.items()}, balls


def _is_ball(number: ExactNumber) -> bool:
    """True for a number that is not exact."""
    return number is not None and not hasattr(number, "denominator")


def _improved(problem: _Problem, most: int | None) -> tuple["_PolicyValues", Indices, Mask]:
    """The best values, a policy that has them, and all choices that do as well.

    They are found by rounds of improvement.

    Raises TooMuchWork where values have more binary digits than the most.
    """
    worth = _ChoiceWorths(problem)
    policy = _first_policy(problem)
    while True:
        values = worth.of(policy, most)
        better, best = worth.improved(policy, values)
        if better is None:
            return values, policy, best
        policy = better


@dataclass(frozen=True, slots=True, eq=False)
class _PolicyValues:
    """The values of a policy, told apart.

    number   by state that of its value
    above    by number what is above `below`, the denominator of them all
    near     by number the nearest float
    """

    number: Indices
    above: list[ExactNumber]
    below: int
    near: NDArray[np.float64]


class _ChoiceWorths:
    """The exact worth of choices; rows that are alike are worked out once."""

    def __init__(self, problem: _Problem) -> None:
        self._problem = problem
        self._choices = problem.choices
        rows = self._choices.rows
        self._owner = self._choices.owners()
        self._ends = problem.ends
        lengths = np.diff(rows.indptr)
        # Of rows of one length: their numbers, the places of their links, and what they share but for these.
        self._alike: list[tuple[Indices, Indices, Indices]] = []
        weight = np.unique(rows.weights, return_inverse=True)[1]
        for k in np.unique(lengths[~problem.moves & (lengths > 0)]).tolist():
            these = np.flatnonzero((lengths == k) & ~problem.moves)
            at = rows.indptr[these][:, None] + np.arange(k)
            shared = np.arange(len(these))
            if k <= _COMPARED:
                shared = _row_numbers(problem.gained[these], weight[at])
            self._alike.append((these, at, shared))

    def of(self, policy: Indices, most: int | None = None) -> "_PolicyValues":
        """The values of a policy."""
        problem, rows = self._problem, self._choices.rows
        kept, number = problem.without_moves(policy)
        made = policy[kept]
        small = rows.selected(made, number)
        gained = [problem.rewards[k] for k in problem.gained[made].tolist()]
        payoff = dict(enumerate(problem.payoff, len(kept) - len(problem.payoff)))
        lifted = lifted_values(small, payoff, gained, most)
        above, below = (lifted.above, lifted.below) if lifted else (exact_values(small, payoff, gained), 1)
        numbers: dict[ExactNumber, int] = {}
        by_value = np.array([numbers.setdefault(value, len(numbers)) for value in above])
        near = np.array([_nearest_float(value, below) for value in numbers])
        return _PolicyValues(by_value[number], list(numbers), below, near)

    def improved(self, policy: Indices, values: "_PolicyValues") -> tuple[Indices | None, Mask]:
        """The policy that makes a better choice wherever one is better than its own; None where none is.

        Of several it makes the one that is best to floats. Then come the choices that are worth just what
        those of the policy are; where it is improved, those that are better.

        Raises ArithmeticError where the values are not those of the policy.
        """
        more, near = self._compared(values)
        if more[policy][~self._ends].any():
            raise ArithmeticError("the values of a policy do not satisfy its equations")
        if self._problem.direction == "min":
            more, near = -more, -near
        playing = ~self._ends[self._owner]
        if not (better := playing & (more > 0)).any():
            if not self._problem.decided(policy).all():
                raise ArithmeticError("a policy does not come to an end, and has values")
            return None, playing & (more == 0)
        near[~better] = -math.inf
        best = np.maximum.reduceat(near, self._choices.offsets[:-1])
        improved = policy.copy()
        _make(improved, self._choices.first(better & (near == best[self._owner])))
        return improved, better

    def _compared(self, values: "_PolicyValues") -> tuple[Indices, NDArray[np.float64]]:
        """By choice 1 where it is worth more than its state, -1 for less, 0 for the same; and its worth."""
        rows, problem = self._choices.rows, self._problem
        more, near = np.zeros(len(self._owner), dtype=np.int64), np.zeros(len(self._owner))
        above, below = values.above, values.below
        kind = type(above[0])
        rewards = [below * kind(reward.numerator, reward.denominator) for reward in problem.rewards]

        def compare(
            these: Indices, which: Indices, worths: list[ExactNumber], floats: NDArray[np.float64]
        ) -> None:
            near[these], own = floats[which], values.number[self._owner[these]]
            more[these] = 1 * (near[these] > values.near[own]) - (near[these] < values.near[own])
            alike = np.flatnonzero(
                (near[these] == values.near[own]) & ((which != own) | (worths is not above))
            )
            pairs, pair = np.unique(which[alike] * len(above) + own[alike], return_inverse=True)
            decided = []
            for i, k in zip(*(each.tolist() for each in np.divmod(pairs, len(above))), strict=True):
                worth, value = worths[i], above[k]
                decided.append(0 if worth == value else 1 if worth > value else -1)
            more[these[alike]] = np.array(decided, dtype=np.int64)[pair]

        moves = np.flatnonzero(problem.moves)
        compare(moves, values.number[problem.leads[moves]], above, values.near)
        for these, at, shared in self._alike:
            ahead = values.number[rows.successors[at]]
            alike = _row_numbers(shared, ahead) if at.shape[1] <= _COMPARED else shared
            _, firsts, which = np.unique(alike, return_index=True, return_inverse=True)
            worths = []
            for row, weights, total, gained in zip(
                ahead[firsts].tolist(),
                rows.weights[at[firsts]].tolist(),
                rows.totals[these[firsts]].tolist(),
                problem.gained[these[firsts]].tolist(),
                strict=True,
            ):
                worth = sum([weight * above[k] for k, weight in zip(row, weights, strict=True)]) / total
                if gained:
                    worth += rewards[gained]
                worths.append(worth)
            compare(these, which, worths, np.array([_nearest_float(worth, below) for worth in worths]))
        return more, near


def _nearest_float(above: ExactNumber, below: int = 1) -> float:
    """The nearest float: the lesser of two numbers never has the greater, as a quotient is rounded once."""
    try:
        return int(above.numerator) / (int(above.denominator) * below)
    except OverflowError:
        return math.inf if above > 0 else -math.inf


def _row_numbers(first: Indices, columns: Indices) -> Indices:
    """A number for each row; equal rows, of a first number and a column each, have equal ones."""
    classes = np.unique(first, return_inverse=True)[1]
    for column in columns.T:
        classes = np.unique(classes * (int(column.max()) + 1) + column, return_inverse=True)[1]
    return classes


def guessed_policy(problem: _Problem, policy: Indices) -> Indices:
    """A policy that floats take for the best, from a first one on."""
    from scipy.sparse import csr_array, eye_array
    from scipy.sparse.csgraph import connected_components, reverse_cuthill_mckee
    from scipy.sparse.linalg import splu

    choices, rows = problem.choices, problem.choices.rows
    n, playing = len(choices), problem.playing
    owner = choices.owners()
    chances = (rows.weights / np.repeat(rows.totals, np.diff(rows.indptr))).astype(np.float64)
    matrix = csr_array((chances, rows.successors, rows.indptr), shape=(len(rows), n))
    gained = np.array([_nearest_float(reward) for reward in problem.rewards])[problem.gained]
    sign = 1 if problem.direction == "max" else -1

    def best_worth(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """By choice what it is worth, less than 0 where the least is best; and by state the most of these."""
        worth = sign * (matrix @ values + gained)
        return worth, np.maximum.reduceat(worth, choices.offsets[:-1])

    for rounds in range(_ROUNDS):
        kept, number = problem.without_moves(policy)
        few = len(kept) - len(problem.payoff)
        made = policy[kept[:few]]
        at, lengths = row_entries(rows.indptr, made), np.diff(rows.indptr)[made]
        small = csr_array(
            (chances[at], number[rows.successors[at]], offsets_of(lengths)), shape=(few, len(kept))
        )
        found = np.zeros(len(kept))
        found[few:] = list(map(_nearest_float, problem.payoff))
        right = small[:, few:] @ found[few:] + gained[made]
        # Component after component, so that no factor has entries outside of them.
        equations = eye_array(few).tocsr() - small[:, :few]
        count, label = connected_components(equations, connection="strong")
        in_order = count and np.bincount(label).max() <= _MOST_TOGETHER
        order = np.arange(few)
        if not (in_order or rounds):
            values = np.append(np.zeros(playing), found[few:])
            for _ in range(_SWEEPS):
                before = values
                values = np.append(sign * best_worth(values)[1][:playing], values[playing:])
            settled = (
                np.isfinite(values).all() and np.abs(values - before).max() <= _SETTLED * np.abs(values).max()
            )
            place = np.argsort(reverse_cuthill_mckee(equations))
            i, j = equations.nonzero()
            if settled or few * int(np.abs(place[i] - place[j]).max()) ** 2 > _MOST_FACTORED:
                worth, best = best_worth(values)
                return np.append(choices.first(worth == best[owner])[:playing], policy[playing:])
        if in_order:
            order = reverse_cuthill_mckee(equations) if count < few else order
            order = order[np.argsort(label[order], kind="stable")]
            equations = equations[order][:, order]
        try:
            kept_order = "NATURAL" if in_order else "COLAMD"
            factors = splu(equations.tocsc(), diag_pivot_thresh=0.0, permc_spec=kept_order)
        except RuntimeError:  # singular, as floats see it
            break
        found[order] = factors.solve(right[order])
        if not np.isfinite(found).all():
            break
        values = found[number]
        worth, best = best_worth(values)
        better = best > sign * values + _NEARLY * np.abs(values) + _TINY
        better[playing:] = False
        if not better.any():
            break
        policy = policy.copy()
        _make(policy, choices.first(better[owner] & (worth == best[owner])))
    return policy
