"""Flips on which the player acts, or puts down more."""

from fractions import Fraction

import markov as mk


def flip(state, side):
    return mk.End("won" if side == "heads" else "lost")


cashes = mk.PlainRule(0, flip, actions=lambda state: {"cash": mk.End("cash"), "flip": state})
pays = {"won": "3 for 1", "lost": "nothing"}
bet = mk.Wager("Bet", cashes, mk.coin(), mk.Paytable({**pays, "cash": "1 for 1"}), "a test")
raised = mk.Wager(
    "Raised",
    mk.PlainRule(0, flip, description="Heads wins."),
    mk.coin(),
    mk.Paytable({"won": Fraction(4), "lost": "nothing"}),
    "a test",
    later_stakes=mk.Paytable({"won": Fraction(1), "lost": Fraction(1)}),
)
twice = mk.PlainRule(0, lambda at, side: 1 if (at, side) == (0, "heads") else mk.End(side, decides=at > 0))
again = mk.Wager("Again", twice, mk.coin(), mk.Paytable({"heads": "2 for 1", "tails": "1 for 2"}), "a test")
