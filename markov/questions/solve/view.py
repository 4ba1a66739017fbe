"""What a chain of a file comes to, as a table and as a document."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.tables.table import Column, Figure, Table, Word, decimal


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one question about a chain.

    reach    the label that is to be reached
    reward   the reward model whose mean is asked for; None where the chance is
    values   for each initial state the chance or the mean, None for an infinite one
    """

    file: str
    states: int
    transitions: int
    reach: str
    reward: str | None
    values: Sequence[tuple[int, Fraction | None]]


def table(found: Solution) -> Table:
    """A row for each initial state."""
    asked = "chance" if found.reward is None else f"expected {found.reward or 'reward'}"
    rows = [
        (Word(str(i)), Word("inf"), Word("inf"))
        if value is None
        else (Word(str(i)), Figure(value), Figure(value, decimal))
        for i, value in found.values
    ]
    notes = [f"{found.states:,} states, {found.transitions:,} transitions."]
    if any(value is None for _, value in found.values):
        notes.append(f"inf: there is a chance that {found.reach} is never reached.")
    columns = Column("initial state", "left"), Column(asked), Column("about", "point")
    title = f"{found.file}: {asked} {'of reaching' if found.reward is None else 'until'} {found.reach}"
    return Table(title, columns, tuple(rows), tuple(notes))


def document(found: Solution) -> dict[str, Any]:
    """The answer, exact numbers as texts; the initial states are numbered as in the file."""
    return {
        "schema": "markov/solve/1",
        "states": found.states,
        "transitions": found.transitions,
        "reach": found.reach,
        "reward": found.reward,
        "values": [
            {"initial": i, "value": "inf" if value is None else str(value)} for i, value in found.values
        ],
    }
