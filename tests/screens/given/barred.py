"""Two tosses with a commission on the win: after heads it cannot come any more, and cash is on offer."""

from fractions import Fraction

import markov as mk
from markov.wager.commission import Commission
from markov.wager.pay_edits import with_commission


def toss(state, side):
    if state == "barred":
        return mk.End("lost" if side == "heads" else "even")
    return mk.End("made") if side == "tails" else "barred"


def actions(state):
    return {"on": state, "cash": mk.End("cash")} if state == "barred" else None


rule = mk.PlainRule("open", toss, actions=actions)
pays = mk.Paytable({"made": "3 for 1", "even": "1 for 1", "lost": "nothing", "cash": "1 for 4"})
bet = mk.Wager("Barred", rule, mk.coin(), pays, "a card")
bet = with_commission(bet, Commission("made", Fraction(3), of_stake=Fraction(1, 20), on_win=True))

# Cash brings back a commission that goes by the win, and so gains more by its pay than playing on does.
rule = mk.PlainRule(
    "open", lambda _, side: mk.End(side), actions=lambda _: {"on": "open", "cash": mk.End("cash")}
)
pays = mk.Paytable({"made": "3 for 1", "rest": "nothing", "cash": "1 for 10"})
back = mk.Wager("Back", rule, mk.Distribution({"made": 1, "rest": 39}), pays, "a card")
back = with_commission(back, Commission("made", Fraction(3), of_winnings=Fraction(1, 20), refunded=("cash",)))
