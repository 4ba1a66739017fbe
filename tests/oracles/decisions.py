"""Decision processes solved by brute force: every policy, by plain elimination; nothing of the engine's is
used.

A process is a list of states, each a list of (reward, row) with row {next state: weight}; a state without
choices is over. States that are decided, or that play never comes to, are values of their own.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from tests.oracles.elimination import solution

Process = list[list[tuple[Fraction, dict[int, int]]]]


def policies(process: Process, targets: set[int]) -> Iterator[list[int]]:
    """Every choice in every state that is no target; the first there."""
    sizes = (1 if i in targets else max(1, len(choices)) for i, choices in enumerate(process))
    yield from product(*map(range, sizes))


def chance(process: Process, targets: set[int], policy: list[int]) -> list[Fraction]:
    """By state the chance of coming to a target."""
    return _valued(process, targets, policy, rewarded=False)[0]


def reward(process: Process, targets: set[int], policy: list[int]) -> list[Fraction | None]:
    """By state the expected reward until a target; None where it is missed with positive chance."""
    chances = chance(process, targets, policy)
    sure = [one == 1 for one in chances]
    values, _ = _valued(process, targets, policy, rewarded=True, only=sure)
    return [value if reached else None for value, reached in zip(values, sure, strict=True)]


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


def _valued(
    process: Process, targets: set[int], policy: list[int], rewarded: bool, only: list[bool] | None = None
) -> tuple[list[Fraction], list[int]]:
    """Solve for the states from which a target can be reached and that are none."""
    n = len(process)
    row = [process[i][policy[i]] if process[i] and i not in targets else (Fraction(0), {}) for i in range(n)]
    able = set(targets)
    while more := {i for i in range(n) if i not in able and able & row[i][1].keys()}:
        able |= more
    open_ = [i for i in sorted(able - targets) if only is None or only[i]]
    at = {i: k for k, i in enumerate(open_)}
    matrix = [[Fraction(i == j) for j in open_] for i in open_]
    right = []
    for i, line in zip(open_, matrix, strict=True):
        brings, weights = row[i]
        right.append(brings if rewarded else Fraction(0))
        for j, weight in weights.items():
            if j in at:
                line[at[j]] -= Fraction(weight, sum(weights.values()))
            elif j in targets and not rewarded:
                right[-1] += Fraction(weight, sum(weights.values()))
    found = [Fraction(0 if rewarded else i in targets) for i in range(n)]
    for i, value in zip(open_, solution(matrix, right), strict=True):
        found[i] = value
    return found, open_
