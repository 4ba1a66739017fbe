"""The columns on the sheet of a chain: their places, heads and notes."""

from collections.abc import Mapping
from typing import NamedTuple


class PlayColumns(NamedTuple):
    """The columns of what follows from one way of playing.

    visits   how often play comes to a state, then what it is worth, and the spins left from there
    used     how often a way out of it is taken
    """

    visits: int
    worth: int
    left: int
    used: int


NUMBER, STATE, TO, LEADS, WHEN, WEIGHT, CHANCE, WEIGHTS, LEAVES, ENDING = range(10)
NEVER = PlayColumns(10, 11, 12, 13)
OFFERED, ON, TAKE, STOPS = 14, 15, 16, 18
BEST = PlayColumns(17, 19, 20, 21)

TIE = "1E-12"  # of the pay and one: an offer better by no more than that is a tie, and play goes on

WIDTHS = (5, 21, 6, 19, 18, *[9.7] * 17)
BARE = 2  # the width of a column with nothing in it
WORDS = (STATE, LEADS, WHEN)
_FIGURES = "times there", "worth", "spins left", "times taken"
HEADS: Mapping[int, str] = {
    NUMBER: "no.",
    STATE: "state",
    TO: "to no.",
    LEADS: "leads to",
    WHEN: "when it shows",
    WEIGHT: "weight",
    CHANCE: "chance",
    WEIGHTS: "all weights",
    LEAVES: "moves on",
    ENDING: "ending",
    **dict(zip(NEVER, _FIGURES, strict=True)),
}
BEST_HEADS: Mapping[int, str] = {
    OFFERED: "offered",
    ON: "playing on",
    TAKE: "takes",
    STOPS: "stops",
    **dict(zip(BEST, _FIGURES, strict=True)),
}
_LEFT = "The expected number of spins still to come."
_USED = "How often this way is taken: the times there times its chance."
NOTES: Mapping[int, str] = {
    LEAVES: "The chance that a spin changes the state; what follows is divided by it.",
    ENDING: "Number of an ending on the wager's sheet: the one that this is, or the one on offer here.",
    NEVER.visits: "The expected number of spins made here; where play is over, the chance of it. "
    "What comes in from other states, over the chance to move on.",
    NEVER.worth: "The expected gross return from here if no offer is ever taken, from the ends back.",
    NEVER.left: _LEFT,
    NEVER.used: _USED,
    ON: "What the state leads to is worth, once play leaves it, played best from there. In the odds the "
    "offer is declined at every return too.",
    TAKE: f"1 where the offer beats playing on by more than {TIE} of the pay and one; a tie plays on.",
    BEST.visits: "The expected number of spins made here; where play stops or is over, the chance of it.",
    STOPS: "The chance that play stops here with the offer.",
    BEST.worth: "The offer where it is taken, else playing on.",
    BEST.left: _LEFT,
    BEST.used: _USED,
}
