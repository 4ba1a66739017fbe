"""A second road to any small wager: a process written by hand, solved in fractions without a chain's arrays.

A process is a start, a wheel {outcome: weight}, or one by state, and a step: state and outcome → the next
state, or the name of an ending, which is a string. States are anything but strings.

Nothing of markov or of games is used here.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.elimination import gathered

Step = Callable[[Any, Any], Any]
Wheel = Mapping[Any, int]
Law = dict[str, Fraction]
TRIAL = object()


def solved(start: Hashable, step: Step, wheel: Wheel | Callable[[Any], Wheel]) -> tuple[Law, Fraction]:
    """The chance of each ending, and the mean number of trials."""
    rows: dict[Any, dict[Any, Fraction]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in rows or isinstance(state, str):
            continue
        rows[state], here = {}, wheel(state) if callable(wheel) else wheel
        total = sum(here.values())
        for outcome, weight in here.items():
            after = step(state, outcome)
            rows[state][after] = rows[state].get(after, Fraction(0)) + Fraction(weight, total)
            waiting.append(after)
    _, found = next(gathered({state: {**row, TRIAL: Fraction(1)} for state, row in rows.items()}))
    return found, found.pop(TRIAL)


def walked(start: Hashable, step: Step, wheel: Wheel, trials: int) -> tuple[Law, Fraction]:
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
