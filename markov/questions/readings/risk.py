"""Readings as risk: the worst of them for the house, and the questions whose answers settle the edge."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from markov.wager.odds import AnswersByReading, by_wager

Reading: TypeAlias = Mapping[str, str]
Sets: TypeAlias = tuple[tuple[str, ...], ...]
Edges: TypeAlias = tuple[Fraction, Fraction]  # played to its end, and under best play


@dataclass(frozen=True, slots=True)
class Settled:
    """The smallest sets of options that settle the edge, each way of playing alone and both together.

    Readings that agree on all options of a set have the same edge. Several sets are of the smallest size only
    where the readings are not every combination of choices.
    """

    never: Sets
    optimal: Sets
    both: Sets


@dataclass(frozen=True, slots=True)
class Risk:
    """The edges of one wager under the readings of a sheet, and the options that settle them.

    edges     per stake by the position of a reading, played to its end and under best play; a reading under
              which the sheet has no such wager is left out
    ranking   positions of the readings, the lowest edge under best play first, which is what the house risks;
              of equal ones the lowest edge played to its end first
    """

    wager: str
    edges: Mapping[int, Edges]
    ranking: tuple[int, ...]
    settled: Settled

    @property
    def lowest(self) -> Fraction:
        """The lowest edge under best play."""
        return self.edges[self.ranking[0]][1]

    @property
    def worst(self) -> tuple[int, ...]:
        """The readings that are worst for the house: those with the lowest edge under best play."""
        return tuple(i for i, (_, optimal) in self.edges.items() if optimal == self.lowest)

    @property
    def player_edges(self) -> tuple[int, ...]:
        """The readings that give the player an edge under best play."""
        return tuple(i for i, (_, optimal) in self.edges.items() if optimal < 0)


@dataclass(frozen=True, slots=True)
class ReadingCost:
    """The cost to the house, at worst, of one reading, by its position.

    wagers         those with the lowest edge under best play, and that edge
    player_edges   how many wagers give the player an edge
    """

    reading: int
    wagers: tuple[str, ...]
    edge: Fraction
    player_edges: int


def risks(answered: AnswersByReading) -> list[Risk]:
    """The risk of each wager, over the readings under which the sheet has it."""
    risks = []
    for name, answers in by_wager(answered).items():
        readings = [answered[i][0] for i in answers]
        edges = {
            i: (answer.never.edge.per_stake, answer.optimal.edge.per_stake) for i, answer in answers.items()
        }
        never, optimal = zip(*edges.values(), strict=True)
        ranking = sorted(edges, key=lambda i: (edges[i][1], edges[i][0]))
        outcomes: tuple[Sequence[Hashable], ...] = never, optimal, list(edges.values())
        settled = Settled(*(deciding(readings, each) for each in outcomes))
        risks.append(Risk(name, edges, tuple(ranking), settled))
    return risks


def exposures(every: Sequence[Risk]) -> list[ReadingCost]:
    """The cost of each reading to the house at worst, the lowest edge first."""
    costs = []
    for i in sorted({i for risk in every for i in risk.edges}):
        edges = {risk.wager: risk.edges[i][1] for risk in every if i in risk.edges}
        lowest = min(edges.values())
        wagers = tuple(wager for wager, edge in edges.items() if edge == lowest)
        costs.append(ReadingCost(i, wagers, lowest, sum(edge < 0 for edge in edges.values())))
    return sorted(costs, key=lambda cost: cost.edge)


def plainest(readings: Sequence[Reading], among: Iterable[int]) -> int:
    """The position of the reading, among some, that differs from the first of all on the fewest options."""
    return min(among, key=lambda i: sum(readings[i][key] != choice for key, choice in readings[0].items()))


def deciding(readings: Sequence[Reading], outcomes: Sequence[Hashable]) -> Sets:
    """The smallest sets of options such that readings which agree on a set have the same outcome.

    For each pair of readings with different outcomes a set must hold an option on which the two differ: it is
    a minimum hitting set. An option that two of them differ on alone is in every set; from those on the sets
    are tried by rising size. Where the readings are every combination of choices, those options are the one
    smallest set: each step of a walk from one reading to another, option by option over the others, keeps the
    outcome.

    Raises ValueError where a reading comes twice with different outcomes.

    >>> readings = [{"a": a, "b": b, "c": c} for a in "01" for b in "01" for c in "01"]
    >>> deciding(readings, [one["a"] + one["c"] for one in readings])
    (('a', 'c'),)
    >>> deciding([{"a": "0", "b": "0"}, {"a": "1", "b": "1"}], [1, 2])
    (('a',), ('b',))
    """
    options = list(readings[0])
    needed = [option for option in options if not _settled(readings, outcomes, set(options) - {option})]
    others = [option for option in options if option not in needed]
    for size in range(len(others) + 1):
        risks = [
            tuple(option for option in options if option in needed or option in more)
            for more in combinations(others, size)
            if _settled(readings, outcomes, {*needed, *more})
        ]
        if risks:
            return tuple(risks)
    raise ValueError("two readings are the same and their outcomes are not")


def _settled(readings: Iterable[Reading], outcomes: Iterable[Hashable], options: Iterable[str]) -> bool:
    """True where the outcome is a function of those options."""
    kept = list(options)
    seen: dict[tuple[str, ...], Hashable] = {}
    return all(
        seen.setdefault(tuple(reading[option] for option in kept), outcome) == outcome
        for reading, outcome in zip(readings, outcomes, strict=True)
    )
