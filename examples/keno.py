"""Keno: 20 of 80 numbers are drawn, and a ticket of 4, 6 or 10 numbers is paid by how many of them are hit.

What is drawn is not put back, so what can come up depends on what is left. Try
`markov odds examples/keno.py`.
"""

from collections.abc import Iterator, Mapping

import markov as mk

PAYS = {
    4: {4: "120 for 1", 3: "4 for 1", 2: "1 for 1"},
    6: {6: "1500 for 1", 5: "90 for 1", 4: "8 for 1", 3: "1 for 1"},
    10: {10: "25000 for 1", 9: "2500 for 1", 8: "500 for 1", 7: "80 for 1", 6: "20 for 1", 5: "3 for 1"},
}


def draw(state: tuple[int, int], ball: str) -> tuple[int, int] | mk.End:
    """One ball more: how many have been drawn, and how many of them are hits."""
    drawn, hits = state[0] + 1, state[1] + (ball == "hit")
    return mk.End(f"hits-{hits}") if drawn == 20 else (drawn, hits)


ticket = mk.PlainRule(
    (0, 0),
    draw,
    description="20 numbers are drawn; with N of the picked ones among them the ending is hits-N.",
    label=lambda state: f"{state[1]} hits in {state[0]}",
)


def wagers(_: Mapping[str, str]) -> Iterator[mk.Wager]:
    for picked, pays in PAYS.items():
        rule = mk.Draws({"hit": picked, "miss": 80 - picked}, ticket)
        table = mk.Paytable({f"hits-{n}": pays.get(n, "nothing") for n in range(picked + 1)})
        yield mk.Wager(f"Pick {picked}", rule, rule.wheel(rule.start), table, "a card of our own")


game = mk.Game("Keno", "a card of our own", (), wagers)

if __name__ == "__main__":
    print(game["pick-6"].odds().view())
