"""The chain of a question, as a picture."""

from typing import Any

from markov.chain.chain import Chain
from markov.questions.ask.explained import MOST_DRAWN, names
from markov.questions.ask.reply import Reply
from markov.tables.drawing import Drawing
from markov.tables.picture import Canvas, NoPicture, drawing
from markov.typeset.diagrams.diagram import TALLEST, WIDEST, diagram

_ROOM = 5 * WIDEST, 5 * TALLEST  # a picture on its own may be larger than a page


def chain_diagram(reply: Reply) -> Drawing | None:
    """The states, named in words, and the chance of each transition; None where there are too many."""
    chain = reply.chain
    if chain is None or len(chain) > MOST_DRAWN:
        return None
    return diagram(chain, dict(enumerate(names(reply, chain))), room=_ROOM)


def chain_picture(to: Canvas, chain: Chain[Any]) -> None:
    """Draws the chain, its states called by their labels.

    Raises NoPicture where there is no room for it.
    """
    if len(chain) > MOST_DRAWN or (drawn := diagram(chain, room=_ROOM)) is None:
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
