"""Offers of one draw that the pay of the win does not touch, or raises by more than it raises playing on."""

from fractions import Fraction

import markov as mk
from markov.wager.commission import Commission
from markov.wager.pay_edits import with_commission

PAYS = mk.Paytable({"made": "3 for 1", "rest": "nothing", "cash": "1 for 10"})


def dealt(name, step, offered, **taken):
    rule = mk.PlainRule(
        "open", step, actions=lambda at: {"on": at, "cash": mk.End("cash")} if at == offered else None
    )
    bet = mk.Wager(name, rule, mk.Distribution({"made": 1, "rest": 39}), PAYS, "a card")
    return with_commission(bet, Commission("made", Fraction(3), **taken))


barred = dealt(
    "Barred",
    lambda at, drawn: mk.End("rest") if at == "barred" else "barred" if drawn == "rest" else mk.End("made"),
    "barred",
    of_stake=Fraction(1, 20),
    on_win=True,
)
back = dealt("Back", lambda _, drawn: mk.End(drawn), "open", of_winnings=Fraction(1, 20), refunded=("cash",))
