"""Decision processes solved by brute force: every policy, by plain elimination; nothing of the engine's is
used.

A process is a list of states, each a list of (reward, row) with row {next state: weight}; a state without
choices is over. States that are decided, or that play never comes to, are values of their own.
"""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product

from tests.oracles.elimination import gathered

GOAL, GAIN = "goal", "gain"
Process = list[list[tuple[Fraction, dict[int, int]]]]


def policies(process: Process, targets: set[int]) -> Iterator[list[int]]:
    """Every choice in every state that is no target; the first there."""
    sizes = (1 if i in targets else max(1, len(choices)) for i, choices in enumerate(process))
    yield from product(*map(range, sizes))


def chance(process: Process, targets: set[int], policy: list[int]) -> list[Fraction]:
    """By state the chance of coming to a target."""
    return [found.get(GOAL, Fraction(0)) for found in _played(process, targets, policy)]


def reward(process: Process, targets: set[int], policy: list[int]) -> list[Fraction | None]:
    """By state the expected reward until a target; None where it is missed with positive chance."""
    played = _played(process, targets, policy)
    return [found.get(GAIN, Fraction(0)) if found.get(GOAL) == 1 else None for found in played]


def best_chance(process: Process, targets: set[int], direction: str) -> list[Fraction]:
    """By state the best chance over all policies."""
    every = [chance(process, targets, policy) for policy in policies(process, targets)]
    return [(max if direction == "max" else min)(column) for column in zip(*every, strict=True)]


def best_reward(process: Process, targets: set[int], direction: str) -> list[Fraction | None]:
    """By state the best reward over all policies; a policy that may miss the targets brings infinity."""
    every = [reward(process, targets, policy) for policy in policies(process, targets)]
    found: list[Fraction | None] = []
    for column in zip(*every, strict=True):
        finite = [value for value in column if value is not None]
        if direction == "max":
            found.append(None if len(finite) < len(column) else max(finite))
        else:
            found.append(min(finite, default=None))
    return found


def _played(process: Process, targets: set[int], policy: list[int]) -> list[dict[Hashable, Fraction]]:
    """By state the chance of a target, and what is gained until play can come to none any more."""
    row = [process[i][policy[i]] if process[i] else (Fraction(0), {}) for i in range(len(process))]
    able = set(targets)
    while more := {i for i in range(len(process)) if i not in able and able & row[i][1].keys()}:
        able |= more
    rows: dict[Hashable, dict[Hashable, Fraction]] = {}
    for i in sorted(able - targets):
        brings, weights = row[i]
        rows[i] = {GAIN: brings}
        for j, weight in weights.items():
            to = GOAL if j in targets else j
            rows[i][to] = rows[i].get(to, Fraction(0)) + Fraction(weight, sum(weights.values()))
    found = dict(gathered(rows))
    return [{GOAL: Fraction(1)} if i in targets else found.get(i, {}) for i in range(len(process))]
