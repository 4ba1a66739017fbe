"""Wagers of one draw with money beside the stake: a fee that eats the win, a rounded one, a raise."""

from dataclasses import dataclass
from fractions import Fraction

from markov.distribution import Distribution
from markov.wager.commission import Commission
from markov.wager.game import Game, Option
from markov.wager.pay_edits import with_commission
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import Wager


@dataclass(frozen=True)
class Draw:
    """The ending that is drawn."""

    start: int = 0

    def step(self, state: int, drawn: str) -> End:
        return End(drawn)


_WHEEL = Distribution({"made": 1, "rest": 19})
_FEE = Commission("made", Fraction(3), of_winnings=Fraction(1, 20))
_ROUNDED = Commission("made", Fraction(3), of_winnings=Fraction(1, 20), rounding="up")
_PAYS = Paytable({"made": "3 for 1", "rest": "18 for 19"})
_RAISE = Paytable({"made": "2 for 1", "rest": "nothing"})

WAGERS = (
    with_commission(Wager("Fee", Draw(), _WHEEL, _PAYS, "a card"), _FEE),
    with_commission(Wager("Rounded", Draw(), _WHEEL, _PAYS, "a card"), _ROUNDED),
    Wager(
        "Raised",
        Draw(),
        _WHEEL,
        Paytable({"made": "30 for 1", "rest": "nothing"}),
        "a card",
        later_stakes=_RAISE,
    ),
)

_LATE = Option("late", "Is there a late bet?", {"no": "no", "yes": "yes"}, "it is a bet of another table")

game = Game("Fees", "a card", (_LATE,), lambda _: WAGERS)
