"""Sums over the ways into a state and out of it, as parts of formulas."""

from collections.abc import Collection

from markov.workbook import columns
from markov.workbook.cells import at
from markov.workbook.plan import Plan


def coming(plan: Plan, i: int, used: int, inside: Collection[int] = ()) -> str:
    """How often a state is come to, other than from inside; at the start, once more."""
    ways = [at(step.row, used) for step in plan.into[i] if step.origin not in inside]
    return "+".join([*(["1"] if i == 0 else []), *ways]) or "0"


def led(plan: Plan, i: int, column: int, inside: Collection[int] = ()) -> str:
    """The column's figure of the states that a state leads to, other than inside, weighted by chance."""
    ways = [step for step in plan.out[i] if step.target not in inside]
    return "+".join(f"{at(way.row, columns.CHANCE)}*{plan.cell(way.target, column)}" for way in ways) or "0"
