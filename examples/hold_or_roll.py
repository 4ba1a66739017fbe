"""Hold or roll: a turn of Pig. Points add up, and a 1 loses all of them.

How many points are enough? A point is worth as much as any other, so best play holds from 20 on. A turn
is over at 25 or more. Try `markov odds examples/hold_or_roll.py`.
"""

from collections.abc import Mapping
from typing import Any

import markov as mk

ENOUGH = 25


def step(points: int, face: int) -> int | mk.End:
    if face == 1:
        return mk.End("lost")
    return points + face if points + face < ENOUGH else mk.End(f"{points + face}-points")


def actions(points: int) -> Mapping[str, Any] | None:
    return {"roll": points, "hold": mk.End(f"{points}-points")} if points else None


rule = mk.PlainRule(
    0,
    step,
    description="A die is rolled as long as the player likes; points add up, and a 1 loses all of them.",
    trial="roll",
    label=lambda points: f"{points} points",
    actions=actions,
)
turn = mk.Wager(
    "Turn of Pig",
    rule,
    mk.dice(1),
    mk.Paytable({"lost": "nothing", **{f"{n}-points": f"{n} for 10" for n in range(2, ENOUGH + 6)}}),
    "Pig, a game of dice",
)

if __name__ == "__main__":
    print(turn.odds().view())
