"""The chance of reaching a label in a chain of a file, or the mean reward until then."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.tables.records import Records
from markov.tables.table import Cell, Column, Figure, Rounded, Table, Word, decimal
from markov.tables.view import Document, View


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


def view(found: Solution) -> View:
    """A row for each initial state; they are numbered as in the file."""
    return View((_table(found),), lambda: _records(found), lambda: _document(found))


def _table(found: Solution) -> Table:
    asked = "chance" if found.reward is None else f"expected {found.reward or 'reward'}"
    rows: list[tuple[Cell, ...]] = [
        (Word(str(i)), Word("inf"), Word("inf"))
        if value is None
        else (Word(str(i)), Figure(value), Figure(value, decimal))
        for i, value in found.values
    ]
    notes = [f"{found.states:,} states, {found.transitions:,} transitions."]
    if any(value is None for _, value in found.values):
        notes.append(f"inf: there is a chance that {found.reach} is never reached.")
    columns = Column("initial state", "left"), Column(asked), Column("≈", "point")
    title = f"{found.file}: {asked} {'of reaching' if found.reward is None else 'until'} {found.reach}"
    return Table(title, columns, tuple(rows), tuple(notes))


def _document(found: Solution) -> Document:
    return {
        "schema": "markov/solve/1",
        "states": found.states,
        "transitions": found.transitions,
        "reach": found.reach,
        "reward": found.reward,
        "values": [{"initial": i, "value": "inf" if value is None else value} for i, value in found.values],
    }


def _records(found: Solution) -> Records:
    rows = [
        {
            "file": found.file,
            "reach": found.reach,
            "reward": found.reward,
            "initial": i,
            "value": Rounded("inf") if value is None else value,
        }
        for i, value in found.values
    ]
    return Records({"file": str, "reach": str, "reward": str, "initial": int, "value": Fraction}, rows)
