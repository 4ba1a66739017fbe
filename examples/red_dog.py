"""More money on the way: red dog, in which the ante may be raised once the spread is known.

Two cards are dealt, and a third wins if it falls between them. What the player puts down beside the ante
stands in `later_stakes`, by ending, and the pay of an ending is what comes back for all of it: a spread of 7
pays ante and raise 1 to 1 each, so 4 come back for 2. When to raise is an option of the game here, so that
each way is a reading; a rule with `choices` leaves it to the player, as in casino_war.py. Try `markov
readings examples/red_dog.py`.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import markov as mk

Cards = tuple[int, ...]  # ranks, the lower first; the ace is 14

DECK = dict.fromkeys(range(2, 15), 4)
ODDS = {1: 5, 2: 4, 3: 2} | dict.fromkeys(range(4, 12), 1)
SOURCE = "our own table"


def spread(cards: Cards) -> int:
    """The number of ranks between the two cards; -1 for a pair."""
    return cards[1] - cards[0] - 1


def step(cards: Cards, rank: int) -> Cards | mk.End:
    """The cards with one more, or how the hand is over."""
    if len(cards) < 2:
        both = tuple(sorted((*cards, rank)))
        return mk.End("consecutive", decides=False) if len(both) == 2 and spread(both) == 0 else both
    if spread(cards) < 0:
        return mk.End("three-of-a-rank") if rank == cards[0] else mk.End("pair", decides=False)
    return mk.End(f"spread-{spread(cards)}-{'wins' if cards[0] < rank < cards[1] else 'loses'}")


def label(cards: Cards) -> str:
    """The cards for a reader."""
    return f"spread {spread(cards)}" if len(cards) == 2 else "one card" if cards else "no card"


hand = mk.PlainRule(
    (), step, description="A third card between the first two wins by their spread.", label=label
)
rule = mk.Draws(DECK, hand, mk.End("no card left"), trial="card")


def wagers(reading: Mapping[str, str]) -> Iterator[mk.Wager]:
    """The ante, raised by as much again from a spread on."""
    raised = range(int(reading["raise-from"]), 12)
    pays = {"consecutive": Fraction(1), "pair": Fraction(1), "three-of-a-rank": Fraction(12)}
    for between, odds in ODDS.items():
        staked = 2 if between in raised else 1
        pays |= {
            f"spread-{between}-wins": Fraction(staked * (odds + 1)),
            f"spread-{between}-loses": Fraction(0),
        }
    more = {f"spread-{between}-{how}": Fraction(1) for between in raised for how in ("wins", "loses")}
    start = rule.wheel(rule.start)
    yield mk.Wager("Red dog", rule, start, mk.Paytable(pays), SOURCE, later_stakes=mk.Paytable(more))


game = mk.Game(
    "Red Dog",
    SOURCE,
    (
        mk.Option(
            "raise-from",
            "From which spread on does the player raise?",
            {str(n): f"from {n} on" if n < 12 else "never" for n in (7, *range(1, 7), *range(8, 13))},
        ),
    ),
    wagers,
)

if __name__ == "__main__":
    print(game["red-dog"].odds().view())
