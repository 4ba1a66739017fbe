"""A wheel that multiplies: on 2x and 7x the bets stay, and the odds of what comes at last are multiplied.

A bet on 10 pays 10 to 1 times all multipliers on the way, and never more than 1,000 to 1. A state is what a
10 pays now, and each of these pays is an ending of its own. Try `markov odds examples/money_wheel.py`.
"""

import markov as mk

WHEEL = mk.Distribution({"1": 23, "2": 15, "5": 7, "10": 4, "20": 2, "40": 1, "2x": 1, "7x": 1})
TIMES = {"2x": 2, "7x": 7}
MOST = 1000


def step(odds: int, segment: str) -> int | mk.End:
    """The odds of a 10 after the segment, or how the bet is over."""
    if segment in TIMES:
        return min(odds * TIMES[segment], MOST)
    return mk.End(f"{odds}-to-1" if segment == "10" else "lost")


rule = mk.PlainRule(
    10,
    step,
    description="A 10 wins, another number loses, and a multiplier multiplies what a 10 pays.",
    label=lambda odds: f"a 10 pays {odds} to 1",
)
reached = {min(10 * 2**twos * 7**sevens, MOST) for twos in range(8) for sevens in range(4)}
pays = {"lost": "nothing"} | {f"{odds}-to-1": f"{odds} to 1" for odds in sorted(reached)}
wager = mk.Wager("Bet on 10", rule, WHEEL, mk.Paytable(pays), "our own table")

if __name__ == "__main__":
    print(wager.odds().view())
