"""An evening of Jacks or Better: the law of a hand is enough, and no rule of the game is needed.

The hands of the 9/6 machine by best play, of 19,933,230,517,200, are published; what becomes of $200 in
quarters, five at a time, over 1,600 hands follows exactly from them. Run `python
examples/jacks_or_better.py`.
"""

from fractions import Fraction

import markov as mk

HANDS = 19_933_230_517_200
PAID = {
    800: 493_512_264,
    50: 2_178_883_296,
    25: 47_093_167_764,
    9: 229_475_482_596,
    6: 219_554_786_160,
    4: 223_837_565_784,
    3: 1_484_003_070_324,
    2: 2_576_946_164_148,
    1: 4_277_372_890_968,
}
law = {pay - 1: Fraction(hands, HANDS) for pay, hands in PAID.items()}
law[-1] = 1 - sum(law.values(), Fraction(0))

evening = mk.session(law, bet="5/4", bankroll=200, rounds=1600)
print("ruined", evening.ruin.rounded(7))
print("ahead", evening.ahead.rounded(7) if evening.ahead else "")
