"""A coin that lies face down: the first choice is to give up."""

import markov as mk

rule = mk.PlainRule(
    "face down",
    lambda at, side: mk.End("won" if side == "heads" else "lost"),
    actions=lambda at: {"give up": mk.End("lost"), "flip": at},
)
flip = mk.Wager("Flip", rule, mk.coin(), mk.Paytable({"won": "5 for 1", "lost": "nothing"}), "this test")
