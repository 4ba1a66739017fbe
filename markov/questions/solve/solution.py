"""The answer to one question about a chain or a decision process of a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from markov.chain.best_policy import Direction, best_chance, best_reward
from markov.chain.chain import Chain
from markov.chain.decision_process import DecisionProcess
from markov.chain.reachability import expected_rewards, reach_probabilities
from markov.formats.drn_reader import Drn


@dataclass(frozen=True, slots=True)
class SolvedPolicy:
    """The choices of a decision process, and the best policy.

    choices   the number of actions in all
    policy    for each state the name of its best action
    decided   the states with several actions to which play can come, before the label, under that policy
    """

    direction: Direction
    choices: int
    policy: Sequence[str]
    decided: Sequence[int]


@dataclass(frozen=True, slots=True)
class Solution:
    """The chance of reaching a label from each initial state, or the mean reward until then.

    reach      the label that is to be reached
    reward     the reward model whose mean is asked for; None where the chance is
    values     for each initial state the chance or the mean, None for an infinite one
    decision   None for a chain
    """

    file: str
    states: int
    transitions: int
    reach: str
    reward: str | None
    values: Sequence[tuple[int, Fraction | None]]
    decision: SolvedPolicy | None = None


def solved(file: str, read: Drn, chain: Chain[int], reach: str, reward: str | None) -> Solution:
    """The answer for a chain."""
    links, targets = chain.transitions, read.labels[reach]
    values: Sequence[Fraction | None] = (
        reach_probabilities(links, targets, read.initial)
        if reward is None
        else expected_rewards(links, targets, read.rewards[reward], read.initial)
    )
    answers = list(zip(read.initial, values, strict=True))
    return Solution(file, len(links), len(links.weights), reach, reward, answers)


def certified(
    drn: Drn, process: DecisionProcess[int], reach: str, reward: str | None, direction: Direction
) -> str:
    """The line of a certificate of the answer for a decision process."""
    from markov.checker import canonical
    from markov.proof.decision_certificate import decision_certificate

    return canonical(decision_certificate(drn, process, reach, reward, direction)) + "\n"


def decided(
    file: str, read: Drn, process: DecisionProcess[int], reach: str, reward: str | None, direction: Direction
) -> Solution:
    """The answer for a decision process, the greatest or the least that choices can make it."""
    choices, targets = process.choices, read.labels[reach]
    best = (
        best_chance(choices, targets, read.initial, direction)
        if reward is None
        else best_reward(choices, targets, read.rewards[reward], read.initial, direction)
    )
    policy = [process.actions[k] for k in best.policy.tolist()]
    several = np.diff(choices.offsets) > 1
    several[targets] = False
    reached = choices.reached(best.policy, np.array(read.initial), targets)
    rows = choices.rows
    return Solution(
        *(file, len(choices), len(rows.weights), reach, reward),
        [(i, best.values[i]) for i in read.initial],
        SolvedPolicy(direction, len(rows), policy, np.flatnonzero(several & reached).tolist()),
    )
