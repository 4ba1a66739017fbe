"""A second road to any small wager: a process written by hand, solved in fractions without a chain's arrays.

A process is a start, a wheel {outcome: weight} and a step: state and outcome → the next state, or the name of
an ending, which is a string. States are anything but strings.

Nothing of markov or of games is used here.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

Step = Callable[[Any, Any], Any]
Law = dict[str, Fraction]


def solved(start: Hashable, step: Step, wheel: Mapping[Any, int]) -> tuple[Law, Fraction]:
    """The chance of each ending, and the mean number of trials, by elimination of one state after another."""
    total = sum(wheel.values())
    rows: dict[Any, dict[Any, Fraction]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in rows or isinstance(state, str):
            continue
        rows[state] = {}
        for outcome, weight in wheel.items():
            after = step(state, outcome)
            rows[state][after] = rows[state].get(after, Fraction(0)) + Fraction(weight, total)
            waiting.append(after)
    length = dict.fromkeys(rows, Fraction(1))
    into: dict[Any, set[Any]] = {state: set() for state in rows}
    for state, row in rows.items():
        for after in row:
            if after in rows:
                into[after].add(state)
    for state in [one for one in reversed(list(rows)) if one != start] + [start]:
        row = rows[state]
        stay = 1 / (1 - row.pop(state, Fraction(0)))
        rows[state] = row = {after: p * stay for after, p in row.items()}
        length[state] *= stay
        if state == start:
            break
        for before in into[state] - {state}:
            p = rows[before].pop(state, Fraction(0))
            length[before] += p * length[state]
            for after, q in row.items():
                rows[before][after] = rows[before].get(after, Fraction(0)) + p * q
                if after in into:
                    into[after].add(before)
        for after in row:
            if after in into:
                into[after].discard(state)
    return dict(rows[start]), length[start]


def walked(start: Hashable, step: Step, wheel: Mapping[Any, int], trials: int) -> tuple[Law, Fraction]:
    """The same where play stops after so many trials; states in which it still goes on then are `open`."""
    total = sum(wheel.values())
    here: dict[Any, int] = {start: 1}
    law: dict[str, Fraction] = {}
    mean = Fraction(0)
    for n in range(trials):
        mean += Fraction(sum(here.values()), total**n)
        after: dict[Any, int] = {}
        for state, ways in here.items():
            for outcome, weight in wheel.items():
                to = step(state, outcome)
                after[to] = after.get(to, 0) + ways * weight
        for name in [one for one in after if isinstance(one, str)]:
            law[name] = law.get(name, Fraction(0)) + Fraction(after.pop(name), total ** (n + 1))
        here = after
    if here:
        law["open"] = Fraction(sum(here.values()), total**trials)
    return law, mean
