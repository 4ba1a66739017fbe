"""Prize: a pay that is drawn from a weighted table, or the sum of several such draws."""

from dataclasses import dataclass
from fractions import Fraction

from markov.wager.paytable import returned, stake_on_top

MOST_VALUES = 2_000  # different amounts that the draws of one prize may come to
MOST_DRAWS = 100


class TooManyPrizes(ValueError):
    """A sum of draws that can come to more amounts than are kept apart."""


@dataclass(frozen=True, slots=True)
class Prize:
    """The sum of so many independent draws from a table of pays, and of a fixed part where there is one.

    table   each pay as the sheet says it, and its weight
    draws   how many of them are added up
    fixed   a pay that is due beside them, such as "3 for 1"

    >>> prize = Prize((("1 for 1", 3), ("5 for 1", 1)), 2)
    >>> {str(value): str(chance) for value, chance in prize.law().items()}
    {'2': '9/16', '6': '3/8', '10': '1/16'}
    >>> prize.mean, prize.variance
    (Fraction(4, 1), Fraction(6, 1))
    >>> list(Prize((("1 for 1", 3), ("5 for 1", 1)), 1, "3 for 1").law().items())
    [(Fraction(4, 1), Fraction(3, 4)), (Fraction(8, 1), Fraction(1, 4))]

    Raises ValueError for a number of draws or a table that there cannot be, and for a text that is no pay.
    """

    table: tuple[tuple[str, int], ...]
    draws: int = 1
    fixed: str = "nothing"

    def __post_init__(self) -> None:
        if not 1 <= self.draws <= MOST_DRAWS:
            raise ValueError(f"{self.draws:,} draws cannot be asked for; there are from 1 to {MOST_DRAWS}")
        if not self.table or any(weight < 1 for _, weight in self.table):
            raise ValueError("a prize table has one pay or more, each with a weight above 0")
        for pay in (self.fixed, *(pay for pay, _ in self.table)):
            returned(pay)

    def law(self) -> dict[Fraction, Fraction]:
        """By what one unit staked returns, least first: the chance. A stake comes back once.

        Raises TooManyPrizes beyond MOST_VALUES.
        """
        total = sum(weight for _, weight in self.table)
        once: dict[tuple[Fraction, bool], Fraction] = {}
        for pay, weight in self.table:
            stake = stake_on_top(pay)
            key = returned(pay) - stake, stake
            once[key] = once.get(key, Fraction(0)) + Fraction(weight, total)
        due = stake_on_top(self.fixed)
        law = {(returned(self.fixed) - due, due): Fraction(1)}
        for _ in range(self.draws):
            after: dict[tuple[Fraction, bool], Fraction] = {}
            for (won, back), chance in law.items():
                for (more, stake), p in once.items():
                    key = won + more, back or stake
                    after[key] = after.get(key, Fraction(0)) + chance * p
            if len(after) > MOST_VALUES:
                raise TooManyPrizes(
                    f"{self.draws} draws come to more than {MOST_VALUES:,} different amounts; "
                    "use fewer draws, or pays that are multiples of one amount"
                )
            law = after
        pieces: dict[Fraction, Fraction] = {}
        for (won, back), chance in law.items():
            pieces[won + back] = pieces.get(won + back, Fraction(0)) + chance
        return {value: pieces[value] for value in sorted(pieces)}

    def posted(self) -> dict[Fraction, str]:
        """By what is returned: the pay as the table says it, for a single draw."""
        alone = self.draws == 1 and not returned(self.fixed)
        return {returned(pay): pay for pay, _ in self.table} if alone else {}

    @property
    def mean(self) -> Fraction:
        """The expected return per unit staked."""
        return sum((value * p for value, p in self.law().items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the return per unit staked."""
        return sum((value**2 * p for value, p in self.law().items()), Fraction(0)) - self.mean**2


def prize_ending(ending: str, value: Fraction) -> str:
    """The name of the ending in which the prize of an ending comes to so much.

    >>> prize_ending("grand", Fraction(500))
    'grand:500'
    """
    return f"{ending}:{value}"
