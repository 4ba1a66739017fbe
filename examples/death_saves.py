"""Death saves: a die of 20 sides, three successes before three failures.

10 or more is a success and less a failure; 1 counts as two failures and 20 as two successes. Try
`markov odds examples/death_saves.py`.
"""

import markov as mk


def step(state: tuple[int, int], roll: int) -> tuple[int, int] | mk.End:
    """A state is how many successes and failures there are."""
    good = state[0] + (2 if roll == 20 else roll >= 10)
    bad = state[1] + (2 if roll == 1 else roll < 10)
    return mk.End("saved") if good >= 3 else mk.End("dead") if bad >= 3 else (good, bad)


rule = mk.PlainRule(
    (0, 0),
    step,
    description="Three successes save, three failures kill.",
    trial="roll",
    label=lambda state: f"{state[0]} good, {state[1]} bad",
)
wager = mk.Wager(
    "Death saves", rule, mk.dice(1, 20), mk.Paytable({"saved": "evens", "dead": "nothing"}), "a game"
)

if __name__ == "__main__":
    print(wager.odds().view())
