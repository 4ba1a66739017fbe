"""Wagers that one draw decides: for and against the house, with many endings, without a win."""

from dataclasses import dataclass
from fractions import Fraction

from markov.distribution import Distribution
from markov.wager.game import Game
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import Wager


@dataclass(frozen=True)
class Draw:
    """An ending for each number that can be drawn."""

    start: int = 0

    def step(self, state: int, number: int) -> End:
        return End(f"n-{number}")


def _drawn(name: str, *pays: str, outlay: str = "1") -> Wager:
    drawn = Distribution({number: number for number in range(1, len(pays) + 1)})
    paid = Paytable({f"n-{number}": pay for number, pay in enumerate(pays, 1)})
    return Wager(name, Draw(), drawn, paid, "a card.", outlay=Fraction(outlay))


WAGERS = (
    _drawn("Even", "3 for 1", "nothing"),
    _drawn("House", "1 to 2", "nothing"),
    _drawn("Player", "5 for 1", "nothing", outlay="21/20"),
    _drawn("Sure", "1 for 2"),
    _drawn("Many", *(f"{number} for 82" for number in range(1, 42)), outlay="9/10"),
    _drawn("Nothing", "nothing", "nothing"),
)

game = Game("Draws", "a card", (), lambda _: WAGERS)
