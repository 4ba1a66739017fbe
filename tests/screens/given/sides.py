"""A toss of which a house sells other sides under each reading."""

import markov as mk


def toss(side):
    rule = mk.PlainRule(0, lambda _, shown: mk.End("made" if shown == side else "lost"))
    return mk.Wager(side, rule, mk.coin(), mk.Paytable({"made": "1.9 for 1", "lost": "nothing"}), "here")


sold = mk.Option("sold", "Which?", dict.fromkeys(["heads-tails", "tails-edge", "edge"], "these"))
game = mk.Game("Sides", "here", (sold,), lambda reading: map(toss, reading["sold"].split("-")))
