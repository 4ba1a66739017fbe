"""The way to an answer: the outcomes that are told apart, the machines, the chain and its equations."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from markov.chain.chain import Chain
from markov.questions.ask.reply import Reply
from markov.rules.goal_rule import MADE, GoalRule, state_in_words
from markov.rules.grounded import Grounded
from markov.rules.machines import Deadline, EventCount, First, Machine, Pattern, Several
from markov.tables.table import Table, Word, column, decimals, fractions, table, words
from markov.wager.rule import End, label, plain

_FEW = 40  # states that are listed
_FEWEST = 12  # states whose equations are written out
MOST_DRAWN = 24  # states of a drawing


def explained(reply: Reply, drawn: bool = False) -> list[Table]:
    """The events that are told apart, their machines, and the chain; with equations where it is small.

    drawn   a drawing of the chain is asked for too
    """
    goal = reply.rule.grounded
    tables = [_letters(goal), _machines(goal)]
    if reply.chain is not None:
        tables.append(_chain(reply, reply.chain, drawn))
    return tables


def names(reply: Reply, chain: Chain[Any]) -> list[str]:
    """The states of the chain in words, no two of them alike."""
    goal = reply.rule.grounded.untimed
    if not isinstance(reply.wager.rule, GoalRule):
        found = [label(state, reply.wager.rule) for state in chain.states]
    else:
        found = [
            state.name if isinstance(state, End) else state_in_words(goal, state) for state in chain.states
        ]
    often = Counter(found)
    return [
        name if often[name] == 1 else f"{name} {plain(state)}"
        for name, state in zip(found, chain.states, strict=True)
    ]


def _letters(grounded: Grounded) -> Table:
    """The outcomes, those that no part of the goal tells apart in one row."""
    alike: dict[Any, list[Any]] = {}
    cycle = grounded.wheel.cycle
    for outcome in grounded.outcomes:
        letters = tuple(grounded.reading.read(at, outcome)[0] for at in (cycle.states if cycle else (None,)))
        alike.setdefault(letters, []).append(outcome)
    listed = [
        ", ".join(map(str, some)) if len(some) <= 12 else f"{len(some)} outcomes" for some in alike.values()
    ]
    ways = [Word(str(sum(grounded.outcomes[one] for one in some))) for some in alike.values()]
    parts = [
        words(f"one {grounded.wheel.trial}", listed),
        column(f"ways of {grounded.outcomes.total}", ways),
        words("", ["counts" if any(letters) else "changes no tally" for letters in alike]),
    ]
    return table("Outcomes that are told apart", parts)


def _machines(grounded: Grounded) -> Table:
    rows: list[tuple[str, str]] = []

    def add(machine: Machine, deep: int) -> None:
        parts: tuple[Machine, ...] = ()
        match machine:
            case EventCount(need=need, exactly=exactly):
                name = f"a tally {'that is to be exactly' if exactly else 'up to'} {need}"
            case Pattern():
                name = f"a pattern of {len(machine.events)} {grounded.wheel.trial}s"
            case Several(need=need, exactly=exactly):
                name = f"{'exactly' if exactly else 'at least'} {need} of {len(machine.parts)}"
                parts = machine.parts
            case First():
                name, parts = "the first before the second", (machine.goal, machine.stop)
            case Deadline(trials=trials):
                name = f"within {trials:,} {grounded.wheel.trial}s, waited for to the last"
                parts = (machine.goal,)
        states = f"{machine.size():,}" if machine.size() < 10**12 else "very many"
        rows.append(("· " * deep + name, states))
        for part in parts[:_FEWEST]:
            add(part, deep + 1)
        if len(parts) > _FEWEST:
            rows.append(("· " * (deep + 1) + f"and {len(parts) - _FEWEST} more", ""))

    add(grounded.machine, 0)
    most = [Word(states) for _, states in rows]
    return table("Machines", [words("machine", [name for name, _ in rows]), column("states, at most", most)])


def _chain(reply: Reply, chain: Chain[Any], drawn: bool) -> Table:
    """Each state, what it leads to, and the chance of the goal from it."""
    chances = chain.values({MADE: 1}) if MADE in chain.ends else dict.fromkeys(chain.states, Fraction(0))
    called = names(reply, chain)
    playing = [i for i, state in enumerate(chain.states) if not isinstance(state, End)]
    shown = playing[:_FEW]
    notes = []
    if len(playing) > _FEW:
        notes.append(f"{len(playing):,} states in play; the first {_FEW} are listed.")
    if len(playing) <= _FEWEST:
        notes.append("First-step equations: a state's chance is the mean of those of the states it leads to.")
        notes += [_equation(chain, i, called) for i in playing]
    timed = reply.rule.grounded.trials is not None and isinstance(reply.wager.rule, GoalRule)
    if timed:
        notes.append("The deadline is no part of the states: the answer walks along the chain up to it.")
    if not drawn:
        large = f"It is too large to be drawn: a drawing has {MOST_DRAWN} states at the most."
        notes.append(large if len(chain) > MOST_DRAWN else "--plot FILE.svg draws it.")
    listed = [chances[chain.states[i]] for i in shown]
    parts = [
        words("state", [called[i] for i in shown]),
        words("leads to", [_moves(chain, i, called) for i in shown]),
        fractions("chance without the deadline" if timed else "chance of the goal", listed),
        decimals("≈", listed),
    ]
    return table("The chain", parts, notes)


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
