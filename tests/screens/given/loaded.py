"""A die whose 6 wins where its chain is laid out, and no more where it is played: a rule with a mistake."""

from collections import Counter

import markov as mk

seen = Counter()


def rolled(_, shown):
    """Above 3 a win, while the number is new."""
    seen[shown] += 1
    return mk.End("made" if shown > 3 and (shown < 6 or seen[shown] < 2) else "lost")


pays = mk.Paytable({"made": "1.9 for 1", "lost": "nothing"})
wager = mk.Wager("High", mk.PlainRule(0, rolled), mk.dice(1), pays, "here")
