"""Free spins that retrigger: one spin of the base game may bring 10 free spins, and each of them 10 more.

There are never more than 50, and a free spin wins 2 for each unit staked with chance 1/4. The ending is how
many were played; it pays what they win on average. Try `markov odds examples/free_spins.py`, or
`markov law examples/free_spins.py free-spins`.
"""

from fractions import Fraction

import markov as mk

BASE = mk.Distribution({"trigger": "1/40", "nothing": "39/40"})
FREE = mk.Distribution({"retrigger": "1/50", "plain": "49/50"})
START, CAP = (0, 0), 50


def wheel(state: tuple[int, int]) -> mk.Distribution[str]:
    return BASE if state == START else FREE


def step(state: tuple[int, int], outcome: str) -> tuple[int, int] | mk.End:
    """A state is how many free spins have been played, and how many there are in all."""
    played, there_are = state
    if state == START:
        return (0, 10) if outcome == "trigger" else mk.End("spins-0")
    there_are = min(there_are + 10, CAP) if outcome == "retrigger" else there_are
    return (played + 1, there_are) if played + 1 < there_are else mk.End(f"spins-{played + 1}")


def label(state: tuple[int, int]) -> str:
    return "the base game" if state == START else f"{state[0]} of {state[1]} free spins played"


rule = mk.PlainRule(
    START, step, wheel, description="A trigger brings 10 free spins, a retrigger 10 more.", label=label
)
pays = mk.Paytable({f"spins-{n}": n * Fraction(1, 2) for n in range(0, CAP + 1, 10)})
wager = mk.Wager("Free spins", rule, BASE, pays, "our own table")

if __name__ == "__main__":
    print(wager.odds().view())
