"""The way to an answer: the outcomes that are told apart, the machines, the chain and its equations."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from markov.chain.chain import Chain
from markov.questions.ask.reply import Reply
from markov.rules.goal_rule import MADE, explored
from markov.rules.grounded import Grounded
from markov.rules.machines import Counter, Deadline, ExactCounter, First, Machine, Pattern, Several
from markov.tables.table import Column, Figure, Table, Word, decimal
from markov.wager.wager import End, label

_FEW = 40  # states that are listed
_FEWEST = 12  # states whose equations are written out


def explained(reply: Reply, limit: int) -> list[Table]:
    """The events that are told apart, their machines, and the chain; with equations where it is small."""
    told = reply.rule.grounded
    tables = [_letters(told), _machines(told)]
    if reply.states is not None:
        drawn = told.wheel.bag
        chain = reply.wager.chain(limit) if drawn else explored(told, told.inner, told.outcomes, limit)
        tables.append(_chain(chain))
    return tables


def _letters(told: Grounded) -> Table:
    """The outcomes, those that no part of the goal tells apart in one row."""
    alike: dict[Any, list[Any]] = {}
    states = told.cycle.states if told.cycle else (None,)
    for outcome in told.outcomes:
        letters = tuple(told.reading[state, outcome][0] for state in states)
        alike.setdefault(letters, []).append(outcome)
    rows = tuple(
        (
            Word(", ".join(map(str, outcomes)) if len(outcomes) <= 12 else f"{len(outcomes)} outcomes"),
            Word(str(sum(told.outcomes[one] for one in outcomes))),
            Word("counts" if any(letters) else "changes no tally"),
        )
        for letters, outcomes in alike.items()
    )
    columns = (
        Column(f"one {told.wheel.trial}", "left"),
        Column(f"ways of {told.outcomes.total}"),
        Column("", "left"),
    )
    return Table("Outcomes that are told apart", columns, rows)


def _machines(told: Grounded) -> Table:
    rows: list[tuple[Word, Word]] = []

    def add(machine: Machine, deep: int) -> None:
        parts: tuple[Machine, ...] = ()
        match machine:
            case Counter(need=need):
                said = f"a tally up to {need}"
            case ExactCounter(need=need):
                said = f"a tally that is to be exactly {need}"
            case Pattern():
                said = f"a pattern of {len(machine.events)} {told.wheel.trial}s"
            case Several(need=need, exactly=exactly):
                said = f"{'exactly' if exactly else 'at least'} {need} of {len(machine.parts)}"
                parts = machine.parts
            case First():
                said, parts = "the first before the second", (machine.goal, machine.stop)
            case Deadline(trials=trials):
                said, parts = (
                    f"within {trials:,} {told.wheel.trial}s, waited for to the last",
                    (machine.goal,),
                )
            case _:
                raise AssertionError(machine)
        rows.append(
            (
                Word("· " * deep + said),
                Word(f"{machine.size():,}" if machine.size() < 10**12 else "very many"),
            )
        )
        for part in parts[:_FEWEST]:
            add(part, deep + 1)
        if len(parts) > _FEWEST:
            rows.append((Word("· " * (deep + 1) + f"and {len(parts) - _FEWEST} more"), Word("")))

    add(told.machine, 0)
    return Table("Machines", (Column("machine", "left"), Column("states, at most")), tuple(rows))


def _chain(chain: Chain[Any]) -> Table:
    """Each state, what it leads to, and the chance of the goal from it."""
    chances = chain.values({MADE: 1}) if MADE in chain.ends else dict.fromkeys(chain.states, Fraction(0))
    playing = [state for state in chain.states if not isinstance(state, End)]
    rows = tuple(
        (
            Word(_name(state)),
            Word(_moves(chain[state])),
            Figure(chances[state]),
            Figure(chances[state], decimal),
        )
        for state in playing[:_FEW]
    )
    notes = []
    if len(playing) > _FEW:
        notes.append(f"{len(playing):,} states in play; the first {_FEW} are listed.")
    if len(playing) <= _FEWEST:
        notes.append("First-step equations: a state's chance is the mean of those of the states it leads to.")
        notes += [_equation(state, chain[state]) for state in playing]
    columns = (
        Column("state", "left"),
        Column("leads to", "left"),
        Column("chance of the goal"),
        Column("≈", "point"),
    )
    return Table("The chain", columns, rows, tuple(notes))


def _name(state: Any) -> str:
    return label(state)


def _moves(row: Mapping[Any, int]) -> str:
    total = sum(row.values())
    return " · ".join(f"{_name(to)}: {weight}/{total}" for to, weight in row.items())


def _equation(state: Any, row: Mapping[Any, int]) -> str:
    total = sum(row.values())
    terms = [
        f"{weight}/{total}" if to == MADE else f"{weight}/{total} p({_name(to)})"
        for to, weight in row.items()
        if to == MADE or not isinstance(to, End)
    ]
    return f"p({_name(state)}) = {' + '.join(terms) or '0'}"
