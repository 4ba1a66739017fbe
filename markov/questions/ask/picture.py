"""The chain of a question, as a picture."""

from collections import Counter
from typing import Any

from markov.chain.chain import Chain, lumped
from markov.exact import brief
from markov.naming import counted
from markov.questions.ask.explained import MOST_DRAWN, names
from markov.questions.ask.reply import Reply
from markov.rules.decided import LOST
from markov.rules.goal_rule import MADE
from markov.tables.drawing import Drawing
from markov.tables.picture import Canvas, NoPicture, drawing
from markov.typeset.diagrams.diagram import diagram
from markov.wager.rule import End, label

_LUMPED = 5_000  # states of a chain for which those that play alike are looked for; about a second


def chain_diagram(reply: Reply) -> Drawing | None:
    """The states in words, the chance of each transition, and every end; None where there are too many."""
    chain = reply.chain
    if chain is None or len(chain) > _LUMPED:
        return None
    rule, trials = reply.rule, reply.rule.within
    called = names(reply, chain)
    below = ""
    won, lost = (brief(chance) for chance in (reply.probability, 1 - reply.probability))
    ends = {MADE: f"made: {won}", LOST: f"lost: {lost}"} if reply.probability < 1 else {}
    if reply.walked and trials is not None:
        late = f"after {counted(trials, rule.goals.wheel.trial)}"
        playing = [state for state in chain.states if not isinstance(state, End)]
        if any(rule.judged(rule.standing(state).lines) == MADE for state in playing):
            below = f"{late}: made or lost, as it stands"
        elif LOST in chain.states:
            ends[LOST] = f"lost, or {late}: {lost}"
        else:
            below = f"lost {late}: {lost}"
    called = [ends.get(state, name) for state, name in zip(chain.states, called, strict=True)]
    return _small(chain, called, below)


def _small(chain: Chain[Any], called: list[str], below: str = "") -> Drawing | None:
    """The diagram; where there are many states, those that play alike are one, which says how many it is."""
    if len(chain) > MOST_DRAWN:
        fewer = lumped(chain)
        blocks = fewer.block.tolist()
        often, first = Counter(blocks), {block: i for i, block in reversed([*enumerate(blocks)])}
        called = [
            called[first[k]] + (f" ({often[k]} alike)" if often[k] > 1 else "")
            for k in range(len(fewer.chain))
        ]
        chain = fewer.chain
    return diagram(chain, dict(enumerate(called)), below=below)


def chain_picture(to: Canvas, chain: Chain[Any]) -> None:
    """Draws the chain, its states called by their labels.

    Raises NoPicture where there is no room for it.
    """
    called = list(map(label, chain.states)) if len(chain) <= _LUMPED else []
    if not called or (drawn := _small(chain, called)) is None:
        raise NoPicture(f"a chain of {len(chain):,} states is too large to be drawn")
    drawing(to, drawn)


def picture(to: Canvas, reply: Reply) -> None:
    """Draws the chain.

    Raises NoPicture where there is none, or no room for it.
    """
    if reply.chain is None:
        raise NoPicture("a race has no states to draw; --by chain solves the question on a chain")
    if (drawn := chain_diagram(reply)) is None:
        states = len(reply.chain)
        raise NoPicture(f"a chain of {states:,} states is too large to be drawn; --explain lists its states")
    drawing(to, drawn)
