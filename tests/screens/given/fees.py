"""Wagers of one draw with money beside the stake: a fee that eats the win, a rounded one, a raise."""

from fractions import Fraction
from types import MappingProxyType

import markov as mk
from markov.wager.commission import Commission
from markov.wager.game import Game, Option
from markov.wager.pay_edits import with_commission

RULE = mk.PlainRule(0, lambda _, drawn: mk.End(drawn))
WHEEL = mk.Distribution({"made": 1, "rest": 19})


def dealt(name, made, rest, later=MappingProxyType({})):
    pays = mk.Paytable({"made": made, "rest": rest})
    return mk.Wager(name, RULE, WHEEL, pays, "a card", later_stakes=mk.Paytable(later))


def fee(name, rounding=None):
    taken = Commission("made", Fraction(3), of_winnings=Fraction(1, 20), rounding=rounding)
    return with_commission(dealt(name, "3 for 1", "18 for 19"), taken)


RAISED = dealt("Raised", "30 for 1", "nothing", {"made": "2 for 1", "rest": "nothing"})
WAGERS = fee("Fee"), fee("Rounded", "up"), RAISED
LATE = Option("late", "Is there a late bet?", {"no": "no", "yes": "yes"}, "it is a bet of another table")
game = Game("Fees", "a card", (LATE,), lambda _: WAGERS)
