"""Which of two offers: three 6s before a 7, with two ways out.

After the first 6 and after the second the player may take money and be done, as on many layouts; or may
have the bet insured: then a 7 brings the stake back, and less is paid for the third 6. Each is a choice
of its own. Try `markov odds examples/two_offers.py`.
"""

from collections.abc import Mapping
from typing import Any

import markov as mk

State = tuple[int, bool]  # how many 6s, and whether the bet is insured


def step(state: State, total: int) -> State | mk.End:
    sixes, insured = state
    if total == 7:
        return mk.End("insured", decides=False) if insured else mk.End("lost")
    if total != 6:
        return state
    if sixes < 2:
        return sixes + 1, insured
    return mk.End("made-insured" if insured else "made")


def actions(state: State) -> Mapping[str, Any] | None:
    sixes, insured = state
    if not sixes or insured:
        return None
    return {"roll": state, "cash": mk.End(f"cash-{sixes}"), "insure": (sixes, True)}


rule = mk.PlainRule(
    (0, False),
    step,
    description="Three 6s before a 7. After a 6 the bet may be cashed, or insured against the 7 for less.",
    trial="roll",
    label=lambda state: f"{state[0]} six{'es' * (state[0] != 1)}{', insured' * state[1]}",
    actions=actions,
)
three_sixes = mk.Wager(
    "Three 6s",
    rule,
    mk.dice(2),
    mk.Paytable(
        {
            "made": "9 for 1",
            "made-insured": "6 for 1",
            "insured": "1 for 1",
            "cash-1": "2 for 1",
            "cash-2": "4 for 1",
            "lost": "nothing",
        }
    ),
    "our own table",
)

if __name__ == "__main__":
    print(three_sixes.odds().view())
