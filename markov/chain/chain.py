"""A Markov chain: its states, the transitions between them, and answers by state."""

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from itertools import islice
from math import lcm
from operator import index
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, TypeVar

import numpy as np

from markov.chain.absorption import (
    absorption_probabilities,
    absorption_with_spins,
    expected_visits,
    optimal_policy,
    values,
)
from markov.chain.transitions import Indices, Spins, TooMuchWork, Transitions, digraph
from markov.exact import check_whole, exact
from markov.naming import counted, did_you_mean
from markov.question import Question
from markov.shown import Displayable

if TYPE_CHECKING:
    from networkx import DiGraph, Graph
    from numpy.typing import NDArray
    from pandas import DataFrame

    from markov import front
    from markov.chain.law import Law
    from markov.chain.lumping import Lumping
    from markov.formats.drn_reader import drn_chain

S = TypeVar("S", bound=Hashable)
T = TypeVar("T")
Exact: TypeAlias = str | int | Fraction  # a number as its characters, or as what it is

MatrixRows: TypeAlias = Sequence[Sequence[Exact]]

MAX_STATES = 5_000_000
_LOOKED_AT = 1_000  # states, for one with a name like that asked for
_LISTED = 10
_MOST_NESTED = 200  # tuples, each in the next; Python ends without a word at some ten thousand
PROGRESS_EVERY = 1_000  # states explored between two reports of progress; a slow rule makes 1,000 a second


class TooManyStates(ValueError):
    """A chain that would need more states than the limit.

    newest   the state that was found last, where states are explored one after the other, and `said` its name
    """

    def __init__(
        self,
        limit: int,
        needed: int | None = None,
        newest: object = None,
        said: Callable[[object], str] = repr,
    ) -> None:
        self.limit, self.newest = limit, newest
        size = f"needs {needed:,} states, more than" if needed else "needs more states than"
        name = "" if newest is None else f"; the newest is {said(newest):.60}"
        cap = "" if needed else "; if the states of a rule never come to an end, cap what they count"
        super().__init__(
            f"the chain {size} the limit of {limit:,}{name}; "
            f"--max-states (limit= in Python) sets another{cap}"
        )


class UnknownState(KeyError):
    """A state that is not in the chain, with those that are named most like it."""

    def __init__(self, asked: object, states: Sequence[object]) -> None:
        listed = list(islice(states, _LOOKED_AT))
        known = [repr(state) for state in listed]
        numbers = [state for state in listed if isinstance(state, int | Fraction)]
        if isinstance(asked, int | Fraction) and numbers:
            nearest = [repr(min((abs(number - asked), number) for number in numbers)[1])]
        else:
            nearest = get_close_matches(repr(asked)[:100], known, n=3, cutoff=0.65)
        few = f"there are {', '.join(known[:_LISTED])}{' …' if len(states) > _LISTED else ''}"
        super().__init__(f"no state {asked!r} in the chain; {did_you_mean(nearest) or few}")

    def __str__(self) -> str:  # KeyError would quote it
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class OptimalStopping(Generic[S]):
    """Best play of a player who may stop in some states and take what is offered there.

    stops        the states in which the offer is taken; on an exact tie it is not
    values       by state: what play is worth from there, played best
    continuing   by state with an offer: what play is worth when it is declined there, now and at every
                 return, and play is best elsewhere
    never        the same when no offer is ever taken
    """

    stops: frozenset[S]
    values: Mapping[S, Fraction]
    continuing: Mapping[S, Fraction]
    never: Mapping[S, Fraction]


@dataclass(frozen=True, slots=True)
class Lumped(Generic[S]):
    """The smallest chain that plays alike.

    chain   with one state of each block of states that play alike: the first of them
    block   by state of the larger chain: the state that stands for it
    """

    chain: "Chain[S]"
    block: Mapping[S, S]


@dataclass(frozen=True, slots=True, eq=False)
class ByState(Generic[S]):
    """Something with states, that is asked and answers by state and works by position.

    states   n distinct states (a sequence, it may be lazy)
    """

    states: Sequence[S]
    _at: Mapping[S, int] | None = field(default=None, init=False, repr=False)

    def __len__(self) -> int:
        """The number of states."""
        return len(self.states)

    def __iter__(self) -> Iterator[S]:
        return iter(self.states)

    def _by_state(self, numbers: Mapping[int, T]) -> dict[S, T]:
        """Results that were found by position, by state; raises ValueError where two states are equal."""
        named = {self.states[i]: each for i, each in numbers.items()}
        if len(named) < len(numbers):
            raise ValueError("two states are equal, so there is no answer by state")
        return named

    def _positions(self, states: Iterable[S]) -> list[int]:
        at = self._at
        if at is None:
            at = {state: i for i, state in enumerate(self.states)}
            object.__setattr__(self, "_at", at)  # it follows from the states
        rows = []
        for state in states:
            if state not in at:
                raise UnknownState(state, self.states)
            rows.append(at[state])
        return rows

    def _numbers(self, numbers: Mapping[S, Exact]) -> dict[int, Fraction]:
        return dict(zip(self._positions(numbers), map(exact, numbers.values()), strict=True))

    def _rewards(self, reward: Mapping[S, Exact]) -> list[Fraction]:
        """The reward of a spin from each state, by position."""
        visits = [Fraction(0)] * len(self)
        for i, each in self._numbers(reward).items():
            visits[i] = each
        return visits


@dataclass(frozen=True, slots=True, eq=False)
class Chain(ByState[S], Displayable):
    """A Markov chain: states, and the transitions out of each as whole-number weights.

    states        n distinct states (a sequence, it may be lazy); play starts at states[0]
    transitions   the weights as arrays for solvers, in which a state is known by its position
    merged        says which states that play alike are one state here; empty where none are
    stands_for    of a state before that: the one that it is here; None where none are merged so

    `chain[state]` is the row of a state, {next state: weight}, empty where play is over; what is asked of a
    chain is asked and answered by state, in fractions.

    >>> import markov as mk
    >>> ruin = mk.explore(10, lambda s: {} if s in (0, 20) else {s + 1: 18, s - 1: 20})
    >>> ruin[10], ruin.ends, len(ruin)
    ({11: 18, 9: 20}, (20, 0), 21)

    Raises ValueError when there are not as many states as rows of transitions.
    """

    states: Sequence[S]
    transitions: Transitions
    merged: str = ""
    stands_for: Callable[[Any], S] | None = None

    def __new__(cls, *parts: Any, **named: Any) -> Self:
        """A chain that is not filled in yet; raises TypeError for a matrix alone."""
        if len(parts) == 1 and not named:
            raise TypeError("a chain of a matrix is Chain.from_matrix(matrix); of a function, mk.explore")
        return object.__new__(cls)  # that of a class with slots cannot be asked for by super

    def __post_init__(self) -> None:
        if len(self.states) != len(self.transitions):
            rows = len(self.transitions)
            raise ValueError(f"{len(self.states)} states need as many rows of transitions, not {rows}")
        # Errors of solvers name a state as the user does.
        object.__setattr__(self, "transitions", self.transitions.renamed(self.states.__getitem__))

    def __repr__(self) -> str:
        ends = f"{len(self.transitions.absorbing):,} of them ends"
        transitions = counted(len(self.transitions.weights), "transition")
        return f"Chain({counted(len(self), 'state')}, {ends}, {transitions})"

    @classmethod
    def of(cls, states: Sequence[S], rows: Sequence[Iterable[tuple[int, int]]]) -> "Chain[S]":
        """The chain whose state i goes to j with weight w for each (j, w) of rows[i].

        >>> ruin = Chain.of(("one", "none", "two"), [[(1, 1), (2, 1)], [], []])
        >>> ruin["one"], ruin.ends
        ({'none': 1, 'two': 1}, ('none', 'two'))
        """
        return cls(states, Transitions.of(rows))

    @classmethod
    def from_matrix(
        cls,
        matrix: "MatrixRows | NDArray[Any] | DataFrame | Mapping[S, Mapping[S, Exact]]",
        states: Sequence[S] | None = None,
        start: S | None = None,
    ) -> "Chain[S]":
        """The chain of a transition matrix: an array, rows in rows, a data frame, or {state: {next: chance}}.

        A row holds whole-number weights, or chances that sum to exactly 1, as fractions or texts such as
        "0.2". Play is over in a state whose row is empty or leads to itself alone.

        states   the names of the rows, in their order; left out, those of the frame, or 0, 1, 2 and so on
        start    where play starts; left out, the first state

        >>> import markov as mk
        >>> weather = mk.Chain.from_matrix([["0.9", "0.1"], ["0.5", "0.5"]], states=["dry", "wet"])
        >>> weather["dry"], {state: str(share) for state, share in weather.stationary().items()}
        ({'dry': 9, 'wet': 1}, {'dry': '5/6', 'wet': '1/6'})
        >>> mk.Chain.from_matrix({"try": {"try": 1, "won": 2, "lost": 3}}).absorption()
        {'won': Fraction(2, 5), 'lost': Fraction(3, 5)}

        Raises TypeError for a float, which is rounded already, and ValueError for a row that does not sum to
        1, or is no row of the matrix: chances are never rescaled.
        """
        from markov.chain.matrix import read_matrix

        return cls(*read_matrix(matrix, states, start))

    @classmethod
    def from_networkx(cls, graph: "Graph", weight: str = "weight", start: S | None = None) -> "Chain[S]":
        """The chain of a walk along the links of a graph of networkx; undirected links lead both ways.

        weight   the attribute of a link that holds its weight or chance, as in `from_matrix`; a link
                 without it weighs 1
        start    where play starts; left out, the first node

        >>> import networkx as nx
        >>> import markov as mk
        >>> path = mk.Chain.from_networkx(nx.path_graph(3))
        >>> {state: str(share) for state, share in path.stationary().items()}
        {0: '1/4', 1: '1/2', 2: '1/4'}

        Raises what `from_matrix` raises.
        """
        from markov.chain.matrix import read_graph

        return cls.from_matrix(read_graph(graph, weight), start=start)

    if TYPE_CHECKING:
        from_drn = classmethod(drn_chain)
        plot = front.plot
    else:
        plot = Question("markov.front.plot")
        from_drn = Question("markov.formats.drn_reader.drn_chain", of_type=True)

    def __getitem__(self, state: S) -> dict[S, int]:
        i = self._positions([state])[0]
        return {self.states[j]: weight for j, weight in self.transitions.successor_weights(i).items()}

    @property
    def ends(self) -> tuple[S, ...]:
        """The states in which play is over."""
        return tuple(self.states[i] for i in self.transitions.absorbing.tolist())

    def to_networkx(self) -> "DiGraph":
        """The chain as a graph of networkx: a node for each state, and a link for each transition.

        A link has its whole-number `weight` and its `probability`, a Fraction; a node says by `end` whether
        play is over there. `from_networkx` makes the same chain of it again.

        >>> import markov as mk
        >>> graph = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 2}).to_networkx()
        >>> list(graph), graph.edges[1, 0], graph.nodes[0]
        ([1, 2, 0, 3], {'weight': 2, 'probability': Fraction(2, 3)}, {'end': True})

        Raises ValueError where two states are equal.
        """
        nodes = self._by_state(dict(enumerate(self.states)))
        totals = self.transitions.totals.tolist()
        return digraph(
            ((state, {"end": not totals[i]}) for i, state in enumerate(nodes)),
            (
                (state, self.states[j], {"weight": weight, "probability": Fraction(weight, totals[i])})
                for i, state in enumerate(nodes)
                for j, weight in self.transitions.successor_weights(i).items()
            ),
        )

    def absorption(self) -> dict[S, Fraction]:
        """The chance that play, from the start, ends in each state in which it is over; together exactly 1.

        >>> import markov as mk
        >>> ruin = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 1})
        >>> {state: str(chance) for state, chance in ruin.absorption().items()}
        {0: '2/3', 3: '1/3'}

        Raises NotAbsorbing when play could go on for ever, and TooMuchWork when the exact answer is out of
        reach; so do all questions below but `lump`, and `reach` and `rewards`, which any chain can be asked.
        """
        return self._by_state(absorption_probabilities(self.transitions))

    def visits(self) -> dict[S, Fraction]:
        """The expected number of spins made in each state; where play is over, the chance of ending there.

        >>> import markov as mk
        >>> ruin = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 1})
        >>> {state: str(number) for state, number in ruin.visits().items()}
        {1: '4/3', 2: '2/3', 0: '2/3', 3: '1/3'}
        """
        return self._by_state(dict(enumerate(expected_visits(self.transitions))))

    def values(self, payoff: Mapping[S, Exact], reward: Exact | Mapping[S, Exact] = 0) -> dict[S, Fraction]:
        """The value function: from each state the expected payoff of the end, plus a reward for every spin.

        payoff   by state in which play is over; one that is left out pays 0
        reward   what one spin brings: from whatever state, or from each of them, 0 where it is left out

        >>> import markov as mk
        >>> ruin = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 1})
        >>> {state: str(worth) for state, worth in ruin.values({3: 1}).items()}
        {1: '1/3', 2: '2/3', 0: '0', 3: '1'}
        >>> ruin.values({}, reward=1)[1]
        Fraction(2, 1)

        Raises UnknownState for a state that is not there, ValueError for a payoff where play goes on.
        """
        paid = self._payoff(payoff)
        brings = self._rewards(reward) if isinstance(reward, Mapping) else exact(reward)
        return self._by_state(dict(enumerate(values(self.transitions, paid, brings))))

    def duration(self) -> Spins:
        """The mean and the variance of the number of spins from the start until play is over.

        >>> import markov as mk
        >>> mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 1}).duration()
        Spins(mean=Fraction(2, 1), variance=Fraction(2, 1))
        """
        return absorption_with_spins(self.transitions).spins

    def law(self, ends: Iterable[S] | None = None) -> "Law":
        """The law of the number of spins from the start, given that play is over in one of the ends.

        ends   states in which play is over; left out, all of them

        >>> import markov as mk
        >>> toss = mk.explore("toss", lambda s: {"toss": 1, "heads": 1} if s == "toss" else {})
        >>> str(toss.law().at(3)), toss.law().quantile("99/100")
        ('1/8', 7)

        Raises ValueError when play goes on in one of the ends, or is never over in them.
        """
        from markov.chain.law import duration_law

        return duration_law(self.transitions, None if ends is None else self._positions(ends))

    def optimal_stopping(self, payoff: Mapping[S, Exact], offers: Mapping[S, Exact]) -> OptimalStopping[S]:
        """Best play when in some states one may stop and take an offer in place of what play would bring.

        payoff   by state in which play is over; one that is left out pays 0
        offers   by state in which play goes on

        >>> import markov as mk
        >>> ruin = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 1})
        >>> found = ruin.optimal_stopping({3: 12}, {1: 5, 2: 7})
        >>> found.stops, found.values[2], found.continuing[2]
        (frozenset({1}), Fraction(17, 2), Fraction(17, 2))

        Raises UnknownState for a state that is not there, ValueError for a payoff where play goes on or an
        offer where it is over.
        """
        paid, offered = self._payoff(payoff), self._numbers(offers)
        for i in offered:
            if not self.transitions.totals[i]:
                raise ValueError(f"play is over in state {self.states[i]!r}, so nothing can be offered there")
        policy = optimal_policy(self.transitions, paid, offered)
        cut = self.transitions.stopped(policy.stops)
        worth = values(cut, paid | {i: offered[i] for i in policy.stops})
        return OptimalStopping(
            frozenset(self.states[i] for i in policy.stops),
            self._by_state(dict(enumerate(worth))),
            self._by_state(policy.continuing),
            self._by_state(policy.never),
        )

    def lump(self, classes: Mapping[S, Hashable] | None = None) -> Lumped[S]:
        """The smallest chain that plays alike: every end has the same chance, after as many spins.

        classes   by state: what must be told apart; a state that is left out is like all others left out.
                  Without classes every end is told apart

        >>> import markov as mk
        >>> walk = mk.explore(2, lambda s: {} if s in (0, 4) else {s + 1: 1, s - 1: 1})
        >>> found = walk.lump({0: "over", 4: "over"})
        >>> list(found.chain.states), found.block[1]
        ([2, 3, 4], 3)

        Raises UnknownState for a state that is not there.
        """
        numbered = None
        if classes is not None:
            names: dict[Hashable, int] = {}
            numbered = np.zeros(len(self), dtype=np.int64)
            at = self._positions(classes)
            numbered[at] = [names.setdefault(name, len(names) + 1) for name in classes.values()]
        smaller = lumped(self, numbered)
        firsts = smaller.chain.states
        stands = {i: firsts[block] for i, block in enumerate(smaller.block.tolist())}
        return Lumped(smaller.chain, self._by_state(stands))

    def reach(self, targets: Iterable[S]) -> dict[S, Fraction]:
        """From each state the chance that play ever comes to one of the targets; 1 in a target.

        The chain need not be absorbing.

        >>> import markov as mk
        >>> ruin = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 1})
        >>> {state: str(chance) for state, chance in ruin.reach([2]).items()}
        {1: '1/2', 2: '1', 0: '0', 3: '0'}

        Raises UnknownState for a target that is not there.
        """
        from markov.chain.reachability import reach_probabilities

        at = np.array(self._positions(targets), dtype=np.int64)
        return self._by_state(dict(enumerate(reach_probabilities(self.transitions, at, range(len(self))))))

    def stationary(self) -> dict[S, Fraction]:
        """The stationary distribution: the share of steps that are made from each state in the long run.

        Play starts as the chain does, and a state that it leaves for good has the share 0. Where play can
        come to stay in several classes of states, each counts with its chance.

        >>> import markov as mk
        >>> urn = mk.explore(0, lambda n: {k: w for k, w in ((n - 1, n), (n + 1, 4 - n)) if w})
        >>> {balls: str(share) for balls, share in urn.stationary().items()}
        {0: '1/16', 1: '1/4', 2: '3/8', 3: '1/4', 4: '1/16'}

        Raises ValueError where play can be over.
        """
        from markov.chain.long_run import stationary

        return self._by_state(dict(enumerate(stationary(self.transitions))))

    def rewards(self, targets: Iterable[S], reward: Mapping[S, Exact]) -> dict[S, Fraction | None]:
        """From each state what the spins before the first target bring in all, on average.

        reward   by state: what a spin from there brings, 0 where it is left out

        None is infinity, and stands where a target is missed with positive chance. The chain need not be
        absorbing.

        >>> import markov as mk
        >>> walk = mk.explore(1, lambda s: {1 - s: 1, s: 1} if s < 2 else {})
        >>> walk.rewards([0], {1: 3})
        {1: Fraction(6, 1), 0: Fraction(0, 1)}

        Raises UnknownState for a state that is not there.
        """
        from markov.chain.reachability import expected_rewards

        at = np.array(self._positions(targets), dtype=np.int64)
        return self._by_state(
            dict(enumerate(expected_rewards(self.transitions, at, self._rewards(reward), range(len(self)))))
        )

    def _payoff(self, payoff: Mapping[S, Exact]) -> dict[int, Fraction]:
        numbers = self._numbers(payoff)
        for i in numbers:
            if self.transitions.totals[i]:
                raise ValueError(f"play goes on in state {self.states[i]!r}, so it pays nothing there")
        return numbers


def explore(
    start: S,
    row: Callable[[S], Mapping[S, int | Fraction]],
    limit: int = MAX_STATES,
    progress: Callable[[int, S], None] | None = None,
) -> Chain[S]:
    """The chain of all states that can be reached from the start.

    row(state) is {next state: weight}, and {} where play is over. A weight is a whole number from 1 up; a
    Fraction will do, and then the row is multiplied by the least number that makes all of it whole. States
    are numbered in the order in which they are first met. Progress is told from time to time, and at the end,
    how many states have been explored, and the newest state.

    >>> import markov as mk
    >>> halves = mk.explore(4, lambda n: {n // 2: 1, 0: 2} if n > 1 else {})
    >>> list(halves.states), halves[4], halves[2]
    ([4, 2, 0, 1], {2: 1, 0: 2}, {1: 1, 0: 2})

    Raises TypeError for a float, which is rounded already, or a row that is no mapping, ValueError for a
    weight that is not above 0, TooManyStates beyond the limit, and TooMuchWork for states that nest too deep.
    """
    check_whole("limit", limit, 1)
    if not callable(row):
        raise TypeError("expected a function that gives the row of a state; a matrix is Chain.from_matrix")
    met = RowsByState(start, limit)
    for explored, state in enumerate(met.states, 1):  # they grow while they are walked
        met.add(state, row(state))
        if progress and (explored % PROGRESS_EVERY == 0 or explored == len(met.states)):
            progress(explored, met.states[-1])
    return Chain(met.states, met.transitions())


class RowsByState(Generic[S]):
    """Rows that are added by state; states are numbered in the order in which they are first met."""

    def __init__(self, start: S, limit: int) -> None:
        self.states = [start]
        self._limit = limit
        self._at: dict[S, int] = {start: 0}
        self._offsets, self._successors = array("q", [0]), array("q")
        self._weights: array[int] | list[int] = array("q")

    def add(self, state: S, row: Mapping[S, int | Fraction]) -> int:
        """Takes in the row of a state; returns its number of transitions."""
        weights = _whole(state, row)
        at, states, successors = self._at, self.states, self._successors
        for successor in weights:
            i = at.get(successor)
            if i is None:
                if len(states) >= self._limit:
                    raise TooManyStates(self._limit, newest=states[-1])
                i = at[successor] = len(states)
                states.append(successor)
                if isinstance(successor, tuple):
                    for part in successor:
                        if type(part) is tuple:
                            _check_nesting(part)
            successors.append(i)
        try:
            self._weights.extend(weights.values())
        except OverflowError:
            known = self._weights[: self._offsets[-1]]
            self._weights = [*known, *weights.values()]
        self._offsets.append(len(successors))
        return len(weights)

    def transitions(self) -> Transitions:
        """The rows in the order in which they were added; none is added after this."""
        weights = self._weights  # where they fit, they are not copied
        return Transitions.of_arrays(
            np.frombuffer(self._offsets, np.int64),
            np.frombuffer(self._successors, np.int64),
            np.frombuffer(weights, np.int64) if isinstance(weights, array) else np.array(weights, object),
        )


def _check_nesting(state: object) -> None:
    """Raises TooMuchWork for a tuple in a tuple and so on, before Python cannot look into it any more."""
    for _ in range(_MOST_NESTED):
        inner = [part for part in state if type(part) is tuple] if isinstance(state, tuple) else []
        if not inner:
            return
        state = inner[0]
    raise TooMuchWork(
        f"a state is a tuple that nests more than {_MOST_NESTED} deep; if a rule wraps each state into the "
        "next, let a state hold what it counts, and not what came before"
    )


def lumped(chain: Chain[S], classes: Sequence[int] | Indices | None = None) -> "Lumping[Chain[S]]":
    """The coarsest lumping of the chain, a state of the lumped chain being the first of its block.

    classes   a number for each state, by position; states of different classes stay apart. Left out, every
              end is a class of its own, and all states in which play goes on are one
    """
    from markov.chain.lumping import Lumping, lump

    smaller = lump(chain.transitions, classes)
    firsts = np.unique(smaller.block, return_index=True)[1].tolist()
    n, blocks = len(chain), len(firsts)
    fewer = f"states that play alike are one: {n:,} are {blocks:,}" if blocks < n else ""
    states = [chain.states[i] for i in firsts]
    merged = "; ".join(filter(None, (chain.merged, fewer)))
    return Lumping(Chain(states, smaller.chain, merged), smaller.block)


def _whole(state: S, row: Mapping[S, int | Fraction]) -> Mapping[S, int]:
    """The row of the state in whole numbers."""
    if not isinstance(row, Mapping):
        kind = type(row).__name__
        raise TypeError(
            f"the row of state {state!r} is a {kind}; write it as {{next state: weight}}, {{}} at an end"
        )
    weights: dict[S, Fraction] = {}
    for successor, weight in row.items():
        if type(weight) is int and weight > 0:
            continue
        where = f"the weight of {successor!r} in the row of state {state!r}"
        if isinstance(weight, float):
            cure = f"write Fraction('{weight}'), or whole numbers for the row"
            raise TypeError(f"{where} is {weight!r}, a float, and floats aren't exact; {cure}")
        try:
            weights[successor] = weight if isinstance(weight, Fraction) else Fraction(index(weight))
        except TypeError:
            raise TypeError(f"{where} is {weight!r}, which is not a whole number or Fraction") from None
        if weight <= 0:
            raise ValueError(f"{where} is {weight}; leave out what cannot happen")
    if not weights:
        return row  # type: ignore[return-value]  # every weight was seen to be a whole number
    unit = lcm(*(weight.denominator for weight in weights.values()))
    return {successor: int(weight * unit) for successor, weight in row.items()}
