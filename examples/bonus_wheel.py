"""A wheel by phase: three scatters bring the bonus wheel, and a blank on the way loses.

Try `markov odds examples/bonus_wheel.py`.
"""

import markov as mk

reel = mk.Distribution({"scatter": "1/4", "blank": "1/10", "other": "13/20"})
bonus = mk.Distribution({"mini": 30, "minor": 8, "major": 1, "again": 1})
lost = mk.End("lost")
LEADS: dict[str, dict[str, mk.End | str]] = {
    "no scatter": {"scatter": "one scatter", "blank": lost},
    "one scatter": {"scatter": "two scatters", "blank": lost},
    "two scatters": {"scatter": "bonus wheel", "blank": lost},
    "bonus wheel": {name: mk.End(name) for name in ("mini", "minor", "major")},
}
rule = mk.PlainRule(
    "no scatter",
    lambda place, shown: LEADS[place].get(shown, place),
    wheel=lambda place: bonus if place == "bonus wheel" else reel,
    description="The reels show a scatter with chance 1/4, and a blank with 1/10. They are spun until a "
    "blank loses, or a third scatter brings the bonus wheel. Of its 40 pockets mini has 30, minor 8 and "
    "major 1; it is spun until it shows one of these.",
)
pays = mk.Paytable({"lost": "nothing", "mini": "2 for 1", "minor": "5 for 1", "major": "20 for 1"})
wager = mk.Wager("Bonus wheel", rule, reel, pays, "our own table")

if __name__ == "__main__":
    print(wager.odds().view())
