"""The chance of reaching a label in a model of a file, or the mean reward until then, as it is shown."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from markov.exact import brief, short_decimal
from markov.questions.solve.solution import Solution, SolvedPolicy
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables.column import Column
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import Rounded
from markov.tables.view import View, view_of

_INFINITE = Rounded("inf")
_NUMBER = replace(c.COUNT, align="left")
_EXTREME = {"max": "greatest", "min": "least"}
_MISSED = {
    None: "there is a chance that {} is never reached",
    "max": "choices can make it that {} is never reached",
    "min": "whatever is chosen, there is a chance that {} is never reached",
}


def view(solution: Solution, policy: bool = False) -> View:
    """A row for each initial state; they are numbered as in the file.

    policy   whether the best policy is shown, too
    """
    decision = solution.decision
    return view_of(
        "solve",
        None,
        lambda: _parts(solution, policy),
        headline=lambda: _headline(solution),
        line={
            **members(solution, "file reach reward"),
            "direction": decision.direction if decision else None,
        },
        document=lambda: {
            **members(solution, "states transitions"),
            **({"choices": decision.choices} if decision else {}),
            **({"policy": list(enumerate(decision.policy))} if decision and policy else {}),
        },
    )


def _headline(solution: Solution) -> str:
    """The value of the first initial state, in a line."""
    value = solution.values[0][1]
    number = _INFINITE.decimal if value is None else short_decimal(value, 6)
    if solution.reward is None and value is not None:
        number = brief(value)
    asked = f"{_asked(solution)} {solution.reach}: {number}"
    more = len(solution.values) - 1
    return h.capital(asked) + (f", the first of {more + 1:,} initial states" if more else "")


def _asked(solution: Solution) -> str:
    """The question in words, up to the label."""
    asked = (
        "chance of reaching" if solution.reward is None else f"expected {solution.reward or 'reward'} until"
    )
    return f"{_EXTREME[solution.decision.direction]} {asked}" if solution.decision else asked


def _parts(solution: Solution, policy: bool) -> Iterator[Rows[Any]]:
    decision = solution.decision
    asked = "chance" if solution.reward is None else f"expected {solution.reward or 'reward'}"
    choices = f"{decision.choices:,} choices, " if decision else ""
    notes = [f"{solution.states:,} states, {choices}{solution.transitions:,} transitions."]
    if any(value is None for _, value in solution.values):
        missed = _MISSED[decision.direction if decision else None].format(solution.reach)
        notes.append(f"inf: {missed}.")
    columns: tuple[Column[tuple[int, Fraction | None]], ...] = (
        Column("initial state", lambda row: row[0], _NUMBER, "initial", shown=lambda row: str(row[0])),
        Column(asked, lambda row: _INFINITE if row[1] is None else row[1], c.EXACT, "value", shown=_shown),
        Column("decimal", _shown, c.DECIMAL),
    )
    title = f"{solution.file}: {_asked(solution)} {solution.reach}"
    yield Rows(title, solution.values, columns, notes, part="values")
    if policy and decision:
        yield _policy(solution.file, decision)


def _shown(row: tuple[int, Fraction | None]) -> str | Fraction:
    return _INFINITE.decimal if row[1] is None else row[1]


def _policy(file: str, decision: SolvedPolicy) -> Rows[int]:
    columns: tuple[Column[int], ...] = (
        c.words("state", str),
        c.words("action", lambda i: decision.policy[i]),
    )
    note = "States with several actions, as far as this policy comes to them; --json has all states."
    return Rows(f"{file}: a policy that attains it", decision.decided, columns, [note], part="")
