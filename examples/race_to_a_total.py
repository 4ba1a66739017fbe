"""A race to 20 in turns: the tortoise rolls two dice of 6 sides, the hare one of 12, and the hare is first.

The wheel depends on the state: it is the dice of whose turn it is. Try
`markov odds examples/race_to_a_total.py`.
"""

import markov as mk

GOAL = 20
DICE = {"hare": mk.dice(1, 12), "tortoise": mk.dice(2)}


def step(state: tuple[str, int, int], roll: int) -> tuple[str, int, int] | mk.End:
    """A state is whose turn it is, how far they are, and how far the other is."""
    turn, mine, theirs = state
    other = "tortoise" if turn == "hare" else "hare"
    return mk.End(turn) if mine + roll >= GOAL else (other, theirs, mine + roll)


rule = mk.PlainRule(
    ("hare", 0, 0),
    step,
    lambda state: DICE[state[0]],
    description=f"Who comes to {GOAL} first wins.",
    trial="roll",
    label=lambda state: f"the {state[0]}, at {state[1]}, rolls against {state[2]}",
)
pays = mk.Paytable({"hare": "3 to 5", "tortoise": "nothing"})
wager = mk.Wager("On the hare", rule, DICE["hare"], pays, "a game")

if __name__ == "__main__":
    print(wager.odds().view())
