"""Races of several goals at once."""

from typing import Any

from markov.chain.transitions import Spins
from markov.distribution import Distribution
from markov.race.goals import RaceGoal, all_of, exactly
from markov.race.race import race


def how_many(parts: tuple[RaceGoal, ...], wheel: Distribution[Any], stop: frozenset) -> tuple[tuple, Spins]:
    """The chance of each number of true parts, and the spins until all are true or the stopper comes."""
    chances = tuple(race(exactly(k, parts), wheel, stop).chance for k in range(len(parts) + 1))
    return chances, race(all_of(parts), wheel, stop).spins
