"""The chance of reaching a label in a model of a file, or the mean reward until then, as it is shown."""

from fractions import Fraction

from markov.questions.solve.solution import Solution, SolvedPolicy
from markov.tables import table as t
from markov.tables.records import Records, members
from markov.tables.table import Figure, Rounded, Table, Tables, Word
from markov.tables.view import Document, View

_INFINITE = Word("inf")
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
    return View(
        Tables(lambda: _tables(solution, policy)),
        lambda: _records(solution),
        lambda: _document(solution, policy),
    )


def _tables(solution: Solution, policy: bool) -> list[Table]:
    tables = [_table(solution)]
    if policy and solution.decision:
        tables.append(_policy(solution, solution.decision))
    return tables


def _table(solution: Solution) -> Table:
    asked = "chance" if solution.reward is None else f"expected {solution.reward or 'reward'}"
    decision = solution.decision
    choices = f"{decision.choices:,} choices, " if decision else ""
    notes = [f"{solution.states:,} states, {choices}{solution.transitions:,} transitions."]
    if any(value is None for _, value in solution.values):
        missed = _MISSED[decision.direction if decision else None].format(solution.reach)
        notes.append(f"inf: {missed}.")
    values = [value for _, value in solution.values]
    parts = [
        t.words("initial state", [str(i) for i, _ in solution.values]),
        t.column(asked, [_INFINITE if value is None else Figure(value) for value in values]),
        t.column(
            "≈", [_INFINITE if value is None else Figure(value, t.decimal) for value in values], "point"
        ),
    ]
    if decision:
        asked = f"{_EXTREME[decision.direction]} {asked}"
    link = "of reaching" if solution.reward is None else "until"
    return t.table(f"{solution.file}: {asked} {link} {solution.reach}", parts, notes)


def _policy(solution: Solution, decision: SolvedPolicy) -> Table:
    parts = [
        t.words("state", map(str, decision.decided)),
        t.words("action", [decision.policy[i] for i in decision.decided]),
    ]
    note = "States with several actions, as far as this policy comes to them; --json has all states."
    return t.table(f"{solution.file}: a policy that attains it", parts, [note])


def _document(solution: Solution, policy: bool) -> Document:
    document = {
        "schema": "markov/solve/1",
        **members(solution, "states transitions reach reward"),
        "values": [
            {"initial": i, "value": "inf" if value is None else value} for i, value in solution.values
        ],
    }
    if solution.decision:
        document |= members(solution.decision, "choices direction")
        if policy:
            document["policy"] = [[i, action] for i, action in enumerate(solution.decision.policy)]
    return document


def _records(solution: Solution) -> Records:
    rows = [
        {
            **members(solution, "file reach reward"),
            "direction": solution.decision.direction if solution.decision else None,
            "initial": i,
            "value": Rounded("inf") if value is None else value,
        }
        for i, value in solution.values
    ]
    kinds = {"file": str, "reach": str, "reward": str, "direction": str, "initial": int, "value": Fraction}
    return Records(kinds, rows)
