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


def view(found: Solution, policy: bool = False) -> View:
    """A row for each initial state; they are numbered as in the file.

    policy   whether the best policy is shown, too
    """
    return View(
        Tables(lambda: _tables(found, policy)), lambda: _records(found), lambda: _document(found, policy)
    )


def _tables(found: Solution, policy: bool) -> list[Table]:
    tables = [_table(found)]
    if policy and found.decision:
        tables.append(_policy(found, found.decision))
    return tables


def _table(found: Solution) -> Table:
    asked = "chance" if found.reward is None else f"expected {found.reward or 'reward'}"
    decision = found.decision
    choices = f"{decision.choices:,} choices, " if decision else ""
    notes = [f"{found.states:,} states, {choices}{found.transitions:,} transitions."]
    if any(value is None for _, value in found.values):
        missed = _MISSED[decision.direction if decision else None].format(found.reach)
        notes.append(f"inf: {missed}.")
    values = [value for _, value in found.values]
    parts = [
        t.words("initial state", [str(i) for i, _ in found.values]),
        t.column(asked, [_INFINITE if value is None else Figure(value) for value in values]),
        t.column(
            "≈", [_INFINITE if value is None else Figure(value, t.decimal) for value in values], "point"
        ),
    ]
    if decision:
        asked = f"{_EXTREME[decision.direction]} {asked}"
    title = f"{found.file}: {asked} {'of reaching' if found.reward is None else 'until'} {found.reach}"
    return t.table(title, parts, notes)


def _policy(found: Solution, decision: SolvedPolicy) -> Table:
    parts = [
        t.words("state", map(str, decision.decided)),
        t.words("action", [decision.policy[i] for i in decision.decided]),
    ]
    note = "States with several actions, as far as this policy comes to them; --json has all states."
    return t.table(f"{found.file}: a policy that attains it", parts, [note])


def _document(found: Solution, policy: bool) -> Document:
    document = {
        "schema": "markov/solve/1",
        **members(found, "states transitions reach reward"),
        "values": [{"initial": i, "value": "inf" if value is None else value} for i, value in found.values],
    }
    if found.decision:
        document |= members(found.decision, "choices direction")
        if policy:
            document["policy"] = [[i, action] for i, action in enumerate(found.decision.policy)]
    return document


def _records(found: Solution) -> Records:
    rows = [
        {
            **members(found, "file reach reward"),
            "direction": found.decision.direction if found.decision else None,
            "initial": i,
            "value": Rounded("inf") if value is None else value,
        }
        for i, value in found.values
    ]
    kinds = {"file": str, "reach": str, "reward": str, "direction": str, "initial": int, "value": Fraction}
    return Records(kinds, rows)
