"""Several actions, one of which costs money: Casino War with six decks.

Player and dealer get a card each, and the higher one wins. On a tie the player surrenders half the stake, or
goes to war: as much again is put down, and both get another card. In the war a tie wins too; the raise is
paid 1 to 1, and the first stake comes back. An action leads to another state, as "go to war", or to an end,
as "surrender". What is put down on the way stands in `later_stakes`, by ending, and best play weighs it. Try
`markov odds examples/casino_war.py`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import markov as mk

State = tuple[tuple[int, ...], bool]  # ranks of this deal, the ace being 14; and whether it is the war

SIX_DECKS = dict.fromkeys(range(2, 15), 24)


def step(state: State, rank: int) -> State | mk.End:
    dealt, war = state
    if not dealt:
        return (rank,), war
    if war:
        return mk.End("war-won" if dealt[0] >= rank else "war-lost")
    if dealt[0] == rank:
        return (rank, rank), war
    return mk.End("won" if dealt[0] > rank else "lost")


def actions(state: State) -> Mapping[str, Any] | None:
    return {"go to war": ((), True), "surrender": mk.End("surrender")} if len(state[0]) == 2 else None


def label(state: State) -> str:
    dealt, war = state
    return f"{'war' if war else 'deal'}: {', '.join(map(str, dealt)) or 'no card'}"


cards = mk.PlainRule(
    ((), False),
    step,
    description="The higher of two cards wins; on a tie the player surrenders, or puts down more.",
    label=label,
    actions=actions,
)
rule = mk.Draws(SIX_DECKS, cards, trial="card", label=lambda state: label(state[1]))
war = mk.Wager(
    "Casino War",
    rule,
    rule.wheel(rule.start),
    mk.Paytable(
        {
            "won": "1 to 1",
            "lost": "nothing",
            "surrender": Fraction(1, 2),
            "war-won": Fraction(3),  # for 2: the raise 1 to 1, and the first stake
            "war-lost": "nothing",
        }
    ),
    "our own table, with the rules of most houses",
    later_stakes=mk.Paytable({"war-won": Fraction(1), "war-lost": Fraction(1)}),
)

if __name__ == "__main__":
    print(war.odds().view())
