"""A loop between phases, with a cash-out in two of them: a bet on red that a zero sends to prison.

From prison red sets the stake free and a zero sends it to the double prison, from which red brings it back.
In both it may be bought out before any spin. Try `markov surrender examples/en_prison.py`.
"""

import markov as mk

ball = mk.Distribution({"red": 18, "black": 18, "zero": 1})
lost, freed = mk.End("lost"), mk.End("freed", decides=False)
LEADS = {
    "open": {"red": mk.End("won"), "black": lost, "zero": "prison"},
    "prison": {"red": freed, "black": lost, "zero": "double prison"},
    "double prison": {"red": "prison", "black": lost, "zero": lost},
}
OFFERS = {"prison": mk.End("bought-out"), "double prison": mk.End("bought-out-of-double")}
rule = mk.PlainRule(
    "open",
    lambda place, shown: LEADS[place][shown],
    actions=lambda place: {"play on": place, "sell": OFFERS[place]} if place in OFFERS else None,
    description="Red wins and black loses; a zero sends the stake to prison. There red sets it free, black "
    "loses, and a zero sends it to the double prison, from which red brings it back and all else loses. In "
    "both the player may sell it before any spin.",
)
pays = mk.Paytable(
    {
        "won": "1 to 1",
        "freed": "0 to 1",
        "lost": "nothing",
        "bought-out": "9 for 20",
        "bought-out-of-double": "1 for 4",
    }
)
wager = mk.Wager("Red", rule, ball, pays, "our own table")

if __name__ == "__main__":
    print(wager.odds().view())
