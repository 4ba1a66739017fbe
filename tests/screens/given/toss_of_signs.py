"""A toss that the player need not wait for; a spreadsheet takes its names for formulas."""

import markov as mk

rule = mk.PlainRule(
    (0,),
    lambda _, outcome: mk.End("@made" if outcome == "heads" else "=lost"),
    actions=lambda state: {"play on": state, "stop": mk.End("-take")},
)
pays = mk.Paytable({"@made": "3 for 1", "=lost": "nothing", "-take": "2 for 1"})
how = mk.Option("+how", "How?", {"=1+1": "so", "-1": "or so"})
wager = mk.Wager("+Toss", rule, mk.Distribution({"heads": 1, "tails": 2}), pays, "a test")
game = mk.Game("=T", "a test", (how,), lambda reading: [wager])
