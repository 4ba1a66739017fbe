"""A best policy that can be checked without the solver: a decision process, values, a policy, and ranks.

`markov.checker` says what is checked and what follows from it.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

import numpy as np

from markov.chain.best_policy import Direction, best_chance, best_reward, graph_before
from markov.chain.choices import Graph
from markov.chain.decision_process import DecisionProcess
from markov.chain.transitions import Indices, TooMuchWork, mask
from markov.checker import DECISION, LONGEST, PAY, WEIGHT, canonical
from markov.formats.drn_reader import Drn
from markov.proof.certificate import Certificate, check_length


def decision_certificate(
    drn: Drn, process: DecisionProcess[int], reach: str, reward: str | None, direction: Direction
) -> Certificate:
    """The certificate of the best policy of a file: JSON of texts, indices and ranks, and no other numbers.

    reach    the label to be reached
    reward   the reward model whose mean is asked for; None where the chance is

    Raises what the solver raises, and TooMuchWork where a number is too long for it or a reward below 0.
    """
    choices, targets = process.choices, drn.labels[reach]
    states = range(len(choices))
    best = (
        best_chance(choices, targets, states, direction)
        if reward is None
        else best_reward(choices, targets, drn.rewards[reward], states, direction)
    )
    values = [best.values[i] for i in states]
    finite = [value for value in values if value is not None]
    check_length("values", LONGEST, lcm(*(value.denominator for value in finite)), *finite)
    return {
        **_determined(drn, process, reach, reward),
        "direction": direction,
        "policy": (best.policy - choices.offsets[:-1]).tolist(),
        "rank": _ranks(process, targets, best.policy, values, direction, reward is None).tolist(),
        "values": [None if value is None else str(value) for value in values],
    }


def first_process_difference(given: Certificate, drn: Drn, process: DecisionProcess[int]) -> str:
    """The first part of a certificate that is not what the file has; "" where all is."""
    reach, reward = given["reach"], given["reward"] if given["kind"] == "reward" else None
    if reach not in drn.labels:
        return "reach"
    if reward is not None and reward not in drn.rewards:
        return "reward"
    again = _determined(drn, process, reach, reward)
    return next((key for key in sorted(again) if canonical(again[key]) != canonical(given[key])), "")


def _determined(drn: Drn, process: DecisionProcess[int], reach: str, reward: str | None) -> Certificate:
    """The parts of a certificate that the file determines."""
    rows = process.choices.rows
    rewards = [Fraction(0)] * len(rows) if reward is None else drn.rewards[reward]
    if min(rewards) < 0:
        raise TooMuchWork("a certificate holds rewards of 0 or more, and a reward of the file is below 0")
    check_length("rewards", PAY, *set(rewards))
    if len(rows.weights):
        check_length("weights", WEIGHT, int(rows.weights.max()))
    row = rows.row_reader()
    listed: list[Any] = [
        [process.actions[k], str(rewards[k]), [[j, str(weight)] for j, weight in sorted(row(k))]]
        for k in range(len(rows))
    ]
    bounds = process.choices.offsets.tolist()
    return {
        "schema": DECISION,
        "kind": "chance" if reward is None else "reward",
        "reach": reach,
        "reward": reward or "",
        "initial": sorted(drn.initial),
        "targets": sorted(drn.labels[reach].tolist()),
        "choices": [listed[a:b] for a, b in pairwise(bounds)],
    }


def _ranks(
    process: DecisionProcess[int],
    targets: Indices,
    policy: Indices,
    values: Sequence[Fraction | None],
    direction: Direction,
    chance: bool,
) -> Indices:
    """The rank of each state, which falls on the way to where all is decided."""
    choices = process.choices
    aimed = mask(len(choices), targets)
    graph = graph_before(choices, aimed)
    played = Graph(choices, graph.allowed & mask(len(choices.rows), policy))
    if chance:
        decided = aimed | np.array([value == 0 for value in values])
        levels = played.fewest_choices(decided) if direction == "max" else graph.most_choices(decided)
        return np.maximum(levels, 0)
    infinite = np.array([value is None for value in values])
    if direction == "min":
        return np.where(infinite, graph.rounds_to_risk(aimed), played.fewest_choices(aimed))
    levels = graph.most_choices(aimed)
    return np.where(infinite, played.fewest_choices(levels < 0), levels)
