"""A loop between phases, with a cash-out in two of them: a bet on red that a zero sends to prison.

From prison red sets the stake free and a zero sends it to the double prison, from which red brings it back.
In both it may be bought out before any spin. Try `markov surrender examples/en_prison.py`.
"""

import markov as mk

ball = mk.Distribution({"red": 18, "black": 18, "zero": 1})
lost, freed = mk.End("lost"), mk.End("freed", decides=False)
rule = mk.Phases(
    {
        "open": mk.Phase(ball, {"red": mk.End("won"), "black": lost, "zero": "prison"}),
        "prison": mk.Phase(
            ball, {"red": freed, "black": lost, "zero": "double prison"}, offer=mk.End("bought-out")
        ),
        "double prison": mk.Phase(
            ball, {"red": "prison", "black": lost, "zero": lost}, offer=mk.End("bought-out-of-double")
        ),
    }
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
