"""Hold or roll: three dice, three rolls, and after each roll the dice that are kept.

What lies on the table after the third roll is paid. `actions(state)` says what may be done in a state,
and what it makes of the state: here the dice that are kept, and the wheel of that state is a roll of the
others. The first choice is that of a player who does not think, and it is to keep all. Best play is a
question of the pays: the two wagers keep other dice. Try `markov odds examples/keep_dice.py three-sixes`.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product

import markov as mk

Dice = tuple[int, ...]
State = tuple[int, Dice]  # rolls left, and the dice on the table: all three, or those that are kept

ROLLS = {
    n: mk.Distribution(Counter(tuple(sorted(one)) for one in product(range(1, 7), repeat=n)))
    for n in range(4)
}


def wheel(state: State) -> "mk.Distribution[Dice]":
    return ROLLS[3 - len(state[1])]


def step(state: State, roll: Dice) -> State | mk.End:
    left, kept = state
    dice = tuple(sorted((*kept, *roll)))
    if left > 1:
        return left - 1, dice
    if dice == (6, 6, 6):
        return mk.End("three-sixes")
    return mk.End({1: "three-alike", 2: "a-pair", 3: "nothing"}[len(set(dice))])


def actions(state: State) -> Mapping[str, State] | None:
    left, dice = state
    if len(dice) < 3:
        return None
    kept = {one: None for size in (3, 2, 1, 0) for one in combinations(dice, size)}
    return {f"keep {', '.join(map(str, one)) or 'none'}": (left, one) for one in kept}


def label(state: State) -> str:
    left, dice = state
    return f"{', '.join(map(str, dice)) or 'no dice'}, rolls left: {left}"


rule = mk.PlainRule(
    (3, ()),
    step,
    wheel=wheel,
    description="Three rolls of three dice; after the first and the second any of them may be kept.",
    trial="roll",
    label=label,
    actions=actions,
)
NOTHING = {"a-pair": "nothing", "nothing": "nothing"}
SOURCE = "our own table"
three_sixes = mk.Wager(
    "Three sixes",
    rule,
    wheel(rule.start),
    mk.Paytable({"three-sixes": "12 for 1", "three-alike": "nothing", **NOTHING}),
    SOURCE,
)
three_alike = mk.Wager(
    "Three alike",
    rule,
    wheel(rule.start),
    mk.Paytable({"three-sixes": "5 for 1", "three-alike": "3 for 1", **NOTHING}),
    SOURCE,
)

if __name__ == "__main__":
    print(three_sixes.odds().view())
