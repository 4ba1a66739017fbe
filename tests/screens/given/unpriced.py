"""A flip of which one side is left without a pay."""

import markov as mk

rule = mk.PlainRule(0, lambda _, side: mk.End("a" if side == "heads" else "b"))
half = mk.Wager("Half", rule, mk.coin(), mk.Paytable({"a": "2 for 1"}), "here")
whole = mk.Wager("Whole", rule, mk.coin(), mk.Paytable({"a": "2 for 1", "b": "nothing"}), "here")
