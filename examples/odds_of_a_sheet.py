"""Every wager of an installed sheet, exactly: the chance that something comes back, and the edge.

Run it with `python examples/odds_of_a_sheet.py`.
"""

import markov as mk


def main() -> None:
    game = mk.game("repeater-bets-plus", zeros="3", zero="loses")
    print(f"{game.name}, on a wheel with three zeros that lose")
    for name in game:
        if name == "citywide":  # half a million states; worth it, but not in an example
            continue
        odds = game[name].odds()
        never, best = odds.never, odds.optimal
        print(
            f"{name:22} {mk.one_in(never.hit_frequency):>12}   edge {mk.percent(never.edge.per_stake):>9}",
            end="",
        )
        print(f", {mk.percent(best.edge.per_stake)} with best surrender" if best.net != never.net else "")


if __name__ == "__main__":
    main()
