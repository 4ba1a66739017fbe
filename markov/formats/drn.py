"""A chain as Storm's DRN text, which Storm can solve again."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from markov.chain.chain import Chain
from markov.chain.decision_process import DecisionProcess
from markov.chain.transitions import Transitions, added_up
from markov.printable import printable
from markov.wager.rule import label

_TAKEN = {"init", "over", "deadlock"}


def lines(title: str, chain: Chain[Any], rule: object = None) -> Iterator[str]:
    """The text, line by line: a state that is over leads to itself, and every other has the reward 1.

    The reward model spins counts spins. A state that is over has the label over and the name of its
    end; where Storm's properties cannot say that name, also one that they can.

    rule   whose states they are, which may name them

    >>> chain = Chain.of(("on", "run-3"), [[(0, 2), (1, 4)], []])
    >>> print("".join(lines("a wager", chain)).expandtabs(4), end="")
    // a wager
    @type: DTMC
    @value_type: rational
    @parameters
    <BLANKLINE>
    @reward_models
    spins
    @nr_states
    2
    @nr_choices
    2
    @model
    state 0 [1] init
    // on
        action 0 [0]
            0 : 1/3
            1 : 2/3
    state 1 [0] over run-3 run_3
        action 0 [0]
            1 : 1
    """
    totals = chain.transitions.totals
    n = len(totals)
    yield f"// {_line(title)}\n"
    if chain.merged:
        yield f"// {_line(chain.merged)}\n"
    yield _head("DTMC", "spins", n, n)
    ends = _labels([_line(label(chain.states[i])) for i in chain.transitions.absorbing.tolist()])
    for i, row in enumerate(_rows(chain.transitions)):
        start = "" if i else " init"
        if total := int(totals[i]):
            yield f"state {i} [1]{start}\n// {_line(label(chain.states[i], rule))}\n\taction 0 [0]\n"
            yield "".join([f"\t\t{j} : {_chance(row[j], total)}\n" for j in sorted(row)])
        else:
            yield f"state {i} [0]{start} over{next(ends)}\n\taction 0 [0]\n\t\t{i} : 1\n"


def process_lines(
    title: str,
    process: DecisionProcess[Any],
    rewards: Mapping[str, Sequence[Fraction]],
    rule: object = None,
) -> Iterator[str]:
    """The text of a decision process: as that of a chain, with actions in its states.

    rewards   by reward model: what each choice brings
    rule      whose states they are, which may name them
    """
    rows, offsets = process.choices.rows, process.choices.offsets.tolist()
    yield f"// {_line(title)}\n"
    yield _head("MDP", " ".join(rewards), len(process), len(rows))
    ends, weights = _labels([_line(label(end)) for end in process.ends]), list(_rows(rows))
    nothing = ", ".join("0" for _ in rewards)
    for i, (first, last) in enumerate(pairwise(offsets)):
        start = "" if i else " init"
        if not rows.totals[first]:
            yield f"state {i} [{nothing}]{start} over{next(ends)}\n\taction 0 [{nothing}]\n\t\t{i} : 1\n"
            continue
        yield f"state {i} [{nothing}]{start}\n// {_line(label(process.states[i], rule))}\n"
        for k in range(first, last):
            name = re.sub(r"[^A-Za-z0-9-]+", "_", str(process.actions[k])).strip("_") or "on"
            yield f"\taction {name} [{', '.join(str(brings[k]) for brings in rewards.values())}]\n"
            total = int(rows.totals[k])
            yield "".join([f"\t\t{j} : {_chance(weights[k][j], total)}\n" for j in sorted(weights[k])])


def _head(kind: str, rewards: str, states: int, choices: int) -> str:
    return (
        f"@type: {kind}\n@value_type: rational\n@parameters\n\n@reward_models\n{rewards}\n"
        f"@nr_states\n{states}\n@nr_choices\n{choices}\n@model\n"
    )


def _rows(chain: Transitions) -> Iterator[dict[int, int]]:
    """For each state its successors with their weights, equal successors once."""
    return map(added_up, map(chain.row_reader(), range(len(chain))))


def _line(text: str) -> str:
    return printable(" ".join(text.split()))


@lru_cache(maxsize=2**16)
def _chance(weight: int, total: int) -> str:
    return str(Fraction(weight, total))


def _labels(names: list[str]) -> Iterator[str]:
    """For each end the labels that name it, with the space before each."""
    named: dict[str, str] = {}
    for name in dict.fromkeys(names):
        spelled = name.replace('"', "'")
        while spelled in _TAKEN or spelled in named.values():
            spelled += "_"
        named[name] = spelled
    taken = _TAKEN | set(named.values())
    for name, spelled in list(named.items()):
        sayable = re.sub(r"^(?=[0-9])|[^A-Za-z0-9_]", "_", spelled)
        text = f' "{spelled}"' if " " in spelled else f" {spelled}"
        if sayable not in taken:  # so it is not the same, nor another end's
            taken.add(sayable)
            text += f" {sayable}"
        named[name] = text
    return iter([named[name] for name in names])
