"""The columns on the sheet of a chain: their places, heads and notes."""

from collections.abc import Mapping

NUMBER, STATE, TO, LEADS, WHEN, WEIGHT, CHANCE, WEIGHTS, LEAVES, ENDING = range(10)
VISITS, WORTH, LEFT, USED = range(10, 14)  # played to its end
OFFERED, ON, TAKE, THERE, STOPS, BEST, LEFT_BEST, USED_BEST = range(14, 22)  # best play

TIE = "1E-12"  # of the pay and one: an offer better by no more than that is a tie, and play goes on

WIDTHS = (5, 21, 6, 19, 18, *[9.7] * 17)
BARE = 2  # the width of a column with nothing in it
WORDS = (STATE, LEADS, WHEN)
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
    VISITS: "times there",
    WORTH: "worth",
    LEFT: "spins left",
    USED: "times taken",
}
BEST_HEADS: Mapping[int, str] = {
    OFFERED: "offered",
    ON: "playing on",
    TAKE: "takes",
    THERE: "times there",
    STOPS: "stops",
    BEST: "worth",
    LEFT_BEST: "spins left",
    USED_BEST: "times taken",
}
_LEFT = "The expected number of spins still to come."
_USED = "How often this way is taken: the times there times its chance."
NOTES: Mapping[int, str] = {
    LEAVES: "The chance that a spin changes the state; what follows is divided by it.",
    ENDING: "Number of an ending on the wager's sheet: the one that this is, or the one on offer here.",
    VISITS: "The expected number of spins made here; where play is over, the chance of it. "
    "What comes in from other states, over the chance to move on.",
    WORTH: "The expected gross return from here if no offer is ever taken, from the ends back.",
    LEFT: _LEFT,
    USED: _USED,
    ON: "What the state leads to is worth, once play leaves it, played best from there. In the odds the "
    "offer is declined at every return too.",
    TAKE: f"1 where the offer beats playing on by more than {TIE} of the pay and one; a tie plays on.",
    THERE: "The expected number of spins made here; where play stops or is over, the chance of it.",
    STOPS: "The chance that play stops here with the offer.",
    BEST: "The offer where it is taken, else playing on.",
    LEFT_BEST: _LEFT,
    USED_BEST: _USED,
}
