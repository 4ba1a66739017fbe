"""Every wager of an installed sheet, exactly: the chance that something comes back, and the edge.

Run it with `python examples/odds_of_a_sheet.py`.
"""

from markov.answer import answer
from markov.catalogue import find
from markov.exact import one_in, percent


def main() -> None:
    game = find("repeater-bets-plus")
    print(f"{game.name}, on a wheel with three zeros that lose")
    for name, wager in game.wagers({"zeros": "3", "zero": "loses"}).items():
        if name == "citywide":  # half a million states; worth it, but not in an example
            continue
        odds = answer(wager)
        never, best = odds.never, odds.optimal
        print(
            f"{name:22} {one_in(never.hit_frequency):>12}   edge {percent(never.edge.per_stake):>9}", end=""
        )
        print(f", {percent(best.edge.per_stake)} with best surrender" if best.net != never.net else "")


if __name__ == "__main__":
    main()
