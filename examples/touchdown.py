"""A position that moves: football with two green dice and a red one.

The ball is 20 yards from the goal line. A throw is a down: it gains what the green dice show above the red
one, and a red die above them loses a yard. Three of a kind are a touchdown, and a red 6 with 2 or 3 on the
green dice turns the ball over. Three downs must bring it to the 10-yard line, and three more over the goal
line.

`mk.dice(green=2, red=1)` keeps the colours apart. Try `markov odds examples/touchdown.py`.
"""

from typing import Any

import markov as mk

Position = tuple[int, int, bool]  # yards to go, downs used, and whether the 10-yard line was reached


def step(position: Position, throw: Any) -> Position | mk.End:
    """The position after the throw, or how the possession is over."""
    to_go, downs, first_down = position
    gain = sum(throw.green) - throw.red
    if {*throw.green} == {throw.red}:
        return mk.End("touchdown")
    if throw.red == 6 and sum(throw.green) <= 3:
        return mk.End("turnover")
    to_go -= max(gain, -1)
    if to_go <= 0:
        return mk.End("touchdown")
    if to_go <= 10 and not first_down:
        return to_go, 0, True
    return (to_go, downs + 1, first_down) if downs < 2 else mk.End("on-downs")


rule = mk.PlainRule(
    (20, 0, False),
    step,
    description="Three downs bring the ball to the 10-yard line, and three more over the goal line.",
    trial="throw",
    label=lambda position: f"{position[0]} yards to go, {position[1]} downs used",
)
dice = mk.dice(green=2, red=1)
touchdown = mk.Wager(
    "Touchdown",
    rule,
    dice,
    mk.Paytable({"touchdown": "1 to 1", "turnover": "nothing", "on-downs": "nothing"}),
    "our own table",
)
defense = mk.Wager(
    "Defense",
    rule,
    dice,
    mk.Paytable({"on-downs": "1 to 1", "turnover": "0 to 1", "touchdown": "nothing"}),
    "our own table",
)

if __name__ == "__main__":
    print(touchdown.odds().view())
