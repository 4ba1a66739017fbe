"""A wheel by phase: three scatters bring the bonus wheel, and a blank on the way loses.

Try `markov odds examples/bonus_wheel.py`.
"""

import markov as mk

reel = mk.Distribution({"scatter": "1/4", "blank": "1/10", "other": "13/20"})
bonus = mk.Distribution({"mini": 30, "minor": 8, "major": 1, "again": 1})
lost = mk.End("lost")
rule = mk.Phases(
    {
        "no scatter": mk.Phase(reel, {"scatter": "one scatter", "blank": lost}),
        "one scatter": mk.Phase(reel, {"scatter": "two scatters", "blank": lost}),
        "two scatters": mk.Phase(reel, {"scatter": "bonus wheel", "blank": lost}),
        "bonus wheel": mk.Phase(bonus, {name: mk.End(name) for name in ("mini", "minor", "major")}),
    }
)
pays = mk.Paytable({"lost": "nothing", "mini": "2 for 1", "minor": "5 for 1", "major": "20 for 1"})
wager = mk.Wager("Bonus wheel", rule, reel, pays, "our own table")

if __name__ == "__main__":
    print(wager.odds().view())
