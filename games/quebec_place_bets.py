"""Quebec Place Bets: Right, Buy and Lay bets on a number at craps, around the shooter's own game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeAlias

from markov.distribution import dice
from markov.rules.points import COME_OUT, STANDARD, TableStage
from markov.wager.commission import Commission
from markov.wager.game import Game, Listing, Option, line
from markov.wager.pay_edits import with_commission
from markov.wager.paytable import Paytable, returned
from markov.wager.rule import End
from markov.wager.wager import Wager

TableState: TypeAlias = tuple[TableStage, str]

NUMBERS = (4, 5, 6, 8, 9, 10)
MADE = End("made")
LOST = End("lost")
WITHDRAWN = End("withdrawn", decides=False)


@dataclass(frozen=True, slots=True)
class NumberBet:
    """A bet on a number against the 7, while the shooter's points come and go.

    A state is the table, come-out or the point, and the bet: placed, or standing once a roll has
    left it undecided.

    seven_wins   the bet is on the 7, against the number
    come_out     whether it acts on a come-out roll
    placed       the table when it is put down
    """

    trial: ClassVar[str] = "roll"
    number: int
    seven_wins: bool
    come_out: bool
    placed: TableStage

    @property
    def start(self) -> TableState:
        """The bet just put down."""
        return self.placed, "placed"

    def step(self, state: TableState, total: int) -> TableState | End:
        """The table after the roll and the bet standing, or the end it brings."""
        table, _ = state
        if total in (self.number, 7) and (table != COME_OUT or self.come_out):
            return MADE if (total == 7) == self.seven_wins else LOST
        return STANDARD.step(table, total), "standing"

    def actions(self, state: TableState) -> Mapping[str, TableState | End] | None:
        """Once a roll has left the bet standing, to let it stand or to take it down."""
        _, bet = state
        return {"let it stand": state, "take it down": WITHDRAWN} if bet == "standing" else None

    def words(self, offers: bool) -> tuple[str, ...]:
        """Sentences on what decides the bet, and when it acts."""
        mine, other = (7, self.number) if self.seven_wins else (self.number, 7)
        acts = "" if self.come_out else ", come-out rolls apart: they do not touch it"
        placed = "before a come-out roll" if self.placed == COME_OUT else f"while the point is {self.placed}"
        return (
            f"The bet is put down {placed}.",
            f"It wins when {mine} comes up and loses when {other} does, on any roll{acts}.",
            "The shooter's points come and go: 4, 5, 6, 8, 9 or 10 on a come-out roll is the point.",
            "The point itself or a 7 brings the next come-out roll.",
            "A roll that decides nothing leaves it standing.",
            *(("After such a roll the player may take it down: withdrawn.",) * offers),
        )


@dataclass(frozen=True, slots=True)
class BetTerms:
    """The bet that one paragraph of section 95.17 grants.

    pays         by number: what a win returns as posted, before any commission
    of_stake     commission as a part of the stake
    of_winnings  commission as a part of what a win brings on top of the stake
    """

    paragraph: str
    seven_wins: bool
    pays: Mapping[int, Fraction]
    of_stake: Fraction = Fraction(0)
    of_winnings: Fraction = Fraction(0)

    def commission(self, number: int, reading: Mapping[str, str]) -> Commission | None:
        """The commission on a bet on the number; None where there is none."""
        if not self.of_stake and not self.of_winnings:
            return None
        on_win = reading["commission"] == "on-win"
        refunded = reading["withdrawal"] == "commission-refunded" and not on_win
        return Commission(
            MADE.name,
            self.pays[number],
            self.of_stake,
            self.of_winnings,
            on_win,
            frozenset({WITHDRAWN.name} if refunded else ()),
        )


def _each(four: str, five: str, six: str) -> Mapping[int, Fraction]:
    """The pays by number: 4 and 10, 5 and 9, 6 and 8 are paid alike."""
    return dict(zip(NUMBERS, map(returned, (four, five, six, six, five, four)), strict=True))


FIVE_PERCENT = Fraction(1, 20)
BETS = {
    "Right": BetTerms("(1)", False, _each("9 to 5", "7 to 5", "7 to 6")),
    "Buy": BetTerms("(2)", False, _each("2 to 1", "3 to 2", "6 to 5"), of_stake=FIVE_PERCENT),
    "Lay": BetTerms("(3)", True, _each("1 to 2", "2 to 3", "5 to 6"), of_winnings=FIVE_PERCENT),
}


def _source(paragraph: str = "") -> str:
    by_law = "Quebec by-law respecting casino games (S-13.1, r. 3)"
    return f"{by_law}, section 95.17{paragraph}, as in force before 2011-10-13"


def _conditions(terms: BetTerms, reading: Mapping[str, str]) -> Iterator[str]:
    """The conditions of a bet under the reading, beside those of all bets."""
    if terms.of_stake or terms.of_winnings:
        what = "5% of the stake" if terms.of_stake else "5% of what it would win"
        if reading["commission"] == "on-win":
            yield f"The by-law has {what} paid before the bet is accepted; here it is taken out of a win."
        else:
            yield f"The bet is accepted only once a commission of {what} has been paid."
    if terms.seven_wins:
        yield "No sentence of the by-law leaves a Lay bet out of come-out rolls, so it acts on every roll."
    else:
        yield "Off or on, the player is taken to keep to it on every come-out roll while the bet stands."


def _wager(name: str, number: int, terms: BetTerms, reading: Mapping[str, str]) -> Wager:
    placed, commission = reading["placed"], terms.commission(number, reading)
    wager = Wager(
        name=name,
        rule=NumberBet(
            number=number,
            seven_wins=terms.seven_wins,
            come_out=terms.seven_wins or reading["come-out"] == "on",
            placed=COME_OUT if placed == COME_OUT else int(placed),
        ),
        wheel=dice(2),
        pays=Paytable(
            {
                MADE.name: terms.pays[number],
                LOST.name: "nothing",
                WITHDRAWN.name: "0 to 1",
            }
        ),
        source=_source(terms.paragraph),
        conditions=tuple(_conditions(terms, reading)),
    )
    return with_commission(wager, commission) if commission else wager


def _wagers(reading: Mapping[str, str]) -> Listing:
    return Listing(
        dict(
            line(f"{bet} {number}", _wager, number, terms, reading)
            for bet, terms in BETS.items()
            for number in NUMBERS
        )
    )


game = Game(
    name="Quebec Place Bets",
    source=_source(),
    options=(
        Option(
            "come-out",
            "Do Right and Buy bets act on a come-out roll?",
            {
                "off": "the roll does not touch them",
                "on": "they act, as the player has asked; Lay bets always do",
            },
        ),
        Option(
            "placed",
            "What is the table when the bet is put down?",
            {COME_OUT: "before a come-out roll"} | {str(n): f"the point is {n}" for n in NUMBERS},
        ),
        Option(
            "commission",
            "When is the commission due: 5% of the stake of Buy bets, 5% of the winnings of Lay bets?",
            {
                "upfront": "when the bet is made, win or lose",
                "on-win": "out of a win, and only then",
            },
        ),
        Option(
            "withdrawal",
            "What comes back with the stake when the bet is taken down?",
            {
                "commission-kept": "nothing: a commission that was paid stays paid",
                "commission-refunded": "the commission, where one was paid in advance",
            },
        ),
    ),
    build=_wagers,
    conditions=(
        "The by-law calls a roll a push where it decides nothing: the bet stands unless it is taken down.",
        "Pays and commissions are in full: the by-law names no rounding, and no least or greatest bet.",
    ),
)
