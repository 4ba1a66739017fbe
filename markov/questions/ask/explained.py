"""The way to an answer: the outcomes that are told apart, the machines, the chain and its equations."""

from collections import Counter as Counted
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from markov.chain.chain import Chain
from markov.questions.ask.reply import Reply
from markov.rules.goal_rule import MADE, GoalRule, told
from markov.rules.grounded import Grounded
from markov.rules.machines import Counter, Deadline, ExactCounter, First, Machine, Pattern, Several
from markov.tables.table import Column, Figure, Table, Word, decimal
from markov.wager.wager import End, label, plain

_FEW = 40  # states that are listed
_FEWEST = 12  # states whose equations are written out
MOST_DRAWN = 24  # states of a drawing


def explained(reply: Reply) -> list[Table]:
    """The events that are told apart, their machines, and the chain; with equations where it is small."""
    goal = reply.rule.grounded
    tables = [_letters(goal), _machines(goal)]
    if reply.chain is not None:
        tables.append(_chain(reply, reply.chain))
    return tables


def names(reply: Reply, chain: Chain[Any]) -> list[str]:
    """The states of the chain in words, no two of them alike."""
    goal = reply.rule.grounded.untimed
    if not isinstance(reply.wager.rule, GoalRule):
        found = [label(state, reply.wager.rule) for state in chain.states]
    else:
        found = [state.name if isinstance(state, End) else told(goal, state) for state in chain.states]
    often = Counted(found)
    return [
        name if often[name] == 1 else f"{name} {plain(state)}"
        for name, state in zip(found, chain.states, strict=True)
    ]


def _letters(told: Grounded) -> Table:
    """The outcomes, those that no part of the goal tells apart in one row."""
    alike: dict[Any, list[Any]] = {}
    cycle = told.wheel.cycle
    for outcome in told.outcomes:
        letters = tuple(told.reading.read(at, outcome)[0] for at in (cycle.states if cycle else (None,)))
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


def _chain(reply: Reply, chain: Chain[Any]) -> Table:
    """Each state, what it leads to, and the chance of the goal from it."""
    chances = chain.values({MADE: 1}) if MADE in chain.ends else dict.fromkeys(chain.states, Fraction(0))
    called = names(reply, chain)
    playing = [i for i, state in enumerate(chain.states) if not isinstance(state, End)]
    rows = tuple(
        (
            Word(called[i]),
            Word(_moves(chain, i, called)),
            Figure(chances[chain.states[i]]),
            Figure(chances[chain.states[i]], decimal),
        )
        for i in playing[:_FEW]
    )
    notes = []
    if len(playing) > _FEW:
        notes.append(f"{len(playing):,} states in play; the first {_FEW} are listed.")
    if len(playing) <= _FEWEST:
        notes.append("First-step equations: a state's chance is the mean of those of the states it leads to.")
        notes += [_equation(chain, i, called) for i in playing]
    timed = reply.rule.grounded.trials is not None and isinstance(reply.wager.rule, GoalRule)
    if timed:
        notes.append("The deadline is no part of the states: the answer walks along the chain up to it.")
    notes.append(
        f"It is too large to be drawn: a drawing has {MOST_DRAWN} states at the most."
        if len(chain) > MOST_DRAWN
        else "--plot FILE.svg draws it."
    )
    columns = (
        Column("state", "left"),
        Column("leads to", "left"),
        Column("chance without the deadline" if timed else "chance of the goal"),
        Column("≈", "point"),
    )
    return Table("The chain", columns, rows, tuple(notes))


def _moves(chain: Chain[Any], i: int, called: Sequence[str]) -> str:
    total = chain.transitions.totals[i]
    return " · ".join(f"{called[j]}: {weight}/{total}" for j, weight in chain.transitions.row(i))


def _equation(chain: Chain[Any], i: int, called: Sequence[str]) -> str:
    total = chain.transitions.totals[i]
    terms = [
        f"{weight}/{total}" if chain.states[j] == MADE else f"{weight}/{total} p({called[j]})"
        for j, weight in chain.transitions.row(i)
        if chain.states[j] == MADE or not isinstance(chain.states[j], End)
    ]
    return f"p({called[i]}) = {' + '.join(terms) or '0'}"
