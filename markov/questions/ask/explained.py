"""The way to an answer: the outcomes that are told apart, the chain and its equations."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from markov.chain.chain import Chain
from markov.questions.ask.reply import Reply
from markov.rules.goal_rule import MADE
from markov.rules.grounded import OnWheel
from markov.tables import column as c
from markov.tables.rows import Rows
from markov.tables.table import Word, grouped
from markov.wager.rule import End, plain

_FEW = 40  # states that are listed
_FEWEST = 12  # states whose equations are written out
MOST_DRAWN = 24  # states of a drawing


def explained(reply: Reply, drawn: bool = False) -> list[Rows[Any]]:
    """The outcomes that are told apart, and the chain; with equations where it is small.

    drawn   a drawing of the chain is asked for too
    """
    parts: list[Rows[Any]] = [_told_apart(reply.rule.goals)]
    if reply.chain is not None:
        parts.append(_chain(reply, reply.chain, drawn))
    return parts


def names(reply: Reply, chain: Chain[Any]) -> list[str]:
    """The states of the chain in words, no two of them alike."""
    rule = reply.rule
    clock = not reply.walked
    labels = [state.name if isinstance(state, End) else rule.named(state, clock) for state in chain.states]
    often = Counter(labels)
    return [
        name if often[name] == 1 else f"{name} {plain(state)}"
        for name, state in zip(labels, chain.states, strict=True)
    ]


def _told_apart(goals: OnWheel) -> Rows[Any]:
    """The outcomes, those that no part of the goal tells apart in one row."""
    alike = grouped(goals.outcomes, goals.kind).values()

    columns = (
        c.words(f"one {goals.wheel.trial}", _listed),
        c.counts(
            f"ways of {goals.outcomes.total}",
            lambda some: Word(str(sum(goals.outcomes[outcome] for outcome in some))),
        ),
    )
    return Rows("Outcomes that are told apart", alike, columns, part="")


def _listed(outcomes: Sequence[Any]) -> str:
    return ", ".join(map(str, outcomes)) if len(outcomes) <= 12 else f"{len(outcomes)} outcomes"


def _chain(reply: Reply, chain: Chain[Any], drawn: bool) -> Rows[int]:
    """Each state, what it leads to, and the chance of the goal from it."""
    chances = chain.values({MADE: 1}) if MADE in chain.ends else dict.fromkeys(chain.states, Fraction(0))
    called = names(reply, chain)

    def chance(i: int) -> Fraction:
        return chances[chain.states[i]]

    playing = [i for i, state in enumerate(chain.states) if not isinstance(state, End)]
    shown = playing[:_FEW]
    notes = []
    if len(playing) > _FEW:
        notes.append(f"{len(playing):,} states in play; the first {_FEW} are listed.")
    if len(playing) <= _FEWEST:
        notes.append("First-step equations: a state's chance is the mean of those of the states it leads to.")
        notes += [_equation(chain, i, called) for i in playing]
    if reply.walked:
        notes.append("The deadline is no part of the states: the answer walks along the chain up to it.")
    if not drawn:
        large = f"It is too large to be drawn: a drawing has {MOST_DRAWN} states at the most."
        notes.append(large if len(chain) > MOST_DRAWN else "--plot FILE.svg draws it.")
    columns = (
        c.words("state", called.__getitem__),
        c.words("leads to", lambda i: _moves(chain, i, called)),
        c.exact("chance without the deadline" if reply.walked else "chance of the goal", chance),
        c.decimals("decimal", chance),
    )
    return Rows("The chain", shown, columns, notes, part="")


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
