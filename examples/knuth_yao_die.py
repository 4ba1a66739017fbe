"""A fair die from a fair coin, after Knuth and Yao: the odds are exact, and so is the mean of 11/3 flips.

Try `markov odds examples/knuth_yao_die.py`.
"""

import markov as mk

# By state what heads and tails lead to; a text is a face of the die.
HEADS: dict[int, int | str] = dict(enumerate((1, 3, 5, 1, "2", "4", 2)))
TAILS: dict[int, int | str] = dict(enumerate((2, 4, 6, "1", "3", "5", "6")))


def step(state: int, side: str) -> int | mk.End:
    after = (HEADS if side == "heads" else TAILS)[state]
    return mk.End(after) if isinstance(after, str) else after


rule = mk.PlainRule(
    0,
    step,
    description="Flips of a coin walk along a tree to a face of a die.",
    trial="flip",
    label=lambda state: f"at fork {state} of the tree" if state else "at the root of the tree",
)
pays = mk.Paytable({"6": "5 to 1", **dict.fromkeys("12345", "nothing")})
wager = mk.Wager("On a six", rule, mk.coin(), pays, "D. E. Knuth and A. C. Yao, 1976")

if __name__ == "__main__":
    print(wager.odds().view())
